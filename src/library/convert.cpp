#include <thaw/convert.hpp>

#include "base/file_name.hpp"
#include "base/guard.hpp"
#include "base/safe_name.hpp"
#include "base/text.hpp"
#include "convert/export.hpp"
#include "library/exchange.hpp"
#include "library/names.hpp"
#include "library/native.hpp"
#include "library/option_values.hpp"

namespace thaw {

namespace {

constexpr std::string_view native_word = "native";

// What becomes of the model: a file to exchange, or one of a format.
struct Goal {
    Exchange exchange = Exchange::none;
    const Format* format = nullptr;
};

Result<Goal> goal_of(const Model& model, std::string_view target) {
    Goal goal{exchange_of(target)};
    if (goal.exchange != Exchange::none) return goal;
    goal.format = target == native_word ? native_format(model) : find_format(target);
    if (goal.format != nullptr) return goal;
    if (target == native_word) {
        return Error{Code::unsupported, "this glTF does not say which format it came from: name one"};
    }
    return Error{Code::unsupported, text::printable(target) + " is not glb, gltf, obj, native or a format"};
}

OptionUse use_of(const Model& model, const Goal& goal, const ConvertOptions& options) {
    OptionUse out{.read = model.format};
    if (goal.exchange != Exchange::none) return out;
    out.scene = goal.format != model.format;
    if (!out.scene) return out;
    out.build = goal.format;
    if (options.base != nullptr) out.base = goal.format;
    return out;
}

Result<Converted> to_exchange(const Model& model, Exchange exchange, const ConvertOptions& options, Issues& issues,
                              const Context& context) {
    auto made = exchange_scene(model, exchange, options, issues, context);
    if (!made) return made.error();
    if (shows_nothing(made->scene)) return Error{Code::unsupported, "the model has nothing to show"};
    Converted out;
    const std::string stem =
        text::safe_name(options.name.empty() ? output_stem(model, made->scene.name) : options.name);
    const GltfOptions gltf = made->gltf();
    for (ExchangeFile& file : exchange_files(made->scene, gltf, exchange, stem, context)) {
        if (!file.make) {
            out.files.push_back({std::move(file.name), std::move(file.bytes)});
            continue;
        }
        BytesSink sink;
        if (auto status = file.make(sink); !status) return status.error();
        out.files.push_back({std::move(file.name), Blob::take(std::move(sink.bytes))});
    }
    return out;
}

// Its own files, under their names where they have some.
Status add_own(const Model& model, const std::string& stem, Converted& out, const Context& context) {
    const auto written = write(model, context);
    if (!written) return written.error();
    for (const Part& part : written->parts) {
        const std::string_view known = part.name == "-" ? std::string_view() : text::file_name(part.name);
        std::string name = known.empty() ? stem + std::string(suffix_of(model, part.role)) : std::string(known);
        out.files.push_back({std::move(name), part.bytes, part.role});
    }
    return Done{};
}

Result<Converted> to_format(const Model& model, const Format& target, const ConvertOptions& options, Issues& issues,
                            const Context& context) {
    const std::string stem = text::safe_name(options.name.empty() ? output_stem(model, {}) : options.name);
    Converted out;
    const bool as_it_is = &target == model.format;
    if (as_it_is && options.base != nullptr) {
        return Error{Code::unsupported, "the base has no effect: the model is written again as it is"};
    }
    if (as_it_is && options.variant.empty()) {
        if (auto status = add_own(model, stem, out, context); !status) return status.error();
        return out;
    }
    if (as_it_is) {
        auto again = read(target, model.bundle, context);
        if (!again) return again.error();
        if (auto status = convert_variant(*again, options.variant, issues); !status) return status.error();
        if (auto status = add_own(*again, stem, out, context); !status) return status.error();
        return out;
    }
    if (target.convert_from == nullptr && target.from_scene == nullptr) {
        return Error{Code::unsupported,
                     "Thaw cannot convert " + std::string(model.format->id) + " to " + std::string(target.id)};
    }
    ConvertOptions named = options;
    if (named.name.empty()) named.name = output_stem(model, {});
    auto made = make_native(model, target, named, issues, context);
    if (!made) return made.error();
    if (auto status = add_own(made->model, stem, out, context); !status) return status.error();
    for (const Part& part : made->companions) {
        out.files.push_back({companion_name(part, stem), part.bytes, part.role, true});
    }
    for (const Part& part : made->kept) {
        out.files.push_back({companion_name(part, stem), part.bytes, part.role, true, true});
    }
    out.change_summary = std::move(made->change_summary);
    out.is_unchanged = made->is_unchanged;
    return out;
}

}  // namespace

Result<Converted> convert(const Model& model, std::string_view target, const ConvertOptions& options, Issues& issues,
                          const Context& context) {
    return guarded([&]() -> Result<Converted> {
        const auto goal = goal_of(model, target);
        if (!goal) return goal.error();
        if (auto status = check_options(model, options.options, use_of(model, *goal, options)); !status) {
            return status.error();
        }
        return goal->exchange != Exchange::none ? to_exchange(model, goal->exchange, options, issues, context)
                                                : to_format(model, *goal->format, options, issues, context);
    });
}

Issues changes_to_fit(const Model& model, std::string_view target, const ConvertOptions& options,
                      const Context& context) {
    Issues out;
    (void)guarded([&]() -> Status {
        const auto goal = goal_of(model, target);
        if (goal && goal->format != nullptr) out = changes_to_fit(model, *goal->format, options, context);
        return Done{};
    });
    return out;
}

Result<Scene> to_scene(const Model& model, const ConvertOptions& options, Issues& issues) {
    return guarded([&]() -> Result<Scene> {
        if (auto status = check_options(model, options.options, {.read = model.format}); !status) return status.error();
        return to_scene(model, scene_options_of(options), issues);
    });
}

Result<Scene> to_exportable_scene(const Model& model, const ConvertOptions& options, Issues& issues,
                                  const Context& context) {
    return guarded([&]() -> Result<Scene> {
        if (auto status = check_options(model, options.options, {.read = model.format}); !status) return status.error();
        return scene_for_export(model, scene_options_of(options), issues, context);
    });
}

}  // namespace thaw
