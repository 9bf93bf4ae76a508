// What an earlier run has made in a folder, so that the next one need not do it again.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/content.hpp"
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
        io::Content content{};
    };
    // Journals of other shards that could not be read.
    const std::vector<Error>& unreadable() const { return unreadable_; }
    static bool is_journal(std::string_view file_name);

    // Recorded before the files get their names: a file that is missing later was never made. After an error
    // nothing more is remembered.
    // `worst`: of the findings about it, if there were any.
    Status add(const io::Input& input, const io::Opened& opened, std::optional<Severity> worst,
               const std::vector<Output>& outputs, io::Folders& folders);

    // What was made of an input, and of which files.
    struct Made {
        std::vector<std::string> inputs{};
        std::vector<std::string> outputs{};
        std::optional<Severity> worst{};  // finding about it
    };
    // If all that was made is still there as it was made, and every file it was made from as it was. Reads the outputs;
    // may be asked on any thread.
    std::optional<Made> still_made(const io::Input& input) const;

private:
    struct Record {
        std::size_t count = 0;
        std::optional<Severity> worst{};
        std::vector<std::pair<std::string, io::FileStamp>> inputs{};
        std::vector<Output> outputs{};
    };
    void take(const std::string& line);
    static bool holds(const Record& record);

    std::string settings_;
    io::Journal journal_;
    bool broken_ = false;
    std::vector<Error> unreadable_;
    std::map<std::string, std::map<std::size_t, Record>> known_;
};

}  // namespace thaw::cli
