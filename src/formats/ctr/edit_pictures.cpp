// What was painted, as texels where they were.
#include <algorithm>

#include "base/endian.hpp"
#include "build/extras.hpp"
#include "formats/ctr/build_parts.hpp"
#include "formats/ctr/format.hpp"
#include "formats/ctr/scene_parts.hpp"
#include "formats/parts.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ctr {

namespace {

TexelSource source_of(const TextureLayout& layout) {
    return {layout.page_x(), layout.page_y(), layout.depth(), layout.clut_x(), layout.clut_y()};
}

u32 palette_entries(const TexelSource& source) { return source.depth == 0 ? 16 : source.depth == 1 ? 256 : 0; }

// Which bits of its word a texel is.
u32 bits_in_word(const TexelSource& source) { return source.depth == 0 ? 4 : source.depth == 1 ? 8 : 16; }
u32 shift_of(const TexelSource& source, u32 u) { return u * bits_in_word(source) % 16; }

// Texels that something of the file shows.
struct TexelUse {
    Materials::Group group{};
    TexelSource source{};
    Crop box{};

    template <class Visit>
    void each(Visit&& visit) const {
        for (u32 v = box.top; v <= box.bottom; ++v) {
            for (u32 u = box.left; u <= box.right; ++u) visit(u, v);
        }
    }
};

TexelUse use_of(const TextureLayout& l) {
    return {Materials::group_of(l),
            source_of(l),
            {std::min({l.u0, l.u1, l.u2}), std::min({l.v0, l.v1, l.v2}), std::max({l.u0, l.u1, l.u2}),
             std::max({l.v0, l.v1, l.v2})}};
}

// One picture painted in the memory.
class Painting {
public:
    Painting(const std::vector<TexelUse>& uses, VideoMemory& memory, const Extras& place)
        : uses_(uses), memory_(memory) {
        const auto number = [&](const char* key) { return static_cast<u32>(build::integer_in(place, key).value_or(0)); };
        TextureLayout layout;
        layout.page = static_cast<u16>(number("thaw_page"));
        layout.clut = static_cast<u16>(number("thaw_clut"));
        group_ = Materials::group_of(layout);
        source_ = source_of(layout);
        left_ = number("thaw_crop_left");
        top_ = number("thaw_crop_top");
        width_ = number("thaw_crop_width");
        height_ = number("thaw_crop_height");
        blend_ = layout.blend();
    }

    // False, and nothing is painted, if there are no texels like that, or too few colours, or others show the same ones.
    bool run(const Image& before, const Material& was, const Image& after, const Material& is) {
        for (const Image* image : {&before, &after}) {
            if (image->width != width_ || image->height != height_) return false;
            if (image->pixels.size() < u64{4} * width_ * height_) return false;
        }
        for (u32 y = 0; y < height_; ++y) {
            for (u32 x = 0; x < width_; ++x) {
                const std::size_t at = 4 * (std::size_t{y} * width_ + x);
                const u16 then = texel_of(before.pixels.data() + at, was, blend_);
                const u16 now = texel_of(after.pixels.data() + at, is, blend_);
                if (now != then) wanted_[{left_ + x, top_ + y}] = now;
            }
        }
        if (are_shown_elsewhere() || !find_colours()) return false;
        for (const auto& [entry, color] : new_colors_) memory_.set(VideoMemory::palette_place(source_, entry), color);
        for (const auto& [texel, color] : wanted_) put(texel.first, texel.second, color);
        return true;
    }

private:
    bool are_shown_elsewhere() const {
        std::map<std::size_t, u32> bits;
        const auto mask = [](const TexelSource& source, u32 u) {
            return (0xFFFFu >> (16 - bits_in_word(source))) << shift_of(source, u);
        };
        for (const auto& [texel, color] : wanted_) {
            bits[VideoMemory::texel_place(source_, texel.first, texel.second)] |= mask(source_, texel.first);
        }
        bool any = false;
        for (const TexelUse& use : uses_) {
            if (use.group == group_) continue;
            use.each([&](u32 u, u32 v) {
                const auto painted = bits.find(VideoMemory::texel_place(use.source, u, v));
                any = any || (painted != bits.end() && (painted->second & mask(use.source, u)) != 0);
            });
        }
        return any;
    }

    // Entries of palettes that a texel needs which stays as it is.
    std::set<std::size_t> used_entries() const {
        std::set<std::size_t> out;
        for (const TexelUse& use : uses_) {
            if (palette_entries(use.source) == 0) continue;
            use.each([&](u32 u, u32 v) {
                if (use.group == group_ && wanted_.contains({u, v})) return;
                out.insert(VideoMemory::palette_place(use.source, entry_at(use.source, u, v)));
            });
        }
        return out;
    }

    u32 entry_at(const TexelSource& source, u32 u, u32 v) const {
        const u32 word = memory_.word(VideoMemory::texel_place(source, u, v));
        return word >> shift_of(source, u) & (palette_entries(source) - 1);
    }

    bool find_colours() {
        const u32 entries = palette_entries(source_);
        if (entries == 0 || wanted_.empty()) return true;
        const std::set<std::size_t> used = used_entries();
        for (u32 i = entries; i-- > 0;) {
            const std::size_t place = VideoMemory::palette_place(source_, i);
            if (used.contains(place)) {
                entries_[memory_.word(place)] = i;
            } else {
                free_.push_back(i);
            }
        }
        for (const auto& [texel, color] : wanted_) {
            if (entries_.contains(color)) continue;
            if (free_.empty()) return false;
            // One that has the colour already, for nobody yet.
            const auto same = std::find_if(free_.begin(), free_.end(), [&](u32 i) {
                return memory_.word(VideoMemory::palette_place(source_, i)) == color;
            });
            const auto taken = same == free_.end() ? free_.end() - 1 : same;
            entries_[color] = *taken;
            if (same == free_.end()) new_colors_[*taken] = color;
            free_.erase(taken);
        }
        return true;
    }

    void put(u32 u, u32 v, u16 color) {
        const std::size_t place = VideoMemory::texel_place(source_, u, v);
        const u32 shift = shift_of(source_, u), mask = (0xFFFFu >> (16 - bits_in_word(source_))) << shift;
        const u32 value = palette_entries(source_) == 0 ? color : entries_[color] << shift;
        memory_.set(place, static_cast<u16>((memory_.word(place) & ~mask) | value));
    }

    const std::vector<TexelUse>& uses_;
    VideoMemory& memory_;
    Materials::Group group_{};
    TexelSource source_{};
    u32 left_ = 0, top_ = 0, width_ = 0, height_ = 0, blend_ = 0;
    std::map<std::pair<u32, u32>, u16> wanted_{};  // texels that change
    std::map<u16, u32> entries_{};                 // of the palette, by colour
    std::vector<u32> free_{};                      // the lowest one last
    std::map<u32, u16> new_colors_{};              // by entry
};

std::vector<TexelUse> uses_in(const File& file) {
    std::vector<TexelUse> out;
    for (const auto& region : file.layouts) out.push_back(use_of(region.value));
    for (const auto& region : file.icon_tables) {
        for (const Icon& icon : region.value.icons) out.push_back(use_of(icon.layout));
    }
    return out;
}

// Words that no block has, as blocks of a row; their widths are even, as the entries of a stream need it.
std::vector<vrm::Block> blocks_of(const VideoMemory& memory, const std::set<std::size_t>& words) {
    std::vector<vrm::Block> out;
    for (auto word = words.begin(); word != words.end();) {
        const std::size_t row = *word / vrm::memory_width, left = *word % vrm::memory_width / 2 * 2;
        std::size_t right = left;
        for (; word != words.end() && *word / vrm::memory_width == row; ++word) {
            if (*word % vrm::memory_width >= right + 2) break;
            right = *word % vrm::memory_width / 2 * 2 + 2;
        }
        std::vector<u8> pixels(2 * (right - left));
        for (std::size_t i = 0; i < right - left; ++i) {
            store<u16>(pixels.data() + 2 * i, memory.word(row * vrm::memory_width + left + i), Order::little);
        }
        vrm::Block block;
        block.x = static_cast<u16>(left);
        block.y = static_cast<u16>(row);
        block.width = static_cast<u16>(right - left);
        block.height = 1;
        block.length = static_cast<u32>(vrm::block_header_bytes + pixels.size());
        block.pixels = Blob::take(std::move(pixels));
        out.push_back(std::move(block));
    }
    return out;
}

// The words of a block as the memory has them now; takes them off the list.
void repaint(vrm::Block& block, const VideoMemory& memory, const std::set<std::size_t>& changed,
             std::set<std::size_t>& left) {
    std::vector<u8> pixels(block.pixels.bytes().begin(), block.pixels.bytes().end());
    bool any = false;
    for (std::size_t i = 0; i < pixels.size() / 2; ++i) {
        const std::size_t x = block.x + i % block.width, y = block.y + i / block.width;
        if (x >= vrm::memory_width || y >= vrm::memory_height) continue;
        const std::size_t place = VideoMemory::place(static_cast<u32>(x), static_cast<u32>(y));
        if (!changed.contains(place)) continue;
        store<u16>(pixels.data() + 2 * i, memory.word(place), Order::little);
        left.erase(place);
        any = true;
    }
    if (any) block.pixels = Blob::take(std::move(pixels));
}

vrm::Entry entry_of(const vrm::Block& block) {
    vrm::Entry out;
    out.size = static_cast<u32>(vrm::tim_header_bytes + block.pixels.size());
    out.tim.image = block;
    return out;
}

vrm::Document as_stream(const vrm::Document& document) {
    if (document.is_stream()) return document;
    vrm::Document out;
    out.mark = vrm::stream_mark;
    if (document.single.has_palette()) out.entries.push_back(entry_of(document.single.palette));
    out.entries.push_back(entry_of(document.single.image));
    out.entries.emplace_back();
    return out;
}

bool is_readable(const Image& image) {
    return image.width > 0 && image.height > 0 && image.pixels.size() >= u64{4} * image.width * image.height;
}

}  // namespace

MemoryEdit::MemoryEdit(const SceneInput& input) : has_base_(true), new_(input.scene.materials.size()) {
    const Scene &before = *input.base_scene, &after = input.scene;
    const Bundle& bundle = input.base->bundle;
    before_ = memory_ = memory_of(bundle);
    if (const Part* file = bundle.find("vrm")) file_ = *file;
    const auto uses = uses_in(*static_cast<const Document&>(*input.base->document).file);
    const auto has_page = [](const Material& material) { return material.extras.find("thaw_page") != nullptr; };
    std::map<std::array<u32, 2>, bool> painted;  // by image and page; the sides of a material may differ
    for (u32 m = 0; m < new_.size(); ++m) {
        const Material& is = after.materials[m];
        if (is.image == no_index || !is_readable(after.images[is.image])) continue;
        if (m >= before.materials.size() || !has_page(before.materials[m])) {
            new_[m] = true;
            continue;
        }
        const Material& was = before.materials[m];
        const bool other_alpha = was.image != no_index && (was.alpha != is.alpha || was.blend != is.blend);
        if (!input.edit->painted[is.image] && !other_alpha) continue;
        own_ = own_ || memory_.is_empty();
        if (was.image == no_index || memory_.is_empty()) {
            new_[m] = true;
            continue;
        }
        const std::array<u32, 2> key{is.image, static_cast<u32>(build::integer_in(was.extras, "thaw_page").value_or(0))};
        const auto [known, is_new] = painted.try_emplace(key, false);
        if (is_new) {
            known->second = Painting(uses, memory_, was.extras)
                                .run(before.images[was.image], was, after.images[is.image], is);
        }
        new_[m] = !known->second;
    }
    // What shares palettes with what was painted has to come along.
    for (u32 m = 0; m < new_.size() && own_; ++m) {
        const Material& is = after.materials[m];
        new_[m] = is.image != no_index && is_readable(after.images[is.image]);
    }
}

std::optional<Blob> MemoryEdit::written(const std::vector<vrm::Block>& placed) const {
    std::set<std::size_t> changed;
    for (std::size_t i = 0; !memory_.is_empty() && i < std::size_t{vrm::memory_width} * vrm::memory_height; ++i) {
        if (memory_.word(i) != before_.word(i)) changed.insert(i);
    }
    if (changed.empty() && placed.empty()) return std::nullopt;
    vrm::Document document;
    const bool has_file = file_ && read_part(vrm::format, document, {"vrm", file_->name, file_->bytes}, {});
    if (!has_file) {
        document = {};
        document.mark = vrm::stream_mark;
        document.entries.emplace_back();
    }
    auto left = changed;
    const auto repaint_tim = [&](vrm::Tim& tim) {
        if (tim.has_palette()) repaint(tim.palette, memory_, changed, left);
        repaint(tim.image, memory_, changed, left);
    };
    for (vrm::Entry& entry : document.entries) {
        if (entry.bytes() >= vrm::tim_header_bytes) repaint_tim(entry.tim);
    }
    if (!document.is_stream()) repaint_tim(document.single);
    auto added = blocks_of(memory_, left);
    added.insert(added.end(), placed.begin(), placed.end());
    if (!added.empty()) document = as_stream(document);
    for (const vrm::Block& block : added) document.entries.insert(document.entries.end() - 1, entry_of(block));
    auto file = write_part(vrm::format, document, "vrm");
    if (!file) return std::nullopt;
    return std::move(*file);
}

}  // namespace thaw::ctr
