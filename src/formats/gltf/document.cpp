#include "formats/gltf/document.hpp"

#include <algorithm>

namespace thaw::gltf_file {

void validate(const Document& document, Profile, Issues& issues) {
    if (!document.content) return;
    for (const Issue& issue : document.content->issues.list()) issues.add(issue);
}

std::vector<Want> needs(const Document& document, const Bundle&) {
    std::vector<Want> out;
    for (const std::string& name : document.files) out.push_back({.role = "file", .names = {name}});
    return out;
}

Result<Scene> to_scene(const Document& document, const Bundle&, const SceneOptions&, Issues& issues) {
    if (!document.content) return document.missing;
    validate(document, Profile::spec, issues);
    return document.content->scene;
}

}  // namespace thaw::gltf_file
