#include "inspect/tree.hpp"

#include "base/text.hpp"
#include "inspect/part_dump.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr std::size_t bytes_per_line = 16;

}  // namespace

std::string fold_text(const Fold& fold) {
    std::string out = "… " + std::to_string(fold.count) + " more";
    if (fold.element_bytes != 0) {
        out += ", " + text::plural(fold.element_bytes, "byte");
        if (fold.count != 1) out += " each";
    }
    return out + ", " + text::hex(fold.offset) + " to " + text::hex(fold.end);
}

void TreeView::field(const Field& field) {
    if (pass_ == Pass::measure) return table_.measure(field.size(), field.path, type_text(field));
    print(field);
}

void TreeView::print(const Field& field) {
    if (unfolded_ && field.grid == nullptr && field.kind != Kind::text && field.repeat > 1) return print_all(field);
    table_.row(field.offset, field.size(), field.path, type_text(field), field.meaning.role,
               short_text(field, value_width));
}

void TreeView::print_all(const Field& field) {
    const std::size_t width = field.is_blob ? bytes_per_line * 3 : value_width;
    u64 next = 0;
    table_.row(field.offset, field.size(), field.path, type_text(field), field.meaning.role,
               values_text(field, next, width));
    while (next < field.repeat && listens()) {
        const u64 offset = field.offset + next * width_of(field.kind);
        table_.more(offset, values_text(field, next, width));
    }
}

void TreeView::folded(const Fold& fold) {
    if (pass_ == Pass::measure) return;
    table_.remark(fold.path, fold_text(fold));
}

void dump_tree(const PartDump& dump) {
    Table table(dump.out, dump.part.bytes.size(), dump.options.colour);
    TreeView view(table, dump.options.unfolded);
    dump.out.put(heading(dump) + "\n");
    for (const auto pass : {TreeView::Pass::measure, TreeView::Pass::print}) {
        view.pass(pass);
        Walker walker(view, dump.walk_options());
        // The survey's walk had the same outcome.
        (void)dump.annotate(walker);
        walker.finish(dump.end());
    }
    if (!dump.is_whole()) return;
    if (!dump.status.ok()) dump.out.put(failure_text(dump) + "\n");
    dump.out.put(closing(dump) + "\n");
}

}  // namespace thaw::inspect
