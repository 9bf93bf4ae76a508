#include <thaw/json.hpp>

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>

#include "base/text.hpp"

namespace thaw::json {

const Value* Value::find(std::string_view key) const {
    const auto* object = get_if<Object>();
    if (object == nullptr) return nullptr;
    for (const Member& member : *object) {
        if (member.first == key) return &member.second;
    }
    return nullptr;
}

Value& Value::set(std::string key, Value value) {
    if (std::holds_alternative<std::monostate>(data_)) data_ = Object{};
    std::get<Object>(data_).emplace_back(std::move(key), std::move(value));
    return *this;
}

Value& Value::push(Value value) {
    if (std::holds_alternative<std::monostate>(data_)) data_ = Array{};
    std::get<Array>(data_).push_back(std::move(value));
    return *this;
}

namespace {

template <class Writer>
void put_text(Writer& out, std::string_view bytes) {
    const std::string utf8 = text::to_utf8(bytes);
    out.String(utf8.data(), static_cast<rapidjson::SizeType>(utf8.size()));
}

template <class Writer>
void put(Writer& out, const Value& value) {
    if (const auto* b = value.get_if<bool>()) {
        out.Bool(*b);
    } else if (const auto* i = value.get_if<i64>()) {
        out.Int64(*i);
    } else if (const auto* d = value.get_if<double>()) {
        if (std::isfinite(*d)) {
            out.Double(*d);
        } else {
            out.Null();  // JSON has no infinity and no NaN
        }
    } else if (const auto* s = value.get_if<std::string>()) {
        put_text(out, *s);
    } else if (const auto* array = value.get_if<Array>()) {
        out.StartArray();
        for (const Value& element : *array) put(out, element);
        out.EndArray();
    } else if (const auto* object = value.get_if<Object>()) {
        out.StartObject();
        for (const Member& member : *object) {
            put_text(out, member.first);
            put(out, member.second);
        }
        out.EndObject();
    } else {
        out.Null();
    }
}

}  // namespace

std::string to_text(const Value& value) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    put(writer, value);
    return {buffer.GetString(), buffer.GetSize()};
}

std::string to_pretty_text(const Value& value) {
    rapidjson::StringBuffer buffer;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
    writer.SetIndent(' ', 2);
    writer.SetFormatOptions(rapidjson::kFormatSingleLineArray);
    put(writer, value);
    return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace thaw::json
