// The sample fish, with its script and images.
#pragma once

#include "samples.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {

inline Model fish() {
    Bundle bundle;
    for (const auto& file : samples::unreal_sample()) {
        const std::string_view path = file.path;
        const char* role = path.ends_with("_d.3d")   ? "data"
                           : path.ends_with("_a.3d") ? "aniv"
                           : path.ends_with(".uc")   ? "uc"
                                                     : "texture";
        bundle.parts.push_back({role, std::string(path.substr(path.rfind('/') + 1)), Blob::copy_of(file.bytes)});
    }
    return model_of(bundle);
}

}  // namespace thaw::test
