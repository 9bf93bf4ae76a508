// The binary half of a glTF file: views of known size whose bytes are made when they are written, in order.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/json.hpp>
#include <thaw/sink.hpp>

namespace thaw::gltf {

enum class Target : u32 { none = 0, vertices = 34962, indices = 34963 };

class Binary {
public:
    // Writes exactly the view's bytes; false once the sink refuses.
    using Writer = std::function<bool(Sink&)>;

    struct View {
        u64 bytes;
        Target target = Target::none;
        u32 stride = 0;  // 0: tightly packed
    };

    u32 add(const View& view, Writer writer);
    u32 add(const View& view, Blob bytes);
    template <class T>
    u32 add_values(Target target, std::vector<T> values) {
        const u64 bytes = values.size() * sizeof(T);
        auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        const auto* from = static_cast<const u8*>(static_cast<const void*>(owner->data()));
        const Bytes view(from, static_cast<std::size_t>(bytes));
        return add({bytes, target}, Blob::wrap(std::move(owner), view));
    }

    u64 size() const { return size_; }  // a multiple of 4
    std::size_t views() const { return views_.size(); }
    json::Value views_json() const;
    bool write(Sink& out, std::size_t first = 0, std::size_t end = ~std::size_t{0}) const;

private:
    struct Placed {
        View view;
        u64 offset;
        Writer writer;
    };
    std::vector<Placed> views_;
    u64 size_ = 0;
};

}  // namespace thaw::gltf
