#include "cli/models.hpp"

#include "base/text.hpp"
#include "io/path.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

namespace {

std::string format_ids() {
    std::string out;
    for (const Format* format : formats()) out += (out.empty() ? "" : ", ") + std::string(format->id);
    return out;
}

std::string folder_or_archive(const std::string& path) {
    const auto kind = io::Folders().kind_of(io::join(path, {}));
    return kind && *kind == io::EntryKind::folder ? std::string() : path + " is neither a folder nor an archive";
}

}  // namespace

std::string names_of(const std::vector<std::string>& inputs) {
    std::string out;
    for (const std::string& name : inputs) out += (out.empty() ? "" : ", ") + text::printable(name);
    return out;
}

void add_search_argument(Verb& verb, std::vector<std::string>& search) {
    verb.texts({.names = "--search",
                .type = "FOLDER",
                .help = "also look for companion files in this folder or archive; repeatable",
                .check = folder_or_archive},
               search);
}

void add_parts_argument(Verb& verb, bool& parts) {
    verb.flag({.names = "--parts",
               .help = "of a folder or archive, also show the models that others (characters of scripts) are made of"},
              parts);
}

io::NamedModels named_models(const ModelArguments& arguments) {
    return arguments.parts ? io::NamedModels::first_and_pieces : io::NamedModels::first;
}

void add_filter_arguments(Verb& verb, io::NameFilter& filter) {
    verb.texts({.names = "--only",
                .type = "PATTERN",
                .help = "take only files (or folders) whose name or path matches, for example '*.ddd'; repeatable"},
               filter.only);
    verb.texts({.names = "--exclude", .type = "PATTERN", .help = "skip files (or folders) that match; repeatable"},
               filter.exclude);
}

void add_model_arguments(Verb& verb, ModelArguments& arguments) {
    verb.texts({.names = "MODEL", .help = "files, folders or archives to read; - is standard input", .required = true},
               arguments.inputs);
    add_search_argument(verb, arguments.search);
    verb.text({.names = "--format",
               .type = "ID",
               .help = verb.explains() ? "read the input as this format instead of detecting it: " + format_ids() : "",
               .check =
                   [](const std::string& id) {
                       return find_format(id) != nullptr ? std::string() : id + " is not one of " + format_ids();
                   }},
              arguments.format);
    verb.text({.names = "--model", .type = "NAME", .help = "take only the model of this name"}, arguments.model);
    add_filter_arguments(verb, arguments.filter);
    verb.flag({.names = "-v,--verbose", .help = "print all details"}, arguments.verbose);
}

void add_together_argument(Verb& verb, ModelArguments& arguments) {
    arguments.one_by_one = true;
    verb.flag({.names = "--together", .help = "show the models of a pack or level in one scene, not one by one"},
              arguments.together);
}

void add_work_arguments(Verb& verb, WorkArguments& arguments) {
    verb.integer({.names = "-j,--jobs",
                  .type = "N",
                  .help = "models processed in parallel [default: one per CPU]",
                  .check = number_in(0, 256)},
                 arguments.jobs);
    verb.flag({.names = "-f,--force", .help = "overwrite existing files that Thaw did not make"}, arguments.force);
}

void report_failure(Console& console, Tally& tally, const std::string& file, Error error) {
    if (error.code == Code::cancelled) return;  // the run says so, not the model
    if (error.file.empty()) error.file = file;
    console.error("{}", to_string(error));
    tally.add(error);
}

Error brief(Error error) {
    constexpr std::string_view sentence = "not a model of a format Thaw knows";
    if (error.code == Code::not_recognised && error.message.starts_with(sentence)) error.message = sentence;
    return error;
}

void expect_shapes(Console& console, const ModelArguments& arguments, Tally& tally) {
    const bool others = tally.models() + tally.up_to_date > 0 || tally.interrupted != 0;
    if (tally.without_shape == 0 || others) return;
    if (tally.without_shape == 1) {
        console.error("{}: nothing to show there", names_of(arguments.inputs));
    } else {
        console.error("{}: no models there, only {} without a shape", names_of(arguments.inputs),
                      text::plural(tally.without_shape, "file"));
    }
    tally.nothing_found = true;
}

Result<io::Opened> open_model(const std::string& path, const ModelArguments& arguments) {
    io::Folders folders;
    io::Opener opener(folders, {.search = arguments.search, .given = arguments.given},
                      {.meshopt = media::decode_meshopt});
    auto results = opener.open(path);
    if (auto* refused = std::get_if<io::Refused>(&results.front())) {
        return arguments.verbose ? std::move(refused->error) : brief(std::move(refused->error));
    }
    return std::move(std::get<io::Opened>(results.front()));
}

}  // namespace thaw::cli
