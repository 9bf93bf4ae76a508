// thaw extract: files out of an archive, as they were put in.
#include <memory>

#include "base/text.hpp"
#include "cli/archive_files.hpp"
#include "cli/models.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/interrupt.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

struct ExtractArguments {
    std::string archive{};
    io::NameFilter filter{};
    std::string out{};
    bool force = false;
    bool dry_run = false;
    bool verbose = false;
};

class Extract {
public:
    Extract(Console& console, const ExtractArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    std::string folder_for(const ArchiveFiles& files) const;
    void extract(const ArchiveFiles& files);
    bool extract_one(const ArchiveFiles& files, std::size_t entry, const std::string& folder);

    Console& console_;
    const ExtractArguments& arguments_;
    Tally tally_;
    io::System system_;
    io::Folders folders_;
    io::InputFiles inputs_;
    io::OutputOptions options_;
    FileFailures failures_;
    u64 bytes_ = 0;
};

int Extract::run() {
    const auto files = find_archive(arguments_.archive, folders_);
    if (files) {
        extract(*files);
    } else {
        report_failure(console_, tally_, arguments_.archive, files.error());
    }
    return tally_.exit_code();
}

// A whole archive gets a folder of its own, so that nothing is strewn about; what was picked goes where one is.
std::string Extract::folder_for(const ArchiveFiles& files) const {
    if (!arguments_.out.empty()) return arguments_.out;
    if (!files.inside.empty()) return {};
    const std::string name(io::name_of(files.path));
    const std::string stem = name.substr(0, name.rfind('.'));
    return stem == name ? stem + "_files" : stem;
}

void Extract::extract(const ArchiveFiles& files) {
    const std::string folder = folder_for(files);
    inputs_ = {folders_.file_of(files.path).value_or(io::FileId{})};
    options_ = {.force = arguments_.force, .inputs = &inputs_};
    std::vector<std::size_t> meant;
    for (std::size_t i = 0; i < files.archive->entries().size(); ++i) {
        if (is_selected(files, i, arguments_.filter)) meant.push_back(i);
    }
    if (meant.empty()) {
        console_.error("{}: no files there{}", text::printable(arguments_.archive),
                       arguments_.filter.empty() ? "" : " that --only and --exclude let through");
        tally_.nothing_found = true;
        return;
    }
    io::watch_signals(meant.size() > 1 ? io::OnSignal::ask : io::OnSignal::end);
    u64 count = 0;
    Progress progress(console_, meant.size());
    for (const std::size_t i : meant) {
        progress.working_on(files.archive->entries()[i].name);
        if (extract_one(files, i, folder)) ++count;
        progress.finished_one();
        if (!io::interrupted()) continue;
        console_.error("interrupted after {} of {}", count, text::plural(meant.size(), "file"));
        tally_.interrupted = io::interrupt_exit_code();
        break;
    }
    tally_.clean += count;
    failures_.tell(console_, tally_);
    if (const auto& damage = files.archive->facts().damage) report_failure(console_, tally_, files.path, *damage);
    console_.line("{}{}, {}{}", arguments_.dry_run ? "would write " : "", text::plural(count, "file"),
                  size_words(bytes_), folder.empty() ? std::string() : " in " + text::printable(folder));
}

bool Extract::extract_one(const ArchiveFiles& files, std::size_t entry, const std::string& folder) {
    const ArchiveEntry& listed = files.archive->entries()[entry];
    const std::string& place = files.archive->path_of(entry);
    const std::string shown = io::join(files.path, listed.name);
    const auto fail = [&](Error error) {
        failures_.add(shown, std::move(error));
        return false;
    };
    if (place.empty()) {
        return fail({Code::bad_value, "not written: " + io::Archive::refused_name(listed.name), shown});
    }
    auto loaded = files.archive->load(entry);
    if (!loaded) return fail(loaded.error());
    const std::vector<io::OutputFile> file{{io::join(folder, place), std::move(*loaded)}};
    if (arguments_.dry_run) {
        if (auto status = io::check_targets(file, options_, system_); !status) return fail(status.error());
    } else {
        const std::string into(io::folder_of(file.front().path));
        if (auto status = io::make_folders(into, system_); !status) return fail(status.error());
        if (auto status = io::write_files(file, options_, system_); !status) return fail(status.error());
    }
    bytes_ += file.front().bytes.size();
    if (arguments_.verbose) console_.line("{}", text::printable(file.front().path));
    return true;
}

}  // namespace

void add_extract(Verb& verb, Console& console) {
    auto arguments = std::make_shared<ExtractArguments>();
    verb.text({.names = "ARCHIVE", .help = "an archive, or a folder or file inside one", .required = true},
              arguments->archive);
    add_filter_arguments(verb, arguments->filter);
    verb.text({.names = "-o,--output",
               .type = "FOLDER",
               .help = "extract into this folder [default: one named after the archive]"},
              arguments->out);
    verb.flag({.names = "-f,--force", .help = "overwrite existing files"}, arguments->force);
    verb.flag({.names = "-n,--dry-run", .help = "print what would be written, and write nothing"}, arguments->dry_run);
    verb.flag({.names = "-v,--verbose", .help = "print the name of each file"}, arguments->verbose);
    verb.footer(
        "Examples:\n"
        "  thaw extract datafile.sdf\n"
        "  thaw extract datafile.sdf --only '*.DDD' -o models\n"
        "  thaw extract datafile.sdf/PLAYER.DDD\n"
        "\n"
        "Names that lead out of the folder are refused. To convert the models for Blender right away:\n"
        "  thaw convert datafile.sdf");
    verb.run([&console, arguments] { return Extract(console, *arguments).run(); });
}

}  // namespace thaw::cli
