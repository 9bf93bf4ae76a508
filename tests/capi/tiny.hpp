// The smallest models that are whole: a DDD of one triangle, and an Unreal pair of one polygon and two frames.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::test {

inline std::vector<u8> tiny_ddd() {
    return {
        0x00, 0x64, 0xBF, 0xFF, 0, 1, 0, 1, 0,    0, 0, 0,  // scaling, flags, padding, 1 base, 1 frame, shadow textures
        0,    3,    0,    3,    0, 2, 0, 1,                 // 3 vertices, 3 texture vertices, 2 joints, 1 bone
        0,    0,    0,    0,    0, 0, 0, 0, 0x7F,           // vertices: position, bones, weight
        0,    9,    0,    0,    0, 0, 0, 0, 0x7F,           //
        0,    0,    0,    9,    0, 0, 0, 0, 0x7F,           //
        0,    0,    0,    0,    1, 0, 0, 0, 0,    0, 1, 0,  // texture vertices
        1,    0,    255,  0,    1,                          // slot 0: mode, flags, alpha, 1 triangle
        0,    0,    0,    0,    0, 1, 0, 1, 0,    2, 0, 2,  // its corners
        0,    0,    0,                                      // slots 1 to 3 are unused
        16,   16,                                           // joint sizes
        0,    0,    0,    0,    1,                          // the bone: id, joints
        0,    0,    0,    0,    0, 0, 0,                    // the frame: action, events, base, movement
        0,    1,    0,    0,    0, 0,                       // forward of the bone
        0,    0,    0,    0,    0, 0, 0, 0, 0,    9, 0, 0,  // joints
        0,    0,    0,    0,                                // four shadows that are not drawn
    };
}

inline std::vector<u8> tiny_unreal_data() {
    std::vector<u8> bytes(48, 0);
    bytes[0] = 1;  // polygons
    bytes[2] = 3;  // vertices
    const u8 poly[16] = {0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0};
    bytes.insert(bytes.end(), poly, poly + 16);
    return bytes;
}

inline std::vector<u8> tiny_unreal_aniv() {
    return {2, 0, 12, 0,                           // frames, bytes of a frame
            0, 0, 0,  0, 8, 0, 0, 0, 0, 64, 0, 0,  // three packed vertices
            0, 0, 0,  0, 9, 0, 0, 0, 0, 72, 0, 0};
}

}  // namespace thaw::test
