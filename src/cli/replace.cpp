// thaw replace: another file in the place of one in an archive. Everything else stays as it is, byte for byte.
#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "cli/fail_on.hpp"
#include "cli/file_kind.hpp"
#include "cli/image_files.hpp"
#include "cli/models.hpp"
#include "cli/option_check.hpp"
#include "cli/replace_model.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "images/image.hpp"
#include "io/interrupt.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

struct ReplaceArguments {
    std::string archive{};
    std::string entry{};
    std::string file{};
    std::string out{};
    ReplaceModelOptions model{};
    FailOn fail_on{};
    bool dry_run = false;
    bool verbose = false;
};

// Are they files of one kind? A name says less than the file itself.
bool same_kind(const FileKind& a, const FileKind& b) {
    return a.is == b.is && a.format == b.format && a.role == b.role && a.image == b.image &&
           (a.ending == b.ending || a.ending.empty() || b.ending.empty());
}

bool can_become(const Format& from, const Format& to) {
    return &from != &to && from.to_scene != nullptr && (to.from_scene != nullptr || to.convert_from != nullptr);
}

// How an edit was rounded that is there already is not worth repeating; that it has no place there is.
Issues without_remarks(const Issues& issues) {
    Issues out;
    for (const Issue& issue : issues.list()) {
        if (issue.severity > Severity::info) out.add(issue);
    }
    return out;
}

class Replace {
public:
    Replace(Console& console, const ReplaceArguments& arguments) : console_(console), arguments_(arguments) {}

    int run() {
        io::watch_signals(io::OnSignal::end);
        const auto status = replace();
        if (status) return tally_.exit_code();
        if (!is_usage_error_) {
            report_failure(console_, tally_, arguments_.archive, status.error());
            return tally_.exit_code();
        }
        console_.error("{}: {}", text::printable(arguments_.file), status.error().message);
        return exit_usage;
    }

private:
    Status replace();
    Result<OpenArchive> open_archive();
    Error cannot_be_changed(const std::string& path);
    Result<std::size_t> find_entry(const OpenArchive& archive);
    Error no_such_entry(const OpenArchive& archive) const;
    Result<Changes> plan(const OpenArchive& archive, std::size_t entry);
    std::string refused_option(const FileKind& from, const FileKind& to) const;
    Result<Changes> plan_image(const FileKind& target, const Change& change) const;
    Status write(const OpenArchive& archive, const Changes& changes);
    void report(const OpenArchive& archive, const std::string& written, const Changes& changes);

    Console& console_;
    const ReplaceArguments& arguments_;
    Tally tally_;
    io::System system_;
    io::Folders folders_;
    bool is_usage_error_ = false;
    std::string name_;                // of the entry, as the archive spells it
    std::vector<io::FileId> inputs_;  // the archive and the file
};

Status Replace::replace() {
    const auto archive = open_archive();
    if (!archive) return archive.error();
    const auto entry = find_entry(*archive);
    if (!entry) return entry.error();
    const auto changes = plan(*archive, *entry);
    if (!changes) return changes.error();
    for (const Change& change : changes->files) {
        const Model& model = *archive->model;
        auto status = model.format->replace_entry(*model.document, change.entry, change.after);
        if (!status) return status;
    }
    return write(*archive, *changes);
}

Result<OpenArchive> Replace::open_archive() {
    std::string path = arguments_.archive;
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    auto file = io::read_file(path, {});
    if (!file) {
        const bool inside = folders_.kind_of(path) && !folders_.archive_of(path).empty();
        if (!inside) return file.error();
        return Error{Code::unsupported,
                     "is inside another archive; take it out with thaw extract, change it, and put it back", path};
    }
    inputs_.push_back(file->id);
    const auto detection = detect(io::name_of(path), file->bytes);
    if (!detection || detection->format->replace_entry == nullptr) return cannot_be_changed(path);
    auto read = thaw::read(*detection->format, {{{detection->sniffed.role, path, std::move(file->bytes)}}});
    if (!read) return read.error();
    const auto model = std::make_shared<Model>(std::move(*read));
    auto entries = model->format->entries(*model->document, {});
    if (!entries) return entries.error();
    const auto load = [model](std::size_t entry) { return model->format->unpack_entry(*model->document, entry, {}); };
    return OpenArchive{std::move(path), model, {{std::string(model->format->title)}, std::move(*entries), load}};
}

Error Replace::cannot_be_changed(const std::string& path) {
    const auto archive = folders_.archive_at(path);
    if (!archive) return {Code::not_recognised, "is not an archive that Thaw knows", path};
    return {Code::unsupported, "a " + (*archive)->facts().kind + " can only be read; thaw extract takes it apart",
            path};
}

Result<std::size_t> Replace::find_entry(const OpenArchive& archive) {
    const auto entry = archive.find(arguments_.entry);
    if (!entry) return no_such_entry(archive);
    name_ = archive.files.path_of(*entry);
    std::vector<std::string> others;
    const auto& entries = archive.files.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool same = text::equal_ignoring_case(entries[i].name, entries[*entry].name);
        if (i != *entry && same && !archive.files.path_of(i).empty()) others.push_back(archive.files.path_of(i));
    }
    if (others.empty()) return *entry;
    if (name_ != arguments_.entry) {
        return Error{Code::bad_index,
                     "has " + text::printable(name_) + " and " + text::printable(others.front()) +
                         "; give one of the names exactly as it is",
                     archive.path};
    }
    console_.note("{}: replacing {}; there is also {}", text::printable(archive.path), text::printable(name_),
                  text::printable(others.front()));
    return *entry;
}

Error Replace::no_such_entry(const OpenArchive& archive) const {
    const std::string entry = text::printable(arguments_.entry);
    for (std::size_t end = arguments_.entry.find('/'); end != std::string::npos;
         end = arguments_.entry.find('/', end + 1)) {
        const std::string_view file = std::string_view(arguments_.entry).substr(0, end);
        if (!archive.find(file)) continue;
        return {
            Code::unsupported,
            "has " + text::printable(file) + " as one file; take it out with thaw extract, change it, and put it back",
            archive.path};
    }
    return {Code::bad_index,
            "has no file " + entry + "; thaw list " + text::printable(archive.path) + " shows what it has",
            archive.path};
}

// Why an option that was given means nothing here; empty if all mean something.
std::string Replace::refused_option(const FileKind& from, const FileKind& to) const {
    const SceneArguments& scene = arguments_.model.scene;
    const auto given = scene.given_options();
    if (given.empty()) return {};
    if (from.is != FileKind::Is::model || to.is != FileKind::Is::model) {
        return "--" + std::string(given.front()->option().name) + " has no effect: nothing is converted";
    }
    const bool same = same_kind(from, to);
    return OptionCheck(scene,
                       [&](const Format& format, const Model*) {
                           if (same) return OptionUse{.read = &format, .scene = false};
                           return OptionUse{.read = &format, .base = to.format, .build = to.format};
                       })
        .refusal(*from.format);
}

// A GLB in the place of a model is converted; anything else of another kind is a mistake that the game would punish.
Result<Changes> Replace::plan(const OpenArchive& archive, std::size_t entry) {
    const auto file = folders_.load(arguments_.file);
    if (!file) return file.error();
    inputs_.push_back(file->holder());
    // What cannot be unpacked can still be replaced.
    const Change change{entry, archive.load(entry), file->bytes};
    const std::string_view name = io::name_of(name_);
    const FileKind was = kind_of_file(name, change.before);
    const FileKind target = was.says_nothing() ? kind_by_name(name) : was;
    // The game will know the file by the name in the archive.
    FileKind is = kind_of_file(name, change.after);
    if (!same_kind(is, target)) is = kind_of_file(io::name_of(arguments_.file), change.after);
    const bool models = is.is == FileKind::Is::model && target.is == FileKind::Is::model;
    const bool same = same_kind(is, target);
    if (const std::string refusal = refused_option(is, target); !refusal.empty()) {
        is_usage_error_ = true;
        return Error{Code::unsupported, refusal};
    }
    if (models && (same || can_become(*is.format, *target.format))) {
        ReplaceModel work(console_, folders_, arguments_.model,
                          {.archive = archive, .entry = entry, .kind = target, .has_base = !was.says_nothing()});
        return same ? work.take(arguments_.file, change.after) : work.convert(arguments_.file, *is.format);
    }
    Changes as_it_is{.files = {change}};
    if (same) return as_it_is;
    if (is.is == FileKind::Is::image && target.is == FileKind::Is::image) {
        auto converted = plan_image(target, change);
        if (converted || !arguments_.model.force) return converted;
    }
    if (was.says_nothing() || arguments_.model.force) return as_it_is;
    return Error{
        Code::unrepresentable,
        "is " + is.words() + ", but " + text::printable(name_) + " is " + was.words() + "; --force replaces it anyway",
        arguments_.file};
}

Result<Changes> Replace::plan_image(const FileKind& target, const Change& change) const {
    const std::string kind(image_kind(change.after.bytes()));
    if (shows_the_same(change.after, change.before))
        return Changes{.files = {{change.entry, change.before, change.before}}};
    auto converted = image_as(target.image, change.after);
    if (!converted) {
        converted.error().file = arguments_.file;
        converted.error().message = "is " + kind + ", but " + text::printable(name_) + " is " + target.image + "; " +
                                    converted.error().message + " (--force replaces it anyway)";
        return converted.error();
    }
    return Changes{.files = {{change.entry, change.before, std::move(*converted)}},
                   .words = "converted from " + kind + " to " + target.image};
}

Status Replace::write(const OpenArchive& archive, const Changes& changes) {
    const auto written = thaw::write(*archive.model);
    if (!written) return written.error();
    const bool in_place = arguments_.out.empty();
    const std::vector<io::OutputFile> file{{in_place ? archive.path : arguments_.out, written->parts.front().bytes}};
    const bool same = file.front().bytes == archive.model->bundle.parts.front().bytes;
    io::InputFiles inputs(inputs_.begin(), inputs_.end());
    inputs.insert(changes.inputs.begin(), changes.inputs.end());
    const io::OutputOptions options{
        .force = in_place || arguments_.model.force, .durable = true, .inputs = in_place ? nullptr : &inputs};
    if (!arguments_.dry_run && !in_place) {
        if (auto status = io::make_folders(std::string(io::folder_of(arguments_.out)), system_); !status) return status;
    }
    if (auto status = arguments_.dry_run || (same && in_place) ? io::check_targets(file, options, system_)
                                                               : io::write_files(file, options, system_);
        !status) {
        return status;
    }
    report(archive, file.front().path, changes);
    return Done{};
}

void Replace::report(const OpenArchive& archive, const std::string& written, const Changes& changes) {
    std::string words;
    std::size_t others = archive.files.entries().size();
    for (const Change& change : changes.files) {
        if (change.before == change.after) continue;
        words += fmt::format("{}{} {} -> {} bytes", words.empty() ? "" : ", ",
                             text::printable(archive.files.path_of(change.entry)), change.before.size(),
                             change.after.size());
        --others;
    }
    const Issues issues = words.empty() ? without_remarks(changes.issues) : changes.issues;
    tally_.add(issues);
    tally_.failed = changes.incomplete || arguments_.fail_on.reached_by(issues);
    if (words.empty()) {
        console_.line("{}: {} is already the same", text::printable(written), text::printable(name_));
    } else {
        console_.line("{}: {}{}; {} byte-identical", text::printable(written),
                      arguments_.dry_run ? "would replace " : "", words, text::plural(others, "other file"));
        if (!changes.words.empty()) console_.line("  {}", changes.words);
    }
    print_issues(console_, *archive.model, issues, arguments_.verbose);
    for (const std::string& remark : changes.remarks) console_.note("{}", remark);
}

// ".dat, .big or .sdf"
std::string changeable_endings() {
    std::vector<std::string> out;
    for (const Format* format : formats()) {
        if (format->replace_entry != nullptr && format->to_scene == nullptr)
            out.emplace_back(format->parts.front().suffix);
    }
    return text::alternatives(out);
}

}  // namespace

void add_replace(Verb& verb, Console& console) {
    auto arguments = std::make_shared<ReplaceArguments>();
    verb.text({.names = "ARCHIVE",
               .help = "a game's archive (" + changeable_endings() + "), or a file that holds several models",
               .required = true},
              arguments->archive);
    verb.text({.names = "ENTRY", .help = "the file inside it", .required = true}, arguments->entry);
    verb.text({.names = "FILE", .help = "the new file; a model of another format is converted", .required = true},
              arguments->file);
    verb.text({.names = "-o,--output", .type = "FILE", .help = "write a changed copy, and leave the archive as it is"},
              arguments->out);
    verb.flag({.names = "-f,--force", .help = "accept a file of another kind, and overwrite an existing copy"},
              arguments->model.force);
    verb.flag({.names = "-n,--dry-run", .help = "print what would be written, and write nothing"}, arguments->dry_run);
    verb.flag({.names = "--fit", .help = "change what does not fit into the format, and say what"},
              arguments->model.fit);
    add_search_argument(verb, arguments->model.search);
    add_scene_arguments(verb, arguments->model.scene);
    add_fail_on(verb, arguments->fail_on);
    verb.flag({.names = "-v,--verbose", .help = "print all details"}, arguments->verbose);
    verb.footer(
        "Examples:\n"
        "  thaw replace datafile.sdf PLAYER.DDD new/PLAYER.DDD\n"
        "  thaw replace datafile.sdf RAT.DDD edited.glb         (changes only what was edited, images included)\n"
        "  thaw replace datafile.sdf RAT.PCX painted.png        (converted to PCX)\n"
        "  thaw replace bigfile.big 0245_racers_hi_coco.ctr kart.ctr -o changed.big\n"
        "\n"
        "A model of another format, usually glTF, is converted with the existing one as --base (see thaw convert).\n"
        "Every other file keeps its place and its bytes. The archive is replaced as a whole or not at all.");
    verb.run([&console, arguments] { return Replace(console, *arguments).run(); });
}

}  // namespace thaw::cli
