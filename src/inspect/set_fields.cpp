// Other values for fields. The bytes of a field are changed where they are; that nothing else depends on them is not
// assumed but looked at: the file that comes of it is read again, and has to have the same fields in the same places.
#include <thaw/fields.hpp>

#include <algorithm>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "inspect/field_value.hpp"
#include "inspect/outlined.hpp"

namespace thaw {

namespace {

using inspect::Field;
using inspect::Item;
using inspect::OutlinedFile;

// One of the model's files, and what its described bytes shall be.
struct EditedFile {
    OutlinedFile before;
    std::vector<u8> bytes;

    const Part& part() const { return before.described.part; }
    bool is_changed() const {
        const Bytes was = part().bytes.bytes();
        return !std::equal(was.begin(), was.end(), bytes.begin(), bytes.end());
    }
    std::span<u8> bytes_of(const Field& field) {
        return std::span(bytes).subspan(static_cast<std::size_t>(field.offset), static_cast<std::size_t>(field.size()));
    }
};

class Setter {
public:
    Setter(const Model& model, const SetOptions& options, const Context& context)
        : format_(*model.format), options_(options), context_(context) {}

    Result<Model> run(const Model& model, std::span<const FieldValue> values);

private:
    struct Place {
        std::size_t file;
        Field field;  // of the bytes as they were
    };

    Result<std::size_t> open(std::string_view role);
    Result<Place> find(const FieldValue& value);
    Status put(const Place& place, const json::Value& value);
    Status put_all(std::span<const FieldValue> values);
    Result<Bundle> pack();
    Status compare(const Model& made, const Bundle& files) const;
    Status compare(const EditedFile& file, const Bundle& files) const;
    Error refused(std::string message, Code code = Code::unrepresentable) const;
    Error refused_for(const Error& error, std::string_view words) const;

    const Format& format_;
    const SetOptions& options_;
    const Context& context_;
    Bundle files_;
    std::vector<EditedFile> edited_;
    std::string paths_;  // of what is set, for messages
};

Error Setter::refused(std::string message, Code code) const {
    return {.code = code, .message = std::move(message), .path = paths_};
}

// What has nothing to do with the value is said as it is.
Error Setter::refused_for(const Error& error, std::string_view words) const {
    if (error.code == Code::out_of_memory || error.code == Code::cancelled || error.code == Code::internal)
        return error;
    return refused(std::string(words) + ": " + to_string(error));
}

Result<std::size_t> Setter::open(std::string_view role) {
    for (std::size_t i = 0; i < edited_.size(); ++i) {
        if (edited_[i].part().role == role) return i;
    }
    auto file = inspect::outline_file(format_, files_, role, context_);
    if (!file) return file.error();
    const Bytes bytes = file->outline().bytes();
    edited_.push_back({std::move(*file), {bytes.begin(), bytes.end()}});
    return edited_.size() - 1;
}

// In the first file that has it. What is nearest to it is what the error is about.
Result<Setter::Place> Setter::find(const FieldValue& value) {
    auto roles = inspect::roles_in(format_, files_);
    if (!value.part.empty() || roles.empty()) roles = {value.part};
    std::optional<Error> nearest;
    for (const std::string_view role : roles) {
        const auto file = open(role);
        if (!file) return file.error();
        auto item = inspect::find_in(edited_[*file].before, value.path, context_);
        if (!item) {
            if (!nearest) nearest = item.error();
            continue;
        }
        if (item->what != Item::What::leaf) {
            Error error{Code::bad_value, "has no value of its own; set the fields below it"};
            error.file = edited_[*file].part().name;
            error.path = value.path;
            return error;
        }
        return Place{*file, std::move(item->field)};
    }
    return *nearest;
}

Status Setter::put(const Place& place, const json::Value& value) {
    EditedFile& file = edited_[place.file];
    const std::span<u8> bytes =
        std::span(file.bytes)
            .subspan(static_cast<std::size_t>(place.field.offset), static_cast<std::size_t>(place.field.size()));
    Field now = place.field;  // other values may have changed it already
    now.raw = bytes;
    auto status = inspect::put_value(now, value, bytes);
    if (!status && status.error().file.empty()) status.error().file = file.part().name;
    return status;
}

Status Setter::put_all(std::span<const FieldValue> values) {
    std::vector<Place> places;
    for (const FieldValue& value : values) {
        auto place = find(value);
        if (!place) return place.error();
        if (auto status = put(*place, value.value); !status) return status;
        places.push_back(std::move(*place));
        if (paths_.find(value.path) == std::string::npos) paths_ += (paths_.empty() ? "" : ", ") + value.path;
    }
    // Setting them once more changes nothing, unless two values are meant for the same bits.
    for (std::size_t i = 0; i < places.size(); ++i) {
        EditedFile& file = edited_[places[i].file];
        const std::span<u8> bytes = file.bytes_of(places[i].field);
        const std::vector<u8> set(bytes.begin(), bytes.end());
        if (auto status = put(places[i], values[i].value); !status) return status;
        if (std::equal(set.begin(), set.end(), bytes.begin())) continue;
        Error error{Code::bad_value, "is given two values that cannot both be true"};
        error.file = file.part().name;
        error.path = values[i].path;
        return error;
    }
    return Done{};
}

// The model's files with the bytes that were set.
Result<Bundle> Setter::pack() {
    Bundle out = files_;
    for (const EditedFile& file : edited_) {
        if (!file.is_changed()) continue;
        Result<Blob> bytes = Blob::copy_of(file.bytes);
        if (format_.pack != nullptr) bytes = format_.pack(*file.before.described.document, file.part().role, *bytes);
        if (!bytes) return bytes.error();
        for (Part& part : out.parts) {
            if (part.role == file.part().role) part.bytes = *bytes;
        }
    }
    return out;
}

std::string bytes_differ(const Bundle& made, const Bundle& files) {
    for (const Part& part : made.parts) {
        const Part* other = files.find(part.role);
        if (other == nullptr || other->bytes != part.bytes) return part.role;
    }
    return {};
}

Status Setter::compare(const EditedFile& file, const Bundle& files) const {
    auto after = inspect::outline_file(format_, files, file.part().role, context_);
    if (!after) return refused_for(after.error(), "that leaves a file that cannot be read");
    const Bytes bytes = after->outline().bytes();
    if (!std::equal(bytes.begin(), bytes.end(), file.bytes.begin(), file.bytes.end())) {
        return refused("the file would not unpack to what was set");
    }
    if (options_.raw) return Done{};
    const auto different = file.before.outline().first_difference(after->outline());
    if (!different) return Done{};
    const std::string where = different->empty() ? "the file" : *different;
    return refused("that decides what follows: " + where +
                   " would be read differently, and its bytes have no new place");
}

Status Setter::compare(const Model& made, const Bundle& files) const {
    const auto written = write(made, context_);
    if (!written) return refused_for(written.error(), "that leaves a file that cannot be written");
    if (const std::string role = bytes_differ(*written, files); !role.empty()) {
        return refused("the file would not be written as it was set", Code::internal);
    }
    for (const EditedFile& file : edited_) {
        if (auto status = compare(file, files); !status) return status;
    }
    return Done{};
}

Result<Model> Setter::run(const Model& model, std::span<const FieldValue> values) {
    auto files = inspect::files_of(model, context_);
    if (!files) return files.error();
    files_ = std::move(*files);
    if (auto status = put_all(values); !status) return status.error();
    // A file may be laid out by what is in another one.
    for (const std::string_view role : inspect::roles_in(format_, files_)) {
        if (const auto file = open(role); !file) return file.error();
    }
    auto packed = pack();
    if (!packed) return packed.error();
    auto made = read(format_, *packed, context_);
    if (!made) return refused_for(made.error(), "that leaves a file that cannot be read");
    if (auto status = compare(*made, *packed); !status) return status.error();
    return made;
}

}  // namespace

Result<Model> set_fields(const Model& model, std::span<const FieldValue> values, const SetOptions& options,
                         const Context& context) {
    return guarded([&] { return Setter(model, options, context).run(model, values); });
}

Result<Model> set_field(const Model& model, std::string_view path, const json::Value& value, std::string_view part,
                        const Context& context) {
    return guarded([&]() -> Result<Model> {
        const FieldValue one[] = {{std::string(path), value, std::string(part)}};
        return Setter(model, {}, context).run(model, one);
    });
}

}  // namespace thaw
