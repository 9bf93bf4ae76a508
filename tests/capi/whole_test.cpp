// Everything the program does, through the C API: the samples go in, and what comes out is read again.
#include <gtest/gtest.h>
#include <thaw/thaw.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

std::vector<u8> file(const fs::path& below) {
    std::ifstream in(fs::path(THAW_SAMPLES) / below, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Model {
    thaw_model* handle = thaw_new();
    Model() = default;
    Model(const Model&) = delete;
    ~Model() { thaw_free(handle); }
    operator thaw_model*() const { return handle; }
};

struct Scene {
    thaw_scene* handle;
    explicit Scene(thaw_scene* made) : handle(made) {}
    Scene(const Scene&) = delete;
    ~Scene() { thaw_scene_free(handle); }
    operator thaw_scene*() const { return handle; }
};

std::string words(const char* text) { return text == nullptr ? "(null)" : text; }
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

void add_part(thaw_model* model, const char* name, const std::vector<u8>& bytes) {
    ASSERT_EQ(thaw_add_part(model, nullptr, name, bytes.data(), bytes.size()), THAW_OK);
}

void open_frog(thaw_model* model) {
    add_part(model, "FROG.DDD", file("soulfu/FROG.DDD"));
    for (const char* name : {"FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
        const auto bytes = file(fs::path("soulfu") / name);
        ASSERT_EQ(thaw_add_file(model, (std::string("some/folder/") + name).c_str(), bytes.data(), bytes.size()),
                  THAW_OK);
    }
    ASSERT_EQ(thaw_open(model, nullptr), THAW_OK) << thaw_error_message(model);
}

std::vector<u8> output(const thaw_model* model, std::size_t index) {
    const auto* bytes = static_cast<const u8*>(thaw_output_bytes(model, index));
    return {bytes, bytes + thaw_output_size(model, index)};
}

thaw_array array_of(thaw_scene* scene, int32_t what, std::size_t index, std::size_t part = 0) {
    thaw_array array{};
    EXPECT_EQ(thaw_scene_array(scene, what, index, part, &array), THAW_OK) << thaw_error_message(scene);
    return array;
}

TEST(CApiWhole, FindsTheFilesThatItWasGiven) {
    const Model model;
    open_frog(model);
    const std::string info = words(thaw_info_json(model));
    EXPECT_TRUE(has(info, R"("name":"some/folder/FROG.PCX","found":true)")) << info;
    EXPECT_TRUE(has(info, R"("format":"ddd")")) << info;
    EXPECT_STREQ(thaw_part_role(model, 0), "ddd");
    EXPECT_GE(thaw_part_count(model), 3u);
    EXPECT_EQ(thaw_part_name(model, thaw_part_count(model)), nullptr);
}

TEST(CApiWhole, AsksForTheFilesThatItWasNotGiven) {
    struct Asked {
        std::vector<std::string> wants{};
        std::vector<u8> aniv{};
    } asked{{}, file("unreal/Models/ThawFish_a.3d")};
    const Model model;
    add_part(model, "ThawFish_d.3d", file("unreal/Models/ThawFish_d.3d"));
    const auto lookup = [](void* user, thaw_model* handle, const char* want) -> int32_t {
        auto& all = *static_cast<Asked*>(user);
        all.wants.emplace_back(want);
        EXPECT_EQ(thaw_open(handle, nullptr), THAW_BAD_ARGUMENT) << "a call within a call";
        EXPECT_EQ(thaw_info_json(handle), nullptr);
        if (!has(want, R"("role":"aniv")")) return 0;
        return thaw_add_file(handle, "ThawFish_a.3d", all.aniv.data(), all.aniv.size()) == THAW_OK ? 1 : 0;
    };
    ASSERT_EQ(thaw_set_lookup(model, lookup, &asked), THAW_OK);
    ASSERT_EQ(thaw_open(model, nullptr), THAW_OK) << thaw_error_message(model);
    EXPECT_GE(asked.wants.size(), 2u);
    ASSERT_EQ(thaw_write(model), THAW_OK);
    ASSERT_EQ(thaw_output_count(model), 2u);
    EXPECT_EQ(output(model, 1), asked.aniv);
}

TEST(CApiWhole, GoesToGlbAndBackByteForByte) {
    const Model model;
    open_frog(model);
    for (const char* options : {"", R"({"compact":true})", R"({"normals":"morph","lit":true})"}) {
        ASSERT_EQ(thaw_convert(model, "glb", options), THAW_OK) << thaw_error_message(model);
        ASSERT_EQ(thaw_output_count(model), 1u);
        EXPECT_STREQ(thaw_output_name(model, 0), "FROG.glb");
        EXPECT_TRUE(
            has(words(thaw_report_json(model)), R"({"version":1,"target":"glb","outputs":[{"name":"FROG.glb")"));
        const Model glb;
        add_part(glb, "FROG.glb", output(model, 0));
        ASSERT_EQ(thaw_open(glb, nullptr), THAW_OK) << thaw_error_message(glb);
        ASSERT_EQ(thaw_convert(glb, "native", nullptr), THAW_OK) << thaw_error_message(glb);
        EXPECT_STREQ(thaw_output_role(glb, 0), "ddd");
        EXPECT_EQ(output(glb, 0), file("soulfu/FROG.DDD")) << options;
        ASSERT_EQ(thaw_convert_over(glb, model, "ddd", ""), THAW_OK) << thaw_error_message(glb);
        EXPECT_EQ(output(glb, 0), file("soulfu/FROG.DDD")) << options;
        EXPECT_NE(thaw_info_json(model), nullptr) << "the base stays open";
    }
}

TEST(CApiWhole, RefusesOptionsThatMeanNothing) {
    const Model model;
    open_frog(model);
    EXPECT_EQ(thaw_convert(model, "glb", R"({"colour":1})"), THAW_BAD_ARGUMENT);
    EXPECT_TRUE(has(thaw_error_message(model), "colour")) << thaw_error_message(model);
    EXPECT_EQ(thaw_convert(model, "glb", R"({"compact":"yes"})"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert(model, "glb", "[1]"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert(model, "glb", "{"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert(model, "glb", R"({"options":{"no-such":true}})"), THAW_UNSUPPORTED);
    EXPECT_EQ(thaw_convert(model, "glb", R"({"options":{"rig":"wrong"}})"), THAW_UNSUPPORTED);
    EXPECT_EQ(thaw_convert(model, "glb", R"({"options":{"rig":"exact"}})"), THAW_OK) << thaw_error_message(model);
    EXPECT_EQ(thaw_convert(model, "paper", nullptr), THAW_UNSUPPORTED);
    EXPECT_EQ(thaw_convert(model, nullptr, nullptr), THAW_UNSUPPORTED);
    EXPECT_EQ(thaw_output_count(model), 0u) << "nothing is left of an earlier one";
    EXPECT_EQ(thaw_convert_over(model, nullptr, "ddd", nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert_over(model, model, "ddd", nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert(model, "rdy", nullptr), THAW_OK) << thaw_error_message(model);
    EXPECT_EQ(output(model, 0), file("soulfu/FROG.RDY"));
}

TEST(CApiWhole, DrawsStillAndMovingImages) {
    const Model model;
    open_frog(model);
    ASSERT_EQ(thaw_render(model, R"({"size":"48x32","type":"rgba","background":"#102030"})"), THAW_OK)
        << thaw_error_message(model);
    const auto pixels = output(model, 0);
    ASSERT_EQ(pixels.size(), 48u * 32 * 4);
    EXPECT_EQ((std::vector<u8>{pixels.begin(), pixels.begin() + 4}), (std::vector<u8>{0x10, 0x20, 0x30, 255}));
    EXPECT_TRUE(has(words(thaw_report_json(model)), R"("width":48,"height":32)"));
    ASSERT_EQ(thaw_render(model, R"({"size":32,"clip":0,"time":0.1,"view":"left","show":"bones,axes"})"), THAW_OK)
        << thaw_error_message(model);
    EXPECT_EQ(output(model, 0)[1], 'P');
    ASSERT_EQ(thaw_render(model, R"({"size":16,"turntable":true,"type":"gif"})"), THAW_OK) << thaw_error_message(model);
    EXPECT_EQ(output(model, 0)[0], 'G');
    for (const char* wrong : {R"({"size":0})", R"({"size":"1x"})", R"({"view":"up"})", R"({"time":-1})",
                              R"({"samples":3})", R"({"type":"bmp"})", R"({"filmstrip":100})", R"({"show":"all"})"}) {
        EXPECT_EQ(thaw_render(model, wrong), THAW_BAD_ARGUMENT) << wrong;
    }
    EXPECT_EQ(thaw_render(model, R"({"clip":"no such clip"})"), THAW_UNSUPPORTED);
    EXPECT_EQ(thaw_render(model, R"({"filmstrip":3,"size":8192})"), THAW_BAD_VALUE);
}

TEST(CApiWhole, ChangesAField) {
    const Model model, before;
    open_frog(model);
    open_frog(before);
    const std::string fields = words(thaw_fields_json(model, nullptr, nullptr, 0, 100, 1));
    EXPECT_TRUE(has(fields, R"({"version":1,"part":"ddd")")) << fields;
    const char* path = "bases[0].vertices[1].position[0]";
    const std::string found = words(thaw_find_field_json(model, nullptr, path));
    ASSERT_TRUE(has(found, std::string(R"("path":")") + path)) << found << thaw_error_message(model);
    ASSERT_EQ(thaw_set_field(model, "ddd", path, "77"), THAW_OK) << thaw_error_message(model);
    EXPECT_TRUE(has(words(thaw_find_field_json(model, nullptr, path)), R"("value":77)"));
    const std::string difference = words(thaw_diff_json(before, model));
    EXPECT_TRUE(has(difference, path)) << difference;
    EXPECT_TRUE(has(words(thaw_diff_json(model, model)), R"("equal":true)"));
    ASSERT_EQ(thaw_write(model), THAW_OK);
    auto bytes = file("soulfu/FROG.DDD");
    std::size_t changed = 0;
    ASSERT_EQ(output(model, 0).size(), bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) changed += bytes[i] != output(model, 0)[i] ? 1u : 0u;
    EXPECT_GE(changed, 1u);
    EXPECT_LE(changed, 2u);
    EXPECT_EQ(thaw_set_field(model, "ddd", path, "1e9"), THAW_BAD_VALUE);
    EXPECT_EQ(thaw_set_field(model, "ddd", path, "{"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_field(model, "ddd", nullptr, "1"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_field(model, "ddd", "no.such", "1"), THAW_BAD_VALUE);
    EXPECT_EQ(thaw_set_fields(model, R"([{"path":"bases[0].vertices[1].position[0]","value":5}])"), THAW_OK);
    EXPECT_TRUE(has(words(thaw_field_at_json(model, nullptr, 0)), R"("fields":[)"));
    EXPECT_EQ(thaw_field_at_json(model, nullptr, 1u << 30), nullptr);
}

TEST(CApiWhole, TellsWhichElementAByteIsOf) {
    const Model model;
    add_part(model, "ThawFish_d.3d", file("unreal/Models/ThawFish_d.3d"));
    add_part(model, "ThawFish_a.3d", file("unreal/Models/ThawFish_a.3d"));
    ASSERT_EQ(thaw_open(model, nullptr), THAW_OK) << thaw_error_message(model);
    const std::string ranges = words(thaw_bytes_of_json(model, R"({"kind":"point","mesh":0,"index":2,"frame":1})", ""));
    ASSERT_TRUE(has(ranges, R"("part":"aniv")")) << ranges << thaw_error_message(model);
    const auto at = std::stoull(ranges.substr(ranges.find("first_bit") + 11));
    const std::string elements = words(thaw_elements_json(model, "aniv", at / 8, nullptr));
    EXPECT_TRUE(has(elements, R"("kind":"point","mesh":0,"index":2,"frame":1)")) << elements;
    EXPECT_EQ(thaw_bytes_of_json(model, "{}", nullptr), nullptr);
    EXPECT_EQ(thaw_bytes_of_json(model, nullptr, nullptr), nullptr);
}

TEST(CApiWhole, GivesTheScenesArraysAndPosesIt) {
    const Model model;
    open_frog(model);
    const Scene scene(thaw_scene_new(model, R"({"options":{"rig":"exact"}})"));
    ASSERT_NE(scene.handle, nullptr) << thaw_error_message(model);
    const std::string described = words(thaw_scene_json(scene));
    EXPECT_TRUE(has(described, R"({"version":1,"name":"FROG","nodes":[)")) << described.substr(0, 200);
    const thaw_array points = array_of(scene, THAW_POINTS, 0);
    ASSERT_GT(points.count, 10u);
    EXPECT_EQ(points.components, 3u);
    EXPECT_EQ(points.stride, 12u);
    EXPECT_EQ(points.type, THAW_F32);
    const thaw_array corners = array_of(scene, THAW_CORNERS, 0);
    const thaw_array indices = array_of(scene, THAW_INDICES, 0);
    EXPECT_EQ(indices.count % 3, 0u);
    for (u64 i = 0; i < indices.count; ++i) {
        const u32 corner = static_cast<const u32*>(indices.data)[i];
        ASSERT_LT(corner, corners.count);
        ASSERT_LT(static_cast<const u32*>(corners.data)[corner], points.count);
    }
    EXPECT_EQ(array_of(scene, THAW_UVS, 0).count, corners.count);
    const thaw_array pixels = array_of(scene, THAW_IMAGE_PIXELS, 0);
    const thaw_array size = array_of(scene, THAW_IMAGE_SIZE, 0);
    ASSERT_EQ(size.count, 1u);
    EXPECT_GT(pixels.count, 0u);
    EXPECT_EQ(pixels.count, u64{static_cast<const u32*>(size.data)[0]} * static_cast<const u32*>(size.data)[1]);
    EXPECT_EQ(array_of(scene, THAW_JOINTS, 0).count, points.count);
    EXPECT_EQ(array_of(scene, THAW_INVERSE_BINDS, 0).count, array_of(scene, THAW_SKIN_JOINTS, 0).count);
    EXPECT_GT(array_of(scene, THAW_KEY_TIMES, 0).count, 0u);

    thaw_array none{};
    EXPECT_EQ(thaw_scene_array(scene, THAW_POSED_POINTS, 0, 0, &none), THAW_BAD_ARGUMENT) << "before a pose";
    EXPECT_EQ(thaw_pose(scene, "no such clip", 0), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_pose(scene, nullptr, std::nan("")), THAW_BAD_ARGUMENT);
    ASSERT_EQ(thaw_pose(scene, "0", 0.1), THAW_OK) << thaw_error_message(scene);
    bool shown = false;
    thaw_array posed{};
    for (std::size_t node = 0; thaw_scene_array(scene, THAW_POSED_POINTS, node, 0, &posed) == THAW_OK; ++node) {
        EXPECT_EQ(array_of(scene, THAW_POSED_MATRIX, node).components, 16u);
        if (posed.count == 0) continue;
        shown = true;
        EXPECT_EQ(posed.count, points.count);
        EXPECT_EQ(array_of(scene, THAW_POSED_NORMALS, node).count, posed.count);
    }
    EXPECT_TRUE(shown);
    for (const int32_t what : {-1, 0, 22, 1 << 30}) {
        EXPECT_EQ(thaw_scene_array(scene, what, 0, 0, &none), THAW_BAD_ARGUMENT) << what;
    }
    for (int32_t what = THAW_POINTS; what <= THAW_IMAGE_SIZE; ++what) {
        EXPECT_EQ(thaw_scene_array(scene, what, SIZE_MAX, SIZE_MAX, &none), THAW_BAD_ARGUMENT) << what;
        EXPECT_EQ(thaw_scene_array(scene, what, 0, 0, nullptr), THAW_BAD_ARGUMENT) << what;
    }
}

TEST(CApiWhole, ShapesAreOffsetsFromTheMesh) {
    const Model model;
    add_part(model, "ThawFish_d.3d", file("unreal/Models/ThawFish_d.3d"));
    add_part(model, "ThawFish_a.3d", file("unreal/Models/ThawFish_a.3d"));
    ASSERT_EQ(thaw_open(model, nullptr), THAW_OK) << thaw_error_message(model);
    const Scene scene(thaw_scene_new(model, nullptr));
    const thaw_array first = array_of(scene, THAW_SHAPE, 0, 0);
    ASSERT_EQ(first.count, array_of(scene, THAW_POINTS, 0).count);
    for (u64 i = 0; i < first.count * 3; ++i) ASSERT_EQ(static_cast<const float*>(first.data)[i], 0) << "frame 0";
    const thaw_array second = array_of(scene, THAW_SHAPE, 0, 1);
    float most = 0;
    for (u64 i = 0; i < second.count * 3; ++i)
        most = std::max(most, std::abs(static_cast<const float*>(second.data)[i]));
    EXPECT_GT(most, 0);
}

std::vector<u8> tar_of(const std::string& name, const std::vector<u8>& bytes) {
    std::vector<u8> out(512, 0);
    std::memcpy(out.data(), name.data(), name.size());
    const auto octal = [&](std::size_t at, std::size_t digits, std::size_t value) {
        for (std::size_t i = digits; i > 0; --i, value /= 8) out[at + i - 1] = static_cast<u8>('0' + value % 8);
    };
    octal(100, 7, 0644);
    octal(124, 11, bytes.size());
    octal(136, 11, 0);
    out[156] = '0';
    std::memcpy(out.data() + 257,
                "ustar\0"
                "00",
                8);
    std::memset(out.data() + 148, ' ', 8);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < 512; ++i) sum += out[i];
    octal(148, 6, sum);
    out[154] = 0;
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.resize((out.size() + 511) / 512 * 512 + 1024, 0);
    return out;
}

TEST(CApiWhole, LooksIntoArchives) {
    const auto frog = file("soulfu/FROG.DDD");
    const auto tar = tar_of("models/FROG.DDD", frog);
    thaw_archive* archive = thaw_archive_new();
    EXPECT_EQ(thaw_entries_json(archive), nullptr) << "not open";
    EXPECT_EQ(thaw_entry(archive, 0), THAW_BAD_ARGUMENT);
    ASSERT_EQ(thaw_archive_open(archive, "a.tar", tar.data(), tar.size()), THAW_OK) << thaw_error_message(archive);
    EXPECT_TRUE(has(words(thaw_entries_json(archive)),
                    R"({"version":1,"kind":"tar archive","entries":[{"name":"models/FROG.DDD")"));
    ASSERT_EQ(thaw_entry(archive, 0), THAW_OK) << thaw_error_message(archive);
    ASSERT_EQ(thaw_entry_size(archive), frog.size());
    EXPECT_EQ(std::memcmp(thaw_entry_bytes(archive), frog.data(), frog.size()), 0);
    EXPECT_EQ(thaw_entry(archive, 1), THAW_BAD_ARGUMENT);
    EXPECT_NE(thaw_archive_open(archive, "FROG.DDD", frog.data(), frog.size()), THAW_OK) << "no archive";
    EXPECT_EQ(thaw_archive_open(archive, "x", nullptr, 5), THAW_BAD_VALUE);
    thaw_archive_free(archive);
    EXPECT_EQ(thaw_entry(archive, 0), THAW_BAD_ARGUMENT);
}

TEST(CApiWhole, StopsWhenItIsAskedTo) {
    const Model model;
    open_frog(model);
    int calls = 0;
    const auto stop = [](void* user, std::uint64_t, std::uint64_t) -> std::int32_t {
        return ++*static_cast<int*>(user) > 2;
    };
    ASSERT_EQ(thaw_set_monitor(model, stop, &calls), THAW_OK);
    EXPECT_EQ(thaw_render(model, R"({"size":16,"turntable":true,"type":"gif"})"), THAW_CANCELLED);
    EXPECT_GT(calls, 2);
    ASSERT_EQ(thaw_set_monitor(model, nullptr, nullptr), THAW_OK);
    EXPECT_EQ(thaw_render(model, R"({"size":16})"), THAW_OK);
}

TEST(CApiWhole, HeedsLimits) {
    const Model model;
    ASSERT_EQ(thaw_set_limits(model, R"({"work_per_byte":0,"work_floor":1})"), THAW_OK);
    add_part(model, "FROG.DDD", file("soulfu/FROG.DDD"));
    EXPECT_EQ(thaw_open(model, nullptr), THAW_OVER_BUDGET) << thaw_error_message(model);
    EXPECT_EQ(thaw_set_limits(model, R"({"work":1})"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_limits(model, R"({"work_floor":-1})"), THAW_BAD_ARGUMENT);
    ASSERT_EQ(thaw_set_limits(model, R"({"work_per_byte":64,"work_floor":1000000})"), THAW_OK);
    EXPECT_EQ(thaw_open(model, nullptr), THAW_OK) << thaw_error_message(model);
}

TEST(CApiWhole, ListsFormatsAndOptions) {
    EXPECT_TRUE(has(words(thaw_formats_json()), R"({"version":1,"formats":[{"id":")"));
    EXPECT_TRUE(has(words(thaw_options_json("ddd")), R"("name":"rig")"));
    EXPECT_EQ(thaw_options_json("no such format"), nullptr);
    EXPECT_EQ(thaw_options_json(nullptr), nullptr);
}

// Every function with a handle that is none: an error, and nothing is read through it.
void call_all(const void* forged) {
    auto* model = static_cast<thaw_model*>(const_cast<void*>(forged));
    auto* scene = static_cast<thaw_scene*>(const_cast<void*>(forged));
    auto* archive = static_cast<thaw_archive*>(const_cast<void*>(forged));
    thaw_array array{};
    thaw_free(model);
    thaw_scene_free(scene);
    thaw_archive_free(archive);
    EXPECT_EQ(thaw_error_status(forged), THAW_BAD_ARGUMENT);
    EXPECT_STRNE(thaw_error_message(forged), "");
    EXPECT_TRUE(has(thaw_error_json(forged), "bad_argument"));
    EXPECT_EQ(thaw_set_monitor(model, nullptr, nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_limits(model, "{}"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_add_part(model, "a", "b", "c", 1), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_add_file(model, "b", "c", 1), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_lookup(model, nullptr, nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_open(model, nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_open_named(model, nullptr, "x"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_models_json(model, nullptr), nullptr);
    EXPECT_EQ(thaw_open_path(model, "/", "{}"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_wants_json(model), nullptr);
    EXPECT_EQ(thaw_part_count(model), 0u);
    EXPECT_EQ(thaw_part_role(model, 0), nullptr);
    EXPECT_EQ(thaw_part_name(model, 0), nullptr);
    EXPECT_EQ(thaw_part_bytes(model, 0), nullptr);
    EXPECT_EQ(thaw_part_size(model, 0), 0u);
    EXPECT_EQ(thaw_info_json(model), nullptr);
    EXPECT_EQ(thaw_issues_json(model, THAW_PROFILE_SPEC), nullptr);
    EXPECT_EQ(thaw_write(model), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert(model, "glb", "{}"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_convert_over(model, model, "glb", "{}"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_report_json(model), nullptr);
    EXPECT_EQ(thaw_output_count(model), 0u);
    EXPECT_EQ(thaw_output_role(model, 0), nullptr);
    EXPECT_EQ(thaw_output_name(model, 0), nullptr);
    EXPECT_EQ(thaw_output_bytes(model, 0), nullptr);
    EXPECT_EQ(thaw_output_size(model, 0), 0u);
    EXPECT_EQ(thaw_render(model, "{}"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_fields_json(model, nullptr, nullptr, 0, 1, 1), nullptr);
    EXPECT_EQ(thaw_field_at_json(model, nullptr, 0), nullptr);
    EXPECT_EQ(thaw_find_field_json(model, nullptr, "x"), nullptr);
    EXPECT_EQ(thaw_set_field(model, nullptr, "x", "1"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_set_fields(model, "[]"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_diff_json(model, model), nullptr);
    EXPECT_EQ(thaw_elements_json(model, nullptr, 0, nullptr), nullptr);
    EXPECT_EQ(thaw_bytes_of_json(model, "{}", nullptr), nullptr);
    EXPECT_EQ(thaw_scene_new(model, nullptr), nullptr);
    EXPECT_EQ(thaw_scene_json(scene), nullptr);
    EXPECT_EQ(thaw_scene_array(scene, THAW_POINTS, 0, 0, &array), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_pose(scene, nullptr, 0), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_archive_open(archive, "a", "b", 1), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_archive_open_path(archive, "/"), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_entries_json(archive), nullptr);
    EXPECT_EQ(thaw_entry(archive, 0), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_entry_bytes(archive), nullptr);
    EXPECT_EQ(thaw_entry_size(archive), 0u);
}

TEST(CApiHandles, ForgedOnesAreErrors) {
    const Model live;
    const int on_stack = 0;
    const auto near = reinterpret_cast<std::uintptr_t>(live.handle);
    call_all(nullptr);
    call_all(&on_stack);
    for (const std::uintptr_t number : {std::uintptr_t{1}, near + 1, near - 1, near ^ (std::uintptr_t{1} << 40),
                                        ~std::uintptr_t{0}, ~std::uintptr_t{0} >> 1}) {
        call_all(reinterpret_cast<const void*>(number));
    }
    EXPECT_EQ(thaw_set_limits(live, "{}"), THAW_OK) << "the one that is there still works";
}

TEST(CApiHandles, FreedOnesStayErrorsWhenTheirPlaceIsGivenAgain) {
    thaw_model* gone = thaw_new();
    thaw_free(gone);
    std::vector<thaw_model*> others;
    for (int i = 0; i < 100; ++i) others.push_back(thaw_new());
    call_all(gone);
    for (thaw_model* other : others) {
        EXPECT_NE(other, gone);
        EXPECT_EQ(thaw_set_limits(other, "{}"), THAW_OK);
        thaw_free(other);
    }
}

TEST(CApiHandles, OfAnotherKindAreErrors) {
    const Model model;
    open_frog(model);
    const Scene scene(thaw_scene_new(model, nullptr));
    EXPECT_EQ(thaw_open(reinterpret_cast<thaw_model*>(scene.handle), nullptr), THAW_BAD_ARGUMENT);
    thaw_free(reinterpret_cast<thaw_model*>(scene.handle));
    EXPECT_NE(thaw_scene_json(scene), nullptr) << "it was not freed as something else";
    EXPECT_EQ(thaw_pose(reinterpret_cast<thaw_scene*>(model.handle), nullptr, 0), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_output_count(reinterpret_cast<thaw_model*>(scene.handle)), 0u);
    EXPECT_EQ(thaw_entry_size(reinterpret_cast<thaw_archive*>(model.handle)), 0u);
}

TEST(CApiHandles, ManyThreadsHaveTheirOwn) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([] {
            for (int i = 0; i < 5; ++i) {
                const Model model;
                open_frog(model);
                EXPECT_NE(thaw_info_json(model), nullptr);
                EXPECT_EQ(thaw_convert(model, "glb", nullptr), THAW_OK);
                EXPECT_NE(thaw_formats_json(), nullptr);
            }
        });
    }
    // All of them try the same one, too: one works, the others are told so.
    const Model shared;
    open_frog(shared);
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 20; ++i) (void)thaw_write(shared);
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(thaw_write(shared), THAW_OK);
}

}  // namespace
}  // namespace thaw::test
