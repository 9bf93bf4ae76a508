#include "formats/soulfu/shared/validate.hpp"

#include "base/text.hpp"
#include "formats/shared/common_issues.hpp"
#include "formats/soulfu/ddd/document.hpp"

namespace thaw::soulfu {

void check_game_limit(IssueReporter& reporter, u64 limit, u64 found, const std::string& path, const char* unit) {
    if (found <= limit) return;
    reporter.report(thaw::issue::game_limit,
                    [&] { return Finding{path, at_most(limit) + unit, std::to_string(found) + unit}; });
}

void check_flags(u16 flags, const IssueKind& unusual, IssueReporter& reporter) {
    if ((flags | ddd::external_frames) == (ddd::usual_flags | ddd::external_frames)) return;
    reporter.report(unusual, [&] { return Finding{"flags", text::hex(ddd::usual_flags), text::hex(flags)}; });
}

void check_shadow_images(const std::array<u8, 4>& images, const IssueKind& unknown, IssueReporter& reporter) {
    constexpr u8 known_images = 10;  // lines of the game's SHADOW.TXT
    for (std::size_t k = 0; k < images.size(); ++k) {
        if (images[k] < known_images) continue;
        reporter.report(unknown, [&] {
            return Finding{field_path("shadow_textures", k), below(known_images), std::to_string(images[k])};
        });
    }
}

}  // namespace thaw::soulfu
