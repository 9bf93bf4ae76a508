// Where the code of a class ends. The file only says how long it is in memory, so that it has to be walked.
#pragma once

#include <string>

#include <thaw/bytes.hpp>

namespace thaw::upackage {

struct Document;

struct CodeEnd {
    u64 bytes = 0;          // that the code takes in the file
    std::string problem{};  // why nobody can tell; empty if all is well
};
// `memory_bytes`: as the class has it. The code is never run.
CodeEnd find_code_end(Bytes bytes, u32 memory_bytes, const Document& package);

}  // namespace thaw::upackage
