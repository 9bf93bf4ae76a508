// What scripts of meshes and of classes have in common.
#pragma once

#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

// Lines, no more than a package of its size justifies.
class ScriptText {
public:
    explicit ScriptText(u64 most_bytes) : most_bytes_(most_bytes) {}

    void line(std::string_view text = {}) {
        if (out_.size() <= most_bytes_) out_.append(text).append("\r\n");
    }
    Result<std::string> take();

private:
    u64 most_bytes_;
    std::string out_{};
};

std::string script_number(f32 value);
std::string script_number(double value);

// How a script names a texture: one of this package by its file's name, others by all their names.
std::string texture_name(const Document& package, i32 reference);
// The TEXTURE IMPORT of each that is in this package.
void import_textures(const Document& package, const std::vector<i32>& textures, ScriptText& out);

// What a class says of how it is drawn, size and mesh apart: by itself or by inheritance within the package.
std::vector<i32> textures_of_class(const Document& package, u32 class_export);
void write_looks(const Document& package, u32 class_export, ScriptText& out);

// A name of several parts with dots between them, as scripts can have it.
std::string plain_full_name(std::string_view name);

}  // namespace thaw::upackage
