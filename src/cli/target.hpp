// What `-o OUT` means.
#pragma once

#include <string>

#include <thaw/format.hpp>

#include "io/inputs.hpp"
#include "io/output.hpp"

namespace thaw::cli {

struct Target {
    enum class Kind : u8 { stream, file, folder };
    Kind kind = Kind::folder;
    const Format* format = nullptr;  // of a file: what its name says
    std::string stem{};              // of a file: the path without the part's suffix
    std::string folder{};
    bool upper = false;  // the user typed the suffix in capitals
};

// The error is a sentence about what the user typed.
Result<Target> parse_target(const std::string& out);

// Where each file of the model goes, in the order of the format's parts.
std::vector<io::OutputFile> place_files(const Target& target, const io::Input& input, const Format& format,
                                        const Bundle& written);

}  // namespace thaw::cli
