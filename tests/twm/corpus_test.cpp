// The files of the corpus, two of them real: accepted, rewritten byte for byte, counted and measured as an independent
// decoder did.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "formats/twm/summary.hpp"
#include "formats/twm/validate.hpp"
#include "support/corpus.hpp"
#include "twm/support.hpp"

namespace thaw::test {
namespace {

using twm::Vec3;

std::filesystem::path folder() { return corpus_folder() / "twm"; }

Model model_of(const std::string& name) {
    auto model = read_twm(load_file(folder() / name), name);
    EXPECT_TRUE(model.ok()) << to_string(model.error());
    return std::move(*model);
}

std::string number(double value, int digits = 6) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}
std::string number(u64 value) { return std::to_string(value); }

Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(Vec3 a, Vec3 b) { return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z; }
Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

std::string layout_fact(const twm::Document& d) {
    using namespace twm;
    std::string out = "joint=";
    out += d.layout.joints == JointForm::packed ? "68" : d.layout.joints == JointForm::padded ? "72" : "None";
    out += " idx=";
    out += d.index_form() == IndexForm::u64s ? "u64" : d.index_form() == IndexForm::half ? "half64" : "u32";
    return out + (d.layout.clusters == ClusterForm::deformer ? " clus=deformer" : " clus=other");
}

struct Measured {
    u64 declared = 0, stored = 0, outside = 0, agree = 0, faces = 0, positive = 0, negative = 0;
    double least = INFINITY, most = -INFINITY;
    bool stride_bug = false;
    std::string flags;
};

void measure_faces(const twm::Mesh& mesh, Measured& out) {
    for (u64 i = 0; i + 3 <= mesh.stored_indices(); i += 3) {
        const u64 a = mesh.index(i), b = mesh.index(i + 1), c = mesh.index(i + 2);
        if (std::max({a, b, c}) >= mesh.positions.size() || mesh.normals.empty()) continue;
        const Vec3 face =
            cross(minus(mesh.positions[b], mesh.positions[a]), minus(mesh.positions[c], mesh.positions[a]));
        const Vec3 sum{mesh.normals[a].x + mesh.normals[b].x + mesh.normals[c].x,
                       mesh.normals[a].y + mesh.normals[b].y + mesh.normals[c].y,
                       mesh.normals[a].z + mesh.normals[b].z + mesh.normals[c].z};
        ++out.faces;
        if (dot(face, sum) > 0) ++out.agree;
    }
}

Measured measure(const twm::Document& d) {
    Measured out;
    for (const twm::Mesh& mesh : d.meshes) {
        out.declared += mesh.declared_indices(d.index_form() == twm::IndexForm::half);
        out.stored += mesh.stored_indices();
        for (u64 i = 0; i < mesh.stored_indices(); ++i) out.outside += mesh.index(i) >= mesh.positions.size() ? 1u : 0u;
        for (const Vec3& normal : mesh.normals) {
            out.least = std::min(out.least, std::sqrt(dot(normal, normal)));
            out.most = std::max(out.most, std::sqrt(dot(normal, normal)));
        }
        for (std::size_t i = 0; i < mesh.tangents.size(); ++i) {
            const double side = dot(cross(mesh.normals[i], mesh.tangents[i]), mesh.binormals[i]);
            ++(side > 0 ? out.positive : out.negative);
        }
        measure_faces(mesh, out);
        out.stride_bug = out.stride_bug || has_uv_stride_bug(d, mesh);
        if (!out.flags.empty()) out.flags += ";";
        for (const u8 flag :
             {mesh.has_normals, mesh.has_uvs, mesh.has_tangents, mesh.has_binormals, mesh.has_deformer}) {
            out.flags += std::to_string(flag);
        }
    }
    return out;
}

std::string vector_fact(const thaw::Vec3& v) {
    return number(double{v.x}) + " " + number(double{v.y}) + " " + number(double{v.z});
}

void add_animation_facts(const twm::Document& d, Row& row) {
    u64 longest = 0;
    double least = INFINITY, most = -INFINITY;
    for (const twm::Animation& animation : d.animations) {
        longest = std::max<u64>(longest, duration_ms(animation));
        for (const twm::Key& key : animation.keys) {
            double sum = 0;
            for (const double value : key.rotation) sum += value * value;
            least = std::min(least, std::sqrt(sum));
            most = std::max(most, std::sqrt(sum));
        }
    }
    row["anims"] = number(d.num_animations());
    row["keys"] = number(keys_of(d));
    row["dur_ms"] = number(longest);
    row["rot_len_min"] = most < 0 ? "" : number(least, 4);
    row["rot_len_max"] = most < 0 ? "" : number(most, 4);
}

// The columns of facts.csv, from our document.
Row facts_of(const Blob& bytes, const twm::Document& d) {
    const bool packed = d.container == twm::Container::lz4;
    const Measured measured = measure(d);
    const auto box = bounds_of(d);
    Row row;
    row["file_bytes"] = number(u64{bytes.size()});
    row["container"] = packed ? "u64+lz4block" : "plain";
    row["payload_bytes"] = number(u64{packed ? d.packed.payload.size() : bytes.size()});
    row["magic"] = d.magic();
    row["version"] = number(u64{d.version});
    row["skeleton_flag"] = number(u64{d.skeleton_flag});
    row["layout"] = layout_fact(d);
    row["meshes"] = number(u64{d.meshes.size()});
    row["vertices"] = number(vertices_of(d));
    row["declared_indices"] = number(measured.declared);
    row["stored_indices"] = number(measured.stored);
    row["bad_indices"] = number(measured.outside);
    row["flags"] = measured.flags;
    row["bbox_min"] = box.is_empty() ? "" : vector_fact(box.low);
    row["bbox_max"] = box.is_empty() ? "" : vector_fact(box.high);
    row["normal_len_min"] = measured.most < 0 ? "" : number(measured.least);
    row["normal_len_max"] = measured.most < 0 ? "" : number(measured.most);
    row["ccw_agree"] = number(measured.agree) + "/" + number(measured.faces);
    row["uv_stride_bug"] = measured.stride_bug ? "1" : "0";
    row["NxT.B_pos/neg"] = number(measured.positive) + "/" + number(measured.negative);
    row["joints"] = number(u64{d.joints.size()});
    row["roots"] = number(roots_of(d));
    row["max_weights"] = number(most_weights_of(d));
    add_animation_facts(d, row);
    return row;
}

TEST(TwmCorpus, EveryFileIsAcceptedAndRewrittenByteForByte) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".csv") continue;
        SCOPED_TRACE(name);
        const Blob bytes = load_file(entry.path());
        const auto model = read_twm(bytes, name);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto written = write(*model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        EXPECT_TRUE(written->parts[0].bytes == bytes);
        ++files;
    }
    EXPECT_EQ(files, 19u);
}

TEST(TwmCorpus, CountsAndMeasuresAreThoseOfTheIndependentDecoder) {
    const auto rows = load_csv(corpus_folder() / "twm/facts.csv");
    ASSERT_EQ(rows.size(), 18u);
    for (const Row& row : rows) {
        SCOPED_TRACE(row.at("file"));
        const Model model = model_of(row.at("file"));
        for (const auto& [column, value] : facts_of(model.bundle.parts[0].bytes, document_of(model))) {
            EXPECT_EQ(value, row.at(column)) << column;
        }
    }
}

TEST(TwmCorpus, FindingsAreKnown) {
    using Codes = std::vector<std::string>;
    const std::map<std::string, Codes> expected{
        {"bunny_v0.twm",
         {"TWM_HALF_INDICES", "TWM_NORMAL_LENGTH", "TWM_OUT_OF_DATE", "TWM_PACKED", "TWM_SKELETON_FLAG"}},
        {"bunny_v2.twm", {"TWM_NORMAL_LENGTH", "TWM_OUT_OF_DATE", "TWM_SKELETON_FLAG"}},
        {"arm_v0.mdl", {"TWM_ANCESTOR", "TWM_OUT_OF_DATE", "TWM_PACKED"}},
        {"arm_v0.twm", {"TWM_OUT_OF_DATE", "TWM_PACKED"}},
        {"arm_v1.twm", {"TWM_OUT_OF_DATE"}},
        {"arm_v2.twm", {"TWM_OUT_OF_DATE"}},
        {"arm_v2_flag_noblock.twm", {"TWM_OUT_OF_DATE", "TWM_SKELETON_FLAG"}},
        {"arm_v3.twm", {}},
        {"arm_v3_7weights.twm", {"TWM_WEIGHTS_TWICE"}},
        {"arm_v3_badindex.twm", {"INDEX_OUT_OF_RANGE"}},
        {"arm_v3_euler_dup0.twm", {"TWM_KEY_TIME_TWICE", "TWM_ROTATION_EULER", "TWM_ROTATION_ZERO"}},
        {"arm_v3_joint72.twm", {"TWM_JOINT_GAP"}},
        {"arm_v3_noanim.twm", {}},
        {"arm_v3_root0.twm", {"TWM_ROOT_SPELLING"}},
        {"arm_v3_static.twm", {}},
        {"arm_v3_two_meshes.twm", {}},
        {"arm_v3_uvbug.twm", {"TWM_UV_STRIDE"}},
        {"empty_v3.twm", {"TWM_NO_MESHES"}},
        {"bad_footer_v3.twm", {"TWM_FOOTER_MISSING"}},
    };
    for (const auto& [name, codes] : expected) {
        SCOPED_TRACE(name);
        const auto issues = validate(model_of(name));
        ASSERT_TRUE(issues.ok());
        EXPECT_EQ(codes_of(*issues), codes);
        for (const Issue& issue : issues->list()) EXPECT_NE(issue.offset, no_offset) << issue.path;
    }
}

TEST(TwmCorpus, EveryFileIsRecognisedWithoutItsName) {
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".csv") continue;
        const Sniffed sniffed = twm::format.sniff("", load_file(entry.path()), {});
        EXPECT_EQ(sniffed.confidence, name.starts_with("bad_") ? Confidence::likely : Confidence::certain) << name;
    }
}

TEST(TwmCorpus, TheRealBunnyComesUpToDate) {
    Model model = model_of("bunny_v0.twm");
    Issues issues;
    ASSERT_TRUE(convert_variant(model, "v3", issues).ok());
    EXPECT_EQ(codes_of(issues), (std::vector<std::string>{"TWM_FLAG_REPAIRED", "TWM_INDEX_COUNT_REPAIRED"}));
    const auto written = write(model);
    ASSERT_TRUE(written.ok());
    EXPECT_EQ(written->parts[0].bytes.size(), 52u + 24u * 2503u + 4u * 7452u);
    const auto again = read_twm(written->parts[0].bytes);
    ASSERT_TRUE(again.ok());
    const auto game = validate(*again, Profile::game);
    EXPECT_EQ(codes_of(*game), std::vector<std::string>{"TWM_NORMAL_LENGTH"});  // it loads
}

// v3 to each older version and back gives the same file.
TEST(TwmCorpus, EveryVersionHoldsTheSameModel) {
    const Blob newest = load_file(folder() / "arm_v3.twm");
    for (const char* variant : {"v0", "v1", "v2", "v3"}) {
        SCOPED_TRACE(variant);
        Model model = model_of("arm_v3.twm");
        Issues issues;
        ASSERT_TRUE(convert_variant(model, variant, issues).ok());
        const auto older = write(model);
        ASSERT_TRUE(older.ok());
        if (std::string_view(variant) != "v0") {
            EXPECT_TRUE(older->parts[0].bytes == load_file(folder() / ("arm_" + std::string(variant) + ".twm")));
        }
        auto back = read_twm(older->parts[0].bytes);
        ASSERT_TRUE(back.ok());
        ASSERT_TRUE(convert_variant(*back, "v3", issues).ok());
        EXPECT_TRUE(write(*back)->parts[0].bytes == newest);
        for (const Issue& issue : issues.list()) EXPECT_EQ(issue.kind->code, "TWM_UV_ORIGIN");
    }
}

}  // namespace
}  // namespace thaw::test
