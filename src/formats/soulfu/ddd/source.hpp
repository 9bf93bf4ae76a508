// A DDD as the source of a scene.
#pragma once

#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

class DddSource : public SceneSource {
public:
    // The document outlives the source.
    DddSource(const Document& document, Issues& issues);

    std::string_view part() const override { return "ddd"; }
    const IssueKind& anchors() const override;
    const IssueKind& split_action() const override;
    double feet_per_unit() const override { return file_.feet_per_unit(); }
    std::array<u8, shadow_count> shadow_textures() const override { return file_.shadow_textures; }
    std::size_t bases() const override { return file_.bases.size(); }
    std::size_t levels() const override { return 1; }
    std::size_t frames() const override { return poses_->frames.size(); }
    Shape shape(std::size_t base, std::size_t level, bool with_lines) const override;
    FrameHead head(std::size_t frame) const override;
    BonePose pose(std::size_t base, std::size_t frame) const override;
    BonePose bind_pose(std::size_t base) const override;

private:
    BonePose pose_in(const File& animation, std::size_t base, const Frame& frame) const;

    const File& file_;
    const File* binds_;  // where the bind poses are
    const File* poses_;  // where the frames are
    bool dressed_;       // every frame shows the first base model, whatever it names
};

}  // namespace thaw::ddd
