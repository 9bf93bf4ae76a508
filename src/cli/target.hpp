// What `-o OUT` means.
#pragma once

#include <string>

#include <thaw/format.hpp>

#include "cli/scene_files.hpp"
#include "io/inputs.hpp"
#include "io/output.hpp"
#include "library/names.hpp"

namespace thaw::cli {

struct Target {
    enum class Kind : u8 { stream, file, folder };
    Kind kind = Kind::folder;
    const Format* format = nullptr;      // of a file, or with --to: what its name says; null: the model's own
    Exchange exchange = Exchange::none;  // instead of a format
    std::string stem{};                  // of a file: the path without the suffix
    std::string suffix{};                // of a file: what the user typed, in lower case
    std::string folder{};
    bool upper = false;   // the user typed the suffix in capitals
    bool native = false;  // the user says that it is the model's own format
    // What the models become, for the name of a folder where the user gave none: "glb". Empty: none was named.
    std::string word{};
};

// The error is a sentence about what the user typed. `to` is the word after --to, or empty; so is `variant`, which only
// models' own formats have.
Result<Target> parse_target(const std::string& out, const std::string& to, const std::string& variant);

// The name of an input that is not open yet, without what its format's files end with.
std::string stem_of(const io::Input& input);

// Of a scene: the path without extension. `folder`: where the models of this input go, if the target is a folder.
std::string place_scene(const Target& target, const std::string& folder, const io::Input& input, const Model& model,
                        std::string_view scene_name);

// Why a model does not go by the name that the user typed for it; empty if it does.
std::string suffix_error(const Target& target, const Model& model);

// Where each file of the model goes, in the order of the format's parts.
std::vector<io::OutputFile> place_files(const Target& target, const std::string& folder, const io::Input& input,
                                        const Model& model, const Bundle& written);

}  // namespace thaw::cli
