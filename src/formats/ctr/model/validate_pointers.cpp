// Findings about pointers and the pointer map: every pointer leads into the body, and the map lists exactly these.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

// A pointer in the body. `make_path` names its field.
struct PointerField {
    u64 place;  // body offset of the field itself
    u32 target;
    u64 bytes = 0;  // that must be there where it leads
    bool required = false;
    bool flagged = false;  // its low bits are flags
};

// Calls visit(field, make_path) for every pointer that a known structure has.
template <class Visit>
class PointerWalk {
public:
    PointerWalk(const File& file, Visit& visit) : f_(file), visit_(visit) {}

    void run() {
        if (f_.kind == Kind::pack) walk_pack();
        if (f_.kind == Kind::level) walk_level();
        for (const auto& region : f_.icon_tables) walk_icons(region.value, body(region.offset));
        walk_models();
        walk_tables();
        walk_animations();
        walk_anim_textures();
    }

private:
    template <class... Segments>
    void visit(const PointerField& field, Segments... segments) {
        visit_(field, [&] { return field_path(segments...); });
    }
    u64 body(u64 file_offset) const { return file_offset - f_.base(); }

    void walk_pack() {
        visit({0, f_.pack.icons, icon_table_bytes}, "pack", "icons");
        for (std::size_t i = 0; i < f_.pack.models.size(); ++i) {
            visit({4 + 4 * i, f_.pack.models[i].target, Model::disk_bytes}, "pack", "models", i, "target");
        }
    }

    void walk_level() {
        const Level& l = f_.level;
        visit({0x00, l.mesh_info}, "level", "mesh_info");
        visit({0x04, l.skybox}, "level", "skybox");
        visit({0x08, l.anim_textures}, "level", "anim_textures");
        visit({0x10, l.instances_offset, l.num_instances * u64{Instance::disk_bytes}, l.num_instances > 0}, "level",
              "instances_offset");
        visit({0x18, l.models_offset, l.num_models * u64{4}, l.num_models > 0}, "level", "models_offset");
        visit({0x24, l.instance_pointers}, "level", "instance_pointers");
        visit({0x3C, l.icons, icon_table_bytes}, "level", "icons");
        for (std::size_t i = 0; i < l.instances.size(); ++i) {
            visit({l.instances_offset + Instance::disk_bytes * i + 0x10, l.instances[i].model, Model::disk_bytes},
                  "instances", i, "model");
        }
        for (std::size_t i = 0; i < l.models.size(); ++i) {
            visit({l.models_offset + 4 * i, l.models[i].target, Model::disk_bytes, true}, "model_pointers", i,
                  "target");
        }
    }

    void walk_icons(const IconTable& t, u64 start) {
        visit({start + 4, t.icons_offset, t.num_icons * u64{Icon::disk_bytes}, t.num_icons > 0}, "icon_tables", 0,
              "icons_offset");
        visit({start + 12, t.groups_offset, t.num_groups * u64{4}, t.num_groups > 0}, "icon_tables", 0,
              "groups_offset");
        for (std::size_t i = 0; i < t.group_pointers.size(); ++i) {
            visit({t.groups_offset + 4 * i, t.group_pointers[i].target, icon_group_header_bytes, true}, "icon_tables",
                  0, "group_pointers", i, "target");
        }
        for (std::size_t g = 0; g < t.groups.size(); ++g) {
            const auto& icons = t.groups[g].value.icons;
            for (std::size_t i = 0; i < icons.size(); ++i) {
                visit({body(t.groups[g].offset) + icon_group_header_bytes + 4 * i, icons[i].target, Icon::disk_bytes,
                       true},
                      "icon_tables", 0, "groups", g, "icons", i, "target");
            }
        }
    }

    void walk_models() {
        for (std::size_t i = 0; i < f_.models.size(); ++i) {
            const Model& model = f_.models[i].value;
            visit({body(f_.models[i].offset) + 0x14, model.meshes, Mesh::disk_bytes, model.num_meshes > 0}, "models", i,
                  "meshes");
        }
        for (const auto& region : f_.command_lists) usages_.push_back(usage_of(region.value));
        for (std::size_t l = 0; l < f_.mesh_lists.size(); ++l) {
            const auto& meshes = f_.mesh_lists[l].value;
            for (std::size_t m = 0; m < meshes.size(); ++m) {
                walk_mesh(meshes[m], body(f_.mesh_lists[l].offset) + m * Mesh::disk_bytes, l, m);
            }
        }
    }

    void walk_mesh(const Mesh& mesh, u64 at, std::size_t l, std::size_t m) {
        const std::size_t list = f_.command_lists.index_of(f_.place(mesh.commands));
        const Usage usage = list < usages_.size() ? usages_[list] : Usage{};
        const auto pointer = [&](const PointerField& field, const char* name) {
            visit(field, "mesh_lists", l, "meshes", m, name);
        };
        pointer({at + 0x20, mesh.commands, 8, true}, "commands");
        pointer({at + 0x24, mesh.frame, frame_header_bytes}, "frame");
        pointer({at + 0x28, mesh.textures, usage.textures > 0 ? u64{4} : u64{0}, usage.textures > 0}, "textures");
        pointer({at + 0x2C, mesh.colours, 4, usage.colours > 0}, "colours");
        pointer({at + 0x30, mesh.deltas, 4, false, true}, "deltas");
        pointer({at + 0x38, mesh.animations, 4}, "animations");
        pointer({at + 0x3C, mesh.anim_textures, 4}, "anim_textures");
    }

    void walk_tables() {
        for (std::size_t t = 0; t < f_.texture_tables.size(); ++t) {
            const auto& table = f_.texture_tables[t];
            for (std::size_t i = 0; i < table.value.size(); ++i) {
                visit({body(table.offset) + 4 * i, table.value[i].target, TextureLayout::disk_bytes}, "texture_tables",
                      t, "layouts", i, "target");
            }
        }
        for (std::size_t t = 0; t < f_.animation_tables.size(); ++t) {
            const auto& table = f_.animation_tables[t];
            for (std::size_t i = 0; i < table.value.size(); ++i) {
                visit({body(table.offset) + 4 * i, table.value[i].target, Animation::disk_bytes, true},
                      "animation_tables", t, "animations", i, "target");
            }
        }
    }

    void walk_animations() {
        for (std::size_t a = 0; a < f_.animations.size(); ++a) {
            visit({body(f_.animations[a].offset) + 0x14, f_.animations[a].value.deltas, 4, false, true}, "animations",
                  a, "deltas");
        }
    }

    void walk_anim_textures() {
        for (std::size_t l = 0; l < f_.anim_textures.size(); ++l) {
            u64 at = body(f_.anim_textures[l].offset);
            const auto& entries = f_.anim_textures[l].value.entries;
            for (std::size_t e = 0; e < entries.size(); ++e) {
                visit({at, entries[e].slot, 4, true}, "anim_textures", l, "entries", e, "slot");
                const auto& layouts = entries[e].layouts;
                for (std::size_t i = 0; i < layouts.size(); ++i) {
                    visit({at + 0xC + 4 * i, layouts[i].target, TextureLayout::disk_bytes}, "anim_textures", l,
                          "entries", e, "layouts", i, "target");
                }
                at += 0xC + 4 * layouts.size();
            }
        }
    }

    const File& f_;
    Visit& visit_;
    std::vector<Usage> usages_{};  // by command list
};

template <class Visit>
void for_each_pointer(const File& file, Visit&& visit) {
    PointerWalk<Visit>(file, visit).run();
}

template <class MakePath>
void check_target(const File& file, const PointerField& field, MakePath&& make_path, IssueReporter& reporter) {
    const u32 target = field.flagged ? delta_target(field.target) : field.target;
    if (target == 0) {
        if (!field.required) return;
        reporter.report(issue::null_pointer, [&] { return Finding{make_path(), "a place in the body", "0"}; });
    } else if (!file.reaches(target, field.bytes)) {
        reporter.report(issue::pointer, [&] {
            return Finding{make_path(), at_most(file.body_bytes() - std::min(file.body_bytes(), field.bytes)),
                           std::to_string(target)};
        });
    } else if (target % 4 != 0) {
        reporter.report_fatal_in_game(issue::unaligned,
                                      [&] { return Finding{make_path(), "a multiple of 4", text::hex(target)}; });
    }
}

// The map as the game uses it.
class MapCheck {
public:
    MapCheck(const Document& document, IssueReporter& reporter)
        : file_(*document.file),
          map_(*document.map()),
          inline_(file_.has_inline_map()),
          reporter_(inline_ ? reporter.in("ctr") : reporter.in("ptr")),
          body_reporter_(reporter.in("ctr")) {}

    void run() {
        check_entries();
        for_each_pointer(file_, [this](const PointerField& field, auto&& make_path) {
            known_.push_back(field.place);
            const bool listed = std::binary_search(listed_.begin(), listed_.end(), field.place);
            if (field.target != 0 && !listed) {
                body_reporter_.report_fatal_in_game(issue::map_missing,
                                                    [&] { return Finding{make_path(), "listed", "not listed"}; });
            } else if (field.target == 0 && listed) {
                body_reporter_.report(issue::map_null, [&] { return Finding{make_path(), "not listed", "listed"}; });
            }
        });
        // A level has many more pointers than those to its models.
        if (file_.kind != Kind::level) check_extra();
    }

private:
    std::string path_of(std::size_t i) const {
        return inline_ ? field_path("map", "entries", i, "target") : field_path("entries", i, "target");
    }

    void check_entries() {
        for (std::size_t i = 0; i < map_.entries.size(); ++i) {
            const u32 place = map_.entries[i].target;
            if (place % 4 != 0 || !file_.holds(place, 4)) {
                reporter_.report(issue::map_entry, [&] {
                    return Finding{path_of(i), "a multiple of 4 below " + std::to_string(file_.body_bytes()),
                                   std::to_string(place)};
                });
            }
            listed_.push_back(place & ~3u);  // the game drops the low bits
        }
        std::vector<u64> in_order = listed_;
        std::sort(listed_.begin(), listed_.end());
        if (std::adjacent_find(listed_.begin(), listed_.end()) == listed_.end()) return;
        for (std::size_t i = 1; i < in_order.size(); ++i) {
            if (std::upper_bound(listed_.begin(), listed_.end(), in_order[i]) -
                    std::lower_bound(listed_.begin(), listed_.end(), in_order[i]) <
                2) {
                continue;
            }
            reporter_.report(issue::map_duplicate,
                             [&] { return Finding{path_of(i), "listed once", text::hex(in_order[i])}; });
        }
    }

    void check_extra() {
        std::sort(known_.begin(), known_.end());
        for (std::size_t i = 0; i < map_.entries.size(); ++i) {
            const u64 place = map_.entries[i].target & ~3u;
            if (!file_.holds(place, 4) || std::binary_search(known_.begin(), known_.end(), place)) continue;
            reporter_.report(issue::map_extra,
                             [&] { return Finding{path_of(i), "a known pointer", text::hex(place)}; });
        }
    }

    const File& file_;
    const PointerMap& map_;
    bool inline_;
    IssueReporter reporter_;
    IssueReporter body_reporter_;
    std::vector<u64> listed_{};  // sorted
    std::vector<u64> known_{};
};

}  // namespace

void validate_pointers(const Document& document, IssueReporter& reporter) {
    const File& file = *document.file;
    for_each_pointer(
        file, [&](const PointerField& field, auto&& make_path) { check_target(file, field, make_path, reporter); });
    if (document.map() != nullptr) MapCheck(document, reporter).run();
}

}  // namespace thaw::ctr
