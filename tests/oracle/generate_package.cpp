#include "oracle/generate_package.hpp"

#include "fixtures/package_maker.hpp"
#include "fixtures/unreal_archives.hpp"

namespace thaw::test {

namespace {

u16 some_version(Entropy& entropy) {
    constexpr u16 known[] = {35, 41, 55, 57, 60, 61, 62, 63, 64, 65, 66, 68, 69, 73};
    return known[entropy.below(std::size(known))];
}

std::string some_name(Entropy& entropy) {
    const u64 letters = 1 + entropy.below(3);
    return std::string(letters, static_cast<char>('a' + entropy.below(4)));
}

// Mostly a vertex that exists.
u16 some_vertex(Entropy& entropy, u64 vertices) {
    return static_cast<u16>(entropy.one_in(10) ? entropy.next() : entropy.below(vertices));
}

MadeMesh some_mesh(Entropy& entropy, i32 texture) {
    MadeMesh mesh;
    mesh.lod = entropy.one_in(2);
    mesh.wide = entropy.one_in(4);
    mesh.special_faces = mesh.lod && entropy.one_in(2) ? 1 : 0;
    const u64 vertices = 3 + entropy.below(4);
    for (u64 frame = entropy.below(4); frame > 0; --frame) {
        auto& points = mesh.frames.emplace_back(vertices);
        for (MadePoint& p : points) {
            for (i32& x : p) x = static_cast<i32>(entropy.below(1000)) - 500;
        }
    }
    if (mesh.lod && entropy.one_in(3)) {
        for (u64 i = 0; i < vertices; ++i) mesh.remap.push_back(static_cast<u16>(entropy.below(vertices + 2)));
    }
    for (u64 n = entropy.below(4); n > 0; --n) {
        MadeFace face;
        for (u16& vertex : face.vertices) vertex = some_vertex(entropy, vertices);
        for (auto& uv : face.uvs) uv = {static_cast<u8>(entropy.next()), static_cast<u8>(entropy.next())};
        face.flags = entropy.one_in(2) ? 0 : 1u << entropy.below(23);
        face.slot = static_cast<i32>(entropy.below(4));
        mesh.faces.push_back(face);
    }
    for (u64 n = entropy.below(3); n > 0; --n) {
        MadeSequence sequence{.name = some_name(entropy)};
        sequence.start = static_cast<i32>(entropy.below(4)) - 1;
        if (entropy.one_in(2)) sequence.notifies.push_back({0.5f, some_name(entropy)});
        mesh.sequences.push_back(sequence);
    }
    if (entropy.one_in(2)) mesh.textures = {texture, entropy.one_in(4) ? 99 : -1};
    return mesh;
}

// Tokens of all kinds, of which many are no whole code.
MadeCode some_code(Entropy& entropy) {
    MadeCode code;
    if (!entropy.one_in(3)) return code;
    if (entropy.one_in(2)) return {{0x07, 9, 0, 0x1D, 1, 0, 0, 0, 0x0B}, 9};
    for (u64 n = 1 + entropy.below(40); n > 0; --n) code.bytes.push_back(static_cast<u8>(entropy.next()));
    code.memory_bytes = static_cast<u32>(entropy.below(60));
    return code;
}

std::vector<u8> some_bytes(Entropy& entropy) {
    std::vector<u8> bytes(entropy.below(30));
    for (u8& byte : bytes) byte = static_cast<u8>(entropy.one_in(2) ? entropy.next() : entropy.below(3));
    return bytes;
}

MadeTexture some_texture(Entropy& entropy, i32 palette, i32 other) {
    MadeTexture made{.width = static_cast<u32>(entropy.below(6)), .height = 2, .pixels = some_bytes(entropy)};
    if (entropy.one_in(2)) made.pixels.resize(16 + 8 * made.width);
    made.palette = entropy.one_in(4) ? 0 : palette;
    made.format = entropy.one_in(2) ? static_cast<u8>(entropy.below(21)) : u8{0};
    if (entropy.one_in(4)) made.packed = some_bytes(entropy);
    made.packed_format = static_cast<u8>(entropy.below(9));
    if (entropy.one_in(4)) made.source = other;
    if (entropy.one_in(4)) made.mean = {1, 2, 3, 255};
    return made;
}

// Damage to an object: tables stay as they are, so that there is always a package.
Blob disturbed(const Blob& bytes, u64 objects_end, Entropy& entropy) {
    std::vector<u8> out(bytes.bytes().begin(), bytes.bytes().end());
    constexpr u64 longest_header = 64;
    if (objects_end <= longest_header) return bytes;
    for (u64 n = 1 + entropy.below(3); n > 0; --n) {
        out[longest_header + entropy.below(objects_end - longest_header)] = static_cast<u8>(entropy.next());
    }
    return Blob::take(std::move(out));
}

}  // namespace

std::optional<Bundle> generate_package(Entropy& entropy) {
    PackageMaker maker(some_version(entropy));
    i32 texture = 0;
    i32 mesh = 0;
    for (u64 n = entropy.below(5); n > 0; --n) {
        const std::string name = some_name(entropy);
        switch (entropy.below(6)) {
            case 0: mesh = maker.mesh(name, some_mesh(entropy, texture)); break;
            case 1: {
                const i32 palette = maker.palette(some_name(entropy), {{1, 2, 3, 4}, {5, 6, 7, 8}});
                texture = maker.texture(name, some_texture(entropy, palette, texture));
                break;
            }
            case 2:
                maker.class_type(name, some_code(entropy));
                maker.object_property("Mesh", mesh);
                if (entropy.one_in(2)) maker.float_property("DrawScale", 2);
                maker.none();
                break;
            case 3:
                maker.sound(entropy.one_in(2) ? "Sound" : "Music", name, some_name(entropy), some_bytes(entropy));
                break;
            case 4:
                maker.text(name, std::string(entropy.below(9), 'x') + '\0', entropy.one_in(2) ? mesh : 0,
                           entropy.one_in(2));
                break;
            default: {
                const i32 kind = maker.import("Class", some_name(entropy));
                maker.begin(kind, name, 0, entropy.one_in(3) ? 0x02000000 : 0);
                for (u64 i = entropy.below(12); i > 0; --i) maker.put(static_cast<u8>(entropy.below(8)));
                break;
            }
        }
    }
    const u64 objects_end = maker.position();
    Blob bytes = maker.finish();
    if (entropy.one_in(3)) bytes = disturbed(bytes, objects_end, entropy);
    return Bundle{{{"package", "generated", std::move(bytes)}}};
}

std::optional<Bundle> generate_uz(Entropy& entropy) {
    std::vector<u8> bytes = some_bytes(entropy);
    if (entropy.one_in(3)) bytes.insert(bytes.end(), entropy.below(600), u8{7});
    Blob packed = make_uz(some_name(entropy) + ".u", bytes, entropy.one_in(3) ? 5678 : 1234);
    if (entropy.one_in(3)) packed = disturbed(packed, packed.size(), entropy);
    return Bundle{{{"packed", "generated.uz", std::move(packed)}}};
}

std::optional<Bundle> generate_umod(Entropy& entropy) {
    std::vector<MadeFile> files;
    for (u64 n = entropy.below(5); n > 0; --n) {
        files.push_back({some_name(entropy) + (entropy.one_in(4) ? "\\x" : ""), some_bytes(entropy),
                         static_cast<u32>(entropy.below(8))});
    }
    Blob bytes = make_umod(files);
    // The files alone: the tables say that it is a module.
    u64 files_end = 0;
    for (const MadeFile& file : files) files_end += file.bytes.size();
    if (entropy.one_in(3)) bytes = disturbed(bytes, files_end, entropy);
    return Bundle{{{"module", "generated.umod", std::move(bytes)}}};
}

}  // namespace thaw::test
