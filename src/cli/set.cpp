// thaw set: other values for fields of a model. Everything else stays as it is, byte for byte.
#include <algorithm>
#include <memory>

#include <thaw/fields.hpp>
#include <thaw/info.hpp>

#include "base/json_tree.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/interrupt.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

struct SetArguments {
    ModelArguments models{};
    std::string file{};
    std::vector<std::string> values{};
    std::string out{};
    std::string part{};
    FailOn fail_on{};
    bool raw = false;
    bool force = false;
    bool dry_run = false;
    bool json = false;
};

class Set {
public:
    Set(Console& console, const SetArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    Status set();
    Result<std::vector<FieldValue>> values() const;
    Result<std::vector<io::OutputFile>> outputs(const Model& before, const Model& after) const;
    Result<std::string> path_for(const Format& format, const Part& part, std::size_t changed) const;
    Status write(const std::vector<io::OutputFile>& files, const io::Opened& opened);
    void report(const Model& before, const Model& after, const std::vector<io::OutputFile>& files);
    static Result<Issues> new_findings(const Model& before, const Model& after);
    bool to_standard_output() const { return arguments_.out == "-"; }

    Console& console_;
    const SetArguments& arguments_;
    io::System system_;
    Tally tally_;
};

int Set::run() {
    io::watch_signals(io::OnSignal::end);
    const auto status = set();
    if (status) return tally_.exit_code();
    const Code code = status.error().code;
    const bool is_usage = code == Code::bad_value || code == Code::missing_part || code == Code::bad_index;
    if (is_usage || code == Code::unrepresentable) {
        console_.error("{}", to_string(status.error()));
        return is_usage ? exit_usage : exit_findings;
    }
    report_failure(console_, tally_, arguments_.file, status.error());
    return tally_.exit_code();
}

Status Set::set() {
    const auto wanted = values();
    if (!wanted) return wanted.error();
    auto opened = open_model(arguments_.file, arguments_.models);
    if (!opened) {
        report_failure(console_, tally_, arguments_.file, opened.error());
        return Done{};
    }
    auto made = set_fields(opened->model, *wanted, {.raw = arguments_.raw});
    if (!made) return made.error();
    const auto files = outputs(opened->model, *made);
    if (!files) return files.error();
    if (auto status = write(*files, *opened); !status) return status.error();
    report(opened->model, *made, *files);
    return Done{};
}

// What a dump prints between quotes.
std::string unquoted(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        if (text.starts_with("\\x") && text.size() >= 4) {
            if (const auto code = text::whole_integer<u8>(text.substr(2, 2), 16);
                code && (*code < 0x20 || *code == 0x7F)) {
                out += static_cast<char>(*code);
                text.remove_prefix(4);
                continue;
            }
        }
        const auto end = text.starts_with("\\u{") ? text.find('}') : std::string_view::npos;
        const auto point =
            end == std::string_view::npos ? std::nullopt : text::whole_integer<u32>(text.substr(3, end - 3), 16);
        if (point && *point <= 0x10FFFF) {
            text::append_point(out, *point);
            text.remove_prefix(end + 1);
            continue;
        }
        out += text.front();
        text.remove_prefix(1);
    }
    return out;
}

// Texts between quotes as a dump prints them, lists and objects as in JSON; all else as it is.
json::Value value_of_word(std::string_view word) {
    if (word.size() >= 2 && word.starts_with('"') && word.ends_with('"')) {
        return unquoted(word.substr(1, word.size() - 2));
    }
    if (word.starts_with('[') || word.starts_with('{')) {
        if (const auto tree = json::Tree::parse(word)) return tree->root().value();
    }
    return word;
}

Result<std::vector<FieldValue>> Set::values() const {
    std::vector<FieldValue> out;
    for (const std::string& word : arguments_.values) {
        const auto equals = word.find('=');
        if (equals == std::string::npos || equals == 0) {
            return Error{Code::bad_value, "'" + text::printable(word) + "' sets nothing; write PATH=VALUE"};
        }
        out.push_back(
            {word.substr(0, equals), value_of_word(std::string_view(word).substr(equals + 1)), arguments_.part});
    }
    return out;
}

bool is_folder(const std::string& path, io::Folders& folders) {
    const auto kind = folders.kind_of(path);
    return path.ends_with('/') || (kind && *kind == io::EntryKind::folder);
}

// Where a file goes that changed.
Result<std::string> Set::path_for(const Format& format, const Part& part, std::size_t changed) const {
    io::Folders folders;
    const std::string& out = arguments_.out;
    if (is_folder(out, folders)) return io::join(out, std::string(io::name_of(part.name)));
    if (format.parts.size() > 1) {
        std::string_view ending;
        for (const PartRole& role : format.parts) {
            if (role.role == part.role) ending = role.suffix;
        }
        for (const PartRole& role : format.parts) {
            if (text::ends_with_ignoring_case(out, role.suffix)) {
                return out.substr(0, out.size() - role.suffix.size()) + std::string(ending);
            }
        }
    }
    if (changed == 1) return out;
    return Error{Code::bad_value, std::to_string(changed) +
                                      " files change; -o has to be a folder, or a name that ends with " +
                                      std::string(format.parts.front().suffix)};
}

// Formats may have endings in common.
bool has_ending_of(const Format& format, const std::string& path) {
    const auto ends = [&](std::string_view ending) { return text::ends_with_ignoring_case(path, ending); };
    return std::any_of(format.extensions.begin(), format.extensions.end(), ends) ||
           std::any_of(format.parts.begin(), format.parts.end(),
                       [&](const PartRole& role) { return ends(role.suffix); });
}

// The files that changed; the first one if none did.
Result<std::vector<io::OutputFile>> Set::outputs(const Model& before, const Model& after) const {
    const Format& format = *after.format;
    const NamedFile named = find_by_file_name(arguments_.out);
    if (named.format != nullptr && named.format != &format && !has_ending_of(format, arguments_.out)) {
        return Error{Code::bad_value, "-o " + text::printable(arguments_.out) + " is the name of a " +
                                          std::string(named.format->title) + "; thaw convert writes those"};
    }
    std::vector<const Part*> changed;
    const Part* first = nullptr;
    for (std::size_t i = 0; i < after.bundle.parts.size(); ++i) {
        const Part& part = after.bundle.parts[i];
        if (!is_own(format, part.role)) continue;
        if (first == nullptr) first = &part;
        if (part.bytes != before.bundle.parts[i].bytes) changed.push_back(&part);
    }
    if (changed.empty() && first != nullptr) changed.push_back(first);
    std::vector<io::OutputFile> out;
    for (const Part* part : changed) {
        auto path = to_standard_output() ? Result<std::string>("-") : path_for(format, *part, changed.size());
        if (!path) return path.error();
        out.push_back({std::move(*path), part->bytes});
    }
    if (to_standard_output() && out.size() > 1) {
        return Error{Code::bad_value, std::to_string(out.size()) + " files change; standard output takes one"};
    }
    return out;
}

Status Set::write(const std::vector<io::OutputFile>& files, const io::Opened& opened) {
    const io::InputFiles inputs(opened.files.begin(), opened.files.end());
    const io::OutputOptions options{.force = arguments_.force, .durable = true, .inputs = &inputs};
    if (to_standard_output()) {
        console_.keep_output_for_data();
        if (!arguments_.dry_run) console_.write(files.front().bytes.bytes());
        return Done{};
    }
    if (arguments_.dry_run) return io::check_targets(files, options, system_);
    for (const io::OutputFile& file : files) {
        if (auto status = io::make_folders(std::string(io::folder_of(file.path)), system_); !status) return status;
    }
    return io::write_files(files, options, system_);
}

// Those that the model did not have before.
Result<Issues> Set::new_findings(const Model& before, const Model& after) {
    const auto old = check(before);
    auto now = check(after);
    if (!old || !now) return now;
    Issues out;
    for (Issue& issue : now->list()) {
        const bool is_known = std::any_of(old->list().begin(), old->list().end(), [&](const Issue& known) {
            return known.kind == issue.kind && known.path == issue.path && message_of(known) == message_of(issue);
        });
        if (!is_known) out.add(std::move(issue));
    }
    return out;
}

void Set::report(const Model& before, const Model& after, const std::vector<io::OutputFile>& files) {
    constexpr u64 most_shown = 100;
    const auto found = diff(before, after, {.most = arguments_.json ? ~u64{0} : most_shown});
    const auto issues = new_findings(before, after);
    if (!found || !issues) {
        return report_failure(console_, tally_, arguments_.file, found ? issues.error() : found.error());
    }
    tally_.add(*issues);
    tally_.failed = arguments_.fail_on.reached_by(*issues);
    if (arguments_.json) {
        json::Array names;
        for (const io::OutputFile& file : files) names.emplace_back(file.path);
        const json::Value changes = diff_json(*found);
        json::Value out;
        out.set("version", 1).set("file", arguments_.file).set("format", after.format->id);
        out.set("written", arguments_.dry_run ? json::Array{} : std::move(names));
        for (const char* key : {"equal", "changes", "dropped"}) out.set(key, *changes.find(key));
        const json::Value of_issues = to_json(*issues);
        out.set("issues", *of_issues.find("issues"));
        console_.line("{}", json::to_text(out));
        return;
    }
    std::string names;
    for (const io::OutputFile& file : files) names += (names.empty() ? "" : ", ") + text::printable(file.path);
    const u64 changes = found->changes.size() + found->dropped;
    console_.line("{}{}: {}", arguments_.dry_run ? "would write " : "",
                  to_standard_output() ? "standard output" : names,
                  changes == 0 ? "nothing changed" : text::plural(changes, "change"));
    print_changes(console_, *found, after.bundle);
    print_issues(console_, after, *issues, arguments_.models.verbose);
}

}  // namespace

void add_set(Verb& verb, Console& console) {
    auto arguments = std::make_shared<SetArguments>();
    verb.text({.names = "FILE", .help = "a model: a file, or one inside an archive", .required = true},
              arguments->file);
    verb.texts({.names = "PATH=VALUE", .help = "a field as thaw dump prints it, and its new value", .required = true},
               arguments->values);
    verb.text({.names = "-o,--output",
               .type = "OUT",
               .help = "write the changed file here, or into this folder; - is standard output",
               .required = true},
              arguments->out);
    verb.text(
        {.names = "--part", .type = "ROLE", .help = "the file of the model that has the fields, for example aniv"},
        arguments->part);
    verb.flag({.names = "--raw", .help = "set fields even if the rest of the file is then read differently"},
              arguments->raw);
    add_fail_on(verb, arguments->fail_on);
    verb.flag({.names = "-f,--force", .help = "overwrite an existing file"}, arguments->force);
    verb.flag({.names = "-n,--dry-run", .help = "print what would be changed, and write nothing"}, arguments->dry_run);
    verb.flag({.names = "--json", .help = "print JSON"}, arguments->json);
    add_search_argument(verb, arguments->models.search);
    verb.flag({.names = "-v,--verbose", .help = "print all details"}, arguments->models.verbose);
    verb.footer(
        "Examples:\n"
        "  thaw set rat.ddd scaling=200 -o big.ddd\n"
        "  thaw set rat.ddd 'bases[0].bones[3].id=SADDLE' 'bases[0].vertices[7].position=1 -2 3' -o new.ddd\n"
        "  thaw set fish_d.3d 'polys[0].flags=0x0b' 'frames[2].vertices[5].x=-12' -o changed/\n"
        "  thaw set lamp.ctc 'textures[0].name=\"glow.tga\"' -o lamp2.ctc\n"
        "\n"
        "Values are written as thaw dump prints them: 12, 0x1f, -0.5, nan, WALK, \"a text\", 00 7f ff for bytes,\n"
        "'shiny, anime' for the flags that are set, '1 2 3' for an array, x=1 for a part of it. Only the bits of the\n"
        "fields change; files that are packed are packed again. A value that would change how the rest is read, like "
        "a\n"
        "count, is refused (exit code 1). Of a model of several files those that changed are written.");
    verb.run([&console, arguments] { return Set(console, *arguments).run(); });
}

}  // namespace thaw::cli
