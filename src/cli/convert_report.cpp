#include "cli/convert_report.hpp"

#include <thaw/info.hpp>

#include "cli/report_file.hpp"

namespace thaw::cli {

void ConvertReport::add(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Issues& issues,
                        const Error* error) {
    if (!wanted) return;
    json::Array written;
    for (const io::OutputFile& file : files) written.emplace_back(file.path);
    const json::Value found = to_json(issues);
    json::Value out;
    out.set("file", opened.model.bundle.parts.front().name).set("format", opened.model.format->id);
    out.set("outputs", std::move(written));
    if (error != nullptr) out.set("error", to_json(*error));
    out.set("issues", *found.find("issues")).set("dropped", *found.find("dropped"));
    models_.push_back(std::move(out));
}

void ConvertReport::add_refused(const std::string& file, const Error& error) {
    if (!wanted) return;
    json::Value out;
    out.set("file", file).set("error", to_json(error));
    models_.push_back(std::move(out));
}

json::Value ConvertReport::take(bool dry_run) {
    json::Value out = new_report();
    out.set("dry_run", dry_run).set("unchanged", unchanged).set("models", std::move(models_));
    return out;
}

}  // namespace thaw::cli
