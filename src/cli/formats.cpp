// thaw formats: what Thaw knows, and every finding it can make.
#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"
#include "containers/containers.hpp"
#include "convert/export.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/level_issues.hpp"
#include "library/abilities.hpp"

#include <thaw/info.hpp>
#include <thaw/obj.hpp>

namespace thaw::cli {

namespace {

constexpr std::size_t id_width = 10;

struct FormatsArguments {
    bool json = false;
    bool markdown = false;
    bool issues = false;
    std::string id{};  // of one format; empty for all
};

std::string joined(std::span<const std::string_view> words, std::string_view between = ", ") {
    std::string out;
    for (const std::string_view word : words) {
        if (!out.empty()) out += between;
        out += word;
    }
    return out;
}

// What the model's files are called.
std::string file_words(const Format& format) {
    std::string out;
    for (const PartRole& part : format.parts) {
        if (!out.empty()) out += " + ";
        out += "*" + std::string(part.suffix);
    }
    return out;
}

constexpr const char* ability_help =
    "read   explain, check and dump it; models in it too     render   draw it\n"
    "write  byte for byte, or in another variant             list     and extract the files in it\n"
    "build  from glTF, or from a model of another format     replace  a file in it\n"
    "                                                        pack     a folder into a new one\n";

// A container that no game owns can only be looked into.
bool container_has(std::string_view ability) { return ability == "read" || ability == "list"; }

void print_row(Console& console, std::string_view id, const auto& has, std::string_view title) {
    std::string line = console.paint(Paint::bold, id, id_width);
    for (const Ability& ability : all_abilities) {
        const std::size_t width = std::string_view(ability.word).size() + 2;
        line += has(ability) ? console.paint(Paint::green, "yes", width) : console.paint(Paint::dim, "-", width);
    }
    console.line("{}{}", line, title);
}

void print_abilities(Console& console) {
    std::string heading = console.paint(Paint::dim, "", id_width);
    for (const Ability& ability : all_abilities) heading += std::string(ability.word) + "  ";
    console.line("{}", heading.substr(0, heading.find_last_not_of(' ') + 1));
    for (const Format* format : formats()) {
        print_row(console, format->id, [&](const Ability& ability) { return ability.has(*format); }, format->title);
    }
    for (const containers::KnownKind& kind : containers::known_kinds()) {
        print_row(console, kind.id, [](const Ability& ability) { return container_has(ability.word); }, kind.title);
    }
    console.line("\n{}", ability_help);
}

json::Value container_json(const containers::KnownKind& kind) {
    json::Value out;
    json::Array files;
    for (const std::string_view ending : kind.endings) files.emplace_back("*" + std::string(ending));
    out.set("id", kind.id).set("title", kind.title).set("files", std::move(files));
    json::Array endings;
    for (const std::string_view ending : kind.endings) endings.emplace_back(ending);
    out.set("extensions", std::move(endings));
    json::Value can;
    for (const Ability& ability : all_abilities) can.set(ability.word, container_has(ability.word));
    out.set("abilities", std::move(can));
    return out;
}

void print_format(Console& console, const Format& format) {
    console.line("{}  {}", console.paint(Paint::bold, format.id, 8), format.title);
    console.line("          {} {}", console.paint(Paint::dim, "game", 9), format.game);
    console.line("          {} {}", console.paint(Paint::dim, "files", 9), file_words(format));
    if (!format.variants.empty()) {
        console.line("          {} {}", console.paint(Paint::dim, "variants", 9), joined(format.variants));
    }
}

// The findings of one format, or of what all formats share.
struct Section {
    std::string_view id;
    std::string_view title;
    std::span<const IssueKind* const> kinds;
};

std::vector<const IssueKind*> sorted_kinds(const Section& section) {
    std::vector<const IssueKind*> kinds(section.kinds.begin(), section.kinds.end());
    std::sort(kinds.begin(), kinds.end(), [](const IssueKind* a, const IssueKind* b) { return a->code < b->code; });
    return kinds;
}

void print_issue_text(Console& console, const Section& section) {
    if (section.kinds.empty()) return;
    console.line("{}", console.paint(Paint::bold, section.id));
    for (const IssueKind* kind : sorted_kinds(section)) {
        console.line("  {}  {}", console.paint(paint_of(kind->severity), severity_name(kind->severity), 7), kind->code);
        console.line("           {}", kind->text);
    }
}

void print_issue_json(Console& console, const Section& section) {
    for (const IssueKind* kind : sorted_kinds(section)) {
        json::Value out;
        out.set("format", section.id).set("code", kind->code).set("severity", severity_name(kind->severity));
        out.set("message", kind->message.text()).set("text", kind->text);
        console.line("{}", json::to_text(out));
    }
}

void print_issue_markdown(Console& console, const Section& section) {
    if (section.kinds.empty()) return;
    console.line("\n## {} (`{}`)\n\n| code | severity | message | meaning |\n|---|---|---|---|", section.title,
                 section.id);
    for (const IssueKind* kind : sorted_kinds(section)) {
        console.line("| `{}` | {} | {} | {} |", kind->code, severity_name(kind->severity), kind->message.text(),
                     kind->text);
    }
}

int run(Console& console, const FormatsArguments& arguments) {
    const bool issues = arguments.issues;
    if (arguments.markdown) {
        console.line(
            "# Findings\n\nEvery finding has a code that never changes its meaning. An error is something the game or\n"
            "Thaw cannot use as it stands, a warning is something to look at, an info is worth knowing. This page is\n"
            "made by `thaw formats --issues --markdown`; a test fails when it is stale.\n\n"
            "In a message `{{expected}}`, `{{found}}` and `{{path}}` stand for values of the finding, and a part in\n"
            "brackets is left out where its value is missing. Where a code covers several cases, some have a message\n"
            "of their own.");
    }
    const auto print = [&](const Section& section) {
        if (arguments.markdown) return print_issue_markdown(console, section);
        arguments.json ? print_issue_json(console, section) : print_issue_text(console, section);
    };
    const bool listed = !arguments.markdown && !issues;
    if (listed && !arguments.json) print_abilities(console);
    for (const Format* format : formats()) {
        if (!arguments.id.empty() && format->id != arguments.id) continue;
        if (arguments.markdown || issues) {
            print({format->id, format->title, format->issue_kinds});
        } else if (arguments.json) {
            console.line("{}", json::to_text(to_json(*format)));
        } else {
            print_format(console, *format);
        }
    }
    for (const containers::KnownKind& kind : containers::known_kinds()) {
        if (listed && arguments.json) console.line("{}", json::to_text(container_json(kind)));
    }
    if (issues && arguments.id.empty()) {
        constexpr std::array image_kinds{&issue::texture_unreadable, &issue::levels_together};
        constexpr std::array obj_kinds{&issue::obj_not_kept};
        print({"images", "The images of any format", image_kinds});
        print({"obj", "Models written as OBJ", obj_kinds});
        print({"build", "Building any format", build_issue_kinds()});
    }
    return exit_clean;
}

std::string check_id(const std::string& id) {
    if (id.empty() || find_format(id) != nullptr) return {};
    return "there is no format " + id;
}

}  // namespace

void add_formats(Verb& verb, Console& console) {
    auto arguments = std::make_shared<FormatsArguments>();
    verb.flag({.names = "--json", .help = "print one JSON object per line"}, arguments->json);
    verb.text_or_nothing({.names = "--issues",
                          .type = "[FORMAT]",
                          .help = "list every finding, of one format or of all",
                          .check = check_id},
                         arguments->issues, arguments->id);
    verb.flag({.names = "--markdown", .help = "print --issues as a Markdown page", .needs = "--issues"},
              arguments->markdown);
    verb.footer(
        "Examples:\n"
        "  thaw formats\n"
        "  thaw formats --issues unreal");
    verb.run([&console, arguments] { return run(console, *arguments); });
}

}  // namespace thaw::cli
