#include "formats/soulfu/rdy/trial.hpp"

#include <tuple>

#include "formats/soulfu/rdy/layout.hpp"
#include "layout/reader.hpp"

namespace thaw::rdy {

namespace {

// The first two are what engines make. The author's note has 64 actions, but no such file is known.
constexpr std::array<Layout, 4> layouts{{{4, 128}, {8, 128}, {4, 64}, {8, 64}}};

bool tables_fit(const File& file) {
    const Places places = places_of(file);
    const u32 base = model_load_base(file, places);
    for (std::size_t i = 0; i < file.model_pointers.size(); ++i) {
        for (std::size_t part = 0; part < 5; ++part) {
            if (file.model_pointers[i].parts[part] - places.models[i].parts[part] != base) return false;
        }
    }
    const u64 frame_base = frame_load_base(file, places);
    for (std::size_t i = 0; i < places.frames.size(); ++i) {
        const u64 expected = places.frames[i] + frame_base;
        if (file.frame_pointer(i) != (file.is_wide() ? expected : static_cast<u32>(expected))) return false;
    }
    return true;
}

// Holds for any file that is not an image of a 32-bit engine's memory, even if it is broken further on.
bool starts_at_zero(const File& file) {
    return !file.model_pointers.empty() && file.model_pointers[0].parts[0] == bases_start(file);
}

Trial try_layout(const Layout& layout, const Blob& bytes, const Context& context) {
    File file;
    file.layout = layout;
    Reader reader(bytes, context);
    describe(reader, file);
    Trial trial{.layout = layout, .read = reader.ok(), .at_zero = starts_at_zero(file)};
    if (!trial.read) return trial;
    trial.exact = file.trailing.empty();
    trial.addressed = tables_fit(file);
    if (trial.exact && trial.addressed) trial.file = std::move(file);
    return trial;
}

bool is_better(const Trial& a, const Trial& b) {
    const auto rank = [](const Trial& trial) {
        return std::tuple(trial.read, trial.exact, trial.addressed, trial.at_zero);
    };
    return rank(a) > rank(b);
}

}  // namespace

Trial find_layout(const Blob& bytes, const Context& context) {
    std::optional<Trial> best;
    for (const Layout& layout : layouts) {
        Trial trial = try_layout(layout, bytes, context);
        if (!best || is_better(trial, *best)) best = std::move(trial);
        if (best->file) break;
    }
    return std::move(*best);
}

}  // namespace thaw::rdy
