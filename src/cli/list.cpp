// thaw list: the files in an archive, and what they are.
#include <memory>

#include <thaw/info.hpp>

#include "base/text.hpp"
#include "cli/archive_files.hpp"
#include "cli/models.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

struct ListArguments {
    std::vector<std::string> archives{};
    io::NameFilter filter{};
    bool recursive = false;
    bool names = false;
    bool json = false;
};

class List {
public:
    List(Console& console, const ListArguments& arguments) : console_(console), arguments_(arguments) {}

    int run() {
        for (const std::string& name : arguments_.archives) {
            const auto files = find_archive(name, folders_);
            if (files) {
                list(*files);
            } else {
                report_failure(console_, tally_, name, files.error());
            }
        }
        return tally_.exit_code();
    }

private:
    void list(const ArchiveFiles& files);
    void print(const ArchiveFiles& files, std::size_t entry, const std::string& kind, const Error* error);

    Console& console_;
    const ListArguments& arguments_;
    Tally tally_;
    io::Folders folders_;
};

void List::list(const ArchiveFiles& files) {
    const auto& entries = files.archive->entries();
    u64 count = 0, bytes = 0;
    std::vector<std::size_t> inner;
    FileFailures failures;
    Progress progress(console_, arguments_.names ? 0 : entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!is_selected(files, i, arguments_.filter)) continue;
        progress.working_on(entries[i].name);
        std::string kind = text::lower(entries[i].kind);
        std::optional<Error> error;
        if (!arguments_.names) {
            const auto loaded = files.archive->load(i);
            if (loaded) kind = content_kind(io::name_of(entries[i].name), *loaded);
            if (!loaded) error = loaded.error();
        }
        print(files, i, kind, error ? &*error : nullptr);
        if (error) failures.add(io::join(files.path, entries[i].name), *error);
        if (!files.archive->path_of(i).empty()) inner.push_back(i);
        ++count;
        bytes += entries[i].bytes;
        progress.finished_one();
    }
    tally_.clean += 1;
    if (count == 0) {
        console_.error("{}: no files there{}", text::printable(io::join(files.path, files.inside)),
                       arguments_.filter.empty() ? "" : " that --only and --exclude let through");
        tally_.nothing_found = true;
    }
    failures.tell(console_, tally_);
    if (const auto& damage = files.archive->facts().damage) report_failure(console_, tally_, files.path, *damage);
    if (!arguments_.json) {
        console_.line("{}: {}, {}, {}", text::printable(files.path), files.archive->facts().kind,
                      text::plural(count, "file"), size_words(bytes));
    }
    for (const std::size_t i : inner) {
        if (!arguments_.recursive) break;
        const std::string path = io::join(files.path, files.archive->path_of(i));
        const auto archive = folders_.archive_at(path);
        if (archive) list({path, *archive, {}});
        if (!archive && archive.error().code != Code::not_recognised) {
            report_failure(console_, tally_, path, archive.error());
        }
    }
}

void List::print(const ArchiveFiles& files, std::size_t i, const std::string& kind, const Error* error) {
    const ArchiveEntry& entry = files.archive->entries()[i];
    const std::string& place = files.archive->path_of(i);
    const std::string refused = place.empty() ? io::Archive::refused_name(entry.name) : std::string();
    if (!arguments_.json) {
        const std::string shown = place.empty() ? entry.name : place;
        console_.line("{:>10}  {}  {}{}", size_words(entry.bytes), console_.paint(Paint::cyan, kind, 6),
                      text::printable(shown), refused.empty() ? "" : "  (" + refused + ")");
        return;
    }
    json::Value out;
    out.set("archive", files.path).set("name", entry.name);
    if (!place.empty()) out.set("path", io::join(files.path, place));
    out.set("bytes", entry.bytes).set("stored_bytes", entry.stored_bytes);
    if (entry.offset != no_offset) out.set("offset", entry.offset);
    if (!kind.empty()) out.set("kind", kind);
    if (!refused.empty()) out.set("refused", refused);
    if (error != nullptr) out.set("error", to_json(*error));
    console_.line("{}", json::to_text(out));
}

}  // namespace

void add_list(Verb& verb, Console& console) {
    auto arguments = std::make_shared<ListArguments>();
    verb.texts({.names = "ARCHIVE", .help = "archives, or folders inside them", .required = true}, arguments->archives);
    add_filter_arguments(verb, arguments->filter);
    verb.flag({.names = "-r,--recursive", .help = "also list archives inside the archive"}, arguments->recursive);
    verb.flag({.names = "--names", .help = "go by file names only, without looking into the files (faster)"},
              arguments->names);
    verb.flag({.names = "--json", .help = "print one JSON object per file and line"}, arguments->json);
    verb.footer(
        "Examples:\n"
        "  thaw list datafile.sdf\n"
        "  thaw list datafile.sdf --only '*.DDD'\n"
        "  thaw list game.zip/models --json\n"
        "\n"
        "Every verb takes paths into archives: thaw info datafile.sdf/PLAYER.DDD");
    verb.run([&console, arguments] { return List(console, *arguments).run(); });
}

}  // namespace thaw::cli
