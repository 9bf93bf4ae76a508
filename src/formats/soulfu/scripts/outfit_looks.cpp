#include "formats/soulfu/scripts/outfit_looks.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/scripts/wardrobe.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t most_outfits = 32;

// One model of the scene.
struct Dressed {
    std::size_t place = 0;
    std::string stem{};
    Bundle bundle{};
    UsedSlots used{};
};

std::size_t place_of(std::string_view name) {
    const auto is_it = [&](std::string_view place) { return text::equal_ignoring_case(place, name); };
    const auto found = std::find_if(soulfu::places.begin(), soulfu::places.end(), is_it);
    return static_cast<std::size_t>(found - soulfu::places.begin());
}

std::vector<Dressed> models_of(const Bundle& bundle, std::string_view part, const UsedSlots& body,
                               const std::vector<Piece>& pieces) {
    std::vector<Dressed> out{{0, std::string(text::file_stem(bundle.name_of(part))), bundle, body}};
    for (const Piece& piece : pieces) {
        out.push_back({place_of(piece.place), std::string(text::file_stem(piece.bundle.name_of("ddd"))), piece.bundle,
                       used_slots(piece.document.file)});
    }
    return out;
}

// Does the outfit say how this model looks? Somebody may have given another one.
bool wears(const Outfit& outfit, const Dressed& model) {
    return model.place < outfit.worn.size() && model.bundle.find(texture_names_role) == nullptr &&
           text::equal_ignoring_case(text::file_stem(outfit.worn[model.place].model), model.stem);
}

bool is_of_same_models(const Outfit& a, const Outfit& b) {
    return std::equal(a.worn.begin(), a.worn.end(), b.worn.begin(),
                      [](const auto& x, const auto& y) { return text::equal_ignoring_case(x.model, y.model); });
}

// The chosen one first, then all that differ from it in their images alone: as variants of a scene they can be had.
std::vector<const Outfit*> outfits_to_show(const Wardrobe& wardrobe, const Bundle& bundle) {
    const Outfit* chosen = chosen_outfit(wardrobe, bundle);
    std::vector<const Outfit*> out;
    if (chosen != nullptr) out.push_back(chosen);
    for (const Outfit& other : wardrobe.outfits) {
        if (&other != chosen && out.size() < most_outfits && is_of_same_models(other, *chosen)) out.push_back(&other);
    }
    return out;
}

Look look_of(const soulfu::WornModel& worn) {
    Look out;
    for (std::size_t slot = 0; slot < slot_count; ++slot) out.images[slot] = worn.images[slot];
    out.tint = worn.color;
    return out;
}

bool shows_the_same(const Look& a, const Look& b, const UsedSlots& used) {
    for (std::size_t slot = 0; slot < slot_count; ++slot) {
        if (used.slots[slot] && !text::equal_ignoring_case(a.images[slot], b.images[slot])) return false;
    }
    return !used.tinted || a.tint == b.tint;
}

std::string variant_name(const Wardrobe& wardrobe, const Outfit& outfit) {
    const std::string number = wardrobe.script + " " + std::to_string(outfit.skin);
    return outfit.name.empty() ? number : number + ": " + outfit.name;
}

class CharacterDresser {
public:
    CharacterDresser(const Wardrobe& wardrobe, const Bundle& bundle, std::vector<Dressed> models)
        : wardrobe_(wardrobe), models_(std::move(models)), outfits_(outfits_to_show(wardrobe, bundle)) {}

    DressedModels dress() {
        DressedModels out;
        for (const Dressed& model : models_) {
            if (wears(*outfits_.front(), model)) {
                out.looks.emplace_back();
                if (&model == &models_.front()) out.looks.back().source = wardrobe_.script + skins();
            } else {
                out.looks.push_back(looks_of(model.bundle, model.place == 0 ? body_role(model) : "ddd", model.used));
                out.looks.back().list.erase(out.looks.back().list.begin() + 1, out.looks.back().list.end());
            }
        }
        std::vector<std::vector<Look>> chosen;
        for (const Outfit* outfit : outfits_) {
            std::vector<Look> looks = looks_in_outfit(*outfit, out.looks);
            const auto is_it = [&](const std::vector<Look>& other) { return same(looks, other); };
            if (std::any_of(chosen.begin(), chosen.end(), is_it)) continue;
            chosen.push_back(std::move(looks));
            add_name(variant_name(wardrobe_, *outfit), out.variants);
        }
        for (std::size_t m = 0; m < models_.size(); ++m) put_looks(chosen, m, out.looks[m]);
        if (out.variants.size() < 2) out.variants.clear();
        return out;
    }

private:
    static std::string_view body_role(const Dressed& body) { return body.bundle.parts.front().role; }

    std::string skins() const {
        std::string out = ", skin " + std::to_string(outfits_.front()->skin);
        if (!outfits_.front()->name.empty()) out += " (" + outfits_.front()->name + ")";
        if (wardrobe_.most() > 0) out += " of 0 to " + std::to_string(wardrobe_.most());
        return out;
    }

    std::vector<Look> looks_in_outfit(const Outfit& outfit, const std::vector<SceneLooks>& given) const {
        std::vector<Look> out;
        for (std::size_t m = 0; m < models_.size(); ++m) {
            const bool worn = wears(*outfits_.front(), models_[m]);
            out.push_back(worn ? look_of(outfit.worn[models_[m].place]) : given[m].list.front());
        }
        return out;
    }

    bool same(const std::vector<Look>& a, const std::vector<Look>& b) const {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            if (!shows_the_same(a[m], b[m], models_[m].used)) return false;
        }
        return true;
    }

    static void add_name(const std::string& name, std::vector<std::string>& names) {
        std::string unique = name;
        for (std::size_t again = 2; std::find(names.begin(), names.end(), unique) != names.end(); ++again) {
            unique = name + " (" + std::to_string(again) + ")";
        }
        names.push_back(std::move(unique));
    }

    // Of a model that never changes one look is enough.
    void put_looks(const std::vector<std::vector<Look>>& chosen, std::size_t m, SceneLooks& out) const {
        out.list.clear();
        for (const std::vector<Look>& looks : chosen) out.list.push_back(looks[m]);
        const bool changes = std::any_of(out.list.begin(), out.list.end(), [&](const Look& look) {
            return !shows_the_same(look, out.list.front(), models_[m].used);
        });
        if (!changes) out.list.erase(out.list.begin() + 1, out.list.end());
    }

    const Wardrobe& wardrobe_;
    std::vector<Dressed> models_;
    std::vector<const Outfit*> outfits_;
};

}  // namespace

DressedModels dress_models(const Bundle& bundle, std::string_view part, const UsedSlots& body,
                           const std::vector<Piece>& pieces) {
    const Wardrobe wardrobe = wardrobe_of(bundle);
    std::vector<Dressed> models = models_of(bundle, part, body, pieces);
    if (!wardrobe.outfits.empty()) return CharacterDresser(wardrobe, bundle, std::move(models)).dress();
    DressedModels out;
    for (const Dressed& model : models) {
        out.looks.push_back(looks_of(model.bundle, &model == &models.front() ? part : "ddd", model.used));
    }
    out.variants = make_variants(out.looks);
    return out;
}

std::vector<Want> image_needs(const Bundle& bundle, const UsedSlots& body) {
    const Wardrobe wardrobe = wardrobe_of(bundle);
    if (wardrobe.outfits.empty()) {
        std::vector<Want> wants = texture_needs(bundle, "ddd", body);
        for (Want& want : piece_needs(pieces_in(bundle))) wants.push_back(std::move(want));
        return wants;
    }
    std::vector<Want> wants;
    std::vector<Piece> given;
    std::vector<Piece> pieces = pieces_in(bundle);
    const std::vector<const Outfit*> outfits = outfits_to_show(wardrobe, bundle);
    const std::vector<Dressed> models = models_of(bundle, "ddd", body, pieces);
    for (std::size_t m = 0; m < models.size(); ++m) {
        const Dressed& model = models[m];
        const std::string place = m == 0 ? std::string() : pieces[m - 1].place;
        if (!wears(*outfits.front(), model)) {
            if (m > 0) given.push_back(std::move(pieces[m - 1]));
            continue;
        }
        wants.push_back({.role = m == 0 ? std::string(texture_names_role) : names_role(place),
                         .names = {model.stem + ".textures.json"},
                         .mentioned = false});
        for (const Outfit* outfit : outfits) {
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                if (model.used.slots[slot]) add_image_want(outfit->worn[model.place].images[slot], wants);
            }
        }
    }
    if (!wears(*outfits.front(), models.front())) {
        for (Want& want : texture_needs(bundle, "ddd", body)) wants.push_back(std::move(want));
    }
    for (Want& want : piece_needs(given)) wants.push_back(std::move(want));
    return wants;
}

}  // namespace thaw::ddd
