// For format records: they are called with any Document, while a format's own functions take the document as what it
// is. `validate_as<Document>` is the record's function that calls the format's validate(), and so on; the format's
// functions are found by their names in the namespace of its document.
#pragma once

#include <memory>

#include <thaw/format.hpp>

#include "base/guard.hpp"
#include "formats/shared/element_map.hpp"

namespace thaw {

template <class Own>
std::unique_ptr<Document> blank_as() {
    return std::make_unique<Own>();
}

// For documents of one file.
template <class Own>
void describe_as(Codec& io, Document& document, std::string_view) {
    describe(io, static_cast<Own&>(document));
}

template <class Own>
void validate_as(const Document& document, Profile profile, Issues& issues) {
    validate(static_cast<const Own&>(document), profile, issues);
}

template <class Own>
std::vector<Want> needs_as(const Document& document, const Bundle& bundle) {
    return needs(static_cast<const Own&>(document), bundle);
}

template <class Own>
Summary summarise_as(const Document& document, const Bundle& bundle) {
    return summarise(static_cast<const Own&>(document), bundle);
}

template <class Own>
Status convert_variant_as(Document& document, std::string_view variant, Issues& issues) {
    return convert_variant(static_cast<Own&>(document), variant, issues);
}

template <class Own>
Result<Scene> to_scene_as(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    return to_scene(static_cast<const Own&>(document), bundle, options, issues);
}

template <class Own>
std::unique_ptr<ElementMap> element_map_as(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                           const Scene& scene) {
    return element_map(static_cast<const Own&>(document), bundle, options, scene);
}

template <class Own>
std::vector<OptionRange> option_ranges_as(const Document& document, const Bundle& bundle, const SceneOptions& options) {
    return option_ranges(static_cast<const Own&>(document), bundle, options);
}

// Archives: called with no boundary of model.cpp between, so that running out of memory becomes an Error here.
template <class Own>
Result<std::vector<ArchiveEntry>> entries_as(const Document& document, const Context& context) {
    return guarded([&] { return entries(static_cast<const Own&>(document), context); });
}

template <class Own>
Result<Blob> unpack_entry_as(const Document& document, std::size_t entry, const Context& context) {
    return guarded([&] { return unpack_entry(static_cast<const Own&>(document), entry, context); });
}

template <class Own>
std::string unread_as(const Document& document) {
    return unread(static_cast<const Own&>(document));
}

template <class Own>
Status replace_entry_as(Document& document, std::size_t entry, const Blob& bytes) {
    return guarded([&] { return replace_entry(static_cast<Own&>(document), entry, bytes); });
}

template <class Own>
Status add_entry_as(Document& document, const ArchiveFile& file) {
    return guarded([&] { return add_entry(static_cast<Own&>(document), file); });
}

template <auto build>
Result<std::unique_ptr<Document>> build_archive_as(std::span<const ArchiveFile> files) {
    return guarded([&]() -> Result<std::unique_ptr<Document>> {
        auto built = build(files);
        if (!built) return built.error();
        using Own = std::remove_reference_t<decltype(*built)>;
        return std::unique_ptr<Document>(std::make_unique<Own>(std::move(*built)));
    });
}

}  // namespace thaw
