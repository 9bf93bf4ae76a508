// The binary half of a glTF file: views of known size whose bytes are made when they are written, in order. Those that
// are packed (EXT_meshopt_compression) are made and packed when they are added, as their size is known only then.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/gltf.hpp>
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
        u32 row = 0;     // bytes of one element, if it may be packed; those of a stride always may
    };

    explicit Binary(MeshoptEncoder encoder) : encoder_(encoder) {}

    u32 add(const View& view, Writer writer);
    u32 add(const View& view, Blob bytes);
    // `width` numbers make an element.
    template <class T>
    u32 add_values(Target target, std::vector<T> values, u32 width = 1) {
        const u64 bytes = values.size() * sizeof(T);
        auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        const auto* from = static_cast<const u8*>(static_cast<const void*>(owner->data()));
        const Bytes view(from, static_cast<std::size_t>(bytes));
        return add({bytes, target, 0, static_cast<u32>(width * sizeof(T))}, Blob::wrap(std::move(owner), view));
    }

    const Status& status() const { return status_; }  // of packing
    u64 size() const { return size_; }                // a multiple of 4
    bool is_packed() const { return unpacked_ > 0; }  // any of them
    std::size_t views() const { return views_.size(); }
    json::Value views_json() const;
    json::Value buffers_json(const std::string& name) const;  // `name` is empty if the binary is in the same file
    bool write(Sink& out, std::size_t first = 0, std::size_t end = ~std::size_t{0}) const;

private:
    struct Placed {
        View view;
        u64 offset;
        Writer writer;
        std::optional<MeshoptView> packed{};  // what it was before
        u64 unpacked_offset = 0;
    };
    u32 place(Placed placed);
    u32 add_rows(View view, std::vector<u8> plain);
    static json::Value view_json(const Placed& placed);

    MeshoptEncoder encoder_;
    Status status_ = Done{};
    std::vector<Placed> views_;
    u64 size_ = 0;
    u64 unpacked_ = 0;
};

}  // namespace thaw::gltf
