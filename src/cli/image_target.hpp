// What `-o OUT` means to the verbs that make images.
#pragma once

#include <string>

#include <thaw/format.hpp>

#include "cli/unique_names.hpp"
#include "io/inputs.hpp"
#include "io/output.hpp"

namespace thaw::cli {

struct ImageTarget {
    enum class Kind : u8 { stream, file, folder };
    Kind kind = Kind::folder;
    std::string path{};              // of a file or folder
    std::string extension = ".png";  // in lower case
};

// The error is a sentence about what the user typed. A folder or a stream gets the usual kind.
Result<ImageTarget> parse_image_target(const std::string& out, std::string_view usual_extension);

// Where the model's image goes. An error if the user named a file and another model has it already.
Result<std::string> image_path(const ImageTarget& target, const io::Input& input, const Model& model,
                               std::string_view scene_name, UniqueNames& taken);

// Replaces an image or another file that Thaw made; what it did not make only if forced, an input never.
Status write_image(const std::string& path, const Blob& bytes, bool force, const io::InputFiles& inputs);
Status write_replacing(const io::OutputFile& file, bool force, const io::InputFiles& inputs);

// Would write_image() be refused? Before the work is done.
Status check_image(const std::string& path, bool force, const io::InputFiles& inputs);

}  // namespace thaw::cli
