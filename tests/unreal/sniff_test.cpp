// What Thaw takes for an Unreal file, and how sure it is.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/unreal/mesh/detect.hpp"
#include "support/corpus.hpp"

namespace thaw::unreal {
namespace {

using test::blob_of;

Blob part_of(std::string_view fixture, std::string_view role) {
    for (const auto& f : test::unreal_fixtures()) {
        if (f.name == fixture) return f.bundle.find(role)->bytes;
    }
    ADD_FAILURE() << "no fixture " << fixture;
    return {};
}

TEST(Sniff, NameTipsTheBalance) {
    const Blob data = part_of("unreal_standard", "data");
    const Blob aniv = part_of("unreal_standard", "aniv");
    struct Case {
        const char* name;
        const Blob& bytes;
        const char* role;
        Confidence confidence;
    };
    const Case table[] = {
        {"x_d.3d", data, "data", Confidence::certain},
        {"X_D.3D", data, "data", Confidence::certain},
        {"DATA51.3d", data, "data", Confidence::certain},
        {"titand.3d", data, "data", Confidence::certain},
        {"", data, "data", Confidence::likely},
        {"x_a.3d", aniv, "aniv", Confidence::certain},
        {"ANIV51.3d", aniv, "aniv", Confidence::certain},
        {"titana.3d", aniv, "aniv", Confidence::likely},
        {"", aniv, "aniv", Confidence::weak},
        {"x_a.3d", data, "data", Confidence::likely},
    };
    for (const Case& c : table) {
        const Sniffed found = sniff(c.name, c.bytes, {});
        EXPECT_EQ(found.role, c.role) << c.name;
        EXPECT_EQ(found.confidence, c.confidence) << c.name << " " << found.reason;
        EXPECT_FALSE(found.reason.empty());
    }
}

TEST(Sniff, FaultyFilesAreStillRecognisedByName) {
    EXPECT_EQ(sniff("x_d.3d", part_of("unreal_index_out_of_range", "data"), {}).confidence, Confidence::weak);
    EXPECT_EQ(sniff("x_d.3d", part_of("unreal_polys_missing", "data"), {}).confidence, Confidence::weak);
    EXPECT_EQ(sniff("x_a.3d", part_of("unreal_frame_size_three_quarters", "aniv"), {}).confidence, Confidence::likely);
    EXPECT_EQ(sniff("x_a.3d", part_of("unreal_short_last_frame", "aniv"), {}).confidence, Confidence::likely);
    EXPECT_EQ(sniff("x_a.3d", part_of("unreal_frames_missing", "aniv"), {}).confidence, Confidence::weak);
}

TEST(Sniff, JunkIsNeverCertain) {
    std::vector<Blob> junk{
        blob_of(""),
        blob_of("a"),
        blob_of(std::string(1000, '\0')),
        blob_of(std::string(1000, 'a')),
        blob_of(std::string(1000, ' ')),
        blob_of(std::string(1000, '\xFF')),
        blob_of("\x89PNG\r\n\x1a\n" + std::string(3000, '\x11')),
        blob_of("The quick brown fox jumps over the lazy dog, again and again and again and again.")};
    u64 state = 1;
    for (int i = 0; i < 200; ++i) {
        std::vector<u8> noise(64 + static_cast<std::size_t>(i) * 7);
        for (u8& byte : noise) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            byte = static_cast<u8>(state >> 56);
        }
        junk.push_back(Blob::take(std::move(noise)));
    }
    for (const Blob& bytes : junk) {
        EXPECT_EQ(sniff("", bytes, {}).confidence, Confidence::no);
        EXPECT_EQ(sniff("x.png", bytes, {}).confidence, Confidence::no);
        EXPECT_LT(sniff("x_d.3d", bytes, {}).confidence, Confidence::likely);
        EXPECT_LT(sniff("x_a.3d", bytes, {}).confidence, Confidence::likely);
    }
}

TEST(Sniff, Scripts) {
    const Blob uc = blob_of("class Fish;\n#exec MESH IMPORT MESH=Fish ANIVFILE=a DATAFILE=b\n");
    EXPECT_EQ(sniff("Fish.uc", uc, {}).role, "uc");
    EXPECT_EQ(sniff("Fish.uc", uc, {}).confidence, Confidence::likely);
    EXPECT_EQ(sniff("", uc, {}).confidence, Confidence::weak);
    EXPECT_EQ(sniff("Plain.uc", blob_of("class Plain;\n// #exec MESH IMPORT MESH=Fish\n"), {}).confidence,
              Confidence::no);
}

TEST(Sniff, LargerThanTheLimitIsRefused) {
    Context context;
    context.limits.input_bytes = 10;
    EXPECT_EQ(sniff("x_d.3d", part_of("unreal_standard", "data"), context).confidence, Confidence::no);
}

}  // namespace
}  // namespace thaw::unreal
