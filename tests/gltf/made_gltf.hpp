// glTF files put together by hand: JSON as text, numbers as bytes.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <thaw/gltf.hpp>

namespace thaw::test {

class MadeGltf {
public:
    // Adds bytes to the binary, at a multiple of four. Gives the number of their view.
    template <class T>
    u32 view(const std::vector<T>& values, u32 stride = 0) {
        binary_.resize((binary_.size() + 3) / 4 * 4);
        const std::size_t at = binary_.size();
        binary_.resize(at + values.size() * sizeof(T));
        if (!values.empty()) std::memcpy(binary_.data() + at, values.data(), values.size() * sizeof(T));
        std::string json = "{\"buffer\":0,\"byteOffset\":" + std::to_string(at) +
                           ",\"byteLength\":" + std::to_string(values.size() * sizeof(T));
        if (stride != 0) json += ",\"byteStride\":" + std::to_string(stride);
        views_.push_back(json + "}");
        return static_cast<u32>(views_.size() - 1);
    }
    u32 view_json(std::string json) {
        views_.push_back(std::move(json));
        return static_cast<u32>(views_.size() - 1);
    }
    const std::string& view_text(u32 view) const { return views_[view]; }
    u32 accessor_json(std::string json) {
        accessors_.push_back(std::move(json));
        return static_cast<u32>(accessors_.size() - 1);
    }
    // `more`: further members, with a comma before each.
    u32 accessor(u32 view, u32 component, const char* type, u64 count, const std::string& more = {}) {
        return accessor_json("{\"bufferView\":" + std::to_string(view) +
                             ",\"componentType\":" + std::to_string(component) + ",\"type\":\"" + type +
                             "\",\"count\":" + std::to_string(count) + more + "}");
    }
    u32 floats(const std::vector<f32>& values, const char* type, u32 width) {
        return accessor(view(values), 5126, type, values.size() / width);
    }
    u32 positions(const std::vector<f32>& values) { return floats(values, "VEC3", 3); }
    u32 indices(const std::vector<u16>& values) { return accessor(view(values), 5123, "SCALAR", values.size()); }

    // Everything but buffers, bufferViews and accessors: "\"nodes\":[...]".
    std::string rest{};
    std::string generator{"a test"};
    std::string more_buffers{};  // after the first, with a comma before each

    std::string json(const std::string& buffer_more = {}) const {
        std::string out = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"" + generator + "\"}";
        if (!rest.empty()) out += "," + rest;
        if (!binary_.empty()) {
            out += ",\"buffers\":[{\"byteLength\":" + std::to_string(binary_.size()) + buffer_more + "}" +
                   more_buffers + "]";
        }
        const auto list = [&](const char* name, const std::vector<std::string>& items) {
            if (items.empty()) return;
            out += std::string(",\"") + name + "\":[";
            for (std::size_t i = 0; i < items.size(); ++i) out += (i > 0 ? "," : "") + items[i];
            out += "]";
        };
        list("bufferViews", views_);
        list("accessors", accessors_);
        return out + "}";
    }
    const std::string& binary() const { return binary_; }

    Blob glb() const {
        std::string text = json();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::string bin = binary_;
        bin.resize((bin.size() + 3) / 4 * 4);
        std::string out = "glTF";
        const auto put = [&](std::size_t value) {
            for (unsigned shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 255);
        };
        put(2);
        put(12 + 8 + text.size() + (bin.empty() ? 0 : 8 + bin.size()));
        put(text.size());
        out += "JSON" + text;
        if (!bin.empty()) {
            put(bin.size());
            out += std::string("BIN\0", 4) + bin;
        }
        return Blob::copy_of(Bytes(static_cast<const u8*>(static_cast<const void*>(out.data())), out.size()));
    }

private:
    std::string binary_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

// One mesh of one primitive on one node; `primitive` has its members.
inline std::string one_mesh(const std::string& primitive, const std::string& mesh_more = {}) {
    return "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{" +
           primitive + "}]" + mesh_more + "}]";
}

}  // namespace thaw::test
