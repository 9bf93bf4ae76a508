// The C functions about archives, those of games and those of the world.
#include <thaw/archives.hpp>

#include "base/text.hpp"
#include "capi/objects.hpp"
#include "capi/paths.hpp"

namespace thaw::capi {

namespace {

struct ArchiveObject final : Object {
    ArchiveObject() : Object(Kind::archive) {}

    std::optional<AnyArchive> opened{};
    Blob entry{};
};

// A game's own, whose document stays in memory.
Result<AnyArchive> game_archive(Part part, const Context& context) {
    const std::string name = part.name;
    auto opened = open_model({std::move(part)}, {.context = context});
    if (!opened) return opened.error();
    if (opened->model.format->entries == nullptr) {
        return Error{Code::not_recognised, std::string(opened->model.format->title) + " is no archive", name};
    }
    const auto model = std::make_shared<const Model>(std::move(opened->model));
    auto entries = model->format->entries(*model->document, context);
    if (!entries) return entries.error();
    return AnyArchive{std::string(model->format->title), std::move(*entries), [model, context](std::size_t entry) {
                          return model->format->unpack_entry(*model->document, entry, context);
                      }};
}

// As the program calls it: "zip archive".
std::string title_of(std::string_view kind) {
    for (const archives::KnownKind& known : archives::known_kinds()) {
        if (known.id == kind) return std::string(known.title);
    }
    return std::string(kind);
}

Result<AnyArchive> world_archive(const Part& part, const Context& context) {
    auto archive = archives::open(part.name, archives::blob_source(part.bytes), context);
    if (!archive) return archive.error();
    const std::shared_ptr<archives::Archive> held = std::move(*archive);
    return AnyArchive{title_of(held->kind()), held->entries(), [held](std::size_t entry) { return held->load(entry); }};
}

Result<AnyArchive> open_bytes(Part part, const Context& context) {
    const auto source = archives::blob_source(part.bytes);
    return archives::kind_of(part.name, *source).empty() ? game_archive(std::move(part), context)
                                                         : world_archive(part, context);
}

template <class Open>
thaw_status open_with(thaw_archive* archive, Open&& open) {
    return run<ArchiveObject>(archive, Kind::archive, [&](ArchiveObject& object) -> Status {
        object.opened.reset();
        object.entry = {};
        auto opened = open(Context{.limits = usual_limits()});
        if (!opened) return opened.error();
        object.opened.emplace(std::move(*opened));
        return Done{};
    });
}

json::Value entry_json(const ArchiveEntry& entry) {
    json::Value out;
    out.set("name", entry.name).set("bytes", entry.bytes).set("stored_bytes", entry.stored_bytes);
    if (!entry.kind.empty()) out.set("kind", entry.kind);
    return out;
}

}  // namespace

}  // namespace thaw::capi

using namespace thaw::capi;
using thaw::Done;
using thaw::Result;
using thaw::Status;
namespace json = thaw::json;

extern "C" {

thaw_archive* thaw_archive_new(void) {
    const void* handle = nullptr;
    (void)thaw::guarded([&]() -> Status {
        handle = add_handle(std::make_shared<ArchiveObject>());
        return Done{};
    });
    return static_cast<thaw_archive*>(const_cast<void*>(handle));
}

void thaw_archive_free(thaw_archive* archive) { free_handle(archive, Kind::archive); }

thaw_status thaw_archive_open(thaw_archive* archive, const char* name, const void* bytes, size_t size) {
    return open_with(archive, [&](const thaw::Context& context) -> Result<AnyArchive> {
        if (bytes == nullptr && size != 0) {
            return thaw::Error{thaw::Code::bad_value, "there is a size but no bytes"};
        }
        const thaw::Bytes view(static_cast<const thaw::u8*>(bytes), size);
        return open_bytes({{}, text_or_empty(name), thaw::Blob::copy_of(view)}, context);
    });
}

thaw_status thaw_archive_open_path(thaw_archive* archive, const char* path) {
    return open_with(archive, [&](const thaw::Context& context) -> Result<AnyArchive> {
        if (path == nullptr) return thaw::Error{thaw::Code::bad_value, "no path was given"};
        return open_archive_path(path, context);
    });
}

const char* thaw_entries_json(thaw_archive* archive) {
    return answer<ArchiveObject>(archive, Kind::archive, [](ArchiveObject& object) -> Result<json::Value> {
        if (!object.opened) {
            misuse(object, "the archive is not open: call thaw_archive_open first");
            return json::Value();
        }
        json::Array list;
        for (const thaw::ArchiveEntry& entry : object.opened->entries) list.push_back(entry_json(entry));
        return json::Value().set("version", 1).set("kind", object.opened->kind).set("entries", std::move(list));
    });
}

thaw_status thaw_entry(thaw_archive* archive, size_t index) {
    return run<ArchiveObject>(archive, Kind::archive, [&](ArchiveObject& object) -> Status {
        object.entry = {};
        if (!object.opened || index >= object.opened->entries.size()) {
            misuse(object, object.opened ? "the archive has no such entry" : "the archive is not open");
            return Done{};
        }
        auto bytes = object.opened->load(index);
        if (!bytes) return bytes.error();
        object.entry = std::move(*bytes);
        return Done{};
    });
}

const void* thaw_entry_bytes(const thaw_archive* archive) {
    const auto object = look(archive);
    if (object == nullptr || object->kind != Kind::archive) return nullptr;
    return static_cast<ArchiveObject&>(*object).entry.data();
}

size_t thaw_entry_size(const thaw_archive* archive) {
    const auto object = look(archive);
    if (object == nullptr || object->kind != Kind::archive) return 0;
    return static_cast<ArchiveObject&>(*object).entry.size();
}

}  // extern "C"
