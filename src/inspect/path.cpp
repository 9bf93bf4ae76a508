#include "inspect/path.hpp"

#include <charconv>

#include "base/text.hpp"
#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

bool parse_segment(std::string_view text, Segment& out) {
    const std::size_t bracket = text.find('[');
    out.name = text.substr(0, bracket);
    if (out.name.empty()) return false;
    if (bracket == std::string_view::npos) return true;
    if (!text.ends_with(']')) return false;
    const std::string_view digits = text.substr(bracket + 1, text.size() - bracket - 2);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), out.index);
    return !digits.empty() && parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size();
}

// The cell or row that frames[3].vertices[17].x names.
std::optional<Piece> grid_piece(const Field& field, std::span<const Segment> rest) {
    const GridView view(*field.grid, field.size());
    const u64 row = rest[0].index;
    if (row >= view.rows()) return std::nullopt;
    if (rest.size() == 1) return Piece{field, true, row};
    if (rest[1].name != field.grid->cell_name) return std::nullopt;
    if (rest[1].index == no_index) return rest.size() == 2 ? std::optional<Piece>({field, true, row}) : std::nullopt;
    if (rest[1].index >= view.cells(row)) return std::nullopt;
    Piece piece{cell_of(field, row, rest[1].index)};
    if (rest.size() == 2) return piece;
    if (rest.size() > 3 || rest[2].index != no_index) return std::nullopt;
    if (!select_part(piece.field, rest[2].name)) return std::nullopt;
    return piece;
}

}  // namespace

Result<std::vector<Segment>> parse_path(std::string_view path) {
    std::vector<Segment> segments;
    for (std::string_view rest = path; segments.empty() || !rest.empty();) {
        const std::size_t end = rest.find('.');
        Segment segment;
        const bool dangling = end != std::string_view::npos && end + 1 == rest.size();
        if (dangling || !parse_segment(rest.substr(0, end), segment)) {
            return Error{Code::bad_value, "'" + text::printable(path) +
                                              "' is not a field path; one looks like bases[0].bones[3].joints"};
        }
        segments.push_back(std::move(segment));
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    return segments;
}

std::optional<Piece> piece_of(const Leaf& leaf, std::string path, std::span<const Segment> rest) {
    if (rest.empty() || leaf.name == nullptr || rest[0].name != leaf.name) return std::nullopt;
    Piece piece{field_of(leaf, std::move(path))};
    Field& field = piece.field;
    if (rest[0].index != no_index) {
        if (field.grid != nullptr) return grid_piece(field, rest);
        if (rest[0].index >= field.repeat) return std::nullopt;
        field = element_of(field, rest[0].index);
    }
    if (rest.size() == 1) return piece;
    if (rest.size() > 2 || rest[1].index != no_index) return std::nullopt;
    if (!select_part(field, rest[1].name)) return std::nullopt;
    return piece;
}

}  // namespace thaw::inspect
