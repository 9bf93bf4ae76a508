// Findings about a TWM: what the format, and with Profile::game the published engine, expects of it.
#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

void validate(const Document& document, Profile profile, Issues& issues);

// The UVs are three numbers apart (T10). Only a guess worth making with enough of them.
bool has_uv_stride_bug(const Document& document, const Mesh& mesh);
// Vertices whose texture coordinates that mistake left out.
u64 uvs_lost(const Mesh& mesh);

enum class Rotations : u8 { none, quaternions, euler_degrees, unknown };
// What the rotations of an animation are, all zeros left aside.
Rotations rotations_of(const Animation& animation);

}  // namespace thaw::twm
