// make_pairs FOLDER: synthetic Unreal pairs for bench/convert, three sizes, 1.5 corners a vertex.
// make_pairs FOLDER COUNT VERTICES FRAMES: so many of one size, for bench/batch.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <thaw/format.hpp>

#include "pairs.hpp"

namespace {

using namespace thaw;

struct Size {
    const char* name;
    u16 vertices;
    u16 frames;
};

bool put(const std::string& stem, u16 vertices, u16 frames) {
    const Model model{find_format("unreal"), {}, bench::waving(vertices, frames)};
    const auto written = write(model);
    if (!written) return false;
    for (const Part& part : written->parts) {
        std::ofstream(stem + (part.role == "data" ? "_d.3d" : "_a.3d"), std::ios::binary)
            .write(static_cast<const char*>(static_cast<const void*>(part.bytes.data())),
                   static_cast<std::streamsize>(part.bytes.size()));
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 5) return std::fputs("make_pairs FOLDER [COUNT VERTICES FRAMES]\n", stderr), 3;
    const std::string folder = std::string(argv[1]) + "/";
    std::filesystem::create_directories(folder);
    if (argc == 5) {
        for (long i = 0; i < std::atol(argv[2]); ++i) {
            if (!put(folder + "m" + std::to_string(i), static_cast<u16>(std::atol(argv[3])),
                     static_cast<u16>(std::atol(argv[4])))) {
                return 1;
            }
        }
        return 0;
    }
    for (const Size size : {Size{"small", 500, 100}, Size{"middle", 5000, 200}, Size{"large", 8100, 400}}) {
        if (!put(folder + size.name, size.vertices, size.frames)) return 1;
    }
}
