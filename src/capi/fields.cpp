// The C functions about fields, and about which things of the scene bytes are of.
#include <thaw/elements.hpp>
#include <thaw/fields.hpp>

#include "capi/objects.hpp"
#include "capi/options.hpp"
#include "formats/shared/options.hpp"
#include "library/option_values.hpp"

namespace thaw::capi {

namespace {

std::string_view view(const char* text) { return text == nullptr ? std::string_view() : text; }

Status set_values(ModelObject& object, const std::vector<FieldValue>& values) {
    auto changed = set_fields(object.opened->model, values, {}, object.context());
    if (!changed) return changed.error();
    object.opened->model = std::move(*changed);
    object.outputs.clear();
    object.report = {};
    return Done{};
}

// The scene options that a call was given; checked, since bad ones would be another scene's numbers.
Result<SceneOptions> scene_options(const ModelObject& object, const char* options_json) {
    const auto values = option_values(view(options_json));
    if (!values) return values.error();
    const Model& model = object.opened->model;
    if (auto status = check_options(model, *values, {.read = model.format}); !status) return status.error();
    return scene_options_from(*values);
}

}  // namespace

}  // namespace thaw::capi

using namespace thaw::capi;
using thaw::Done;
using thaw::Result;
using thaw::Status;
namespace json = thaw::json;

extern "C" {

const char* thaw_fields_json(thaw_model* model, const char* part, const char* below, uint64_t first, uint64_t most,
                             uint32_t depth) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        constexpr thaw::u64 most_at_once = 100'000;
        const thaw::FieldQuery query{.part = std::string(view(part)),
                                     .below = std::string(view(below)),
                                     .first = first,
                                     .most = std::min<thaw::u64>(most, most_at_once),
                                     .depth = depth};
        const auto page = thaw::fields(object.opened->model, query, object.context());
        if (!page) return page.error();
        return thaw::fields_json(*page);
    });
}

const char* thaw_field_at_json(thaw_model* model, const char* part, uint64_t offset) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        const auto found = thaw::fields_at(object.opened->model, view(part), offset, object.context());
        if (!found) return found.error();
        return thaw::fields_at_json(*found);
    });
}

const char* thaw_find_field_json(thaw_model* model, const char* part, const char* path) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        const auto found = thaw::find_field(object.opened->model, view(path), view(part), 1 << 16, object.context());
        if (!found) return found.error();
        return thaw::field_json(*found);
    });
}

thaw_status thaw_set_field(thaw_model* model, const char* part, const char* path, const char* value_json) {
    return run_open(model, [&](ModelObject& object) -> Status {
        auto value = value_from(view(value_json));
        if (!value || path == nullptr) {
            misuse(object, value ? "no path was given" : value.error().message);
            return Done{};
        }
        return set_values(object, {{path, std::move(*value), std::string(view(part))}});
    });
}

thaw_status thaw_set_fields(thaw_model* model, const char* values_json) {
    return run_open(model, [&](ModelObject& object) -> Status {
        const auto values = field_values(view(values_json));
        if (!values) {
            misuse(object, values.error().message);
            return Done{};
        }
        return set_values(object, *values);
    });
}

const char* thaw_diff_json(thaw_model* a, const thaw_model* b) {
    return answer_open(a, [&](ModelObject& object) -> Result<json::Value> {
        const thaw::Model* other = &object.opened->model;  // of the same handle: equal
        const Call call(a == b ? nullptr : static_cast<const void*>(b), Kind::model);
        if (a != b && (!call.ok() || !model_of(call).opened)) {
            misuse(object, "the other one is no open model");
            return json::Value();
        }
        if (call.ok()) other = &model_of(call).opened->model;
        const auto found = thaw::diff(object.opened->model, *other, {}, object.context());
        if (!found) return found.error();
        return thaw::diff_json(*found);
    });
}

const char* thaw_elements_json(thaw_model* model, const char* part, uint64_t offset, const char* options_json) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        const auto options = scene_options(object, options_json);
        if (!options) return options.error();
        const auto index = thaw::ElementIndex::make(object.opened->model, *options, object.context());
        if (!index) return index.error();
        const auto found = index->at(view(part), offset);
        json::Array list;
        for (const thaw::Element& one : found.elements) {
            list.push_back(thaw::element_json(one).set("words", index->in_words(one)));
        }
        return json::Value().set("version", 1).set("elements", std::move(list)).set("skipped", found.skipped);
    });
}

const char* thaw_bytes_of_json(thaw_model* model, const char* element_json, const char* options_json) {
    return answer_open(model, [&](ModelObject& object) -> Result<json::Value> {
        const auto options = scene_options(object, options_json);
        if (!options) return options.error();
        const auto value = value_from(view(element_json));
        if (!value) return value.error();
        const auto element = thaw::element_from_json(*value);
        if (!element) return element.error();
        const auto ranges = thaw::bytes_of(object.opened->model, *element, *options, object.context());
        if (!ranges) return ranges.error();
        json::Array list;
        for (const thaw::BitRange& range : *ranges) list.push_back(thaw::bit_range_json(range));
        return json::Value().set("version", 1).set("ranges", std::move(list));
    });
}

}  // extern "C"
