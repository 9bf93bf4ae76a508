#include "models.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/soulfu/ddd.hpp"
#include "formats/unreal/document.hpp"

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

}  // namespace

Bundle large_ddd() {
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

Bundle large_unreal(bool deus_ex) {
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

std::vector<Bundle> real_ddd() {
    return for_each_file("soulfu/models", [](const std::filesystem::path& path, std::vector<Bundle>& out) {
        if (path.extension() == ".DDD") out.push_back({{{"ddd", path.filename().string(), load(path)}}});
    });
}

Bundle large_rdy() {
    const auto source = read(*find_format("ddd"), large_ddd());
    Issues issues;
    const auto made = convert(*source, *find_format("rdy"), issues);
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

}  // namespace thaw::bench
