// Every fixture gives the findings or the error that stand beside it, at bytes that are guilty, and rewrites exactly.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/shared/parts.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "support/processor_time.hpp"

namespace thaw::test {
namespace {

std::vector<std::string> codes_of(const Issues& issues) {
    std::set<std::string> codes;
    for (const Issue& issue : issues.list()) codes.emplace(issue.kind->code);
    return {codes.begin(), codes.end()};
}

Model read_fixture(const Fixture& fixture) {
    auto model = read(*fixture.format, fixture.bundle);
    EXPECT_TRUE(model) << fixture.name << ": " << to_string(model.error());
    return std::move(*model);
}

TEST(UnrealFixtures, ThereAreEnoughAndTheyAreSmall) {
    const auto fixtures = unreal_fixtures();
    EXPECT_GE(fixtures.size(), 25u);
    std::set<std::string> names;
    for (const Fixture& f : fixtures) {
        EXPECT_TRUE(names.insert(f.name).second) << f.name;
        for (const Part& part : f.bundle.parts) EXPECT_LT(part.bytes.size(), 4096u) << f.name;
    }
}

TEST(UnrealFixtures, GiveTheirFindings) {
    for (const Fixture& f : unreal_fixtures()) {
        if (f.error) continue;
        const Model model = read_fixture(f);
        const auto found = codes_of(*validate(model));
        EXPECT_EQ(found, f.issues) << f.name;
        std::vector<std::string> expected = f.issues;
        expected.insert(expected.end(), f.game_issues.begin(), f.game_issues.end());
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(codes_of(*validate(model, Profile::game)), expected) << f.name;
    }
}

TEST(UnrealFixtures, GiveTheirErrors) {
    for (const Fixture& f : unreal_fixtures()) {
        if (!f.error) continue;
        const auto model = read(*f.format, f.bundle);
        ASSERT_FALSE(model) << f.name;
        EXPECT_EQ(model.error().code, *f.error) << f.name;
        EXPECT_EQ(model.error().path, f.error_path) << f.name;
        EXPECT_EQ(model.error().offset == no_offset, f.error_path.empty()) << f.name;
    }
}

TEST(UnrealFixtures, RewriteExactly) {
    for (const Fixture& f : unreal_fixtures()) {
        if (f.error) continue;
        const Model model = read_fixture(f);
        const auto written = write(model);
        ASSERT_TRUE(written) << f.name;
        for (const Part& part : f.bundle.parts) {
            if (!is_own(*f.format, part.role)) continue;
            const Part* again = written->find(part.role);
            ASSERT_NE(again, nullptr) << f.name;
            EXPECT_EQ(again->bytes, part.bytes) << f.name << " " << part.role;
            EXPECT_EQ(again->name, part.name) << f.name;
        }
    }
}

TEST(UnrealFixtures, CoverEveryFinding) {
    std::set<std::string> seen;
    for (const Fixture& f : unreal_fixtures()) {
        seen.insert(f.issues.begin(), f.issues.end());
        seen.insert(f.game_issues.begin(), f.game_issues.end());
        if (f.error) continue;
        Issues issues;
        if (to_scene(read_fixture(f), {}, issues)) {
            for (const std::string& code : codes_of(issues)) seen.insert(code);
        }
    }
    std::set<std::string> known;
    for (const IssueKind* kind : unreal::issue::kinds) EXPECT_TRUE(known.emplace(kind->code).second) << kind->code;
    EXPECT_EQ(seen, known);
}

// Where a finding points: the leaf of an independent walk over the file that holds the byte.
class LeafAt final : public LeafSink {
public:
    explicit LeafAt(u64 offset) : offset_(offset) {}
    void enter(const char* name, u64 index, u64) override {
        path_.push_back(std::string(name) + (index == ~u64{0} ? "" : "[" + std::to_string(index) + "]"));
    }
    void leave(u64) override { path_.pop_back(); }
    void leaf(const Leaf& leaf) override {
        if (offset_ < leaf.offset || offset_ >= leaf.offset + leaf.raw.size()) return;
        found.clear();
        for (const auto& step : path_) found += step + ".";
        found += leaf.name;
        start = leaf.offset;
    }
    std::string found;
    u64 start = 0;

private:
    u64 offset_;
    std::vector<std::string> path_;
};

TEST(UnrealFixtures, FindingsPointAtTheGuiltyByte) {
    for (const Fixture& f : unreal_fixtures()) {
        if (f.error) continue;
        const Model model = read_fixture(f);
        const auto issues = validate(model, Profile::game);
        for (const Issue& issue : issues->list()) {
            SCOPED_TRACE(f.name + " " + std::string(issue.kind->code) + " " + issue.path);
            if (issue.path.empty()) {
                EXPECT_TRUE(issue.is(unreal::issue::missing_companion));
                continue;
            }
            ASSERT_NE(issue.offset, no_offset);
            const Part* part = model.bundle.find(issue.part);
            ASSERT_NE(part, nullptr);
            ASSERT_LT(issue.offset, part->bytes.size());
            if (issue.part == "uc") {
                EXPECT_EQ(part->bytes[issue.offset], '#');
                continue;
            }
            if (issue.part == "modeldef") {
                EXPECT_EQ(part->bytes[issue.offset], 'f');  // frameindex
                continue;
            }
            LeafAt leaf(issue.offset);
            auto document = f.format->blank();
            if (issue.part == "aniv" && model.bundle.find("data") != nullptr) {
                ASSERT_TRUE(read_part(*f.format, *document, *model.bundle.find("data"), {}));
            }
            ASSERT_TRUE(annotate_part(*f.format, *document, *part, {}, leaf));
            // "polys[1].vertices[2]" lies in the leaf "polys[1].vertices", "frames[0].vertices[3]" in "frames".
            EXPECT_TRUE(issue.path.starts_with(leaf.found)) << leaf.found;
        }
    }
}

TEST(UnrealFixtures, PathsAndOffsetsOfKnownFaults) {
    struct Expected {
        const char* fixture;
        const char* code;
        const char* path;
        u64 offset;
    };
    constexpr Expected table[] = {
        {"unreal_index_out_of_range", "INDEX_OUT_OF_RANGE", "polys[2].vertices[2]", 48 + 2 * 16 + 4},
        {"unreal_degenerate", "DEGENERATE_TRIANGLE", "polys[1].vertices", 48 + 16},
        {"unreal_duplicate", "DUPLICATE_TRIANGLE", "polys[2].vertices", 48 + 2 * 16},
        {"unreal_unknown_style", "UNKNOWN_STYLE", "polys[0].type", 48 + 6},
        {"unreal_two_weapon_triangles", "MANY_WEAPON_TRIANGLES", "polys[2].type", 48 + 2 * 16 + 6},
        {"unreal_color_and_flags", "RESERVED_NOT_ZERO", "polys[1].color", 48 + 16 + 7},
        {"unreal_slot_11", "GAME_LIMIT", "polys[0].texture", 48 + 14},
        {"unreal_short_last_frame", "SHORT_FRAME", "frames[1]", 4 + 16},
        {"unreal_short_last_frame", "VERTEX_NOT_STORED", "polys[1].vertices[2]", 48 + 16 + 4},
        {"unreal_frames_missing", "NUM_FRAMES_BEYOND_FILE", "num_frames", 0},
        {"unreal_pair_mismatch", "PAIR_MISMATCH", "frame_size", 2},
        {"unreal_polys_missing", "NUM_POLYS_BEYOND_FILE", "num_polys", 0},
        {"unreal_one_based_indices", "ONE_BASED_INDICES", "num_vertices", 2},
        {"unreal_data_trailing_48", "TRAILING_BYTES", "trailing", 48 + 4 * 16},
        {"unreal_aniv_trailing_4", "TRAILING_BYTES", "trailing", 4 + 32},
        {"unreal_coordinates_at_limit", "COORDINATE_AT_LIMIT", "frames[0].vertices[0]", 4},
        {"unreal_deus_ex_pad", "PAD_NOT_ZERO", "frames[1].vertices[2]", 4 + 32 + 16},
        {"unreal_deus_ex_limit", "COORDINATE_AT_LIMIT", "frames[1].vertices[3]", 4 + 32 + 24},
        {"unreal_reserved", "RESERVED_NOT_ZERO", "padding", 36},
    };
    const auto fixtures = unreal_fixtures();
    for (const Expected& e : table) {
        const auto f =
            std::find_if(fixtures.begin(), fixtures.end(), [&](const Fixture& x) { return x.name == e.fixture; });
        ASSERT_NE(f, fixtures.end()) << e.fixture;
        const Model model = read_fixture(*f);
        const auto issues = validate(model, Profile::game);
        const bool found = std::any_of(issues->list().begin(), issues->list().end(), [&](const Issue& i) {
            return i.kind->code == e.code && i.path == e.path && i.offset == e.offset;
        });
        EXPECT_TRUE(found) << e.fixture << " " << e.code;
    }
}

TEST(UnrealFixtures, OverlappingFramesStayCheap) {
    // 65535 vertices of which all are stored, in 65535 frames that start 0 or 1 bytes apart: 4 billion vertices to see.
    for (const u16 stride : {u16{0}, u16{1}, u16{4}}) {
        std::vector<u8> data(48 + 16, 0);
        data[0] = 1, data[2] = data[3] = 0xFF, data[50] = 1, data[52] = 2;
        std::vector<u8> aniv(4 + 65535 * 4 + 65535 * std::size_t{stride}, 0);
        aniv[0] = aniv[1] = 0xFF, aniv[2] = static_cast<u8>(stride);
        Bundle bundle;
        bundle.parts.push_back({"data", "x_d.3d", Blob::take(std::move(data))});
        bundle.parts.push_back({"aniv", "x_a.3d", Blob::take(std::move(aniv))});
        const ProcessorTime time;
        auto model = read(*find_format("unreal"), bundle);
        ASSERT_TRUE(model);
        const auto issues = validate(*model);
        EXPECT_TRUE(std::any_of(issues->list().begin(), issues->list().end(),
                                [](const Issue& i) { return i.kind == &unreal::issue::identical_frames; }));
        EXPECT_TRUE(summarise(*model));
        Issues converted;
        const auto status = convert_variant(*model, "deusex", converted);
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().code, Code::unrepresentable);
        EXPECT_LT(time.seconds(), 5) << stride;
    }
}

}  // namespace
}  // namespace thaw::test
