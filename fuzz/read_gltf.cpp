// Any bytes as glTF: refused inside the file, or a scene that keeps every promise and comes back from a GLB as it is.
#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

#include "gltf/same_scene.hpp"
#include "scene/check.hpp"
#include "target.hpp"

namespace {

using namespace thaw;

// Stands in for the real one, which is not ours to test: something that depends on all of the packed bytes.
bool unpack(const MeshoptView&, Bytes packed, std::span<u8> out) {
    if (packed.empty() || packed[0] == 0) return false;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = packed[i % packed.size()];
    return true;
}

}  // namespace

namespace {

// Into one of the formats, each in its turn: what comes out is a file that the format reads, and that the game takes.
void go_back(const GltfFile& file, std::size_t turn) {
    std::vector<const Format*> targets;
    for (const Format* format : formats()) {
        if (format->from_scene != nullptr) targets.push_back(format);
    }
    const Format& format = *targets[turn % targets.size()];
    Issues issues;
    const bool fit = turn / targets.size() % 2 == 0;
    auto built = from_scene(format, {.scene = file.scene, .source_points = file.source_points},
                            {.name = "fuzz", .fit = fit}, issues);
    const std::string id(format.id);
    if (!built) {
        fuzz::require(built.error().code != Code::internal, id + ": an internal error: " + to_string(built.error()));
        return;
    }
    auto written = write({&format, {}, std::move(built->document)});
    fuzz::require(written.ok(), id + " cannot be written: " + (written.ok() ? "" : to_string(written.error())));
    const auto again = read(format, std::move(*written));
    fuzz::require(again.ok(), id + " cannot be read: " + (again.ok() ? "" : to_string(again.error())));
    const auto findings = validate(*again, Profile::game);
    for (const Issue& issue : findings->list()) {
        fuzz::require(issue.severity < Severity::error, id + ": " + std::string(issue.kind->code) + " " + issue.path);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
    const Blob file = Blob::copy_of({data, size});
    const auto needs = gltf_needs(file);
    // Its companion is the file itself.
    Bundle files;
    for (const std::string& name : needs ? *needs : std::vector<std::string>()) {
        if (files.parts.size() < 4) files.parts.push_back({"companion", name, file});
    }
    const auto read = read_gltf(file, files, {.meshopt = unpack});
    if (!read) {
        fuzz::require(read.error().code != Code::internal, "an internal error");
        fuzz::require(read.error().offset == no_offset || read.error().offset <= size, "an error outside the file");
        return 0;
    }
    fuzz::require(needs.ok(), "read, but its needs are not known");
    fuzz::require(check(read->scene).empty(), check(read->scene));
    is_unchanged(*read);
    fuzz::require(source_of(*read).ok() || source_of(*read).error().code != Code::internal, "an internal error");
    StringSink sink;
    const Status written = write_glb(read->scene, {.largest_bytes = 16u << 20}, sink);
    if (!written) {
        fuzz::require(written.error().code == Code::unrepresentable, "the scene cannot be written");
        return 0;
    }
    Context roomy;
    roomy.limits.memory_per_byte = 1000;
    const auto again =
        read_gltf(Blob::copy_of({static_cast<const u8*>(static_cast<const void*>(sink.text.data())), sink.text.size()}),
                  {}, roomy);
    fuzz::require(again.ok(), "what was written is refused: " + (again.ok() ? "" : to_string(again.error())));
    fuzz::require(check(again->scene).empty(), check(again->scene));
    const std::string different = test::difference(read->scene, *again);
    fuzz::require(different.empty(), different);
    go_back(*read, size);
    return 0;
}
