// Options as JSON objects. Members that are not known are refused by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/convert.hpp>
#include <thaw/elements.hpp>
#include <thaw/fields.hpp>
#include <thaw/render.hpp>

namespace thaw::capi {

Result<ConvertOptions> convert_options(std::string_view json);

struct RenderRequest {
    RenderOptions options{};
    std::string extension = ".png";  // empty: pixels
};
// `options`: those of formats, already checked against the model.
Result<RenderRequest> render_request(std::string_view json);
// The member "options" of the same object.
Result<OptionValues> option_values(std::string_view json);

Result<Limits> limits_over(Limits limits, std::string_view json);

struct PathOptions {
    std::string format{};
    std::string model{};
    std::vector<std::string> search{};
    std::vector<OptionValue> companions{};  // role and path
};
Result<PathOptions> path_options(std::string_view json);

Result<json::Value> value_from(std::string_view json);
Result<std::vector<FieldValue>> field_values(std::string_view json);

}  // namespace thaw::capi
