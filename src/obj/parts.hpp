// The pieces of an OBJ and its MTL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/obj.hpp>

#include "obj/text.hpp"

namespace thaw::obj {

// As one word of an OBJ: no spaces, no control characters.
std::string word(std::string_view name);

// Words for things that may share names or have none: "fur", "fur_2", "material_3".
std::vector<std::string> unique_words(const std::vector<std::string>& names, std::string_view kind);

// Of each point the colour of its first corner that has one; white if none does.
std::vector<Vec4> point_colors(const Mesh& mesh);

// The scene's materials under their words; `plain_word` is one for what has no material, or empty if nothing does.
void write_materials(const Scene& scene, const ObjOptions& options, const std::vector<std::string>& words,
                     std::string_view plain_word, TextWriter& out);

}  // namespace thaw::obj
