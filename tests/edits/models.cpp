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

std::optional<thaw::Model> opened(const std::string& path, thaw::io::Folders& folders) {
    thaw::io::Opener opener(folders, options_for(path), {});
    auto results = opener.open(path);
    auto* model = std::get_if<thaw::io::Opened>(&results.front());
    if (model == nullptr) return std::nullopt;
    return std::move(model->model);
}

std::optional<thaw::Model> opened(const std::string& path) {
    thaw::io::Folders folders;
    return opened(path, folders);
}

bool is_judged(const thaw::Format& format) {
    return format.to_scene != nullptr && format.from_scene != nullptr && format.id != "gltf";
}

// Of the files that make it, parts of a character among them: companions only dress it.
std::string fingerprint(const thaw::Model& model) {
    thaw::Sha256 sum;
    for (const thaw::Part& part : model.bundle.parts) {
        if (thaw::is_own(*model.format, part.role) || part.role.starts_with("part:")) sum.add(part.bytes.bytes());
    }
    return std::string(model.format->id) + thaw::hex(sum.finish());
}

// Every model below a folder, those in archives too; what is the same in every byte is judged once.
std::vector<ModelSource> models_of(const std::vector<std::string>& paths, const fs::path& folder,
                                   const std::string& called, thaw::io::Folders& folders) {
    std::vector<ModelSource> out;
    std::set<std::string> seen;
    for (const std::string& path : paths) {
        const auto model = opened(path, folders);
        if (!model || !is_judged(*model->format) || !seen.insert(fingerprint(*model)).second) continue;
        out.push_back({called + "/" + path.substr(folder.string().size() + 1), std::string(model->format->id),
                       [path] { return opened(path); }});
    }
    return out;
}

std::vector<ModelSource> models_below(const fs::path& folder, const std::string& called) {
    if (!fs::exists(folder)) return {};
    thaw::io::Folders folders;
    std::vector<std::string> paths;
    for (auto& input : thaw::io::collect_inputs({folder.string()}, folders).models) paths.push_back(input.path);
    return models_of(paths, folder, called, folders);
}

// Scripts of the game stand for the characters that they put together.
std::vector<ModelSource> scripted_characters(const fs::path& folder) {
    if (!fs::exists(folder)) return {};
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    thaw::io::Folders folders;
    std::erase_if(paths, [&](const std::string& path) {
        const auto model = opened(path, folders);
        return !model || std::none_of(model->bundle.parts.begin(), model->bundle.parts.end(),
                                      [](const thaw::Part& part) { return part.role.starts_with("part:"); });
    });
    return models_of(paths, folder, "character", folders);
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
    if (!with_corpus) return out;
    for (ModelSource& each : scripted_characters(thaw::test::corpus_folder() / "soulfu/scripts")) {
        out.push_back(std::move(each));
    }
    return out;
}

}  // namespace edits
