// Where the models of a folder or an archive go if the user does not say: `models/` becomes `models-glb/`.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "io/inputs.hpp"

namespace thaw::cli {

// In the current folder, or next to the inputs if one of them is or holds the current folder: what is written never
// lies in a folder that is read.
class DefaultFolders {
public:
    // `word` is what the models become: "glb".
    DefaultFolders(const io::Inputs& inputs, std::string_view word, io::Folders& folders);

    // Empty for a file, which goes into the current folder itself.
    const std::string& of(const io::Input& input) const { return by_root_.at(input.root); }
    // The one for all of them; empty if there is none, or more than one.
    std::string only_one() const;
    std::string names() const;  // for people: "models-glb, more-glb"
    // Every folder is below an input: there is no place next to it.
    bool nowhere() const { return nowhere_; }

private:
    std::map<std::string, std::string> by_root_{{{}, {}}};
    bool has_files_ = false;
    bool nowhere_ = false;
};

}  // namespace thaw::cli
