// What the verbs that show or convert a model's shape have in common: how the scene is made, and from which companions.
#pragma once

#include <string>
#include <vector>

#include <thaw/scene.hpp>

#include "cli/command_line.hpp"
#include "io/open.hpp"

namespace thaw::cli {

struct SceneArguments {
    bool raw = false;
    bool all_weights = false;
    bool smooth = false;
    bool lines = false;
    double fps = 0;  // 0: the file's own
    long frame = -1;
    std::string lod{};
    std::string normals = "morph";
    std::string rig = "compact";
    std::string rotation = "auto";
    std::string loop = "auto";
    std::string split{};
    std::vector<std::string> textures{};
    std::vector<std::string> parts{};
    std::string uc{};
    std::string anim{};
    std::string vrm{};
    std::string shared_vrm{};

    SceneOptions options() const;
    std::vector<io::Given> given() const;
};

void add_scene_arguments(Verb& verb, SceneArguments& arguments);

}  // namespace thaw::cli
