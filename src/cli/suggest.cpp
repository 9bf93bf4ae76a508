#include "cli/suggest.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t letters_per_error = 3;
constexpr std::size_t least_prefix = 3;  // shorter beginnings could be anything

std::string only_completion(std::string_view word, std::span<const std::string> candidates) {
    std::string found;
    if (word.size() < least_prefix) return found;
    for (const std::string& candidate : candidates) {
        if (!text::equal_ignoring_case(std::string_view(candidate).substr(0, word.size()), word)) continue;
        if (!found.empty()) return {};
        found = candidate;
    }
    return found;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Optimal string alignment; row i has the distances of a's first i letters to every beginning of b.
    std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t k = 0; k <= b.size(); ++k) {
            std::size_t& cell = rows[i][k];
            if (i == 0 || k == 0) {
                cell = i + k;
                continue;
            }
            const auto same = [&](std::size_t x, std::size_t y) { return text::lower(a[x]) == text::lower(b[y]); };
            cell =
                std::min({rows[i - 1][k] + 1, rows[i][k - 1] + 1, rows[i - 1][k - 1] + (same(i - 1, k - 1) ? 0 : 1)});
            if (i > 1 && k > 1 && same(i - 1, k - 2) && same(i - 2, k - 1))
                cell = std::min(cell, rows[i - 2][k - 2] + 1);
        }
    }
    return rows[a.size()][b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t longest = 64;  // of what anybody types for an option
    if (word.size() > longest) return {};
    std::string best;
    std::size_t least = 0;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        const std::size_t allowed = std::max(word.size(), candidate.size()) / letters_per_error;
        if (distance > allowed || (!best.empty() && distance >= least)) continue;
        best = candidate;
        least = distance;
    }
    return best.empty() ? only_completion(word, candidates) : best;
}

}  // namespace thaw::cli
