// Files for tests: the real ones where they are present, and the ones in this repository.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>

namespace thaw::test {

std::filesystem::path corpus_folder();
std::filesystem::path source_folder();
Blob load_file(const std::filesystem::path& path);
Blob blob_of(std::string_view text);

// A table with a header line; fields are separated by commas, or stand in double quotes if they hold some.
using Row = std::map<std::string, std::string>;
std::vector<Row> load_csv(const std::filesystem::path& path);

}  // namespace thaw::test
