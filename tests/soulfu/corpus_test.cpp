// The real files: accepted, rewritten byte for byte, counted as an independent decoder counted them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "formats/soulfu/shared/names.hpp"
#include "soulfu/support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

std::filesystem::path folder() { return corpus_folder() / "soulfu"; }

Blob model_file(const std::string& name) { return load_file(folder() / "models" / (name + ".DDD")); }

template <class Items, class ToText>
std::string joined(const Items& items, const char* separator, ToText&& to_text) {
    std::string out;
    for (const auto& item : items) {
        if (!out.empty()) out += separator;
        out += to_text(item);
    }
    return out;
}

template <class ToText>
std::string per_base(const ddd::File& file, ToText&& to_text) {
    return joined(file.bases, " ", to_text);
}

std::string hex2(u8 value) {
    constexpr char digits[] = "0123456789abcdef";
    return {digits[value >> 4], digits[value & 15]};
}

std::string slot_facts(const ddd::Slot& slot) {
    if (slot.mode == 0) return "-";
    return hex2(slot.flags) + ":" + std::to_string(slot.alpha) + ":" + std::to_string(slot.mode);
}

std::string bone_id_facts(const ddd::BaseModel& base) {
    std::string out;
    for (const ddd::Bone& bone : base.bones) {
        if (bone.id != 0) out += (out.empty() ? "" : ",") + std::to_string(bone.id);
    }
    return out.empty() ? "-" : out;
}

std::size_t anchors_of(const ddd::BaseModel& base) {
    std::size_t n = 0;
    for (const ddd::Vertex& vertex : base.vertices) n += vertex.weight >> 7;
    return n;
}

std::string action_facts(const ddd::File& file) {
    std::vector<u8> order;
    for (const ddd::Frame& frame : file.frames) {
        if (std::find(order.begin(), order.end(), frame.action) == order.end()) order.push_back(frame.action);
    }
    return joined(order, " ", [](u8 action) { return ddd::action_name(action); });
}

// The columns of facts.csv, from our document.
Row facts_of(const Blob& bytes, const ddd::File& file) {
    const auto number = [](auto n) { return std::to_string(n); };
    Row row;
    row["size"] = row["consumed"] = number(bytes.size());
    row["scale"] = number(file.scaling);
    row["flags"] = hex2(static_cast<u8>(file.flags >> 8)) + hex2(static_cast<u8>(file.flags & 0xFF));
    row["pad"] = number(file.padding);
    row["bases"] = number(file.bases.size());
    row["frames_field"] = row["frames_in_file"] = number(file.frames.size());
    row["link"] = "";
    row["shadow_tex"] = joined(file.shadow_textures, " ", number);
    row["verts"] = per_base(file, [&](const auto& base) { return number(base.vertices.size()); });
    row["texverts"] = per_base(file, [&](const auto& base) { return number(base.tex_vertices.size()); });
    row["tris"] = per_base(file, [&](const auto& base) {
        return joined(base.slots, "/",
                      [&](const auto& slot) { return slot.mode == 0 ? "-" : number(slot.triangles.size()); });
    });
    row["joints"] = per_base(file, [&](const auto& base) { return number(base.joint_sizes.size()); });
    row["bones"] = per_base(file, [&](const auto& base) { return number(base.bones.size()); });
    row["slot_flags"] = per_base(file, [&](const auto& base) { return joined(base.slots, "/", slot_facts); });
    row["bone_ids"] = per_base(file, bone_id_facts);
    row["anchors"] = per_base(file, [&](const auto& base) { return number(anchors_of(base)); });
    row["trailing"] = number(file.trailing.size());
    row["actions"] = action_facts(file);
    return row;
}

TEST(DddCorpus, EveryFileIsAcceptedAndRewrittenByteForByte) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "models")) {
        SCOPED_TRACE(entry.path().filename().string());
        const Blob bytes = load_file(entry.path());
        const auto model = read_ddd(bytes, entry.path().filename().string());
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto written = write(*model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        ASSERT_EQ(written->parts.size(), 1u);
        EXPECT_TRUE(written->parts[0].bytes == bytes);
        EXPECT_EQ(written->parts[0].name, entry.path().filename().string());
        EXPECT_TRUE(document_of(*model).file.trailing.empty());
        EXPECT_EQ(ddd::disk_bytes(document_of(*model).file), bytes.size());
        ++files;
    }
    EXPECT_EQ(files, 176u);
}

TEST(DddCorpus, CountsAreThoseOfTheIndependentDecoder) {
    const auto rows = load_csv(folder() / "facts.csv");
    ASSERT_EQ(rows.size(), 176u);
    for (const Row& row : rows) {
        SCOPED_TRACE(row.at("file"));
        const Blob bytes = model_file(row.at("file"));
        const auto model = read_ddd(bytes);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        for (const auto& [column, value] : facts_of(bytes, document_of(*model).file)) {
            EXPECT_EQ(value, row.at(column)) << column;
        }
    }
}

i64 sum_of(const std::string& numbers) {
    i64 sum = 0;
    std::string digits;
    for (const char c : numbers + " ") {
        if (c >= '0' && c <= '9') {
            digits += c;
        } else {
            if (!digits.empty()) sum += std::stoll(digits);
            digits.clear();
        }
    }
    return sum;
}

TEST(DddCorpus, SummaryCountsAreSumsOverBaseModels) {
    for (const Row& row : load_csv(folder() / "facts.csv")) {
        SCOPED_TRACE(row.at("file"));
        const auto model = read_ddd(model_file(row.at("file")));
        ASSERT_TRUE(model.ok());
        const auto summary = summarise(*model);
        ASSERT_TRUE(summary.ok());
        for (const char* column : {"bases", "verts", "texverts", "tris", "joints", "bones"}) {
            const json::Value* value = summary->native.find(column);
            ASSERT_NE(value, nullptr) << column;
            EXPECT_EQ(*value->get_if<i64>(), sum_of(row.at(column))) << column;
        }
        EXPECT_EQ(*summary->native.find("frames")->get_if<i64>(), sum_of(row.at("frames_in_file")));
        EXPECT_EQ(summary->totals.vertices == 0, !summary->height_metres.has_value());
        EXPECT_LT(summary->height_metres.value_or(0), 40.0);  // the largest is a castle
    }
}

// What is unusual in the real files, so that a new finding, or one that got lost, is noticed.
TEST(DddCorpus, FindingsAreKnown) {
    std::map<std::string, std::size_t> files_with;
    for (const Row& row : load_csv(folder() / "facts.csv")) {
        SCOPED_TRACE(row.at("file"));
        const auto model = read_ddd(model_file(row.at("file")));
        ASSERT_TRUE(model.ok());
        const auto issues = validate(*model, Profile::game);
        ASSERT_TRUE(issues.ok());
        EXPECT_LT(issues->worst(), Severity::warning);
        for (const Issue& issue : issues->list()) EXPECT_NE(issue.offset, no_offset) << issue.path;
        for (const std::string& code : codes_of(*issues)) ++files_with[code];
    }
    const std::map<std::string, std::size_t> expected{{"DDD_UNUSED_TEX_VERTICES", 97},  // left behind by the modeler
                                                      {"DDD_UNUSED_VERTICES", 8},
                                                      {"DEGENERATE_TRIANGLE", 1}};  // two of them in WUFFBOD2
    EXPECT_EQ(files_with, expected);
}

TEST(DddCorpus, EveryFileIsRecognisedWithoutItsName) {
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "models")) {
        const auto detection = detect("", load_file(entry.path()));
        ASSERT_TRUE(detection.ok()) << entry.path();
        EXPECT_EQ(detection->format->id, "ddd");
        EXPECT_EQ(detection->sniffed.confidence, Confidence::certain) << entry.path();
    }
}

TEST(DddCorpus, ImagesAreNotTakenForModels) {
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "textures")) {
        const auto sniffed = ddd::format.sniff("", load_file(entry.path()), {});
        EXPECT_EQ(sniffed.confidence, Confidence::no) << entry.path();
    }
}

}  // namespace
}  // namespace thaw::test
