// Output files: each is either the old one or the complete new one, and the files of one model change together.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/sink.hpp>

#include "io/system.hpp"

namespace thaw::io {

inline constexpr std::string_view temporary_prefix = ".thaw-";

struct OutputFile {
    std::string path;
    Blob bytes{};
    // Instead of bytes: writes the file as it is made, so that it never is in memory as a whole.
    std::function<Status(Sink&)> make{};
};

// What a run reads.
using InputFiles = std::set<FileId>;

struct OutputOptions {
    // Replace what is there. Without it, a file that already has the bytes is left as it is, and any other refused.
    bool force = false;
    bool durable = false;                // wait until the disk has it
    const InputFiles* inputs = nullptr;  // never replaced, nor a link to one, whatever else is asked; null: none
};

// Would the targets be accepted? Nothing is changed.
Status check_targets(std::span<const OutputFile> files, const OutputOptions& options, System& system);

// All of them, or an error and everything as it was.
Status write_files(std::span<const OutputFile> files, const OutputOptions& options, System& system);

// The same in two steps, for work on several threads: complete copies next to the targets first, and their names when
// it is their turn. What never gets a name is removed.
class StagedFiles {
public:
    static Result<StagedFiles> stage(std::vector<OutputFile> files, const OutputOptions& options, System& system);
    StagedFiles(StagedFiles&&) noexcept;
    ~StagedFiles();

    // Other names in the same folders, one a file.
    Status commit(const std::vector<std::string>& paths, const OutputOptions& options);

private:
    struct Work;
    explicit StagedFiles(std::unique_ptr<Work> work);
    std::unique_ptr<Work> work_;
};

// The same text for all paths that lead to one place, whether something is there or not. A link at the end is a place
// of its own, as it is what an output replaces.
std::string place_of(const std::string& path);

// The folder and those above it, where they do not exist. Nothing for a name without one.
Status make_folders(const std::string& path, System& system);

}  // namespace thaw::io
