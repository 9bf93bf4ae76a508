#include "models.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/ctc/model/document.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "formats/twm/document.hpp"
#include "formats/unreal/mesh/document.hpp"

namespace thaw::bench {

namespace {

Blob load(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return Blob::take(std::vector<u8>(std::istreambuf_iterator<char>(in), {}));
}

Bundle files_of(const Format& format, std::unique_ptr<Document> document) {
    auto written = write(Model{&format, {}, std::move(document)});
    return std::move(written).value();
}

template <class Body>
std::vector<Bundle> for_each_file(const char* folder, Body&& body) {
    std::vector<Bundle> out;
    const std::filesystem::path root = std::filesystem::path(THAW_CORPUS) / folder;
    if (!std::filesystem::exists(root)) return out;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) body(path, out);
    return out;
}

Bundle large_ctc() {  // 2,000 vertices, 60 bones, 500 frames
    auto document = std::make_unique<ctc::Document>();
    ctc::Document& d = *document;
    d.skins.resize(1);
    d.vertices.resize(2000);
    d.triangles.resize(3900);
    d.uvs.resize(3900);
    for (std::size_t i = 0; i < d.triangles.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) d.triangles[i].vertices[c] = static_cast<i16>((i + 7 * c) % 2000);
    }
    d.bones.resize(60);
    for (std::size_t b = 1; b < d.bones.size(); ++b) d.bones[b].parent_plus_one = static_cast<i32>((b + 1) / 2);
    d.influence_counts.assign(2000, 1);
    d.influences.resize(2000);
    for (std::size_t i = 0; i < d.influences.size(); ++i) d.influences[i].bone = static_cast<i32>(i % 60);
    d.main_keys.resize(500);
    d.bone_keys.resize(500 * 60);
    d.triangle_lists = {3900};
    if (!ctc::relayout(d)) return {};
    return files_of(*find_format("ctc"), std::move(document));
}

Bundle large_ddd() {  // 2,000 vertices, 60 bones, 500 frames
    auto document = std::make_unique<ddd::Document>();
    ddd::BaseModel base;
    base.vertices.resize(2000);
    base.tex_vertices.resize(2000);
    for (std::size_t i = 0; i < base.vertices.size(); ++i) {
        base.vertices[i].position = {static_cast<i16>(i), static_cast<i16>(2 * i), static_cast<i16>(3 * i)};
        base.vertices[i].bones = {static_cast<u8>(i % 60), static_cast<u8>(i % 60)};
        base.vertices[i].weight = 63;
    }
    base.slots[0].mode = 1;
    base.slots[0].alpha = 255;
    base.slots[0].triangles.resize(3900);
    for (std::size_t i = 0; i < base.slots[0].triangles.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto index = static_cast<u16>((i + c) % 2000);
            base.slots[0].triangles[i].corners[c] = {index, index};
        }
    }
    base.joint_sizes.resize(61);
    base.bones.resize(60);
    for (std::size_t i = 0; i < base.bones.size(); ++i) {
        base.bones[i].joints = {static_cast<u16>(i), static_cast<u16>(i + 1)};
    }
    ddd::Frame frame;
    frame.forwards.resize(60, {32767, 0, 0});
    frame.joints.resize(61);
    document->file.bases.push_back(std::move(base));
    document->file.frames.assign(500, frame);
    for (std::size_t i = 1; i < 500; ++i) document->file.frames[i].action = static_cast<u8>(1 + i / 50);
    return files_of(*find_format("ddd"), std::move(document));
}

Bundle large_unreal(bool deus_ex) {  // 2,000 vertices, 3,000 polygons, 200 frames
    constexpr u16 vertices = 2000;
    auto document = std::make_unique<unreal::Document>();
    auto& data = document->data.emplace();
    data.num_polys = 3000;
    data.num_vertices = vertices;
    data.polys.resize(data.num_polys);
    for (std::size_t i = 0; i < data.polys.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) data.polys[i].vertices[c] = static_cast<u16>((i + 7 * c) % vertices);
    }
    auto& aniv = document->aniv.emplace();
    aniv.num_frames = 200;
    aniv.frame_size = static_cast<u16>(vertices * (deus_ex ? 8 : 4));
    std::vector<u8> frames(std::size_t{aniv.num_frames} * aniv.frame_size);
    for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = static_cast<u8>(i * 31 + i / 251);
    aniv.frames = Blob::take(std::move(frames));
    return files_of(*find_format("unreal"), std::move(document));
}

Bundle large_twm(const char* variant) {  // 40,000 vertices with weights, 20 joints, an animation
    constexpr std::size_t vertices = 40'000, joints = 20;
    auto document = std::make_unique<twm::Document>();
    document->skeleton_flag = 1;
    document->layout.joints = twm::JointForm::packed;
    document->joints.resize(joints);
    twm::Mesh& mesh = document->meshes.emplace_back();
    mesh.has_normals = mesh.has_uvs = mesh.has_deformer = 1;
    mesh.normals.assign(vertices, {0, 1, 0});
    for (std::size_t i = 0; i < vertices; ++i) {
        mesh.positions.push_back(
            {static_cast<f32>(i % 200), static_cast<f32>(i * 31 % 977), static_cast<f32>(i / 200)});
        mesh.uvs.push_back({static_cast<f32>(i % 200) / 200, static_cast<f32>(i / 200) / 200});
        for (std::size_t c = 0; c < 6; ++c) mesh.indices.push_back(static_cast<u32>((i + c * 7) % vertices));
        mesh.weight_counts.push_back(2);
        mesh.weights.push_back({static_cast<u32>(i % joints), 0.5});
        mesh.weights.push_back({static_cast<u32>((i + 1) % joints), 0.5});
    }
    twm::Animation& animation = document->animations.emplace_back();
    animation.key_counts.assign(joints, 100);
    for (std::size_t i = 0; i < joints * 100; ++i) animation.keys.push_back({static_cast<u32>(i % 100 * 40)});
    Model model{find_format("twm"), {}, std::move(document)};
    Issues issues;
    if (!convert_variant(model, variant, issues)) return {};
    return files_of(*model.format, std::move(model.document));
}

std::vector<Bundle> real_twm() {
    return for_each_file("twm", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        const std::string name = path.filename().string();
        if (name.starts_with("bad_") || path.extension() == ".csv") return;
        out.push_back({{{"twm", name, load(path)}}});
    });
}

std::vector<Bundle> real_ctc() {  // made for the purpose: no file of the game is public
    return for_each_file("ctc", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        if (path.extension() == ".ctc") out.push_back({{{"ctc", path.filename().string(), load(path)}}});
    });
}

std::vector<Bundle> real_ddd() {
    return for_each_file("soulfu/models", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        if (path.extension() == ".DDD") out.push_back({{{"ddd", path.filename().string(), load(path)}}});
    });
}

Bundle large_rdy() {  // the large DDD as the game has it in memory
    const auto source = read(*find_format("ddd"), large_ddd());
    Issues issues;
    const auto made = convert_document(*source, *find_format("rdy"), issues);
    return std::move(*write(*made));
}

std::vector<Bundle> real_rdy() {
    return for_each_file("soulfu/engine", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        if (path.extension() == ".rdy") out.push_back({{{"rdy", path.filename().string(), load(path)}}});
    });
}

std::vector<Bundle> real_unreal() {
    return for_each_file("ue1", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        const std::string name = path.string();
        if (!name.ends_with("_d.3d")) return;
        const std::string aniv = name.substr(0, name.size() - 5) + "_a.3d";
        if (!std::filesystem::exists(aniv)) return;
        out.push_back({{{"data", name, load(path)}, {"aniv", aniv, load(aniv)}}});
    });
}

Bundle large_ctr() {  // 2,000 vertices, 40 frames raw and compressed
    constexpr u32 vertices = 2000;
    ctr::MeshPlan mesh;
    mesh.name = "large_hi";
    for (u32 i = 0; i < vertices; ++i) mesh.commands.push_back({0x10570000 | (i == 0 ? 0x80000000 : 0) | i % 100 << 9});
    mesh.commands.push_back({ctr::terminator});
    mesh.colours.assign(100, {200, 100, 50, 0});
    std::vector<ctr::GridPose> poses(40);
    for (u32 f = 0; f < poses.size(); ++f) {
        for (u32 v = 0; v < vertices; ++v) {
            poses[f].points.push_back({static_cast<u8>(v + f % 3), static_cast<u8>(v / 8 * 2), static_cast<u8>(v * 3)});
        }
    }
    const auto packed = ctr::compress(poses);
    ctr::AnimationPlan raw{"raw", false, 0, {}, {}}, compressed{"packed", false, 0, {}, packed.deltas};
    for (std::size_t f = 0; f < poses.size(); ++f) {
        raw.frames.push_back({{}, ctr::raw_data(poses[f].points)});
        compressed.frames.push_back({{}, packed.frames[f]});
    }
    mesh.animations = {raw, compressed};
    ctr::FilePlan plan;
    plan.models = {{"large", -1, {mesh}}};
    return ctr::lay_out(plan);
}

Bundle large_vrm() {  // a stream of 64 images that fills video memory
    auto document = std::make_unique<vrm::Document>();
    document->mark = vrm::stream_mark;
    for (u16 i = 0; i < 64; ++i) {
        vrm::Entry& entry = document->entries.emplace_back();
        vrm::Block& image = entry.tim.image;
        image = {.x = static_cast<u16>(i % 8 * 128), .y = static_cast<u16>(i / 8 * 64), .width = 128, .height = 64};
        std::vector<u8> pixels(static_cast<std::size_t>(image.pixel_bytes()));
        for (std::size_t p = 0; p < pixels.size(); ++p) pixels[p] = static_cast<u8>(p * 7 + i);
        image.length = static_cast<u32>(vrm::block_header_bytes + pixels.size());
        image.pixels = Blob::take(std::move(pixels));
        entry.size = static_cast<u32>(vrm::tim_header_bytes + image.pixel_bytes());
    }
    document->entries.emplace_back();
    return files_of(*find_format("vrm"), std::move(document));
}

std::vector<Bundle> real_ctr() {
    return for_each_file("ctr", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        const bool ours = path.extension() == ".ctr" || path.extension() == ".mpk";
        if (!ours || path.filename().string().starts_with("bad_")) return;
        out.push_back({{{"ctr", path.filename().string(), load(path)}}});
    });
}

std::vector<Bundle> real_vrm() {
    return for_each_file("ctr", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        if (path.extension() == ".vrm") out.push_back({{{"vrm", path.filename().string(), load(path)}}});
    });
}

}  // namespace

u64 Set::bytes() const {
    u64 sum = 0;
    for (const Bundle& bundle : bundles) sum += bundle.size();
    return sum;
}

std::vector<Set> all_sets() {
    std::vector<Set> sets{
        {"ctc made", find_format("ctc"), {large_ctc()}},
        {"unreal made", find_format("unreal"), {large_unreal(false)}},
        {"deusex made", find_format("unreal"), {large_unreal(true)}},
        {"ctr made", find_format("ctr"), {large_ctr()}},
        {"vrm made", find_format("vrm"), {large_vrm()}},
        {"twm v3 made", find_format("twm"), {large_twm("v3")}},
        {"twm v0 made", find_format("twm"), {large_twm("v0")}},
        {"ddd made", find_format("ddd"), {large_ddd()}},
        {"rdy made", find_format("rdy"), {large_rdy()}},
        {"ctc files", find_format("ctc"), real_ctc()},
        {"unreal files", find_format("unreal"), real_unreal()},
        {"ctr files", find_format("ctr"), real_ctr()},
        {"vrm files", find_format("vrm"), real_vrm()},
        {"twm files", find_format("twm"), real_twm()},
        {"ddd files", find_format("ddd"), real_ddd()},
        {"rdy files", find_format("rdy"), real_rdy()},
    };
    std::erase_if(sets, [](const Set& set) { return set.bundles.empty(); });
    return sets;
}

}  // namespace thaw::bench
