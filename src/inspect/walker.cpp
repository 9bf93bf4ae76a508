#include "inspect/walker.hpp"

#include <algorithm>

#include "base/field_path.hpp"
#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

constexpr u64 short_array = 4;  // arrays up to this length are never folded
constexpr u64 first_few = 2;    // elements shown of a longer one

bool same(const char* a, const char* b) { return std::string_view(a == nullptr ? "" : a) == (b == nullptr ? "" : b); }

}  // namespace

Walker::Walker(View& view, const WalkOptions& options)
    : view_(view), options_(options), cells_left_(options.cell_budget) {
    levels_.push_back({options.target.empty() ? State::shown : State::leading, 0, true, {}});
}

const Segment* Walker::wanted() const {
    const std::size_t depth = levels_.size() - 1;
    return levels_.back().state == State::leading && depth < options_.target.size() ? &options_.target[depth] : nullptr;
}

// Whether elements of this array at this level appear as an array: not if one of them alone is wanted.
bool Walker::shows_elements(const Level& level, const char* name) const {
    if (level.state == State::shown) return true;
    const Segment* segment = wanted();
    return segment != nullptr && levels_.size() == options_.target.size() && segment->index == no_index &&
           segment->name == name;
}

bool Walker::is_broken_step(const char* name, u64 index) const {
    const std::size_t depth = levels_.size() - 1;
    return levels_.back().is_broken && depth < options_.broken.size() && options_.broken[depth].index == index &&
           same(options_.broken[depth].name, name);
}

bool Walker::is_shown(const Run& run, const char* name, u64 index) const {
    if (options_.unfolded || is_broken_step(name, index)) return true;
    if (run.element_bytes != 0) return true;  // open() chose them
    const u64 shown = run.count == unknown_count || run.count <= short_array ? short_array : first_few;
    return index < shown;
}

u64 Walker::shown_of(u64 n) const { return options_.unfolded || n <= short_array ? n : first_few; }

Walker::State Walker::state_of(const char* name, u64 index) const {
    const Segment* segment = wanted();
    if (segment == nullptr || segment->name != name || segment->index != index) return State::hidden;
    return levels_.size() == options_.target.size() ? State::shown : State::leading;
}

std::string Walker::path_to(const char* name) const {
    std::string path = path_;
    if (name != nullptr) detail::append_segment(path, std::string_view(name));
    return path;
}

void Walker::begin_run(Level& level, const char* name, u64 n, u64 offset, u64 element_bytes) {
    level.run = {name, n, element_bytes, 0, 0, offset, offset};
    view_.array({path_to(name), name, n, offset, element_bytes, nullptr});
}

void Walker::emit_fold(Level& level) {
    Run& run = level.run;
    if (run.folded == 0) return;
    view_.folded({path_to(run.name), run.first_folded, run.folded, run.element_bytes, run.offset, run.end});
    run.folded = 0;
}

void Walker::end_run(Level& level) {
    if (level.run.name == nullptr) return;
    emit_fold(level);
    view_.end_array();
    level.run = {};
}

void Walker::array(const char* name, u64 n, u64 offset) {
    Level& level = levels_.back();
    if (level.state == State::hidden || !shows_elements(level, name)) return;
    end_run(level);
    if (n > 0) begin_run(level, name, n, offset, 0);
}

LeafSink::Range Walker::open(const char* name, u64 n, u64 offset, u64 element_bytes) {
    Level& level = levels_.back();
    if (level.state == State::hidden) return {0, 0};
    if (!shows_elements(level, name)) {
        const Segment* segment = wanted();
        if (segment == nullptr || segment->name != name || segment->index >= n) return {0, 0};
        return {segment->index, segment->index + 1};
    }
    end_run(level);
    begin_run(level, name, n, offset, element_bytes);
    const u64 shown = shown_of(n);
    level.run.first_folded = shown;
    level.run.folded = n - shown;
    level.run.offset = offset + shown * element_bytes;
    level.run.end = offset + n * element_bytes;
    return {0, shown};
}

void Walker::enter(const char* name, u64 index, u64 offset) {
    Level& parent = levels_.back();
    State state = State::hidden;
    const bool broken = is_broken_step(name, index);
    if (parent.state != State::hidden && shows_elements(parent, name)) {
        Run& run = parent.run;
        if (index == no_index) {
            end_run(parent);
            state = State::shown;
        } else {
            if (run.name == nullptr || !same(run.name, name)) {  // a list that ends with a terminator announces itself
                end_run(parent);
                begin_run(parent, name, unknown_count, offset, 0);
            }
            state = is_shown(run, name, index) ? State::shown : State::hidden;
            if (state == State::shown && run.element_bytes == 0) emit_fold(parent);
            if (state == State::hidden) {
                if (run.folded == 0) {
                    run.first_folded = index;
                    run.offset = run.end = offset;
                }
                ++run.folded;
                run.offset = std::min(run.offset, offset);
            }
        }
    } else if (parent.state == State::leading) {
        state = state_of(name, index);
    }
    const std::size_t length = path_.size();
    levels_.push_back({state, length, broken, {}});
    if (state == State::hidden) return;
    if (name != nullptr) detail::append_segment(path_, std::string_view(name));
    if (index != no_index) detail::append_segment(path_, index);
    if (state == State::shown) view_.enter({path_, name, index, offset});
}

void Walker::leave(u64 end) {
    Level level = levels_.back();
    if (level.state != State::hidden) end_run(level);
    if (level.state == State::shown) view_.leave(end);
    path_.resize(level.path_length);
    levels_.pop_back();
    Run& run = levels_.back().run;
    if (level.state == State::hidden && run.element_bytes == 0 && run.folded > 0) run.end = std::max(run.end, end);
}

void Walker::leaf(const Leaf& leaf) {
    Level& level = levels_.back();
    if (level.state == State::hidden) return;
    if (level.state == State::shown) {
        end_run(level);
        return show(field_of(leaf, path_to(leaf.name)));
    }
    end_run(level);
    const auto piece = piece_of(leaf, path_to(leaf.name), options_.target.subspan(levels_.size() - 1));
    if (!piece) return;
    if (piece->is_row) return show_row(piece->field, piece->row);
    show(piece->field);
}

void Walker::show(const Field& field) {
    view_.field(field);
    if (field.grid == nullptr || !options_.open_grids) return;
    const u64 rows = GridView(*field.grid, field.size()).rows();
    if (rows == 0) return;
    view_.array({field.path, field.name, rows, field.offset, field.grid->stride, field.grid});
    show_rows(field, 0, shown_of(rows));
    view_.end_array();
}

void Walker::show_rows(const Field& field, u64 first, u64 last) {
    const GridView view(*field.grid, field.size());
    u64 row = first;
    for (; row < last && cells_left_ > 0 && view_.listens(); ++row) show_row(field, row);
    const u64 rows = view.rows();
    if (row < rows) {
        view_.folded({field.path, row, rows - row, field.grid->stride, field.offset + view.start(row),
                      field.offset + view.start(rows - 1) + view.present(rows - 1)});
    }
}

void Walker::show_row(const Field& field, u64 row) {
    const GridView view(*field.grid, field.size());
    std::string path = field.path;
    detail::append_segment(path, row);
    const u64 start = field.offset + view.start(row);
    view_.enter({path, field.name, row, start});
    detail::append_segment(path, std::string_view(field.grid->cell_name));
    const u64 bytes = field.grid->cell_bytes();
    const u64 cells = view.cells(row);
    view_.array({path, field.grid->cell_name, cells, start, bytes, nullptr});
    const u64 shown = std::min(shown_of(cells), cells_left_);
    for (u64 cell = 0; cell < shown; ++cell) view_.field(cell_of(field, row, cell));
    cells_left_ -= shown;
    if (shown < cells) view_.folded({path, shown, cells - shown, bytes, start + shown * bytes, start + cells * bytes});
    view_.end_array();
    view_.leave(start + view.present(row));
}

void Walker::finish(u64 end) {
    while (levels_.size() > 1) leave(end);
    end_run(levels_.back());
}

}  // namespace thaw::inspect
