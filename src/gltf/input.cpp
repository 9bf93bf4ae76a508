#include "gltf/input.hpp"

#include <cmath>

#include "base/text.hpp"

namespace thaw::gltf {

Input::Input(const Container& container, json::Tree tree, const Bundle& companions, const Context& context,
             u64 input_bytes)
    : container_(container),
      tree_(std::move(tree)),
      companions_(companions),
      context_(context),
      issues_(context.limits.issues),
      input_bytes_(input_bytes),
      memory_(tree_.memory()) {}

bool Input::fail(Code code, Ref at, std::string message) {
    return fail_at(code, at, std::move(message), {}, at ? container_.json_offset + at.offset() : no_offset);
}

bool Input::fail_at(Code code, Ref at, std::string message, std::string file, u64 offset) {
    if (!failed_) error_ = Error{code, std::move(message), std::move(file), at.pointer(), offset};
    failed_ = true;
    return false;
}

void Input::note(const IssueKind& kind, Ref at, std::string expected, std::string found) {
    const bool wanted = !issues_.full();
    issues_.add(Issue{&kind, kind.severity, "gltf", wanted ? at.pointer() : std::string(),
                      at ? container_.json_offset + at.offset() : no_offset, std::move(expected), std::move(found)});
}

bool Input::charge(Ref at, u64 bytes) {
    const u64 most = context_.limits.memory_for(input_bytes_);
    if (failed_) return false;
    if (bytes > most || memory_ > most - bytes) {
        return fail(Code::over_budget, at, "takes more memory than the file's size justifies");
    }
    memory_ += bytes;
    return true;
}

bool Input::work(Ref at, u64 elements) {
    const u64 most = context_.limits.work_for(input_bytes_);
    if (failed_) return false;
    if (elements > most || work_ > most - elements) {
        return fail(Code::over_budget, at, "takes more work than the file's size justifies");
    }
    work_ += elements;
    return true;
}

namespace {

const char* kind_name(Kind kind) {
    switch (kind) {
        case Kind::null: return "null";
        case Kind::boolean: return "true or false";
        case Kind::number: return "a number";
        case Kind::string: return "a string";
        case Kind::array: return "an array";
        case Kind::object: return "an object";
    }
    return "null";
}

}  // namespace

Ref Input::member(Ref object, std::string_view key, Kind kind) {
    if (failed_) return {};
    const Ref out = object.find(key);
    if (!out || out.kind() == kind) return out;
    fail(Code::bad_value, out, std::string(kind_name(out.kind())) + " where " + kind_name(kind) + " should be");
    return {};
}

u32 Input::index_of(Ref value, std::size_t size) {
    if (failed_) return no_index;
    const auto number = value.integer();
    if (number && *number >= 0 && static_cast<u64>(*number) < size) return static_cast<u32>(*number);
    const std::string found = number ? std::to_string(*number) : "something else";
    fail(Code::bad_index, value, "one of " + std::to_string(size) + " is meant, and " + found + " is not");
    return no_index;
}

u32 Input::index(Ref object, std::string_view key, std::size_t size) {
    const Ref value = failed_ ? Ref() : object.find(key);
    return value ? index_of(value, size) : no_index;
}

u32 Input::required_index(Ref object, std::string_view key, std::size_t size) {
    if (!failed_ && !object.find(key)) fail(Code::bad_value, object, "'" + std::string(key) + "' is missing");
    return index(object, key, size);
}

u64 Input::whole(Ref object, std::string_view key, u64 otherwise) {
    const Ref value = failed_ ? Ref() : object.find(key);
    if (!value) return otherwise;
    const auto number = value.integer();
    if (number && *number >= 0) return static_cast<u64>(*number);
    fail(Code::bad_value, value, "a whole number, not negative, should be here");
    return otherwise;
}

f32 Input::number(Ref object, std::string_view key, f32 otherwise) {
    const Ref value = member(object, key, Kind::number);
    if (!value) return otherwise;
    const auto out = static_cast<f32>(*value.number());
    if (!std::isfinite(out)) fail(Code::bad_value, value, "a number that is too large");
    return out;
}

bool Input::numbers(Ref object, std::string_view key, std::span<f32> out) {
    const Ref list = member(object, key, Kind::array);
    if (!list) return false;
    if (list.size() != out.size())
        return fail(Code::bad_value, list, std::to_string(out.size()) + " numbers should be here");
    std::size_t i = 0;
    list.each([&](std::string_view, Ref value) {
        const auto number = value.number();
        const auto rounded = static_cast<f32>(number.value_or(0));
        if (!number || !std::isfinite(rounded)) fail(Code::bad_value, value, "a finite number should be here");
        out[i++] = rounded;
    });
    return ok();
}

bool Input::flag(Ref object, std::string_view key, bool otherwise) {
    return member(object, key, Kind::boolean).boolean().value_or(otherwise);
}

std::string Input::text(Ref object, std::string_view key) {
    return member(object, key, Kind::string).string().value_or("");
}

// A structured value was written as one string of JSON.
json::Value Input::unfolded(std::string_view key, Ref value) {
    auto text = value.string();
    if (!text) return value.value();
    if (!key.starts_with("thaw_") || text->empty() || (text->front() != '{' && text->front() != '[')) return *text;
    const auto tree = json::Tree::parse(*text, {.depth = 32, .memory = context_.limits.memory_for(text->size())});
    if (!tree || !charge(value, tree->root().values() * sizeof(json::Member))) return std::move(*text);
    return tree->root().value();
}

Extras Input::extras(Ref object) {
    const Ref found = failed_ ? Ref() : object.find("extras");
    if (!found || found.is(Kind::null)) return {};
    if (!found.is(Kind::object)) {
        note(issue::extras, found);
        return {};
    }
    if (found.size() == 0 || !charge(found, found.values() * sizeof(json::Member))) return {};
    json::Object out;
    found.each([&](std::string_view key, Ref value) { out.emplace_back(std::string(key), unfolded(key, value)); });
    return out;
}

const std::vector<Ref>& Input::list(const char* name) {
    const auto [at, is_new] = lists_.try_emplace(name);
    if (is_new && ok()) {
        const Ref array = member(root(), name, Kind::array);
        if (!charge(array, array.size() * sizeof(Ref))) return at->second;
        at->second = array.items();
        for (const Ref element : at->second) {
            if (!element.is(Kind::object)) fail(Code::bad_value, element, "an object should be here");
        }
    }
    return at->second;
}

}  // namespace thaw::gltf
