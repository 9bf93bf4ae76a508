// The file as it is, and the scene it speaks of.
#pragma once

#include <optional>

#include <thaw/format.hpp>

namespace thaw::exchange {

struct Document : thaw::Document {
    u64 bytes = 0;  // all of them; settled before the file is described
    Blob data{};
    std::optional<Scene> scene{};
    std::vector<std::string> material_files{};  // as an OBJ names them
};

void describe(Codec& io, Document& document);
void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::exchange
