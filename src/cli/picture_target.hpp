// What `-o OUT` means to the verbs that make pictures.
#pragma once

#include <string>

#include <thaw/format.hpp>

#include "cli/unique_names.hpp"
#include "io/inputs.hpp"
#include "io/output.hpp"

namespace thaw::cli {

struct PictureTarget {
    enum class Kind : u8 { stream, file, folder };
    Kind kind = Kind::folder;
    std::string path{};              // of a file or folder
    std::string extension = ".png";  // in lower case
};

// The error is a sentence about what the user typed. A folder or a stream gets the usual kind.
Result<PictureTarget> parse_picture_target(const std::string& out, std::string_view usual_extension);

// Where the model's picture goes. An error if the user named a file and another model has it already.
Result<std::string> picture_path(const PictureTarget& target, const io::Input& input, const Model& model,
                                 std::string_view scene_name, UniqueNames& taken);

// Replaces a picture or another file that Thaw made; what it did not make only if forced, an input never.
Status write_picture(const std::string& path, const Blob& bytes, bool force, const io::InputFiles& inputs);
Status write_replacing(const io::OutputFile& file, bool force, const io::InputFiles& inputs);

// Would write_picture() be refused? Before the work is done.
Status check_picture(const std::string& path, bool force, const io::InputFiles& inputs);

}  // namespace thaw::cli
