// The files in the corpus: accepted, rewritten byte for byte, decoded as an independent decoder decoded them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "ctr/support.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"
#include "support/archives.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

using json::Value;

std::filesystem::path folder() { return corpus_folder() / "ctr"; }

i64 integer(const Value& object, const char* key) {
    const Value* value = object.find(key);
    if (value == nullptr) throw std::runtime_error(std::string("no ") + key);
    if (const auto* number = value->get_if<i64>()) return *number;
    return static_cast<i64>(*value->get_if<double>());
}
std::string word(const Value& object, const char* key) { return *object.find(key)->get_if<std::string>(); }

std::vector<std::filesystem::path> files(bool bad) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".ctr" && extension != ".mpk" && extension != ".vrm") continue;
        if (entry.path().filename().string().starts_with("bad_") == bad) out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

Bundle bundle_of(const std::filesystem::path& path) {
    const std::string role = path.extension() == ".vrm" ? "vrm" : "ctr";
    Bundle bundle{{{role, path.filename().string(), load_file(path)}}};
    auto map = path;
    map.replace_extension(".ptr");
    if (std::filesystem::exists(map)) bundle.parts.push_back({"ptr", map.filename().string(), load_file(map)});
    return bundle;
}

const Format& format_of(const std::filesystem::path& path) {
    return path.extension() == ".vrm" ? vrm::format : ctr::format;
}

TEST(CtrCorpus, EveryFileIsRecognisedAcceptedAndRewrittenByteForByte) {
    const auto good = files(false);
    EXPECT_EQ(good.size(), 16u);
    for (const auto& path : good) {
        SCOPED_TRACE(path.filename().string());
        const Bundle bundle = bundle_of(path);
        const auto found = detect(bundle.parts[0].name, bundle.parts[0].bytes);
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found->format->id, format_of(path).id);
        const bool external = bundle.parts.size() == 2;
        EXPECT_EQ(found->sniffed.confidence, external ? Confidence::likely : Confidence::certain);
        const auto nameless = detect("", bundle.parts[0].bytes);
        ASSERT_TRUE(nameless.ok());
        EXPECT_EQ(nameless->format->id, format_of(path).id);
        const auto model = read(format_of(path), bundle);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto written = write(*model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        ASSERT_EQ(written->parts.size(), bundle.parts.size());
        for (std::size_t i = 0; i < bundle.parts.size(); ++i) {
            EXPECT_TRUE(written->parts[i].bytes == bundle.parts[i].bytes) << bundle.parts[i].role;
        }
        const auto issues = validate(*model);
        ASSERT_TRUE(issues.ok());
        EXPECT_LT(issues->worst(), Severity::error) << issues->list().front().kind->code;
    }
}

TEST(CtrCorpus, EveryBadFileIsRefusedOrReportedWithAnOffset) {
    const auto bad = files(true);
    EXPECT_EQ(bad.size(), 7u);
    for (const auto& path : bad) {
        SCOPED_TRACE(path.filename().string());
        const Bundle bundle = bundle_of(path);
        const auto model = read(ctr::format, bundle);
        if (!model.ok()) {
            EXPECT_NE(model.error().code, Code::internal);
            EXPECT_LE(model.error().offset, bundle.parts[0].bytes.size());
            EXPECT_FALSE(model.error().path.empty());
            std::printf("%s: %s\n", path.filename().c_str(), to_string(model.error()).c_str());
            continue;
        }
        const auto issues = validate(*model);
        ASSERT_TRUE(issues.ok());
        EXPECT_EQ(issues->worst(), Severity::error);
        for (const Issue& issue : issues->list()) EXPECT_LE(issue.offset, bundle.parts[0].bytes.size());
        std::printf("%s: %s at %s\n", path.filename().c_str(), issues->list().front().kind->code.data(),
                    issues->list().front().path.c_str());
    }
}

// Of the corners that faces use, which is what the independent decoder measured.
void expect_box(const ctr::Frame& frame, const std::vector<ctr::Delta>* deltas, const ctr::Mesh& mesh, u64 vertices,
                Box3<double>& box) {
    const auto grid = ctr::decode_frame(frame, deltas, vertices);
    EXPECT_TRUE(grid.complete);
    for (const auto& point : grid.points) box.include(ctr::position_of(point, frame, mesh));
}

void compare_box(const Box3<double>& box, const Value& expected, const ctr::Mesh& mesh) {
    const auto& corners = *expected.get_if<json::Array>();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double half_step = mesh.scale[axis] / 8192.0;
        EXPECT_NEAR(box.low[axis], number((*corners[0].get_if<json::Array>())[axis]), half_step * 0.01) << axis;
        EXPECT_NEAR(box.high[axis], number((*corners[1].get_if<json::Array>())[axis]), half_step * 0.01) << axis;
    }
}

double signed_volume(const std::vector<ctr::Face>& faces, const std::vector<Vec3d>& points) {
    double sum = 0;
    for (const ctr::Face& face : faces) {
        const auto order = face.counter_clockwise();
        const auto& a = points[face.corners[order[0]].vertex];
        const auto& b = points[face.corners[order[1]].vertex];
        const auto& c = points[face.corners[order[2]].vertex];
        sum += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    }
    return sum / 6;
}

void compare_textures(const ctr::File& file, const ctr::Mesh& mesh, const Value& expected) {
    const auto& layouts = list_at(expected, "texlayouts");
    const auto* table = ctr::textures_of(file, mesh);
    ASSERT_EQ(table == nullptr ? 0 : table->size(), layouts.size());
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const auto* layout = ctr::layout_at(file, (*table)[i].target);
        if (layouts[i].find("uv") == nullptr) {
            EXPECT_EQ(layout, nullptr);
            continue;
        }
        ASSERT_NE(layout, nullptr);
        const std::vector<int> uv{layout->u0, layout->v0, layout->u1, layout->v1,
                                  layout->u2, layout->v2, layout->u3, layout->v3};
        std::vector<int> want;
        for (const Value& corner : list_at(layouts[i], "uv")) {
            for (const Value& part : *corner.get_if<json::Array>()) want.push_back(static_cast<int>(number(part)));
        }
        EXPECT_EQ(uv, want);
        EXPECT_EQ(layout->clut_x(), number(list_at(layouts[i], "clut")[0]));
        EXPECT_EQ(layout->clut_y(), number(list_at(layouts[i], "clut")[1]));
        EXPECT_EQ(layout->page_x(), number(list_at(layouts[i], "page")[0]));
        EXPECT_EQ(layout->page_y(), number(list_at(layouts[i], "page")[1]));
        EXPECT_EQ(layout->blend(), integer(layouts[i], "blend"));
        EXPECT_EQ(layout->depth(), integer(layouts[i], "depth"));
    }
}

void compare_animations(const ctr::File& file, const ctr::Mesh& mesh, u64 vertices, const Value& expected) {
    const auto& animations = list_at(expected, "anims");
    const auto* table = ctr::animations_of(file, mesh);
    ASSERT_EQ(table == nullptr ? 0 : table->size(), animations.size());
    for (std::size_t i = 0; i < animations.size(); ++i) {
        const u32 pointer = (*table)[i].target;
        const auto* animation = ctr::animation_at(file, pointer);
        ASSERT_NE(animation, nullptr);
        EXPECT_EQ(text::until_nul(animation->name), word(animations[i], "name"));
        EXPECT_EQ(ctr::playback_frames(*animation), integer(animations[i], "playback"));
        EXPECT_EQ(ctr::stored_frames(*animation), integer(animations[i], "stored"));
        EXPECT_EQ(animation->is_half_rate(), *animations[i].find("half")->get_if<bool>());
        EXPECT_EQ(animation->frame_bytes, integer(animations[i], "frameSize"));
        EXPECT_EQ(animation->deltas != 0, *animations[i].find("compressed")->get_if<bool>());
        Box3<double> box;
        for (u32 k = 0; k < ctr::stored_frames(*animation); ++k) {
            const auto* frame = ctr::frame_of(file, pointer, k);
            ASSERT_NE(frame, nullptr) << k;
            expect_box(*frame, ctr::deltas_at(file, animation->deltas), mesh, vertices, box);
        }
        compare_box(box, *animations[i].find("bbox"), mesh);
    }
}

void compare_mesh(const ctr::File& file, const ctr::Mesh& mesh, const Value& expected) {
    EXPECT_EQ(text::until_nul(mesh.name), word(expected, "name"));
    EXPECT_EQ(mesh.lod_distance, integer(expected, "lod"));
    EXPECT_EQ(mesh.flags, integer(expected, "flags"));
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_EQ(mesh.scale[axis], number(list_at(expected, "scale")[axis]));
    const auto* commands = ctr::commands_of(file, mesh);
    ASSERT_NE(commands, nullptr);
    EXPECT_EQ(commands->cached_colours, integer(expected, "colourCacheCount"));
    EXPECT_EQ(commands->commands.size() - 1, static_cast<u64>(integer(expected, "commands")));
    const auto usage = ctr::usage_of(*commands);
    EXPECT_EQ(usage.vertices, static_cast<u64>(integer(expected, "vertices")));
    EXPECT_EQ(usage.colours, static_cast<u64>(integer(expected, "colours")));
    EXPECT_EQ(usage.textures, static_cast<u64>(integer(expected, "textures")));
    const auto faces = ctr::faces_of(*commands);
    EXPECT_EQ(faces.size(), static_cast<u64>(integer(expected, "faces")));
    const auto count = [&](auto&& is) { return std::count_if(faces.begin(), faces.end(), is); };
    EXPECT_EQ(count([](const auto& f) { return f.one_sided; }), integer(expected, "culled"));
    EXPECT_EQ(count([](const auto& f) { return f.flipped; }), integer(expected, "flip"));
    EXPECT_EQ(count([](const auto& f) { return f.texture > 0; }), integer(expected, "texturedFaces"));
    EXPECT_EQ(count([](const auto& f) { return !f.is_complete(); }), 0);

    const auto pose = ctr::rest_pose(file, mesh);
    ASSERT_NE(pose.frame, nullptr);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(pose.frame->origin[axis], number(list_at(expected, "origin")[axis]));
    }
    Box3<double> box;
    expect_box(*pose.frame, pose.deltas, mesh, usage.vertices, box);
    compare_box(box, *expected.find("bbox"), mesh);
    std::vector<Vec3d> points;
    for (const auto& point : ctr::decode_frame(*pose.frame, pose.deltas, usage.vertices).points) {
        points.push_back(ctr::position_of(point, *pose.frame, mesh));
    }
    const double volume = number(*expected.find("signedVolume"));
    EXPECT_NEAR(signed_volume(faces, points), volume, 1e-6 * std::abs(volume) + 1e-6);
    compare_textures(file, mesh, expected);
    compare_animations(file, mesh, usage.vertices, expected);
}

TEST(CtrCorpus, DecodesAsTheIndependentDecoderDoes) {
    std::size_t compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "expected")) {
        const Value expected = parse_json(text::view_as_text(load_file(entry.path()).bytes()));
        const std::string name = word(expected, "file");
        SCOPED_TRACE(name);
        const auto model = read(ctr::format, bundle_of(folder() / name));
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const ctr::File& file = file_of(*model);
        EXPECT_EQ(file.body_bytes(), static_cast<u64>(integer(expected, "body")));
        EXPECT_EQ(file.map.trailing.size(), static_cast<u64>(integer(expected, "tail")));
        const auto& map = list_at(expected, "pointerMap");
        ASSERT_EQ(file.map.entries.size(), map.size());
        for (std::size_t i = 0; i < map.size(); ++i) EXPECT_EQ(file.map.entries[i].target, number(map[i]));
        const auto& models = list_at(expected, "models");
        ASSERT_EQ(file.models.size(), models.size());
        for (std::size_t m = 0; m < models.size(); ++m) {
            const ctr::Model& native = file.models[m].value;
            EXPECT_EQ(text::until_nul(native.name), word(models[m], "name"));
            EXPECT_EQ(native.id, integer(models[m], "id"));
            const auto& meshes = list_at(models[m], "meshes");
            const auto* found = file.mesh_lists.find(file.place(native.meshes));
            ASSERT_NE(found, nullptr);
            ASSERT_EQ(found->value.size(), meshes.size());
            for (std::size_t i = 0; i < meshes.size(); ++i) {
                compare_mesh(file, found->value[i], meshes[i]);
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 16u);
}

TEST(CtrCorpus, VideoMemoryIsTwoImagesOrOne) {
    const auto stream = read(vrm::format, bundle_of(folder() / "s05_textured.vrm"));
    ASSERT_TRUE(stream.ok());
    const auto images = vrm_of(*stream).images();
    ASSERT_EQ(images.size(), 2u);
    EXPECT_EQ(images[0]->image.x, 512);
    EXPECT_EQ(images[0]->image.width, 384);
    EXPECT_EQ(images[1]->image.y, 256);
    EXPECT_EQ(images[1]->image.width, 512);
    const auto single = read(vrm::format, bundle_of(folder() / "s05_single_tim.vrm"));
    ASSERT_TRUE(single.ok());
    EXPECT_EQ(vrm_of(*single).images().size(), 1u);
}

TEST(CtrCorpus, TheArchiveGivesItsFilesAndTakesOthers) {
    const auto path = folder() / "s15_bigfile.big";
    const Blob bytes = load_file(path);
    auto model = read(big::format, {{{"big", "s15_bigfile.big", bytes}}});
    ASSERT_TRUE(model.ok());
    EXPECT_EQ(write(*model)->parts[0].bytes, bytes);
    EXPECT_TRUE(validate(*model, Profile::game)->empty());
    const auto files = files_in(*model);
    ASSERT_EQ(files.size(), 5u);
    EXPECT_EQ(files[0].name, "0000_torus.ctr");
    EXPECT_EQ(files[0].bytes, load_file(folder() / "s02_torus.ctr"));
    EXPECT_EQ(files[1].name, "0001.mpk");
    EXPECT_EQ(files[1].bytes, load_file(folder() / "s13_pack.mpk"));
    EXPECT_EQ(files[2].name, "0002.vrm");
    EXPECT_EQ(files[2].bytes, load_file(folder() / "s05_textured.vrm"));
    // Another model in the place of the first: the rest is where it was.
    const Blob other = load_file(folder() / "s03_colour_slots.ctr");
    ASSERT_TRUE(big::format.replace_entry(*model->document, 0, other).ok());
    const auto changed = write(*model)->parts[0].bytes;
    ASSERT_EQ(changed.size(), bytes.size());  // both take two sectors
    EXPECT_EQ(changed.slice(5 * 2048), bytes.slice(5 * 2048));
    EXPECT_EQ(changed.slice(3 * 2048, other.size()), other);
}

}  // namespace
}  // namespace thaw::test
