// Archives of the world as the program opens them: zip, tar and discs by src/archives, all others through libarchive.
#pragma once

#include <thaw/archives.hpp>

namespace thaw::containers {

using Container = archives::Archive;
using archives::blob_source;
using archives::data_file_of_cue;
using archives::files_of_cue;
using archives::kind_of;
using archives::known_kinds;
using archives::KnownKind;
using archives::Source;

// `companion` is the file that a .cue names for its first data track (null otherwise).
Result<std::unique_ptr<Container>> open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                                        std::shared_ptr<Source> companion = nullptr);

// The same for the kinds that libarchive reads as well, all by libarchive: what src/archives is compared with.
Result<std::unique_ptr<Container>> open_with_libarchive(std::string_view name, std::shared_ptr<Source> source,
                                                        const Context& context,
                                                        std::shared_ptr<Source> companion = nullptr);

}  // namespace thaw::containers
