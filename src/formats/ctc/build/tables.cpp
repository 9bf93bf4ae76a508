// The surface as the file has it: vertices in an order that the game's morphs can bear, lists, colours.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/shared/build_names.hpp"
#include "scene/unique.hpp"

namespace thaw::ctc {

namespace {

// Vertices get other numbers; several may get the same one, of which the first stays.
void renumber(BuildWork& work, const std::vector<u32>& places, std::size_t count) {
    std::vector<BuildVertex> vertices(count);
    std::vector<bool> taken(count);
    for (std::size_t v = 0; v < places.size(); ++v) {
        if (places[v] == no_index || taken[places[v]]) continue;
        taken[places[v]] = true;
        vertices[places[v]] = work.vertices[v];
    }
    work.vertices = std::move(vertices);
    for (BuildTriangle& triangle : work.triangles) {
        for (u32& v : triangle.vertices) v = places[v];
    }
    for (BuildMorph& morph : work.morphs) {
        for (u32& v : morph.vertices) v = places[v];
    }
    for (u32& v : work.vertex_of_point) v = v == no_index ? no_index : places[v];
}

std::vector<bool> morphed(const BuildWork& work) {
    std::vector<bool> out(work.vertices.size());
    for (const BuildMorph& morph : work.morphs) {
        for (const u32 v : morph.vertices) out[v] = true;
    }
    return out;
}

void drop_unused(BuildWork& work) {
    std::vector<bool> used = morphed(work);
    for (const BuildTriangle& triangle : work.triangles) {
        for (const u32 v : triangle.vertices) used[v] = true;
    }
    std::vector<u32> places(work.vertices.size(), no_index);
    u32 next = 0;
    for (std::size_t v = 0; v < places.size(); ++v) {
        if (used[v]) places[v] = next++;
    }
    if (next < places.size()) renumber(work, places, next);
}

// Vertices of one bone at one place become one. Morphed ones, and those of attachment points, are left alone.
std::vector<bool> left_alone(const BuildWork& work) {
    std::vector<bool> alone = morphed(work);
    for (const BuildTriangle& triangle : work.triangles) {
        for (const u32 v : triangle.vertices) alone[v] = alone[v] || triangle.pinned;
    }
    return alone;
}

void weld(BuildWork& work) {
    const std::vector<bool> alone = left_alone(work);
    std::vector<std::array<u32, 5>> keys;
    for (u32 v = 0; v < work.vertices.size(); ++v) {
        const BuildVertex& vertex = work.vertices[v];
        std::array<u32, 5> key{vertex.bone, alone[v] ? v + 1 : 0};
        for (std::size_t i = 0; i < 3; ++i) {
            key[2 + i] = std::bit_cast<u32>(static_cast<f32>(vertex.position[i]) + 0.0f);
        }
        keys.push_back(key);
    }
    const Unique unique = unique_of(keys);
    renumber(work, unique.index, unique.firsts.size());
}

void drop_flat_triangles(BuildWork& work) {
    std::vector<u32> places;
    std::vector<BuildTriangle> kept;
    for (const BuildTriangle& triangle : work.triangles) {
        const auto& v = triangle.vertices;
        const bool flat = v[0] == v[1] || v[1] == v[2] || v[0] == v[2];
        places.push_back(flat && !triangle.pinned ? no_index : static_cast<u32>(kept.size()));
        if (places.back() != no_index) kept.push_back(triangle);
    }
    work.triangles = std::move(kept);
    for (Attachment& point : work.document.attachments) {
        point.triangle = static_cast<i32>(places[static_cast<std::size_t>(point.triangle)]);
    }
}

// One round of drawing the ends of the shortest edges together, each vertex at most once. The longest such edge; less
// than 0 if there was none left to take.
double collapse_edges(BuildWork& work, u64 wanted) {
    struct Edge {
        double length = 0;
        u32 kept = 0;
        u32 gone = 0;
    };
    std::vector<bool> taken = left_alone(work);
    std::vector<Edge> edges;
    for (const BuildTriangle& t : work.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 a = std::min(t.vertices[k], t.vertices[(k + 1) % 3]);
            const u32 b = std::max(t.vertices[k], t.vertices[(k + 1) % 3]);
            if (taken[a] || taken[b] || work.vertices[a].bone != work.vertices[b].bone) continue;
            edges.push_back({length(work.vertices[a].position - work.vertices[b].position), a, b});
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.length < b.length; });
    std::vector<u32> places(work.vertices.size());
    std::iota(places.begin(), places.end(), u32{0});
    double longest = -1;
    for (const Edge& edge : edges) {
        if (wanted == 0) break;
        if (taken[edge.kept] || taken[edge.gone]) continue;
        taken[edge.kept] = taken[edge.gone] = true;
        places[edge.gone] = edge.kept;
        longest = edge.length;
        --wanted;
    }
    renumber(work, places, places.size());
    drop_flat_triangles(work);
    drop_unused(work);
    return longest;
}

// The game's table of morphs has columns for the first 96 vertices only.
void put_morphed_first(BuildWork& work) {
    const std::vector<bool> moved = morphed(work);
    const auto late =
        std::find(moved.begin() + static_cast<std::ptrdiff_t>(std::min<u64>(max_morph_vertices, moved.size())),
                  moved.end(), true);
    if (late == moved.end()) return;
    std::vector<u32> places(moved.size());
    u32 next = 0;
    for (const bool first : {true, false}) {
        for (std::size_t v = 0; v < moved.size(); ++v) {
            if (moved[v] == first) places[v] = next++;
        }
    }
    renumber(work, places, moved.size());
}

bool is_white(Vec4 c) {
    const auto one = [](f32 value) { return value > 1 - 1e-4f; };
    return one(c.x) && one(c.y) && one(c.z) && one(c.w);
}

// C17: any colour turns blending on, so that what blends needs colours.
bool needs_colors(const BuildWork& work) {
    for (std::size_t m = 0; m < work.scene.materials.size(); ++m) {
        if (work.list_of_material[m] != no_index && work.scene.materials[m].alpha != AlphaMode::opaque) return true;
    }
    return std::any_of(work.triangles.begin(), work.triangles.end(), [](const BuildTriangle& t) {
        return t.list != no_index && !std::all_of(t.colors.begin(), t.colors.end(), is_white);
    });
}

void turn(BuildTriangle& t) {
    std::rotate(t.vertices.begin(), t.vertices.begin() + 1, t.vertices.end());
    std::rotate(t.uvs.begin(), t.uvs.begin() + 1, t.uvs.end());
    std::rotate(t.colors.begin(), t.colors.begin() + 1, t.colors.end());
}

// A first corner without red would stop all colouring from there on. Another corner may stand first.
void avoid_stall(BuildTriangle& t) {
    if (t.pinned) return;
    for (int turns = 0; turns < 2 && file_color(t.colors[0])[0] == 0; ++turns) turn(t);
}

void add_colors(BuildWork& work) {
    u64 reddened = 0;
    double most = 0;
    for (BuildTriangle& t : work.triangles) {
        if (t.list == no_index) t.colors.fill({1, 1, 1, 1});
        avoid_stall(t);
        for (std::size_t k = 0; k < 3; ++k) {
            Colour colour{file_color(t.colors[k])};
            const Vec4 c = t.colors[k];
            for (std::size_t i = 0; i < 4; ++i) {
                const double wanted = i < 3 ? double{linear_to_srgb(i == 0 ? c.x : i == 1 ? c.y : c.z)} : double{c.w};
                const bool lit = i < 3 && colour.rgba[0] == lit_colour[0] && colour.rgba[1] == lit_colour[1] &&
                                 colour.rgba[2] == lit_colour[2];
                if (!lit) most = std::max(most, std::abs(wanted * 255 - colour.rgba[i]));
            }
            if (k == 0 && colour.rgba[0] == 0) {
                colour.rgba[0] = 1;
                ++reddened;
            }
            work.document.colours.push_back(colour);
        }
    }
    if (reddened > 0) report_reddened(work.issues, reddened);
    if (most > 0.02) {
        work.issues.add(thaw::issue::colors_rounded, {}, "colours", {},
                        text::number(std::round(most * 100) / 100) + " of 255");
    }
}

}  // namespace

std::array<u8, 4> file_color(Vec4 c) {
    const auto byte = [](f32 value) {
        return static_cast<u8>(std::lround(std::min(1.0f, std::max(0.0f, value)) * 255));
    };
    std::array<u8, 4> out{byte(linear_to_srgb(c.x)), byte(linear_to_srgb(c.y)), byte(linear_to_srgb(c.z)), byte(c.w)};
    if (out[0] == 255 && out[1] == 255 && out[2] == 255) {
        std::copy(lit_colour.begin(), lit_colour.end(), out.begin());
    } else if (std::equal(lit_colour.begin(), lit_colour.end(), out.begin())) {
        --out[2];  // the one colour that no vertex can have
    }
    return out;
}

void report_reddened(Issues& issues, u64 triangles) {
    issues.add(issue::reddened, {}, "colours", {}, text::plural(triangles, "triangle"));
}

void fit_vertices(BuildWork& work) {
    const u64 found = work.vertices.size();
    if (found > max_vertices) {
        drop_unused(work);
        weld(work);
    }
    if (work.fits("points", max_vertices, work.vertices.size(), "vertices") || !work.may_fit()) return;
    double longest = 0;
    while (work.vertices.size() > max_vertices) {
        const double step = collapse_edges(work, work.vertices.size() - max_vertices);
        if (step < 0) return work.refuse("points", max_vertices, work.vertices.size(), "vertices");
        longest = std::max(longest, step);
    }
    work.say_fitted("points", max_vertices,
                    text::plural(found, "vertex") + " merged, at most " + text::number(std::round(longest * 1e4) / 10) +
                        " mm apart,");
}

void build_tables(BuildWork& work) {
    put_morphed_first(work);
    Document& d = work.document;
    for (const BuildVertex& vertex : work.vertices) {
        d.vertices.push_back({file_point(vertex.position), file_direction(vertex.normal)});
        d.influence_counts.push_back(1);
        d.influences.push_back({static_cast<i32>(vertex.bone), 1});
    }
    if (needs_colors(work)) add_colors(work);
    // The game finds as many attachment points as there are lists (C22), so that empty lists make room for them. They
    // come before the other looks of list 0, and those after their skins.
    const std::size_t lists = std::max<std::size_t>(
        {std::size_t{work.lists}, std::min(d.attachments.size(), static_cast<std::size_t>(max_lists)), std::size_t{1}});
    if (lists > work.lists && d.skins.size() > work.lists) {
        const Skin first = d.skins.front();
        d.skins.insert(d.skins.begin() + static_cast<std::ptrdiff_t>(work.lists), lists - work.lists, first);
    }
    d.triangle_lists.assign(lists, 0);
    for (const BuildTriangle& t : work.triangles) {
        Triangle triangle;
        TriangleUvs uvs;
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.vertices[k] = static_cast<i16>(t.vertices[k]);
            uvs.corners[k] = {t.uvs[k].x, t.uvs[k].y};
        }
        d.triangles.push_back(triangle);
        d.uvs.push_back(uvs);
        if (t.list != no_index) ++d.triangle_lists[t.list];
    }
    FileNames<16> names(15, "morph name", work.issues, work.base == nullptr ? nullptr : &work.base->morphs);
    for (const BuildMorph& morph : work.morphs) {
        Morph out{.name = names.take(morph.name)};
        out.count = static_cast<u32>(morph.vertices.size());
        d.morphs.push_back(out);
        for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
            d.morph_indices.push_back(static_cast<i32>(morph.vertices[i]));
            d.morph_targets.push_back({file_point(morph.targets[i])});
        }
    }
}

}  // namespace thaw::ctc
