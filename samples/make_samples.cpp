// make_samples FOLDER: writes the sample models below FOLDER.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "samples.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: make_samples FOLDER\n", stderr);
        return 3;
    }
    for (auto make : {thaw::samples::ctc_sample, thaw::samples::ctr_sample, thaw::samples::ddd_sample,
                      thaw::samples::penguin_sample, thaw::samples::twm_sample, thaw::samples::unreal_sample}) {
        for (const auto& file : make()) {
            const auto path = std::filesystem::path(argv[1]) / file.path;
            std::filesystem::create_directories(path.parent_path());
            std::ofstream out(path, std::ios::binary);
            out.write(reinterpret_cast<const char*>(file.bytes.data()),
                      static_cast<std::streamsize>(file.bytes.size()));
            if (!out.flush()) {
                std::fprintf(stderr, "cannot write %s\n", path.c_str());
                return 4;
            }
        }
    }
    return 0;
}
