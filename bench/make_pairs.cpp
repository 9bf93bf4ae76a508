// make_pairs FOLDER: synthetic Unreal pairs for bench/convert, three sizes, 1.5 corners a vertex.
#include <cstdio>
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

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::fputs("make_pairs FOLDER\n", stderr), 3;
    std::filesystem::create_directories(argv[1]);
    for (const Size size : {Size{"small", 500, 100}, Size{"middle", 5000, 200}, Size{"large", 8100, 400}}) {
        Model model{find_format("unreal"), {}, bench::waving(size.vertices, size.frames)};
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
