// A glTF file as its bytes have it, and the scene they speak of.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

namespace thaw::gltf_file {

struct Chunk {
    std::array<char, 4> type{'J', 'S', 'O', 'N'};
    Blob data{};
};

struct Document : thaw::Document {
    // Which of the two kinds of file it is, and how far its parts reach, does not follow from the fields themselves.
    bool is_glb = true;
    u64 num_chunks = 0;
    u64 json_bytes = 0;

    u32 version = 2;
    u32 length = 0;
    std::vector<Chunk> chunks{};
    Blob json{};  // of a file that is no GLB
    Blob trailing{};

    std::vector<std::string> files{};  // that it refers to
    std::optional<GltfFile> content{};
    Error missing{};  // why there is no content yet: a file that it refers to
};

// Settles in the document what its description cannot know.
void settle(Document& document, const Blob& file);

void describe(Codec& io, Chunk& chunk);
void describe(Codec& io, Document& document);
void validate(const Document& document, Profile profile, Issues& issues);
std::vector<Want> needs(const Document& document, const Bundle& bundle);
Summary summarise(const Document& document, const Bundle& bundle);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::gltf_file
