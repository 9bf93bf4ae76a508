#include "cli/models.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cli/progress.hpp"
#include "cli/target.hpp"
#include "convert/export.hpp"
#include "io/interrupt.hpp"
#include "io/parallel.hpp"
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

// What the user may call a model: its files with and without their endings, and the mesh that a script makes of them.
std::vector<std::string> names_of(const Model& model) {
    std::vector<std::string> names;
    for (const PartRole& role : model.format->parts) {
        const Part* part = model.bundle.find(role.role);
        if (part == nullptr) continue;
        const std::string_view name = io::name_of(part->name);
        names.push_back(stem_of(*model.format, name));
        names.emplace_back(name.substr(0, name.rfind('.')));
        names.emplace_back(name);
    }
    const auto summary = summarise(model);
    const json::Value* mesh = summary ? summary->native.find("mesh") : nullptr;
    if (mesh != nullptr && mesh->get_if<std::string>() != nullptr)
        names.insert(names.begin(), *mesh->get_if<std::string>());
    return names;
}

// Lets through the models that the user asked for, and remembers the others for the message if there was none.
class Picker {
public:
    explicit Picker(const std::string& wanted) : wanted_(wanted) {}

    bool takes(const Model& model) {
        if (wanted_.empty()) return true;
        const std::vector<std::string> names = names_of(model);
        for (const std::string& name : names) {
            if (!text::equal_ignoring_case(name, wanted_)) continue;
            found_ = true;
            return true;
        }
        if (!names.empty()) others_.push_back(names.front());
        return false;
    }

    // Empty if there is nothing to complain about.
    std::string complaint() const {
        constexpr std::size_t listed = 10;
        if (wanted_.empty() || found_) return {};
        std::string out = "--model " + text::printable(wanted_) + ": no model has this name";
        for (std::size_t i = 0; i < std::min(listed, others_.size()); ++i) {
            out += (i == 0 ? "; there is " : ", ") + text::printable(others_[i]);
        }
        if (others_.size() > listed) out += " and " + std::to_string(others_.size() - listed) + " more";
        return out;
    }

private:
    const std::string& wanted_;
    std::vector<std::string> others_;
    bool found_ = false;
};

// What the user named and what was found there. A file in an archive is the archive.
void add_named_files(const ModelArguments& arguments, const io::Inputs& inputs, io::Folders& folders,
                     io::InputFiles& files) {
    std::set<std::string> paths(arguments.inputs.begin(), arguments.inputs.end());
    for (const io::Given& given : arguments.given) paths.insert(given.path);
    for (const io::Input& input : inputs.models) {
        const std::string archive = folders.archive_of(input.path);
        paths.insert(archive.empty() ? input.path : archive);
        paths.insert(archive.empty() ? input.named : archive);
    }
    paths.erase("-");
    for (const std::string& path : paths) {
        if (const auto file = folders.file_of(path)) files.insert(*file);
    }
}

// What became of one input, which may name several models.
struct Outcomes {
    std::vector<io::OpenResult> results{};
    std::vector<std::shared_ptr<void>> work{};
};

}  // namespace

u64 own_bytes(const Model& model) {
    u64 bytes = 0;
    for (const PartRole& role : model.format->parts) {
        if (const Part* part = model.bundle.find(role.role)) bytes += part->bytes.size();
    }
    return bytes;
}

void add_search_argument(Verb& verb, std::vector<std::string>& search) {
    verb.texts({.names = "--search",
                .type = "FOLDER",
                .help = "also look here for files that belong to a model; a folder or an archive",
                .check = folder_or_archive},
               search);
}

void add_model_arguments(Verb& verb, ModelArguments& arguments) {
    verb.texts({.names = "MODEL", .help = "files, folders, archives, or - for standard input", .required = true},
               arguments.inputs);
    add_search_argument(verb, arguments.search);
    verb.text({.names = "--format",
               .type = "ID",
               .help = "skip detection: " + format_ids(),
               .check =
                   [](const std::string& id) {
                       return find_format(id) != nullptr ? std::string() : id + " is not one of " + format_ids();
                   }},
              arguments.format);
    verb.text({.names = "--model", .type = "NAME", .help = "only this one, where there are several"}, arguments.model);
    verb.flag({.names = "-v,--verbose", .help = "show everything"}, arguments.verbose);
}

void add_work_arguments(Verb& verb, WorkArguments& arguments) {
    verb.integer({.names = "-j,--jobs",
                  .type = "N",
                  .help = "so many models at once; one a processor if not given",
                  .check = number_in(0, 256)},
                 arguments.jobs);
    verb.flag({.names = "-f,--force", .help = "replace files that Thaw did not make"}, arguments.force);
}

void tell_failure(Console& console, Tally& tally, const std::string& file, Error error) {
    if (error.file.empty()) error.file = file;
    console.error("{}", to_string(error));
    tally.add(error);
}

Result<Issues> findings(const Model& model, Profile profile) {
    auto issues = validate(model, profile);
    if (!issues) return issues;
    if (auto status = check_pictures(model, *issues); !status) return status.error();
    return issues;
}

Result<io::Opened> open_model(const std::string& path, const ModelArguments& arguments) {
    io::Folders folders;
    io::Opener opener(folders, {.search = arguments.search, .given = arguments.given},
                      {.meshopt = media::decode_meshopt});
    auto results = opener.open(path);
    if (auto* refused = std::get_if<io::Refused>(&results.front())) return std::move(refused->error);
    return std::move(std::get<io::Opened>(results.front()));
}

void visit_models(Console& console, const ModelArguments& arguments, Tally& tally, const Visitor& visitor) {
    io::Folders folders;
    visit_models(console, folders, arguments, tally, visitor);
}

void visit_models(Console& console, io::Folders& folders, const ModelArguments& arguments, Tally& tally,
                  const Visitor& visitor) {
    io::Inputs inputs = io::collect_inputs(arguments.inputs, folders, arguments.archives, arguments.endings);
    const auto note_files = [&](const std::vector<io::FileId>& files) {
        if (visitor.read_files != nullptr) visitor.read_files->insert(files.begin(), files.end());
    };
    if (visitor.read_files != nullptr) add_named_files(arguments, inputs, folders, *visitor.read_files);
    for (const Error& error : inputs.errors) {
        if (visitor.refused) visitor.refused({error.file, error.file, {}}, {error});
        tell_failure(console, tally, {}, error);
    }
    if (arguments.verbose) {
        for (const std::string& path : inputs.skipped) console.note("{}: skipped", text::printable(path));
    }
    const bool nothing = inputs.models.empty() && inputs.errors.empty();
    if (visitor.start && !visitor.start(inputs)) return;
    if (nothing) {
        console.error("no models there{}",
                     inputs.skipped.empty()
                         ? std::string()
                         : fmt::format(" ({} of other kinds skipped)", text::plural(inputs.skipped.size(), "file")));
    }
    const Format* format = arguments.format.empty() ? nullptr : find_format(arguments.format);
    io::Opener opener(folders, {arguments.search, format, arguments.given}, {.meshopt = media::decode_meshopt});
    std::set<std::set<io::FileId>> seen;
    Picker picker(arguments.model);
    Progress progress(console, inputs.models.size());

    const auto make = [&](std::size_t i) {
        progress.working_on(inputs.models[i].path);
        Outcomes out;
        out.results = opener.open(inputs.models[i].path);
        for (const auto& result : out.results) {
            const auto* opened = std::get_if<io::Opened>(&result);
            const bool wanted = opened != nullptr && visitor.work && Picker(arguments.model).takes(opened->model);
            out.work.push_back(wanted ? visitor.work(inputs.models[i], *opened) : nullptr);
        }
        return out;
    };
    const auto take = [&](std::size_t i, Outcomes outcomes) {
        for (std::size_t k = 0; k < outcomes.results.size(); ++k) {
            auto& result = outcomes.results[k];
            if (auto* opened = std::get_if<io::Opened>(&result)) {
                note_files(opened->files);
                // A script may pair files that do not look like a pair: then two inputs are one model.
                if (!opened->own.empty() && !seen.insert(opened->own).second) continue;
                if (!picker.takes(opened->model)) continue;
                if (visitor.work) {
                    visitor.worked(inputs.models[i], *opened, outcomes.work[k].get());
                } else {
                    visitor.opened(inputs.models[i], *opened);
                }
                continue;
            }
            const auto& refused = std::get<io::Refused>(result);
            note_files(refused.files);
            if (visitor.refused) visitor.refused(inputs.models[i], refused);
            tell_failure(console, tally, {}, refused.error);
        }
        progress.finished_one();
        if (!io::interrupted() || i + 1 == inputs.models.size()) return true;
        console.error("interrupted after {} of {}", i + 1, text::plural(inputs.models.size(), "model"));
        tally.interrupted = io::interrupt_exit_code();
        return false;
    };
    if (visitor.work) {
        io::ordered<Outcomes>(inputs.models.size(), visitor.jobs, make, take);
    } else {
        for (std::size_t i = 0; i < inputs.models.size() && take(i, make(i)); ++i) {
        }
    }
    if (const std::string complaint = picker.complaint(); !complaint.empty() && tally.interrupted == 0) {
        console.error("{}", complaint);
        ++tally.usage_errors;
    }
}

}  // namespace thaw::cli
