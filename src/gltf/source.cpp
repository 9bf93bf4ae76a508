#include "gltf/source.hpp"

#include "base/sha256.hpp"

namespace thaw::gltf {

namespace {

class HashSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes bytes) override {
        hash_.add(bytes);
        return true;
    }
    std::string text() { return hex(hash_.finish()); }

private:
    Sha256 hash_;
};

}  // namespace

std::string_view hash_placeholder() { return "0000000000000000000000000000000000000000000000000000000000000000"; }

json::Value source_json(Output& out) {
    const GltfSource& source = *out.options.source;
    json::Array parts;
    for (const Part& part : source.parts) {
        HashSink hash;
        hash.write(part.bytes.bytes());
        json::Value one;
        one.set("role", part.role)
            .set("name", part.name)
            .set("bufferView", out.binary.add({part.bytes.size()}, part.bytes))
            .set("sha256", hash.text());
        parts.push_back(std::move(one));
    }
    json::Value thaw;
    thaw.set("format", source.format).set("variant", source.variant);
    if (!source.options.empty()) thaw.set("options", source.options);
    if (!source.model.empty()) thaw.set("model", source.model);
    thaw.set("parts", std::move(parts));
    json::Array images;
    for (const std::string& hash : source.images) images.push_back(hash);
    // A glTF that was made of another keeps those of the first source.
    for (const Image& image : out.scene.images) {
        if (source.images.empty() && !image.pixel_hash.empty()) images.push_back(image.pixel_hash);
    }
    if (!images.empty()) thaw.set("pictures", std::move(images));
    thaw.set("content", hash_placeholder());
    return thaw;
}

bool stamp(std::string& json, const Binary& binary) {
    // The last one: what comes from a model stands before it.
    const std::size_t at = json.rfind(hash_placeholder());
    if (at == std::string::npos) return false;
    HashSink hash;
    hash.write(json);
    if (!binary.write(hash)) return false;
    const std::string text = hash.text();
    json.replace(at, text.size(), text);
    return true;
}

}  // namespace thaw::gltf
