// The conversions that the matrix judges: the only place that calls Thaw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <thaw/format.hpp>

#include "edits/glb.hpp"

namespace edits {

struct Finding {
    std::string code{};
    bool is_warning = false;  // or worse
    std::string text{};       // path and message

    bool is_of_build() const { return code.starts_with("BUILD_"); }
};

// Nothing if the model has no shape.
std::optional<Bytes> to_glb(const thaw::Model& model, bool with_source);

struct BackResult {
    bool ok = false;
    std::string error{};
    std::vector<Finding> findings{};
    std::string words{};
    std::vector<thaw::Part> own{};         // the model's files
    std::vector<thaw::Part> companions{};  // with whole names
};

// `original` as the base, if it is given; the format is its own.
BackResult to_native(const Bytes& glb, const thaw::Bundle& original, const thaw::Format& format, bool with_base);

// The written files in the place of the original's: what was written goes before what lay there.
std::optional<thaw::Model> read_again(const BackResult& written, const thaw::Bundle& original,
                                      const thaw::Format& format, std::string& error);

}  // namespace edits
