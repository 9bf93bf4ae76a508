#include <thaw/info.hpp>

#include "base/guard.hpp"
#include "convert/export.hpp"
#include "inspect/report.hpp"

namespace thaw {

namespace {

// Those that are there, and those that are still asked for.
Result<std::vector<Companion>> companions_of(const Model& model) {
    std::vector<Companion> out;
    for (const Part& part : model.bundle.parts) {
        if (!is_own(*model.format, part.role)) out.push_back({part.role, part.name, true});
    }
    const auto wants = needs(model);
    if (!wants) return wants.error();
    for (const Want& want : *wants) {
        const bool is_a_bonus = !want.mentioned && want.keys_of != nullptr;  // nobody misses it
        if (is_a_bonus || model.bundle.find(want.role) != nullptr) continue;
        out.push_back({want.role, std::string(want.name()), false});
    }
    return out;
}

Result<Info> info_with(const Model& model, std::vector<Companion> companions, const Context& context) {
    auto summary = summarise(model);
    if (!summary) return summary.error();
    auto issues = check(model, Profile::spec, context);
    if (!issues) return issues.error();
    Info out{std::move(*summary)};
    if (!model.bundle.parts.empty()) out.file = model.bundle.parts.front().name;
    out.format = model.format;
    out.bytes = own_bytes(model);
    out.companions = std::move(companions);
    out.issues = std::move(*issues);
    return out;
}

}  // namespace

u64 own_bytes(const Model& model) {
    u64 bytes = 0;
    for (const PartRole& role : model.format->parts) {
        if (const Part* part = model.bundle.find(role.role)) bytes += part->bytes.size();
    }
    return bytes;
}

Result<Info> info(const Model& model, const Context& context) {
    return guarded([&]() -> Result<Info> {
        auto companions = companions_of(model);
        if (!companions) return companions.error();
        return info_with(model, std::move(*companions), context);
    });
}

Result<Info> info(const OpenedModel& opened, const Context& context) {
    return guarded([&] { return info_with(opened.model, opened.companions, context); });
}

Result<Issues> check(const Model& model, Profile profile, const Context& context) {
    auto issues = validate(model, profile, context);
    if (!issues) return issues;
    if (auto status = check_images(model, *issues, context); !status) return status.error();
    return issues;
}

json::Value to_json(const Info& info) { return inspect::info_json(info); }
json::Value to_json(const Issues& issues) { return inspect::issues_json(issues); }
json::Value to_json(const Error& error) { return inspect::error_json(error); }

}  // namespace thaw
