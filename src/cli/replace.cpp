// thaw replace: another file in the place of one in an archive. Everything else stays as it is, byte for byte.
#include <memory>

#include "base/text.hpp"
#include "cli/archive_files.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
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
    bool force = false;
    bool dry_run = false;
};

class Replace {
public:
    Replace(Console& console, const ReplaceArguments& arguments) : console_(console), arguments_(arguments) {}

    int run() {
        io::watch_signals(io::OnSignal::end);
        if (auto status = replace(); !status) tell_failure(console_, tally_, arguments_.archive, status.error());
        return tally_.exit_code();
    }

private:
    Status replace();
    Result<Model> open_archive();
    Result<std::size_t> find_entry(const Model& model);
    Error cannot_be_changed();
    Status check_kind(const Blob& before, const Blob& after) const;
    Status write(const Model& model, const Blob& before, const Blob& after);

    Console& console_;
    const ReplaceArguments& arguments_;
    Tally tally_;
    io::System system_;
    io::Folders folders_;
    std::string name_;  // of the entry, as the archive spells it
    std::size_t others_ = 0;
};

Status Replace::replace() {
    auto model = open_archive();
    if (!model) return model.error();
    const auto entry = find_entry(*model);
    if (!entry) return entry.error();
    const auto file = folders_.load(arguments_.file);
    if (!file) return file.error();
    // What cannot be unpacked can still be replaced.
    const auto unpacked = model->format->unpack_entry(*model->document, *entry, {});
    const Blob before = unpacked ? *unpacked : Blob();
    if (auto status = check_kind(before, file->bytes); !status) return status;
    if (auto status = model->format->replace_entry(*model->document, *entry, file->bytes); !status) return status;
    return write(*model, before, file->bytes);
}

Result<Model> Replace::open_archive() {
    auto file = io::read_file(arguments_.archive, {});
    if (!file) return file.error();
    const std::string name(io::name_of(arguments_.archive));
    const auto detection = detect(name, file->bytes);
    if (!detection || detection->format->replace_entry == nullptr) return cannot_be_changed();
    return read(*detection->format, {{{detection->sniffed.role, arguments_.archive, std::move(file->bytes)}}});
}

Error Replace::cannot_be_changed() {
    const auto archive = folders_.archive_at(arguments_.archive);
    if (!archive) return {Code::not_recognised, "is no archive that Thaw knows", arguments_.archive};
    return {Code::unsupported, "a " + (*archive)->facts().kind + " can only be read; thaw extract takes it apart",
            arguments_.archive};
}

Result<std::size_t> Replace::find_entry(const Model& model) {
    auto entries = model.format->entries(*model.document, {});
    if (!entries) return entries.error();
    const io::Archive archive({std::string(model.format->title)}, std::move(*entries), {});
    others_ = archive.entries().size() - 1;
    for (const bool exact : {true, false}) {
        for (std::size_t i = 0; i < archive.entries().size(); ++i) {
            const std::string& path = archive.path_of(i);
            const bool same = exact ? path == arguments_.entry : text::equal_ignoring_case(path, arguments_.entry);
            if (path.empty() || !same) continue;
            name_ = path;
            return i;
        }
    }
    return Error{Code::bad_index,
                 "has no file " + text::printable(arguments_.entry) + "; thaw list " +
                     text::printable(arguments_.archive) + " shows what it has",
                 model.bundle.parts.front().name};
}

// A GLB in the place of a model is a mistake that the game would punish.
Status Replace::check_kind(const Blob& before, const Blob& after) const {
    const std::string was = content_kind(io::name_of(name_), before);
    const std::string is = content_kind(io::name_of(arguments_.file), after);
    if (was.empty() || was == "empty" || was == is || arguments_.force) return Done{};
    return Error{Code::unrepresentable,
                 "is " + (is.empty() ? std::string("of no known kind") : is) + ", but " + text::printable(name_) +
                     " is " + was + "; --force puts it there all the same",
                 arguments_.file};
}

Status Replace::write(const Model& model, const Blob& before, const Blob& after) {
    const auto written = thaw::write(model);
    if (!written) return written.error();
    const bool in_place = arguments_.out.empty();
    const std::vector<io::OutputFile> file{
        {in_place ? arguments_.archive : arguments_.out, written->parts.front().bytes}};
    const bool same = file.front().bytes == model.bundle.parts.front().bytes;
    io::InputFiles inputs;
    for (const std::string& path : {arguments_.archive, arguments_.file}) {
        if (const auto id = folders_.file_of(path)) inputs.insert(*id);
    }
    const io::OutputOptions options{
        .force = in_place || arguments_.force, .durable = true, .inputs = in_place ? nullptr : &inputs};
    if (auto status = arguments_.dry_run || (same && in_place) ? io::check_targets(file, options, system_)
                                                               : io::write_files(file, options, system_);
        !status) {
        return status;
    }
    tally_.clean += 1;
    if (same) {
        console_.line("{}: {} is the same already", text::printable(file.front().path), text::printable(name_));
        return Done{};
    }
    console_.line("{}: {}{} {} -> {} bytes; {} byte-identical", text::printable(file.front().path),
                  arguments_.dry_run ? "would replace " : "", text::printable(name_), before.size(), after.size(),
                  text::plural(others_, "other file"));
    return Done{};
}

}  // namespace

void add_replace(Verb& verb, Console& console) {
    auto arguments = std::make_shared<ReplaceArguments>();
    verb.text({.names = "ARCHIVE", .help = "a .sdf, .dat or .big of a game", .required = true}, arguments->archive);
    verb.text({.names = "ENTRY", .help = "the file in it", .required = true}, arguments->entry);
    verb.text({.names = "FILE", .help = "what comes in its place", .required = true}, arguments->file);
    verb.text({.names = "-o,--output", .type = "FILE", .help = "write a changed copy, leave the archive as it is"},
              arguments->out);
    verb.flag({.names = "-f,--force", .help = "also what is of another kind, and over a copy that is there"},
              arguments->force);
    verb.flag({.names = "-n,--dry-run", .help = "only say what would be written"}, arguments->dry_run);
    verb.footer(
        "Examples:\n"
        "  thaw replace datafile.sdf PLAYER.DDD new/PLAYER.DDD\n"
        "  thaw replace bigfile.big 0000.ctr kart.ctr -o changed.big\n"
        "\n"
        "The order of the files stays, and every other file is byte for byte what it was. The archive is replaced\n"
        "at once or not at all.");
    verb.run([&console, arguments] { return Replace(console, *arguments).run(); });
}

}  // namespace thaw::cli
