// Extras that an editor dropped, or wrote in another way.
#include <cmath>

#include "base/json_tree.hpp"
#include "scene/edit/parts.hpp"

namespace thaw::edit {

namespace {

constexpr int deepest = 32;

std::optional<double> number_of(const json::Value& value) {
    if (const i64* whole = value.get_if<i64>()) return static_cast<double>(*whole);
    if (const bool* flag = value.get_if<bool>()) return *flag ? 1 : 0;
    const double* real = value.get_if<double>();
    return real == nullptr ? std::nullopt : std::optional(*real);
}

// A scene in memory has a list as the text of JSON where one from a file has it as a list.
json::Value unfolded(const json::Value& value) {
    const std::string* text = value.get_if<std::string>();
    if (text == nullptr || text->empty() || (text->front() != '[' && text->front() != '{')) return value;
    const auto tree = json::Tree::parse(*text, {.depth = deepest, .memory = 64 * text->size() + 4096});
    return tree ? tree->root().value() : value;
}

bool is_same(const json::Value& a, const json::Value& b, int depth = 0);

bool are_same(const json::Array& a, const json::Array& b, int depth) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!is_same(a[i], b[i], depth + 1)) return false;
    }
    return true;
}

bool are_same(const json::Value& a, const json::Object& members, std::size_t size, int depth) {
    if (members.size() != size) return false;
    for (const auto& [key, value] : members) {
        const json::Value* other = a.find(key);
        if (other == nullptr || !is_same(*other, value, depth + 1)) return false;
    }
    return true;
}

bool is_same(const json::Value& a, const json::Value& b, int depth) {
    if (depth > deepest) return false;
    if (const auto x = number_of(a), y = number_of(b); x && y) {
        return *x == *y || std::abs(*x - *y) <= 1e-6 * std::abs(*x);  // some editors have single precision
    }
    const auto *x = a.get_if<json::Array>(), *y = b.get_if<json::Array>();
    if (x != nullptr && y != nullptr) return are_same(*x, *y, depth);
    const auto *v = a.get_if<json::Object>(), *w = b.get_if<json::Object>();
    if (v != nullptr && w != nullptr) return are_same(a, *w, v->size(), depth);
    return json::to_text(a) == json::to_text(b);
}

}  // namespace

bool is_same_value(const json::Value& a, const json::Value& b) { return is_same(unfolded(a), unfolded(b)); }

Extras with_base_extras(const Extras& edited, const Extras& base, u64& changed) {
    const auto *own = base.get_if<json::Object>(), *given = edited.get_if<json::Object>();
    if (own == nullptr) return edited;
    Extras out;
    for (const auto& [key, value] : *own) {
        const json::Value* now = edited.find(key);
        const bool same = now == nullptr || is_same_value(*now, value);
        out.set(key, same ? value : *now);
        changed += same ? 0u : 1u;
    }
    if (given == nullptr) return out;
    for (const auto& [key, value] : *given) {
        if (base.find(key) == nullptr) out.set(key, value);
    }
    return out;
}

}  // namespace thaw::edit
