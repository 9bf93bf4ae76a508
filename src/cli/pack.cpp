// thaw pack: an archive of a game from a folder of files.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/report_file.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/files.hpp"
#include "io/folders.hpp"
#include "io/interrupt.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

std::vector<const Format*> packable() {
    std::vector<const Format*> out;
    for (const Format* format : formats()) {
        if (format->build_archive != nullptr) out.push_back(format);
    }
    return out;
}

// ".dat, .big or .sdf"
std::string packable_endings() {
    std::vector<std::string> endings;
    for (const Format* format : packable()) endings.emplace_back(format->parts.front().suffix);
    return text::alternatives(endings);
}

std::string pack_examples() {
    std::string out;
    for (const Format* format : packable()) {
        out += fmt::format("  thaw pack {:<30} {}: {}\n", format->pack_example, format->title, format->pack_advice);
    }
    return out;
}

struct PackArguments {
    std::string folder{};
    std::string out{};
    std::string format{};
    bool force = false;
    bool dry_run = false;
    bool add = false;
};

class Pack {
public:
    Pack(Console& console, const PackArguments& arguments) : console_(console), arguments_(arguments) {}

    int run() {
        io::watch_signals(io::OnSignal::end);
        if (auto status = pack(); !status) report_failure(console_, tally_, arguments_.folder, status.error());
        return tally_.exit_code();
    }

private:
    Status pack();
    const Format* target() const;
    bool is_side_file(const std::string& path, const std::string& name) const;
    void report_side_files();
    Result<Model> make(const Format& format);
    Result<Model> add_to_archive(const Format& format);
    void report_names(const Model& made);
    Status collect(const std::string& folder, const std::string& below);
    Status add(const std::string& path, const std::string& name);

    Console& console_;
    const PackArguments& arguments_;
    Tally tally_;
    io::System system_;
    io::Folders folders_;
    std::vector<ArchiveFile> files_;
    io::InputFiles inputs_;
    std::vector<std::string> own_files_;  // what Thaw itself put there
};

Status Pack::pack() {
    const Format* format = target();
    if (format == nullptr) {
        console_.error("{}: the extension must be {}, or use --to FORMAT", text::printable(arguments_.out),
                       packable_endings());
        ++tally_.usage_errors;
        return Done{};
    }
    if (auto status = collect(arguments_.folder + (arguments_.folder.ends_with('/') ? "" : "/"), {}); !status) {
        return status;
    }
    report_side_files();
    if (files_.empty()) {
        console_.error("{}: no files there", text::printable(arguments_.folder));
        tally_.nothing_found = true;
        return Done{};
    }
    u64 bytes = 0;
    for (const ArchiveFile& file : files_) bytes += file.bytes.size();
    const auto made = make(*format);
    if (!made) return made.error();
    const auto written = write(*made);
    if (!written) return written.error();
    report_names(*made);
    const std::vector<io::OutputFile> out{{arguments_.out, written->parts.front().bytes}};
    const io::OutputOptions options{.force = arguments_.force || arguments_.add, .inputs = &inputs_};
    if (!arguments_.dry_run) {
        if (auto status = io::make_folders(std::string(io::folder_of(arguments_.out)), system_); !status) return status;
    }
    if (auto status =
            arguments_.dry_run ? io::check_targets(out, options, system_) : io::write_files(out, options, system_);
        !status) {
        return status;
    }
    tally_.clean += 1;
    console_.line("{}{}: {}, {}{} of {}, {}", arguments_.dry_run ? "would write " : "", text::printable(arguments_.out),
                  format->title, arguments_.add ? "added " : "", text::plural(files_.size(), "file"), size_words(bytes),
                  size_words(out.front().bytes.size()));
    return Done{};
}

Result<Model> Pack::make(const Format& format) {
    if (arguments_.add) return add_to_archive(format);
    auto document = format.build_archive(files_);
    if (!document) return document.error();
    return Model{&format, {}, std::move(*document)};
}

Result<Model> Pack::add_to_archive(const Format& format) {
    if (format.add_entry == nullptr)
        return Error{Code::unsupported, "--add: " + std::string(format.title) + " cannot grow"};
    auto file = folders_.load(arguments_.out);
    if (!file) return file.error();
    const std::string role(format.parts.front().role);
    auto archive = read(format, {{{role, arguments_.out, std::move(file->bytes)}}});
    if (!archive) return archive;
    for (const ArchiveFile& one : files_) {
        if (auto status = format.add_entry(*archive->document, one); !status) return status.error();
    }
    return archive;
}

// Names that do not fit into the archive's index were changed.
void Pack::report_names(const Model& made) {
    constexpr std::size_t listed = 5;
    const auto entries = made.format->entries(*made.document, {});
    if (!entries || entries->size() < files_.size()) return;
    const std::size_t first = entries->size() - files_.size();
    std::string words;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::string& name = (*entries)[first + i].name;
        // An archive may have no names, or an order of its own.
        if (name.size() >= files_[i].name.size() || text::equal_ignoring_case(name, files_[i].name)) continue;
        if (name.empty() || !text::equal_ignoring_case(name.substr(0, 1), files_[i].name.substr(0, 1))) continue;
        if (changed++ < listed) {
            words += (words.empty() ? "" : ", ") + text::printable(files_[i].name) + " is " + text::printable(name);
        }
    }
    if (changed > listed) words += fmt::format(" and {} more", changed - listed);
    if (changed > 0) console_.note("{} cut to fit the archive: {}", text::plural(changed, "name"), words);
}

// As asked for, or by how the output's name ends.
const Format* Pack::target() const {
    if (!arguments_.format.empty()) return find_format(arguments_.format);
    for (const Format* format : packable()) {
        if (text::ends_with_ignoring_case(arguments_.out, format->parts.front().suffix)) return format;
    }
    return nullptr;
}

// Sorted by name, so that the same files always give the same archive. Links to folders are not followed.
Status Pack::collect(const std::string& folder, const std::string& below) {
    const auto entries = folders_.try_list(folder);
    if (!entries) return entries.error();
    for (const io::Entry& entry : **entries) {
        if (entry.name.starts_with('.')) continue;  // .thaw_done and .thaw-* among them
        const std::string path = io::join(folder, entry.name);
        const std::string name = io::join(below, entry.name);
        const auto kind = entry.kind == io::EntryKind::link ? folders_.kind_of(path) : entry.kind;
        Status status = Done{};
        if (entry.kind == io::EntryKind::folder) {
            status = collect(path + '/', name);
        } else if (kind && *kind == io::EntryKind::file) {
            status = add(path, name);
        } else {
            status = Error{Code::io, "is neither a file nor a folder", path};
        }
        if (!status) return status;
    }
    return Done{};
}

// What Thaw leaves in a folder for itself, which no game ever reads: reports, and the lists of textures that go with a
// model where its format does not name them.
bool Pack::is_side_file(const std::string& path, const std::string& name) const {
    constexpr std::size_t head_bytes = 64;
    const bool listed = std::any_of(formats().begin(), formats().end(), [&](const Format* format) {
        return !format->side_file_ending.empty() && text::ends_with_ignoring_case(name, format->side_file_ending);
    });
    return listed || is_report(text::view_as_text(io::read_head(path, head_bytes)));
}

void Pack::report_side_files() {
    if (own_files_.empty()) return;
    const std::string others = own_files_.size() == 1 ? "" : fmt::format(" and {} more", own_files_.size() - 1);
    console_.note("skipped {}{}: Thaw's own, not the game's", text::printable(own_files_.front()), others);
}

Status Pack::add(const std::string& path, const std::string& name) {
    if (is_side_file(path, name)) {
        own_files_.push_back(path);
        return Done{};
    }
    auto file = folders_.load(path);
    if (!file) return file.error();
    if (const auto id = folders_.file_of(path)) inputs_.insert(*id);
    files_.push_back({name, std::move(file->bytes)});
    return Done{};
}

}  // namespace

void add_pack(Verb& verb, Console& console) {
    auto arguments = std::make_shared<PackArguments>();
    verb.text({.names = "FOLDER",
               .help = "the folder to pack, with all folders below it; or another archive",
               .required = true},
              arguments->folder);
    verb.text(
        {.names = "-o,--output", .type = "FILE", .help = "write this archive: " + packable_endings(), .required = true},
        arguments->out);
    std::vector<std::string> ids;
    for (const Format* format : packable()) ids.emplace_back(format->id);
    verb.text({.names = "--to",
               .type = "FORMAT",
               .help = "archive format, whatever the output's extension: " + text::alternatives(ids),
               .check = one_of(ids)},
              arguments->format);
    verb.flag({.names = "--add",
               .help = "keep what is in the archive OUT, and add these files or put them in place of its own"},
              arguments->add);
    verb.flag({.names = "-f,--force", .help = "overwrite an existing archive"}, arguments->force);
    verb.flag({.names = "-n,--dry-run", .help = "print what would be written, and write nothing"}, arguments->dry_run);
    verb.footer(
        "Examples:\n" + pack_examples() +
        "\n"
        "Files are packed in the order of their names, so the same folder always gives the same archive. Files whose\n"
        "names begin with a dot, and Thaw's own (reports, NAME.textures.json), are skipped. What thaw extract wrote "
        "can\n"
        "be packed again. To change one file of an archive and keep all others in place, use thaw replace.");
    verb.run([&console, arguments] { return Pack(console, *arguments).run(); });
}

}  // namespace thaw::cli
