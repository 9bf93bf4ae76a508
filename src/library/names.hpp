// What files are called that are made of models.
#pragma once

#include <string>
#include <string_view>

#include <thaw/format.hpp>

namespace thaw {

// A file's name without folder and without what the format's files end with, else without its extension.
std::string stem_of(const Format& format, std::string_view path);

// What a person calls the model: as its scene says, else its file without the ending.
std::string output_stem(const Model& model, std::string_view scene_name);

// How the model's first file ends.
std::string_view first_suffix(const Model& model);
// How the file for a role ends: `_d.3d` for role "data".
std::string_view suffix_of(const Model& model, std::string_view role);

// A companion that was made beside a model with that stem. A name that starts with a dot or an underscore is how it
// ends.
std::string companion_name(const Part& part, const std::string& stem);

}  // namespace thaw
