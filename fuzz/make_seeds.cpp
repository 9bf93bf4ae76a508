// make_seeds FOLDER: writes the fixtures as first inputs, one folder per target.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "fixtures/containers.hpp"
#include "fixtures/fixtures.hpp"
#include "fixtures/images.hpp"
#include "fixtures/odd_archives.hpp"
#include "gltf_seeds.hpp"
#include "layout/generator.hpp"
#include "oracle/fuzz_input.hpp"

namespace {

bool save(const std::filesystem::path& path, thaw::Bytes bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(out.flush());
}

// A disc without its first sixteen sectors, which say nothing, and one byte that tells the target to add them.
std::vector<thaw::u8> container_input(std::string_view name, std::vector<thaw::u8> bytes) {
    const bool disc = name.ends_with(".iso");
    if (disc) bytes.erase(bytes.begin(), bytes.begin() + 16 * 2048);
    bytes.push_back(disc ? 1 : 0);
    return bytes;
}

// Zips and tars as they are; discs without their first sectors, once plain and once in raw ones.
bool save_archives(const std::filesystem::path& folder) {
    bool ok = true;
    for (const auto& [name, bytes] : thaw::test::odd_zips()) ok &= save(folder / "read_zip" / name, bytes);
    for (const auto& [name, bytes] : thaw::test::odd_tars()) ok &= save(folder / "read_tar" / name, bytes);
    for (auto& [name, bytes] : thaw::test::odd_discs()) {
        auto disc = container_input(".iso", bytes);
        disc.back() = 0;
        ok &= save(folder / "read_iso" / name, disc);
        disc.back() = 2;
        ok &= save(folder / "read_iso" / (name + "_raw"), disc);
    }
    return ok;
}

// Two bytes more tell the target as what to dump it and how.
std::vector<thaw::u8> any_input(thaw::Bytes file, thaw::u8 number) {
    std::vector<thaw::u8> bytes(file.begin(), file.end());
    bytes.insert(bytes.end(), {number, number});
    return bytes;
}

// Every call of the C API once, in an order that makes sense, before the file.
std::vector<thaw::u8> capi_input(thaw::Bytes file, thaw::u8 number) {
    std::vector<thaw::u8> bytes{23};
    for (thaw::u8 call = 4; call < 26; ++call) {
        const thaw::u8 target = call == 8 ? static_cast<thaw::u8>(16 + 8 * (number % 5)) : thaw::u8{0};
        bytes.insert(bytes.end(), {call, target});
    }
    bytes.insert(bytes.end(), {23, static_cast<thaw::u8>(number % 22)});
    bytes.insert(bytes.end(), file.begin(), file.end());
    return bytes;
}

// A document made from bytes is as large as its bytes are many: some of every size, so that the first ones go deep.
bool save_choices(const std::filesystem::path& folder) {
    bool ok = true;
    for (std::size_t size = 16; size <= 512; size *= 2) {
        for (thaw::u64 seed = 0; seed < 8; ++seed) {
            thaw::Entropy entropy(size + seed);
            std::vector<thaw::u8> bytes(size + seed);  // the size also chooses how deep the document is looked at
            for (thaw::u8& byte : bytes) byte = static_cast<thaw::u8>(entropy.next());
            ok &= save(folder / std::to_string(bytes.size()), bytes);
        }
    }
    return ok;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: make_seeds FOLDER\n", stderr);
        return 3;
    }
    const std::filesystem::path folder = argv[1];
    bool ok = true;
    thaw::u8 any = 0;
    for (const auto& fixture : thaw::test::all_fixtures()) {
        const std::string id(fixture.format->id);
        ok &= save(folder / ("read_" + id) / fixture.name,
                   thaw::test::encode_fuzz_input(*fixture.format, fixture.bundle));
        for (const auto& part : fixture.bundle.parts) {
            const std::string name = fixture.name + "_" + part.role;
            ok &= save(folder / "capi" / name, capi_input(part.bytes.bytes(), any));
            ok &= save(folder / "read_any" / name, any_input(part.bytes.bytes(), any++));
        }
    }
    for (const thaw::Format* format : thaw::formats()) {
        ok &= save_choices(folder / ("gen_" + std::string(format->id)));
    }
    for (auto& image : thaw::test::all_images()) {
        image.file.push_back(image.options.first_color_clear ? 1 : 0);
        ok &= save(folder / "images" / image.name, image.file);
    }
    for (const auto& [name, bytes] : thaw::test::all_containers()) {
        ok &= save(folder / "read_container" / name, container_input(name, bytes));
    }
    ok &= save_archives(folder);
    for (const auto& [name, file] : thaw::fuzz::gltf_seeds()) ok &= save(folder / "read_gltf" / name, file.bytes());
    return ok ? 0 : 4;
}
