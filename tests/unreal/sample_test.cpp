// The sample fish: the files in the repository are what the code makes, and they are sound.
#include <cmath>

#include <gtest/gtest.h>

#include "base/file_name.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "samples.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"

namespace thaw::unreal {
namespace {

Model fish() {
    Bundle bundle;
    for (const auto& file : samples::unreal_sample()) {
        const std::string_view path = file.path;
        const char* role = path.ends_with("_d.3d")   ? "data"
                           : path.ends_with("_a.3d") ? "aniv"
                           : path.ends_with(".uc")   ? "uc"
                                                     : "texture";
        bundle.parts.push_back({role, std::string(text::file_name(path)), Blob::copy_of(file.bytes)});
    }
    auto model = read(*find_format("unreal"), std::move(bundle));
    EXPECT_TRUE(model);
    return std::move(*model);
}

const Document& document_of(const Model& model) { return static_cast<const Document&>(*model.document); }

TEST(SampleFish, FilesAreWhatTheCodeMakes) {
    u64 total = 0;
    for (const auto& file : samples::unreal_sample()) {
        const Blob committed = test::load_file(test::source_folder() / "samples" / file.path);
        EXPECT_EQ(committed, Blob::copy_of(file.bytes)) << file.path << ": run make_samples";
        total += file.bytes.size();
    }
    EXPECT_LT(total, 120'000u);
}

TEST(SampleFish, NothingToComplainAbout) {
    const Model model = fish();
    const auto issues = validate(model, Profile::game);
    for (const Issue& issue : issues->list()) ADD_FAILURE() << issue.kind->code << " " << issue.path;
    const auto wants = needs(model);
    for (const Want& want : *wants) EXPECT_FALSE(want.mentioned) << want.names.front();
}

TEST(SampleFish, ThreeClipsAtTheirOwnSpeed) {
    const auto summary = summarise(fish());
    ASSERT_EQ(summary->clips.size(), 4u);
    EXPECT_EQ(summary->clips[1].name, "Swim");
    EXPECT_EQ(summary->clips[1].fps, 18);
    EXPECT_EQ(summary->clips[3].fps, 8);
    EXPECT_EQ(summary->clips[0].frames, summary->totals.frames);
    ASSERT_EQ(summary->materials.size(), 2u);
    EXPECT_EQ(summary->materials[1].flags, "masked, two-sided");
    EXPECT_EQ(summary->materials[1].texture, "ThawFish.pcx");
    EXPECT_NEAR(*summary->height_metres, 0.34, 0.05);
}

TEST(SampleFish, BodyIsClosedAndFacesOutward) {
    const Model model = fish();
    const Document& d = document_of(model);
    double volume = 0;
    for (const Poly& poly : d.data->polys) {
        if (poly.type != 0) continue;
        Vec3d v[3];
        for (std::size_t i = 0; i < 3; ++i) v[i] = exact(d.vertex(0, poly.vertices[i]));
        volume += dot(v[0], cross(v[1], v[2])) / 6;
    }
    EXPECT_GT(volume, 0);
}

TEST(SampleFish, NoFrameTearsItApart) {
    // A coordinate that wraps round shows as an edge across the whole model.
    const Model model = fish();
    const Document& d = document_of(model);
    const ObjectSpace place(placement_of(d));
    for (u64 frame = 0; frame < d.frames_present(); ++frame) {
        for (const Poly& poly : d.data->polys) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Vec3d edge =
                    place(d.vertex(frame, poly.vertices[i])) - place(d.vertex(frame, poly.vertices[(i + 1) % 3]));
                ASSERT_LT(dot(edge, edge), 9.0 * 9.0) << frame;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::unreal
