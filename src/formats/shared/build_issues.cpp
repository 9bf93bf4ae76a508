#include "formats/shared/build_issues.hpp"

#include <array>

namespace thaw {

std::span<const IssueKind* const> build_issue_kinds() {
    static constexpr std::array<const IssueKind*, 13> all{&issue::assumed,
                                                          &issue::colors_rounded,
                                                          &issue::fitted,
                                                          &issue::influences_dropped,
                                                          &issue::limit_exceeded,
                                                          &issue::not_kept,
                                                          &issue::images_rounded,
                                                          &issue::positions_rounded,
                                                          &issue::base_rebuilt,
                                                          &issue::frames_resampled,
                                                          &issue::rotations_rounded,
                                                          &issue::triangles_dropped,
                                                          &issue::uvs_rounded};
    return all;
}

}  // namespace thaw
