#include "cli/convert_report.hpp"

#include "inspect/report.hpp"

namespace thaw::cli {

void ConvertReport::add(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Issues& issues,
                        const Error* error) {
    if (!wanted) return;
    json::Array written;
    for (const io::OutputFile& file : files) written.emplace_back(file.path);
    const json::Value found = inspect::issues_json(issues);
    json::Value out;
    out.set("file", opened.model.bundle.parts.front().name).set("format", opened.model.format->id);
    out.set("outputs", std::move(written));
    if (error != nullptr) out.set("error", inspect::error_json(*error));
    out.set("issues", *found.find("issues")).set("dropped", *found.find("dropped"));
    models_.push_back(std::move(out));
}

void ConvertReport::add_refused(const std::string& file, const Error& error) {
    if (!wanted) return;
    json::Value out;
    out.set("file", file).set("error", inspect::error_json(error));
    models_.push_back(std::move(out));
}

Status ConvertReport::write(const std::string& path, bool dry_run, Console& console, io::System& system) {
    json::Value out;
    out.set("dry_run", dry_run).set("unchanged", unchanged).set("models", std::move(models_));
    const std::string text = json::to_pretty_text(out) + "\n";
    if (path == "-") {
        console.write(text);
        return Done{};
    }
    const std::vector<io::OutputFile> file{{.path = path, .make = [&text](Sink& sink) -> Status {
                                                if (!sink.write(text)) return io::io_error("cannot be written", {});
                                                return Done{};
                                            }}};
    return io::write_files(file, {.force = true}, system);
}

}  // namespace thaw::cli
