// The parts of edit_base(): first everything is found again, then what differs is changed.
#pragma once

#include "build/edit_words.hpp"
#include "build/match.hpp"
#include "formats/ctc/build_parts.hpp"

namespace thaw::ctc {

struct EditWork {
    const SceneInput& input;
    const BuildOptions& options;
    Issues& issues;
    const Scene& edited;
    const Scene& base;  // as the document gave it
    Document& document;
    build::EditWords words{};
    std::string why{};
    double size = 0;  // of the model, in metres

    // Points of all pieces of the edited scene, one after the other.
    std::vector<u32> pieces{};  // nodes with a mesh
    std::vector<u32> first_point{};
    build::Surface edited_surface{};
    build::Surface base_surface{};
    std::vector<u32> natives{};  // by triangle of the base's scene: the file's
    build::SurfaceMatch match{};
    std::vector<u32> bone_of_edited{};  // by point of the edited surface
    std::vector<bool> moved{};          // by vertex

    std::vector<u32> base_joints{};    // by bone: its node; no_index for one that the scene does not have
    std::vector<u32> edited_joints{};  // the same in the edited scene
    u32 base_main = no_index;
    u32 edited_main = no_index;

    bool differs(std::string reason) {
        why = std::move(reason);
        return false;
    }
};

// Whether two numbers are so near to each other that one of them may be a rounded copy.
inline bool is_nearly(double a, double b, double size) { return std::abs(a - b) <= 1e-6 * size; }

// Finding. Each is false if the edit goes beyond what can be changed in place.
bool find_bones(EditWork& work);
bool find_surface(EditWork& work);
bool find_clips(EditWork& work, std::vector<const thaw::Clip*>& clips);
bool find_morphs(EditWork& work);
bool find_points(EditWork& work, std::vector<std::pair<u32, u32>>& nodes);  // by attachment point: base, edited

// Changing.
void edit_vertices(EditWork& work);
void edit_corners(EditWork& work);
void edit_morphs(EditWork& work);
void edit_keys(EditWork& work, const std::vector<const thaw::Clip*>& clips);
void edit_points(EditWork& work, const std::vector<std::pair<u32, u32>>& nodes);
void edit_skins(EditWork& work);

}  // namespace thaw::ctc
