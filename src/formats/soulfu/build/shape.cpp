#include "formats/soulfu/build/shape.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 even_weight = 63;  // of a vertex on one bone alone: what most files have

std::optional<u8> byte_in(const Extras& extras, std::string_view key) {
    const auto number = build::integer_in(extras, key);
    return number && *number >= 0 && *number < 256 ? std::optional(static_cast<u8>(*number)) : std::nullopt;
}

// The bones of a point and their weights, the heaviest first.
using Weighted = std::vector<std::pair<double, u32>>;

// Several joints of a skin may be one bone.
void collect(const Influences& influences, std::size_t point, const BuildMesh& mesh, Weighted& order) {
    order.clear();
    for (u32 i = 0; i < influences.per_point; ++i) {
        const std::size_t at = point * influences.per_point + i;
        if (!(influences.weights[at] > 0)) continue;
        const u32 bone = mesh.bones[influences.joints[at]];
        const auto same = std::find_if(order.begin(), order.end(), [&](const auto& one) { return one.second == bone; });
        if (same == order.end()) {
            order.push_back({influences.weights[at], bone});
        } else {
            same->first += influences.weights[at];
        }
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (order.empty()) order.push_back({1, 0});
}

class ShapeMaker {
public:
    ShapeMaker(const Scene& scene, const BuildBase& base, const SlotPlan& slots,
               std::span<const std::vector<u32>> sources, ShapeLosses& losses)
        : scene_(scene), base_(base), slots_(slots), sources_(sources), losses_(losses) {}

    BuildShape run() {
        for (const BuildMesh& mesh : base_.meshes) add(mesh);
        keep_order();
        return std::move(shape_);
    }

private:
    void add(const BuildMesh& build) {
        const Node& node = scene_.nodes[build.node];
        const Mesh& mesh = scene_.meshes[node.mesh];
        const auto first = static_cast<u32>(shape_.vertices.size());
        const bool known = node.mesh < sources_.size() && sources_[node.mesh].size() == mesh.points.size();
        if (!mesh.targets.empty() || mesh.frames) losses_.moving_points += mesh.points.size();
        for (std::size_t p = 0; p < mesh.points.size(); ++p) {
            const Vec3 at = mesh.points[p];
            BuildVertex vertex{.position = to_game(transformed(build.to_bind, as_double(at)))};
            bind_vertex(mesh.influences, p, build, vertex, losses_);
            if (known) vertex.source = sources_[node.mesh][p];
            shape_.vertices.push_back(vertex);
        }
        // The swap of two axes is a mirror, so the order turns round; a node that mirrors turns it again.
        const bool mirrored = node.skin == no_index && is_mirror(build.to_bind);
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.topology == Topology::triangles) {
                add(primitive, first, mirrored);
            } else {
                losses_.lines += primitive.indices.size() / 2;
            }
        }
    }

    void add(const Primitive& primitive, u32 first, bool mirrored) {
        losses_.colored += primitive.colors.empty() ? 0u : 1u;
        const std::size_t number =
            primitive.material == no_index ? slots_.slot_without : slots_.slot_of[primitive.material];
        if (number >= slot_count) return;
        BuildSlot& slot = shape_.slots[number];
        if (!slot.used && primitive.material != no_index) {
            slot.flags = flags_of(scene_.materials[primitive.material]);
            slot.alpha = alpha_of(scene_.materials[primitive.material]);
        }
        for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
            std::array<BuildCorner, 3> triangle;
            for (std::size_t k = 0; k < 3; ++k) {
                const u32 corner = primitive.indices[i + (mirrored || k == 0 ? k : 3 - k)];
                triangle[k] = {first + primitive.points[corner],
                               primitive.uvs.empty() ? Vec2() : primitive.uvs[corner]};
            }
            slot.used = true;
            slot.triangles.push_back(triangle);
        }
    }

    // Vertices that know which one they were go back into that order, before new ones. Those that no triangle uses go.
    void keep_order() {
        std::vector<bool> used(shape_.vertices.size());
        for (const BuildSlot& slot : shape_.slots) {
            for (const auto& triangle : slot.triangles) {
                for (const BuildCorner& corner : triangle) used[corner.vertex] = true;
            }
        }
        std::vector<u32> order;
        for (u32 v = 0; v < used.size(); ++v) {
            if (used[v]) order.push_back(v);
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](u32 a, u32 b) { return shape_.vertices[a].source < shape_.vertices[b].source; });
        std::vector<u32> place(used.size(), 0);
        std::vector<BuildVertex> sorted;
        for (const u32 v : order) {
            place[v] = static_cast<u32>(sorted.size());
            sorted.push_back(shape_.vertices[v]);
        }
        shape_.vertices = std::move(sorted);
        for (BuildSlot& slot : shape_.slots) {
            for (auto& triangle : slot.triangles) {
                for (BuildCorner& corner : triangle) corner.vertex = place[corner.vertex];
            }
        }
    }

    const Scene& scene_;
    const BuildBase& base_;
    const SlotPlan& slots_;
    std::span<const std::vector<u32>> sources_;
    ShapeLosses& losses_;
    BuildShape shape_;
};

Status fit_slots(const std::vector<std::string>& without_place, bool fit, SlotPlan& plan, Issues& issues) {
    if (without_place.empty()) return Done{};
    std::string names;
    for (const std::string& name : without_place) names += (names.empty() ? "" : ", ") + text::printable(name);
    const std::string count = std::to_string(slot_count + without_place.size());
    if (!fit) {
        issues.add(thaw::issue::limit_exceeded, "ddd", "materials", "4 materials",
                   count + " materials (too many: " + names + ")");
        return Error{Code::unrepresentable, count + " materials, of which the game has room for 4"};
    }
    for (std::size_t& slot : plan.slot_of) slot = std::min(slot, slot_count - 1);
    plan.slot_without = std::min(plan.slot_without, slot_count - 1);
    issues.add(soulfu::issue::materials_merged, "ddd", "materials", "4 materials", names);
    return Done{};
}

}  // namespace

u8 flags_of(const Material& material) {
    if (const auto stored = byte_in(material.extras, "thaw_flags")) return *stored;
    u8 out = 0;
    if (material.blend == BlendMode::additive) out |= light_flag;
    if (material.double_sided) out |= no_cull_flag;
    if (material.environment) out |= shiny_flag;
    if (material.alpha == AlphaMode::mask) out |= paper_flag;
    return out;
}

u8 alpha_of(const Material& material) {
    if (const auto stored = byte_in(material.extras, "thaw_alpha")) return *stored;
    if (material.alpha != AlphaMode::blend) return 255;
    return static_cast<u8>(std::lround(std::clamp(material.base_color.w, 0.0f, 1.0f) * 255));
}

void bind_vertex(const Influences& influences, std::size_t point, const BuildMesh& mesh, BuildVertex& out,
                 ShapeLosses& losses) {
    ++losses.points;
    Weighted order;
    if (influences.per_point == 0 || mesh.bones.empty()) {
        order.push_back({1, mesh.bones.empty() ? 0 : mesh.bones.front()});
    } else {
        collect(influences, point, mesh, order);
    }
    if (order.size() > 2) {
        ++losses.points_with_more_bones;
        double lost = 0;
        for (std::size_t i = 2; i < order.size(); ++i) lost += order[i].first;
        losses.largest_weight_lost = std::max(losses.largest_weight_lost, lost);
    }
    out.loose = order[0].second == no_index;
    const auto bone = [&](std::size_t i) {
        return order[i].second == no_index ? u8{0} : static_cast<u8>(std::min(order[i].second, 255u));
    };
    out.bones = {bone(0), bone(order.size() > 1 ? 1 : 0)};
    if (order.size() == 1) {
        out.weight = even_weight;
        return;
    }
    const double share = order[0].first / (order[0].first + order[1].first);
    out.weight = static_cast<u8>(std::clamp(std::lround(share * 255 / 2), long{least_heavy_weight}, 127L));
}

Result<SlotPlan> plan_slots(const Scene& scene, const std::vector<BuildBase>& bases, bool fit, Issues& issues) {
    constexpr std::size_t nowhere = slot_count;
    SlotPlan plan;
    plan.slot_of.assign(scene.materials.size(), nowhere);
    std::array<bool, slot_count> taken{};
    std::vector<u32> used;
    bool without = false;
    for (const BuildBase& base : bases) {
        for (const BuildMesh& mesh : base.meshes) {
            for (const Primitive& primitive : scene.meshes[scene.nodes[mesh.node].mesh].primitives) {
                if (primitive.topology != Topology::triangles) continue;
                if (primitive.material == no_index) {
                    without = true;
                } else if (std::find(used.begin(), used.end(), primitive.material) == used.end()) {
                    used.push_back(primitive.material);
                }
            }
        }
    }
    const auto place = [&](u32 material, std::size_t slot) {
        plan.slot_of[material] = slot;
        taken[slot] = true;
        u32& shown = plan.material[slot];
        if (shown == no_index || scene.materials[shown].image == no_index) shown = material;
    };
    // What says its slot gets it; base models may share one, with flags of their own.
    for (const u32 material : used) {
        const auto slot = build::integer_in(scene.materials[material].extras, "thaw_slot");
        if (slot && *slot >= 0 && *slot < static_cast<i64>(slot_count))
            place(material, static_cast<std::size_t>(*slot));
    }
    std::vector<std::string> without_place;
    for (const u32 material : used) {
        if (plan.slot_of[material] != nowhere) continue;
        const auto free = std::find(taken.begin(), taken.end(), false);
        if (free == taken.end()) {
            without_place.push_back(scene.materials[material].name);
        } else {
            place(material, static_cast<std::size_t>(free - taken.begin()));
        }
    }
    const auto free = std::find(taken.begin(), taken.end(), false);
    plan.slot_without = free == taken.end() ? nowhere : static_cast<std::size_t>(free - taken.begin());
    if (without && free == taken.end()) without_place.emplace_back("triangles without a material");
    if (auto status = fit_slots(without_place, fit, plan, issues); !status) return status.error();
    return plan;
}

BuildShape shape_of(const Scene& scene, const BuildBase& base, const SlotPlan& slots,
                    std::span<const std::vector<u32>> source_points, ShapeLosses& losses) {
    return ShapeMaker(scene, base, slots, source_points, losses).run();
}

void put_shape(const BuildShape& shape, Rounding& lengths, Rounding& uvs, BaseModel& base) {
    base.vertices.clear();
    for (const BuildVertex& vertex : shape.vertices) {
        Vertex made{.bones = vertex.bones, .weight = vertex.weight};
        for (std::size_t i = 0; i < 3; ++i) made.position[i] = lengths(vertex.position[i]);
        base.vertices.push_back(made);
    }
    std::vector<std::array<u32, 1>> keys;  // of all corners, in order
    for (std::size_t s = 0; s < slot_count; ++s) {
        const BuildSlot& slot = shape.slots[s];
        Slot& own = base.slots[s];
        const bool was_empty = own.triangles.empty();
        own.triangles.clear();
        if (!slot.used && !was_empty) own = {};
        if (!slot.used) continue;
        own = {.mode = std::max<u8>(own.mode, 1), .flags = slot.flags, .alpha = slot.alpha};
        for (const auto& triangle : slot.triangles) {
            Triangle made;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto u = static_cast<u16>(uvs(triangle[k].uv.x));
                const auto v = static_cast<u16>(uvs(triangle[k].uv.y));
                keys.push_back({u32{u} << 16 | v});
                made.corners[k].vertex = static_cast<u16>(triangle[k].vertex);
            }
            own.triangles.push_back(made);
        }
    }
    const Unique unique = unique_of(keys);
    base.tex_vertices.clear();
    for (const u32 first : unique.firsts) {
        base.tex_vertices.push_back({static_cast<i16>(keys[first][0] >> 16), static_cast<i16>(keys[first][0])});
    }
    std::size_t corner = 0;
    for (Slot& slot : base.slots) {
        for (Triangle& triangle : slot.triangles) {
            for (Corner& one : triangle.corners) one.tex_vertex = static_cast<u16>(unique.index[corner++]);
        }
    }
}

void ShapeLosses::report(Issues& issues) const {
    if (points_with_more_bones > 0) {
        issues.add(thaw::issue::influences_dropped, "ddd", {}, "2 bones per point",
                   std::to_string(points_with_more_bones) + " of " + text::plural(points, "point") + " (at most " +
                       std::to_string(std::lround(largest_weight_lost * 100)) + " % of a weight)");
    }
    if (lines > 0) issues.add(thaw::issue::not_kept, "ddd", {}, {}, text::plural(lines, "line"));
    if (moving_points > 0) {
        issues.add(soulfu::issue::shapes_dropped, "ddd", {}, {}, text::plural(moving_points, "point"));
    }
    if (colored > 0) issues.add(thaw::issue::not_kept, "ddd", "meshes", {}, "vertex colours");
}

void ShapeNumbers::report(Issues& issues) const {
    const auto millimetres = [](double feet) { return text::number(std::round(feet * 304800) / 1000) + " mm"; };
    if (lengths.is_significant()) {
        issues.add(thaw::issue::positions_rounded, "ddd", {}, {}, millimetres(lengths.worst()));
    }
    if (uvs.is_significant()) {
        issues.add(thaw::issue::uvs_rounded, "ddd", {}, {}, text::number(std::round(uvs.worst() * 1e5) / 1e5));
    }
    losses.report(issues);
}

}  // namespace thaw::ddd
