// The numbered deviations of src/formats/soulfu/README.md, pinned at the level of bytes.
#include <gtest/gtest.h>

#include <map>

#include "formats/shared/parts.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

using Chunk = std::vector<u8>;

Blob bytes_of(std::initializer_list<Chunk> chunks) {
    Chunk all;
    for (const Chunk& chunk : chunks) all.insert(all.end(), chunk.begin(), chunk.end());
    return Blob::take(std::move(all));
}

Chunk header(u8 bases, u8 frames, u16 flags = 0xBFFF) {
    return {0, 2, static_cast<u8>(flags >> 8), static_cast<u8>(flags), 0, bases, 0, frames, 0, 0, 0, 0};
}
const Chunk empty_base{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
const Chunk frame_head{0, 0, 0, 0, 0, 0, 0};  // action, events, base model, movement
const Chunk no_shadows{0, 0, 0, 0};

ddd::File file_of(const Blob& bytes) {
    const auto model = read_ddd(bytes);
    EXPECT_TRUE(model.ok()) << (model.ok() ? "" : to_string(model.error()));
    return model.ok() ? document_of(*model).file : ddd::File{};
}

TEST(Deviations, D1EverythingIsBigEndianAndUnaligned) {
    Chunk head = header(1, 0);
    head[0] = 1;
    head[1] = 2;
    // Two vertices of nine bytes: the second starts at an odd offset.
    const ddd::File file = file_of(bytes_of({head,
                                             {0, 2, 0, 0, 0, 0, 0, 0},
                                             {0, 1, 0, 2, 0, 3, 4, 5, 6},
                                             {0xFF, 0xFE, 0x12, 0x34, 0x80, 0, 7, 8, 9},
                                             no_shadows}));
    EXPECT_EQ(file.scaling, 0x0102);
    ASSERT_EQ(file.bases.size(), 1u);
    ASSERT_EQ(file.bases[0].vertices.size(), 2u);
    EXPECT_EQ(file.bases[0].vertices[1].position, (std::array<i16, 3>{-2, 0x1234, -32768}));
    EXPECT_EQ(file.bases[0].vertices[1].bones, (std::array<u8, 2>{7, 8}));
    EXPECT_TRUE(file.trailing.empty());
}

TEST(Deviations, D2CornersFollowOnlyAVisibleShadow) {
    const ddd::File file = file_of(bytes_of(
        {header(1, 1), empty_base, frame_head, {0}, {9, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8}, {0, 0}}));
    ASSERT_EQ(file.frames.size(), 1u);
    EXPECT_EQ(file.frames[0].shadows[0].alpha, 0);
    EXPECT_EQ(file.frames[0].shadows[1].alpha, 9);
    EXPECT_EQ(file.frames[0].shadows[1].corners[3].y, 8);
    EXPECT_TRUE(file.trailing.empty());
}

TEST(Deviations, D3ShadowCornersAreSigned) {
    Chunk shadow(17, 0xFF);
    const ddd::File file = file_of(bytes_of({header(1, 1), empty_base, frame_head, shadow, {0, 0, 0}}));
    ASSERT_EQ(file.frames.size(), 1u);
    EXPECT_EQ(file.frames[0].shadows[0].corners[2].x, -1);
}

TEST(Deviations, D4ALinkedFileHasANameAndNoFrames) {
    Chunk head = header(1, 77, 0xFFFF);
    const Blob bytes = bytes_of({head, {'A', 'N', 'I', 'M', 0, 0, 0, 0}, empty_base});
    const ddd::File file = file_of(bytes);
    EXPECT_TRUE(file.is_linked());
    EXPECT_EQ(file.link_name(), "ANIM");
    EXPECT_EQ(file.unused_frame_count, 77);  // means nothing, but is kept
    EXPECT_TRUE(file.frames.empty());
    EXPECT_TRUE(file.trailing.empty());
}

TEST(Deviations, D5TheGameHas128Actions) {
    const auto codes = [](u8 action) {
        Chunk frame = frame_head;
        frame[0] = action;
        const auto model = read_ddd(bytes_of({header(1, 2), empty_base, frame_head, no_shadows, frame, no_shadows}));
        return codes_of(*validate(*model));
    };
    EXPECT_EQ(codes(127), std::vector<std::string>{});
    EXPECT_EQ(codes(128), std::vector<std::string>{"DDD_ACTION_NUMBER"});
    EXPECT_EQ(ddd::action_name(47), "DOUBLE_END");
    EXPECT_EQ(ddd::action_name(48), "ACTION_48");
}

// D6 is pinned by the pose tests.

TEST(Deviations, D7OnlyOneHeaderFlagMatters) {
    for (unsigned bit = 0; bit < 16; ++bit) {
        if (bit == 14) continue;
        const auto flags = static_cast<u16>(0xBFFF ^ (1u << bit));
        const auto model = read_ddd(bytes_of({header(1, 1, flags), empty_base, frame_head, no_shadows}));
        ASSERT_TRUE(model.ok());
        EXPECT_EQ(document_of(*model).file.flags, flags);
        EXPECT_TRUE(document_of(*model).file.trailing.empty());
        EXPECT_EQ(codes_of(*validate(*model)), std::vector<std::string>{"DDD_UNUSUAL_FLAGS"});
    }
}

// Names of the bits of a field, by value.
class BitNames final : public LeafSink {
public:
    explicit BitNames(std::string name) : name_(std::move(name)) {}
    void leaf(const Leaf& leaf) override {
        if (leaf.name == nullptr || leaf.name != name_) return;
        for (const BitPart& part : leaf.meaning.parts) found[1 << part.shift] = part.name;
    }
    std::map<int, std::string> found;

private:
    std::string name_;
};

std::map<int, std::string> bit_names(const std::string& field) {
    const Chunk slotted{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 255, 0, 0, 0, 0, 0};  // slot 0 is on
    const Blob bytes = bytes_of({header(1, 1), slotted, frame_head, no_shadows});
    ddd::Document document;
    BitNames names(field);
    EXPECT_TRUE(annotate_part(ddd::format, document, {"ddd", {}, bytes}, {}, names).ok());
    return std::move(names.found);
}

TEST(Deviations, D8AndD9SlotFlags) {
    const auto names = bit_names("flags");
    EXPECT_EQ(names.at(1), "light");
    EXPECT_EQ(names.at(2), "color");  // D8: set means tinted
    EXPECT_EQ(names.at(4), "no_cull");
    EXPECT_EQ(names.at(8), "shiny");
    EXPECT_EQ(names.at(16), "anime");
    EXPECT_EQ(names.at(32), "eye");  // D9
    EXPECT_EQ(names.at(64), "no_line");
    EXPECT_EQ(names.at(128), "paper");
}

std::string words_for(u8 flags) {
    ddd::Document document;
    document.file.bases.emplace_back();
    document.file.bases[0].slots[0] = {1, flags, 255, {}};
    return ddd::format.summarise(document, {}).materials.at(0).flags;
}

TEST(Deviations, D8AndD9SlotFlagsInWords) {
    EXPECT_EQ(words_for(0), "");
    EXPECT_EQ(words_for(2), "tinted");
    EXPECT_EQ(words_for(32), "blinking eye");
    EXPECT_EQ(words_for(64), "no outline");
    EXPECT_EQ(words_for(128), "cut out by alpha");
    EXPECT_EQ(words_for(8), "shiny");
    EXPECT_EQ(words_for(32 + 16 + 64), "cycling image, no outline");
}

TEST(Deviations, D10FrameEvents) {
    const std::map<int, std::string> expected{{1, "foot"},  {2, "event_2"}, {4, "event_4"}, {8, "attack"},
                                              {16, "left"}, {32, "right"},  {64, "block"},  {128, "combat"}};
    EXPECT_EQ(bit_names("events"), expected);
}

// D14 is pinned by the tests of TIL.

TEST(Deviations, D17TheUnitIsTheFoot) {
    ddd::File file;
    file.scaling = 20000;
    EXPECT_EQ(file.feet_per_unit(), 1.0);
    file.scaling = 2;
    EXPECT_EQ(file.feet_per_unit(), 0.0001);
}

}  // namespace
}  // namespace thaw::test
