// What the tables of an Unreal package say about each other.
#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/package/document.hpp"

namespace thaw::upackage {

namespace {

constexpr u64 fixed_header_bytes = 36;
constexpr u64 most_steps_up = 16;  // real packages nest three deep, their classes some more; a ring ends here

template <class T>
u64 sum_of_bytes(const std::vector<T>& rows, u16 version) {
    u64 sum = 0;
    for (const T& row : rows) sum += row.disk_bytes(version);
    return sum;
}

bool is_actor(std::string_view name) { return text::equal_ignoring_case(name, "Actor"); }

u64 outer_bytes(u16 version) { return version > last_with_short_rows ? 4 : 0; }

}  // namespace

bool has_known_meshes(u16 version) { return version >= 40 && version != 73; }

std::string_view foreign_classes(const Document& package) {
    constexpr u16 duke_licensee = 2;  // 164 objects of Duke Nukem Forever measured
    return package.licensee == duke_licensee ? "classes of Duke Nukem Forever are laid out in another way"
                                             : std::string_view();
}

u64 text_bytes(Compact length) {
    const i64 n = length.value();
    return static_cast<u64>(n < 0 ? -2 * n : n);
}

std::string_view Name::view() const { return text::until_nul({text.data(), std::min(text.size(), most_name_letters)}); }

u64 Name::disk_bytes(u16 version) const {
    return (version >= first_with_name_lengths ? length.size() : 0) + text.size() + sizeof flags;
}

archive::Extent Export::extent() const {
    // A negative size or offset leads past every end.
    return {static_cast<u32>(offset.value()), static_cast<u32>(size.value())};
}

u64 Export::disk_bytes(u16 version) const {
    return object_class.size() + super.size() + outer_bytes(version) + name.size() + 4 + size.size() +
           (has_bytes() ? offset.size() : 0);
}

u64 Import::disk_bytes(u16 version) const {
    const u64 package_bytes = version > last_with_short_rows ? 0 : package.size();
    return class_package.size() + class_name.size() + package_bytes + outer_bytes(version) + name.size();
}

u64 Property::value_bytes() const {
    switch (type()) {
        case PropertyType::bool_value: return 0;
        case PropertyType::byte_value: return 1;
        case PropertyType::int_value:
        case PropertyType::float_value: return 4;
        case PropertyType::object:
        case PropertyType::class_value:
        case PropertyType::name: return reference.size();
        case PropertyType::string: return reference.size() + text_bytes(reference);
        default: return declared_bytes();
    }
}

u32 Property::declared_bytes() const {
    constexpr std::array<u32, 5> fixed{1, 2, 4, 12, 16};
    return size_code() < fixed.size() ? fixed[size_code()] : size;
}

u32 Property::array_index() const {
    if (!has_index()) return 0;
    if ((index[0] & 0x80) == 0) return index[0];
    if ((index[0] & 0x40) == 0) return (index[0] & 0x3Fu) << 8 | index[1];
    return (index[0] & 0x3Fu) << 24 | u32{index[1]} << 16 | u32{index[2]} << 8 | index[3];
}

const Property* Object::find(const Document& package, std::string_view name, u32 index) const {
    const auto found = std::find_if(properties.begin(), properties.end(), [&](const Property& p) {
        return p.array_index() == index && text::equal_ignoring_case(package.name_of(p.name), name);
    });
    return found == properties.end() ? nullptr : &*found;
}

std::vector<archive::Extent> Document::tables() const {
    const bool new_header = version >= first_with_generations;
    const u64 rest = new_header ? Guid::disk_bytes + 4 + Generation::disk_bytes * generations.size() : 8;
    return {{0, fixed_header_bytes + rest},
            {name_offset, sum_of_bytes(names, version)},
            {import_offset, sum_of_bytes(imports, version)},
            {export_offset, sum_of_bytes(exports, version)},
            {heritage_offset, Guid::disk_bytes * heritage.size()}};
}

std::vector<archive::Extent> Document::extents() const {
    std::vector<archive::Extent> out;
    for (const Export& one : exports) out.push_back(one.has_bytes() ? one.extent() : archive::Extent{});
    return out;
}

bool Document::has_name(Compact name) const {
    return name.value() >= 0 && static_cast<std::size_t>(name.value()) < names.size();
}

std::string_view Document::name_of(Compact name) const {
    return has_name(name) ? names[static_cast<std::size_t>(name.value())].view() : std::string_view();
}

bool Document::is_none(Compact name) const { return text::equal_ignoring_case(name_of(name), "None"); }

bool Document::has_object(i32 reference) const {
    const i64 number = reference;
    return number <= static_cast<i64>(exports.size()) && -number <= static_cast<i64>(imports.size());
}

std::string_view Document::object_name(i32 reference) const {
    if (reference == 0 || !has_object(reference)) return {};
    if (reference > 0) return name_of(exports[static_cast<std::size_t>(reference) - 1].name);
    return name_of(imports[static_cast<std::size_t>(-(i64{reference} + 1))].name);
}

// Of an import without an outer: "Package.".
std::string Document::package_name(i32 reference) const {
    const std::string_view name = name_of(imports[static_cast<std::size_t>(-(i64{reference} + 1))].package);
    return name.empty() || text::equal_ignoring_case(name, "None") ? std::string() : std::string(name) + ".";
}

std::string Document::full_name(i32 reference) const {
    std::string out;
    for (u64 step = 0; step < most_steps_up && reference != 0 && has_object(reference); ++step) {
        const std::string own(object_name(reference));
        out = out.empty() ? own : own + "." + out;
        if (reference < 0 && version <= last_with_short_rows) return package_name(reference) + out;
        reference = reference > 0 ? exports[static_cast<std::size_t>(reference) - 1].outer
                                  : imports[static_cast<std::size_t>(-(i64{reference} + 1))].outer;
    }
    return out;
}

std::string_view Document::class_of(const Export& one) const {
    const i32 reference = one.object_class.value();
    return reference == 0 ? std::string_view("Class") : object_name(reference);
}

const SourceFile* Document::file_of(std::size_t object, FileKind kind) const {
    auto file = std::lower_bound(files.begin(), files.end(), object,
                                 [](const SourceFile& one, std::size_t wanted) { return one.object < wanted; });
    for (; file != files.end() && file->object == object; ++file) {
        if (file->kind == kind) return &*file;
    }
    return nullptr;
}

const Object* Document::object(i32 reference) const {
    if (reference <= 0 || static_cast<std::size_t>(reference) > objects.size()) return nullptr;
    return &objects[static_cast<std::size_t>(reference) - 1];
}

const Property* Document::class_default(std::size_t class_export, std::string_view name, u32 index) const {
    for (u64 step = 0; step < most_steps_up && class_export < objects.size(); ++step) {
        const Object& one = objects[class_export];
        if (one.shape != Shape::class_type || is_actor(name_of(exports[class_export].name))) return nullptr;
        if (const Property* found = one.find(*this, name, index)) return found;
        const i32 above = exports[class_export].super.value();
        if (above <= 0) return nullptr;
        class_export = static_cast<std::size_t>(above) - 1;
    }
    return nullptr;
}

u64 Document::defaults_to_search(std::size_t class_export) const {
    u64 sum = 0;
    for (u64 step = 0; step < most_steps_up && class_export < objects.size(); ++step) {
        sum += objects[class_export].properties.size();
        const i32 above = exports[class_export].super.value();
        if (above <= 0) break;
        class_export = static_cast<std::size_t>(above) - 1;
    }
    return sum;
}

std::string Document::class_above(std::size_t class_export) const {
    for (u64 step = 0; step < most_steps_up && class_export < objects.size(); ++step) {
        const i32 above = exports[class_export].super.value();
        if (above == 0 || !has_object(above)) return {};
        if (above < 0) {
            const std::string full = full_name(above);
            const std::string_view package = std::string_view(full).substr(0, full.find('.'));
            const bool of_engine =
                text::equal_ignoring_case(package, "Engine") || text::equal_ignoring_case(package, "Core");
            return of_engine || package.size() == full.size() ? std::string() : full;
        }
        class_export = static_cast<std::size_t>(above) - 1;
    }
    return {};
}

}  // namespace thaw::upackage
