// thaw gallery: a folder of models as a page to look through.
#include "cli/gallery.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/numbers.hpp"
#include "base/safe_name.hpp"
#include "base/text.hpp"
#include "cli/gallery_model.hpp"
#include "cli/image_arguments.hpp"
#include "cli/image_target.hpp"
#include "cli/models.hpp"
#include "cli/option_check.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/scene_files.hpp"
#include "cli/skipped.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "gallery/gallery.hpp"
#include "io/interrupt.hpp"
#include "io/path.hpp"
#include "library/drawing.hpp"
#include "media/webp.hpp"

namespace thaw::cli {

namespace {

struct GalleryArguments {
    ModelArguments models{};
    SceneArguments scene{};
    ImageArguments image{};
    std::string out = "gallery";
    std::string clips = "24";
    WorkArguments work{};
    bool no_glb = false;
};

std::optional<std::size_t> most_clips(const std::string& word) {
    if (word == "none") return 0;
    if (word == "all") return SIZE_MAX;
    return text::whole_integer<std::size_t>(word);
}

// A name without dots: a folder that is called so is never taken for the file next to it.
std::string plain_name(std::string_view raw) {
    std::string out = text::safe_name(raw);
    for (char& c : out) c = c == '.' ? '_' : c;
    return out;
}

// The folders above a model, and the model.
std::string plain_path(std::string_view folder, std::string_view name) {
    std::string out;
    while (!folder.empty()) {
        const std::size_t slash = std::min(folder.find('/'), folder.size());
        if (slash > 0) out += plain_name(folder.substr(0, slash)) + '/';
        folder.remove_prefix(std::min(slash + 1, folder.size()));
    }
    return out + plain_name(name);
}

// What the user called the folder, if there is only one.
std::string title_of(const std::vector<std::string>& inputs) {
    if (inputs.size() != 1) return {};
    std::string_view path = inputs.front();
    while (path.ends_with('/')) path.remove_suffix(1);
    const std::string_view name = io::name_of(path);
    return name == "." || name == ".." || name == "-" ? std::string() : std::string(name);
}

class GalleryRun {
public:
    GalleryRun(Console& console, const GalleryArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    using Made = Result<GalleryModel>;

    std::string complaint() const;
    bool start(const io::Inputs& inputs);
    void choose_previews();
    void add(const io::Input& input, const io::Opened& opened, Made& made);
    void write_clips(const std::string& stem, const io::Opened& opened, GalleryModel& made);
    void write_glb(const std::string& stem, const io::Opened& opened, GalleryModel& model);
    bool write(const std::string& path, const Blob& bytes);
    std::string inside(const std::string& path) const { return io::join(arguments_.out, path); }
    void refuse(const io::Input& input, const Error& error);
    void write_page();
    void report_rest();
    void fail(const std::string& file, Error error);

    Console& console_;
    const GalleryArguments& arguments_;
    GalleryOptions options_{};
    Gallery gallery_{};
    Tally tally_{};
    Skipped skipped_{};
    UniqueNames taken_{};
    io::InputFiles read_files_{};
    u64 cut_ = 0;
    u64 without_preview_ = 0;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

int GalleryRun::run() {
    if (const std::string wrong = complaint(); !wrong.empty()) {
        console_.error("{}", wrong);
        return exit_usage;
    }
    options_.thumbnail = arguments_.image.applied_to({}, thumbnail_side);
    options_.thumbnail.scene = arguments_.scene.options();
    options_.keep_scene = !arguments_.no_glb;
    options_.most_previews = most_clips(arguments_.clips).value_or(0);
    gallery_.title = title_of(arguments_.models.inputs);
    gallery_.thumbnail_side = thumbnail_side;
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    models.named = named_models(models);
    OptionCheck options = scene_option_check(arguments_.scene);
    models.archives = io::ArchiveAs::content;
    Visitor visitor{
        .refused = [&](const io::Input& input, const io::Refused& refused) { refuse(input, refused.error); },
        .start = [&](const io::Inputs& inputs) { return start(inputs); },
        .work = [&](const io::Input&, const io::Opened& opened) -> std::shared_ptr<void> {
            if (opened.model.format->to_scene == nullptr) return nullptr;  // textures among models
            return std::make_shared<Made>(gallery_model(opened.model, options_));
        },
        .worked =
            [&](const io::Input& input, io::Opened& opened, void* made) {
                if (made == nullptr) {
                    ++tally_.without_shape;
                } else {
                    add(input, opened, *static_cast<Made*>(made));
                }
            },
        .jobs = static_cast<unsigned>(arguments_.work.jobs),
        .read_files = &read_files_,
        .options = &options};
    visit_models(console_, models, tally_, visitor);
    if (tally_.interrupted == 0 && !gallery_.entries.empty()) write_page();
    report_rest();
    expect_shapes(console_, models, tally_);
    return tally_.exit_code();
}

std::string GalleryRun::complaint() const {
    const std::string& out = arguments_.out;
    if (out.empty() || out == "-") return "-o: a gallery is a folder";
    for (const std::string_view ending : {".html", ".htm"}) {
        if (!text::ends_with_ignoring_case(out, ending)) continue;
        return "-o " + text::printable(out) + ": a gallery is a folder; its page is index.html inside";
    }
    return {};
}

// Checks the target of the page before everything is drawn.
bool GalleryRun::start(const io::Inputs& inputs) {
    if (inputs.models.empty()) return true;
    io::watch_signals(inputs.models.size() > 1 ? io::OnSignal::ask : io::OnSignal::end);
    choose_previews();
    const auto status = check_image(inside("index.html"), arguments_.work.force, read_files_);
    if (!status) fail({}, status.error());
    return status.ok();
}

void GalleryRun::choose_previews() {
    if (options_.most_previews == 0) return;
    NullSink nowhere;
    const auto encoder = media::webp_encoder(options_.preview_side, options_.preview_side, nowhere);
    if (encoder) return;
    console_.note("{}; previews are GIF instead of WebP", encoder.error().message);
    options_.preview_extension = ".gif";
}

void GalleryRun::add(const io::Input& input, const io::Opened& opened, Made& made) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (!made) {
        refuse(input, made.error());
        return fail(file, made.error());
    }
    GalleryModel& model = *made;
    if (model.shows_nothing) {
        ++tally_.without_shape;
        return;
    }
    model.entry.folder = input.below;
    const std::string stem = taken_.claim(plain_path(input.below, model.entry.name), opened.model.format->id);
    const std::string thumbnail = "thumbs/" + stem + ".png";
    if (!write(thumbnail, model.thumbnail)) return;
    model.entry.thumbnail = thumbnail;
    write_clips(stem, opened, model);
    if (!arguments_.no_glb) write_glb(stem, opened, model);
    skipped_.without_triangles += model.has_triangles ? 0u : 1u;
    cut_ += model.cut;
    tally_.add(model.issues);
    gallery_.entries.push_back(std::move(model.entry));
}

void GalleryRun::write_clips(const std::string& stem, const io::Opened& opened, GalleryModel& made) {
    const std::string& file = opened.model.bundle.parts.front().name;
    for (const Error& error : made.failures) {
        console_.note("{}: no preview: {}", text::printable(file), error.message);
    }
    UniqueNames taken;
    for (std::size_t i = 0; i < made.previews.size(); ++i) {
        GalleryClip& clip = made.entry.clips[i];
        if (made.previews[i].empty()) {
            ++without_preview_;
            continue;
        }
        const std::string path =
            "clips/" + stem + '/' + taken.claim(plain_name(clip.name)) + options_.preview_extension;
        if (write(path, made.previews[i])) clip.preview = path;
    }
}

void GalleryRun::write_glb(const std::string& stem, const io::Opened& opened, GalleryModel& model) {
    const std::string& file = opened.model.bundle.parts.front().name;
    const GltfOptions options{.normals = options_.thumbnail.scene.normals};
    const std::string path = "models/" + stem;
    const auto files = scene_files(model.scene, options, Exchange::glb, inside(path));
    if (auto status = write_replacing(files.front(), arguments_.work.force, read_files_); !status) {
        return fail(file, status.error());
    }
    model.entry.glb = path + ".glb";
}

bool GalleryRun::write(const std::string& path, const Blob& bytes) {
    const auto status = write_image(inside(path), bytes, arguments_.work.force, read_files_);
    if (!status) fail(inside(path), status.error());
    return status.ok();
}

// The page may go anywhere: it reveals no more of the folders above than it has to.
void GalleryRun::refuse(const io::Input& input, const Error& error) {
    ++skipped_.refused;
    gallery_.refused.push_back({io::join(input.below, io::name_of(input.path)), brief(error).message});
}

void GalleryRun::write_page() {
    const std::string page = gallery_page(gallery_);
    const std::string path = inside("index.html");
    const Blob bytes = Blob::take({page.begin(), page.end()});
    if (auto status = write_image(path, bytes, arguments_.work.force, read_files_); !status)
        return fail(path, status.error());
    u64 clips = 0;
    for (const GalleryEntry& entry : gallery_.entries) clips += entry.clips.size();
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    // Where a program reads the line, the same run gives the same line.
    console_.line("{}  {}  {}{}", console_.paint(Paint::bold, text::printable(path)),
                  text::plural(gallery_.entries.size(), "model"), text::plural(clips, "clip"),
                  console_.output_is_terminal() ? fmt::format("  {:.1f} s", seconds) : std::string());
}

void GalleryRun::report_rest() {
    if (tally_.interrupted != 0) console_.error("{} is not written", text::printable(inside("index.html")));
    if (cut_ > 0) {
        console_.note("{} previews show only the first {} s of a clip", cut_, number_words(Preview{}.most_seconds));
    }
    if (without_preview_ > 0 && options_.most_previews > 0) {
        console_.note("{} without a preview (--clips all makes them)", text::plural(without_preview_, "clip"));
    }
    skipped_.report(console_, tally_);
}

void GalleryRun::fail(const std::string& file, Error error) {
    report_failure(console_, tally_, file, std::move(error));
}

}  // namespace

int make_gallery(Console& console, const ModelArguments& models, const std::string& folder) {
    GalleryArguments arguments;
    arguments.models = models;
    arguments.out = folder;
    return GalleryRun(console, arguments).run();
}

void add_gallery(Verb& verb, Console& console) {
    auto arguments = std::make_shared<GalleryArguments>();
    verb.group("Input");
    add_model_arguments(verb, arguments->models);
    add_together_argument(verb, arguments->models);
    add_parts_argument(verb, arguments->models.parts);
    verb.group("Output");
    verb.text({.names = "-o,--output",
               .type = "FOLDER",
               .help = "write to this folder; the page is index.html inside [default: gallery]"},
              arguments->out);
    verb.text({.names = "--clips",
               .type = "N|none|all",
               .help = "number of clips per model that get an animated preview [default: 24]",
               .check =
                   [](const std::string& word) {
                       return most_clips(word) ? std::string() : word + " is neither a number, none nor all";
                   }},
              arguments->clips);
    verb.flag({.names = "--no-glb", .help = "leave out the GLB files"}, arguments->no_glb);
    add_look_arguments(verb, arguments->image);
    add_work_arguments(verb, arguments->work);
    add_normals_argument(verb, arguments->scene);
    add_scene_arguments(verb, arguments->scene);
    verb.footer(
        "Examples:\n"
        "  thaw gallery models/                               (writes gallery/index.html)\n"
        "  thaw gallery models/ more/ -o site/ --no-glb\n"
        "  thaw gallery models/ --clips all --style game\n"
        "\n"
        "The page needs no server and no network: open it in a browser, or copy the folder to any web host.\n"
        "Its GLB files do not embed the model's own files, as those of thaw convert do.");
    verb.run([&console, arguments] { return GalleryRun(console, *arguments).run(); });
}

}  // namespace thaw::cli
