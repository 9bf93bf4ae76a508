#include "formats/ctr/edit_parts.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "formats/ctr/format.hpp"
#include "formats/ctr/frames.hpp"
#include "formats/parts.hpp"

namespace thaw::ctr {

namespace {

// Tables that share much are all the same to an edit: none of them is alone.
constexpr std::size_t most_claims = 1u << 20;

Error cannot_grow(std::string why) { return {Code::unrepresentable, std::move(why)}; }

u32 aligned(u64 bytes) { return static_cast<u32>((bytes + 3) / 4 * 4); }

// Says of each mesh which bytes it uses.
template <class Claim>
class UseWalk {
public:
    UseWalk(const File& file, Claim& claim) : f_(file), claim_(claim) {}

    void run() {
        if (f_.kind == Kind::pack) claim_(0, 4 + 4 * f_.pack.models.size());
        if (f_.kind == Kind::level) claim_level();
        for (const auto& region : f_.icon_tables) claim_icons(region);
        for (const auto& region : f_.models) claim(region.offset, Model::disk_bytes);
        for (const auto& region : f_.mesh_lists) {
            for (std::size_t i = 0; i < region.value.size(); ++i) {
                claim(region.offset + i * Mesh::disk_bytes, Mesh::disk_bytes);
                claim_mesh(region.value[i]);
            }
        }
    }

private:
    void claim(u64 file_place, u64 bytes) { claim_(file_place - f_.base(), bytes); }

    void claim_level() {
        claim_(0, level_header_bytes);
        claim_(f_.level.instances_offset, f_.level.instances.size() * Instance::disk_bytes);
        claim_(f_.level.models_offset, f_.level.models.size() * Pointer::disk_bytes);
    }

    void claim_icons(const Region<IconTable>& region) {
        claim(region.offset, icon_table_bytes);
        claim_(region.value.icons_offset, region.value.icons.size() * Icon::disk_bytes);
        claim_(region.value.groups_offset, region.value.group_pointers.size() * Pointer::disk_bytes);
        for (const auto& group : region.value.groups) {
            claim(group.offset, icon_group_header_bytes + group.value.icons.size() * Pointer::disk_bytes);
        }
    }

    void claim_mesh(const Mesh& mesh) {
        const CommandList* commands = commands_of(f_, mesh);
        if (commands == nullptr) return;
        claim_(mesh.commands, 4 + commands->commands.size() * Command::disk_bytes);
        const Usage usage = usage_of(*commands);
        if (colours_of(f_, mesh) != nullptr) claim_(mesh.colours, usage.colours * Colour::disk_bytes);
        const auto* textures = usage.textures == 0 ? nullptr : textures_of(f_, mesh);
        if (textures != nullptr) {
            claim_(mesh.textures, textures->size() * Pointer::disk_bytes);
            claim_layouts(*textures);
        }
        claim_anim_textures(mesh);
        claim_deltas(mesh.deltas);
        if (mesh.frame != 0) claim_frame(f_.place(mesh.frame));
        const auto* animations = animations_of(f_, mesh);
        if (animations == nullptr) return;
        claim_(mesh.animations, animations->size() * Pointer::disk_bytes);
        for (const Pointer& pointer : *animations) claim_animation(pointer.target);
    }

    void claim_layouts(const std::vector<Pointer>& layouts) {
        for (const Pointer& pointer : layouts) {
            if (layout_at(f_, pointer.target) != nullptr) claim_(pointer.target, TextureLayout::disk_bytes);
        }
    }

    void claim_anim_textures(const Mesh& mesh) {
        const auto* list = mesh.anim_textures == 0 ? nullptr : f_.anim_textures.find(f_.place(mesh.anim_textures));
        if (list == nullptr) return;
        u64 bytes = 4;
        for (std::size_t i = 0; i + 1 < list->value.entries.size(); ++i) {
            bytes += 0xC + 4 * list->value.entries[i].layouts.size();
            claim_layouts(list->value.entries[i].layouts);
        }
        claim_(mesh.anim_textures, bytes);
    }

    void claim_animation(u32 pointer) {
        const Animation* animation = animation_at(f_, pointer);
        if (animation == nullptr) return;
        claim_(pointer, animation_header_bytes);
        claim_deltas(animation->deltas);
        for (u32 k = 0; k < stored_frames(*animation) && frame_of(f_, pointer, k) != nullptr; ++k) {
            claim_frame(f_.place(pointer) + animation_header_bytes + u64{k} * animation->frame_bytes);
        }
    }

    void claim_frame(u64 file_place) {
        const Frame* frame = frame_at(f_, file_place);
        if (frame == nullptr) return;
        claim(file_place, frame_header_bytes);
        claim(file_place + frame->data_offset, frame->data.size());
    }

    void claim_deltas(u32 pointer) {
        if (const auto* deltas = deltas_at(f_, pointer)) {
            claim_(delta_target(pointer), deltas->size() * Delta::disk_bytes);
        }
    }

    const File& f_;
    Claim& claim_;
};

// The same bytes with more of them at a place.
std::vector<u8> with_inserted(Bytes bytes, u64 place, const std::vector<u8>& more) {
    const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(place);
    std::vector<u8> out(bytes.begin(), middle);
    out.insert(out.end(), more.begin(), more.end());
    out.insert(out.end(), middle, bytes.end());
    return out;
}

// A map at `start` of the bytes, with more entries.
std::vector<u8> with_entries(Bytes bytes, u64 start, const PointerMap& map, const std::vector<u32>& entries) {
    std::vector<u8> more(4 * entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) store<u32>(more.data() + 4 * i, entries[i], Order::little);
    auto out = with_inserted(bytes, start + 4 + 4 * map.entries.size(), more);
    store<u32>(out.data() + start, static_cast<u32>(map.bytes + more.size()), Order::little);
    return out;
}

template <class Value>
bool is_cut(const Regions<Value>& regions) {
    return std::any_of(regions.begin(), regions.end(), [](const auto& region) {
        if constexpr (std::is_same_v<Value, Frame>) return region.value.data.size() < region.wanted;
        if constexpr (!std::is_same_v<Value, Frame>) return region.value.size() < region.wanted;
    });
}

// Tables that the end of the body cuts short would go on in what is added there.
bool has_cut_tables(const File& f) {
    return is_cut(f.mesh_lists) || is_cut(f.texture_tables) || is_cut(f.colour_tables) || is_cut(f.animation_tables) ||
           is_cut(f.delta_arrays) || is_cut(f.frames);
}

}  // namespace

Room::Room(const Document& document) : end_(aligned(document.file->body_bytes())) { count_uses(*document.file); }

void Room::count_uses(const File& file) {
    const u64 words = file.body_bytes() / 4 + 2;
    std::vector<i64> steps(static_cast<std::size_t>(words));  // how many more or fewer from this word on
    std::size_t claims = 0;
    const auto claim = [&](u64 place, u64 bytes) {
        if (bytes == 0 || ++claims > most_claims) return;
        ++steps[static_cast<std::size_t>(std::min(place / 4, words - 1))];
        --steps[static_cast<std::size_t>(std::min((place + bytes + 3) / 4, words - 1))];
    };
    UseWalk(file, claim).run();
    i64 now = 0;
    for (const i64 step : steps) uses_.push_back(static_cast<u32>(now += step) + (claims > most_claims ? 2u : 0u));
}

bool Room::is_alone(u64 place, u64 bytes) const {
    if (place + bytes > 4 * u64{uses_.size()}) return false;
    for (u64 word = place / 4; word < (place + bytes + 3) / 4; ++word) {
        if (uses_[static_cast<std::size_t>(word)] > 1) return false;
    }
    return true;
}

void Room::point(u64 place, u32 target) {
    if (place >= end_.start()) {
        end_.point(static_cast<u32>(place), target);
    } else {
        pointers_[static_cast<u32>(place)] = target;
    }
}

u32 Room::own_table(u64 field, u32 table, const std::vector<Pointer>& rows, std::size_t added) {
    if (added == 0 && (table >= end_.start() || is_alone(table, 4 * rows.size()))) return table;
    end_.align();
    const u32 out = end_.here();
    for (const Pointer& row : rows) {
        const u32 place = end_.pointer();
        if (row.target != 0) end_.point(place, row.target);
    }
    for (std::size_t i = 0; i < added; ++i) end_.pointer();
    point(field, out);
    return out;
}

Result<std::unique_ptr<thaw::Document>> Room::applied(const Document& document) const {
    const File& file = *document.file;
    if (added_bytes() > 0 && has_cut_tables(file)) return cannot_grow("a table goes on behind the end of the file");
    auto bytes = write_part(format, document, "ctr");
    if (!bytes) return bytes.error();
    const u64 body = file.body_bytes(), end = file.base() + body;
    std::vector<u8> more(end_.start() - static_cast<std::size_t>(body));
    more.insert(more.end(), end_.bytes().begin(), end_.bytes().end());
    if (body + more.size() >= external_map_bit) return cannot_grow("a body of more than 2 GB");
    auto out = with_inserted(bytes->bytes(), end, more);
    std::vector<u32> entries = end_.map();
    for (const auto& [place, target] : pointers_) {
        store<u32>(out.data() + file.base() + place, target, Order::little);
        if (target != 0) entries.push_back(place);
    }
    Bundle files;
    const PointerMap* map = document.map();
    if (map != nullptr) {
        for (const Pointer& known : map->entries) std::erase(entries, known.target & ~3u);
        if (!entries.empty() && map->bytes / 4 != map->entries.size()) return cannot_grow("its pointer map is cut short");
    } else if (file.wrapped && !entries.empty()) {
        return cannot_grow("its pointer map (.ptr) is not at hand");
    }
    if (file.wrapped) {
        const u32 size = static_cast<u32>(body + more.size()) | (file.wrapper & external_map_bit);
        store<u32>(out.data(), size, Order::little);
    }
    if (file.has_inline_map() && !entries.empty()) out = with_entries(out, end + more.size(), *map, entries);
    files.parts.push_back({"ctr", "edited.ctr", Blob::take(std::move(out))});
    if (document.map_file) {
        auto map_bytes = write_part(format, document, "ptr");
        if (!map_bytes) return map_bytes.error();
        const bool grows = map == &*document.map_file && !entries.empty();
        files.parts.push_back(
            {"ptr", "edited.ptr", grows ? Blob::take(with_entries(map_bytes->bytes(), 0, *map, entries)) : *map_bytes});
    }
    auto out_document = read_parts(format, files, {});
    if (!out_document) return cannot_grow("it could not be read again: " + out_document.error().message);
    return out_document;
}

}  // namespace thaw::ctr
