// Materials and their images.
#include <cmath>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "scene/edit/parts.hpp"

namespace thaw::edit {

namespace {

constexpr f32 same_factor = 2e-3f;

bool is_same_factor(const Vec4& a, const Vec4& b) {
    return std::abs(a.x - b.x) <= same_factor && std::abs(a.y - b.y) <= same_factor &&
           std::abs(a.z - b.z) <= same_factor && std::abs(a.w - b.w) <= same_factor;
}

// Colours of what cannot be seen do not count.
bool is_same_image(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height || a.pixels.size() != b.pixels.size()) return false;
    const u8 *x = a.pixels.data(), *y = b.pixels.data();
    for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4) {
        if (x[i + 3] != y[i + 3]) return false;
        if (x[i + 3] != 0 && (x[i] != y[i] || x[i + 1] != y[i + 1] || x[i + 2] != y[i + 2])) return false;
    }
    return true;
}

class MaterialComparing {
public:
    explicit MaterialComparing(Work& work) : work_(work), out_(work.out.scene) {}

    void run() {
        work_.out.painted.assign(out_.images.size(), false);
        // Nor did whoever exports without images mean to remove all of them.
        if (work_.edited.images.empty() && !work_.base.images.empty()) {
            work_.out.notes.push_back("the edited model has no images; those of the base stay");
        }
        for (u32 m = 0; m < work_.edited.materials.size(); ++m) {
            if (work_.material[m] == no_index) {
                add(m);
            } else {
                compare(work_.edited.materials[m], work_.base.materials[work_.material[m]],
                        out_.materials[work_.material[m]]);
            }
        }
        if (looks_ > 0) work_.change(ChangeKind::materials, looks_, text::plural(looks_, "material") + " changed");
        if (names_ > 0) work_.change(ChangeKind::names, names_, text::plural(names_, "name") + " changed");
        if (fields_ > 0) work_.change(ChangeKind::fields, fields_, text::plural(fields_, "field") + " changed");
    }

private:
    // For triangles that are new; without any it is only something in the list.
    void add(u32 material) {
        work_.material[material] = static_cast<u32>(out_.materials.size());
        Material added = work_.edited.materials[material];
        if (added.image != no_index) {
            const bool painted = paint_of(added.image) == Paint::painted && !images_.contains(added.image);
            if (painted) change_image(work_.edited.images[added.image].name, " painted");
            added.image = taken(added.image);
        }
        out_.materials.push_back(std::move(added));
    }

    u32 taken(u32 image) {
        const auto [known, is_new] = images_.try_emplace(image, static_cast<u32>(out_.images.size()));
        if (is_new) {
            out_.images.push_back(work_.edited.images[image]);
            work_.out.painted.push_back(paint_of(image) != Paint::untouched);
        }
        return known->second;
    }

    void compare(const Material& now, const Material& then, Material& out) {
        // A colour that stands for an image which is not at hand is nobody's.
        const Vec4 white{1, 1, 1, then.base_color.w};
        const Vec4 was = then.image == no_index && now.image != no_index ? white : then.base_color;
        bool recolored = !is_same_factor(now.base_color, was);
        if (recolored && now.image == no_index && then.image == no_index && now.base_color == white) {
            work_.out.notes.push_back("material " + now.name + " has neither an image nor a colour; the base's stays");
            recolored = false;
        }
        const bool looks = recolored || now.alpha != then.alpha || now.double_sided != then.double_sided;
        out.base_color = recolored ? now.base_color : was;
        if (now.alpha != then.alpha) {
            out.alpha = now.alpha;
            out.alpha_cutoff = now.alpha_cutoff;
        }
        out.double_sided = now.double_sided;
        looks_ += looks ? 1u : 0u;
        if (now.name != then.name) {
            out.name = now.name;
            ++names_;
        }
        out.extras = with_base_extras(now.extras, then.extras, fields_);
        compare_image(now.image, then.image, out);
    }

    void compare_image(u32 now, u32 then, Material& out) {
        if (now == no_index) {
            if (then == no_index || work_.base.images[then].pixels.empty() || work_.edited.images.empty()) return;
            out.image = no_index;
            change_image(work_.base.images[then].name, " removed");
            return;
        }
        const Image& edited = work_.edited.images[now];
        const Paint known = paint_of(now);
        if (then == no_index) {
            const bool is_new = !images_.contains(now);
            out.image = taken(now);
            // One of other pixels than those it was written with takes the place of an image that is not at hand.
            if (is_new && known != Paint::untouched)
                change_image(edited.name, known == Paint::painted ? " painted" : " added");
            return;
        }
        const Image& base = work_.base.images[then];
        const bool comparable = !base.pixels.empty() && !edited.pixels.empty();
        // One that is as it was given away is nobody's paint, whatever became of the base's since.
        const bool as_given = known == Paint::untouched && now == then;
        const bool painted = comparable ? !as_given && !is_same_image(base, edited) : known == Paint::painted;
        if (edited.pixels.empty() || (!painted && comparable)) return;
        // Images of the base that are not at hand are those of the edited scene.
        Image& own = out_.images[then];
        own.width = edited.width;
        own.height = edited.height;
        own.pixels = edited.pixels;
        own.file = {};
        if (!painted || work_.out.painted[then]) return;
        work_.out.painted[then] = true;
        change_image(base.name, " painted");
    }

    Paint paint_of(u32 image) const {
        return image < work_.input.paint.size() ? work_.input.paint[image] : Paint::unknown;
    }

    // Without the folder it was found in: it comes back next to the model.
    void change_image(std::string_view image, const char* what) {
        work_.change(ChangeKind::images, 1, "image " + std::string(text::file_name(image)) + what);
    }

    Work& work_;
    Scene& out_;
    std::map<u32, u32> images_{};  // by image of the edited scene: of the outcome
    u64 looks_ = 0, names_ = 0, fields_ = 0;
};

}  // namespace

void compare_materials(Work& work) { MaterialComparing(work).run(); }

}  // namespace thaw::edit
