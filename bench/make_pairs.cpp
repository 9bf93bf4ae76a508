// make_pairs FOLDER: synthetic Unreal pairs for bench/convert, three sizes, 1.5 corners a vertex.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include <thaw/format.hpp>

#include "formats/unreal/document.hpp"

namespace {

using namespace thaw;

struct Size {
    const char* name;
    u16 vertices;
    u16 frames;
};

// A strip that waves: each vertex moves a little every frame. Every second vertex lies on a seam.
std::unique_ptr<unreal::Document> waving(const Size& size) {
    auto document = std::make_unique<unreal::Document>();
    std::mt19937 random(size.vertices);
    unreal::DataFile data;
    for (u16 v = 0; v + 2 < size.vertices; ++v) {
        unreal::Poly poly;
        poly.vertices = {v, static_cast<u16>(v + 1), static_cast<u16>(v + 2)};
        for (std::size_t k = 0; k < 3; ++k) {
            const u16 vertex = poly.vertices[k];
            const bool other_side = vertex % 2 == 1 && v % 2 == 1;
            poly.uvs[k] = {static_cast<u8>(vertex * 7), static_cast<u8>(vertex / 32 + (other_side ? 128 : 0))};
        }
        data.polys.push_back(poly);
    }
    data.num_polys = static_cast<u16>(data.polys.size());
    data.num_vertices = size.vertices;
    unreal::AnivFile aniv;
    aniv.num_frames = size.frames;
    aniv.frame_size = static_cast<u16>(size.vertices * 4);
    std::vector<u8> bytes;
    for (u32 f = 0; f < size.frames; ++f) {
        for (u32 v = 0; v < size.vertices; ++v) {
            const auto wave = static_cast<i32>(random() % 17) - 8;
            const u32 word = unreal::pack({static_cast<i32>(v % 1000), static_cast<i32>(v / 8 % 1000) - 500 + wave,
                                           static_cast<i32>(f % 100) + wave});
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<u8>(word >> shift));
        }
    }
    aniv.frames = Blob::take(std::move(bytes));
    document->data = std::move(data);
    document->aniv = std::move(aniv);
    return document;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::fputs("make_pairs FOLDER\n", stderr), 3;
    std::filesystem::create_directories(argv[1]);
    for (const Size size : {Size{"small", 500, 100}, Size{"middle", 5000, 200}, Size{"large", 8100, 400}}) {
        Model model{find_format("unreal"), {}, waving(size)};
        const auto written = write(model);
        if (!written) return std::fprintf(stderr, "%s\n", to_string(written.error()).c_str()), 1;
        for (const Part& part : written->parts) {
            const std::string path = std::string(argv[1]) + "/" + size.name + (part.role == "data" ? "_d.3d" : "_a.3d");
            std::ofstream(path, std::ios::binary)
                .write(static_cast<const char*>(static_cast<const void*>(part.bytes.data())),
                       static_cast<std::streamsize>(part.bytes.size()));
        }
    }
}
