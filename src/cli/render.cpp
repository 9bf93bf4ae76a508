// thaw render: a model as a picture.
#include <memory>
#include <set>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/painter.hpp"
#include "cli/picture_target.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "images/stamp.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr u32 usual_size = 512;

struct RenderArguments {
    ModelArguments models{};
    SceneArguments scene{};
    PictureArguments picture{};
    std::string out{};
    std::string clip{};
    double time = 0;
    bool force = false;
};

class Render {
public:
    Render(Console& console, const RenderArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    bool start(const io::Inputs& inputs);
    void draw(const io::Input& input, const io::Opened& opened);
    std::optional<Moment> moment_in(const Scene& scene, const std::string& file);
    void usage(const std::string& message);
    void fail(const std::string& file, Error error);

    Console& console_;
    const RenderArguments& arguments_;
    PictureTarget target_{};
    Tally tally_{};
    bool several_ = false;
    std::set<std::string> claimed_{};
};

int Render::run() {
    auto target = parse_picture_target(arguments_.out);
    if (!target) {
        usage(target.error().message);
        return tally_.exit_code();
    }
    target_ = std::move(*target);
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    visit_models(console_, models, tally_,
                 {.opened = [&](const io::Input& input, io::Opened& opened) { draw(input, opened); },
                  .start = [&](const io::Inputs& inputs) { return start(inputs); }});
    return tally_.exit_code();
}

bool Render::start(const io::Inputs& inputs) {
    several_ = inputs.models.size() > 1;
    if (target_.kind == PictureTarget::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; send it to a file or a program, or use --terminal");
        return false;
    }
    if (target_.kind == PictureTarget::Kind::folder || !several_ || !arguments_.models.model.empty()) return true;
    usage(
        fmt::format("{} do not fit into one picture; give a folder instead of {}, pick one with --model NAME, or "
                    "make a sheet with thaw sheet",
                    text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    return false;
}

void Render::usage(const std::string& message) {
    console_.note("{}", message);
    ++tally_.usage_errors;
}

void Render::fail(const std::string& file, Error error) {
    if (error.file.empty()) error.file = file;
    console_.note("{}", to_string(error));
    tally_.add(error);
}

std::optional<Moment> Render::moment_in(const Scene& scene, const std::string& file) {
    if (arguments_.clip == "rest") return Moment{};
    if (arguments_.clip.empty() && arguments_.time == 0) return usual_moment(scene);
    if (scene.clips.empty()) {
        usage(fmt::format("{}: there are no clips to take a moment of", text::printable(file)));
        return std::nullopt;
    }
    const u32 clip = arguments_.clip.empty() ? 0 : find_clip(scene, arguments_.clip);
    if (clip == no_index) {
        usage(fmt::format("{}: no clip is called {}; there are {}", text::printable(file),
                          text::printable(arguments_.clip), clip_names(scene)));
        return std::nullopt;
    }
    return Moment{clip, arguments_.time};
}

void Render::draw(const io::Input& input, const io::Opened& opened) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (opened.model.format->to_scene == nullptr && several_) return;
    auto painted = prepare(opened.model, arguments_.scene.options(), arguments_.picture, usual_size);
    if (!painted) return fail(file, painted.error());
    const Scene& scene = (*painted)->scene;
    const auto moment = moment_in(scene, file);
    if (!moment) return;
    const Shot shot{*moment, arguments_.picture.camera()};
    Renderer& renderer = *(*painted)->renderer;
    renderer.fit(with_room(scene, shot, arguments_.clip.empty()));
    Picture picture;
    renderer.draw(shot, picture);
    tally_.add((*painted)->issues);
    if (!renderer.has_triangles()) console_.note("{}: no triangles; the skeleton is drawn", text::printable(file));
    std::vector<u8> png = encode_png(picture);
    stamp_png(png);
    const Blob bytes = Blob::take(std::move(png));
    if (target_.kind == PictureTarget::Kind::stream) {
        console_.write(bytes.bytes());
        return;
    }
    std::string path = picture_path(target_, input, opened.model, scene);
    if (!claimed_.insert(path).second)
        path = picture_path(target_, input, opened.model, scene, opened.model.format->id);
    if (auto status = write_picture(path, bytes, arguments_.force, opened.files); !status) {
        return fail({}, status.error());
    }
    console_.line("{}  {}  {} x {}", console_.paint(Paint::bold, text::printable(path)), size_words(bytes.size()),
                  picture.width, picture.height);
    print_issues(console_, opened.model, (*painted)->issues, arguments_.models.verbose);
}

}  // namespace

void add_render(CommandLine& line, Console& console) {
    Verb verb = line.add_verb("render", "Models as pictures");
    auto arguments = std::make_shared<RenderArguments>();
    add_model_arguments(verb, arguments->models);
    verb.text({.names = "-o,--output", .type = "OUT", .help = "a file (.png), a folder, or -; NAME.png if not given"},
              arguments->out);
    verb.text({.names = "--clip",
               .type = "NAME|N",
               .help = "a pose of this clip, or rest for none; the first one if not given"},
              arguments->clip);
    verb.number({.names = "--time",
                 .type = "SECONDS",
                 .help = "of the clip; its start if not given",
                 .check = number_in(0, 1e6)},
                arguments->time);
    verb.flag({.names = "-f,--force", .help = "replace files that Thaw did not make"}, arguments->force);
    add_picture_arguments(verb, arguments->picture, "512");
    add_scene_arguments(verb, arguments->scene);
    verb.footer(
        "Examples:\n"
        "  thaw render rat.ddd                                (writes rat.png)\n"
        "  thaw render rat.ddd --view left --size 256 -o side.png\n"
        "  thaw render rat.ddd --clip Walk --time 0.4 --show bones\n"
        "  thaw render kart.ctr --style game --background grey\n"
        "  thaw render models/ -o pictures/                   (all of them)");
    verb.run([&console, arguments] { return Render(console, *arguments).run(); });
}

}  // namespace thaw::cli
