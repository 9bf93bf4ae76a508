// The models of packs and levels, one by one: taken out, put back, put back changed.
#include <gtest/gtest.h>

#include "ctr/support.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/kind.hpp"
#include "support/archives.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

// A model of some colours and textures; `size` makes its points differ.
ctr::ModelPlan boxed(const char* name, u8 size) {
    ctr::MeshPlan mesh;
    mesh.name = name;
    for (u32 i = 0; i < 3; ++i) mesh.commands.push_back({(i == 0 ? 1u << 31 : 0u) | 1u << 28 | 87u << 16 | i << 9 | 1});
    mesh.commands.push_back({ctr::terminator});
    mesh.colours = {{size, 0, 0, 0}, {0, size, 0, 0}, {0, 0, size, 0}};
    mesh.textures = {ctr::TextureLayout{0, 0, 0, size, 0, 0x108, 0, size, 0, 0}};
    const auto frame = [&](u8 x) {
        return ctr::FramePlan{{0, 0, 0}, ctr::raw_data({{0, 0, 0}, {size, x, 0}, {0, size, 0}})};
    };
    mesh.animations = {{"move", false, 0, {frame(0), frame(2)}, {}}};
    return {name, -1, {mesh}};
}

Model model_of(ctr::Kind kind, const std::vector<ctr::ModelPlan>& models, bool external_map = false) {
    ctr::FilePlan plan;
    plan.kind = kind;
    plan.models = models;
    plan.external_map = external_map;
    if (kind == ctr::Kind::level) {
        plan.instances.resize(models.size());
        for (u32 i = 0; i < models.size(); ++i) plan.instances[i].model = i;
    }
    return std::move(read(ctr::format, ctr::lay_out(plan)).value());
}

Blob alone(const ctr::ModelPlan& plan) { return write(model_of(ctr::Kind::model, {plan}))->parts[0].bytes; }

// Decoded, and none of its findings is a fault.
Scene shown_alone(const Blob& file) {
    const auto model = read(ctr::format, one_ctr(file));
    EXPECT_TRUE(model.ok());
    EXPECT_EQ(ctr::kind_of(file)->kind, ctr::Kind::model);
    EXPECT_TRUE(ctr::kind_of(file)->is_listed);
    const auto issues_of_file = validate(*model);
    for (const Issue& issue : issues_of_file->list()) {
        EXPECT_EQ(std::string(issue.kind->code).find("CTR_MAP"), std::string::npos) << issue.kind->code;
        EXPECT_EQ(std::string(issue.kind->code).find("POINTER"), std::string::npos) << issue.kind->code;
    }
    Issues issues;
    return std::move(to_scene(*model, {}, issues).value());
}

TEST(CtrPack, EachModelIsAFileThatCouldBeAlone) {
    for (const ctr::Kind kind : {ctr::Kind::pack, ctr::Kind::level}) {
        const Model pack = model_of(kind, {boxed("one", 20), boxed("two", 40)});
        const auto files = files_in(pack);
        ASSERT_EQ(files.size(), 2u);
        EXPECT_EQ(files[0].name, "one.ctr");
        EXPECT_EQ(files[1].name, "two.ctr");
        for (std::size_t i = 0; i < 2; ++i) {
            const Scene scene = shown_alone(files[i].bytes);
            const Scene expected = shown_alone(alone(boxed(i == 0 ? "one" : "two", i == 0 ? 20 : 40)));
            EXPECT_EQ(scene.meshes[0].points, expected.meshes[0].points);
            EXPECT_EQ(scene.meshes[0].primitives[0].colors, expected.meshes[0].primitives[0].colors);
            EXPECT_EQ(scene.clips.size(), 1u);
        }
    }
}

TEST(CtrPack, AModelAloneHoldsNoOthers) {
    EXPECT_TRUE(files_in(model_of(ctr::Kind::model, {boxed("one", 20)})).empty());
    EXPECT_EQ(ctr::format.unpack_entry(*model_of(ctr::Kind::model, {boxed("one", 20)}).document, 0, {}).error().code,
              Code::bad_index);
}

TEST(CtrPack, WhatIsPutBackUnchangedChangesNothing) {
    for (const bool external : {false, true}) {
        const Model pack = model_of(ctr::Kind::pack, {boxed("one", 20), boxed("two", 40)}, external);
        const auto before = write(pack);
        for (std::size_t i = 0; i < 2; ++i) {
            ASSERT_TRUE(ctr::format.replace_entry(*pack.document, i, files_in(pack)[i].bytes).ok());
        }
        const auto after = write(pack);
        for (std::size_t p = 0; p < before->parts.size(); ++p) {
            EXPECT_EQ(after->parts[p].bytes, before->parts[p].bytes);
        }
    }
}

// The file with one byte of its first colour changed: everything stays where it is.
TEST(CtrPack, ChangedBytesGoWhereTheOldOnesWere) {
    const Model pack = model_of(ctr::Kind::pack, {boxed("one", 20), boxed("two", 40)});
    const auto before = write(pack)->parts[0].bytes;
    const Blob file = files_in(pack)[1].bytes;
    const auto model = read(ctr::format, one_ctr(file));
    const u64 place = file_of(*model).colour_tables[0].offset;
    std::vector<u8> bytes(file.bytes().begin(), file.bytes().end());
    bytes[static_cast<std::size_t>(place)] = 99;
    ASSERT_TRUE(ctr::format.replace_entry(*pack.document, 1, Blob::copy_of(bytes)).ok());
    const Blob after = write(pack)->parts[0].bytes;
    ASSERT_EQ(after.size(), before.size());
    std::size_t differ = 0;
    for (std::size_t i = 0; i < after.size(); ++i) differ += after[i] != before[i] ? 1u : 0u;
    EXPECT_EQ(differ, 1u);
    EXPECT_EQ(files_in(pack)[1].bytes, Blob::copy_of(bytes));
}

TEST(CtrPack, AnotherModelGoesToTheEndAndIsFoundThere) {
    for (const ctr::Kind kind : {ctr::Kind::pack, ctr::Kind::level}) {
        for (const bool external : {false, true}) {
            const Model pack = model_of(kind, {boxed("one", 20), boxed("two", 40)}, external);
            const Blob other = files_in(pack)[1].bytes;
            ctr::ModelPlan larger = boxed("one", 60);
            larger.meshes.push_back(larger.meshes[0]);
            const Blob file = alone(larger);
            ASSERT_TRUE(ctr::format.replace_entry(*pack.document, 0, file).ok());
            const auto written = write(pack);
            const auto again = read(ctr::format, *written);
            ASSERT_TRUE(again.ok());
            EXPECT_EQ(file_of(*again).kind, kind);
            const auto files = files_in(*again);
            ASSERT_EQ(files.size(), 2u);
            EXPECT_EQ(shown_alone(files[0].bytes).meshes[0].points, shown_alone(file).meshes[0].points);
            EXPECT_EQ(files[1].bytes, other) << "the other one is as it was";
            const auto found = validate(*again);
            for (const Issue& issue : found->list()) {
                EXPECT_NE(issue.kind->code, std::string_view("CTR_MAP_MISSING")) << issue.path;
            }
            for (const ctr::Instance& instance : file_of(*again).level.instances) {
                EXPECT_LT(file_of(*again).models.index_of(file_of(*again).place(instance.model)), 2u);
            }
            // Once more: what is at the end makes place for what comes.
            const u64 size = written->parts[0].bytes.size();
            ASSERT_TRUE(ctr::format.replace_entry(*again->document, 0, alone(boxed("one", 80))).ok());
            ASSERT_TRUE(ctr::format.replace_entry(*again->document, 0, file).ok());
            EXPECT_LE(write(*again)->parts[0].bytes.size(), size);
        }
    }
}

TEST(CtrPack, WhatIsNoModelIsRefused) {
    const Model pack = model_of(ctr::Kind::pack, {boxed("one", 20), boxed("two", 40)});
    const auto before = write(pack)->parts[0].bytes;
    const auto put = [&](const Blob& bytes) { return ctr::format.replace_entry(*pack.document, 0, bytes); };
    EXPECT_FALSE(put({}).ok());
    EXPECT_FALSE(put(before).ok()) << "a pack in a pack";
    EXPECT_FALSE(put(blob_of("something else")).ok());
    EXPECT_FALSE(put(write(model_of(ctr::Kind::model, {boxed("one", 20)}, true))->parts[0].bytes).ok())
        << "its pointer map is elsewhere";
    EXPECT_EQ(ctr::format.replace_entry(*pack.document, 2, alone(boxed("one", 20))).error().code, Code::bad_index);
    EXPECT_EQ(write(pack)->parts[0].bytes, before);
    const Model without =
        std::move(read(ctr::format, {{write(model_of(ctr::Kind::pack, {boxed("one", 20)}, true))->parts[0]}}).value());
    EXPECT_FALSE(ctr::format.replace_entry(*without.document, 0, alone(boxed("one", 60))).ok()) << "no map";
}

// Bytes that another model uses, too, are not written over.
TEST(CtrPack, SharedTablesStayAsTheyAre) {
    const Model made = model_of(ctr::Kind::pack, {boxed("one", 20), boxed("two", 20)});
    Bundle bundle = *write(made);
    const ctr::File& file = file_of(made);
    // The second model's colours are those of the first.
    std::vector<u8> bytes(bundle.parts[0].bytes.bytes().begin(), bundle.parts[0].bytes.bytes().end());
    const u32 colours = file.mesh_lists[0].value[0].colours;
    const auto field = static_cast<std::size_t>(file.mesh_lists[1].offset + 0x2C);
    for (std::size_t i = 0; i < 4; ++i) bytes[field + i] = static_cast<u8>(colours >> 8 * i);
    bundle.parts[0].bytes = Blob::copy_of(bytes);
    const Model pack = std::move(read(ctr::format, bundle).value());
    const Blob first = files_in(pack)[0].bytes, second = files_in(pack)[1].bytes;
    std::vector<u8> changed(first.bytes().begin(), first.bytes().end());
    const auto alone_again = read(ctr::format, one_ctr(first));
    changed[static_cast<std::size_t>(file_of(*alone_again).colour_tables[0].offset)] = 99;
    ASSERT_TRUE(ctr::format.replace_entry(*pack.document, 0, Blob::copy_of(changed)).ok());
    EXPECT_EQ(files_in(pack)[1].bytes, second);
    EXPECT_EQ(shown_alone(files_in(pack)[0].bytes).meshes[0].primitives[0].colors,
              shown_alone(Blob::copy_of(changed)).meshes[0].primitives[0].colors);
}

}  // namespace
}  // namespace thaw::test
