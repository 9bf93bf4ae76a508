// What an earlier writer left for converting back.
#include <algorithm>

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

// A hash as earlier versions wrote it, or else a stamp. One that is not where it was written is none: then an editor
// has moved things about, and left what it did not know.
bool read_content(Reading& r, Ref content, GltfKept& out) {
    Input& in = r.input;
    if (is_hash(out.content_hash)) {
        out.content_hash_offset = content.offset() + 1;
        return true;
    }
    const auto view = content.integer();
    if (!view || *view < 0) return false;
    if (static_cast<u64>(*view) >= in.list("bufferViews").size()) return true;
    const View* stamp = in.view(static_cast<u32>(*view));
    if (stamp == nullptr) return false;
    const Bytes bytes = stamp->bytes.bytes();
    const u8* end = out.binary.data() + out.binary.size();
    if (bytes.size() == stamp_bytes && bytes.data() + bytes.size() == end) out.stamp = stamp->bytes;
    return true;
}

// False if it is not what Thaw writes.
bool read_kept(Reading& r, Ref json, GltfKept& out) {
    Input& in = r.input;
    out.source.format = string_at(json, "format");
    out.source.variant = string_at(json, "variant");
    out.source.options = string_at(json, "options");
    out.source.model = string_at(json, "model");
    out.content_hash = string_at(json, "content");
    if (out.source.format.empty()) return false;
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
    const Ref images = json.find("images");
    for (const Ref image : (images ? images : json.find("pictures")).items()) {  // as earlier versions called them
        if (!in.charge(image, sizeof(std::string) + 64)) return false;
        out.source.images.push_back(image.string().value_or(""));
    }
    out.json = in.container().json;
    if (!in.list("buffers").empty()) {
        const Buffer* buffer = in.buffer(0);
        if (buffer != nullptr) out.binary = in.container().has_binary ? in.container().binary : buffer->bytes;
    }
    return in.ok() && read_content(r, json.find("content"), out) && in.ok();
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

namespace {

// Of a file that an earlier version wrote: over all of it, with zeros in the place of the hash.
bool has_content_hash(const GltfKept& kept) {
    const std::string_view zeros = gltf::hash_placeholder();
    const u64 end = kept.content_hash_offset + zeros.size();
    if (end > kept.json.size() || kept.content_hash == zeros) return false;
    Sha256 hash;
    hash.add(kept.json.slice(0, kept.content_hash_offset).bytes());
    hash.add(Bytes(static_cast<const u8*>(static_cast<const void*>(zeros.data())), zeros.size()));
    hash.add(kept.json.slice(end).bytes());
    hash.add(kept.binary.bytes());
    return hex(hash.finish()) == kept.content_hash;
}

bool is_stamp_of(Bytes stamp, Bytes bytes) { return std::ranges::equal(stamp, xxh3(bytes)); }

constexpr std::size_t half = gltf::stamp_bytes / 2;

}  // namespace

bool is_json_unchanged(const GltfFile& file) {
    if (!file.kept) return false;
    const GltfKept& kept = *file.kept;
    if (!kept.content_hash.empty()) return has_content_hash(kept);
    return !kept.stamp.empty() && is_stamp_of(kept.stamp.bytes().first(half), kept.json.bytes());
}

bool is_unchanged(const GltfFile& file) {
    if (!is_json_unchanged(file)) return false;
    const GltfKept& kept = *file.kept;
    const Bytes binary = kept.binary.bytes();
    return kept.stamp.empty() ||
           is_stamp_of(kept.stamp.bytes().last(half), binary.first(binary.size() - gltf::stamp_bytes));
}

}  // namespace thaw
