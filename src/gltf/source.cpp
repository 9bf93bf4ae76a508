#include "gltf/source.hpp"

#include "base/sha256.hpp"

namespace thaw::gltf {

namespace {

// Passes on what it hashes, right where the sink has it.
class HashSink final : public Sink {
public:
    explicit HashSink(Sink& to) : to_(to) {}
    using Sink::write;
    bool write(Bytes bytes) override {
        hash_.add(bytes);
        return to_.write(bytes);
    }
    std::span<u8> room() override { return room_ = to_.room(); }
    bool filled(std::size_t bytes) override {
        hash_.add(Bytes(room_).first(bytes));
        return to_.filled(bytes);
    }
    Xxh3::Digest finish() const { return hash_.finish(); }

private:
    Sink& to_;
    std::span<u8> room_{};
    Xxh3 hash_;
};

}  // namespace

std::string_view hash_placeholder() { return "0000000000000000000000000000000000000000000000000000000000000000"; }

json::Value source_json(Output& out) {
    const GltfSource& source = *out.options.source;
    json::Array parts;
    for (const Part& part : source.parts) {
        json::Value one;
        one.set("role", part.role)
            .set("name", part.name)
            .set("bufferView", out.binary.add({part.bytes.size()}, part.bytes))
            .set("sha256", hex(sha256(part.bytes.bytes())));
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
    if (!images.empty()) thaw.set("images", std::move(images));
    // Nothing is written for it here: its bytes are known when all others are written.
    thaw.set("content", out.binary.add({stamp_bytes}, [](Sink&) { return true; }));
    return thaw;
}

bool write_stamped(const Output& out, std::string_view json, Sink& sink) {
    if (out.options.source == nullptr) return out.binary.write(sink);
    HashSink hash(sink);
    if (!out.binary.write(hash)) return false;
    const Xxh3::Digest of_json =
        xxh3(Bytes(static_cast<const u8*>(static_cast<const void*>(json.data())), json.size()));
    const Xxh3::Digest of_binary = hash.finish();
    return sink.write(Bytes(of_json)) && sink.write(Bytes(of_binary));
}

}  // namespace thaw::gltf
