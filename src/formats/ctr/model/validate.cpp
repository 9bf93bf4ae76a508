#include "formats/ctr/model/validate.hpp"

#include "base/text.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

void check_map_file(const PointerMap& map, IssueReporter reporter) {
    if (map.bytes % 4 != 0 || map.entries.size() != map.bytes / 4) {
        reporter.report(issue::map_short, [&] {
            return Finding{"bytes", text::plural(map.bytes, "byte"),
                           std::to_string(map.entries.size()) + (map.entries.size() == 1 ? " entry" : " entries")};
        });
    }
    if (!map.trailing.empty()) {
        reporter.report(issue::trailing_bytes,
                        [&] { return Finding{"trailing", "none", text::plural(map.trailing.size(), "byte")}; });
    }
}

void check_maps(const Document& document, IssueReporter& reporter) {
    if (!document.file) {
        reporter.report(issue::model_missing, [] { return Finding{{}, "the model"}; });
        return;
    }
    const File& file = *document.file;
    if (!file.wrapped) {
        reporter.report_fatal_in_game(issue::unwrapped, [&] {
            return Finding{file.kind == Kind::model  ? "models[0]"
                           : file.kind == Kind::pack ? "pack"
                                                     : "level",
                           "a body with size and pointer map", "a bare body"};
        });
    } else if (file.wants_external_map() && !document.map_file) {
        reporter.report(issue::map_not_found, [] { return Finding{"wrapper", ".ptr"}; });
    } else if (file.has_inline_map() && document.map_file) {
        reporter.report(issue::two_maps, [] { return Finding{"map.bytes", "one", "two"}; });
    }
}

void check_trailing(const File& file, IssueReporter& reporter) {
    if (file.map.trailing.empty()) return;
    reporter.report(issue::trailing_bytes, [&] {
        return Finding{file.has_inline_map() ? "map.trailing" : "trailing", "none",
                       text::plural(file.map.trailing.size(), "byte")};
    });
}

void check_models(const File& file, IssueReporter& reporter) {
    if (file.models.size() > 0) return;
    reporter.report(issue::no_models, [&] {
        return Finding{file.kind == Kind::pack    ? "pack.models[0]"
                       : file.kind == Kind::level ? "level.num_models"
                                                  : "wrapper",
                       "at least 1", "none"};
    });
}

void check_instances(const File& file, IssueReporter& reporter) {
    const auto& instances = file.level.instances;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (file.models.find(file.place(instances[i].model)) != nullptr) continue;
        reporter.report(issue::instance_model, [&] {
            return Finding{field_path("instances", i, "model"), "a model of the level", text::hex(instances[i].model)};
        });
    }
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "ctr");
    check_maps(document, reporter);
    if (document.map_file) check_map_file(*document.map_file, reporter.in("ptr"));
    if (!document.file) return;
    const File& file = *document.file;
    check_models(file, reporter);
    check_instances(file, reporter);
    validate_meshes(file, reporter);
    validate_commands(file, reporter);
    validate_textures(file, reporter);
    validate_animations(file, reporter);
    validate_frames(file, reporter);
    validate_tables(file, reporter);
    validate_pointers(document, reporter);
    check_trailing(file, reporter);
}

}  // namespace thaw::ctr
