// thaw convert: a model as glTF, in another format or variant, or written again byte for byte.
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "cli/convert_report.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/scene_files.hpp"
#include "cli/target.hpp"
#include "cli/verbs.hpp"
#include "cli/way_back.hpp"
#include "cli/words.hpp"
#include "export/export.hpp"
#include "io/interrupt.hpp"
#include "io/names.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct ConvertArguments {
    ModelArguments models{};
    FailOn fail_on{};
    std::string out{};
    std::string to{};
    std::string variant{};
    SceneArguments scene{};
    bool no_source = false;
    bool strict = false;
    bool force = false;
    bool durable = false;
    bool dry_run = false;
    WayBackArguments back{};
    std::string report{};
};

class Convert {
public:
    Convert(Console& console, const ConvertArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    bool start(const io::Inputs& inputs);
    void convert(const io::Input& input, io::Opened& opened);
    const Format* target_format(const Model& model);
    bool fits(const Model& model, const Format& format);
    WayBackTask task(const Model& model, const Format& format) const;
    void refuse(const io::Opened& opened, const Format& format, const Error& error, const Issues& issues);
    bool has_nothing_to_show(const Model& model);
    void convert_scene(const io::Input& input, const io::Opened& opened);
    void write(const io::Input& input, const io::Opened& opened, const Model& model, const Back* made,
               const Issues& issues);
    std::vector<io::OutputFile> beside_files(const Back& made, const std::string& first);
    Status store(const std::vector<io::OutputFile>& files, const io::Opened& opened);
    void write_stream(const Bundle& parts);
    bool claim(const std::vector<io::OutputFile>& files);
    void stream_scene(const Scene& scene, const GltfOptions& options, const std::string& file);
    void report_scene(const io::Opened& opened, const std::vector<io::OutputFile>& files, const std::vector<u64>& sizes,
                      const Scene& scene, const Issues& issues);
    std::string timing();
    void report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Bundle& parts,
                const Issues& issues);
    void usage(const std::string& message);
    void fail(const std::string& file, Error error);

    Console& console_;
    const ConvertArguments& arguments_;
    Target target_;
    Tally tally_;
    io::System system_;
    bool several_ = false;
    std::set<std::string> claimed_;  // paths written by this run
    Clock::time_point began_;
    ConvertReport report_;
};

int Convert::run() {
    auto target = parse_target(arguments_.out, arguments_.to, !arguments_.variant.empty());
    if (!target) {
        usage(text::printable(target.error().message));
        return tally_.exit_code();
    }
    target_ = std::move(*target);
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    const bool into_archive = target_.format != nullptr && target_.format->entries != nullptr;
    models.archives = into_archive ? io::NamedArchive::model : io::NamedArchive::folder;
    visit_models(console_, models, tally_,
                 {.opened = [&](const io::Input& input, io::Opened& opened) { convert(input, opened); },
                  .start = [&](const io::Inputs& inputs) { return start(inputs); }});
    if (!arguments_.report.empty() && tally_.usage_errors == 0) {
        auto status = report_.write(arguments_.report, arguments_.dry_run, console_, system_);
        if (!status) fail({}, status.error());
    }
    return tally_.exit_code();
}

bool Convert::start(const io::Inputs& inputs) {
    began_ = Clock::now();
    several_ = inputs.models.size() > 1;
    io::watch_signals(several_ ? io::OnSignal::ask : io::OnSignal::end);
    if (target_.kind == Target::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; send it to a file or a program");
        return false;
    }
    if (several_ && !arguments_.back.base.empty()) {
        usage("--base: it is the base of one model; give one");
        return false;
    }
    if (target_.kind == Target::Kind::folder || inputs.models.size() < 2 || !arguments_.models.model.empty())
        return true;
    constexpr std::size_t listed = 5;
    usage(fmt::format("{} do not fit into one file; give a folder instead of {}, or pick one with --model NAME",
                      text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    for (std::size_t i = 0; i < std::min(listed, inputs.models.size()); ++i) {
        console_.say("  " + text::printable(inputs.models[i].path));
    }
    if (inputs.models.size() > listed) console_.say(fmt::format("  and {} more", inputs.models.size() - listed));
    return false;
}

void Convert::usage(const std::string& message) {
    console_.note("{}", message);
    ++tally_.usage_errors;
}

void Convert::fail(const std::string& file, Error error) { tell_failure(console_, tally_, file, std::move(error)); }

// Is this a conversion that exists?
bool Convert::fits(const Model& model, const Format& format) {
    const std::string file = text::printable(model.bundle.parts.front().name);
    if (&format != model.format && format.convert_from == nullptr && format.from_scene == nullptr) {
        usage(fmt::format("{}: this version cannot turn {} into {}", file, model.format->id, format.id));
        return false;
    }
    if (target_.kind == Target::Kind::stream && format.parts.size() > 1) {
        usage(fmt::format("{}: {} has {} files, which do not fit into one stream", file, format.title,
                          format.parts.size()));
        return false;
    }
    const auto& variants = format.variants;
    if (!arguments_.variant.empty() &&
        std::find(variants.begin(), variants.end(), arguments_.variant) == variants.end()) {
        usage(fmt::format("{}: {} has no variant {}; see thaw formats", file, format.title,
                          text::printable(arguments_.variant)));
        return false;
    }
    return true;
}

void Convert::convert(const io::Input& input, io::Opened& opened) {
    if (target_.exchange != Exchange::none) return convert_scene(input, opened);
    const Format* format = target_format(opened.model);
    if (format == nullptr || !fits(opened.model, *format)) return;
    if (format != opened.model.format && has_nothing_to_show(opened.model)) return;
    const std::string& file = opened.model.bundle.parts.front().name;
    Issues issues;
    std::optional<Back> made;
    if (format != opened.model.format) {
        auto result = make_model(task(opened.model, *format), arguments_.back, arguments_.models, issues);
        if (!result) return refuse(opened, *format, result.error(), issues);
        made = std::move(*result);
    } else if (!arguments_.variant.empty()) {
        if (auto status = convert_variant(opened.model, arguments_.variant, issues); !status) {
            return fail(file, status.error());
        }
    }
    const Model& model = made ? made->model : opened.model;
    if (const std::string why = misnamed(target_, model); !why.empty()) {
        return usage(fmt::format("{}: {}", text::printable(arguments_.out), why));
    }
    write(input, opened, model, made ? &*made : nullptr, issues);
}

// Null after a line that says why.
const Format* Convert::target_format(const Model& model) {
    if (target_.format != nullptr) return target_.format;
    if (model.format->id != "gltf") return model.format;
    const GltfKept* kept = kept_in(model);
    const Format* format = kept == nullptr ? nullptr : find_format(kept->source.format);
    if (format == nullptr) {
        usage(fmt::format("{}: which format? A glTF of no known origin needs --to ID (see thaw formats)",
                          text::printable(model.bundle.parts.front().name)));
    }
    return format;
}

WayBackTask Convert::task(const Model& model, const Format& format) const {
    return {.model = model,
            .target = format,
            .scene = arguments_.scene.options(),
            .variant = arguments_.variant,
            .name = target_.kind == Target::Kind::file ? std::string(io::name_of(target_.stem)) : called(model, {})};
}

// What stands in the way, and what --fit would do about it.
void Convert::refuse(const io::Opened& opened, const Format& format, const Error& error, const Issues& issues) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (error.code == Code::unsupported) {
        return usage(fmt::format("{}: {}", text::printable(file), text::printable(error.message)));
    }
    fail(file, error);
    print_issues(console_, opened.model, issues, true);
    report_.add(opened, {}, issues, &error);
    if (error.code != Code::unrepresentable) return;
    const Issues changes = changes_with_fit(task(opened.model, format), arguments_.back, arguments_.models);
    if (changes.empty()) return;
    console_.say("with --fit it would be written, with these changes:");
    print_issues(console_, opened.model, changes, true);
}

void Convert::write(const io::Input& input, const io::Opened& opened, const Model& model, const Back* made,
                    const Issues& issues) {
    const auto written = thaw::write(model);
    if (!written) return fail(opened.model.bundle.parts.front().name, written.error());
    const Bundle& parts = *written;
    if (target_.kind == Target::Kind::stream) {
        tally_.add(issues);
        return write_stream(parts);
    }
    auto files = place_files(target_, input, model, parts);
    if (made != nullptr) {
        for (io::OutputFile& file : beside_files(*made, files.front().path)) files.push_back(std::move(file));
    }
    if (!claim(files)) return;
    if (auto status = store(files, opened); !status) return fail({}, status.error());
    tally_.add(issues);
    if (arguments_.fail_on.reached_by(issues)) tally_.failed = true;
    report(opened, files, parts, issues);
    if (made != nullptr && !made->words.empty()) console_.line("  {}", made->words);
    report_.add(opened, files, issues, nullptr);
}

// Companions and pictures that were made with the model. One that is there already is somebody's work.
std::vector<io::OutputFile> Convert::beside_files(const Back& made, const std::string& first) {
    std::vector<io::OutputFile> out;
    const std::string folder(io::folder_of(first));
    const std::string stem = io::join(folder, stem_of(*made.model.format, first));
    for (const Part& part : made.beside) {
        std::string path = part.name.starts_with('.') ? stem + part.name : io::join(folder, io::safe_name(part.name));
        if (part.name.ends_with(".vrm") && !arguments_.back.vrm_out.empty()) path = arguments_.back.vrm_out;
        std::vector<io::OutputFile> one{{path, part.bytes}};
        if (!io::check_targets(one, {.force = arguments_.force || is_ours(path)}, system_)) {
            console_.note("{} is there already and stays as it is (--force replaces it)", text::printable(path));
            continue;
        }
        out.push_back(std::move(one.front()));
    }
    return out;
}

Status Convert::store(const std::vector<io::OutputFile>& files, const io::Opened& opened) {
    const bool replace = arguments_.force || (target_.exchange != Exchange::none && is_ours(files.front().path));
    const io::OutputOptions options{replace, arguments_.durable, opened.files};
    if (arguments_.dry_run) return io::check_targets(files, options, system_);
    if (target_.kind == Target::Kind::folder && !io::folder_of(files.front().path).empty()) {
        if (auto status = io::make_folders(std::string(io::folder_of(files.front().path)), system_); !status) {
            return status;
        }
    }
    return io::write_files(files, options, system_);
}

// A pack of textures among models is no failure.
bool Convert::has_nothing_to_show(const Model& model) {
    if (model.format->to_scene != nullptr || !several_) return false;
    if (arguments_.models.verbose) {
        console_.note("{}: nothing to show, skipped", text::printable(model.bundle.parts.front().name));
    }
    return true;
}

void Convert::convert_scene(const io::Input& input, const io::Opened& opened) {
    if (has_nothing_to_show(opened.model)) return;
    const std::string& file = opened.model.bundle.parts.front().name;
    Issues issues;
    const SceneOptions scene_options = arguments_.scene.options();
    const auto scene = scene_for_export(opened.model, scene_options, issues);
    if (!scene) return fail(file, scene.error());
    // Making it looks through the whole model.
    const GltfSource source = arguments_.no_source ? GltfSource() : source_of(opened.model, scene_options);
    const GltfOptions options{.normals = scene_options.normals, .source = source.parts.empty() ? nullptr : &source};
    tally_.add(issues);
    if (arguments_.fail_on.reached_by(issues) || (arguments_.strict && issues.worst() >= Severity::warning)) {
        tally_.failed = true;
    }
    if (target_.kind == Target::Kind::stream) return stream_scene(*scene, options, file);
    std::string stem = place_scene(target_, input, opened.model, scene->name);
    // rat.ddd and rat.rdy side by side: the second one is rat_rdy.glb.
    if (claimed_.contains(stem + '.' + std::string(extension_of(target_.exchange)))) {
        stem += '_' + std::string(opened.model.format->id);
    }
    auto files = scene_files(*scene, options, target_.exchange, stem);
    std::vector<u64> sizes;
    count_bytes(files, sizes);
    if (!claim(files)) return;
    if (auto status = store(files, opened); !status) return fail({}, status.error());
    report_scene(opened, files, sizes, *scene, issues);
    report_.add(opened, files, issues, nullptr);
}

void Convert::stream_scene(const Scene& scene, const GltfOptions& options, const std::string& file) {
    if (target_.exchange != Exchange::glb) {
        return usage(fmt::format("{}: {} has several files, which do not fit into one stream; --to glb does",
                                 text::printable(file), extension_of(target_.exchange)));
    }
    if (arguments_.dry_run) return console_.say("would write a GLB to standard output");
    if (auto status = write_glb(scene, options, console_); !status) fail(file, status.error());
}

void Convert::write_stream(const Bundle& parts) {
    if (arguments_.dry_run) {
        console_.say(fmt::format("would write {} to standard output", size_words(parts.size())));
    } else {
        console_.write(parts.parts.front().bytes.bytes());
    }
}

// Two models of one run never share a file, even with --force.
bool Convert::claim(const std::vector<io::OutputFile>& files) {
    for (const io::OutputFile& file : files) {
        if (!claimed_.insert(file.path).second) {
            fail(file.path, io::io_error("another model of this run has been written there", file.path));
            return false;
        }
    }
    return true;
}

// Where a program reads the lines, the same run gives the same lines.
std::string Convert::timing() {
    const auto now = Clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(began_, now)).count();
    return console_.output_is_terminal() ? fmt::format("  {} ms", took) : std::string();
}

void Convert::report_scene(const io::Opened& opened, const std::vector<io::OutputFile>& files,
                           const std::vector<u64>& sizes, const Scene& scene, const Issues& issues) {
    u64 warnings = 0;
    for (const Issue& issue : issues.list()) warnings += issue.severity >= Severity::warning ? 1u : 0u;
    u64 pictures = 0;
    for (const Image& image : scene.images) pictures += image.file.empty() ? 0u : 1u;
    const std::string took = timing();
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string line = arguments_.dry_run ? "would write " : "";
        line += console_.paint(Paint::bold, text::printable(files[i].path));
        if (!arguments_.dry_run) line += "  " + size_words(sizes[i]);
        if (i == 0) {
            line += fmt::format("  {}  {}  {}", text::plural(scene.clips.size(), "clip"),
                                text::plural(pictures, "texture"), text::plural(warnings, "warning"));
            line += took;
        }
        console_.line("{}", line);
    }
    print_issues(console_, opened.model, issues, arguments_.models.verbose);
}

void Convert::report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Bundle& parts,
                     const Issues& issues) {
    const std::string took = timing();
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string line = arguments_.dry_run ? "would write " : "";
        line += fmt::format("{}  {}", console_.paint(Paint::bold, text::printable(files[i].path)),
                            size_words(files[i].bytes.size()));
        if (i < parts.parts.size()) {
            u64 warnings = 0;
            for (const Issue& issue : issues.list()) {
                const bool here = issue.part == parts.parts[i].role || (i == 0 && parts.find(issue.part) == nullptr);
                if (here && issue.severity >= Severity::warning) ++warnings;
            }
            line += "  " + text::plural(warnings, "warning");
        }
        console_.line("{}", line + (i == 0 ? took : ""));
    }
    print_issues(console_, opened.model, issues, arguments_.models.verbose);
    for (const inspect::Companion& companion : opened.companions) {
        for (const PartRole& role : opened.model.format->parts) {
            if (companion.found || companion.role != role.role) continue;
            console_.note("{} was not found: only half of the model was there to write",
                          text::printable(companion.name));
        }
    }
}

}  // namespace

void add_convert(CommandLine& line, Console& console) {
    Verb verb = line.add_verb("convert", "Models as glTF, in another format or variant, or written again exactly");
    auto arguments = std::make_shared<ConvertArguments>();
    add_model_arguments(verb, arguments->models);
    verb.text({.names = "-o,--output",
               .type = "OUT",
               .help = "a file whose name says the format, a folder, or -; NAME.glb if not given"},
              arguments->out);
    verb.text(
        {.names = "--to", .type = "glb|gltf|obj|native|ID", .help = "what goes into a folder or -; glb if not given"},
        arguments->to);
    verb.text({.names = "--variant", .type = "NAME", .help = "the variant to write; the model's own if not given"},
              arguments->variant);
    verb.flag({.names = "-f,--force", .help = "replace files that exist"}, arguments->force);
    verb.flag({.names = "--durable", .help = "wait until the disk has the files"}, arguments->durable);
    verb.flag({.names = "--dry-run", .help = "only say what would be written"}, arguments->dry_run);
    add_way_back_arguments(verb, arguments->back);
    verb.text({.names = "--report", .type = "FILE", .help = "everything found and lost, as JSON"}, arguments->report);
    verb.flag({.names = "--no-source", .help = "glTF: do not keep the model's own files inside"}, arguments->no_source);
    verb.flag({.names = "--strict", .help = "exit with 1 if anything is missing or had to be repaired"},
              arguments->strict);
    add_scene_arguments(verb, arguments->scene);
    add_fail_on(verb, arguments->fail_on);
    verb.footer(
        "Examples:\n"
        "  thaw convert rat.ddd                                       (writes rat.glb)\n"
        "  thaw convert models/ -o out/                               (all of them as GLB)\n"
        "  thaw convert fish_d.3d --texture 0=fish.png -o fish.gltf\n"
        "  thaw convert rat.ddd --frame 30 -o rat.obj                 (one pose)\n"
        "  thaw convert rat.ddd -o copy.ddd\n"
        "  thaw convert rat.ddd -o rat.rdy                            (as the game has it in memory)\n"
        "  thaw convert fish_d.3d --variant deusex -o out/fish_d.3d   (writes fish_a.3d too)\n"
        "  thaw convert models/ --to native -o out/ --dry-run\n"
        "  thaw convert edited.glb --base fish_d.3d -o out/fish_d.3d  (only what was edited changes)\n"
        "  thaw convert robot.glb -o robot.ctr --dry-run              (what would be lost)\n"
        "\n"
        "In their own format and without --variant the files come out byte for byte as they went in.\n"
        "A file that Thaw did not make is replaced only with --force, and an input never.");
    verb.run([&console, arguments] { return Convert(console, *arguments).run(); });
}

}  // namespace thaw::cli
