// The operations of <thaw/format.hpp> that are the same for every format.
#include <thaw/format.hpp>

#include <algorithm>

#include "base/guard.hpp"
#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/extent.hpp"
#include "formats/shared/level_issues.hpp"
#include "formats/shared/parts.hpp"
#include "scene/edit/edit.hpp"
#include "scene/levels.hpp"

namespace thaw {

const Format* find_format(std::string_view id) {
    for (const Format* format : formats()) {
        if (format->id == id) return format;
    }
    return nullptr;
}

const FormatOption* find_option(std::span<const FormatOption* const> options, std::string_view name) {
    for (const FormatOption* option : options) {
        if (option->name == name) return option;
    }
    return nullptr;
}

NamedFile find_by_file_name(std::string_view name) {
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            if (text::ends_with_ignoring_case(name, part.suffix)) return {format, &part};
        }
    }
    for (const Format* format : formats()) {
        for (const std::string_view extension : format->extensions) {
            if (text::ends_with_ignoring_case(name, extension)) return {format, nullptr};
        }
    }
    return {};
}

namespace {

bool starts_with_magic(const Format& format, const Blob& bytes) {
    return !format.magic.empty() && text::view_as_text(bytes.slice(0, format.magic.size()).bytes()) == format.magic;
}

// All formats: the one whose magic the file has, the one it is named like, then the others in the registry's order.
std::vector<const Format*> likeliest_first(std::string_view name, const Blob& bytes) {
    std::vector<const Format*> order(formats().begin(), formats().end());
    const Format* named = find_by_file_name(name).format;
    const auto rank = [&](const Format* format) {
        if (starts_with_magic(*format, bytes)) return 0;
        return format == named ? 1 : 2;
    };
    std::stable_sort(order.begin(), order.end(), [&](const Format* a, const Format* b) { return rank(a) < rank(b); });
    return order;
}

}  // namespace

Result<Detection> detect(std::string_view name, const Blob& bytes, const Context& context) {
    return guarded([&]() -> Result<Detection> {
        Detection best{nullptr, {}};
        std::string reasons;
        for (const Format* format : likeliest_first(name, bytes)) {
            Sniffed sniffed = format->sniff(name, bytes, context);
            if (sniffed.confidence == Confidence::certain) return Detection{format, std::move(sniffed)};
            if (sniffed.confidence == Confidence::no) {
                if (!sniffed.reason.empty()) {
                    reasons += reasons.empty() ? " (" : "; ";
                    reasons += std::string(format->id) + ": " + sniffed.reason;
                }
            } else if (best.format == nullptr || sniffed.confidence > best.sniffed.confidence) {
                best = {format, std::move(sniffed)};
            }
        }
        if (best.format != nullptr) return Result<Detection>(std::move(best));
        if (bytes.empty()) return Error{Code::not_recognised, "the file is empty", std::string(name)};
        if (!reasons.empty()) reasons += ")";
        return Error{Code::not_recognised, "not a model of a format Thaw knows" + reasons, std::string(name)};
    });
}

namespace {

// The very same file, in the same role.
bool is_same(const Part& a, const Part& b) {
    return a.role == b.role && a.bytes.data() == b.bytes.data() && a.bytes.size() == b.bytes.size();
}

// The caller may have given a file another role than detection did.
bool is_of(const Document& document, const Bundle& bundle) {
    return std::all_of(document.sources.begin(), document.sources.end(), [&](const Part& source) {
        return std::any_of(bundle.parts.begin(), bundle.parts.end(),
                           [&](const Part& part) { return is_same(part, source); });
    });
}

}  // namespace

bool Document::has_read(const Part& part) const {
    return std::any_of(sources.begin(), sources.end(), [&](const Part& source) { return is_same(source, part); });
}

Result<Model> read(const Format& format, Bundle bundle, const Context& context, std::unique_ptr<Document> begun) {
    return guarded([&]() -> Result<Model> {
        auto document = begun != nullptr && is_of(*begun, bundle) ? std::move(begun) : format.blank();
        const Status status = format.read == nullptr ? read_parts(format, *document, bundle, context)
                                                     : format.read(*document, bundle, context);
        if (!status) return status.error();
        return Model{&format, std::move(bundle), std::move(document)};
    });
}

Result<Bundle> write(const Model& model, const Context& context) {
    return guarded([&]() -> Result<Bundle> {
        Bundle out;
        for (const PartRole& role : model.format->parts) {
            if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
            if (!has_part(*model.format, *model.document, role.role)) continue;
            auto blob = write_part(*model.format, *model.document, role.role);
            if (!blob) return blob.error();
            out.parts.push_back(
                {std::string(role.role), std::string(model.bundle.name_of(role.role)), std::move(*blob)});
        }
        return out;
    });
}

Result<Issues> validate(const Model& model, Profile profile, const Context& context) {
    return guarded([&]() -> Result<Issues> {
        Issues issues(context.limits.issues);
        model.format->validate(*model.document, profile, issues);
        locate(*model.format, *model.document, issues);
        return issues;
    });
}

Result<std::vector<Want>> needs(const Model& model) {
    return guarded([&]() -> Result<std::vector<Want>> {
        if (model.format->needs == nullptr) return std::vector<Want>();
        return model.format->needs(*model.document, model.bundle);
    });
}

Result<Summary> summarise(const Model& model) {
    return guarded([&]() -> Result<Summary> { return model.format->summarise(*model.document, model.bundle); });
}

Status convert_variant(Model& model, std::string_view variant, Issues& issues) {
    return guarded([&]() -> Status {
        if (model.format->convert_variant == nullptr) {
            return Error{Code::unsupported, std::string(model.format->title) + " has no variants"};
        }
        return model.format->convert_variant(*model.document, variant, issues);
    });
}

Result<Model> convert_document(const Model& model, const Format& target, Issues& issues) {
    return guarded([&]() -> Result<Model> {
        if (target.convert_from == nullptr) return cannot_convert(*model.format, target);
        auto document = target.convert_from(*model.format, *model.document, issues);
        if (!document) return document.error();
        return Model{&target, {}, std::move(*document)};
    });
}

Result<std::vector<NamedModel>> models_in(const Model& model) {
    return guarded([&]() -> Result<std::vector<NamedModel>> {
        if (model.format->models_in == nullptr || !model.bundle.model.empty()) return std::vector<NamedModel>();
        return model.format->models_in(model);
    });
}

Result<std::vector<OptionRange>> option_ranges(const Model& model, const SceneOptions& options) {
    return guarded([&]() -> Result<std::vector<OptionRange>> {
        if (model.format->option_ranges == nullptr) return std::vector<OptionRange>();
        return model.format->option_ranges(*model.document, model.bundle, options);
    });
}

namespace {

// Names them: nobody should wonder about surfaces within surfaces.
void report_levels(const Scene& scene, Issues& issues) {
    constexpr std::size_t most_named = 8;
    const auto levels = levels_of(scene);
    std::vector<std::string> names;
    for (u32 n = 0; n < levels.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (levels[n] != no_index) names.push_back(node.name.empty() ? scene.meshes[node.mesh].name : node.name);
    }
    if (names.empty()) return;
    std::string found;
    for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i) found += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most_named) found += " and " + std::to_string(names.size() - most_named) + " more";
    issues.add(issue::levels_together, {}, {}, {}, std::move(found));
}

}  // namespace

Result<Scene> to_scene(const Model& model, const SceneOptions& options, Issues& issues) {
    return guarded([&]() -> Result<Scene> {
        if (model.format->to_scene == nullptr) {
            return Error{Code::unsupported, "a " + std::string(model.format->title) + " has no shape to show"};
        }
        auto scene = model.format->to_scene(*model.document, model.bundle, options, issues);
        if (scene && options.all_lods) report_levels(*scene, issues);
        return scene;
    });
}

namespace {

// Somebody may want more files than those of the base, or other speeds.
bool asks_for_more(const Format& format, const BuildOptions& options) {
    const auto& own = options.own.list();
    return options.fps.has_value() || std::any_of(own.begin(), own.end(), [&](const OptionValue& one) {
               return find_option(format.build_options, one.name) != nullptr;
           });
}

// A scene over the model that it was before somebody edited it.
Result<Built> from_edited_scene(const Format& format, const SceneInput& input, const BuildOptions& options,
                                Issues& issues) {
    Model& base = *input.base;
    const auto plain = [&](const Scene& scene) {
        return format.plain_scene == nullptr ? std::nullopt : format.plain_scene(scene, base);
    };
    const auto plain_base = plain(*input.base_scene), plain_edited = plain(input.scene);
    const Scene& base_scene = plain_base ? *plain_base : *input.base_scene;
    Edit edit = compare({.base = base_scene,
                         .edited = plain_edited ? *plain_edited : input.scene,
                         .source_points = input.source_points,
                         .paint = input.paint,
                         .cuts_corners = format.cuts_corners,
                         .context = input.context});
    if (input.context.cancelled()) return stopped_on_request();
    for (const std::string& note : edit.notes) issues.add(issue::noted, {}, {}, {}, note);
    const SceneInput known{.scene = edit.scene,
                           .source_points = edit.source_points,
                           .base = &base,
                           .base_scene = &base_scene,
                           .edit = &edit,
                           .context = input.context};
    const bool same_variant =
        options.variant.empty() || format.summarise(*base.document, base.bundle).variant == options.variant;
    std::string why = "another variant is asked for";
    const bool untouched = edit.empty() && (!asks_for_more(format, options) || format.apply_edit == nullptr);
    if (same_variant && (untouched || format.apply_edit != nullptr)) {
        Issues findings;
        auto applied =
            untouched ? Built{.document = std::move(base.document)} : format.apply_edit(known, options, findings);
        if (input.context.cancelled()) return stopped_on_request();
        if (applied) {
            for (Issue& finding : findings.list()) issues.add(std::move(finding));
            if (applied->change_summary.empty()) applied->change_summary = in_words(edit);
            applied->in_place = true;
            applied->scene = std::move(edit.scene);
            return applied;
        }
        if (applied.error().code != Code::unrepresentable) return applied.error();
        why = applied.error().message;
    }
    if (format.apply_edit != nullptr) issues.add(issue::base_rebuilt, {}, {}, {}, why);
    auto built = format.from_scene(known, options, issues);
    if (built && built->change_summary.empty() && format.apply_edit != nullptr)
        built->change_summary = "written anew: " + why;
    if (built) built->scene = std::move(edit.scene);
    return built;
}

Result<Built> from_any_scene(const Format& format, const SceneInput& input, const BuildOptions& options,
                             Issues& issues) {
    const bool has_base = input.base != nullptr && input.base->format == &format && input.base->document != nullptr &&
                          input.base_scene != nullptr;
    if (has_base) return from_edited_scene(format, input, options, issues);
    // A base may be as odd as it is.
    if (std::string large = build::too_large(input.scene); !large.empty()) {
        return Error{Code::unrepresentable, std::move(large)};
    }
    return format.from_scene({.scene = input.scene, .source_points = input.source_points, .context = input.context},
                             options, issues);
}

}  // namespace

Result<Built> from_scene(const Format& format, const SceneInput& input, const BuildOptions& options, Issues& issues) {
    return guarded([&]() -> Result<Built> {
        if (format.from_scene == nullptr) {
            return Error{Code::unsupported, "a " + std::string(format.title) + " cannot be made from a scene"};
        }
        StopRequest request(input.context.monitor);
        SceneInput known = input;
        known.context.monitor = &request;
        auto built = from_any_scene(format, known, options, issues);
        if (request.cancelled()) return stopped_on_request();
        return built;
    });
}

}  // namespace thaw
