#include "library/identify.hpp"

#include <algorithm>
#include <optional>

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw {

namespace {

// Standard input has no name.
std::string_view told_name(const Part& part) {
    return part.name == "-" ? std::string_view() : text::file_name(part.name);
}

// A broken file is still what its name says, and the error of that format's reader names the place.
std::optional<Detection> detect_by_name(const Part& part) {
    if (part.bytes.empty()) return std::nullopt;
    const NamedFile named = find_by_file_name(told_name(part));
    // An archive that claims no ending says itself that its name tells nothing.
    if (named.part == nullptr || (named.format->entries != nullptr && named.format->extensions.empty())) {
        return std::nullopt;
    }
    return Detection{named.format, {Confidence::weak, std::string(named.part->role), "by its name"}};
}

Result<Detection> detect(const Part& part, const Context& context) {
    auto found = detect(told_name(part), part.bytes, context);
    if (found) return found;
    if (auto named = detect_by_name(part)) return std::move(*named);
    found.error().file = part.name;
    return found;
}

// The part that is recognised with most confidence decides.
Result<Identified> choose_format(Bundle& bundle, const Context& context) {
    std::optional<Detection> best;
    Part* chosen = nullptr;
    std::optional<Error> first_error;
    for (Part& part : bundle.parts) {
        auto found = detect(part, context);
        if (!found) {
            if (!first_error) first_error = found.error();
        } else if (!best || found->sniffed.confidence > best->sniffed.confidence) {
            best = std::move(*found);
            chosen = &part;
        }
    }
    if (!best) return *first_error;
    if (chosen->role.empty()) chosen->role = best->sniffed.role;
    return Identified{best->format, std::move(best->sniffed)};
}

// What a file must be that does not look like any: its name says so, or it is the first one missing.
std::string_view presumed_role(const Format& format, const Bundle& bundle, std::string_view name) {
    for (const PartRole& part : format.parts) {
        if (text::ends_with_ignoring_case(name, part.suffix)) return part.role;
    }
    for (const PartRole& part : format.parts) {
        if (bundle.find(part.role) == nullptr) return part.role;
    }
    return format.parts.front().role;
}

// `forced`: the caller named the format, so a damaged file is read as what it must be and gets its proper error.
Status give_roles(Identified& identified, Bundle& bundle, bool forced, const Context& context) {
    const Format& format = *identified.format;
    for (Part& part : bundle.parts) {
        if (!part.role.empty()) continue;
        Sniffed sniffed = format.sniff(told_name(part), part.bytes, context);
        if (!sniffed.role.empty() && (forced || sniffed.confidence != Confidence::no)) {
            part.role = sniffed.role;
        } else if (forced) {
            part.role = presumed_role(format, bundle, part.name);
        } else {
            return Error{Code::not_recognised, "not a file of this " + std::string(format.title) + "; name its role",
                         part.name};
        }
        if (identified.sniffed.role.empty()) {
            identified.sniffed = std::move(sniffed);
            identified.sniffed.role = part.role;
        }
    }
    return Done{};
}

Status refuse_doubles(const Format& format, const Bundle& bundle) {
    for (const PartRole& own : format.parts) {
        const Part* first = bundle.find(own.role);
        for (const Part& part : bundle.parts) {
            if (part.role != own.role || &part == first) continue;
            return Error{
                Code::not_recognised,
                "a second \"" + part.role + "\" file of one model; the first is " + text::printable(first->name),
                part.name};
        }
    }
    return Done{};
}

}  // namespace

Result<Identified> identify(Bundle& bundle, const Format* forced, const Context& context) {
    if (bundle.parts.empty()) return Error{Code::missing_part, "no file was given"};
    Identified out{forced};
    if (forced == nullptr) {
        auto chosen = choose_format(bundle, context);
        if (!chosen) return chosen.error();
        out = std::move(*chosen);
    }
    if (auto status = give_roles(out, bundle, forced != nullptr, context); !status) return status.error();
    if (out.sniffed.role.empty()) out.sniffed.role = bundle.parts.front().role;
    if (auto status = refuse_doubles(*out.format, bundle); !status) return status.error();
    return out;
}

}  // namespace thaw
