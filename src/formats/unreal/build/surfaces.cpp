// Materials become slots, type bytes and images.
#include <algorithm>
#include <cmath>

#include "base/file_name.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/textures.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::unreal {

namespace {

constexpr u32 game_slots = 8;  // MultiSkins of an actor
constexpr Vec4 white{1, 1, 1, 1};
constexpr u8 masked_style = 3;

struct Word {
    std::string_view word;
    u8 style;
    u8 bit;
};
// Of the names that to_scene() gives, and of those that artists give for the exporters of old.
constexpr Word words[] = {{"normal", 0, 0},
                          {"two-sided", 1, 0},
                          {"twosided", 1, 0},
                          {"translucent", 2, 0},
                          {"masked", 3, 0},
                          {"modulated", 4, 0},
                          {"alpha-blended", 5, 0},
                          {"alphablend", 5, 0},
                          {"unlit", 0, unlit_bit},
                          {"flat", 0, flat_bit},
                          {"environment", 0, environment_bit},
                          {"env", 0, environment_bit},
                          {"no-smooth", 0, no_smooth_bit},
                          {"nosmooth", 0, no_smooth_bit}};

// "skin1_masked_two-sided_unlit" and "001_MASKED_UNLIT", also where an editor has put ".001" behind.
DeclaredSurface surface_in_name(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos && text::whole_integer<u32>(name.substr(dot + 1))) name = name.substr(0, dot);
    const std::string all = text::lower(name);
    std::string_view rest = all;
    std::string_view number = rest.substr(0, rest.find('_'));
    const bool own = number.starts_with("skin");
    if (own) number.remove_prefix(4);
    const auto slot = text::whole_integer<u8>(number);
    if (!slot || (!own && number.size() != 3)) return {};
    DeclaredSurface out{.slot = slot};
    u8 type = 0;
    bool has_word = false;
    while (true) {
        const std::size_t next = rest.find('_');
        if (next == std::string_view::npos) break;
        rest.remove_prefix(next + 1);
        const std::string_view word = rest.substr(0, rest.find('_'));
        for (const Word& known : words) {
            if (word != known.word) continue;
            has_word = true;
            type |= known.bit;
            const bool blends = (type & style_bits) > 1;  // "two-sided" adds nothing to those
            if (known.style > 0 && !blends) type = static_cast<u8>((type & ~style_bits) | known.style);
        }
    }
    if (has_word) out.type = type;
    return out;
}

std::optional<u8> byte_in(const Extras& extras, std::string_view key) {
    const auto number = build::integer_in(extras, key);
    if (!number || *number < 0 || *number > 255) return std::nullopt;
    return static_cast<u8>(*number);
}

u8 type_by_look(const Material& material) {
    u8 type = material.double_sided ? 1 : 0;
    if (material.alpha == AlphaMode::blend) type = 2;
    if (material.alpha == AlphaMode::mask) type = 3;
    if (material.blend == BlendMode::additive) type = 2;
    if (material.blend == BlendMode::modulate) type = 4;
    if (material.unlit) type |= unlit_bit;
    if (material.environment) type |= environment_bit;
    if (material.nearest) type |= no_smooth_bit;
    return type;
}

// Alike in what an image shows: they can share a slot.
bool wear_the_same(const Material& a, const Material& b) {
    return a.image == b.image && (a.image != no_index || a.base_color == b.base_color);
}

// An image keeps its ending where there is a way to write it.
std::string own_file(const SkinSlot& skin) {
    const std::string_view file = text::file_name(image_of(skin));
    for (const char* ending : {".pcx", ".png", ".tga", ".jpg"}) {
        if (text::ends_with_ignoring_case(file, ending)) return std::string(file);
    }
    return std::string(text::file_stem(file)) + ".pcx";
}

class Choosing {
public:
    explicit Choosing(BuildWork& work)
        : work_(work), scene_(work.scene()), base_mesh_(work.base() == nullptr ? nullptr : work.base()->mesh()) {}

    void run() {
        find_base_slots();
        find_used();
        work_.surfaces.by_material.assign(scene_.materials.size(), {});
        for (const u32 m : used_) take_declared(m);
        for (const u32 m : used_) give_slot(m);
        // Masked ones first: the image of the slot has holes then.
        const auto is_solid = [&](u32 m) { return (work_.surfaces.by_material[m].type & style_bits) <= 1; };
        // By its type, or as a solid one whose image was imported with FLAGS=2.
        const auto is_masked = [&](u32 m) {
            const bool by_image = is_solid(m) && scene_.materials[m].alpha == AlphaMode::mask;
            return by_image || (work_.surfaces.by_material[m].type & style_bits) == masked_style;
        };
        for (const u32 m : used_) {
            if (is_masked(m)) dress(m, true);
        }
        for (const u32 m : used_) {
            if (!is_masked(m)) dress(m, false);
        }
        keep_painted_skins();
        // FLAGS=2 would make holes in solid polygons that have none; masked ones have theirs by their type.
        for (const u32 m : used_) {
            SlotImage* image = is_solid(m) && !is_masked(m) ? image_on(work_.surfaces.by_material[m].slot) : nullptr;
            if (image != nullptr) image->masked = false;
        }
        paint_bare_slots();
        auto& slots = work_.surfaces.slots;
        std::sort(slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
        report();
    }

private:
    void find_base_slots() {
        if (work_.base() == nullptr) return;
        for (const Poly& poly : work_.base()->data->polys) is_base_slot_[poly.texture] = true;
        for (u32 slot = 0; slot < is_base_slot_.size() && base_mesh_ != nullptr; ++slot) {
            const SkinSlot* skin = base_mesh_->skin(slot);
            if (skin != nullptr && skin->slot == slot) is_base_slot_[slot] = true;
        }
        taken_ = is_base_slot_;
    }

    void find_used() {
        std::vector<bool> seen(scene_.materials.size());
        bool bare = false;
        for (const build::FlatTriangle& triangle : work_.flat.triangles) {
            if (triangle.material < seen.size()) {
                seen[triangle.material] = true;
            } else {
                bare = true;
            }
        }
        for (u32 m = 0; m < seen.size(); ++m) {
            if (seen[m]) used_.push_back(m);
        }
        bare_ = bare;
        taken_[0] = taken_[0] || bare;
    }

    void take_declared(u32 m) {
        const Material& material = scene_.materials[m];
        const Scene* base = work_.input.base_scene;
        const bool known = base != nullptr && m < base->materials.size();
        const DeclaredSurface declared =
            known ? edited_surface(material, base->materials[m]) : declared_surface(material);
        Surface& out = work_.surfaces.by_material[m];
        out.shaped = declared.type.has_value();
        out.type = declared.type ? *declared.type : type_by_look(material);
        if (declared.slot) {
            out.slot = *declared.slot;
            taken_[*declared.slot] = true;
        } else {
            without_slot_.push_back(m);
        }
    }

    void give_slot(u32 m) {
        if (std::find(without_slot_.begin(), without_slot_.end(), m) == without_slot_.end()) return;
        Surface& out = work_.surfaces.by_material[m];
        for (const u32 other : used_) {
            if (other == m) break;
            if (!wear_the_same(scene_.materials[other], scene_.materials[m])) continue;
            out.slot = work_.surfaces.by_material[other].slot;
            return;
        }
        const auto open = std::find(taken_.begin(), taken_.end(), false);
        if (open == taken_.end()) {
            ++crowded_;
            out.slot = 255;
            return;
        }
        *open = true;
        out.slot = static_cast<u8>(open - taken_.begin());
    }

    // The image on the material's slot, if there is none yet.
    void dress(u32 m, bool masked) {
        const Material& material = scene_.materials[m];
        const u8 slot = work_.surfaces.by_material[m].slot;
        const std::string* worn = worn_on(material);
        const std::string* texture = worn != nullptr ? worn : build::text_in(material.extras, "thaw_texture");
        const std::string* reflected = build::text_in(material.extras, "thaw_environment_texture");
        u32 image = material.image;
        if (reflected != nullptr && image != no_index) {
            const bool known = base_mesh_ != nullptr && base_mesh_->environment;
            const SkinSlot* own = known ? &*base_mesh_->environment : nullptr;
            if (!work_.surfaces.environment) work_.surfaces.environment = slot_image(image, reflected, 0, false, own);
            image = no_index;  // what the slot wears is not shown
        }
        if (image == no_index && texture == nullptr) return;
        SlotImage* found = image_on(slot);
        const bool has_own = worn == nullptr && is_base_slot_[slot] && base_mesh_ != nullptr;
        const SkinSlot* own = has_own ? base_mesh_->skin(slot) : nullptr;
        if (found == nullptr) {
            work_.surfaces.slots.push_back(slot_image(image, texture, slot, masked, own));
            const bool by_image = masked && (work_.surfaces.by_material[m].type & style_bits) <= 1;
            if (by_image && image == no_index && own == nullptr) import_holes(work_.surfaces.slots.back());
        } else if (image != no_index && found->image == no_index) {
            *found = slot_image(image, texture, slot, masked, own);
        } else if (image != no_index && is_same_image(found->image, image)) {
            add_texture(image, found->file, is_painted(image), masked);
        } else if (image != no_index) {
            ++covered_;
        }
    }

    // The line that imports an image says that it has holes, also where the image is not at hand.
    static void import_holes(SlotImage& slot) {
        slot.texture = object_identifier(object_name(slot.texture));
        slot.file = slot.texture + ".pcx";
    }

    // What a skin of players puts on the slot is no image of the class.
    static const std::string* worn_on(const Material& material) {
        return material.image == no_index ? nullptr : build::text_in(material.extras, "thaw_skin");
    }

    // Those that are not shown first, too.
    void keep_painted_skins() {
        for (const Material& material : scene_.materials) {
            const std::string* worn = worn_on(material);
            if (worn == nullptr || !is_painted(material.image)) continue;
            file_of(material.image, object_identifier(object_name(*worn)), true, material.alpha == AlphaMode::mask);
        }
    }

    SlotImage* image_on(u8 slot) {
        auto& slots = work_.surfaces.slots;
        const auto found = std::find_if(slots.begin(), slots.end(), [&](const auto& s) { return s.slot == slot; });
        return found == slots.end() ? nullptr : &*found;
    }

    // The games draw a slot that wears nothing with an image of their own: a colour needs one too.
    void paint_bare_slots() {
        for (const u32 m : used_) paint(work_.surfaces.by_material[m], scene_.materials[m].base_color);
        if (bare_) paint({}, white);
    }

    void paint(const Surface& surface, Vec4 color) {
        const u8 slot = surface.slot;
        if (is_base_slot_[slot] || image_on(slot) != nullptr) return;
        color.w = 1;
        const std::string name = free_name(usual_name(slot));
        add_texture(no_index, name + ".pcx", true, (surface.type & style_bits) == masked_style);
        work_.surfaces.textures.back().color = color;
        work_.surfaces.slots.push_back(
            {.slot = slot, .texture = name, .file = name + ".pcx", .color = color, .is_new = work_.base() != nullptr});
    }

    std::string usual_name(u8 slot) const { return work_.object + "_" + std::to_string(slot); }

    // to_scene() has a file twice where it has holes for some materials only.
    bool is_same_image(u32 a, u32 b) const {
        return a == b || (!scene_.images[a].name.empty() && scene_.images[a].name == scene_.images[b].name);
    }

    // `own`: what the base's script says of it.
    SlotImage slot_image(u32 image, const std::string* texture, u8 slot, bool masked, const SkinSlot* own) {
        SlotImage out{.slot = slot, .image = image, .masked = masked};
        out.is_new = work_.base() != nullptr && !is_base_slot_[slot];
        if (own != nullptr) {
            out.texture = own->texture;
            const bool imported = !own->file.empty() || work_.is_of_modeldef() || is_painted(image);
            if (imported) out.file = own_file(*own);
            if (image != no_index) add_texture(image, own_file(*own), is_painted(image), masked);
            return out;
        }
        if (image == no_index) {
            out.texture = directive_word(*texture);
            return out;
        }
        const std::string& name = scene_.images[image].name;
        std::string stem = name.empty() ? usual_name(slot) : object_identifier(text::file_stem(name));
        out.texture = texture == nullptr ? stem : object_identifier(object_name(*texture));
        out.file = file_of(image, stem, out.is_new || is_painted(image), masked) + ".pcx";
        return out;
    }

    bool is_painted(u32 image) const {
        const Edit* edit = work_.input.edit;
        return edit != nullptr && image < edit->painted.size() && edit->painted[image];
    }

    // The name of the image's file, without its ending: the same for the same image, and no other's.
    std::string file_of(u32 image, const std::string& stem, bool changed, bool masked) {
        for (const BuiltTexture& t : work_.surfaces.textures) {
            if (t.image == image) return t.name.substr(0, t.name.size() - 4);
        }
        std::string unique = free_name(stem);
        add_texture(image, unique + ".pcx", changed, masked);
        return unique;
    }

    // One of a name. Of several images that are one file the one that somebody painted on counts, and the one with
    // holes before the one without.
    void add_texture(u32 image, const std::string& name, bool changed, bool masked) {
        masked = masked || (base_mesh_ != nullptr && base_mesh_->class_style == masked_style);
        auto& textures = work_.surfaces.textures;
        auto& is_changed = work_.surfaces.is_changed;
        for (std::size_t i = 0; i < textures.size(); ++i) {
            if (!text::equal_ignoring_case(textures[i].name, name)) continue;
            if (changed && (!is_changed[i] || (masked && !textures[i].masked))) textures[i].image = image;
            textures[i].masked = textures[i].masked || masked;
            is_changed[i] = is_changed[i] || changed;
            return;
        }
        textures.push_back({.image = image, .name = name, .masked = masked});
        is_changed.push_back(changed);
    }

    std::string free_name(const std::string& stem) const {
        const auto& textures = work_.surfaces.textures;
        std::string unique = stem;
        const auto is_taken = [&](const BuiltTexture& t) { return text::equal_ignoring_case(t.name, unique + ".pcx"); };
        for (u32 n = 2; std::any_of(textures.begin(), textures.end(), is_taken); ++n) {
            unique = stem + "_" + std::to_string(n);
        }
        return unique;
    }

    void report() {
        const std::size_t known = work_.in_place ? work_.input.base_scene->materials.size() : 0;
        for (const u32 m : used_) {
            if (m >= known) report(m);
        }
        const auto last = std::find(taken_.rbegin(), taken_.rend(), true);
        const auto slots = static_cast<u32>(taken_.rend() - last);
        if (!without_slot_.empty() && slots > game_slots) {
            work_.issues.add(issue::slots_beyond_games, "data", "slots", std::to_string(game_slots),
                             std::to_string(slots));
        }
        if (crowded_ > 0) {
            work_.issues.add(issue::slots_crowded, "data", "slots", "255", text::plural(crowded_, "material"));
        }
        if (covered_ > 0) {
            work_.issues.add(issue::slots_shared, "data", "slots", {}, text::plural(covered_, "image"));
        }
        if (work_.in_place) return;  // the rest is the base's
        if (!scene_.variants.empty()) {
            work_.issues.add(thaw::issue::not_kept, {}, scene_.name, {},
                             text::plural(scene_.variants.size(), "set") + " of alternative materials");
        }
        u64 colored = 0;
        for (const build::FlatTriangle& t : work_.flat.triangles) {
            colored += t.colored && !(t.colors[0] == white && t.colors[1] == white && t.colors[2] == white);
        }
        if (colored > 0) {
            work_.issues.add(thaw::issue::not_kept, {}, scene_.name, {},
                             "vertex colours of " + text::plural(colored, "triangle"));
        }
    }

    void report(u32 m) {
        const Material& material = scene_.materials[m];
        const Surface& surface = work_.surfaces.by_material[m];
        const bool plain = material.alpha == AlphaMode::blend && material.blend == BlendMode::normal;
        if (plain && !surface.shaped) {
            work_.issues.add(issue::blending_assumed, "data", material.name);
        }
        const bool has_image = material.image != no_index;
        const Vec4 usual = flat_color(surface.slot);
        const Vec4 color = material.base_color;
        const auto near = [](Vec4 a, Vec4 b) {
            return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) + std::abs(a.w - b.w) < 0.01f;
        };
        if (near(color, white) || (!has_image && near(color, usual))) return;
        const SlotImage* worn = image_on(surface.slot);
        const bool painted = worn != nullptr && worn->color && near(*worn->color, {color.x, color.y, color.z, 1});
        if (painted && near(*worn->color, color)) return;
        const IssueKind& lost = has_image ? issue::tint_dropped
                                : painted ? issue::opacity_dropped
                                          : issue::color_dropped;
        work_.issues.add(lost, "data", material.name);
    }

    BuildWork& work_;
    const Scene& scene_;
    const Mesh* base_mesh_;
    std::array<bool, 256> is_base_slot_{};
    std::vector<u32> used_;
    bool bare_ = false;  // triangles without a material
    std::vector<u32> without_slot_;
    std::array<bool, 256> taken_{};
    u64 crowded_ = 0;
    u64 covered_ = 0;
};

}  // namespace

DeclaredSurface declared_surface(const Material& material) {
    DeclaredSurface out{byte_in(material.extras, "thaw_slot"), byte_in(material.extras, "thaw_type")};
    if (!out.type) out.slot.reset();  // of another format, whose slots are something else
    const DeclaredSurface named = surface_in_name(material.name);
    if (!out.slot) out.slot = named.slot;
    if (!out.type) out.type = named.type;
    if (out.type) *out.type &= static_cast<u8>(~weapon_bit);  // such a triangle is never drawn
    return out;
}

DeclaredSurface edited_surface(const Material& now, const Material& then) {
    DeclaredSurface out = declared_surface(now);
    const DeclaredSurface was = declared_surface(then);
    if (out.slot == was.slot && out.type == was.type && now.name != then.name) {
        const DeclaredSurface named = surface_in_name(now.name);
        if (named.slot) out.slot = named.slot;
        if (named.type) out.type = named.type;
    }
    const u8 look = type_by_look(now);
    if (out.type == was.type && look != type_by_look(then)) {
        out.type = static_cast<u8>((out.type.value_or(0) & ~style_bits) | (look & style_bits));
    }
    return out;
}

void choose_surfaces(BuildWork& work) { Choosing(work).run(); }

}  // namespace thaw::unreal
