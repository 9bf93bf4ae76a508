// The nodes, skins and meshes of a scene, base model by base model.
#pragma once

#include <string>

#include <thaw/scene.hpp>

#include "formats/soulfu/scene/materials.hpp"
#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

// The nodes of one bone. With a compact rig both are the same.
struct BoneNodes {
    u32 outer = no_index;
    u32 inner = no_index;
    std::optional<BoneRig> rig{};  // none: the bone has no bind pose and stays where it is
    std::optional<BoneRig>
        animation_source{};  // of the body that moves the nodes, for a part with a bind pose of its own
};

// Where clips find what they move.
struct BaseNodes {
    u32 node = no_index;  // shows or hides the base model by its scale
    std::vector<BoneNodes> bones{};
};

class BaseBuilder {
public:
    struct About {
        std::string name{};   // of the model
        std::string place{};  // of a character's part; empty for the body
        double units_per_foot = metres_per_foot;
    };
    BaseBuilder(const SceneSource& source, const SceneOptions& options, Materials& materials, Issues& issues,
                Scene& scene, About about);

    // `parent` may be no_index; a still shows `frame` instead of the bind pose.
    BaseNodes add(std::size_t base, u32 parent, std::optional<std::size_t> frame);

    // Only the mesh: the bones are the body's.
    void dress(std::size_t base, const BaseNodes& body);

private:
    void add_bones(const Shape& shape, const BonePose& bind, const BonePose& rest, BaseNodes& nodes);
    void add_grip(const Bone& bone, const BoneNodes& nodes);
    void add_mesh(const Shape& shape, std::size_t base, std::size_t level, const BonePose& bind,
                  const BaseNodes& nodes);
    void add_primitives(const Shape& shape, const std::string& path, Mesh& mesh);
    void add_lines(const Shape& shape, Mesh& mesh);
    // False if no vertex hangs on a bone.
    bool add_influences(const Shape& shape, const std::string& path, const BonePose& bind, std::size_t base_joint,
                        Mesh& mesh);
    Matrix inverse_bind(const BoneNodes& bone) const;
    std::size_t level() const;
    u32 add_skin(const BaseNodes& nodes, bool with_base);
    std::string name_of(std::size_t base, std::size_t level) const;

    const SceneSource& source_;
    const SceneOptions& options_;
    Materials& materials_;
    Issues& issues_;
    Scene& scene_;
    About about_;
    u32 lines_material_ = no_index;
};

// The nodes' transforms for a bone that is posed so. `previous` as in BoneRig::exact.
void put_pose(const BoneNodes& nodes, const Axes& axes, double units_per_foot, Quat previous, Transform& outer,
              Transform& inner);

}  // namespace thaw::ddd
