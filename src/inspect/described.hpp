// One of a model's files as its description sees it: unpacked, and with a document that has read those before it.
#pragma once

#include <thaw/format.hpp>

#include "layout/annotator.hpp"

namespace thaw::inspect {

struct DescribedFile {
    Format format;  // without unpack, which is done
    std::unique_ptr<Document> document;
    Part part;  // its bytes are the described ones
    u64 file_bytes = 0;
    bool is_packed = false;

    Status annotate(LeafSink& leaves, const Context& context);
};

// The model's own files: those of its bundle, or if it has none yet those that write() makes.
Result<Bundle> files_of(const Model& model, const Context& context);
// `role` empty: the first in the order of the format.
Result<DescribedFile> describe_file(const Format& format, const Bundle& bundle, std::string_view role,
                                    const Context& context);

// Those of the model's own roles that the bundle has a file for.
std::vector<std::string_view> roles_in(const Format& format, const Bundle& bundle);

}  // namespace thaw::inspect
