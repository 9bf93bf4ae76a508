// Is a text well-formed JSON? One object per line.
#pragma once

#include <rapidjson/reader.h>

#include <sstream>
#include <string>

namespace thaw::test {

inline bool is_json_lines(const std::string& text, std::size_t lines) {
    std::istringstream in(text);
    std::size_t seen = 0;
    for (std::string line; std::getline(in, line); ++seen) {
        rapidjson::BaseReaderHandler<> ignore;
        rapidjson::Reader reader;
        rapidjson::StringStream stream(line.c_str());
        if (line.find('\0') != std::string::npos || line.empty() || line.front() != '{') return false;
        if (reader.Parse<rapidjson::kParseValidateEncodingFlag>(stream, ignore).IsError()) return false;
    }
    return seen == lines && text.ends_with('\n');
}

}  // namespace thaw::test
