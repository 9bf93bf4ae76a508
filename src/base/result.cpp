#include <thaw/result.hpp>

#include "base/text.hpp"

namespace thaw {

std::string_view code_name(Code code) {
    switch (code) {
        case Code::truncated: return "truncated";
        case Code::bad_magic: return "bad_magic";
        case Code::bad_version: return "bad_version";
        case Code::bad_value: return "bad_value";
        case Code::bad_index: return "bad_index";
        case Code::unsupported: return "unsupported";
        case Code::over_budget: return "over_budget";
        case Code::too_deep: return "too_deep";
        case Code::unrepresentable: return "unrepresentable";
        case Code::not_recognised: return "not_recognised";
        case Code::missing_part: return "missing_part";
        case Code::out_of_memory: return "out_of_memory";
        case Code::cancelled: return "cancelled";
        case Code::io: return "io";
        case Code::internal: return "internal";
    }
    return "internal";
}

std::string to_string(const Error& error) {
    std::string out;
    if (!error.file.empty()) out += text::printable(error.file) + ": ";
    if (error.offset != no_offset) out += "byte " + text::hex(error.offset);
    if (!error.path.empty()) {
        if (error.offset != no_offset) out += ", ";
        out += error.path;
    }
    if (error.offset != no_offset || !error.path.empty()) out += ": ";
    return out + error.message;
}

}  // namespace thaw
