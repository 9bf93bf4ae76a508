#include <algorithm>
#include <span>

#include "base/endian.hpp"
#include "formats/ctr/build/edit_parts.hpp"
#include "formats/ctr/family.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctr {

namespace {

// Every field of a body, and which of them are pointers.
class BodyLeaves final : public LeafSink {
public:
    struct Found {
        u64 place = 0;
        u32 target = 0;
        bool is_name = false;  // of a row, or of nothing: not of a table
    };

    explicit BodyLeaves(const File& file) : uses(static_cast<std::size_t>(file.body_bytes())), file_(file) {}

    void enter(const char*, u64, u64) override {}
    void leave(u64) override {}
    void leaf(const Leaf& leaf) override {
        const std::string_view name = leaf.name == nullptr ? "" : leaf.name;
        if (leaf.offset < file_.base()) return;
        const u64 place = leaf.offset - file_.base();
        if (place > uses.size() || leaf.raw.size() > uses.size() - place) {
            overhangs = overhangs || place < uses.size() || name == "data";
            return;
        }
        for (u8& use : std::span(uses).subspan(static_cast<std::size_t>(place), leaf.raw.size()))
            use = use == 0 ? 1 : 2;
        if (leaf.meaning.role != Role::offset || leaf.raw.size() != 4 || name == "data_offset") return;
        const u32 target = load<u32>(leaf.raw.data(), Order::little);
        // A mesh without textures points at its colours, or anywhere.
        const bool is_name =
            name == "slot" || (name == "textures" && file_.texture_tables.find(file_.place(target)) == nullptr);
        found.push_back({place, target, is_name});
    }

    std::vector<u8> uses;
    std::vector<Found> found{};
    bool overhangs = false;

private:
    const File& file_;
};

BodyLeaves leaves_of(const File& file, const Blob& bytes) {
    BodyLeaves out(file);
    Document again;
    const Status status = annotate_part(format, again, {"ctr", {}, bytes}, {}, out);
    if (status) return out;
    // Then nobody knows what else there is.
    std::fill(out.uses.begin(), out.uses.end(), u8{2});
    out.overhangs = true;
    return out;
}

template <class Value>
bool is_cut(const Regions<Value>& regions) {
    return std::any_of(regions.begin(), regions.end(), [](const auto& r) { return r.value.size() < r.wanted; });
}

// Tables that the end of the body cuts short would go on in what is added there.
bool has_cut_tables(const File& f) {
    return is_cut(f.mesh_lists) || is_cut(f.texture_tables) || is_cut(f.colour_tables) || is_cut(f.animation_tables) ||
           is_cut(f.delta_arrays) ||
           std::any_of(f.frames.begin(), f.frames.end(), [](const auto& r) { return r.value.data.size() < r.wanted; });
}

// The first bytes of a file, and zeros for what the description puts there.
Blob with_zeros(const Blob& blob, u64 kept, u64 zeros) {
    const Blob head = blob.slice(0, kept);
    std::vector<u8> out(head.bytes().begin(), head.bytes().end());
    out.insert(out.end(), static_cast<std::size_t>(kept + zeros) - out.size(), u8{0});
    return Blob::take(std::move(out));
}

// Games keep flags in the low bits of pointers to deltas, and tables begin at whole words.
u64 word_of(u64 pointer) { return pointer & ~u64{3}; }

}  // namespace

u64 disk_size(const AnimTextureList& list) {
    u64 out = 0;
    for (const AnimTexture& entry : list.entries) out += 12 + 4 * entry.layouts.size();
    return out - 8;  // of the last one there is only the slot
}

Room::Room(Document& document) : document_(document) {
    const File& file = *document.file;
    const auto bytes = write_part(format, document, "ctr");
    BodyLeaves leaves = leaves_of(file, bytes ? *bytes : Blob());
    for (const auto& [place, target, is_name] : leaves.found) {
        targets_[place] = word_of(target);
        if (!is_name) ++pointers_[word_of(target)];
    }
    can_grow_ = !leaves.overhangs && !has_cut_tables(file);
    uses_ = std::move(leaves.uses);
}

bool Room::is_described_once(u64 pointer, u64 bytes) const {
    if (pointer >= uses_.size()) return true;  // added
    if (bytes > uses_.size() - pointer) return false;
    return std::all_of(uses_.data() + pointer, uses_.data() + pointer + bytes, [](u8 uses) { return uses < 2; });
}

bool Room::is_alone(u64 pointer, u64 bytes) const {
    const auto known = pointers_.find(word_of(pointer));
    return (known == pointers_.end() || known->second < 2) && is_described_once(pointer, bytes);
}

// Of two that describe the same bytes, one is written over the other.
template <class Row>
bool Room::spoils(u64 place, const Row& then, const Row& now) const {
    return then != now && !is_described_once(place - document_.file->base(), Row::disk_bytes);
}

// All else was asked before: heads do not move.
bool Room::spoils_heads(const File& base) const {
    const File& now = *document_.file;
    bool out = false;
    for (std::size_t i = 0; i < base.models.size(); ++i) {
        out = out || spoils(base.models[i].offset, base.models[i].value, now.models[i].value);
    }
    for (std::size_t i = 0; i < base.animations.size(); ++i) {
        out = out || spoils(base.animations[i].offset, base.animations[i].value, now.animations[i].value);
    }
    for (std::size_t i = 0; i < base.mesh_lists.size(); ++i) {
        const auto& [offset, wanted, meshes] = base.mesh_lists[i];
        for (std::size_t m = 0; m < meshes.size(); ++m) {
            out = out || spoils(offset + m * Mesh::disk_bytes, meshes[m], now.mesh_lists[i].value[m]);
        }
    }
    return out;
}

u32 Room::add(u64 bytes) {
    const u64 body = uses_.size();
    if (added_ == 0) added_ = (4 - body % 4) % 4;
    while (pointers_.contains(body + added_)) added_ += 4;  // so that one which leads there is known to be another
    const u64 place = body + added_;
    added_ += (bytes + 3) / 4 * 4;
    return static_cast<u32>(place);
}

// Does a pointer that led nowhere, and was not changed, lead to something now?
bool Room::is_stale(u64 place, u64 target) const {
    const auto before = targets_.find(place);
    const bool is_old = before != targets_.end() && before->second == target;
    return is_old && target >= uses_.size() && target < uses_.size() + added_;
}

// Brings the map up to date: pointers of tables that nothing leads to any more go, those of new ones come.
std::string Room::relisted(PointerMap* map, const Targets& targets) const {
    std::vector<Pointer> added;
    for (const auto& [place, target] : targets) {
        const auto before = targets_.find(place);
        if (target != 0 && (before == targets_.end() || before->second == 0))
            added.push_back({static_cast<u32>(place)});
    }
    if (map == nullptr) return added.empty() ? "" : "its pointer map (.ptr) is not at hand";
    if (map->bytes / 4 != map->entries.size()) return "its pointer map is cut short";
    std::erase_if(map->entries, [&](const Pointer& entry) {
        return targets_.contains(entry.target) && !targets.contains(entry.target);
    });
    map->entries.insert(map->entries.end(), added.begin(), added.end());
    map->bytes = static_cast<u32>(4 * map->entries.size()) + map->bytes % 4;
    return {};
}

Result<std::unique_ptr<thaw::Document>> Room::applied(const File& base) {
    if (spoils_heads(base)) return not_in_place("its tables overlap");
    if (added_ == 0) return std::unique_ptr<thaw::Document>(std::make_unique<Document>(std::move(document_)));
    File& file = *document_.file;
    const u64 body = file.body_bytes() + added_, end = file.base() + body;
    if (!can_grow_) return not_in_place("a table goes on behind the end of the file");
    if (body >= external_map_bit) return not_in_place("the file would be longer than 2 GB");
    const u64 map_bytes = file.has_inline_map() ? 4 + 4 * file.map.entries.size() : 0;
    file.image = with_zeros(file.image, end - added_, added_ + map_bytes + file.map.trailing.size());
    if (file.wrapped) file.wrapper = static_cast<u32>(body) | (file.wrapper & external_map_bit);
    const auto bytes = write_part(format, document_, "ctr");
    if (!bytes) return not_in_place(bytes.error().message);
    PointerMap* map = file.has_inline_map() ? &file.map : document_.map_file ? &*document_.map_file : nullptr;
    Targets targets;
    for (const auto& [place, target, is_name] : leaves_of(file, *bytes).found) {
        targets[place] = word_of(target);
        if (!is_name && is_stale(place, word_of(target)))
            return not_in_place("a pointer leads behind the end of the file");
    }
    const std::string why = file.wrapped ? relisted(map, targets) : std::string();
    if (!why.empty()) return not_in_place(why);
    if (file.has_inline_map()) file.image = with_zeros(*bytes, end, 4 + 4 * map->entries.size() + map->trailing.size());
    // So that tables which nothing leads to any more are none.
    auto files = write({&format, {}, std::make_unique<Document>(std::move(document_))});
    if (!files) return not_in_place(files.error().message);
    auto model = read(format, std::move(*files));
    if (!model) return not_in_place("it could not be read again: " + model.error().message);
    return std::move(model->document);
}

}  // namespace thaw::ctr
