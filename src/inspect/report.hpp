// Models and findings as JSON: one shape for the command line, the C API and everything that reads them.
#pragma once

#include <span>
#include <string>

#include <thaw/format.hpp>
#include <thaw/json.hpp>

namespace thaw::inspect {

// A companion that was looked for.
struct Companion {
    std::string role;
    std::string name;  // of the file found, or the name that was wanted
    bool found = false;
};

// {"code","severity","part","path","offset","expected","found","text"}; path, offset, expected and found only if known.
json::Value issue_json(const Issue& issue);
// {"issues":[...],"dropped":n}
json::Value issues_json(const Issues& issues);
json::Value error_json(const Error& error);

// The object that `thaw info --json` prints, one per model.
json::Value info_json(const Model& model, const Summary& summary, const Issues& issues,
                      std::span<const Companion> companions);

}  // namespace thaw::inspect
