// thaw sheet: many models as one image, with their names.
#include <algorithm>
#include <memory>
#include <optional>

#include "base/text.hpp"
#include "cli/image_arguments.hpp"
#include "cli/image_target.hpp"
#include "cli/models.hpp"
#include "cli/option_check.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/scene_files.hpp"
#include "cli/skipped.hpp"
#include "cli/target.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "images/stamp.hpp"
#include "io/interrupt.hpp"
#include "io/path.hpp"
#include "library/drawing.hpp"
#include "render/sheet.hpp"

namespace thaw::cli {

namespace {

constexpr long usual_cell = 160;
constexpr u64 very_many = 1'000'000;  // more cells than a page holds

struct SheetArguments {
    ModelArguments models{};
    SceneArguments scene{};
    ImageArguments image{};
    RenderOptions drawing{};
    std::string out = "sheet.png";
    long cell = usual_cell;
    long columns = 0;
    WorkArguments work{};
};

// What a thread makes of a model.
struct Portrait {
    Pixels image{};
    Rendered about{};
    Totals totals{};
};

struct Framed {
    SheetCell cell{};
    std::string_view format{};
};

class SheetRun {
public:
    SheetRun(Console& console, const SheetArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    using Made = Result<Portrait>;

    std::string complaint() const;
    bool start(const io::Inputs& inputs);
    Made draw(const Model& model) const;
    void add(const io::Opened& opened, Made& made);
    void write_page();
    std::string path_of(u64 page) const;
    void report_rest();
    void fail(const std::string& file, Error error);

    Console& console_;
    const SheetArguments& arguments_;
    RenderOptions drawing_{};
    SheetOptions options_{};
    SheetLayout full_{};  // of a page that has no room left
    Tally tally_{};
    std::vector<Framed> cells_{};  // of the page that is being filled: how many there will be decides its shape
    io::InputFiles read_files_{};
    u64 pages_ = 0;
    Skipped skipped_{};
    u64 without_clip_ = 0;
};

// Ink that can be read on the paper.
Rgba ink_on(const Rgba& paper) {
    const u32 light = 2u * paper.red + 5u * paper.green + paper.blue;
    return light < 8 * 110 ? Rgba{232, 234, 238, 255} : Rgba{34, 36, 40, 255};
}

int SheetRun::run() {
    if (const std::string wrong = complaint(); !wrong.empty()) {
        console_.error("{}", wrong);
        return exit_usage;
    }
    drawing_ = arguments_.image.applied_to(arguments_.drawing, static_cast<u32>(arguments_.cell));
    drawing_.scene = arguments_.scene.options();
    drawing_.any_clip = true;
    options_.cell = static_cast<u32>(arguments_.cell);
    options_.columns = static_cast<u32>(arguments_.columns);
    const auto paper = drawing_.background;
    if (paper[3] != 0) options_.background = {paper[0], paper[1], paper[2], 255};
    options_.ink = ink_on(options_.background);
    full_ = sheet_layout(very_many, options_);
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    models.named = named_models(models);
    OptionCheck options = scene_option_check(arguments_.scene);
    models.archives = io::ArchiveAs::content;
    visit_models(console_, models, tally_,
                 {.refused = [&](const io::Input&, const io::Refused&) { ++skipped_.refused; },
                  .start = [&](const io::Inputs& inputs) { return start(inputs); },
                  .work = [&](const io::Input&, const io::Opened& opened) -> std::shared_ptr<void> {
                      if (opened.model.format->to_scene == nullptr) return nullptr;  // textures among models
                      return std::make_shared<Made>(draw(opened.model));
                  },
                  .worked =
                      [&](const io::Input&, io::Opened& opened, void* made) {
                          if (made == nullptr) {
                              ++tally_.without_shape;
                          } else {
                              add(opened, *static_cast<Made*>(made));
                          }
                      },
                  .jobs = static_cast<unsigned>(arguments_.work.jobs),
                  .read_files = &read_files_,
                  .options = &options});
    if (tally_.interrupted == 0) write_page();
    report_rest();
    expect_shapes(console_, models, tally_);
    return tally_.exit_code();
}

std::string SheetRun::complaint() const {
    if (text::ends_with_ignoring_case(io::name_of(arguments_.out), ".png")) return {};
    return "-o " + text::printable(arguments_.out) + ": the name of a sheet must end with .png";
}

// Many images are drawn before the first page is written, so the target is checked first.
bool SheetRun::start(const io::Inputs& inputs) {
    if (inputs.models.empty()) return true;
    io::watch_signals(inputs.models.size() > 1 ? io::OnSignal::ask : io::OnSignal::end);
    const auto status = check_image(path_of(0), arguments_.work.force, read_files_);
    if (!status) fail({}, status.error());
    return status.ok();
}

SheetRun::Made SheetRun::draw(const Model& model) const {
    const auto summary = summarise(model);
    if (!summary) return summary.error();
    Portrait portrait;
    portrait.totals = summary->totals;
    auto image = draw_still(model, drawing_, portrait.about, {.monitor = &io::signal_monitor()});
    if (!image) return image.error();
    portrait.image = std::move(*image);
    return portrait;
}

void SheetRun::add(const io::Opened& opened, Made& made) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (!made) {
        ++skipped_.refused;
        return fail(file, made.error());
    }
    if (made->about.shows_nothing) {
        ++tally_.without_shape;
        return;
    }
    // Only now is it known that this page is not the last one.
    if (cells_.size() == full_.per_page()) write_page();
    Portrait& portrait = *made;
    const Totals& totals = portrait.totals;
    skipped_.without_triangles += portrait.about.has_triangles ? 0u : 1u;
    without_clip_ += portrait.about.clip_missing ? 1u : 0u;
    std::string detail = totals.triangles > 0 || totals.bones == 0 ? count_words(totals.triangles, "tri")
                                                                   : count_words(totals.bones, "bone");
    if (portrait.about.clips > 0) detail += ", " + count_words(portrait.about.clips, "clip");
    cells_.push_back({{output_stem(opened.model, portrait.about.name), std::move(detail), std::move(portrait.image)},
                      opened.model.format->id});
    tally_.add(portrait.about.issues);
}

void SheetRun::write_page() {
    if (cells_.empty()) return;
    const bool mixed = std::any_of(cells_.begin(), cells_.end(),
                                   [&](const Framed& framed) { return framed.format != cells_.front().format; });
    // A last page that is not full looks like those before it.
    SheetOptions options = options_;
    if (pages_ > 0) options.columns = full_.columns;
    Sheet sheet(cells_.size(), options);
    std::optional<Pixels> page;
    for (Framed& framed : cells_) {
        if (mixed) framed.cell.detail = std::string(framed.format) + ", " + framed.cell.detail;
        page = sheet.add(framed.cell);
        framed.cell.image = {};
    }
    const Blob bytes = stamped_png(*page);
    const std::string path = path_of(pages_++);
    const u64 models = cells_.size();
    cells_.clear();
    if (auto status = write_image(path, bytes, arguments_.work.force, read_files_); !status) {
        return fail(path, status.error());
    }
    console_.line("{}  {}  {}  {} x {}", console_.paint(Paint::bold, text::printable(path)), size_words(bytes.size()),
                  text::plural(models, "model"), page->width, page->height);
}

// sheet.png, sheet_2.png, sheet_3.png
std::string SheetRun::path_of(u64 page) const {
    if (page == 0) return arguments_.out;
    const std::size_t dot = arguments_.out.size() - 4;
    return arguments_.out.substr(0, dot) + '_' + std::to_string(page + 1) + arguments_.out.substr(dot);
}

void SheetRun::report_rest() {
    if (tally_.interrupted != 0) console_.error("{} is not written", text::printable(path_of(pages_)));
    if (without_clip_ > 0) {
        console_.note("{} without a clip {}: default pose drawn instead", text::plural(without_clip_, "model"),
                      text::printable(drawing_.clip));
    }
    skipped_.report(console_, tally_);
    if (pages_ > 0 && tally_.interrupted == 0 && is_ours(path_of(pages_))) {
        console_.note("{} is still there from an earlier run", text::printable(path_of(pages_)));
    }
}

void SheetRun::fail(const std::string& file, Error error) { report_failure(console_, tally_, file, std::move(error)); }

}  // namespace

void add_sheet(Verb& verb, Console& console) {
    auto arguments = std::make_shared<SheetArguments>();
    RenderOptions& drawing = arguments->drawing;
    verb.group("Input");
    add_model_arguments(verb, arguments->models);
    add_together_argument(verb, arguments->models);
    add_parts_argument(verb, arguments->models.parts);
    verb.group("Output");
    verb.text({.names = "-o,--output",
               .type = "OUT.png",
               .help = "write to this file; further pages are OUT_2.png, ... [default: sheet.png]"},
              arguments->out);
    verb.integer({.names = "--cell",
                  .type = "N",
                  .help = "size of each model's square in pixels [default: 160]",
                  .check = number_in(16, 1024)},
                 arguments->cell);
    verb.integer({.names = "--columns",
                  .type = "N",
                  .help = "models per row [default: chosen to look best]",
                  .check = number_in(0, 1000)},
                 arguments->columns);
    verb.text({.names = "--clip",
               .type = "NAME|N",
               .help = "pose models that have this clip by it, or rest for none [default: the first clip]"},
              drawing.clip);
    add_time(verb, drawing.time);
    add_look_arguments(verb, arguments->image);
    add_work_arguments(verb, arguments->work);
    add_scene_arguments(verb, arguments->scene);
    verb.footer(
        "Examples:\n"
        "  thaw sheet models/                                  (writes sheet.png)\n"
        "  thaw sheet models/ -o all.png --cell 96 --columns 20\n"
        "  thaw sheet *.ctc --clip Walk --view left -o walking.png\n"
        "  thaw sheet models/ --style game --background black\n"
        "\n"
        "A page has at most 4096 x 4096 pixels; further models go to OUT_2.png, OUT_3.png and so on.");
    verb.run([&console, arguments] { return SheetRun(console, *arguments).run(); });
}

}  // namespace thaw::cli
