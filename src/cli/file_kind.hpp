// What a file is, by its bytes: for verbs that put one in the place of another.
#pragma once

#include <string>
#include <string_view>

#include <thaw/format.hpp>

namespace thaw::cli {

struct FileKind {
    enum class Is : u8 { empty, model, image, text, unknown };
    Is is = Is::unknown;
    const Format* format = nullptr;  // of a model, or of an archive
    std::string role{};              // which of its files
    std::string ending{};            // where one format has several kinds: a pack of models, a level
    std::string image{};             // "pcx"

    // Nothing that another file could be compared with.
    bool says_nothing() const { return is == Is::empty || is == Is::unknown; }
    std::string words() const;  // "ddd", "unreal aniv", "ctr (.lev)", "pcx", "text", "of no known kind"
    friend bool operator==(const FileKind&, const FileKind&) = default;
};

// The name only tips the balance. A script that speaks of models is text.
FileKind kind_of_file(std::string_view name, const Blob& bytes);

// What a file of this name would be.
FileKind kind_by_name(std::string_view name);

}  // namespace thaw::cli
