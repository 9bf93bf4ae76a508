// What a run of `thaw convert` did to each model, as JSON: --report.
#pragma once

#include <string>
#include <vector>

#include <thaw/json.hpp>

#include "io/open.hpp"
#include "io/output.hpp"

namespace thaw::cli {

class ConvertReport {
public:
    bool wanted = false;  // else nothing is kept
    u64 unchanged = 0;    // models left as an earlier run made them

    // `error` is null if all went well.
    void add(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Issues& issues,
             const Error* error);
    void add_refused(const std::string& file, const Error& error);
    json::Value take(bool dry_run);

private:
    json::Array models_;
};

}  // namespace thaw::cli
