#include <algorithm>

#include "base/field_path.hpp"
#include "inspect/find.hpp"
#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

constexpr std::size_t named_candidates = 24;

std::string range_text(std::string_view name, u64 n) {
    const std::string first = std::string(name) + "[0]";
    return n < 2 ? first : first + " to [" + std::to_string(n - 1) + "]";
}

std::string segment_text(const Segment& segment) {
    std::string out = segment.name;
    if (segment.index != no_index) detail::append_segment(out, segment.index);
    return out;
}

}  // namespace

void PathProbe::collect(std::size_t depth, std::string path) {
    best_ = depth;
    best_path_ = std::move(path);
    candidates_.clear();
}

void PathProbe::candidate(std::string name) {
    if (best_ != matched_ || !on_the_way()) return;
    if (std::find(candidates_.begin(), candidates_.end(), name) == candidates_.end()) {
        if (candidates_.size() <= named_candidates) candidates_.push_back(std::move(name));
    }
}

// True if it is this array that the path goes through.
bool PathProbe::elements(const char* name, u64 n) {
    if (found_ || !on_the_way() || n == 0) return false;
    candidate(range_text(name, n));
    const Segment& segment = target_[matched_];
    if (segment.name != name) return false;
    if (segment.index == no_index && matched_ + 1 == target_.size()) found_ = true;
    return !found_;
}

void PathProbe::array(const char* name, u64 n, u64) { elements(name, n); }

LeafSink::Range PathProbe::open(const char* name, u64 n, u64, u64) {
    if (!elements(name, n) || target_[matched_].index >= n) return {0, 0};
    return {target_[matched_].index, target_[matched_].index + 1};
}

void PathProbe::enter(const char* name, u64 index, u64) {
    ++depth_;
    if (found_ || depth_ != matched_ + 1) return;
    const Segment& segment = target_[matched_];
    // A list that ends with a terminator does not say how long it is before its first element.
    const bool is_array = name != nullptr && index != no_index && segment.name == name && segment.index == no_index;
    if (is_array && matched_ + 1 == target_.size()) {
        found_ = true;
        return;
    }
    if (name == nullptr || segment.name != name || segment.index != index) {
        --depth_;
        if (name != nullptr && index == no_index) candidate(name);
        ++depth_;
        return;
    }
    lengths_.push_back(path_.size());
    detail::append_segment(path_, std::string_view(name));
    if (index != no_index) detail::append_segment(path_, index);
    ++matched_;
    if (matched_ == target_.size()) {
        found_ = true;
    } else if (matched_ > best_) {
        collect(matched_, path_);
    }
}

void PathProbe::leave(u64) {
    if (!found_ && on_the_way()) {
        path_.resize(lengths_.back());
        lengths_.pop_back();
        --matched_;
    }
    --depth_;
}

void PathProbe::leaf(const Leaf& leaf) {
    if (found_ || !on_the_way() || leaf.name == nullptr) return;
    candidate(leaf.name);
    if (target_[matched_].name != leaf.name) return;
    found_ = piece_of(leaf, {}, target_.subspan(matched_)).has_value();
    if (!found_ && matched_ >= best_) look_into(leaf);
}

// The leaf exists, but not the piece of it.
void PathProbe::look_into(const Leaf& leaf) {
    std::string path = path_;
    detail::append_segment(path, std::string_view(leaf.name));
    Field field = field_of(leaf, path);
    std::vector<std::string> pieces;
    if (field.grid != nullptr) {
        const GridView view(*field.grid, field.size());
        const u64 row = target_[matched_].index;
        if (row >= view.rows()) {
            pieces.push_back(range_text(leaf.name, view.rows()));
        } else {
            detail::append_segment(path, row);
            pieces.push_back(range_text(field.grid->cell_name, view.cells(row)));
        }
    } else if (field.repeat > 1 && target_[matched_].index >= field.repeat) {
        pieces.push_back(range_text(leaf.name, field.repeat));
    }
    for (const BitPart& part : field.meaning.parts) pieces.emplace_back(part.name);
    collect(matched_ + 1, std::move(path));
    candidates_ = std::move(pieces);
}

std::string PathProbe::explain() const {
    std::string out = "there is no '";
    for (std::size_t i = 0; i < target_.size(); ++i) out += (i > 0 ? "." : "") + segment_text(target_[i]);
    out += "'; " + (best_path_.empty() ? std::string("the file") : best_path_);
    if (candidates_.empty()) return out + " has no fields below it";
    out += " has ";
    for (std::size_t i = 0; i < candidates_.size() && i < named_candidates; ++i)
        out += (i > 0 ? ", " : "") + candidates_[i];
    if (candidates_.size() > named_candidates) out += " and more";
    return out;
}

}  // namespace thaw::inspect
