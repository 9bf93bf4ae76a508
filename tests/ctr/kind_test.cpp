// Model, pack or level: each rule from both sides, and the real levels.
#include <gtest/gtest.h>

#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/kind.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using ctr::Kind;

constexpr u32 info_at = 0x194, free_at = 0x200;

// A body of words, and the places of its pointers.
class BodyMaker {
public:
    explicit BodyMaker(std::size_t bytes = 0x400) : bytes_(bytes) {}

    BodyMaker& set(u32 at, u32 value) {
        for (u32 i = 0; i < 4; ++i) bytes_[at + i] = static_cast<u8>(value >> 8 * i);
        return *this;
    }
    BodyMaker& point(u32 at, u32 target) {
        places_.push_back(at);
        return set(at, target);
    }
    BodyMaker& model(u32 at) { return set(at, 0x6A6B6C6D).set(at + 0x10, 0x00010000).point(at + 0x14, at + 0x18); }
    BodyMaker& mesh_info(u32 at) {
        return set(at, 40)
            .set(at + 4, 360)
            .point(at + 0x0C, free_at)
            .point(at + 0x10, free_at)
            .point(at + 0x18, free_at);
    }

    Blob with_map() const {
        std::vector<u8> out = wrapped(0);
        put(out, static_cast<u32>(4 * places_.size()));
        for (const u32 place : places_) put(out, place);
        return Blob::take(std::move(out));
    }
    Blob without_map() const { return Blob::take(wrapped(0x80000000)); }

private:
    static void put(std::vector<u8>& out, u32 value) {
        for (u32 i = 0; i < 4; ++i) out.push_back(static_cast<u8>(value >> 8 * i));
    }
    std::vector<u8> wrapped(u32 flag) const {
        std::vector<u8> out;
        put(out, static_cast<u32>(bytes_.size()) | flag);
        out.insert(out.end(), bytes_.begin(), bytes_.end());
        return out;
    }

    std::vector<u8> bytes_;
    std::vector<u32> places_{};
};

// Nothing: no rule of a map holds.
std::optional<Kind> kind_by_map(const BodyMaker& body) {
    const auto kind = ctr::kind_of(body.with_map());
    return kind && kind->is_listed ? std::optional(kind->kind) : std::nullopt;
}

TEST(CtrKind, AModelStartsWithItsNameAndNoPointer) {
    EXPECT_EQ(kind_by_map(BodyMaker().model(0)), Kind::model);
    EXPECT_EQ(kind_by_map(BodyMaker().model(0).point(0, 0x40)), std::nullopt);
}

// 360 vertices are a multiple of 4 and less than the size: by numbers alone this is a table of icons.
TEST(CtrKind, ALevelsLandscapeIsNoTableOfIcons) {
    EXPECT_EQ(kind_by_map(BodyMaker().point(0, info_at).mesh_info(info_at)), Kind::level);
    EXPECT_EQ(kind_by_map(BodyMaker().point(0, info_at).set(info_at, 2).point(info_at + 4, free_at)), Kind::pack);
    // A pointer where the landscape has a number.
    EXPECT_EQ(kind_by_map(BodyMaker().point(0, info_at).mesh_info(info_at).point(info_at + 0x1C, free_at)),
              std::nullopt);
    // No room for a level's header in front of it.
    EXPECT_EQ(kind_by_map(BodyMaker().point(0, 0x40).mesh_info(0x40)), std::nullopt);
}

TEST(CtrKind, ALevelWithoutLandscapeHasANumberWhereAPackHasItsFifthModel) {
    const auto level = BodyMaker().set(0x14, 1).point(0x18, free_at).point(free_at, 0x240).model(0x240);
    EXPECT_EQ(kind_by_map(level), Kind::level);
    // Also if nothing is known of its landscape.
    EXPECT_EQ(kind_by_map(BodyMaker(level).point(0, info_at)), Kind::level);
    BodyMaker pack;
    for (u32 i = 1; i <= 6; ++i) pack.point(4 * i, 0x200 + 0x20 * i).model(0x200 + 0x20 * i);
    EXPECT_EQ(kind_by_map(pack), Kind::pack);
    EXPECT_EQ(kind_by_map(BodyMaker(0x180).set(0x14, 1).point(0x18, 0x80).point(0x80, 0xC0).model(0xC0)), std::nullopt)
        << "too short for a level";
    EXPECT_EQ(kind_by_map(BodyMaker().set(0x14, 1).point(0x18, free_at).point(free_at, 0x240)), std::nullopt)
        << "no model there";
}

TEST(CtrKind, InstancesOrVisibilityTellALevelWithoutModels) {
    EXPECT_EQ(kind_by_map(BodyMaker().set(0x0C, 2).point(0x10, free_at)), Kind::level);
    EXPECT_EQ(kind_by_map(BodyMaker().point(0x10, free_at)), std::nullopt) << "no instances";
    EXPECT_EQ(kind_by_map(BodyMaker().set(0x0C, 9).point(0x10, free_at)), std::nullopt) << "past the end";
    EXPECT_EQ(kind_by_map(BodyMaker().point(0x190, free_at)), Kind::level);
    EXPECT_EQ(kind_by_map(BodyMaker().point(0x190, free_at).set(free_at + 0x8C, 8)), std::nullopt) << "a number";
    EXPECT_EQ(kind_by_map(BodyMaker().point(0x190, free_at).set(free_at + 0x90, 8)), Kind::level) << "the 37th word";
    // The texture table of a pack's first model is as good a list of pointers.
    EXPECT_EQ(kind_by_map(BodyMaker().point(4, 0x20).model(0x20).point(0x190, free_at)), Kind::pack);
}

TEST(CtrKind, APackEndsWithANumber) {
    EXPECT_EQ(kind_by_map(BodyMaker().point(4, 0x40).model(0x40)), Kind::pack);
    EXPECT_EQ(kind_by_map(BodyMaker().point(4, 0x40).model(0x40).set(8, 7)), std::nullopt);
    EXPECT_EQ(kind_by_map(BodyMaker()), std::nullopt) << "neither models nor icons";
}

// Both would do: a landscape whose numbers are those of icons, and nothing to tell pointers.
TEST(CtrKind, WithoutAMapTheNameDecidesBetweenTwo) {
    const Blob both = BodyMaker().point(0, info_at).mesh_info(info_at).set(info_at, 2).without_map();
    EXPECT_EQ(ctr::kind_of(both, "data.lev")->kind, Kind::level);
    EXPECT_EQ(ctr::kind_of(both, "data.mpk")->kind, Kind::pack);
    const Blob level = BodyMaker().point(0, info_at).mesh_info(info_at).set(info_at, 0).without_map();
    EXPECT_EQ(ctr::kind_of(level, "data.mpk")->kind, Kind::level) << "only one will do";
    const Blob known = BodyMaker().point(0, info_at).mesh_info(info_at).with_map();
    EXPECT_EQ(ctr::kind_of(known, "data.mpk")->kind, Kind::level) << "the map knows better";
}

// A short pack, with what lists a level's models behind its end.
TEST(CtrKind, WithAMapTheNameDecidesNothing) {
    const auto both = BodyMaker().point(4, 0x240).model(0x240).set(0x14, 1).point(0x18, free_at).point(free_at, 0x240);
    EXPECT_EQ(ctr::kind_of(both.with_map(), "data.mpk")->kind, Kind::level);
    EXPECT_EQ(ctr::kind_of(both.with_map(), "data.lev")->kind, Kind::level);
}

TEST(CtrKind, AMapAllowsAnythingBehindANamesEnd) {
    const auto model = BodyMaker().model(0).set(8, 7);
    EXPECT_EQ(kind_by_map(model), Kind::model);
    EXPECT_FALSE(ctr::kind_of(model.without_map(), "x")->sure);
}

TEST(CtrKind, TheNumberOfALevelsModelsIsNoPointer) {
    const auto level = [](bool pointer) {
        BodyMaker out = BodyMaker().point(0x18, free_at).point(free_at, 0x240).model(0x240);
        return pointer ? out.point(0x14, 1) : out.set(0x14, 1);
    };
    EXPECT_EQ(kind_by_map(level(false)), Kind::level);
    EXPECT_EQ(kind_by_map(level(true)), std::nullopt);
}

TEST(CtrKind, WhatIsBrokenIsWhatItsNameSays) {
    const Blob zeros = BodyMaker().with_map();
    EXPECT_EQ(ctr::kind_of(zeros, "data.lev")->kind, Kind::level);
    EXPECT_EQ(ctr::kind_of(zeros, "data.ctr")->kind, Kind::model);
    EXPECT_FALSE(ctr::kind_of(zeros, "data.lev")->sure);
    EXPECT_EQ(ctr::kind_of(BodyMaker(0x100).with_map(), "data.lev")->kind, Kind::model) << "too short for a level";
}

// Files of a BIG have no names; what is before and behind one tells.
TEST(CtrContent, OfAnArchive) {
    const Blob map = Blob::take({4, 0, 0, 0, 16, 0, 0, 0});
    const BodyMaker level = BodyMaker().set(0x0C, 2).point(0x10, free_at);
    const Blob whole = level.with_map(), alone = level.without_map();
    const Blob own_map = whole.slice(alone.size(), whole.size() - alone.size());
    EXPECT_EQ(big::content_kind(map, {}, alone), "ptr");
    EXPECT_EQ(big::content_kind(map, {}, whole), "bin") << "nothing wants a map";
    EXPECT_EQ(big::content_kind(whole, {}, {}), "lev");
    EXPECT_EQ(big::content_kind(alone, own_map, {}), "lev");
    EXPECT_EQ(big::content_kind(alone, {}, {}), "bin") << "only its map tells";
    const Blob model = BodyMaker().model(0).with_map();
    EXPECT_EQ(big::content_kind(model, {}, {}), "ctr");
    EXPECT_EQ(big::content_kind(model.slice(4, 0x400), {}, {}), "bin") << "without its size";
    EXPECT_EQ(big::content_kind(Blob::take({0x20, 0, 0, 0, 1, 2, 3, 4}), {}, {}), "bin") << "a mark alone";
    EXPECT_EQ(big::content_kind(load_file(source_folder() / "samples" / "ctr" / "toadstool.vrm"), {}, {}), "vrm");
    EXPECT_EQ(big::content_kind({}, {}, {}), "empty");
}

TEST(CtrKind, AMapMayBeAnotherFile) {
    const BodyMaker icons = BodyMaker().point(0, info_at).set(info_at, 2).point(info_at + 4, free_at);
    const auto body = icons.without_map();
    const Blob whole = icons.with_map();
    const Blob map = whole.slice(body.size(), whole.size() - body.size());
    EXPECT_FALSE(ctr::kind_of(body, "x")->is_listed);
    const auto kind = ctr::kind_of(body, "x", map);
    EXPECT_TRUE(kind->is_listed);
    EXPECT_EQ(kind->kind, Kind::pack);
}

TEST(CtrKind, KnowsEveryRealLevel) {
    const auto folder = corpus_folder() / "ctr" / "levels";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real levels";
    std::size_t levels = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".lev") continue;
        SCOPED_TRACE(entry.path().string());
        ++levels;
        const auto found = detect("", load_file(entry.path()));
        ASSERT_TRUE(found);
        EXPECT_EQ(found->format, &ctr::format);
        EXPECT_EQ(found->sniffed.confidence, Confidence::certain);
        EXPECT_EQ(ctr::kind_of(load_file(entry.path()))->kind, Kind::level);
    }
    EXPECT_EQ(levels, 8u);
}

}  // namespace
}  // namespace thaw::test
