// Every real pair at hand: accepted, rewritten byte for byte, and counted as an independent decoder counted it.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/summary.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "support/corpus.hpp"

namespace thaw::unreal {
namespace {

using test::Row;

struct RealPair {
    Row facts;
    Bundle bundle;
};

// Loaded once: most of the time these tests take is reading files.
const std::vector<RealPair>& pairs() {
    static const std::vector<RealPair> all = [] {
        std::vector<RealPair> out;
        const auto folder = test::corpus_folder() / "ue1";
        for (const Row& row : test::load_csv(folder / "facts.csv")) {
            Bundle bundle;
            bundle.parts.push_back({"data", row.at("d"), test::load_file(folder / row.at("d"))});
            bundle.parts.push_back({"aniv", row.at("a"), test::load_file(folder / row.at("a"))});
            out.push_back({row, std::move(bundle)});
        }
        return out;
    }();
    return all;
}

Model read_pair(const RealPair& pair) {
    auto model = read(*find_format("unreal"), pair.bundle);
    EXPECT_TRUE(model) << pair.facts.at("d") << ": " << to_string(model.error());
    return std::move(*model);
}

const Document& document_of(const Model& model) { return static_cast<const Document&>(*model.document); }

template <class Key>
std::string histogram(const std::map<Key, u64>& counts, std::string (*name)(Key)) {
    std::string out;
    for (const auto& [key, n] : counts) out += (out.empty() ? "" : " ") + name(key) + ":" + std::to_string(n);
    return out;
}

std::string hex_byte(u8 byte) {
    constexpr char digits[] = "0123456789abcdef";
    return {digits[byte >> 4], digits[byte & 15]};
}
std::string number(u8 byte) { return std::to_string(byte); }

std::map<std::string, std::string> counted(const Document& d) {
    std::map<std::string, std::string> out;
    const auto set = [&](const char* column, auto value) { out[column] = std::to_string(value); };
    const auto& polys = d.data->polys;
    const PolySurvey survey = survey_polys(*d.data);
    const FrameSurvey frames = survey_frames(d);
    set("polys", polys.size());
    set("verts", d.data->num_vertices);
    set("frames", d.aniv->num_frames);
    set("framesize", d.aniv->frame_size);
    out["format"] = d.is_deus_ex() ? "deusex" : "std";
    set("d_trailing", d.data->trailing.size());
    set("a_trailing", d.aniv->trailing.size());
    set("frames_present", d.frames_present());
    set("verts_present", d.vertices_present(0));
    set("dup_tris", duplicate_triangles(*d.data).size());
    set("unref_verts", d.data->num_vertices - survey.used_count);
    set("min_index", survey.min_index);
    set("max_index", survey.max_index);
    set("hdr_rot", d.data->bogus_rotation);
    set("hdr_frame", d.data->bogus_frame);
    set("minx", frames.low.x), set("miny", frames.low.y), set("minz", frames.low.z);
    set("maxx", frames.high.x), set("maxy", frames.high.y), set("maxz", frames.high.z);
    set("dxpad_nonzero", frames.pad.count);

    std::map<u8, u64> types;
    std::map<u8, u64> slots;
    u64 degenerate = 0, missing = 0, outside = 0, colors = 0, flags = 0, uv0 = 0, uv255 = 0;
    unsigned uv_low = 255, uv_high = 0;
    const u64 stored = d.vertices_present(d.frames_present() - 1);
    for (const Poly& p : polys) {
        ++types[p.type];
        ++slots[p.texture];
        degenerate += is_degenerate(p);
        const u16 highest = *std::max_element(p.vertices.begin(), p.vertices.end());
        outside += highest >= d.data->num_vertices;
        missing += highest >= stored;
        colors += p.color != 0;
        flags += p.flags != 0;
        for (const auto& uv : p.uvs) {
            for (const u8 value : uv) {
                uv_low = std::min<unsigned>(uv_low, value);
                uv_high = std::max<unsigned>(uv_high, value);
                uv0 += value == 0;
                uv255 += value == 255;
            }
        }
    }
    out["type_bytes"] = histogram(types, hex_byte);
    out["texnums"] = histogram(slots, number);
    set("degenerate", degenerate);
    set("polys_on_missing_verts", missing);
    set("oob_polys", outside);
    set("color_nonzero", colors);
    set("flags_nonzero", flags);
    set("uvmin", uv_low);
    set("uvmax", uv_high);
    set("uv0", uv0);
    set("uv255", uv255);
    set("clip", frames.at_limit.count);
    return out;
}

TEST(UnrealCorpus, AcceptedAndRewrittenExactly) {
    EXPECT_EQ(pairs().size(), 100u);
    for (const RealPair& pair : pairs()) {
        const Row& row = pair.facts;
        const Model model = read_pair(pair);
        const auto written = write(model);
        ASSERT_TRUE(written) << row.at("d");
        for (const Part& part : model.bundle.parts) EXPECT_EQ(written->find(part.role)->bytes, part.bytes) << part.name;
    }
}

TEST(UnrealCorpus, CountsAreThoseOfTheFacts) {
    std::size_t compared = 0;
    for (const RealPair& pair : pairs()) {
        const Row& row = pair.facts;
        const Model model = read_pair(pair);
        for (const auto& [column, value] : counted(document_of(model))) {
            EXPECT_EQ(value, row.at(column)) << row.at("d") << " " << column;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 100u * 34);
}

TEST(UnrealCorpus, NativeSummaryIsThatOfTheFacts) {
    for (const RealPair& pair : pairs()) {
        const Row& row = pair.facts;
        const Model model = read_pair(pair);
        const auto summary = summarise(model);
        ASSERT_TRUE(summary);
        EXPECT_EQ(summary->variant, row.at("format") == "std" ? "standard" : "deusex");
        for (const char* key :
             {"polys", "verts", "frames", "framesize", "frames_present", "d_trailing", "a_trailing"}) {
            const json::Value* value = summary->native.find(key);
            ASSERT_NE(value, nullptr) << key;
            EXPECT_EQ(json::to_text(*value), row.at(key)) << row.at("d") << " " << key;
        }
        ASSERT_TRUE(summary->height_metres);
        EXPECT_GE(*summary->height_metres, 0) << row.at("d");
    }
}

TEST(UnrealCorpus, FindingsAreOnlyTheKnownOnes) {
    std::map<std::string, int> counts;
    for (const RealPair& pair : pairs()) {
        const Row& row = pair.facts;
        const Model model = read_pair(pair);
        const auto issues = validate(model);
        ASSERT_TRUE(issues);
        EXPECT_EQ(issues->dropped(), 0u);
        for (const Issue& issue : issues->list()) {
            ++counts[std::string(issue.kind->code)];
            EXPECT_NE(issue.offset, no_offset) << row.at("d") << " " << issue.path;
            EXPECT_TRUE(issue.kind != &issue::unreferenced_vertices || row.at("unref_verts") == "1") << row.at("d");
            EXPECT_TRUE(issue.kind != &issue::coordinate_at_limit || row.at("clip") != "0") << row.at("d");
        }
    }
    std::map<std::string, int> expected{{"UNREFERENCED_VERTICES", 2}};
    for (const RealPair& pair : pairs()) expected["COORDINATE_AT_LIMIT"] += pair.facts.at("clip") != "0";
    EXPECT_EQ(counts, expected);
}

TEST(UnrealCorpus, EveryFileIsRecognised) {
    for (const RealPair& pair : pairs()) {
        for (const auto& [role, path, bytes] : pair.bundle.parts) {
            const auto found = detect(path, bytes);
            ASSERT_TRUE(found) << path;
            EXPECT_EQ(found->format->id, "unreal") << path;
            EXPECT_EQ(found->sniffed.role, role) << path;
            EXPECT_EQ(found->sniffed.confidence, Confidence::certain) << path << " " << found->sniffed.reason;
            // Without a name the numbers still say what it is, but never for certain.
            const Sniffed nameless = find_format("unreal")->sniff("", bytes, {});
            EXPECT_EQ(nameless.role, role) << path << " " << nameless.reason;
            EXPECT_GT(nameless.confidence, Confidence::no) << path;
            EXPECT_LT(nameless.confidence, Confidence::certain) << path;
        }
    }
}

TEST(UnrealCorpus, OtherFilesAreNotClaimedWithCertainty) {
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::corpus_folder())) {
        const auto ending = text::lower(entry.path().extension().string());
        if (!entry.is_regular_file() || ending == ".3d" || ending == ".uc" || entry.file_size() > 4'000'000) continue;
        if (text::matches_pattern(entry.path().filename().string(), "modeldef*")) continue;
        const Sniffed sniffed =
            find_format("unreal")->sniff(entry.path().filename().string(), test::load_file(entry.path()), {});
        EXPECT_LT(sniffed.confidence, Confidence::likely) << entry.path() << " " << sniffed.reason;
        ++seen;
    }
    EXPECT_GT(seen, 300u);
}

TEST(UnrealCorpus, ToDeusExAndBackIsExact) {
    for (const RealPair& pair : pairs()) {
        const Row& row = pair.facts;
        if (row.at("format") != "std") continue;
        Model model = read_pair(pair);
        Issues issues;
        ASSERT_TRUE(convert_variant(model, "deusex", issues)) << row.at("d");
        EXPECT_TRUE(document_of(model).is_deus_ex());
        ASSERT_TRUE(convert_variant(model, "standard", issues));
        for (const Issue& issue : issues.list()) EXPECT_EQ(issue.kind, &issue::variant_scale) << row.at("d");
        const auto written = write(model);
        ASSERT_TRUE(written);
        for (const Part& part : model.bundle.parts) EXPECT_EQ(written->find(part.role)->bytes, part.bytes) << part.name;
    }
}

}  // namespace
}  // namespace thaw::unreal
