// The C functions about the library itself.
#include <map>

#include <thaw/thaw.h>
#include <thaw/info.hpp>

#include "base/guard.hpp"

namespace {

namespace json = thaw::json;

// Made once, and the same for everybody.
std::string formats_text() {
    json::Array list;
    for (const thaw::Format* format : thaw::formats()) list.push_back(thaw::to_json(*format));
    return json::to_text(json::Value().set("version", 1).set("formats", std::move(list)));
}

std::map<std::string, std::string, std::less<>> options_texts() {
    std::map<std::string, std::string, std::less<>> out;
    for (const thaw::Format* format : thaw::formats()) {
        const json::Value known = thaw::to_json(*format);
        const json::Value* options = known.find("options");
        json::Value answer;
        answer.set("version", 1).set("options", options == nullptr ? json::Value(json::Array()) : *options);
        out.emplace(format->id, json::to_text(answer));
    }
    return out;
}

// Null if there is no memory: then the next call tries again.
template <class Make>
const char* constant(Make&& make) {
    const char* out = nullptr;
    (void)thaw::guarded([&]() -> thaw::Status {
        out = make();
        return thaw::Done{};
    });
    return out;
}

}  // namespace

extern "C" {

const char* thaw_version(void) { return THAW_VERSION; }

int32_t thaw_abi(void) { return THAW_ABI; }

const char* thaw_formats_json(void) {
    return constant([] {
        static const std::string text = formats_text();
        return text.c_str();
    });
}

const char* thaw_options_json(const char* format) {
    if (format == nullptr) return nullptr;
    return constant([&]() -> const char* {
        static const auto texts = options_texts();
        const auto found = texts.find(std::string_view(format));
        return found == texts.end() ? nullptr : found->second.c_str();
    });
}

}  // extern "C"
