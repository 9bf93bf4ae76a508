// Walker: from the leaves of a file to what a dump shows of them. Folds long arrays, opens grids, keeps to one path if
// asked, and calls a View. All styles of dump share it, so they show the same fields.
#pragma once

#include <string>
#include <vector>

#include "inspect/path.hpp"

namespace thaw::inspect {

inline constexpr u64 unknown_count = ~u64{0};

// A struct or an element that was entered.
struct Node {
    const std::string& path;
    const char* name;
    u64 index;
    u64 offset;
};

struct ArrayNode {
    const std::string& path;
    const char* name;
    u64 count;  // unknown_count for a list that ends with a terminator
    u64 offset;
    u64 element_bytes;  // 0: it varies
    const Grid* grid;   // of which these are the rows, or null
};

// Elements that are not shown.
struct Fold {
    const std::string& path;  // of the array
    u64 first;                // index
    u64 count;
    u64 element_bytes;  // 0: it varies
    u64 offset;
    u64 end;
};

class View {
public:
    virtual ~View() = default;
    virtual void enter(const Node& /*node*/) {}
    virtual void leave(u64 /*end*/) {}
    virtual void array(const ArrayNode& /*array*/) {}
    virtual void end_array() {}
    virtual void field(const Field& field) = 0;
    virtual void folded(const Fold& fold) = 0;
    virtual bool listens() const { return true; }  // false: the rest would go nowhere
};

struct WalkOptions {
    bool unfolded = false;
    bool open_grids = true;
    std::span<const Segment> target{};      // only this path and what is below it
    std::span<const Codec::Step> broken{};  // where reading stops: not folded away
    u64 cell_budget = 0;                    // cells shown of grids; overlapping rows can make far more than bytes
};

class Walker final : public LeafSink {
public:
    Walker(View& view, const WalkOptions& options);

    void enter(const char* name, u64 index, u64 offset) override;
    void leave(u64 end) override;
    void leaf(const Leaf& leaf) override;
    void array(const char* name, u64 n, u64 offset) override;
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override;
    // Closes what a failure left open at `end`.
    void finish(u64 end);

private:
    enum class State : u8 { hidden, leading, shown };
    // The array whose elements are being entered.
    struct Run {
        const char* name = nullptr;
        u64 count = unknown_count;
        u64 element_bytes = 0;
        u64 first_folded = 0;
        u64 folded = 0;
        u64 offset = 0;
        u64 end = 0;
    };
    struct Level {
        State state = State::hidden;
        std::size_t path_length = 0;  // of the parent
        bool is_broken = false;       // lies on the way to where reading stops
        Run run{};
    };

    bool shows_elements(const Level& level, const char* name) const;
    bool is_shown(const Run& run, const char* name, u64 index) const;
    bool is_broken_step(const char* name, u64 index) const;
    const Segment* wanted() const;
    State state_of(const char* name, u64 index) const;
    u64 shown_of(u64 n) const;

    std::string path_to(const char* name) const;
    void begin_run(Level& level, const char* name, u64 n, u64 offset, u64 element_bytes);
    void emit_fold(Level& level);
    void end_run(Level& level);

    void show(const Field& field);
    void show_rows(const Field& field, u64 first, u64 last);
    void show_row(const Field& field, u64 row);

    View& view_;
    WalkOptions options_;
    std::vector<Level> levels_;
    std::string path_;
    u64 cells_left_;
};

}  // namespace thaw::inspect
