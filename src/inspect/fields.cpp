// The fields of a model for those who ask: <thaw/fields.hpp>.
#include <thaw/fields.hpp>

#include <algorithm>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "inspect/field_info.hpp"
#include "inspect/find.hpp"
#include "inspect/outlined.hpp"

namespace thaw {

namespace {

using inspect::DescribedFile;
using inspect::Field;
using inspect::Item;
using inspect::Outline;
using inspect::OutlinedFile;

constexpr u64 short_array = 4;  // with more than one level, longer ones are one line

// Lists what is below an item, level by level, as many as were asked for.
class Lister {
public:
    Lister(const OutlinedFile& file, const FieldQuery& query, FieldPage& page)
        : outline_(file.outline()), query_(query), page_(page), skip_(query.first) {}

    void list(const Item& parent, u32 level) {
        const u64 n = inspect::children(outline_, parent);
        const bool is_flat = level == query_.depth;
        const u64 skipped = is_flat ? std::min(skip_, n) : 0;  // nothing below them counts
        skip_ -= skipped;
        inspect::each_child(outline_, parent, skipped, [&](Item&& child) {
            if (!take(child)) return false;
            if (level < query_.depth && opens(child)) list(child, level + 1);
            return !page_.more;
        });
    }

private:
    bool opens(const Item& item) const {
        return query_.unfolded || !inspect::is_array(outline_, item) ||
               inspect::children(outline_, item) <= short_array;
    }
    bool take(const Item& item) {
        if (skip_ > 0) {
            --skip_;
            return true;
        }
        page_.more = page_.fields.size() >= query_.most;
        if (!page_.more) page_.fields.push_back(inspect::info_of(outline_, item, page_.part, query_.values));
        return !page_.more;
    }

    const Outline& outline_;
    const FieldQuery& query_;
    FieldPage& page_;
    u64 skip_;
};

Result<FieldPage> list_fields(const Model& model, const FieldQuery& query, const Context& context) {
    auto file = inspect::outline_file(model, query.part, context);
    if (!file) return file.error();
    FieldPage page{.part = file->described.part.role,
                   .bytes = file->described.part.bytes.size(),
                   .is_packed = file->described.is_packed};
    Item parent = inspect::root_of(file->outline());
    if (!query.below.empty()) {
        auto found = inspect::find_in(*file, query.below, context);
        if (!found) return found.error();
        parent = std::move(*found);
    }
    if (query.depth > 0) Lister(*file, query, page).list(parent, 1);
    return page;
}

Result<std::vector<FieldInfo>> list_at(const Model& model, std::string_view part, u64 offset, const Context& context) {
    const auto files = inspect::files_of(model, context);
    if (!files) return files.error();
    auto file = inspect::describe_file(*model.format, *files, part, context);
    if (!file) return file.error();
    const u64 size = file->part.bytes.size();
    if (offset >= size) {
        return Error{Code::bad_value,
                     "there is no byte " + text::hex(offset) + "; the file has " + text::plural(size, "byte"),
                     file->part.name};
    }
    inspect::ByteProbe probe(offset);
    if (auto status = file->annotate(probe, context); !status) return status.error();
    std::vector<FieldInfo> out;
    constexpr u64 values = 16;
    for (const Field& field : probe.fields()) out.push_back(inspect::info_of(field, file->part.role, values));
    for (const inspect::Holder& holder : probe.parents()) {
        FieldInfo info;
        if (!holder.field.raw.empty() && holder.words.empty()) {
            info = inspect::info_of(holder.field, file->part.role, values);
        } else {
            info.part = file->part.role;
            info.path = holder.field.path;
            info.offset = holder.field.offset;
            info.size = holder.size;
            info.type = holder.words.empty() ? "struct" : "array";
            info.count = std::max<u64>(holder.count, 1);
        }
        info.has_children = true;
        out.push_back(std::move(info));
    }
    return out;
}

Result<FieldInfo> info_at_path(const Model& model, std::string_view path, std::string_view part, u64 values,
                               const Context& context) {
    auto found = inspect::find_in_files(model, path, part, context);
    if (!found) return found.error();
    return inspect::info_of(found->file.outline(), found->item, found->file.described.part.role, values);
}

}  // namespace

Result<FieldPage> fields(const Model& model, const FieldQuery& query, const Context& context) {
    return guarded([&] { return list_fields(model, query, context); });
}

Result<std::vector<FieldInfo>> fields_at(const Model& model, std::string_view part, u64 offset,
                                         const Context& context) {
    return guarded([&] { return list_at(model, part, offset, context); });
}

Result<FieldInfo> find_field(const Model& model, std::string_view path, std::string_view part, u64 values,
                             const Context& context) {
    return guarded([&] { return info_at_path(model, path, part, values, context); });
}

Result<Blob> described_bytes(const Model& model, std::string_view part, const Context& context) {
    return guarded([&]() -> Result<Blob> {
        const auto files = inspect::files_of(model, context);
        if (!files) return files.error();
        auto file = inspect::describe_file(*model.format, *files, part, context);
        if (!file) return file.error();
        return std::move(file->part.bytes);
    });
}

}  // namespace thaw
