// Scenes as Wavefront OBJ and MTL: one pose, without bones or clips, for programs that read nothing better.
#pragma once

#include <span>
#include <string>

#include <thaw/issue.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>
#include <thaw/sink.hpp>

namespace thaw {

namespace issue {
inline constexpr IssueKind obj_not_kept{
    "OBJ_NOT_KEPT", Severity::warning,
    "An OBJ is one pose with plain materials. Everything else in the model is left out; a GLB holds all of it.",
    "{found} left out"};
}

struct Pose;  // <thaw/pose.hpp>

struct ObjOptions {
    std::string mtl_name{};                      // how the OBJ calls its materials' file
    std::span<const std::string> image_names{};  // by image of the scene: how the MTL calls its file; "" for none
    const Pose* pose = nullptr;                  // the scene at rest if null
};

// A group a primitive, one vertex a point, in the order of the scene, which has to keep its promises (check()). Colours
// of corners become colours of vertices, of which each has one: that of the first corner there. The same scene gives
// the same bytes.
Status write_obj(const Scene& scene, const ObjOptions& options, Sink& obj, const Context& context = {});
// One finding that names everything the two files have no place for; none if there is nothing of the kind. How viewers
// light and filter is left to them.
void report_obj_losses(const Scene& scene, Issues& issues);
// The materials that the OBJ names.
Status write_mtl(const Scene& scene, const ObjOptions& options, Sink& mtl);

}  // namespace thaw
