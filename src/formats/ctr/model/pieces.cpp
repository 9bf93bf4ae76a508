#include "formats/ctr/model/pieces.hpp"

#include <algorithm>
#include <set>

namespace thaw::ctr {

namespace {

class Collector {
public:
    explicit Collector(const File& file) : file_(file) {}

    Pieces run(const Region<Model>& model) {
        add(place_of(model), Model::disk_bytes);
        pointer(place_of(model) + 0x14);
        if (const auto* meshes = file_.mesh_lists.find(file_.place(model.value.meshes)); model.value.meshes != 0) {
            if (meshes != nullptr) add_meshes(*meshes, model.value);
        }
        add_targets();
        return placed(place_of(model));
    }

private:
    template <class Value>
    u64 place_of(const Region<Value>& region) const {
        return region.offset - file_.base();
    }

    // True the first time, so that tables which many share are looked at once.
    bool add(u64 start, u64 bytes) {
        const u64 end = std::min(start + bytes, file_.body_bytes());
        return bytes > 0 && start < end && spans_.emplace(start, end).second;
    }

    void pointer(u64 place) {
        if (!file_.holds(place, word_bytes)) return;
        const u32 target = body_word(file_.image, file_.base() + place);
        if (target != 0 && file_.holds(target, 1)) pointers_.insert(static_cast<u32>(place));
    }

    template <class Value>
    const Region<Value>* find(const Regions<Value>& regions, u32 target) const {
        return target == 0 ? nullptr : regions.find(file_.place(target));
    }

    void add_meshes(const Region<std::vector<Mesh>>& list, const Model& model) {
        const std::size_t count =
            std::min(list.value.size(), static_cast<std::size_t>(std::max<i16>(0, model.num_meshes)));
        add(place_of(list), count * Mesh::disk_bytes);
        for (std::size_t i = 0; i < count; ++i) {
            const u64 start = place_of(list) + i * Mesh::disk_bytes;
            for (const u64 field : {0x20u, 0x24u, 0x28u, 0x2Cu, 0x30u, 0x38u, 0x3Cu}) pointer(start + field);
            add_mesh(list.value[i]);
        }
    }

    void add_mesh(const Mesh& mesh) {
        if (const auto* commands = find(file_.command_lists, mesh.commands)) {
            add(place_of(*commands), word_bytes + commands->value.commands.size() * Command::disk_bytes);
        }
        if (const auto* colours = find(file_.colour_tables, mesh.colours)) {
            add(place_of(*colours), colours->value.size() * Colour::disk_bytes);
        }
        if (const auto* textures = find(file_.texture_tables, mesh.textures)) add_layouts(*textures);
        if (const auto* list = find(file_.anim_textures, mesh.anim_textures)) add_anim_textures(*list);
        if (const auto* frame = find(file_.frames, mesh.frame)) add_frame(*frame);
        add_deltas(mesh.deltas);
        if (const auto* table = find(file_.animation_tables, mesh.animations)) add_animations(*table);
    }

    void add_layouts(const Region<std::vector<Pointer>>& table) {
        if (!add(place_of(table), table.value.size() * Pointer::disk_bytes)) return;
        for (std::size_t i = 0; i < table.value.size(); ++i) {
            pointer(place_of(table) + i * Pointer::disk_bytes);
            add_layout(table.value[i].target);
        }
    }

    void add_layout(u32 target) {
        if (find(file_.layouts, target) != nullptr) add(target, TextureLayout::disk_bytes);
    }

    void add_anim_textures(const Region<AnimTextureList>& list) {
        u64 at = place_of(list);
        std::vector<u64> starts;
        for (const AnimTexture& entry : list.value.entries) {
            starts.push_back(at);
            const bool last = &entry == &list.value.entries.back();
            at += last ? word_bytes : 12 + entry.layouts.size() * Pointer::disk_bytes;
        }
        if (!add(place_of(list), at - place_of(list))) return;
        for (std::size_t e = 0; e < starts.size(); ++e) {
            pointer(starts[e]);
            const auto& layouts = list.value.entries[e].layouts;
            for (std::size_t i = 0; i < layouts.size(); ++i) {
                pointer(starts[e] + 12 + i * Pointer::disk_bytes);
                add_layout(layouts[i].target);
            }
        }
    }

    // Where the data is, is said from the frame's start: what lies between comes along.
    void add_frame(const Region<Frame>& frame) {
        add(place_of(frame), frame_header_bytes);
        if (!frame.value.data.empty()) add(place_of(frame), frame.value.data_offset + frame.value.data.size());
    }

    void add_deltas(u32 deltas) {
        if (const auto* array = find(file_.delta_arrays, delta_target(deltas))) {
            add(place_of(*array), array->value.size() * Delta::disk_bytes);
        }
    }

    void add_animations(const Region<std::vector<Pointer>>& table) {
        if (!add(place_of(table), table.value.size() * Pointer::disk_bytes)) return;
        for (std::size_t i = 0; i < table.value.size(); ++i) {
            pointer(place_of(table) + i * Pointer::disk_bytes);
            if (const auto* animation = find(file_.animations, table.value[i].target)) add_animation(*animation);
        }
    }

    void add_animation(const Region<Animation>& animation) {
        const u64 stored = stored_frames(animation.value);
        const u64 start = place_of(animation);
        if (!add(start, animation_header_bytes + stored * animation.value.frame_bytes)) return;
        pointer(start + 0x14);
        add_deltas(animation.value.deltas);
        for (u64 k = 0; k < stored; ++k) {
            const u64 place = start + animation_header_bytes + k * animation.value.frame_bytes;
            const auto* frame = file_.frames.find(file_.base() + place);
            if (frame == nullptr) break;
            add_frame(*frame);
            if (animation.value.frame_bytes == 0) break;  // all of them are the same one
        }
    }

    // A pointer that nothing above follows keeps what it leads to: originals without textures point at the colours.
    void add_targets() {
        for (const u32 place : pointers_) add(body_word(file_.image, file_.base() + place) & ~3u, word_bytes);
    }

    // The model's head first, as the game wants it; the rest in its order, on words as before.
    Pieces placed(u64 head) const {
        Pieces out;
        for (const auto& [start, end] : spans_) {
            if (!out.list.empty() && start < out.list.back().end) {
                out.list.back().end = std::max(out.list.back().end, end);
            } else {
                out.list.push_back({start, end});
            }
        }
        out.pointers.assign(pointers_.begin(), pointers_.end());
        const auto first =
            std::find_if(out.list.begin(), out.list.end(), [&](const Piece& p) { return p.start == head; });
        if (first == out.list.end() || first->end - first->start < Model::disk_bytes) {
            out.error = Error{Code::unrepresentable, "other tables lie over the head of the model"};
            return out;
        }
        out.bytes = first->end - first->start;
        for (Piece& piece : out.list) {
            if (&piece == &*first) continue;
            out.bytes += (piece.start - out.bytes) % word_bytes;
            piece.moved = out.bytes;
            out.bytes += piece.end - piece.start;
        }
        out.bytes += (0 - out.bytes) % word_bytes;
        return out;
    }

    const File& file_;
    std::set<std::pair<u64, u64>> spans_{};
    std::set<u32> pointers_{};
};

}  // namespace

const Piece* Pieces::piece_at(u64 place) const {
    auto after =
        std::upper_bound(list.begin(), list.end(), place, [](u64 at, const Piece& piece) { return at < piece.start; });
    if (after == list.begin()) return nullptr;
    --after;
    return place < after->end ? &*after : nullptr;
}

Pieces pieces_of(const File& file, std::size_t model) { return Collector(file).run(file.models[model]); }

Result<Blob> extracted(const File& file, const Pieces& pieces) {
    if (pieces.error) return *pieces.error;
    std::vector<u8> out(static_cast<std::size_t>(word_bytes + pieces.bytes));
    put_body_word(out, 0, static_cast<u32>(pieces.bytes));
    for (const Piece& piece : pieces.list) {
        const Bytes from = file.image.bytes().subspan(static_cast<std::size_t>(file.base() + piece.start),
                                                      static_cast<std::size_t>(piece.end - piece.start));
        std::copy(from.begin(), from.end(), out.begin() + static_cast<std::ptrdiff_t>(word_bytes + piece.moved));
    }
    std::vector<u32> map;
    for (const u32 place : pieces.pointers) {
        const Piece* holder = pieces.piece_at(place);
        const u32 target = body_word(file.image, file.base() + place);
        const Piece* led_to = pieces.piece_at(target);
        if (holder == nullptr || led_to == nullptr || place + word_bytes > holder->end) continue;
        const u64 moved = holder->moved + (place - holder->start);
        put_body_word(out, word_bytes + moved, static_cast<u32>(led_to->moved + (target - led_to->start)));
        map.push_back(static_cast<u32>(moved));
    }
    std::sort(map.begin(), map.end());
    const std::size_t body_end = out.size();
    out.insert(out.end(), (1 + map.size()) * word_bytes, 0);
    put_body_word(out, body_end, static_cast<u32>(map.size() * word_bytes));
    for (std::size_t i = 0; i < map.size(); ++i) put_body_word(out, body_end + (1 + i) * word_bytes, map[i]);
    return Blob::take(std::move(out));
}

}  // namespace thaw::ctr
