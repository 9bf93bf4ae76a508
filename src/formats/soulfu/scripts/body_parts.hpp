// Further models that somebody gave with a model: the parts of a character (roles "part:HEAD", "part:RIGHT", ...).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>

#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/scripts/looks.hpp"

namespace thaw::ddd {

struct Piece {
    std::string place{};  // "HEAD", as scripts have it
    std::string role{};   // "part:HEAD"
    Bundle bundle{};      // the piece as a model of its own, with the images that are its own
    Document document{};
    std::string error{};  // why it could not be read; empty if it could
};

// The file of texture names of a piece: {"0": "FILE"} as for any model.
std::string names_role(std::string_view place);

std::vector<Piece> pieces_in(const Bundle& bundle);

// The scripts and rooms that name pieces, and the images they name.
std::vector<Want> piece_needs(const std::vector<Piece>& pieces);

// The named bone that holds what is put there (LEFT, RIDER); empty for what hangs on all bones.
std::string_view grip_of(std::string_view place);

UsedSlots used_slots(const File& file);

}  // namespace thaw::ddd
