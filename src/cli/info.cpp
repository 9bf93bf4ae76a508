// thaw info: what a person wants to know of a model first.
#include <algorithm>
#include <map>
#include <memory>

#include <thaw/info.hpp>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t clips_shown = 12;
constexpr std::size_t materials_shown = 8;

struct InfoArguments {
    ModelArguments models{};
    bool json = false;
    // By format: whether its text is to be printed, and nothing else.
    std::map<const Format*, bool> texts{};
};

class Info {
public:
    Info(Console& console, const InfoArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    // What one model's output is made of.
    struct View {
        const io::Opened& opened;
        const Summary& summary;
        const Issues& issues;
        std::string file;  // printable
    };

    void show(io::Opened& opened);
    bool show_text(io::Opened& opened);
    void show_error(const std::string& path, const Error& error);
    void print_whole(const View& view);
    void print_compact(const View& view);
    void print_clips(const View& view);
    void print_materials(const View& view);
    void print_companions(const View& view);
    void print_next(const View& view);
    void row(std::string_view label, std::string_view text);
    void more(std::size_t total, std::size_t shown);
    bool verbose() const { return arguments_.models.verbose; }

    Console& console_;
    const InfoArguments& arguments_;
    Tally tally_;
    bool several_ = false;
};

std::string kind_words(const Model& model, const Summary& summary) {
    std::string out(model.format->title);
    if (!summary.variant.empty() && summary.variant != model.format->id) out += ", " + summary.variant;
    return out;
}

std::string totals_words(const Totals& totals) {
    std::string out;
    const auto add = [&](u64 n, std::string_view one, bool always) {
        if (n > 0 || always) out += (out.empty() ? "" : ", ") + count_words(n, one);
    };
    add(totals.meshes, "mesh", totals.meshes > 1);
    if (totals.meshes == 1) out.clear();  // one is what anybody expects
    add(totals.vertices, "vertex", true);
    add(totals.triangles, "triangle", true);
    add(totals.bones, "bone", false);
    add(totals.morphs, "morph", false);
    add(totals.frames, "frame", false);
    return out;
}

bool is_mere_archive(const Format& format) { return format.entries != nullptr && format.to_scene == nullptr; }

// What there is in it. An archive has no shape; what it holds is its first remark.
std::string content_words(const Model& model, const Summary& summary) {
    if (!is_mere_archive(*model.format)) return totals_words(summary.totals);
    return summary.remarks.empty() ? std::string() : text::printable(summary.remarks.front());
}

std::string_view stem_of(std::string_view name) { return name.substr(0, name.rfind('.')); }

// Was a file looked for that this texture name may mean, and was it there?
const Companion* companion_of(const io::Opened& opened, std::string_view texture) {
    const std::string_view file = io::name_of(texture), last = file.substr(file.rfind('.') + 1);
    const Companion* alike = nullptr;
    for (const Companion& companion : opened.companions) {
        if (text::equal_ignoring_case(companion.name, texture)) return &companion;
        const std::string_view name = io::name_of(companion.name), stem = stem_of(name);
        // "Package.Name" is found as a file Name, and is not a missing "Package.Other".
        const bool same =
            text::equal_ignoring_case(stem, stem_of(file)) && (companion.found || last == file || name.ends_with(last));
        const bool same_object = companion.found && text::equal_ignoring_case(stem, last);
        if (alike == nullptr && (same || same_object)) alike = &companion;
    }
    return alike;
}

int Info::run() {
    visit_models(console_, arguments_.models, tally_,
                 {.opened = [&](const io::Input&, io::Opened& opened) { show(opened); },
                  .refused = [&](const io::Input& input, const io::Refused& r) { show_error(input.path, r.error); },
                  .start =
                      [&](const io::Inputs& inputs) {
                          several_ = inputs.models.size() + inputs.errors.size() > 1;
                          return true;
                      },
                  .reports_missing = true});
    if (several_ && !arguments_.json) {
        const u64 lost = tally_.refused + tally_.file_system_errors;
        console_.line("{}{}", text::plural(tally_.models(), "model"),
                      lost == 0 ? "" : fmt::format(", {} of them unreadable", lost));
    }
    return tally_.exit_code();
}

// False if no text was asked for.
bool Info::show_text(io::Opened& opened) {
    const bool any =
        std::any_of(arguments_.texts.begin(), arguments_.texts.end(), [](auto& one) { return one.second; });
    if (!any) return false;
    const Format& format = *opened.model.format;
    const auto wanted = arguments_.texts.find(&format);
    const std::string& file = opened.model.bundle.parts.front().name;
    if (wanted == arguments_.texts.end() || !wanted->second) {
        report_failure(
            console_, tally_, file,
            Error{Code::unsupported, "there is no such text in a file of its format, " + std::string(format.title)});
        return true;
    }
    const auto text = format.text_of(opened.model);
    if (!text) {
        report_failure(console_, tally_, file, text.error());
        return true;
    }
    tally_.add(Issues());
    console_.write(text->bytes());
    return true;
}

void Info::show(io::Opened& opened) {
    if (show_text(opened)) return;
    const auto known = thaw::info(opened);
    const std::string& file = opened.model.bundle.parts.front().name;
    if (!known) {
        console_.error("{}: {}", text::printable(file), to_string(known.error()));
        tally_.add(known.error());
        show_error(file, known.error());
        return;
    }
    tally_.add(known->issues);
    if (arguments_.json) return console_.line("{}", json::to_text(to_json(*known)));
    const View view{opened, *known, known->issues, text::printable(file)};
    several_ && !verbose() ? print_compact(view) : print_whole(view);
}

// A reader of the lines gets one for every model, also for those that are none.
void Info::show_error(const std::string& path, const Error& error) {
    if (!arguments_.json) return;
    json::Value out;
    out.set("file", path).set("error", to_json(error));
    console_.line("{}", json::to_text(out));
}

void Info::row(std::string_view label, std::string_view text) {
    console_.line("  {}  {}", console_.paint(Paint::dim, label, 9), text);
}

void Info::more(std::size_t total, std::size_t shown) {
    if (total > shown) row("", fmt::format("and {} more (-v shows them)", total - shown));
}

void Info::print_whole(const View& view) {
    const Summary& summary = view.summary;
    console_.line("{}", console_.paint(Paint::bold, view.file));
    row("format", fmt::format("{} ({})", kind_words(view.opened.model, summary), view.opened.model.format->game));
    row("size",
        fmt::format("{}, {}", size_words(own_bytes(view.opened.model)), content_words(view.opened.model, summary)));
    if (summary.height_metres) row("height", metres_words(*summary.height_metres));
    print_clips(view);
    print_materials(view);
    print_companions(view);
    for (std::size_t i = is_mere_archive(*view.opened.model.format) ? 1 : 0; i < summary.remarks.size(); ++i) {
        row("note", text::printable(summary.remarks[i]));
    }
    row("findings", tally_words(view.issues));
    print_issues(console_, view.opened.model, view.issues, verbose());
    print_next(view);
}

void Info::print_compact(const View& view) {
    const Summary& summary = view.summary;
    std::string facts = content_words(view.opened.model, summary);
    if (!summary.clips.empty()) facts += ", " + text::plural(summary.clips.size(), "clip");
    if (summary.height_metres) facts += ", " + metres_words(*summary.height_metres);
    console_.line("{}  {}, {}", console_.paint(Paint::bold, view.file), kind_words(view.opened.model, summary),
                  size_words(own_bytes(view.opened.model)));
    console_.line("  {}", facts);
    if (!view.issues.empty()) {
        console_.line("  {}", console_.paint(paint_of(view.issues.worst()), tally_words(view.issues)));
    }
}

void Info::print_clips(const View& view) {
    const auto& clips = view.summary.clips;
    if (clips.empty()) return;
    const std::size_t shown = verbose() ? clips.size() : std::min(clips.size(), clips_shown);
    std::size_t width = 0;
    for (std::size_t i = 0; i < shown; ++i) width = std::max(width, text::printable(clips[i].name).size());
    for (std::size_t i = 0; i < shown; ++i) {
        const ClipSummary& clip = clips[i];
        std::string line =
            fmt::format("{:<{}}  {:>10}", text::printable(clip.name), width, text::plural(clip.frames, "frame"));
        if (clip.fps > 0) {
            line += fmt::format("  {:>6} fps  {:>6} s", number_words(clip.fps), number_words(clip.seconds()));
        }
        row(i == 0 ? "clips" : "", line + (clip.loop ? "" : "  once") + (clip.words.empty() ? "" : "  " + clip.words));
    }
    more(clips.size(), shown);
}

void Info::print_materials(const View& view) {
    const auto& materials = view.summary.materials;
    const std::size_t shown = verbose() ? materials.size() : std::min(materials.size(), materials_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const MaterialSummary& material = materials[i];
        std::string line =
            fmt::format("{}, {}", text::printable(material.name), count_words(material.triangles, "triangle"));
        if (!material.flags.empty()) line += ", " + text::printable(material.flags);
        if (!material.texture.empty()) {
            const Companion* companion = companion_of(view.opened, material.texture);
            line += ", " + text::printable(material.texture);
            if (companion != nullptr) line += companion->found ? " (found)" : " (not found)";
        }
        row(i == 0 ? "materials" : "", line);
    }
    more(materials.size(), shown);
}

void Info::print_companions(const View& view) {
    bool first = true;
    for (const Companion& companion : view.opened.companions) {
        if (is_own(*view.opened.model.format, companion.role) && companion.found && !verbose()) continue;
        row(first ? "companion" : "",
            fmt::format("{} {}", text::printable(companion.name), companion.found ? "(found)" : "(not found)"));
        first = false;
    }
    if (!verbose()) return;
    for (const std::string& root : view.opened.roots) row("searched", text::printable(io::openable(root)));
}

void Info::print_next(const View& view) {
    const bool plain = view.file.find_first_of(" '\"\\$&;()<>|*?`!#~") == std::string::npos;
    const std::string name = plain ? view.file : "'" + view.file + "'";
    if (view.file == "-" || view.file.find('\'') != std::string::npos) return;
    // Remarks were all shown above; the places of warnings are worth a look.
    const bool odd = view.issues.worst() >= Severity::warning;
    row("try", odd ? fmt::format("thaw check -v {}", name) : fmt::format("thaw dump {}", name));
}

}  // namespace

void add_info(Verb& verb, Console& console) {
    auto arguments = std::make_shared<InfoArguments>();
    add_model_arguments(verb, arguments->models);
    verb.flag({.names = "--json", .help = "print one JSON object per model and line"}, arguments->json);
    for (const Format* format : formats()) {
        if (format->text_of == nullptr) continue;
        const std::string names = "--" + std::string(format->text_name), help(format->text_help);
        verb.flag({.names = names.c_str(), .help = help}, arguments->texts[format]);
    }
    verb.footer(
        "Examples:\n"
        "  thaw info rat.ddd\n"
        "  thaw info Models/fish_d.3d --search ../Textures\n"
        "  thaw info --json models/ | head -1\n"
        "  cat rat.ddd | thaw info -");
    verb.run([&console, arguments] { return Info(console, *arguments).run(); });
}

}  // namespace thaw::cli
