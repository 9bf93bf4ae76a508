// From a path to a model: detect, read, and look up what the model asks for until it asks for nothing new.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <thaw/open.hpp>

#include "io/companions.hpp"

namespace thaw::io {

struct Opened : OpenedModel {
    std::vector<std::string> roots{};  // where companions were looked for
    std::vector<FileId> files{};       // everything read from disk: never to be overwritten
    std::set<FileId> own{};            // those of them that make the model; empty for standard input
};

// The files of a model that could not be read, for `thaw dump`.
struct Refused {
    Error error;
    const Format* format = nullptr;  // null if no format claims the file
    Bundle bundle{};
    std::vector<FileId> files{};
};

using OpenResult = std::variant<Opened, Refused>;

// A companion that the user chose, whatever would have been found.
struct Given {
    std::string role;
    std::string path;
    std::string value{};  // instead of a file: the part is only this name
};

struct OpenOptions {
    std::vector<std::string> search{};  // folders the user added
    const Format* format = nullptr;     // skips detection
    std::vector<Given> given{};
};

// Several threads may open at once.
class Opener {
public:
    Opener(Folders& folders, OpenOptions options, Context context)
        : folders_(folders), options_(std::move(options)), context_(context), companions_(folders, context.limits) {}

    // "-" is standard input. One model, or all that a file stands for. `root` is the folder or archive that the user
    // named and that the file was found in; empty if the user named the file.
    std::vector<OpenResult> open(const std::string& path, const std::string& root = {});
    // What it would be opened as; null if that is not known, as of standard input, which can be read only once.
    const Format* format_of(const std::string& path);
    // A companion that the user gave (OpenOptions::given), loaded once however many models take it.
    Result<Loaded> load_given(const std::string& path);

private:
    class Search;
    struct First {
        Part part;
        std::optional<Loaded> file{};  // nothing of standard input
    };
    Result<First> load(const std::string& path);
    OpenResult finished(thaw::OpenResult result, Search& search);

    Folders& folders_;
    OpenOptions options_;
    Context context_;
    Companions companions_;
    std::mutex given_mutex_;
    std::map<std::string, Result<Loaded>> given_{};  // by path
};

}  // namespace thaw::io
