// Two models of one run never share a file.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::cli {

class UniqueNames {
public:
    // The path, which has no extension, or a longer one if it is taken: rat.ddd and rat.rdy side by side are rat and
    // rat_rdy, and a third one is rat_2. Some systems take Rat and rat for the same name, so these never meet either.
    std::string claim(const std::string& path, std::string_view mark = {});

private:
    std::map<std::string, u64> taken_{};  // in lower case, with the number that is tried next
};

}  // namespace thaw::cli
