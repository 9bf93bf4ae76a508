// What the user named, as a list of models: files, folders, archives, "-". A model of two files is listed once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/result.hpp>

#include "io/folders.hpp"

namespace thaw::io {

struct Input {
    std::string path;   // of the file that names the model, or "-"
    std::string named;  // the file of it that the user named first; the same as `path` for one found in a folder
    std::string below;  // folder of it below the folder the user named; empty for a file
};

struct Inputs {
    std::vector<Input> models;         // in the order the user gave, inside folders by name
    std::vector<Error> errors;         // names that lead nowhere
    std::vector<std::string> skipped;  // files in folders whose names no format claims
};

// A named archive is one model, unless the name ends with '/'; one that is found in a folder is a model and a folder.
enum class NamedArchive : u8 { model, folder };

// `endings`: files in folders whose names end so are models too, beside those that a format claims by its extensions.
Inputs collect_inputs(const std::vector<std::string>& names, Folders& folders,
                      NamedArchive archives = NamedArchive::model, std::span<const std::string_view> endings = {});

}  // namespace thaw::io
