// The sample models: made by code, so that nothing in this repository comes from a game.
// `make_samples FOLDER` writes them; a test checks that the files next to this one are what the code makes.
#pragma once

#include <string>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::samples {

struct SampleFile {
    std::string path;  // below samples/, for example "unreal/Models/fish_d.3d"
    std::vector<u8> bytes;
};

std::vector<SampleFile> ctc_sample();
std::vector<SampleFile> ctr_sample();
std::vector<SampleFile> ddd_sample();
std::vector<SampleFile> penguin_sample();  // in every format
std::vector<SampleFile> twm_sample();
std::vector<SampleFile> unreal_sample();

}  // namespace thaw::samples
