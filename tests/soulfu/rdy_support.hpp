// Shared by the RDY tests.
#pragma once

#include "formats/soulfu/rdy/document.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {

inline Result<Model> read_rdy(Blob bytes, std::string name = "MODEL.RDY") {
    return read(rdy::format, {{{"rdy", std::move(name), std::move(bytes)}}});
}

inline const rdy::File& rdy_file_of(const Model& model) {
    return static_cast<const rdy::Document&>(*model.document).file;
}

}  // namespace thaw::test
