// The tree: one line per field.
#pragma once

#include "inspect/table.hpp"
#include "inspect/walker.hpp"

namespace thaw::inspect {

// Walks once to find how wide the columns are, and a second time to print.
class TreeView final : public View {
public:
    enum class Pass : u8 { measure, print };
    TreeView(Table& table, bool unfolded) : table_(table), unfolded_(unfolded) {}

    void pass(Pass pass) { pass_ = pass; }
    void field(const Field& field) override;
    void folded(const Fold& fold) override;
    bool listens() const override { return table_.out().ok(); }

private:
    void print(const Field& field);
    void print_all(const Field& field);

    Table& table_;
    bool unfolded_;
    Pass pass_ = Pass::measure;
};

// "… 86 more, 9 bytes each, 0x34c to 0x652"
std::string fold_text(const Fold& fold);

}  // namespace thaw::inspect
