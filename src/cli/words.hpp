// Numbers and findings in words.
#pragma once

#include <string>
#include <vector>

#include <thaw/format.hpp>

#include "cli/console.hpp"

namespace thaw::cli {

std::string size_words(u64 bytes);                     // "532 bytes", "41.2 kB", "3.1 MB"
std::string number_words(double value);                // at most two decimals, none that are zero
std::string metres_words(double metres);               // "1.83 m", "43 cm"
std::string count_words(u64 n, std::string_view one);  // "12,345 vertices"

// Equal findings as one: same code, severity and file.
struct IssueGroup {
    const Issue* first;
    std::vector<const Issue*> all;
};

// Worst first, then in the order they were made.
std::vector<IssueGroup> group(const Issues& issues);
std::string tally_words(const Issues& issues);  // "2 errors, 1 warning", "clean"

// "index 90 out of range, expected below 12 (fish_d.3d, polys[3].vertices[0], byte 0x4f)"
std::string issue_words(const Model& model, const Issue& issue);

// The findings below a model's line: grouped, or every one.
void print_issues(Console& console, const Model& model, const Issues& issues, bool all);

}  // namespace thaw::cli
