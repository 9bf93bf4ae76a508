#include "formats/soulfu/shared_validate.hpp"

#include "base/text.hpp"
#include "formats/common_issues.hpp"
#include "formats/soulfu/ddd.hpp"

namespace thaw::soulfu {

void check_game_limit(Finder& finder, u64 limit, u64 found, const std::string& path, const char* unit) {
    if (found <= limit) return;
    finder.report(thaw::issue::game_limit,
                  [&] { return Finding{path, at_most(limit) + unit, std::to_string(found) + unit}; });
}

void check_flags(u16 flags, const IssueKind& unusual, Finder& finder) {
    if ((flags | ddd::external_frames) == (ddd::usual_flags | ddd::external_frames)) return;
    finder.report(unusual, [&] { return Finding{"flags", text::hex(ddd::usual_flags), text::hex(flags)}; });
}

void check_shadow_pictures(const std::array<u8, 4>& pictures, const IssueKind& unknown, Finder& finder) {
    constexpr u8 known_pictures = 10;  // lines of the game's SHADOW.TXT
    for (std::size_t k = 0; k < pictures.size(); ++k) {
        if (pictures[k] < known_pictures) continue;
        finder.report(unknown, [&] {
            return Finding{field_path("shadow_textures", k), below(known_pictures), std::to_string(pictures[k])};
        });
    }
}

}  // namespace thaw::soulfu
