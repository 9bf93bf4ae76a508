// thaw render: a model as an image.
#include <functional>
#include <memory>
#include <optional>

#include <thaw/render.hpp>

#include "base/text.hpp"
#include "cli/default_folder.hpp"
#include "cli/image_arguments.hpp"
#include "cli/image_target.hpp"
#include "cli/models.hpp"
#include "cli/option_check.hpp"
#include "cli/progress.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/terminal_view.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/interrupt.hpp"
#include "library/drawing.hpp"
#include "media/webp.hpp"

namespace thaw::cli {

namespace {

constexpr long most_images = 64;  // side by side
constexpr u32 usual_size = 512;

struct RenderArguments {
    ModelArguments models{};
    SceneArguments scene{};
    ImageArguments image{};
    RenderOptions drawing{};
    std::string out{};
    long filmstrip = 0;
    WorkArguments work{};
    bool terminal = false;
};

// Stops when a signal came, and tells of each frame.
class FrameMonitor final : public Monitor {
public:
    std::function<void(u64 frames)> drawn{};  // may be empty

    bool cancelled() override { return io::signal_monitor().cancelled(); }
    void progress(u64, u64 frames) override {
        if (drawn) drawn(frames);
    }
};

class Render {
public:
    Render(Console& console, const RenderArguments& arguments)
        : console_(console),
          arguments_(arguments),
          drawing_(arguments.image.applied_to(arguments.drawing, usual_size)) {}

    int run();

private:
    using Drawn = Result<Rendered>;

    bool start(const io::Inputs& inputs);
    bool choose_folders(const io::Inputs& inputs);
    void show_frames(const std::string& name);
    std::string complaint() const;
    void store(const io::Input& input, const io::Opened& opened, Drawn& drawn);
    void report(const io::Opened& opened, const Rendered& drawing, const std::string& path);
    void show(const io::Input& input, const io::Opened& opened);
    void usage(const std::string& message);
    void fail(const std::string& file, Error error);

    Console& console_;
    const RenderArguments& arguments_;
    RenderOptions drawing_;
    ImageTarget target_{};
    Tally tally_{};
    bool several_ = false;
    std::unique_ptr<Progress> frames_{};
    FrameMonitor frames_drawn_{};
    UniqueNames taken_{};
    io::InputFiles read_files_{};
    io::Folders folders_{};
    std::optional<DefaultFolders> default_folders_{};  // where the user named none
};

int Render::run() {
    drawing_.scene = arguments_.scene.options();
    drawing_.filmstrip = static_cast<u32>(arguments_.filmstrip);
    drawing_.webp = media::webp_motion_encoder;
    auto target = parse_image_target(arguments_.out, drawing_.moves() ? ".webp" : ".png");
    if (target) target_ = std::move(*target);
    const std::string wrong = target ? complaint() : target.error().message;
    if (!wrong.empty()) {
        usage(wrong);
        return tally_.exit_code();
    }
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    OptionCheck options = scene_option_check(arguments_.scene);
    models.archives = io::ArchiveAs::content;
    Visitor visitor{.start = [&](const io::Inputs& inputs) { return start(inputs); },
                    .jobs = static_cast<unsigned>(arguments_.work.jobs),
                    .read_files = &read_files_,
                    .options = &options};
    if (arguments_.terminal) {
        visitor.opened = [&](const io::Input& input, io::Opened& opened) { show(input, opened); };
    } else {
        visitor.work = [&](const io::Input& input, const io::Opened& opened) -> std::shared_ptr<void> {
            const bool among_others = several_ || !input.root.empty();
            if (among_others && opened.model.format->to_scene == nullptr) return nullptr;  // textures among models
            return std::make_shared<Drawn>(
                render(opened.model, drawing_, target_.extension, {.monitor = &frames_drawn_}));
        };
        visitor.worked = [&](const io::Input& input, io::Opened& opened, void* outcome) {
            if (outcome == nullptr) {
                ++tally_.without_shape;
            } else {
                store(input, opened, *static_cast<Drawn*>(outcome));
            }
        };
    }
    visit_models(console_, folders_, models, tally_, visitor);
    expect_shapes(console_, models, tally_);
    if (default_folders_ && tally_.opened() > 0 && !default_folders_->names().empty()) {
        console_.remark("written to " + default_folders_->names());
    }
    return tally_.exit_code();
}

// Many images go into a folder of their own.
bool Render::choose_folders(const io::Inputs& inputs) {
    if (!arguments_.out.empty()) return true;
    default_folders_.emplace(inputs, target_.extension.substr(1), folders_);
    if (!default_folders_->nowhere()) return true;
    usage("say where to with -o: every folder is inside the one that is read");
    return false;
}

std::string Render::complaint() const {
    const bool png = target_.extension == ".png";
    if (arguments_.filmstrip > 0 && drawing_.moves())
        return "--filmstrip makes a still image; it cannot be combined with --animate or --turntable";
    const RenderOptions& drawn = arguments_.drawing;
    if (!drawn.animate.empty() && (!drawn.clip.empty() || drawn.time > 0))
        return "--clip and --time say what a still image or a turntable shows; they cannot be combined with --animate";
    if (!drawing_.moves() && !png)
        return "a still image is a .png; --animate CLIP or --turntable makes an animated one";
    if (arguments_.terminal && (drawing_.moves() || !arguments_.out.empty())) {
        return "--terminal shows a still image and writes no file; it cannot be combined with -o, --animate or "
               "--turntable";
    }
    return {};
}

// One model with many frames takes a while too.
void Render::show_frames(const std::string& name) {
    frames_drawn_.drawn = [this, name](u64 frames) {
        if (!frames_) frames_ = std::make_unique<Progress>(console_, frames);
        frames_->finished_one();
        frames_->working_on(name);
    };
}

bool Render::start(const io::Inputs& inputs) {
    several_ = inputs.models.size() > 1;
    if (inputs.models.size() == 1) show_frames(inputs.models[0].path);
    io::watch_signals(several_ ? io::OnSignal::ask : io::OnSignal::end);
    if (arguments_.terminal) return true;
    if (target_.kind == ImageTarget::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; send it to a file or a program, or use --terminal");
        return false;
    }
    if (target_.kind == ImageTarget::Kind::folder) return choose_folders(inputs);
    if (!several_ || !arguments_.models.model.empty()) return true;
    usage(
        fmt::format("cannot write {} to one image; give a folder instead of {}, pick one with --model NAME, or make a "
                    "sheet of them with thaw sheet",
                    text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    return false;
}

void Render::usage(const std::string& message) {
    console_.error("{}", message);
    ++tally_.usage_errors;
}

void Render::fail(const std::string& file, Error error) {
    if (error.code == Code::unsupported) return usage(text::printable(file) + ": " + error.message);
    report_failure(console_, tally_, file, std::move(error));
}

void Render::store(const io::Input& input, const io::Opened& opened, Drawn& drawn) {
    const std::string& file = opened.model.bundle.parts.front().name;
    frames_.reset();
    if (!drawn) return fail(file, drawn.error());
    if (drawn->shows_nothing) {
        ++tally_.without_shape;
        return;
    }
    if (!drawn->has_triangles) console_.note("{}: no triangles; skeleton drawn instead", text::printable(file));
    if (target_.kind == ImageTarget::Kind::stream) {
        tally_.add(drawn->issues);
        console_.write(drawn->bytes.bytes());
        return;
    }
    ImageTarget target = target_;
    if (default_folders_) target.path = default_folders_->of(input);
    const auto path = image_path(target, input, opened.model, drawn->name, taken_);
    if (!path) return fail(file, path.error());
    if (auto status = write_image(*path, drawn->bytes, arguments_.work.force, read_files_); !status) {
        return fail(file, status.error());
    }
    tally_.add(drawn->issues);
    report(opened, *drawn, *path);
}

void Render::report(const io::Opened& opened, const Rendered& drawing, const std::string& path) {
    std::string line = fmt::format("{}  {}  {} x {}", console_.paint(Paint::bold, text::printable(path)),
                                   size_words(drawing.bytes.size()), drawing.width, drawing.height);
    if (drawing.frames > 1) line += fmt::format("  {} frames  {} s", drawing.frames, number_words(drawing.seconds));
    console_.line("{}", line);
    if (arguments_.models.verbose || !several_) {
        print_issues(console_, opened.model, drawing.issues, arguments_.models.verbose);
    }
}

void Render::show(const io::Input& input, const io::Opened& opened) {
    if ((several_ || !input.root.empty()) && opened.model.format->to_scene == nullptr) {
        ++tally_.without_shape;
        return;
    }
    const std::string& file = opened.model.bundle.parts.front().name;
    Rendered about;
    const auto image = draw_still(opened.model, drawing_, about, {.monitor = &io::signal_monitor()});
    if (!image) return fail(file, image.error());
    if (about.shows_nothing) {
        ++tally_.without_shape;
        return;
    }
    const auto lines = for_terminal(*image);
    if (!lines) return fail(file, lines.error());
    tally_.add(about.issues);
    if (several_) console_.line("{}", text::printable(file));
    console_.write(*lines);
}

}  // namespace

void add_render(Verb& verb, Console& console) {
    auto arguments = std::make_shared<RenderArguments>();
    RenderOptions& drawing = arguments->drawing;
    verb.group("Input");
    add_model_arguments(verb, arguments->models);
    add_together_argument(verb, arguments->models);
    verb.group("Output");
    verb.text(
        {.names = "-o,--output",
         .type = "OUT",
         .help = "write to this file (.png, or .webp, .gif, .apng if animated), folder or - [default: NAME.png, or "
                 "NAME.webp if animated; FOLDER-png/ for a folder or archive]"},
        arguments->out);
    verb.text({.names = "--clip",
               .type = "NAME|N",
               .help = "pose the model by this clip, or rest for none [default: the first clip]"},
              drawing.clip);
    add_time(verb, drawing.time);
    verb.text({.names = "--animate", .type = "CLIP|all", .help = "animate this clip, or all clips in a row"},
              drawing.animate);
    verb.flag({.names = "--turntable", .help = "animate the view around the model"}, drawing.turntable);
    verb.integer({.names = "--filmstrip",
                  .type = "N",
                  .help = "draw N moments of the clip side by side",
                  .check = number_in(1, most_images)},
                 arguments->filmstrip);
    verb.flag({.names = "--terminal", .help = "show the image in the terminal"}, arguments->terminal);
    add_image_arguments(verb, arguments->image, "512");
    add_work_arguments(verb, arguments->work);
    add_scene_arguments(verb, arguments->scene, OptionScope::scene, skin_option);
    verb.footer(
        "Examples:\n"
        "  thaw render rat.ddd                                (writes rat.png)\n"
        "  thaw render rat.ddd --view left --size 256 -o side.png\n"
        "  thaw render rat.ddd --clip Walk --time 0.4 --show bones\n"
        "  thaw render rat.ddd --animate Walk                 (writes rat.webp)\n"
        "  thaw render rat.ddd --turntable -o rat.gif\n"
        "  thaw render kart.ctr --style game --background grey\n"
        "  thaw render models/ -o images/ --size 128          (one image per model)\n"
        "  thaw render models/                                (the same, into models-png/)\n"
        "  thaw render rat.ddd --terminal\n"
        "\n"
        "A still image fits the pose it shows; --frame-all leaves room for everything that moves.");
    verb.run([&console, arguments] {
        share_value(arguments->scene, skin_option, arguments->image.skin);
        return Render(console, *arguments).run();
    });
}

}  // namespace thaw::cli
