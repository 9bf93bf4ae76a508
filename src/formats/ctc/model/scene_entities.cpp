// The node above everything: with raw numbers, and where the game shows the model at another scale.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctc/entities/entities.hpp"
#include "formats/ctc/entities/entity_scale.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/scene_parts.hpp"

namespace thaw::ctc {

namespace {

constexpr std::size_t most_named = 8;

void add_top_node(SceneWork& work, const char* name, Vec3 scale) {
    work.top = 0;
    work.scene.nodes.push_back({name, no_index, {{}, {}, scale}, no_index, no_index, {}});
}

std::string name_and_scale(const Entity& entity) {
    return text::printable(entity.class_name) + " at scale " + scale_words(entity.scale);
}

void report_entity(Issues& issues, const IssueKind& kind, const Entity& entity, std::string expected,
                   std::string found) {
    issues.add(Issue{&kind, kind.severity, std::string(entity_role), "line " + std::to_string(entity.line),
                     entity.offset, std::move(expected), std::move(found)});
}

void report_rows(Issues& issues, const std::vector<Entity>& entities) {
    for (const Entity& entity : entities) {
        if (entity.is_whole() && entity.is_visible()) continue;
        if (entity.fields != entity_fields) {
            report_entity(issues, issue::entity_row, entity, std::to_string(entity_fields),
                          std::to_string(entity.fields));
        } else {
            report_entity(issues, issue::entity_row_scale, entity, "three numbers above 0", scale_words(entity.scale));
        }
    }
}

void report_scales(Issues& issues, const std::vector<Entity>& entities) {
    std::string found;
    std::vector<EntityScale> seen;
    const Entity* first = nullptr;
    for (const Entity& entity : entities) {
        if (!entity.is_visible() || std::find(seen.begin(), seen.end(), entity.scale) != seen.end()) continue;
        if (first == nullptr) first = &entity;
        seen.push_back(entity.scale);
        if (seen.size() <= most_named) found += (found.empty() ? "" : ", ") + name_and_scale(entity);
    }
    if (seen.size() < 2) return;
    if (seen.size() > most_named) found += " and " + std::to_string(seen.size() - most_named) + " more";
    report_entity(issues, issue::entity_scales, *first, {}, std::move(found));
}

}  // namespace

void add_top(SceneWork& work, Issues& issues) {
    const std::vector<Entity> entities = entities_of(work.bundle);
    report_rows(issues, entities);
    if (!entities.empty()) work.scene.extras.set(entities_key, json::to_text(to_json(entities)));
    if (work.options.raw) {
        const auto scale = static_cast<f32>(metres_per_unit);
        return add_top_node(work, "ctc", {scale, scale, scale});
    }
    const auto scale = common_scale(entities);
    if (!scale) return report_scales(issues, entities);
    if (*scale == no_scaling) return;
    const auto shown = std::find_if(entities.begin(), entities.end(), [](const Entity& e) { return e.is_visible(); });
    report_entity(issues, issue::entity_scale, *shown, {}, name_and_scale(*shown));
    add_top_node(work, entity_node, scene_scale(*scale));
    work.scene.nodes[work.top].extras.set(entity_scale_key,
                                          json::to_text(json::Array{(*scale)[0], (*scale)[1], (*scale)[2]}));
}

}  // namespace thaw::ctc
