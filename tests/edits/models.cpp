#include "edits/models.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "base/sha256.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "io/inputs.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace edits {

namespace {

namespace fs = std::filesystem;

// The game's files lie in one archive, and here in a folder a kind.
thaw::io::OpenOptions options_for(const std::string& path) {
    thaw::io::OpenOptions out;
    const fs::path soulfu = thaw::test::corpus_folder() / "soulfu";
    if (path.starts_with(soulfu.string())) {
        for (const char* kind : {"models", "textures", "scripts", "rooms"})
            out.search.push_back((soulfu / kind).string());
    }
    return out;
}

// Which of the models that a path stands for.
struct Place {
    std::string path;
    std::string root;  // that was named
    std::size_t index = 0;
};

std::vector<thaw::io::OpenResult> all_at(const std::string& path, const std::string& root, thaw::io::Folders& folders) {
    return thaw::io::Opener(folders, options_for(path), {}).open(path, root);
}

std::optional<thaw::Model> opened(const Place& place) {
    thaw::io::Folders folders;
    auto results = all_at(place.path, place.root, folders);
    auto* model = place.index < results.size() ? std::get_if<thaw::io::Opened>(&results[place.index]) : nullptr;
    if (model == nullptr) return std::nullopt;
    return std::move(model->model);
}

bool is_judged(const thaw::Format& format) {
    return format.to_scene != nullptr && format.from_scene != nullptr && format.id != "gltf";
}

// Of the files that make it, parts of a character among them, and which of their models it is: companions only dress
// it.
std::string fingerprint(const thaw::Model& model) {
    thaw::Sha256 sum;
    for (const thaw::Part& part : model.bundle.parts) {
        if (thaw::is_own(*model.format, part.role) || part.role.starts_with("part:")) sum.add(part.bytes.bytes());
    }
    return std::string(model.format->id) + thaw::hex(sum.finish()) + model.bundle.model;
}

// Every model of these inputs, those in archives too; what is the same in every byte is judged once.
std::vector<ModelSource> models_of(const std::vector<thaw::io::Input>& inputs, const fs::path& folder,
                                   const std::string& called, thaw::io::Folders& folders) {
    std::vector<ModelSource> out;
    std::set<std::string> seen;
    for (const thaw::io::Input& input : inputs) {
        const auto results = all_at(input.path, input.root, folders);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto* model = std::get_if<thaw::io::Opened>(&results[i]);
            if (model == nullptr || !is_judged(*model->model.format)) continue;
            if (!seen.insert(fingerprint(model->model)).second) continue;
            std::string name = called + "/" + input.path.substr(folder.string().size() + 1);
            if (results.size() > 1) name += " " + model->model.bundle.model;
            out.push_back({std::move(name), std::string(model->model.format->id),
                           [place = Place{input.path, input.root, i}] { return opened(place); }});
        }
    }
    return out;
}

// Packs and levels as they are, and each model in them (`one_by_one`).
std::vector<ModelSource> models_below(const fs::path& folder, const std::string& called,
                                      std::initializer_list<bool> one_by_one = {false, true}) {
    if (!fs::exists(folder)) return {};
    thaw::io::Folders folders;
    std::vector<thaw::io::Input> inputs;
    for (const bool each : one_by_one) {
        auto found = thaw::io::collect_inputs({folder.string()}, folders, {.one_by_one = each}).models;
        inputs.insert(inputs.end(), found.begin(), found.end());
    }
    return models_of(inputs, folder, called, folders);
}

// Scripts of the game stand for the characters that they put together.
std::vector<ModelSource> scripted_characters(const fs::path& folder) {
    if (!fs::exists(folder)) return {};
    std::vector<thaw::io::Input> inputs;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        inputs.push_back({path, path, {}, {}});
    }
    std::sort(inputs.begin(), inputs.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    thaw::io::Folders folders;
    std::erase_if(inputs, [&](const thaw::io::Input& input) {
        const auto model = opened({input.path, {}, 0});
        return !model || std::none_of(model->bundle.parts.begin(), model->bundle.parts.end(),
                                      [](const thaw::Part& part) { return part.role.starts_with("part:"); });
    });
    return models_of(inputs, folder, "character", folders);
}

bool holds_models(const thaw::test::Fixture& each) {
    if (each.error || each.format->entries == nullptr || each.bundle.parts.size() != 1) return false;
    if (each.format->to_scene == nullptr) return true;
    const auto model = thaw::read(*each.format, each.bundle);
    const auto entries = model ? each.format->entries(*model->document, {}) : model.error();
    return entries && !entries->empty();
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

std::vector<ModelSource> archived_models() {
    static const thaw::test::Scratch scratch;  // until all are judged
    for (const thaw::test::Fixture& each : thaw::test::all_fixtures()) {
        if (!holds_models(each)) continue;
        scratch.put(each.name + std::string(each.format->parts.front().suffix), each.bundle.parts[0].bytes);
    }
    const std::string folder = scratch.path();
    return models_below(folder.substr(0, folder.size() - 1), "archived", {true});
}

std::vector<ModelSource> character_models(bool with_corpus) {
    std::vector<ModelSource> out;
    // Edits go to where most triangles are: once that is the body, once the part.
    for (const bool to_part : {false, true}) {
        out.push_back({to_part ? "character/edited part" : "character/edited body", "ddd",
                       [to_part] { return character_of_fixtures(to_part); }});
    }
    if (!with_corpus) return out;
    for (ModelSource& each : scripted_characters(thaw::test::corpus_folder() / "soulfu/scripts")) {
        out.push_back(std::move(each));
    }
    return out;
}

}  // namespace edits
