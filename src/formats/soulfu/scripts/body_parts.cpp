#include "formats/soulfu/scripts/body_parts.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

constexpr std::string_view piece_prefix = "part:";
constexpr std::string_view texture_prefix = "texture:";

// Scripts and rooms of the body may know nothing of it: then those that do are still wanted.
bool says_looks(const Part& part, std::string_view name) {
    if (part.role == script_role) return script_dresses(part.bytes.bytes(), name);
    return part.role == room_role && room_dresses(part.bytes.bytes(), name);
}

// "texture:HEAD.0" is image 0 of the head; "texture:0" is the body's.
Bundle bundle_of(const Part& piece, std::string_view place, const Bundle& all) {
    Bundle out{{{"ddd", piece.name, piece.bytes}}};
    const std::string own = std::string(texture_prefix) + std::string(place) + ".";
    for (const Part& part : all.parts) {
        if (part.role == "texture" || says_looks(part, text::file_stem(piece.name))) out.parts.push_back(part);
        if (text::equal_ignoring_case(part.role, names_role(place))) {
            out.parts.push_back({std::string(texture_names_role), part.name, part.bytes});
        }
        if (part.role.size() <= own.size()) continue;
        if (!text::equal_ignoring_case(std::string_view(part.role).substr(0, own.size()), own)) continue;
        out.parts.push_back({std::string(texture_prefix) + part.role.substr(own.size()), part.name, part.bytes});
    }
    return out;
}

}  // namespace

std::string names_role(std::string_view place) { return std::string(texture_names_role) + ":" + std::string(place); }

std::vector<Piece> pieces_in(const Bundle& bundle) {
    std::vector<Piece> out;
    for (const Part& part : bundle.parts) {
        if (!part.role.starts_with(piece_prefix)) continue;
        Piece piece;
        piece.role = part.role;
        piece.place = part.role.substr(piece_prefix.size());
        // What somebody gave comes after what a script names.
        std::erase_if(out, [&](const Piece& old) { return text::equal_ignoring_case(old.place, piece.place); });
        piece.bundle = bundle_of(part, piece.place, bundle);
        const auto status = read_part(format, piece.document, {"ddd", part.name, part.bytes}, {});
        if (!status) piece.error = to_string(status.error());
        if (status && piece.document.file.bases.empty()) piece.error = "it has no base model";
        if (status && piece.document.file.is_linked()) piece.error = "its frames are in another file";
        out.push_back(std::move(piece));
    }
    return out;
}

std::vector<Want> piece_needs(const std::vector<Piece>& pieces) {
    std::vector<Want> out;
    for (const Piece& piece : pieces) {
        if (!piece.error.empty()) continue;
        for (Want& want : texture_needs(piece.bundle, "ddd", used_slots(piece.document.file))) {
            // A file of texture names would be taken for the body's.
            if (want.role == texture_names_role) want.role = names_role(piece.place);
            std::replace(want.unless.begin(), want.unless.end(), std::string(texture_names_role),
                         names_role(piece.place));
            out.push_back(std::move(want));
        }
    }
    return out;
}

std::string_view grip_of(std::string_view place) {
    if (text::equal_ignoring_case(place, "RIDER")) return "SADDLE";
    const auto is_it = [&](std::string_view name) { return text::equal_ignoring_case(name, place); };
    const auto found = std::find_if(bone_names.begin() + 1, bone_names.end(), is_it);  // the first has no name
    return found == bone_names.end() ? std::string_view() : std::string_view(*found);
}

UsedSlots used_slots(const File& file) {
    UsedSlots used{};
    for (const BaseModel& base : file.bases) {
        for (std::size_t s = 0; s < slot_count; ++s) {
            if (base.slots[s].mode != 0) used.add(s, base.slots[s].flags);
        }
    }
    return used;
}

}  // namespace thaw::ddd
