// What differs between two models, file by file: <thaw/fields.hpp>.
#include <thaw/fields.hpp>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "inspect/comparison.hpp"
#include "inspect/outlined.hpp"

namespace thaw {

namespace {

using inspect::Comparison;
using inspect::OutlinedFile;

class Differ {
public:
    Differ(const Model& a, const Model& b, const DiffOptions& options, const Context& context)
        : format_(*a.format), a_(a), b_(b), options_(options), context_(context) {}

    Result<Diff> run();

private:
    Status compare(std::string_view role);
    Status compare_below(OutlinedFile& a, OutlinedFile& b, Comparison& comparison);
    void add_file(ChangeKind kind, const Part& part);

    const Format& format_;
    const Model& a_;
    const Model& b_;
    const DiffOptions& options_;
    const Context& context_;
    Bundle files_a_;
    Bundle files_b_;
    Diff out_;
    bool found_ = false;              // options_.below
    std::optional<Error> not_found_;  // in the first file that lacks it
};

Result<Diff> Differ::run() {
    if (a_.format != b_.format) {
        return Error{Code::unsupported, "the models are of two formats: " + std::string(a_.format->title) + " and " +
                                            std::string(b_.format->title)};
    }
    auto a = inspect::files_of(a_, context_);
    if (!a) return a.error();
    auto b = inspect::files_of(b_, context_);
    if (!b) return b.error();
    files_a_ = std::move(*a);
    files_b_ = std::move(*b);
    bool any = false;
    for (const PartRole& role : format_.parts) {
        if (!options_.part.empty() && options_.part != role.role) continue;
        const Part* before = files_a_.find(role.role);
        const Part* after = files_b_.find(role.role);
        any |= before != nullptr || after != nullptr;
        if (before != nullptr && after != nullptr) {
            if (auto status = compare(role.role); !status) return status.error();
        } else if (before != nullptr || after != nullptr) {
            add_file(before != nullptr ? ChangeKind::removed : ChangeKind::added, before != nullptr ? *before : *after);
        }
    }
    if (!any) return Error{Code::missing_part, "the models have no file '" + text::printable(options_.part) + "'"};
    if (!options_.below.empty() && !found_ && not_found_) return *not_found_;
    return std::move(out_);
}

void Differ::add_file(ChangeKind kind, const Part& part) {
    FieldChange change{.kind = kind, .part = part.role};
    (kind == ChangeKind::added ? change.offset_after : change.offset_before) = 0;
    out_.changes.push_back(std::move(change));
}

Status Differ::compare(std::string_view role) {
    if (options_.below.empty() && files_a_.find(role)->bytes == files_b_.find(role)->bytes) {
        // Another file may say how this one is read, but that is a difference of that file.
        return Done{};
    }
    auto a = inspect::outline_file(format_, files_a_, role, context_);
    if (!a) return a.error();
    auto b = inspect::outline_file(format_, files_b_, role, context_);
    if (!b) return b.error();
    Comparison comparison(a->outline(), b->outline(), role, options_, out_);
    if (!options_.below.empty()) return compare_below(*a, *b, comparison);
    comparison.items(inspect::root_of(a->outline()), inspect::root_of(b->outline()));
    const bool is_image = a->outline().is_image() || b->outline().is_image();
    if (is_image) comparison.unexplained();
    if (comparison.changes() == 0) comparison.whole_bytes();
    if (comparison.changes() == 0) {
        out_.changes.push_back({.kind = ChangeKind::packing, .part = std::string(role), .same_value = true});
    }
    return Done{};
}

Status Differ::compare_below(OutlinedFile& a, OutlinedFile& b, Comparison& comparison) {
    auto before = inspect::find_in(a, options_.below, context_);
    auto after = inspect::find_in(b, options_.below, context_);
    found_ |= before.ok() || after.ok();
    if (!before && !after && !not_found_) not_found_ = before.error();
    if (before && after) comparison.items(*before, *after);
    if (before.ok() != after.ok()) {
        const bool is_added = after.ok();
        FieldChange change{.kind = is_added ? ChangeKind::added : ChangeKind::removed,
                           .part = a.described.part.role,
                           .path = options_.below};
        (is_added ? change.offset_after : change.offset_before) =
            is_added ? inspect::offset_of(b.outline(), *after) : inspect::offset_of(a.outline(), *before);
        out_.changes.push_back(std::move(change));
    }
    return Done{};
}

}  // namespace

Result<Diff> diff(const Model& a, const Model& b, const DiffOptions& options, const Context& context) {
    return guarded([&] { return Differ(a, b, options, context).run(); });
}

std::string_view change_kind_name(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::changed: return "changed";
        case ChangeKind::added: return "added";
        case ChangeKind::removed: return "removed";
        case ChangeKind::unexplained: return "unexplained";
        case ChangeKind::packing: return "packing";
    }
    return "changed";
}

}  // namespace thaw
