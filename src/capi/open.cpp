#include "capi/open.hpp"

#include <optional>

#include "base/guard.hpp"
#include "base/text.hpp"

namespace thaw::capi {

namespace {

// Gives the part that the choice follows from its role.
Result<Detection> choose_format(Bundle& bundle, const Context& context) {
    std::optional<Detection> best;
    Part* chosen = nullptr;
    std::optional<Error> first_error;
    for (Part& part : bundle.parts) {
        auto found = detect(part.name, part.bytes, context);
        if (!found) {
            if (!first_error) first_error = found.error();
        } else if (!best || found->sniffed.confidence > best->sniffed.confidence) {
            best = std::move(*found);
            chosen = &part;
        }
    }
    if (!best) return *first_error;
    if (chosen->role.empty()) chosen->role = best->sniffed.role;
    return Result<Detection>(std::move(*best));
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
Status give_roles(const Format& format, Bundle& bundle, bool forced, const Context& context) {
    for (Part& part : bundle.parts) {
        if (!part.role.empty()) continue;
        const Sniffed sniffed = format.sniff(part.name, part.bytes, context);
        if (sniffed.confidence != Confidence::no) {
            part.role = sniffed.role;
        } else if (forced) {
            part.role = presumed_role(format, bundle, part.name);
        } else {
            return Error{Code::not_recognised, "not a file of this " + std::string(format.title) + "; name its role",
                         part.name};
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

Result<Model> open_parts(Bundle bundle, const Format* format, const Context& context) {
    return guarded([&]() -> Result<Model> {
        if (bundle.parts.empty()) return Error{Code::missing_part, "no file was given"};
        const bool forced = format != nullptr;
        std::unique_ptr<Document> begun;
        if (!forced) {
            auto chosen = choose_format(bundle, context);
            if (!chosen) return chosen.error();
            format = chosen->format;
            begun = std::move(chosen->sniffed.document);
        }
        if (auto status = give_roles(*format, bundle, forced, context); !status) return status.error();
        if (auto status = refuse_doubles(*format, bundle); !status) return status.error();
        return read(*format, std::move(bundle), context, std::move(begun));
    });
}

}  // namespace thaw::capi
