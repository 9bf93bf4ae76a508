// A file of a model with its outline, and fields in it by path.
#pragma once

#include "inspect/described.hpp"
#include "inspect/outline.hpp"

namespace thaw::inspect {

struct OutlinedFile {
    DescribedFile described;
    std::unique_ptr<Outline> tree;

    const Outline& outline() const { return *tree; }
};

Result<OutlinedFile> outline_file(const Format& format, const Bundle& files, std::string_view role,
                                  const Context& context);
Result<OutlinedFile> outline_file(const Model& model, std::string_view role, const Context& context);

// The error says what there is instead.
Result<Item> find_in(OutlinedFile& file, std::string_view path, const Context& context);

struct Found {
    OutlinedFile file;
    Item item;
};
// In the first file that has it, or in this one.
Result<Found> find_in_files(const Model& model, std::string_view path, std::string_view role, const Context& context);

}  // namespace thaw::inspect
