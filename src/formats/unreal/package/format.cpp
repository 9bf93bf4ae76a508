// The record of Unreal packages. See README.md, "Packages".
#include "formats/unreal/package/document.hpp"

#include "base/text.hpp"
#include "formats/shared/record.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/package/issues.hpp"
#include "formats/unreal/package/layout.hpp"
#include "layout/reader.hpp"

namespace thaw::upackage {

namespace {

constexpr PartRole package_parts[] = {{"package", ".u"}};
constexpr std::string_view package_extensions[] = {".u", ".utx", ".unr", ".uax", ".umx", ".dtx"};

bool has_tables(const Blob& bytes, Document& document, const Context& context, std::string& why) {
    Reader reader(bytes, context);
    describe_tables(reader, document);
    if (!reader.ok()) why = reader.error()->message;
    return reader.ok();
}

// What an export is described as has to be settled before the description is followed.
Result<Blob> settled(thaw::Document& document, const Part& part, const Context& context) {
    auto& package = static_cast<Document&>(document);
    package = Document{};
    std::string why;
    if (has_tables(part.bytes, package, context, why)) {
        settle(package, context);
    } else {
        package = Document{};  // reading says why
    }
    return part.bytes;
}

Sniffed sniff_package(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.size() > context.limits.input_bytes) return {Confidence::no, "package", "larger than the limit"};
    const bool has_magic = text::view_as_text(bytes.slice(0, magic.size()).bytes()) == magic;
    if (!has_magic) {
        for (const std::string_view ending : package_extensions) {
            if (text::ends_with_ignoring_case(name, ending) && !bytes.empty()) {
                return {Confidence::weak, "package", "does not start with the number of Unreal packages"};
            }
        }
        return {Confidence::no, "package", {}};
    }
    Document document;
    std::string why;
    if (!has_tables(bytes, document, context, why)) {
        return {Confidence::weak, "package", "the number of Unreal packages, but " + why};
    }
    return {Confidence::certain, "package", "an Unreal package of version " + std::to_string(document.version)};
}

}  // namespace

const Format format{
    .id = "upackage",
    .title = "Unreal package",
    .game = "Unreal, Unreal Tournament, Deus Ex and other games of Unreal Engine 1",
    .parts = package_parts,
    .extensions = package_extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff_package,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = settled,
    .has_sibling_folders = true,  // packages lie in folders by what is in them: System, Textures, Maps
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
    .unread = unread_as<Document>,
};

}  // namespace thaw::upackage
