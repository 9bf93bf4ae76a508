// Models and findings as JSON: one shape for the command line, the C API and everything that reads them.
#pragma once

#include <thaw/info.hpp>

namespace thaw::inspect {

// {"code","severity","part","path","offset","expected","found","text"}; path, offset, expected and found only if known.
json::Value issue_json(const Issue& issue);
// {"issues":[...],"dropped":n}
json::Value issues_json(const Issues& issues);
json::Value error_json(const Error& error);

// The object that `thaw info --json` prints, one a model.
json::Value info_json(const Info& info);

}  // namespace thaw::inspect
