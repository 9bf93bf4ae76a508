// A model in the place of one in an archive: converted over it, with every file of the archive that this changes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/file_kind.hpp"
#include "cli/models.hpp"
#include "cli/native_arguments.hpp"
#include "cli/scene_arguments.hpp"
#include "io/archive.hpp"
#include "io/folders.hpp"

namespace thaw::cli {

// An archive whose files can be replaced.
struct OpenArchive {
    std::string path;  // as the user named it
    std::shared_ptr<Model> model;
    io::Archive files;

    // The entry of that path, else one that differs in case only.
    std::optional<std::size_t> find(std::string_view inside) const;
    // What the entry holds; nothing if it cannot be unpacked.
    Blob load(std::size_t entry) const;
};

struct Change {
    std::size_t entry = 0;
    Blob before{};
    Blob after{};
};

// What one call of `thaw replace` does.
struct Changes {
    std::vector<Change> files{};  // each entry once
    std::string words{};          // what became of the model
    Issues issues{};
    std::vector<std::string> remarks{};  // about what was left out
    bool incomplete = false;             // something that was edited is among it
    std::vector<io::FileId> inputs{};    // files that were read: never to be overwritten
};

struct ReplaceModelOptions {
    SceneArguments scene{};
    std::vector<std::string> search{};
    bool fit = false;
    bool force = false;
};

// The entry to be replaced.
struct Place {
    const OpenArchive& archive;
    std::size_t entry = 0;
    FileKind kind{};        // what it is, else what its name says
    bool has_base = false;  // there is a model to change
};

class ReplaceModel {
public:
    ReplaceModel(Console& console, io::Folders& folders, const ReplaceModelOptions& options, Place place)
        : console_(console), folders_(folders), options_(options), place_(std::move(place)) {}

    // From a model of another format, over the entry as base.
    Result<Changes> convert(const std::string& file, const Format& format);
    // A model of the entry's own format: all of its files that are there.
    Result<Changes> take(const std::string& file, const Blob& bytes);

private:
    Result<io::Opened> open(const std::string& path, std::vector<io::Given> given) const;
    void open_base(const std::vector<io::Given>& given);
    Error refused(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models,
                  Error error) const;
    Status put(const NativeResult& made);
    Status put_own(const Part& part);
    Status put_companion(const Part& part);
    void put_image(const std::string& name, const Blob& image);
    void put_image_at(std::size_t entry, const std::string& name, const Blob& image);
    void put_bytes(std::size_t entry, const Blob& bytes);
    void skip(const std::string& name, const std::string& why, bool edited);

    std::optional<std::size_t> entry_at(const std::string& path) const;
    std::optional<std::size_t> entry_of_own(std::string_view role) const;
    std::optional<std::size_t> companion_entry(const Part& part, const std::string& name) const;
    const Part* image_of_base(const std::string& name) const;
    std::optional<std::size_t> image_in_folder(const std::string& name) const;
    std::string path_of_entry() const { return place_.archive.files.path_of(place_.entry); }

    Console& console_;
    io::Folders& folders_;
    const ReplaceModelOptions& options_;
    Place place_;
    std::optional<io::Opened> base_;
    bool is_new_ = true;  // nothing of the base is kept, or there is none
    Changes out_;
};

}  // namespace thaw::cli
