// What became of a base that was edited, counted and told in one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::build {

class EditWords {
public:
    // Kinds are told in the order in which they first occur here.
    void count(std::string_view one, u64 n = 1);
    bool empty() const { return counts_.empty(); }
    // "1 vertex and 3 keys changed; all else byte-identical"
    std::string text() const;

private:
    struct Count {
        std::string_view one;
        u64 n = 0;
    };
    std::vector<Count> counts_{};
};

}  // namespace thaw::build
