#include "library/native.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "formats/gltf/family.hpp"
#include "formats/shared/build_issues.hpp"
#include "library/option_values.hpp"

namespace thaw {

namespace {

Status check_variant(const Format& target, const std::string& variant) {
    const auto& known = target.variants;
    if (variant.empty() || std::find(known.begin(), known.end(), variant) != known.end()) return Done{};
    return Error{Code::unsupported, std::string(target.title) + " has no variant " + text::printable(variant)};
}

}  // namespace

const Format* native_format(const Model& model) {
    if (model.format != &gltf_file::format) return model.format;
    const GltfKept* kept = kept_in(model);
    return kept == nullptr ? nullptr : find_format(kept->source.format);
}

Result<NativeResult> make_native(const Model& model, const Format& target, const ConvertOptions& options,
                                 Issues& issues, const Context& context) {
    if (auto status = check_variant(target, options.variant); !status) return status.error();
    if (options.base != nullptr && options.base->format != &target) {
        return Error{Code::unsupported, "the base is no " + std::string(target.title)};
    }
    if (target.convert_from != nullptr) {
        auto direct = convert_document(model, target, issues);
        if (direct && !options.variant.empty()) {
            if (auto status = convert_variant(*direct, options.variant, issues); !status) return status.error();
        }
        if (direct) return NativeResult{.model = std::move(*direct)};
        if (direct.error().code != Code::unsupported) return direct.error();
    }
    ToNativeOptions made{.scene = scene_options_of(options)};
    made.build.variant = options.variant;
    made.build.name = options.name;
    made.build.fit = options.fit;
    made.build.fps = made.scene.fps;
    made.build.own = made.scene.own;
    // Its document may be taken, so it is read again.
    std::optional<Model> base;
    if (options.base != nullptr) {
        auto again = read(target, options.base->bundle, context);
        if (!again) return again.error();
        base = std::move(*again);
        made.base = &*base;
    }
    return to_native(model, target, made, issues, context);
}

Issues changes_to_fit(const Model& model, const Format& target, const ConvertOptions& options, const Context& context) {
    Issues fitted;
    if (options.fit) return fitted;
    ConvertOptions fitting = options;
    fitting.fit = true;
    Issues changes;
    if (!make_native(model, target, fitting, changes, context)) return fitted;
    for (const Issue& change : changes.list()) {
        if (change.is(issue::fitted)) fitted.add(change);
    }
    return fitted;
}

}  // namespace thaw
