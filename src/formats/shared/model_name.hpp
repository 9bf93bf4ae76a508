// What a model is called whose file does not say it.
#pragma once

#include <string>

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw {

inline std::string model_name(std::string_view file) {
    const std::string_view stem = text::file_stem(file);
    return stem.empty() ? "model" : text::to_utf8(stem);
}

}  // namespace thaw
