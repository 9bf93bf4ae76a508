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
    std::string stem{};              // of a file: the path without the suffix
    std::string suffix{};            // of a file: what the user typed, in lower case
    std::string folder{};
    bool upper = false;  // the user typed the suffix in capitals
};

// The error is a sentence about what the user typed.
Result<Target> parse_target(const std::string& out);

// Why a model does not go by the name that the user typed for it; empty if it does.
std::string misnamed(const Target& target, const Model& model);

// Where each file of the model goes, in the order of the format's parts.
std::vector<io::OutputFile> place_files(const Target& target, const io::Input& input, const Model& model,
                                        const Bundle& written);

}  // namespace thaw::cli
