#include "capi/options.hpp"

#include <algorithm>
#include <functional>

#include "base/json_tree.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "capi/paths.hpp"

namespace thaw::capi {

namespace {

constexpr u64 most_text = u64{16} << 20;  // of options: nobody has more to say

Error bad(std::string_view what, std::string_view why) {
    return {Code::bad_value, "option " + text::printable(what) + ": " + std::string(why)};
}

// One object of options: each member is taken by name, and what is left over is refused.
class Members {
public:
    static Result<Members> parse(std::string_view text) {
        if (text.empty()) text = "{}";
        if (text.size() > most_text) return Error{Code::over_budget, "the options are too long"};
        auto tree = json::Tree::parse(text);
        if (!tree) return Error{Code::bad_value, "options: " + tree.error().message, {}, {}, tree.error().offset};
        if (!tree->root().is(json::Kind::object)) return Error{Code::bad_value, "the options are no object"};
        return Members(std::move(*tree));
    }

    void flag(std::string_view name, bool& out) {
        take(name, [&](json::Ref value) -> Status {
            const auto given = value.boolean();
            if (!given) return bad(name, "not true or false");
            out = *given;
            return Done{};
        });
    }
    void text(std::string_view name, std::string& out) {
        take(name, [&](json::Ref value) -> Status {
            const auto given = value.string();
            if (!given) return bad(name, "not a string");
            out = *given;
            return Done{};
        });
    }
    // Numbers may also be words.
    void words(std::string_view name, const std::function<bool(const std::string&)>& set, std::string_view expected) {
        take(name, [&](json::Ref value) -> Status {
            const std::string word = word_of(value);
            if (!set(word)) return bad(name, thaw::text::printable(word) + " is not " + std::string(expected));
            return Done{};
        });
    }
    void number(std::string_view name, double least, double most, const std::function<void(double)>& set) {
        take(name, [&](json::Ref value) -> Status {
            const auto given = value.number();
            if (!given || !(*given >= least && *given <= most)) {
                return bad(name, "not a number from " + thaw::text::number(least) + " to " + thaw::text::number(most));
            }
            set(*given);
            return Done{};
        });
    }
    void whole(std::string_view name, u64& out) {
        take(name, [&](json::Ref value) -> Status {
            const auto given = value.integer();
            if (!given || *given < 0) return bad(name, "not a whole number");
            out = static_cast<u64>(*given);
            return Done{};
        });
    }
    void each(std::string_view name, json::Kind kind, const std::function<Status(std::string_view, json::Ref)>& visit) {
        take(name, [&](json::Ref value) -> Status {
            if (!value.is(kind)) return bad(name, kind == json::Kind::object ? "not an object" : "not an array");
            Status status = Done{};
            value.each([&](std::string_view key, json::Ref one) {
                if (status) status = visit(key, one);
            });
            return status;
        });
    }
    // Options of formats: flags, numbers and words.
    void options(OptionValues& out) {
        each("options", json::Kind::object, [&](std::string_view key, json::Ref value) -> Status {
            const bool is_one =
                value.is(json::Kind::boolean) || value.is(json::Kind::number) || value.is(json::Kind::string);
            if (!is_one) return bad(key, "not a value");
            out.set(key, word_of(value));
            return Done{};
        });
    }

    Status finish() {
        if (!status_) return status_;
        tree_.root().each([&](std::string_view key, json::Ref) {
            const bool known = std::find(known_.begin(), known_.end(), key) != known_.end();
            if (!known && status_) status_ = bad(key, "there is no such option here");
        });
        return status_;
    }

    static std::string word_of(json::Ref value) {
        if (const auto truth = value.boolean()) return *truth ? "true" : "false";
        if (const auto whole = value.integer()) return std::to_string(*whole);
        if (const auto number = value.number()) return thaw::text::number(*number);
        return value.string().value_or(std::string());
    }

private:
    explicit Members(json::Tree tree) : tree_(std::move(tree)) {}

    void take(std::string_view name, const std::function<Status(json::Ref)>& set) {
        known_.push_back(name);
        const json::Ref value = tree_.root().find(name);
        if (status_ && value && !value.is(json::Kind::null)) status_ = set(value);
    }

    json::Tree tree_;
    std::vector<std::string_view> known_{};
    Status status_ = Done{};
};

bool set_normals(const std::string& word, SceneOptions::Normals& out) {
    if (word == "base")
        out = SceneOptions::Normals::base;
    else if (word == "morph")
        out = SceneOptions::Normals::morph;
    else if (word == "none")
        out = SceneOptions::Normals::none;
    else
        return false;
    return true;
}

bool set_size(const std::string& word, RenderOptions& out) {
    const auto side = [](std::string_view part) {
        const auto value = text::whole_integer<u32>(part);
        return value && *value >= 1 && *value <= greatest_render_side ? *value : 0;
    };
    const std::string_view view = word;
    const auto times = view.find('x');
    out.width = side(view.substr(0, times));
    out.height = times == std::string_view::npos ? out.width : side(view.substr(times + 1));
    return out.width > 0 && out.height > 0;
}

template <class T>
bool set_found(const std::optional<T>& found, T& out) {
    if (found) out = *found;
    return found.has_value();
}

bool set_filter(const std::string& word, Filter& out) {
    out = word == "nearest" ? Filter::nearest : word == "bilinear" ? Filter::bilinear : Filter::automatic;
    return out != Filter::automatic || word == "auto";
}

bool set_type(const std::string& word, std::string& extension) {
    for (const std::string_view known : {"png", "gif", "apng", "webp"}) {
        if (word != known) continue;
        extension = "." + word;
        return true;
    }
    extension.clear();
    return word == "rgba";
}

void take_look(Members& in, RenderOptions& o) {
    in.words("size", [&](const std::string& w) { return set_size(w, o); }, "N or WIDTHxHEIGHT");
    in.words("view", [&](const std::string& w) { return set_found(view_of(w), o.view); }, "a view");
    in.words("background", [&](const std::string& w) { return set_found(color_of(w), o.background); }, "a colour");
    in.words(
        "show", [&](const std::string& w) { return set_found(show_of(w), o.show); },
        "a list of wireframe,bones,normals,attachments,axes");
    in.words("filter", [&](const std::string& w) { return set_filter(w, o.filter); }, "auto, nearest or bilinear");
    in.words(
        "style",
        [&](const std::string& w) {
            o.style = w == "game" ? Style::game : Style::clean;
            return w == "game" || w == "clean";
        },
        "clean or game");
    in.words(
        "samples",
        [&](const std::string& w) {
            o.samples = text::whole_integer<u32>(w).value_or(0);
            return o.samples == 1 || o.samples == 4 || o.samples == 16;
        },
        "1, 4 or 16");
    in.words(
        "skin",
        [&](const std::string& w) {
            o.skin = w;
            return true;
        },
        "a name");
}

void take_moment(Members& in, RenderOptions& o) {
    const auto any = [](std::string& out) {
        return [&out](const std::string& w) {
            out = w;
            return true;
        };
    };
    in.words("clip", any(o.clip), "a clip");
    in.words("animate", any(o.animate), "a clip");
    in.number("time", 0, 1e6, [&](double seconds) { o.time = seconds; });
    in.number("filmstrip", 0, 64, [&](double images) { o.filmstrip = static_cast<u32>(images); });
    in.flag("turntable", o.turntable);
    in.flag("frame_all", o.frame_all);
}

}  // namespace

Result<ConvertOptions> convert_options(std::string_view json) {
    auto in = Members::parse(json);
    if (!in) return in.error();
    ConvertOptions out;
    bool meshopt = false;
    in->options(out.options);
    in->words("normals", [&](const std::string& w) { return set_normals(w, out.normals); }, "base, morph or none");
    in->flag("lit", out.lit);
    in->flag("compact", out.compact);
    in->flag("meshopt", meshopt);
    in->flag("source", out.source);
    in->text("variant", out.variant);
    in->text("name", out.name);
    in->flag("fit", out.fit);
    if (auto status = in->finish(); !status) return status.error();
    if (meshopt) out.meshopt = meshopt_encoder();
    if (meshopt && out.meshopt == nullptr) {
        return Error{Code::unsupported, "meshopt: this build of Thaw has no packer"};
    }
    return out;
}

Result<RenderRequest> render_request(std::string_view json) {
    auto in = Members::parse(json);
    if (!in) return in.error();
    RenderRequest out;
    OptionValues values;
    in->options(values);
    take_look(*in, out.options);
    take_moment(*in, out.options);
    in->words("type", [&](const std::string& w) { return set_type(w, out.extension); }, "png, rgba, gif, apng or webp");
    if (auto status = in->finish(); !status) return status.error();
    return out;
}

Result<OptionValues> option_values(std::string_view json) {
    auto in = Members::parse(json);
    if (!in) return in.error();
    OptionValues out;
    in->options(out);
    return out;
}

Result<Limits> limits_over(Limits limits, std::string_view json) {
    auto in = Members::parse(json);
    if (!in) return in.error();
    u64 issues = limits.issues;
    in->whole("input_bytes", limits.input_bytes);
    in->whole("memory_per_byte", limits.memory_per_byte);
    in->whole("memory_floor", limits.memory_floor);
    in->whole("work_per_byte", limits.work_per_byte);
    in->whole("work_floor", limits.work_floor);
    in->whole("image_pixels", limits.image_pixels);
    in->whole("issues", issues);
    if (auto status = in->finish(); !status) return status.error();
    limits.issues = static_cast<u32>(std::min<u64>(issues, 1'000'000));
    return limits;
}

Result<PathOptions> path_options(std::string_view json) {
    auto in = Members::parse(json);
    if (!in) return in.error();
    PathOptions out;
    in->text("format", out.format);
    in->text("model", out.model);
    in->each("search", json::Kind::array, [&](std::string_view, json::Ref folder) -> Status {
        const auto path = folder.string();
        if (!path) return bad("search", "not a list of folders");
        out.search.push_back(*path);
        return Done{};
    });
    in->each("companions", json::Kind::object, [&](std::string_view role, json::Ref path) -> Status {
        const auto given = path.string();
        if (!given) return bad("companions", "not paths by role");
        out.companions.push_back({std::string(role), *given});
        return Done{};
    });
    if (auto status = in->finish(); !status) return status.error();
    return out;
}

Result<json::Value> value_from(std::string_view json) {
    if (json.size() > most_text) return Error{Code::over_budget, "the value is too long"};
    const auto tree = json::Tree::parse(json);
    if (!tree) return Error{Code::bad_value, "the value is no JSON: " + tree.error().message};
    return tree->root().value();
}

Result<std::vector<FieldValue>> field_values(std::string_view json) {
    if (json.size() > most_text) return Error{Code::over_budget, "the values are too long"};
    const auto tree = json::Tree::parse(json);
    if (!tree) return Error{Code::bad_value, "the values are no JSON: " + tree.error().message};
    if (!tree->root().is(json::Kind::array)) return Error{Code::bad_value, "the values are no array"};
    std::vector<FieldValue> out;
    for (const json::Ref& one : tree->root().items()) {
        const auto path = one.find("path").string();
        if (!path || !one.find("value")) return Error{Code::bad_value, "a value has no path, or no value"};
        out.push_back({*path, one.find("value").value(), one.find("part").string().value_or(std::string())});
    }
    return out;
}

}  // namespace thaw::capi
