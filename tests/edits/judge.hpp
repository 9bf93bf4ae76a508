// One cell of the matrix: a model, edited in one way, gone through one way back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edits/compare.hpp"
#include "edits/convert.hpp"
#include "edits/strips.hpp"

namespace edits {

enum class Column { inside, base, dropped, reordered };
inline constexpr std::array all_columns{Column::inside, Column::base, Column::dropped, Column::reordered};
std::string_view name_of(Column column);
Strip strip_of(Column column);

enum class Verdict { not_applicable, ok, named, fail };

struct Cell {
    Verdict verdict = Verdict::not_applicable;
    std::string why{};    // what is named, or what is wrong
    std::string words{};  // what the way back says of itself
    std::string findings{};
    std::string fields{};        // of the model's own files that have changed
    std::string files{};         // written beside the model
    bool is_unreadable = false;  // what was written
};

// A model on its way through all cells: what they share is made once.
class Subject {
public:
    // Nothing to judge if the model has no shape.
    static std::optional<Subject> make(thaw::Model model);

    const thaw::Format& format() const { return *model_.format; }
    // Every file of a cell is put there, for people who want to look.
    void keep_in(std::string folder) { folder_ = std::move(folder); }
    Cell judge(Edit edit, Column column);

private:
    explicit Subject(thaw::Model model) : model_(std::move(model)) {}
    const std::optional<Edited>& edited_as(Edit edit);
    Cell judge_none(const BackResult& back) const;
    Cell judge_refusal(const BackResult& back, const Change& change) const;
    Cell judge_edit(const BackResult& back, const Edited& edit);
    void judge_companions(const BackResult& back, Edit edit, Cell& cell) const;
    void judge_bytes(const BackResult& back, Edit edit, Cell& cell) const;

    void keep(const std::string& name, std::span<const std::uint8_t> bytes) const;

    thaw::Model model_;
    std::string folder_{};
    thaw::Bundle own_files_{};  // the model's own, as it was read: a script may choose among those that were found
    Glb glb_{}, glb_without_source_{};
    Facts facts_{};
    bool is_broken_ = false;  // by the game's own rules
    Tolerance tolerance_{};
    EditOptions options_{};
    // The last edit that was made: columns come one after the other.
    std::optional<Edit> last_{};
    std::optional<Edited> edited_{}, edited_without_source_{};
    Facts edited_facts_{};
    std::vector<Difference> if_lost_{};  // how it would look if the edit had not arrived
};

// Why this format may refuse or lose an edit, as long as it says so; empty if it may not. `findings`: their text.
std::string_view excuse(std::string_view format, const Change& change, std::string_view findings = {});
// The same for an edit that it may refuse only with this error.
std::string_view refusal_excuse(std::string_view format, const Change& change, std::string_view error);

// How finely this format stores what people edit, by what the GLB tells of it.
Tolerance tolerance_of(std::string_view format, const Glb& glb, const Facts& facts);

}  // namespace edits
