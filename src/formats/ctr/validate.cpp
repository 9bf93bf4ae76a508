#include "formats/ctr/validate.hpp"

#include "base/text.hpp"
#include "formats/ctr/validate_parts.hpp"

namespace thaw::ctr {

namespace {

void check_map_file(const PointerMap& map, Finder finder) {
    if (map.bytes % 4 != 0 || map.entries.size() != map.bytes / 4) {
        finder.report(issue::map_short, [&] {
            return Finding{"bytes", text::plural(map.bytes, "byte"), text::plural(map.entries.size(), "place")};
        });
    }
    if (!map.trailing.empty()) {
        finder.report(issue::trailing_bytes,
                      [&] { return Finding{"trailing", "none", text::plural(map.trailing.size(), "byte")}; });
    }
}

void check_maps(const Document& document, Finder& finder) {
    if (!document.file) {
        finder.report(issue::missing_companion,
                      [] { return Finding{{}, "the model beside its pointer map", "only the map"}; });
        return;
    }
    const File& file = *document.file;
    if (!file.wrapped) {
        finder.report_fatal_in_game(issue::unwrapped, [&] {
            return Finding{file.kind == Kind::model  ? "models[0]"
                           : file.kind == Kind::pack ? "pack"
                                                     : "level",
                           "size and pointer map", "a bare body"};
        });
    } else if (file.wants_external_map() && !document.map_file) {
        finder.report(issue::missing_companion,
                      [] { return Finding{"wrapper", "a .ptr file beside the model", "none"}; });
    } else if (file.has_inline_map() && document.map_file) {
        finder.report(issue::two_maps, [] { return Finding{"map.bytes", "one", "two"}; });
    }
}

void check_trailing(const File& file, Finder& finder) {
    if (file.map.trailing.empty()) return;
    finder.report(issue::trailing_bytes, [&] {
        return Finding{file.has_inline_map() ? "map.trailing" : "trailing", "none",
                       text::plural(file.map.trailing.size(), "byte")};
    });
}

void check_models(const File& file, Finder& finder) {
    if (file.models.size() > 0) return;
    finder.report(issue::no_models, [&] {
        return Finding{file.kind == Kind::pack    ? "pack.models[0]"
                       : file.kind == Kind::level ? "level.num_models"
                                                  : "wrapper",
                       "at least 1", "none"};
    });
}

void check_instances(const File& file, Finder& finder) {
    const auto& instances = file.level.instances;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (file.models.find(file.place(instances[i].model)) != nullptr) continue;
        finder.report(issue::instance_model, [&] {
            return Finding{field_path("instances", i, "model"), "a model of the level", text::hex(instances[i].model)};
        });
    }
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    Finder finder(profile, issues, "ctr");
    check_maps(document, finder);
    if (document.map_file) check_map_file(*document.map_file, finder.in("ptr"));
    if (!document.file) return;
    const File& file = *document.file;
    check_models(file, finder);
    check_instances(file, finder);
    validate_meshes(file, finder);
    validate_commands(file, finder);
    validate_textures(file, finder);
    validate_animations(file, finder);
    validate_frames(file, finder);
    validate_tables(file, finder);
    validate_pointers(document, finder);
    check_trailing(file, finder);
}

}  // namespace thaw::ctr
