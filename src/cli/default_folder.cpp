#include "cli/default_folder.hpp"

#include <set>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

bool is_in(const std::string& path, const std::string& folder) {
    return (path + '/').starts_with(folder.ends_with('/') ? folder : folder + '/');
}

// "datafile" for "games/datafile.sdf", "game" for "game.tar.gz", "v1.2" for the folder "v1.2".
std::string name_for(const std::string& root, io::Folders& folders) {
    std::string name(io::name_of(root));
    if (name == "." || name == "..") name = io::name_of(io::full_path(root));
    if (!folders.archive_at(root)) return name;
    name = name.substr(0, name.rfind('.'));
    return text::ends_with_ignoring_case(name, ".tar") ? name.substr(0, name.size() - 4) : name;
}

std::string next_to(const std::string& root) {
    if (root == ".") return "../";
    if (io::name_of(root) == "..") return root + "/../";
    return std::string(io::folder_of(root));
}

}  // namespace

DefaultFolders::DefaultFolders(const io::Inputs& inputs, std::string_view word, io::Folders& folders) {
    std::set<std::string> roots;
    for (const io::Input& input : inputs.models) {
        has_files_ = has_files_ || input.root.empty();
        if (!input.root.empty()) roots.insert(input.root);
    }
    // The outermost input around the current folder.
    const std::string here = io::full_path(".");
    std::string place, around;
    for (const std::string& root : roots) {
        const std::string full = io::full_path(root);
        if (full.empty() || !is_in(here, full) || (!around.empty() && !is_in(around, full))) continue;
        around = full;
        place = next_to(root);
    }
    nowhere_ = around == "/";
    for (const std::string& root : roots) {
        by_root_[root] = io::join(place, name_for(root, folders) + '-' + std::string(word));
    }
}

std::string DefaultFolders::only_one() const {
    std::set<std::string> all;
    for (const auto& [root, folder] : by_root_) {
        if (!root.empty()) all.insert(folder);
    }
    return all.size() == 1 && !has_files_ ? *all.begin() : std::string();
}

std::string DefaultFolders::names() const {
    std::set<std::string> all;
    for (const auto& [root, folder] : by_root_) {
        if (!root.empty()) all.insert(folder);
    }
    std::string out;
    for (const std::string& folder : all) out += (out.empty() ? "" : ", ") + text::printable(folder);
    return out;
}

}  // namespace thaw::cli
