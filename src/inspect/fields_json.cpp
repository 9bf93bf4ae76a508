// Fields as JSON: one shape for the command line, the C API and everything above it.
#include <thaw/fields.hpp>

namespace thaw {

namespace {

constexpr int version = 1;

}  // namespace

json::Value field_json(const FieldInfo& field) {
    json::Value out;
    out.set("part", field.part).set("path", field.path).set("offset", field.offset).set("size", field.size);
    if (field.bits > 0) out.set("first_bit", field.first_bit).set("bits", field.bits);
    out.set("type", field.type).set("purpose", field.purpose);
    if (field.count != 1) out.set("count", field.count);
    out.set("value", field.value);
    if (!field.meaning.empty()) out.set("meaning", field.meaning);
    if (field.has_children) out.set("has_children", true);
    return out;
}

json::Value fields_json(const FieldPage& page) {
    json::Array list;
    for (const FieldInfo& field : page.fields) list.push_back(field_json(field));
    json::Value out;
    out.set("version", version).set("part", page.part).set("bytes", page.bytes).set("is_packed", page.is_packed);
    out.set("fields", std::move(list)).set("more", page.more);
    return out;
}

json::Value fields_at_json(std::span<const FieldInfo> fields) {
    json::Array list;
    for (const FieldInfo& field : fields) list.push_back(field_json(field));
    json::Value out;
    out.set("version", version).set("fields", std::move(list));
    return out;
}

json::Value change_json(const FieldChange& change) {
    json::Value out;
    out.set("kind", change_kind_name(change.kind)).set("part", change.part).set("path", change.path);
    if (change.count != 1) out.set("count", change.count);
    const bool was_there = change.kind != ChangeKind::added && change.kind != ChangeKind::packing;
    const bool is_there = change.kind != ChangeKind::removed && change.kind != ChangeKind::packing;
    if (was_there) out.set("before", change.before);
    if (is_there) out.set("after", change.after);
    if (!change.meaning_before.empty()) out.set("meaning_before", change.meaning_before);
    if (!change.meaning_after.empty()) out.set("meaning_after", change.meaning_after);
    if (change.offset_before != no_offset) out.set("offset_before", change.offset_before);
    if (change.offset_after != no_offset) out.set("offset_after", change.offset_after);
    if (change.same_value) out.set("same_value", true);
    return out;
}

json::Value diff_json(const Diff& diff) {
    json::Array list;
    for (const FieldChange& change : diff.changes) list.push_back(change_json(change));
    json::Value out;
    out.set("version", version).set("equal", diff.equal()).set("changes", std::move(list));
    out.set("dropped", diff.dropped);
    return out;
}

}  // namespace thaw
