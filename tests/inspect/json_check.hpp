// Is a text well-formed JSON, one object per line?
#pragma once

#include <exception>
#include <sstream>
#include <string>

#include "support/json_reader.hpp"

namespace thaw::test {

inline bool is_json_lines(const std::string& text, std::size_t lines) {
    std::istringstream in(text);
    std::size_t seen = 0;
    try {
        for (std::string line; std::getline(in, line); ++seen) {
            if (parse_json(line).get_if<json::Object>() == nullptr) return false;
        }
    } catch (const std::exception&) {
        return false;
    }
    return seen == lines && text.ends_with('\n');
}

}  // namespace thaw::test
