// An RDY as the source of a scene: its own numbers, not rounded to those of a DDD.
#pragma once

#include "formats/soulfu/rdy/document.hpp"
#include "formats/soulfu/scene/source.hpp"

namespace thaw::rdy {

class RdySource : public ddd::SceneSource {
public:
    // File and issues outlive the source.
    RdySource(const File& file, Issues& issues);

    std::string_view part() const override { return "rdy"; }
    const IssueKind& anchors() const override;
    const IssueKind& split_action() const override;
    double feet_per_unit() const override { return 1; }
    std::array<u8, shadow_count> shadow_textures() const override { return file_.shadow_textures; }
    std::size_t bases() const override;
    std::size_t levels() const override { return file_.num_detail_levels; }
    std::size_t frames() const override { return file_.frames.size(); }
    ddd::Shape shape(std::size_t base, std::size_t level, bool with_lines) const override;
    ddd::FrameHead head(std::size_t frame) const override;
    ddd::BonePose pose(std::size_t base, std::size_t frame) const override;
    ddd::BonePose bind_pose(std::size_t base) const override;

private:
    const File& file_;
    Issues& issues_;
};

}  // namespace thaw::rdy
