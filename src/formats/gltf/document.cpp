#include "formats/gltf/document.hpp"

#include "gltf/read_issues.hpp"

#include <algorithm>

namespace thaw::gltf_file {

void validate(const Document& document, Profile, Issues& issues) {
    if (!document.content) {
        const Error& why = document.missing;
        issues.add(Issue{&gltf::issue::file_missing,
                         gltf::issue::file_missing.severity,
                         "gltf",
                         why.path,
                         why.offset,
                         {},
                         why.message});
        return;
    }
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
