#include "formats/soulfu/from_scene_base.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/text.hpp"
#include "formats/soulfu/names.hpp"

namespace thaw::ddd {

namespace {

// A vertex by what an editor leaves alone: where it is in the bind pose, and on which bones.
using Key = std::array<i32, 6>;
Key key_of(const Vertex& v) { return {v.position[0], v.position[1], v.position[2], v.bones[0], v.bones[1], v.weight}; }

// A triangle whose corners start with the smallest vertex, so that it does not matter where an editor starts.
struct Face {
    std::array<u32, 3> vertices{};
    std::array<u16, 3> corners{};  // which corner of the triangle each is
    std::size_t triangle = 0;
    friend bool operator<(const Face& a, const Face& b) { return a.vertices < b.vertices; }
};

class Edit {
public:
    Edit(const BuiltFile& before, const BuiltFile& after, File& file) : before_(before), after_(after), file_(file) {}

    Edited run() {
        if (!fits()) return {.words = std::move(why_)};
        File edited = file_;
        for (std::size_t b = 0; b < file_.bases.size(); ++b) {
            if (!edit_base(b, edited.bases[b])) return {.words = std::move(why_)};
        }
        edit_frames(edited);
        file_ = std::move(edited);
        return {.in_place = true, .words = words()};
    }

private:
    bool fits() {
        const File& a = before_.file;
        const File& b = after_.file;
        if (a.scaling != file_.scaling || b.scaling != file_.scaling) return fail("a model of another size");
        if (!same_count("base model", b.bases.size(), a.bases.size(), file_.bases.size())) return false;
        if (!same_count("frame", b.frames.size(), a.frames.size(), a.frames.size())) return false;
        const auto frames = places_of(b.frames);
        for (const auto& [place, f] : places_of(a.frames)) {
            if (!frames.contains(place)) return fail("fewer frames of " + action_name(a.frames[f].action));
        }
        for (std::size_t i = 0; i < a.bases.size(); ++i) {
            if (!same_count("bone", b.bases[i].bones.size(), a.bases[i].bones.size(), file_.bases[i].bones.size())) {
                return false;
            }
        }
        return true;
    }

    bool fail(std::string why) {
        why_ = std::move(why);
        return false;
    }

    // What the scene as it was gives has to fit the file, too.
    bool same_count(std::string_view what, std::size_t is, std::size_t was, std::size_t own) {
        if (is == own && was == own) return true;
        return fail(text::plural(is, what) + " instead of " + std::to_string(is == own ? was : own));
    }

    // Which vertex of the file each vertex of the edited model is. The model as it was has all of the file's vertices
    // that a triangle uses, and says which.
    std::optional<std::vector<u32>> origins(std::size_t b) const {
        const auto& told = after_.sources[b];
        const std::size_t count = file_.bases[b].vertices.size();
        std::set<u32> seen;
        bool good = true;
        for (const u32 source : told) good = good && source < count && seen.insert(source).second;
        if (good) return told;
        // By place, else by order among those at one place.
        std::multimap<Key, u32> by_key;
        const auto& known = before_.file.bases[b].vertices;
        for (std::size_t v = 0; v < known.size(); ++v) by_key.insert({key_of(known[v]), before_.sources[b][v]});
        std::vector<u32> out;
        std::vector<std::size_t> lost;
        for (const Vertex& vertex : after_.file.bases[b].vertices) {
            const auto found = by_key.find(key_of(vertex));
            if (found == by_key.end()) {
                lost.push_back(out.size());
                out.push_back(no_index);
                continue;
            }
            out.push_back(found->second);
            by_key.erase(found);
        }
        // Those that moved are the ones left over, in order.
        std::vector<u32> left;
        for (const auto& [key, source] : by_key) left.push_back(source);
        std::sort(left.begin(), left.end());
        if (left.size() != lost.size()) return std::nullopt;
        for (std::size_t i = 0; i < lost.size(); ++i) out[lost[i]] = left[i];
        return out;
    }

    static std::vector<Face> faces_of(const Slot& slot, const std::vector<u32>& origin) {
        std::vector<Face> out;
        for (std::size_t t = 0; t < slot.triangles.size(); ++t) {
            const auto& corners = slot.triangles[t].corners;
            u16 first = 0;
            for (u16 c = 1; c < 3; ++c) {
                if (origin[corners[c].vertex] < origin[corners[first].vertex]) first = c;
            }
            Face face{.triangle = t};
            for (u16 k = 0; k < 3; ++k) {
                face.corners[k] = static_cast<u16>((first + k) % 3);
                face.vertices[k] = origin[corners[face.corners[k]].vertex];
            }
            out.push_back(face);
        }
        std::stable_sort(out.begin(), out.end());
        return out;
    }

    bool edit_base(std::size_t b, BaseModel& base) {
        const BaseModel& was = before_.file.bases[b];
        const BaseModel& is = after_.file.bases[b];
        if (!same_count("vertex", is.vertices.size(), was.vertices.size(), was.vertices.size())) return false;
        const auto origin = origins(b);
        if (!origin) return fail("vertices that are not those of the base");
        std::map<u32, std::size_t> was_at;
        for (std::size_t v = 0; v < was.vertices.size(); ++v) was_at[before_.sources[b][v]] = v;
        for (std::size_t v = 0; v < is.vertices.size(); ++v) {
            const auto found = was_at.find((*origin)[v]);
            if (found == was_at.end()) return fail("vertices that are not those of the base");
            const Vertex& old = was.vertices[found->second];
            const Vertex& now = is.vertices[v];
            Vertex& own = base.vertices[(*origin)[v]];
            if (now.position != old.position) {
                own.position = now.position;
                ++moved_;
            }
            if (now.bones != old.bones || now.weight != old.weight) {
                own.bones = now.bones;
                own.weight = static_cast<u8>(now.weight | (own.weight & 0x80));
                ++rebound_;
            }
        }
        std::vector<u32> all(base.vertices.size());
        for (u32 v = 0; v < all.size(); ++v) all[v] = v;
        for (std::size_t s = 0; s < slot_count; ++s) {
            if (!edit_slot(was, is, s, before_.sources[b], *origin, all, base)) return false;
        }
        return true;
    }

    bool edit_slot(const BaseModel& was, const BaseModel& is, std::size_t s, const std::vector<u32>& was_origin,
                   const std::vector<u32>& is_origin, const std::vector<u32>& own_origin, BaseModel& base) {
        const auto old = faces_of(was.slots[s], was_origin);
        const auto now = faces_of(is.slots[s], is_origin);
        const auto own = faces_of(base.slots[s], own_origin);
        const auto same = [](const Face& a, const Face& b) { return a.vertices == b.vertices; };
        if (!same_count("triangle", now.size(), old.size(), own.size())) return false;
        if (!std::equal(old.begin(), old.end(), now.begin(), now.end(), same) ||
            !std::equal(old.begin(), old.end(), own.begin(), own.end(), same)) {
            return fail("other triangles in texture slot " + std::to_string(s));
        }
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto uv = [&](const BaseModel& model, const Face& face) {
                    const Corner& corner = model.slots[s].triangles[face.triangle].corners[face.corners[k]];
                    const TexVertex& t = model.tex_vertices[corner.tex_vertex];
                    return std::array<i16, 2>{t.u, t.v};
                };
                const auto wanted = uv(is, now[i]);
                if (wanted == uv(was, old[i])) continue;
                ++remapped_;
                base.slots[s].triangles[own[i].triangle].corners[own[i].corners[k]].tex_vertex =
                    tex_vertex(base, wanted);
            }
        }
        Slot& slot = base.slots[s];
        const Slot& first = was.slots[s];
        const Slot& second = is.slots[s];
        if (first.flags != second.flags || first.alpha != second.alpha) {
            slot.flags = second.flags;
            slot.alpha = second.alpha;
            ++slots_;
        }
        return true;
    }

    // One that is there, else a new one at the end: others may use the old one.
    static u16 tex_vertex(BaseModel& base, const std::array<i16, 2>& uv) {
        for (std::size_t i = 0; i < base.tex_vertices.size(); ++i) {
            if (base.tex_vertices[i].u == uv[0] && base.tex_vertices[i].v == uv[1]) return static_cast<u16>(i);
        }
        base.tex_vertices.push_back({uv[0], uv[1]});
        return static_cast<u16>(base.tex_vertices.size() - 1);
    }

    // Frames are matched by action and place in it: the bind poses of a scene lack what the file's may have, and
    // editors sort clips by their names.
    void edit_frames(File& edited) {
        if (edited.is_linked()) return;
        const auto own = places_of(edited.frames);
        const auto now = places_of(after_.file.frames);
        for (const auto& [place, f] : places_of(before_.file.frames)) {
            const auto found = own.find(place);
            if (found == own.end()) continue;
            edit_frame(before_.file.frames[f], after_.file.frames[now.at(place)], edited, edited.frames[found->second]);
        }
    }

    static std::map<std::array<std::size_t, 2>, std::size_t> places_of(const std::vector<Frame>& frames) {
        std::map<std::array<std::size_t, 2>, std::size_t> out;
        std::array<std::size_t, 256> count{};
        for (std::size_t f = 0; f < frames.size(); ++f) out[{frames[f].action, count[frames[f].action]++}] = f;
        return out;
    }

    void edit_frame(const Frame& was, const Frame& is, const File& file, Frame& frame) {
        const std::size_t b = frame.base_model;
        if (was.base_model != b || is.base_model != b || was.action != is.action) return;
        bool changed = false;
        const auto same = [](const Vector3& x, const Vector3& y) { return x.x == y.x && x.y == y.y && x.z == y.z; };
        // Directions lie between the steps, and editors compute in floats: one step is no edit.
        const auto near = [](const Vector3& x, const Vector3& y) {
            return std::abs(x.x - y.x) <= 1 && std::abs(x.y - y.y) <= 1 && std::abs(x.z - y.z) <= 1;
        };
        for (std::size_t bone = 0; bone < frame.forwards.size(); ++bone) {
            if (!near(was.forwards[bone], is.forwards[bone])) {
                frame.forwards[bone] = is.forwards[bone];
                changed = true;
            }
            for (std::size_t end = 0; end < 2; ++end) {
                const Vector3& old = was.joints[before_.file.bases[b].bones[bone].joints[end]];
                const Vector3& now = is.joints[after_.file.bases[b].bones[bone].joints[end]];
                const u16 own = file.bases[b].bones[bone].joints[end];
                if (same(old, now) || own >= frame.joints.size()) continue;
                frame.joints[own] = now;
                changed = true;
            }
        }
        if (was.events != is.events) frame.events = is.events, changed = true;
        if (was.movement != is.movement) frame.movement = is.movement, changed = true;
        for (std::size_t s = 0; s < shadow_count; ++s) {
            const auto differs = [](const Shadow& x, const Shadow& y) {
                if (x.alpha != y.alpha) return true;
                for (std::size_t c = 0; c < 4; ++c) {
                    if (x.corners[c].x != y.corners[c].x || x.corners[c].y != y.corners[c].y) return true;
                }
                return false;
            };
            if (!differs(was.shadows[s], is.shadows[s])) continue;
            frame.shadows[s] = is.shadows[s];
            changed = true;
        }
        frames_ += changed ? 1 : 0;
    }

    std::string words() const {
        std::string out;
        const auto add = [&](u64 n, std::string_view one, std::string_view what) {
            if (n > 0) out += (out.empty() ? "" : ", ") + text::plural(n, one) + std::string(what);
        };
        add(moved_, "vertex", " moved");
        add(rebound_, "vertex", " bound otherwise");
        add(remapped_, "texture coordinate", " changed");
        add(slots_, "texture slot", " changed");
        add(frames_, "frame", " changed");
        return out.empty() ? "nothing changed; byte-identical" : out + "; all else byte-identical";
    }

    const BuiltFile& before_;
    const BuiltFile& after_;
    File& file_;
    std::string why_;
    u64 moved_ = 0;
    u64 rebound_ = 0;
    u64 remapped_ = 0;
    u64 slots_ = 0;
    u64 frames_ = 0;
};

}  // namespace

Edited apply_edit(const BuiltFile& before, const BuiltFile& after, File& file) {
    return Edit(before, after, file).run();
}

}  // namespace thaw::ddd
