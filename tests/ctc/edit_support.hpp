// A model, its scene edited, and what becomes of its file.
#pragma once

#include <functional>

#include "ctc/scene_support.hpp"
#include "scene/check.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"

namespace thaw::test {

inline Model lantern_again() {
    auto model = read_ctc(load_file(source_folder() / "samples/ctc/lantern.ctc"), "lantern.ctc");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

struct Edited {
    Blob before{};
    Blob after{};
    std::string words{};
    Issues issues{};
    Model model{};
    std::vector<BuiltTexture> textures{};

    // Bytes that differ.
    std::size_t changed() const {
        if (before.size() != after.size()) return before.size() + after.size();
        std::size_t n = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i] != after[i]) ++n;
        return n;
    }
    std::string message(std::string_view code) const {
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == code) return message_of(issue);
        }
        return {};
    }
    std::string found(std::string_view code) const {
        std::string out;
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == code) out += (out.empty() ? "" : "; ") + issue.found;
        }
        return out;
    }
    Scene scene(const SceneOptions& options = {}) const {
        Issues ignored;
        auto shown = to_scene(model, options, ignored);
        EXPECT_TRUE(shown.ok());
        return shown ? std::move(*shown) : Scene();
    }
};

inline Edited edited(Model base, const Scene& base_scene, const Scene& scene,
                     std::span<const std::vector<u32>> sources = {}) {
    Edited out;
    EXPECT_EQ(check(scene), "");
    out.before = write(base)->parts[0].bytes;
    auto built = from_scene(ctc::format, {scene, sources, &base, &base_scene}, {}, out.issues);
    EXPECT_TRUE(built.ok()) << to_string(built.error());
    if (!built) return out;
    out.words = built->change_summary;
    out.textures = built->textures;
    const Model made{&ctc::format, {}, std::move(built->document)};
    auto files = write(made);
    EXPECT_TRUE(files.ok());
    if (!files) return out;
    out.after = files->parts[0].bytes;
    files->parts[0].name = base.bundle.name_of("ctc");
    auto again = read(ctc::format, std::move(*files));
    EXPECT_TRUE(again.ok()) << to_string(again.error());
    if (again) out.model = std::move(*again);
    return out;
}

using SceneChange = std::function<void(Scene&)>;

inline Edited edited(Model base, const SceneChange& change, const SceneOptions& options = {}) {
    Issues ignored;
    const auto before = to_scene(base, options, ignored);
    EXPECT_TRUE(before.ok());
    Scene after = *before;
    change(after);
    return edited(std::move(base), *before, after);
}

}  // namespace thaw::test
