// The options of all formats on the command line: how a scene is made, from which companions, and what is built of it.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "io/open.hpp"
#include "library/option_values.hpp"

namespace thaw::cli {

struct SceneArguments {
    std::list<GivenOption> all{};  // the command line keeps references to what is in it
    std::string normals = "base";

    OptionValues values() const;
    SceneOptions options() const;
    std::vector<io::Given> given() const;
    // Where the companion of that role is to be written; empty: next to the model.
    std::string output_for(std::string_view role) const;
    std::vector<const GivenOption*> given_options() const;
};

enum class OptionScope : bool { scene, scene_and_build };

// `own`: an option that the verb has itself; formats that know it too get its value by share_value().
void add_scene_arguments(Verb& verb, SceneArguments& arguments, OptionScope scope = OptionScope::scene,
                         std::string_view own = {});
// Gives a value of an option of the verb's own to the formats, if it is one that they take.
void share_value(SceneArguments& arguments, std::string_view own, const std::string& value);
// For verbs that write glTF.
void add_normals_argument(Verb& verb, SceneArguments& arguments);

}  // namespace thaw::cli
