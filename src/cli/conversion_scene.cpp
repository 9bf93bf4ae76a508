// Models as glTF or OBJ.
#include "cli/conversion_scene.hpp"

#include "base/text.hpp"
#include "cli/conversion.hpp"
#include "cli/words.hpp"
#include "convert/export.hpp"
#include "io/interrupt.hpp"
#include "io/path.hpp"

namespace thaw::cli {

std::shared_ptr<Conversion::SceneMade> Conversion::make_scene(const io::Input& input, const io::Opened& opened) {
    auto made = std::make_shared<SceneMade>();
    const auto make_png = [&](const Image& image, const Context& context, Holes holes) {
        return pngs_.to_png(image, context, holes);
    };
    auto scene = exchange_scene(opened.model, target_.exchange, options_, made->issues, {}, make_png);
    if (!scene) {
        made->error = scene.error();
        return made;
    }
    made->prepared = std::move(*scene);
    made->gltf = made->prepared->gltf();
    if (shows_nothing(made->scene())) return made;
    // Alone, it is written as it is made: then what stands in its way is known before.
    const bool waits = several_ && target_.kind == Target::Kind::folder && target_.exchange == Exchange::glb;
    if (waits && !arguments_.dry_run) stage(input, opened, *made);
    return made;
}

void Conversion::stage(const io::Input& input, const io::Opened& opened, SceneMade& made) {
    const std::string stem = place_scene(target_, folder_for(input), input, opened.model, made.scene().name);
    if (auto status = io::make_folders(std::string(io::folder_of(stem)), system_); !status) {
        made.error = status.error();
        return;
    }
    auto files = scene_files(made.scene(), made.gltf, target_.exchange, stem, {.monitor = &io::signal_monitor()});
    hash_bytes(files, made.contents);
    auto staged = io::StagedFiles::stage(std::move(files), {.durable = arguments_.durable}, system_);
    if (staged) {
        made.staged.emplace(std::move(*staged));
    } else {
        made.error = staged.error();
    }
}

void Conversion::finish_scene(const io::Input& input, const io::Opened& opened, SceneMade& made) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (made.error) {
        report_.add(opened, {}, made.issues, &*made.error);
        return fail(file, *made.error);
    }
    if (shows_nothing(made.scene())) {
        report_.add(opened, {}, made.issues, nullptr);
        return skip_shapeless(opened.model);
    }
    if (!made.issues.empty() && fails(made.issues.worst())) tally_.failed = true;
    if (target_.kind == Target::Kind::stream) {
        tally_.add(made.issues);
        return stream_scene(made.scene(), made.gltf, file);
    }
    std::vector<io::OutputFile> files;
    std::vector<u64> sizes;
    if (auto status = store_scene(input, opened, made, files, sizes); !status) {
        report_.add(opened, {}, made.issues, &status.error());
        return fail({}, status.error());
    }
    tally_.add(made.issues);
    report_scene(opened, files, sizes, made.scene(), made.issues);
    report_.add(opened, files, made.issues, nullptr);
}

Status Conversion::store_scene(const io::Input& input, const io::Opened& opened, SceneMade& made,
                               std::vector<io::OutputFile>& files, std::vector<u64>& sizes) {
    // Other shards do not know what names this one has given away: there a model is called as its file is.
    const std::string& which = opened.model.bundle.model;
    const std::string name = arguments_.shard.empty() ? made.scene().name : which;
    const auto place = [&](const std::string& called) {
        return place_scene(target_, folder_for(input), input, opened.model, called);
    };
    const auto is_taken = [&](const std::string& at) {
        return claims_.has(at + '.' + std::string(extension_of(target_.exchange)));
    };
    std::string stem = place(name);
    // Two meshes of one name: the second one is called by its script, too.
    if (!which.empty() && is_taken(stem)) stem = place(which);
    // rat.ddd and rat.rdy side by side: the second one is rat_rdy.glb.
    if (is_taken(stem)) stem += '_' + std::string(opened.model.format->id);
    if (const std::string first = stem; !which.empty()) {
        for (int n = 2; is_taken(stem); ++n) stem = first + '_' + std::to_string(n);
    }
    files = scene_files(made.scene(), made.gltf, target_.exchange, stem);
    count_bytes(files, sizes);
    const std::string& model = opened.model.bundle.parts.front().name;
    if (auto mine = claims_.unwritten(files, model); !mine) return mine.error();
    // Also if it fails: what the next one is called does not depend on that.
    for (const io::OutputFile& file : files) claims_.add(file.path, model);
    if (!made.staged) return store(files);
    std::vector<std::string> paths;
    std::vector<EarlierRuns::Output> outputs;
    for (std::size_t i = 0; i < files.size(); ++i) {
        paths.push_back(files[i].path);
        outputs.push_back({files[i].path, content_of(made.contents[i])});
        sizes[i] = made.contents[i].bytes();
    }
    remember(input, opened, made.issues, outputs);
    return made.staged->commit(paths, output_options(paths.front()));
}

void Conversion::stream_scene(const Scene& scene, const GltfOptions& options, const std::string& file) {
    if (target_.exchange != Exchange::glb) {
        return usage(fmt::format("{}: {} has several files, which cannot go to one stream; use --to glb",
                                 text::printable(file), extension_of(target_.exchange)));
    }
    if (arguments_.dry_run) return console_.remark("would write a GLB to standard output");
    if (auto status = write_glb(scene, options, console_); !status) fail(file, status.error());
}

void Conversion::report_scene(const io::Opened& opened, const std::vector<io::OutputFile>& files,
                              const std::vector<u64>& sizes, const Scene& scene, const Issues& issues) {
    u64 warnings = 0;
    for (const Issue& issue : issues.list()) warnings += issue.severity >= Severity::warning ? 1u : 0u;
    u64 images = 0;
    for (const Image& image : scene.images) images += image.file.empty() ? 0u : 1u;
    const std::string took = timing();
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string line = arguments_.dry_run ? "would write " : "";
        line += console_.paint(Paint::bold, text::printable(files[i].path));
        if (!arguments_.dry_run) line += "  " + size_words(sizes[i]);
        if (i == 0) {
            if (target_.exchange != Exchange::obj) line += "  " + text::plural(scene.clips.size(), "clip");
            line += fmt::format("  {}  {}", text::plural(images, "texture"), text::plural(warnings, "warning"));
            line += took;
        }
        console_.line("{}", line);
    }
    print_issues(console_, opened.model, issues, arguments_.models.verbose);
}

}  // namespace thaw::cli
