// thaw convert: a model as glTF, in another format or variant, or written again byte for byte.
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/scene_files.hpp"
#include "cli/target.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "export/export.hpp"
#include "io/interrupt.hpp"
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
};

class Convert {
public:
    Convert(Console& console, const ConvertArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    bool start(const io::Inputs& inputs);
    void convert(const io::Input& input, io::Opened& opened);
    bool fits(const Model& model, const Format& format);
    void convert_scene(const io::Input& input, const io::Opened& opened);
    void write(const io::Input& input, const io::Opened& opened, const Model& model, const Issues& issues);
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
    visit_models(console_, models, tally_,
                 {.opened = [&](const io::Input& input, io::Opened& opened) { convert(input, opened); },
                  .start = [&](const io::Inputs& inputs) { return start(inputs); }});
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
    if (&format != model.format && format.convert_from == nullptr) {
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
    const Format& format = target_.format != nullptr ? *target_.format : *opened.model.format;
    if (!fits(opened.model, format)) return;
    const std::string& file = opened.model.bundle.parts.front().name;
    Issues issues;
    std::optional<Model> made;
    if (&format != opened.model.format) {
        auto result = thaw::convert(opened.model, format, issues);
        if (!result && result.error().code == Code::unsupported) {
            return usage(fmt::format("{}: {}", text::printable(file), result.error().message));
        }
        if (!result) return fail(file, result.error());
        made = std::move(*result);
    }
    Model& model = made ? *made : opened.model;
    if (!arguments_.variant.empty()) {
        if (auto status = convert_variant(model, arguments_.variant, issues); !status) {
            return fail(file, status.error());
        }
    }
    if (const std::string why = misnamed(target_, model); !why.empty()) {
        return usage(fmt::format("{}: {}", text::printable(arguments_.out), why));
    }
    write(input, opened, model, issues);
}

void Convert::write(const io::Input& input, const io::Opened& opened, const Model& model, const Issues& issues) {
    const auto written = thaw::write(model);
    if (!written) return fail(opened.model.bundle.parts.front().name, written.error());
    const Bundle& parts = *written;
    if (target_.kind == Target::Kind::stream) {
        tally_.add(issues);
        return write_stream(parts);
    }
    const auto files = place_files(target_, input, model, parts);
    if (!claim(files)) return;
    if (auto status = store(files, opened); !status) return fail({}, status.error());
    tally_.add(issues);
    if (arguments_.fail_on.reached_by(issues)) tally_.failed = true;
    report(opened, files, parts, issues);
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

void Convert::convert_scene(const io::Input& input, const io::Opened& opened) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (opened.model.format->to_scene == nullptr && several_) {  // a pack of textures among models
        if (arguments_.models.verbose) console_.note("{}: nothing to show, skipped", text::printable(file));
        return;
    }
    Issues issues;
    const SceneOptions scene_options = arguments_.scene.options();
    const auto scene = scene_for_export(opened.model, scene_options, issues);
    if (!scene) return fail(file, scene.error());
    // Making it looks through the whole model.
    const GltfSource source =
        arguments_.no_source ? GltfSource() : source_of(opened.model, arguments_.scene.described());
    const GltfOptions options{.normals = scene_options.normals, .source = arguments_.no_source ? nullptr : &source};
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
        u64 warnings = 0;
        for (const Issue& issue : issues.list()) {
            if (issue.part == parts.parts[i].role && issue.severity >= Severity::warning) ++warnings;
        }
        std::string line = arguments_.dry_run ? "would write " : "";
        line += fmt::format("{}  {}  {}", console_.paint(Paint::bold, text::printable(files[i].path)),
                            size_words(files[i].bytes.size()), text::plural(warnings, "warning"));
        console_.line("{}", line + took);
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
        "\n"
        "In their own format and without --variant the files come out byte for byte as they went in.\n"
        "A file that Thaw did not make is replaced only with --force, and an input never.");
    verb.run([&console, arguments] { return Convert(console, *arguments).run(); });
}

}  // namespace thaw::cli
