// What an earlier run has made in a folder, so that the next one need not do it again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/folders.hpp"
#include "io/inputs.hpp"
#include "io/journal.hpp"
#include "io/open.hpp"

namespace thaw::cli {

class EarlierRuns {
public:
    // `settings`: everything that decides what is made of a model. What was made with others counts for nothing.
    EarlierRuns(const std::string& folder, const std::string& settings, const std::string& shard);

    struct Output {
        std::string path;
        u64 bytes = 0;
    };
    // Said before the files get their names: what is not there when
    // it is looked for was not made.
    Status add(const io::Input& input, const io::Opened& opened, const std::vector<Output>& outputs,
               io::Folders& folders);

    // Is everything made of this input still there, and every file it was made from as it was? Its outputs then.
    std::optional<std::vector<std::string>> outputs_of(const io::Input& input) const;

private:
    struct Record {
        std::size_t count = 0;
        std::vector<std::pair<std::string, io::FileStamp>> inputs{};
        std::vector<Output> outputs{};
    };
    void take(const std::string& line);
    static bool holds(const Record& record);

    std::string settings_;
    io::Journal journal_;
    std::map<std::string, std::map<std::size_t, Record>> known_;
};

}  // namespace thaw::cli
