// What the blocks of MODELDEFs hold, line by line, before it is put together by class and file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/unreal/scripts/modeldef.hpp"

namespace thaw::unreal {

// 700 in all files of the largest mod known; the bound keeps a hostile text from costing more than its size justifies.
inline constexpr std::size_t max_modeldef_models = 8192;

// The state of an index when a record was copied. Surface lines are a list of the index and how many of them there
// were.
struct ModeldefLayer {
    i64 index = 0;
    std::size_t file = 0;  // of ModeldefRecords::files
    i64 frame = 0;
    std::size_t skin = none;  // of ModeldefRecords::names
    std::size_t list = 0;     // of ModeldefRecords::surfaces
    std::size_t lines = 0;

    static constexpr std::size_t none = ~std::size_t{0};
};

// What one FrameIndex stores for a letter.
struct ModeldefCopy {
    std::string sprite;
    char letter = 'A';
    u64 offset = 0;
    std::size_t first = 0;  // its layers
    std::size_t count = 0;
    std::size_t use = 0;
};

struct ModeldefClass {
    std::string name;
    std::vector<ModeldefCopy> copies{};
    std::vector<ModeldefLayer> unshown{};  // of blocks without a FrameIndex that shows them
    std::size_t unshown_use = 0;
};

struct ModeldefRecords {
    struct File {
        std::string path;
        std::string name;
        u64 offset = 0;
    };
    std::vector<File> files{};
    std::vector<std::string> names{};
    std::vector<std::vector<ModeldefModel::Surface>> surfaces{};
    std::vector<ModeldefUse> uses{};
    std::vector<ModeldefLayer> layers{};
    std::vector<ModeldefClass> classes{};
    std::map<std::string, std::size_t> class_by_name{};
};

// Adds the blocks of a text to those that are there.
void read_records(Bytes text, ModeldefRecords& out);

}  // namespace thaw::unreal
