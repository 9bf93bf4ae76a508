// Video memory that somebody painted on.
#include <algorithm>

#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/ctr/model/texels.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/parts.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ctr {

namespace {

bool is_readable(const Image& image) {
    return image.width > 0 && image.height > 0 && image.pixels.size() >= u64{4} * image.width * image.height;
}

// Where the texels of a layout are, and their colours: those that they name, or all that they could.
template <class Visit>
void each_word(const TextureLayout& l, const VideoMemory& memory, bool all_colours, Visit&& visit) {
    const TexelSource source = texels_of(l);
    const auto [left, right] = std::minmax({l.u0, l.u1, l.u2});
    const auto [top, bottom] = std::minmax({l.v0, l.v1, l.v2});
    const u32 entries = l.depth() == 0 ? 16 : l.depth() == 1 ? 256 : 0, bits = entries == 16 ? 4 : 8;
    for (u32 v = top; v <= bottom; ++v) {
        for (u32 u = left; u <= right; ++u) {
            const std::size_t place = VideoMemory::texel_place(source, u, v);
            visit(place);
            const u32 entry = memory.word(place) >> (u * bits % 16);
            if (entries > 0 && !all_colours) visit(VideoMemory::place(l.clut_x() + entry % entries, l.clut_y()));
        }
    }
    for (u32 i = 0; i < entries && all_colours; ++i) visit(VideoMemory::place(l.clut_x() + i, l.clut_y()));
}

std::vector<TextureLayout> layouts_in(const File& file) {
    std::vector<TextureLayout> out;
    for (const auto& region : file.layouts) out.push_back(region.value);
    for (const auto& region : file.icon_tables) {
        for (const Icon& icon : region.value.icons) out.push_back(icon.layout);
    }
    return out;
}

// Puts a block into the one that has its words; false if there is none, or if others have some of them, too.
bool put_into(vrm::Block& there, const vrm::Block& block, bool& overlaps) {
    const u32 left = block.x - u32{there.x}, top = block.y - u32{there.y};
    const bool apart = block.x >= there.x + there.width || block.x + block.width <= there.x ||
                       block.y >= there.y + there.height || block.y + block.height <= there.y;
    if (apart) return false;
    overlaps = true;
    const bool within = block.x >= there.x && block.y >= there.y && left + block.width <= there.width &&
                        top + block.height <= there.height;
    if (!within || there.pixels.size() < there.pixel_bytes()) return false;
    std::vector<u8> pixels(there.pixels.bytes().begin(), there.pixels.bytes().end());
    for (u32 y = 0; y < block.height; ++y) {
        std::copy_n(block.pixels.data() + std::size_t{2} * y * block.width, 2 * block.width,
                    pixels.data() + 2 * (std::size_t{top + y} * there.width + left));
    }
    there.pixels = Blob::take(std::move(pixels));
    return true;
}

vrm::Entry entry_of(const vrm::Block& block) {
    vrm::Entry out;
    out.size = static_cast<u32>(vrm::tim_header_bytes + block.pixels.size());
    out.tim.image = block;
    return out;
}

void make_stream(vrm::Document& document) {
    if (document.is_stream()) return;
    const vrm::Tim single = std::move(document.single);
    document = {};
    document.mark = vrm::stream_mark;
    if (single.has_palette()) document.entries.push_back(entry_of(single.palette));
    if (!single.image.pixels.empty()) document.entries.push_back(entry_of(single.image));
    document.entries.emplace_back();
}

}  // namespace

MemoryEdit::MemoryEdit(const SceneInput& input) : has_base_(true), new_(input.scene.materials.size()) {
    const Scene &before = *input.base_scene, &after = input.scene;
    const Bundle& bundle = input.base->bundle;
    if (const Part* file = bundle.find("vrm")) file_ = *file;
    taken_ = memory_of(bundle);
    std::set<Materials::Group> moved, staying;
    for (u32 m = 0; m < new_.size(); ++m) {
        const Material& is = after.materials[m];
        const Material* was = m < before.materials.size() ? &before.materials[m] : nullptr;
        if (is.image == no_index || !is_readable(after.images[is.image])) continue;
        const auto page = was == nullptr ? std::nullopt : build::integer_in(was->extras, "thaw_page");
        const bool other_alpha =
            was != nullptr && was->image != no_index && (was->alpha != is.alpha || was->blend != is.blend);
        new_[m] = !page || input.edit->painted[is.image] || other_alpha;
        if (!page) continue;
        const Materials::Group group{static_cast<u16>(*page),
                                     static_cast<u16>(build::integer_in(was->extras, "thaw_clut").value_or(0))};
        (new_[m] ? moved : staying).insert(group);
        own_ = own_ || (new_[m] && taken_.is_empty());
    }
    // The same texels are there once more, brighter or darker, and nobody painted on those.
    for (const auto& group : staying) moved.erase(group);
    // Without the memory, what shares palettes with what was painted has to come along.
    for (u32 m = 0; m < new_.size() && own_; ++m) {
        const u32 image = after.materials[m].image;
        new_[m] = image != no_index && is_readable(after.images[image]);
    }
    // What only painted images use, and what is not of all models, may be painted over.
    Bundle own;
    if (file_) own.parts.push_back(*file_);
    const VideoMemory own_memory = memory_of(own);
    const auto layouts = layouts_in(*static_cast<const Document&>(*input.base->document).file);
    for (const bool is_moved : {true, false}) {
        for (const TextureLayout& layout : layouts) {
            if (taken_.is_empty() || moved.contains(Materials::group_of(layout)) != is_moved) continue;
            each_word(layout, taken_, is_moved, [&](std::size_t place) {
                if (own_memory.is_filled(place)) taken_.fill(place, !is_moved);
            });
        }
    }
}

std::optional<Blob> MemoryEdit::written(const std::vector<vrm::Block>& placed) const {
    if (placed.empty()) return std::nullopt;
    vrm::Document document;
    if (!file_ || !read_part(vrm::format, document, {"vrm", file_->name, file_->bytes}, {})) document = {};
    for (const vrm::Block& block : placed) {
        int there = 0, overlapping = 0;
        const auto put = [&](vrm::Block& into) {
            bool overlaps = false;
            there += put_into(into, block, overlaps) ? 1 : 0;
            overlapping += overlaps ? 1 : 0;
        };
        const auto put_tim = [&](vrm::Tim& tim) {
            if (tim.has_palette()) put(tim.palette);
            put(tim.image);
        };
        if (!document.is_stream()) put_tim(document.single);
        for (vrm::Entry& entry : document.entries) {
            if (entry.bytes() >= vrm::tim_header_bytes) put_tim(entry.tim);
        }
        if (there > 0 && there == overlapping) continue;
        make_stream(document);
        document.entries.insert(document.entries.end() - 1, entry_of(block));
    }
    auto file = write_part(vrm::format, document, "vrm");
    if (!file) return std::nullopt;
    return std::move(*file);
}

}  // namespace thaw::ctr
