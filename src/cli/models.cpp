#include "cli/models.hpp"

#include <chrono>
#include <set>

#include "base/text.hpp"

namespace thaw::cli {

namespace {

using Clock = std::chrono::steady_clock;

// Only work that takes a while gets a progress line, and only some ten a second.
class Progress {
public:
    Progress(Console& console, std::size_t total) : console_(console), total_(total) {}

    void at(std::size_t index, const std::string& path) {
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(100);
        console_.progress(fmt::format("{} of {}  {}", index + 1, total_, text::printable(path).substr(0, 60)));
    }

private:
    Console& console_;
    std::size_t total_;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(400);
};

std::string format_ids() {
    std::string out;
    for (const Format* format : formats()) out += (out.empty() ? "" : ", ") + std::string(format->id);
    return out;
}

}  // namespace

void add_model_arguments(Verb& verb, ModelArguments& arguments) {
    verb.texts({.names = "MODEL", .help = "files, folders, or - for standard input", .required = true},
               arguments.inputs);
    verb.texts({.names = "--search",
                .type = "FOLDER",
                .help = "also look here for files that belong to a model",
                .check = existing_folder()},
               arguments.search);
    verb.text({.names = "--format",
               .type = "ID",
               .help = "skip detection: " + format_ids(),
               .check =
                   [](const std::string& id) {
                       return find_format(id) != nullptr ? std::string() : id + " is not one of " + format_ids();
                   }},
              arguments.format);
    verb.flag({.names = "-v,--verbose", .help = "show everything"}, arguments.verbose);
}

void visit_models(Console& console, const ModelArguments& arguments, Tally& tally, const Visitor& visitor) {
    io::Folders folders;
    const io::Inputs inputs = io::collect_inputs(arguments.inputs, folders);
    for (const Error& error : inputs.errors) {
        if (visitor.refused) visitor.refused({error.file, error.file, {}}, {error});
        console.note("{}", to_string(error));
        tally.add(error);
    }
    if (arguments.verbose) {
        for (const std::string& path : inputs.skipped) console.note("{}: skipped", text::printable(path));
    }
    if (visitor.start && !visitor.start(inputs)) return;
    if (inputs.models.empty() && inputs.errors.empty()) {
        console.note("no models there{}",
                     inputs.skipped.empty()
                         ? std::string()
                         : fmt::format(" ({} of other kinds skipped)", text::plural(inputs.skipped.size(), "file")));
    }
    const Format* format = arguments.format.empty() ? nullptr : find_format(arguments.format);
    io::Opener opener(folders, {arguments.search, format, arguments.given}, {});
    std::set<std::set<io::FileId>> seen;
    Progress progress(console, inputs.models.size());
    for (std::size_t i = 0; i < inputs.models.size(); ++i) {
        progress.at(i, inputs.models[i].path);
        for (auto& result : opener.open(inputs.models[i].path)) {
            if (auto* opened = std::get_if<io::Opened>(&result)) {
                // A script may pair files that do not look like a pair: then two inputs are one model.
                if (!opened->own.empty() && !seen.insert(opened->own).second) continue;
                visitor.opened(inputs.models[i], *opened);
                continue;
            }
            const auto& refused = std::get<io::Refused>(result);
            if (visitor.refused) visitor.refused(inputs.models[i], refused);
            console.note("{}", to_string(refused.error));
            tally.add(refused.error);
        }
    }
}

}  // namespace thaw::cli
