// What the user named, as a list of models: files, folders, archives, "-". A model of two files is listed once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/result.hpp>

#include "io/folders.hpp"
#include "io/name_filter.hpp"

namespace thaw::io {

struct Input {
    std::string path;    // of the file that names the model, or "-"
    std::string named;   // the file of it that the user named first; the same as `path` for one found in a folder
    std::string below;   // folder of it below the folder the user named; empty for a file
    std::string root{};  // the folder or archive that the user named, without '/' at its end; empty for a file
};

struct Inputs {
    std::vector<Input> models;         // in the order the user gave, inside folders by name
    std::vector<Error> errors;         // names that lead nowhere
    std::vector<std::string> skipped;  // files in folders whose names no format claims
    std::vector<std::string> unread;  // archives with models that are not among their files: "Rat.u: 2 skeletal meshes"
    std::vector<std::string> unmade;  // files that name models, of which nothing that those are made of is there
    u64 filtered = 0;                 // files and folders that the filter left out
    u64 pieces = 0;                   // models left out because others, which are listed, are made of them
};

// What an archive stands for, named or found in a folder, with or without '/' at its end. Only those of a game's own
// format can be a model themselves; any other stands for its files.
enum class ArchiveAs : u8 {
    itself,   // a model
    content,  // a folder of files
    both,     // a model, and then a folder
};

// What becomes of files in folders that name models, and of the models that those are made of.
enum class NamedModels : u8 {
    ignored,          // only files that are models themselves
    first,            // those that are named come first, and their pieces not at all
    first_and_pieces  // their pieces too
};

struct CollectOptions {
    ArchiveAs archives = ArchiveAs::both;
    // Files in folders whose names end so are models too, in addition to those that a format claims by its extensions.
    std::span<const std::string_view> endings{};
    NameFilter filter{};
    // Files that hold several models, and can be shown as one: each of the models, instead of the file.
    bool one_by_one = false;
    NamedModels named = NamedModels::ignored;
    std::span<const std::string> search{};  // folders in which what a named model is made of may lie, too
};

Inputs collect_inputs(const std::vector<std::string>& names, Folders& folders, const CollectOptions& options = {});

}  // namespace thaw::io
