// From files in memory to models: what kind they are, which models they hold, and what else each asks for.
//
//     thaw::MemoryFiles files({{"fish_d.3d", data}, {"fish_a.3d", aniv}});
//     auto opened = thaw::open_model({{.role = {}, .name = "fish_d.3d", .bytes = data}}, {.lookup = &files});
//
// Nothing here opens a file: a Lookup answers what a model asks for. load() in <thaw/files.hpp> has one for disks.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <thaw/format.hpp>

namespace thaw {

// A file that was asked for beside the first ones.
struct Companion {
    std::string role;
    std::string name;  // of the file found, or the name that was wanted
    bool found = false;
};

struct FoundFile {
    std::string name;  // the same for the same file, whoever asks
    Blob bytes;
};

// Answers what models ask for. It is asked from the thread that opens, and has to live until the model is open.
class Lookup {
public:
    virtual ~Lookup() = default;

    // Once, when the format is known: companions that are taken whatever would be found, in their roles.
    virtual Result<std::vector<Part>> chosen(const Format& /*format*/) { return std::vector<Part>(); }
    // The files that answer, by preference; the first alone unless Want::all. None if there is none. A file has to
    // satisfy all that the want says: is_wanted() looks at its bytes.
    virtual std::vector<FoundFile> find(const Want& want, const Format& format) = 0;
};

// Does the file answer a want that has asked for its name?
bool is_wanted(const Want& want, const Blob& bytes);

// Files in memory, with '/' between folders. A wanted name finds the file whose path ends with it, whatever the case of
// letters; of several the one with the shortest path. A file without a folder answers for any folder.
class MemoryFiles final : public Lookup {
public:
    explicit MemoryFiles(std::vector<FoundFile> files = {}) : files_(std::move(files)) {}
    void add(FoundFile file) { files_.push_back(std::move(file)); }
    std::vector<FoundFile> find(const Want& want, const Format& format) override;

private:
    std::vector<FoundFile> files_;
};

struct OpenOptions {
    const Format* format = nullptr;  // skips detection
    Lookup* lookup = nullptr;        // null: only what is given
    Context context{};
};

struct OpenedModel {
    Model model;
    Sniffed sniffed;                      // how its first file was recognised; without its document
    std::vector<Companion> companions{};  // every file that was asked for, in that order
    std::size_t index = 0;                // of the models that the files hold,
    std::size_t count = 1;                // which are so many
};

struct RefusedModel {
    Error error;
    const Format* format = nullptr;  // null if no format claims the files
    Bundle bundle{};                 // as far as it came
};

using OpenResult = std::variant<OpenedModel, RefusedModel>;

// Every model that the files hold, at least one result. Parts without a role get the one that their bytes and names
// suggest; the part that is recognised with most confidence decides on the format.
std::vector<OpenResult> open_models(std::vector<Part> parts, const OpenOptions& options = {});

// The same for one: the model of that name (Bundle::model), or without a name the first.
Result<OpenedModel> open_model(std::vector<Part> parts, const OpenOptions& options = {}, std::string_view name = {});

}  // namespace thaw
