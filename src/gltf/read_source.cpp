// What an earlier writer left for the way back.
#include "base/sha256.hpp"
#include "gltf/read_parts.hpp"
#include "gltf/source.hpp"

namespace thaw {

namespace gltf {

namespace {

std::string string_at(Ref object, const char* key) { return object.find(key).string().value_or(""); }

bool is_hash(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// False if it is not what Thaw writes.
bool read_kept(Reading& r, Ref json, GltfKept& out) {
    Input& in = r.input;
    out.source.format = string_at(json, "format");
    out.source.variant = string_at(json, "variant");
    out.source.options = string_at(json, "options");
    out.source.model = string_at(json, "model");
    out.content_hash = string_at(json, "content");
    if (out.source.format.empty() || !is_hash(out.content_hash)) return false;
    for (const Ref part : json.find("parts").items()) {
        const auto view = part.find("bufferView").integer();
        std::string hash = string_at(part, "sha256");
        if (!view || *view < 0 || static_cast<u64>(*view) >= in.list("bufferViews").size() || !is_hash(hash))
            return false;
        if (!in.charge(part, sizeof(Part) + sizeof(std::string) + 128)) return false;
        const View* bytes = in.view(static_cast<u32>(*view));
        if (bytes == nullptr) return false;
        out.source.parts.push_back({string_at(part, "role"), string_at(part, "name"), bytes->bytes});
        out.part_hashes.push_back(std::move(hash));
    }
    for (const Ref image : json.find("pictures").items()) {
        if (!in.charge(image, sizeof(std::string) + 64)) return false;
        out.source.images.push_back(image.string().value_or(""));
    }
    out.json = in.container().json;
    out.content_hash_offset = json.find("content").offset() + 1;
    if (in.list("buffers").empty()) return in.ok();
    const Buffer* buffer = in.buffer(0);
    if (buffer != nullptr) out.binary = in.container().has_binary ? in.container().binary : buffer->bytes;
    return in.ok();
}

}  // namespace

void read_source(Reading& r, Ref scene) {
    const Ref json = scene.find("extras").find("thaw");
    if (!json) return;
    GltfKept kept;
    if (read_kept(r, json, kept)) {
        r.file.kept = std::move(kept);
    } else if (r.input.ok()) {
        r.input.note(issue::source, json);
    }
}

}  // namespace gltf

Result<GltfSource> source_of(const GltfFile& file) {
    if (!file.kept) return Error{Code::missing_part, "the glTF does not hold the files it was made from"};
    const GltfSource& source = file.kept->source;
    for (std::size_t i = 0; i < source.parts.size(); ++i) {
        if (hex(sha256(source.parts[i].bytes.bytes())) == file.kept->part_hashes[i]) continue;
        return Error{Code::bad_value, "the file inside the glTF was changed", source.parts[i].name};
    }
    return source;
}

bool is_unchanged(const GltfFile& file) {
    if (!file.kept) return false;
    const GltfKept& kept = *file.kept;
    const std::string_view zeros = gltf::hash_placeholder();
    const u64 end = kept.content_hash_offset + zeros.size();
    if (end > kept.json.size()) return false;
    Sha256 hash;
    hash.add(kept.json.slice(0, kept.content_hash_offset).bytes());
    hash.add(Bytes(static_cast<const u8*>(static_cast<const void*>(zeros.data())), zeros.size()));
    hash.add(kept.json.slice(end).bytes());
    hash.add(kept.binary.bytes());
    return hex(hash.finish()) == kept.content_hash;
}

}  // namespace thaw
