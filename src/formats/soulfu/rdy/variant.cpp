#include "formats/soulfu/rdy/variant.hpp"

#include <algorithm>
#include <limits>

namespace thaw::rdy {

namespace {

// Where a 32-bit program might have its memory; any address but 0 would do.
constexpr u32 usual_load_base = 0x10000000;

// The pointers of a linked model lead to another's frames and keep their values.
Status set_pointer_bytes(File& file, u8 pointer_bytes) {
    if (file.layout.pointer_bytes == pointer_bytes) return Done{};
    if (pointer_bytes == 8) {
        file.frame_pointers_wide.assign(file.frame_pointers_narrow.begin(), file.frame_pointers_narrow.end());
        file.frame_pointers_narrow.clear();
    } else {
        const auto fits = [](u64 pointer) { return pointer <= std::numeric_limits<u32>::max(); };
        if (file.is_linked() && !std::all_of(file.frame_pointers_wide.begin(), file.frame_pointers_wide.end(), fits)) {
            return Error{Code::unrepresentable, "the frames are at addresses that 32 bits cannot hold"};
        }
        for (const u64 pointer : file.frame_pointers_wide) {
            file.frame_pointers_narrow.push_back(static_cast<u32>(pointer));
        }
        file.frame_pointers_wide.clear();
    }
    file.layout.pointer_bytes = pointer_bytes;
    return Done{};
}

void set_actions(File& file, u8 actions) {
    if (file.layout.actions == actions) return;
    file.layout.actions = actions;
    const std::vector<u16> all = first_frames_of(file);
    const auto have = static_cast<std::ptrdiff_t>(std::min(file.first_frames.size(), all.size()));
    file.first_frames.insert(file.first_frames.end(), all.begin() + have, all.end());
}

}  // namespace

Status convert_variant(File& file, std::string_view variant) {
    const Places places = places_of(file);
    const u32 model_base = model_load_base(file, places);
    const u64 frame_base = frame_load_base(file, places);
    const bool wide = variant == "port64";
    if (!wide && variant != "classic32" && variant != "portable") {
        return Error{Code::unsupported, "RDY has no variant " + std::string(variant)};
    }
    const bool was_wide = file.is_wide();
    if (auto status = set_pointer_bytes(file, wide ? 8 : 4); !status) return status;
    set_actions(file, 128);  // every engine's
    if (wide) {
        set_tables(file, 0, was_wide ? frame_base : 0);
    } else if (variant == "portable") {
        set_tables(file, 0, 0);
    } else {
        const u32 base = model_base != 0 ? model_base : usual_load_base;
        set_tables(file, base, base);
    }
    return Done{};
}

}  // namespace thaw::rdy
