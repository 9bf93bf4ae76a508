#include "edits/models.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "fixtures/fixtures.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "io/open.hpp"
#include "support/corpus.hpp"

namespace edits {

namespace {

namespace fs = std::filesystem;

std::optional<thaw::Model> opened(const std::string& path, std::vector<thaw::io::Given> given = {}) {
    thaw::io::Folders folders;
    thaw::io::OpenOptions options;
    // The game's files lie in one archive, and here in a folder a kind.
    const fs::path soulfu = thaw::test::corpus_folder() / "soulfu";
    if (path.starts_with(soulfu.string())) {
        for (const char* kind : {"textures", "scripts", "rooms"}) options.search.push_back((soulfu / kind).string());
    }
    options.given = std::move(given);
    thaw::io::Opener opener(folders, options, {});
    auto results = opener.open(path);
    auto* model = std::get_if<thaw::io::Opened>(&results.front());
    if (model == nullptr) return std::nullopt;
    return std::move(model->model);
}

bool is_judged(const thaw::Format& format) {
    return format.to_scene != nullptr && format.from_scene != nullptr && format.id != "gltf";
}

// Every file below a folder that a model is named by.
std::vector<ModelSource> models_below(const fs::path& folder, const std::string& called) {
    std::vector<ModelSource> out;
    if (!fs::exists(folder)) return out;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const auto found = thaw::detect(file.filename().string(), thaw::test::load_file(file));
        if (!found || !is_judged(*found->format)) continue;
        if (found->sniffed.role != found->format->parts.front().role) continue;
        out.push_back({called + "/" + fs::relative(file, folder).string(), std::string(found->format->id),
                       [path = file.string()] { return opened(path); }});
    }
    return out;
}

const thaw::test::Fixture* fixture(const std::vector<thaw::test::Fixture>& all, const std::string& name) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& f) { return f.name == name; });
    return found == all.end() ? nullptr : &*found;
}

thaw::Blob with_less_triangles(const thaw::test::Fixture& from) {
    auto model = thaw::read(*from.format, from.bundle);
    static_cast<thaw::ddd::Document&>(*model->document).file.bases[0].slots[0].triangles.pop_back();
    return thaw::write(*model)->parts[0].bytes;
}

std::optional<thaw::Model> character_of_fixtures(bool to_part) {
    const auto all = thaw::test::ddd_fixtures();
    const auto* body = fixture(all, "ddd_animated");
    const auto* part = fixture(all, "ddd_static");
    if (body == nullptr || part == nullptr) return std::nullopt;
    const auto bytes_of = [](const thaw::test::Fixture& f) { return f.bundle.parts[0].bytes; };
    thaw::Bundle bundle{{{"ddd", "BODY.DDD", to_part ? with_less_triangles(*body) : bytes_of(*body)},
                         {"part:HEAD", "HEAD0.DDD", to_part ? bytes_of(*part) : with_less_triangles(*part)}}};
    auto model = thaw::read(*body->format, std::move(bundle));
    if (!model) return std::nullopt;
    return std::move(*model);
}

}  // namespace

std::vector<ModelSource> sample_models() { return models_below(thaw::test::source_folder() / "samples", "samples"); }

std::vector<ModelSource> corpus_models() { return models_below(thaw::test::corpus_folder(), "corpus"); }

std::vector<ModelSource> fixture_models() {
    std::vector<ModelSource> out;
    const auto all = std::make_shared<std::vector<thaw::test::Fixture>>(thaw::test::all_fixtures());
    for (const thaw::test::Fixture& each : *all) {
        if (!is_judged(*each.format) || each.error) continue;
        out.push_back(
            {"fixture/" + each.name, std::string(each.format->id), [all, &each]() -> std::optional<thaw::Model> {
                 auto model = thaw::read(*each.format, each.bundle);
                 if (!model) return std::nullopt;
                 return std::move(*model);
             }});
    }
    return out;
}

std::vector<ModelSource> character_models(bool with_corpus) {
    std::vector<ModelSource> out;
    // Edits go to where most triangles are: once that is the body, once the part.
    for (const bool to_part : {false, true}) {
        out.push_back({to_part ? "character/edited part" : "character/edited body", "ddd",
                       [to_part] { return character_of_fixtures(to_part); }});
    }
    const fs::path soulfu = thaw::test::corpus_folder() / "soulfu/models";
    if (with_corpus && fs::exists(soulfu / "BATANIM.DDD")) {
        out.push_back(
            {"character/BATANIM with BAT", "ddd", [soulfu] {
                 return opened((soulfu / "BATANIM.DDD").string(), {{"part:CHEST", (soulfu / "BAT.DDD").string()}});
             }});
    }
    return out;
}

}  // namespace edits
