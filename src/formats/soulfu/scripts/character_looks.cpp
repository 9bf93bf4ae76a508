#include "formats/soulfu/scripts/character_looks.hpp"

#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t most_variants = 32;

using Conditions = std::set<std::string>;

// "a == 1 and not (b)": what looks.cpp joined.
Conditions conditions_of(const Look& look) {
    constexpr std::string_view between = " and ";
    Conditions out;
    std::string_view rest = look.when;
    while (!rest.empty()) {
        const auto end = rest.find(between);
        out.emplace(rest.substr(0, end));
        rest.remove_prefix(end == rest.npos ? rest.size() : end + between.size());
    }
    return out;
}

bool contains(const Conditions& all, const Conditions& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// The first that asks for all of `wanted`; else the one that asks for most of it and nothing else; else the usual one.
std::size_t look_under(const Conditions& wanted, const std::vector<Look>& looks) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < looks.size(); ++i) {
        const Conditions own = conditions_of(looks[i]);
        if (contains(own, wanted)) return i;
        if (own.size() > most && contains(wanted, own)) {
            best = i;
            most = own.size();
        }
    }
    return best;
}

// Of a body that only has bones nobody says anything.
const std::string& usual_name(const std::vector<SceneLooks>& models) {
    for (const SceneLooks& model : models) {
        if (!model.list[0].name.empty()) return model.list[0].name;
    }
    return models[0].list[0].name;
}

}  // namespace

SceneLooks looks_of(const Bundle& bundle, std::string_view part, const UsedSlots& used) {
    SceneLooks out;
    if (bundle.find(texture_names_role) != nullptr) {
        TextureNames names = texture_names(bundle);
        out.names_error = std::move(names.error);
        out.list.emplace_back().images = std::move(names.slots);
        out.list.back().tint = names.tint;
        return out;
    }
    Looks looks = looks_in(bundle, text::file_stem(bundle.name_of(part)), used);
    out.list = std::move(looks.list);
    out.from_room = looks.from_room;
    if (!out.list.empty()) out.source = out.list[0].name;
    if (out.list.size() > 1) {
        out.source += ", and " + text::plural(out.list.size() - 1, "variant") + (looks.cut ? " of more" : "");
    }
    if (out.list.empty()) out.list.emplace_back();
    return out;
}

std::vector<std::string> make_variants(std::vector<SceneLooks>& models) {
    std::vector<std::string> names;
    std::vector<std::vector<std::size_t>> chosen;  // of each variant, by model
    for (std::size_t m = 0; m < models.size(); ++m) {
        for (std::size_t i = 0; i < models[m].list.size() && names.size() < most_variants; ++i) {
            std::vector<std::size_t> choice(models.size());
            const Conditions wanted = conditions_of(models[m].list[i]);
            // The first variant is what is shown without choosing any.
            for (std::size_t other = 0; !chosen.empty() && other < models.size(); ++other) {
                choice[other] = other == m ? i : look_under(wanted, models[other].list);
            }
            if (std::find(chosen.begin(), chosen.end(), choice) != chosen.end()) continue;
            chosen.push_back(std::move(choice));
            const std::string& name = chosen.size() == 1 ? usual_name(models) : models[m].list[i].name;
            names.push_back(name);
            for (std::size_t again = 2; std::count(names.begin(), names.end(), names.back()) > 1; ++again) {
                names.back() = name + " (" + std::to_string(again) + ")";
            }
        }
    }
    if (names.size() < 2) names.clear();
    for (std::size_t m = 0; m < models.size(); ++m) {
        std::vector<Look> looks;
        for (const auto& choice : chosen) looks.push_back(models[m].list[choice[m]]);
        const bool changes = std::any_of(chosen.begin(), chosen.end(), [&](const auto& one) { return one[m] != 0; });
        if (!changes) looks.erase(looks.begin() + 1, looks.end());
        models[m].list = std::move(looks);
    }
    return names;
}

}  // namespace thaw::ddd
