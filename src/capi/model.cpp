// The C functions that open models, tell of them, write, convert and draw them.
#include <thaw/info.hpp>
#include <thaw/render.hpp>

#include "base/text.hpp"
#include "capi/objects.hpp"
#include "capi/options.hpp"
#include "capi/paths.hpp"
#include "formats/shared/options.hpp"
#include "library/option_values.hpp"

namespace thaw::capi {

Context ModelObject::context() {
    monitor.begin();
    return {.limits = limits, .monitor = monitor.call == nullptr ? nullptr : &monitor, .meshopt = meshopt_decoder()};
}

namespace {

json::Value want_json(const Want& want) {
    json::Array names;
    for (const std::string& name : want.names) names.emplace_back(name);
    json::Value out;
    out.set("role", want.role).set("names", std::move(names));
    out.set("mentions", want.mentions).set("required", want.required);
    return out;
}

// The files that were given, and the caller for others.
class CallerFiles final : public Lookup {
public:
    CallerFiles(ModelObject& object, const void* handle) : object_(object), handle_(handle) {}

    std::vector<FoundFile> find(const Want& want, const Format& format) override {
        auto found = object_.files.find(want, format);
        if (!found.empty() || object_.lookup == nullptr) return found;
        const std::string text = json::to_text(want_json(want));
        object_.in_lookup = true;
        const auto given =
            object_.lookup(object_.lookup_user, static_cast<thaw_model*>(const_cast<void*>(handle_)), text.c_str());
        object_.in_lookup = false;
        return given != 0 ? object_.files.find(want, format) : found;
    }

private:
    ModelObject& object_;
    const void* handle_;
};

Result<const Format*> format_of(const char* id) {
    if (id == nullptr) return nullptr;
    const Format* format = find_format(id);
    if (format == nullptr) return Error{Code::unsupported, "there is no format " + text::printable(id)};
    return format;
}

void forget_model(ModelObject& object) {
    object.opened.reset();
    object.outputs.clear();
    object.report = {};
}

std::vector<OpenResult> open_all(ModelObject& object, const void* handle, const Format* format) {
    CallerFiles files(object, handle);
    return open_models(object.given, {.format = format, .lookup = &files, .context = object.context()});
}

Status open_named(ModelObject& object, const void* handle, const char* format_id, const char* name) {
    forget_model(object);
    const auto format = format_of(format_id);
    if (!format) {
        misuse(object, format.error().message);
        return Done{};
    }
    CallerFiles files(object, handle);
    auto opened = open_model(object.given, {.format = *format, .lookup = &files, .context = object.context()},
                             name == nullptr ? std::string_view() : name);
    if (!opened) return opened.error();
    object.opened.emplace(std::move(*opened));
    return Done{};
}

json::Value model_json(const OpenResult& result, std::size_t index) {
    json::Value out;
    const auto* opened = std::get_if<OpenedModel>(&result);
    const Bundle& bundle = opened != nullptr ? opened->model.bundle : std::get<RefusedModel>(result).bundle;
    out.set("name", bundle.model).set("index", index).set("opened", opened != nullptr);
    if (opened == nullptr) out.set("error", to_json(std::get<RefusedModel>(result).error));
    return out;
}

json::Value outputs_json(const std::vector<ConvertedFile>& files) {
    json::Array out;
    for (const ConvertedFile& file : files) {
        json::Value one;
        one.set("name", file.name).set("role", file.role).set("bytes", file.bytes.size());
        one.set("companion", file.companion).set("kept", file.kept);
        out.push_back(std::move(one));
    }
    return out;
}

json::Value with_issues(json::Value out, const Issues& issues) {
    const json::Value found = to_json(issues);
    for (const json::Member& member : *found.get_if<json::Object>()) out.set(member.first, member.second);
    return out;
}

Status convert_into(ModelObject& object, const char* target, const char* options_json, const Model* base) {
    object.outputs.clear();
    object.report = {};
    auto options = convert_options(text_or_empty(options_json));
    if (!options) {
        misuse(object, options.error().message);
        return Done{};
    }
    options->base = base;
    Issues issues(object.limits.issues);
    auto made = convert(object.opened->model, text_or_empty(target), *options, issues, object.context());
    if (made) object.outputs = std::move(made->files);
    json::Value report;
    report.set("version", 1).set("target", text_or_empty(target)).set("outputs", outputs_json(object.outputs));
    report.set("change_summary", made ? made->change_summary : std::string());
    report.set("unchanged", made && made->is_unchanged);
    object.report = with_issues(std::move(report), issues);
    if (!made) return made.error();
    return Done{};
}

Status render_into(ModelObject& object, const char* options_json) {
    object.outputs.clear();
    object.report = {};
    auto request = render_request(text_or_empty(options_json));
    auto values = option_values(text_or_empty(options_json));
    if (!request || !values) {
        misuse(object, request ? values.error().message : request.error().message);
        return Done{};
    }
    const Model& model = object.opened->model;
    if (auto status = check_options(model, *values, {.read = model.format}); !status) return status;
    request->options.scene = scene_options_from(*values);
    request->options.webp = webp_encoder();
    auto made = render(model, request->options, request->extension, object.context());
    if (!made) return made.error();
    if (made->shows_nothing) return Error{Code::unsupported, "the model has nothing to show"};
    const std::string ending = request->extension.empty() ? ".rgba" : request->extension;
    object.outputs.push_back({made->name.empty() ? "image" + ending : made->name + ending, made->bytes});
    json::Value report;
    report.set("version", 1).set("width", made->width).set("height", made->height);
    report.set("frames", made->frames).set("seconds", made->seconds);
    object.report = with_issues(std::move(report), made->issues);
    return Done{};
}

Status add_bytes(ModelObject& object, const void* bytes, size_t size, const std::function<void(Blob)>& add) {
    if (bytes == nullptr && size != 0) {
        misuse(object, "there is a size but no bytes");
        return Done{};
    }
    add(Blob::copy_of(Bytes(static_cast<const u8*>(bytes), size)));
    return Done{};
}

// Also while thaw_open asks for files.
thaw_status add_file_from_inside(const void* handle, const char* name, const void* bytes, size_t size) {
    const auto object = look_from_inside(handle);
    if (object == nullptr || object->kind != Kind::model) return THAW_BAD_ARGUMENT;
    auto& model = static_cast<ModelObject&>(*object);
    if (!model.in_lookup || (bytes == nullptr && size != 0)) return THAW_BAD_ARGUMENT;
    const Status status = guarded([&]() -> Status {
        model.files.add({text_or_empty(name), Blob::copy_of(Bytes(static_cast<const u8*>(bytes), size))});
        return Done{};
    });
    return status ? THAW_OK : THAW_OUT_OF_MEMORY;
}

template <class List>
auto element(const void* handle, std::size_t index, List&& list)
    -> decltype(&*list(std::declval<ModelObject&>()).begin()) {
    const auto object = look(handle);
    if (object == nullptr || object->kind != Kind::model) return nullptr;
    auto& all = list(static_cast<ModelObject&>(*object));
    return index < all.size() ? &all[index] : nullptr;
}

const std::vector<Part> no_parts{};

const Part* part_at(const thaw_model* handle, std::size_t index) {
    return element(handle, index, [](ModelObject& object) -> const std::vector<Part>& {
        return object.opened ? object.opened->model.bundle.parts : no_parts;
    });
}

const ConvertedFile* output_at(const thaw_model* handle, std::size_t index) {
    return element(handle, index,
                   [](ModelObject& object) -> const std::vector<ConvertedFile>& { return object.outputs; });
}

}  // namespace

}  // namespace thaw::capi

using namespace thaw::capi;
using thaw::Done;
using thaw::Result;
using thaw::Status;
namespace json = thaw::json;

extern "C" {

thaw_model* thaw_new(void) {
    const void* handle = nullptr;
    (void)thaw::guarded([&]() -> Status {
        handle = add_handle(std::make_shared<ModelObject>());
        return Done{};
    });
    return static_cast<thaw_model*>(const_cast<void*>(handle));
}

void thaw_free(thaw_model* model) { free_handle(model, Kind::model); }

thaw_status thaw_set_monitor(thaw_model* model, thaw_monitor monitor, void* user) {
    return run<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Status {
        object.monitor.call = monitor;
        object.monitor.user = user;
        return Done{};
    });
}

thaw_status thaw_set_limits(thaw_model* model, const char* limits_json) {
    return run<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Status {
        const auto limits = limits_over(object.limits, text_or_empty(limits_json));
        if (limits) {
            object.limits = *limits;
        } else {
            misuse(object, limits.error().message);
        }
        return Done{};
    });
}

thaw_status thaw_add_part(thaw_model* model, const char* role, const char* name, const void* bytes, size_t size) {
    return run<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Status {
        return add_bytes(object, bytes, size, [&](thaw::Blob blob) {
            object.given.push_back({text_or_empty(role), text_or_empty(name), std::move(blob)});
        });
    });
}

thaw_status thaw_add_file(thaw_model* model, const char* name, const void* bytes, size_t size) {
    {
        const Call call(model, Kind::model);
        if (call.ok()) {
            ModelObject& object = model_of(call);
            forget_error(object);
            const Status status = thaw::guarded([&]() -> Status {
                return add_bytes(object, bytes, size,
                                 [&](thaw::Blob blob) { object.files.add({text_or_empty(name), std::move(blob)}); });
            });
            return status ? object.status : fail(object, status.error());
        }
    }
    return add_file_from_inside(model, name, bytes, size);
}

thaw_status thaw_set_lookup(thaw_model* model, thaw_lookup lookup, void* user) {
    return run<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Status {
        object.lookup = lookup;
        object.lookup_user = user;
        return Done{};
    });
}

thaw_status thaw_open(thaw_model* model, const char* format) {
    return run<ModelObject>(model, Kind::model,
                            [&](ModelObject& object) { return open_named(object, model, format, nullptr); });
}

thaw_status thaw_open_named(thaw_model* model, const char* format, const char* name) {
    return run<ModelObject>(model, Kind::model,
                            [&](ModelObject& object) { return open_named(object, model, format, name); });
}

const char* thaw_models_json(thaw_model* model, const char* format) {
    return answer<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Result<json::Value> {
        const auto known = format_of(format);
        if (!known) {
            misuse(object, known.error().message);
            return json::Value();
        }
        json::Array list;
        for (const auto& result : open_all(object, model, *known)) list.push_back(model_json(result, list.size()));
        return json::Value().set("version", 1).set("models", std::move(list));
    });
}

thaw_status thaw_open_path(thaw_model* model, const char* path, const char* options_json) {
    return run<ModelObject>(model, Kind::model, [&](ModelObject& object) -> Status {
        forget_model(object);
        auto options = path_options(text_or_empty(options_json));
        if (!options || path == nullptr) {
            misuse(object, options ? "no path was given" : options.error().message);
            return Done{};
        }
        auto opened = open_path(path, *options, object.context());
        if (!opened) return opened.error();
        object.given.clear();
        object.files = thaw::MemoryFiles();
        object.opened.emplace(std::move(*opened));
        return Done{};
    });
}

const char* thaw_wants_json(thaw_model* model) {
    return answer_open(model, [](ModelObject& object) -> Result<json::Value> {
        const auto wants = needs(object.opened->model);
        if (!wants) return wants.error();
        json::Array out;
        for (const thaw::Want& want : *wants) out.push_back(want_json(want));
        return json::Value(std::move(out));
    });
}

size_t thaw_part_count(const thaw_model* model) {
    const auto object = look(model);
    if (object == nullptr || object->kind != Kind::model) return 0;
    const auto& opened = static_cast<ModelObject&>(*object).opened;
    return opened ? opened->model.bundle.parts.size() : 0;
}

const char* thaw_part_role(const thaw_model* model, size_t index) {
    const thaw::Part* part = part_at(model, index);
    return part == nullptr ? nullptr : part->role.c_str();
}

const char* thaw_part_name(const thaw_model* model, size_t index) {
    const thaw::Part* part = part_at(model, index);
    return part == nullptr ? nullptr : part->name.c_str();
}

const void* thaw_part_bytes(const thaw_model* model, size_t index) {
    const thaw::Part* part = part_at(model, index);
    return part == nullptr ? nullptr : part->bytes.data();
}

size_t thaw_part_size(const thaw_model* model, size_t index) {
    const thaw::Part* part = part_at(model, index);
    return part == nullptr ? 0 : part->bytes.size();
}

const char* thaw_info_json(thaw_model* model) {
    return answer_open(model, [](ModelObject& object) -> Result<json::Value> {
        const auto known = thaw::info(*object.opened, object.context());
        if (!known) return known.error();
        return thaw::to_json(*known);
    });
}

const char* thaw_issues_json(thaw_model* model, thaw_profile profile) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        if (profile != THAW_PROFILE_SPEC && profile != THAW_PROFILE_GAME) {
            misuse(object, "there is no such profile");
            return json::Value();
        }
        const auto strictness = profile == THAW_PROFILE_GAME ? thaw::Profile::game : thaw::Profile::spec;
        const auto issues = thaw::check(object.opened->model, strictness, object.context());
        if (!issues) return issues.error();
        return thaw::to_json(*issues);
    });
}

thaw_status thaw_write(thaw_model* model) {
    return run_open(model, [](ModelObject& object) -> Status {
        object.outputs.clear();
        object.report = {};
        auto written = write(object.opened->model, object.context());
        if (!written) return written.error();
        for (thaw::Part& part : written->parts) object.outputs.push_back({part.name, part.bytes, part.role});
        return Done{};
    });
}

thaw_status thaw_convert(thaw_model* model, const char* target, const char* options_json) {
    return run_open(model, [&](ModelObject& object) { return convert_into(object, target, options_json, nullptr); });
}

thaw_status thaw_convert_over(thaw_model* edited, const thaw_model* base, const char* target,
                              const char* options_json) {
    return run_open(edited, [&](ModelObject& object) -> Status {
        const Call other(base, Kind::model);
        if (!other.ok() || !model_of(other).opened) {
            misuse(object, "the base is no open model of its own");
            return Done{};
        }
        return convert_into(object, target, options_json, &model_of(other).opened->model);
    });
}

const char* thaw_report_json(thaw_model* model) {
    return answer<ModelObject>(model, Kind::model,
                               [](ModelObject& object) -> Result<json::Value> { return object.report; });
}

size_t thaw_output_count(const thaw_model* model) {
    const auto object = look(model);
    if (object == nullptr || object->kind != Kind::model) return 0;
    return static_cast<ModelObject&>(*object).outputs.size();
}

const char* thaw_output_role(const thaw_model* model, size_t index) {
    const thaw::ConvertedFile* file = output_at(model, index);
    return file == nullptr ? nullptr : file->role.c_str();
}

const char* thaw_output_name(const thaw_model* model, size_t index) {
    const thaw::ConvertedFile* file = output_at(model, index);
    return file == nullptr ? nullptr : file->name.c_str();
}

const void* thaw_output_bytes(const thaw_model* model, size_t index) {
    const thaw::ConvertedFile* file = output_at(model, index);
    return file == nullptr ? nullptr : file->bytes.data();
}

size_t thaw_output_size(const thaw_model* model, size_t index) {
    const thaw::ConvertedFile* file = output_at(model, index);
    return file == nullptr ? 0 : file->bytes.size();
}

thaw_status thaw_render(thaw_model* model, const char* options_json) {
    return run_open(model, [&](ModelObject& object) { return render_into(object, options_json); });
}

}  // extern "C"
