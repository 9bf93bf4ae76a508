// The penguin in every format, written by Thaw.
#include <cstdio>
#include <cstdlib>

#include <thaw/gltf.hpp>
#include <thaw/sink.hpp>

#include "convert/export.hpp"
#include "convert/to_native.hpp"
#include "formats/gltf/family.hpp"
#include "penguin.hpp"
#include "samples.hpp"

namespace thaw::samples {

namespace {

[[noreturn]] void give_up(const std::string& why) {
    std::fprintf(stderr, "the penguin cannot be written: %s\n", why.c_str());
    std::abort();
}

struct Target {
    const char* id;
    const char* folder;
    const char* name;  // without ending
    bool upper;        // as the game's own files are named
};

constexpr Target targets[] = {
    {"ctc", "penguin/ctc/", "penguin", false},   {"ctr", "penguin/ctr/", "penguin", false},
    {"twm", "penguin/twm/", "penguin", false},   {"ddd", "penguin/soulfu/", "PENGUIN", true},
    {"rdy", "penguin/soulfu/", "PENGUIN", true}, {"unreal", "penguin/unreal/", "Penguin", false},
};

std::vector<u8> bytes_of(const Blob& blob) { return {blob.bytes().begin(), blob.bytes().end()}; }

std::string ending(std::string_view suffix, bool upper) {
    std::string out(suffix);
    for (char& c : out) {
        if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return out;
}

void add(const Model& glb, const Target& target, std::vector<SampleFile>& out) {
    const Format& format = *find_format(target.id);
    Issues issues;
    const auto back = to_native(glb, format, {.build = {.name = target.name}}, issues);
    if (!back) give_up(std::string(target.id) + ": " + to_string(back.error()));
    const auto written = write(back->model);
    if (!written) give_up(to_string(written.error()));
    const std::string stem = std::string(target.folder) + target.name;
    for (const Part& part : written->parts) {
        for (const PartRole& role : format.parts) {
            if (role.role == part.role) out.push_back({stem + ending(role.suffix, target.upper), bytes_of(part.bytes)});
        }
    }
    for (const Part& part : back->companions) {
        const bool is_ending = part.name.starts_with('.');
        std::string path = is_ending ? stem + part.name : target.folder + part.name;
        bool known = false;  // DDD and RDY share their images
        for (const SampleFile& file : out) known = known || file.path == path;
        if (!known) out.push_back({std::move(path), bytes_of(part.bytes)});
    }
}

}  // namespace

std::vector<SampleFile> penguin_sample() {
    Scene scene = penguin();
    Issues issues;
    make_exportable(scene, issues);
    BytesSink sink;
    if (auto status = write_glb(scene, {}, sink); !status) give_up(to_string(status.error()));
    std::vector<SampleFile> out{{"penguin/penguin.glb", sink.bytes}};
    const auto glb = read(gltf_file::format, {{{"gltf", "penguin.glb", Blob::take(std::move(sink.bytes))}}});
    if (!glb) give_up(to_string(glb.error()));
    for (const Target& target : targets) {
        if (find_format(target.id)->from_scene != nullptr) add(*glb, target, out);
    }
    return out;
}

}  // namespace thaw::samples
