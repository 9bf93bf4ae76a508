// Who writes a file in a run. Two models never share one, even with --force, unless both give it the same bytes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "io/output.hpp"

namespace thaw::cli {

class Claims {
public:
    // For what is no model. `what` is for the message: "the report".
    void reserve(const std::string& path, const std::string& what);
    bool has(const std::string& path) const;

    // Those of a model's files that are not written yet. An error if one of them is another's and differs, or if that
    // is not known as it is made while it is written.
    Result<std::vector<io::OutputFile>> unwritten(const std::vector<io::OutputFile>& files,
                                                  const std::string& model) const;
    // Once they are written.
    void add(const std::vector<io::OutputFile>& files, const std::string& model);
    void add(const std::string& path, const std::string& model);  // whatever it gets: never the same

private:
    struct Claim {
        std::string model;
        std::optional<Sha256::Digest> content{};
    };
    const std::string* reserved_at(const std::string& place) const;

    // A place is identified by the existing folders: it changes when they are made, which they are for a claim.
    std::map<std::string, Claim> claims_;          // by place
    std::map<std::string, std::string> reserved_;  // what, by path
};

}  // namespace thaw::cli
