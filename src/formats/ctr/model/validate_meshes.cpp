// Findings about models and their meshes, the levels of detail.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr i16 last_model_id = 0xE1;
constexpr u16 known_flags = 3;

// Something readable, then nothing but zeros: what every known file has.
bool is_plain(const Name& name) {
    const std::string_view text = text::until_nul(name);
    const bool readable = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
    return readable && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(text.size()), name.end(),
                                   [](char c) { return c == 0; });
}

template <class MakePath>
void check_name(const Name& name, MakePath&& make_path, IssueReporter& reporter) {
    if (is_plain(name)) return;
    reporter.report(issue::name, [&] {
        return Finding{make_path(), "readable, then zeros", text::printable({name.data(), name.size()})};
    });
}

void check_model(const Model& model, std::size_t i, IssueReporter& reporter) {
    check_name(model.name, [&] { return field_path("models", i, "name"); }, reporter);
    if (model.num_meshes < 1) {
        reporter.report(issue::no_meshes, [&] {
            return Finding{field_path("models", i, "num_meshes"), "at least 1", std::to_string(model.num_meshes)};
        });
    }
    if (model.id < -1 || model.id > last_model_id) {
        reporter.report(issue::model_id, [&] {
            return Finding{field_path("models", i, "id"), "-1 to " + std::to_string(last_model_id),
                           std::to_string(model.id)};
        });
    }
}

class MeshChecker {
public:
    MeshChecker(const File& file, IssueReporter& reporter, std::size_t list, std::size_t index)
        : file_(file), reporter_(reporter), list_(list), index_(index), mesh_(file.mesh_lists[list].value[index]) {}

    void run() {
        check_name(mesh_.name, [&] { return path("name"); }, reporter_);
        check_lod();
        check_scale();
        if ((mesh_.flags & ~known_flags) != 0) {
            reporter_.report(issue::flags, [&] {
                return Finding{path("flags"), "at most " + text::hex(known_flags), text::hex(mesh_.flags)};
            });
        }
        check_reserved("unknown_0x10", mesh_.unknown_0x10);
        check_reserved("padding", mesh_.padding);
        check_animations();
    }

private:
    std::string path(const char* field) const { return field_path("mesh_lists", list_, "meshes", index_, field); }

    void check_lod() {
        if (index_ == 0) return;
        const u16 before = file_.mesh_lists[list_].value[index_ - 1].lod_distance;
        if (mesh_.lod_distance > before) return;
        reporter_.report(issue::lod_order, [&] {
            return Finding{path("lod_distance"), "more than " + std::to_string(before),
                           std::to_string(mesh_.lod_distance)};
        });
    }

    void check_scale() {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (mesh_.scale[axis] >= 1 && mesh_.scale[axis] <= greatest_scale) continue;
            reporter_.report(issue::scale, [&] {
                return Finding{field_path("mesh_lists", list_, "meshes", index_, "scale", axis),
                               "1 to " + std::to_string(greatest_scale), std::to_string(mesh_.scale[axis])};
            });
        }
    }

    template <class Number>
    void check_reserved(const char* field, Number value) {
        if (value == 0) return;
        reporter_.report(issue::reserved, [&] { return Finding{path(field), "0", std::to_string(value)}; });
    }

    void check_animations() {
        if (mesh_.frame == 0 && mesh_.animations == 0) {
            reporter_.report(issue::no_frame, [&] { return Finding{path("frame"), "a frame or animations", "none"}; });
        }
        if ((mesh_.num_animations == 0) != (mesh_.animations == 0)) {
            reporter_.report(issue::animation_count, [&] {
                return Finding{path("num_animations"), mesh_.animations == 0 ? "0" : "at least 1",
                               std::to_string(mesh_.num_animations)};
            });
        }
        if (reporter_.game() && index_ == 0) check_driver();
    }

    // Only a model that has begun to be a driver is known to be one.
    void check_driver() {
        constexpr std::array<std::string_view, 4> needed{"turn", "reverse", "bump", "jump"};
        const auto* table = animations_of(file_, mesh_);
        const auto is_named = [&](std::size_t i) {
            const Animation* animation = i < table->size() ? animation_at(file_, (*table)[i].target) : nullptr;
            return animation != nullptr && text::equal_ignoring_case(text::until_nul(animation->name), needed[i]);
        };
        if (table == nullptr || !is_named(0)) return;
        for (std::size_t i = 1; i < needed.size(); ++i) {
            if (is_named(i)) continue;
            reporter_.report(issue::driver_animations, [&] {
                return Finding{path("num_animations"), std::string(needed[i]) + " (number " + std::to_string(i) + ")"};
            });
        }
    }

    const File& file_;
    IssueReporter& reporter_;
    std::size_t list_;
    std::size_t index_;
    const Mesh& mesh_;
};

}  // namespace

void validate_meshes(const File& file, IssueReporter& reporter) {
    for (std::size_t i = 0; i < file.models.size(); ++i) check_model(file.models[i].value, i, reporter);
    for (std::size_t l = 0; l < file.mesh_lists.size(); ++l) {
        for (std::size_t m = 0; m < file.mesh_lists[l].value.size(); ++m) MeshChecker(file, reporter, l, m).run();
    }
}

}  // namespace thaw::ctr
