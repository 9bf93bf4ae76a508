#include "obj/mesh_maker.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::obj {

namespace {

constexpr std::size_t most_objects = 1024;  // what follows belongs to the last one
constexpr double largest = 1e15;

}  // namespace

bool is_number_of_scene(double value) { return std::isfinite(value) && std::abs(value) <= largest; }

void MeshMaker::object(std::string name) {
    object_ = std::move(name);
    is_other_ = true;
}

void MeshMaker::material(std::string name) {
    material_ = std::move(name);
    is_other_ = true;
}

void MeshMaker::color(Vec4 shown) {
    while (colors_.size() + 1 < points_.size()) colors_.push_back({1, 1, 1, 1});
    colors_.push_back(shown);
    brightest_ = std::max({brightest_, shown.x, shown.y, shown.z});
}

MeshMaker::Part& MeshMaker::part() {
    if (!is_other_) return objects_.back().parts.back();
    is_other_ = false;
    const bool is_new = objects_.empty() || (objects_.back().name != object_ && objects_.size() < most_objects);
    if (is_new) objects_.push_back({object_, {}});
    auto& parts = objects_.back().parts;
    auto name = std::find(materials_.begin(), materials_.end(), material_);
    if (name == materials_.end() && materials_.size() < most_objects) {
        name = materials_.insert(materials_.end(), material_);
    }
    const auto number = static_cast<u32>(
        std::min<std::size_t>(static_cast<std::size_t>(name - materials_.begin()), materials_.size() - 1));
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.material == number; });
    if (same == parts.end()) {
        parts.push_back({number, {}});
    } else {
        std::rotate(same, same + 1, parts.end());
    }
    return parts.back();
}

bool MeshMaker::polygon(const std::vector<Corner>& corners) {
    const auto exists = [&](const Corner& c) {
        return c.point < points_.size() && (c.uv == no_index || c.uv < uvs_.size());
    };
    if (!std::all_of(corners.begin(), corners.end(), exists)) return false;
    Part& own = part();
    for (std::size_t i = 2; i < corners.size(); ++i) {
        own.corners.insert(own.corners.end(), {corners[0], corners[i - 1], corners[i]});
    }
    return true;
}

Vec4 MeshMaker::linear(Vec4 shown) const {
    const f32 full = brightest_ > 1 ? 255.0f : 1.0f;
    const auto one = [&](f32 value) { return srgb_to_linear(std::clamp(value / full, 0.0f, 1.0f)); };
    return {one(shown.x), one(shown.y), one(shown.z), 1};
}

Mesh MeshMaker::mesh_of(const Object& object) const {
    Mesh out;
    out.name = text::to_utf8(object.name);
    std::map<u32, u32> used;  // points of the file
    for (const Part& part : object.parts) {
        if (part.corners.empty()) continue;
        Primitive primitive;
        primitive.material = part.material;
        const bool has_uvs =
            std::any_of(part.corners.begin(), part.corners.end(), [](const Corner& c) { return c.uv != no_index; });
        std::vector<std::array<u32, 2>> keys;
        for (const Corner& corner : part.corners) keys.push_back({corner.point, has_uvs ? corner.uv : no_index});
        Unique corners = unique_of(keys);
        primitive.indices = std::move(corners.index);
        for (const u32 first : corners.firsts) {
            const Corner& corner = part.corners[first];
            const auto [place, is_new] = used.try_emplace(corner.point, static_cast<u32>(out.points.size()));
            if (is_new) out.points.push_back(points_[corner.point]);
            primitive.points.push_back(place->second);
            if (has_uvs) primitive.uvs.push_back(corner.uv == no_index ? Vec2{} : uvs_[corner.uv]);
            if (colors_.empty()) continue;
            primitive.colors.push_back(corner.point < colors_.size() ? linear(colors_[corner.point])
                                                                     : Vec4{1, 1, 1, 1});
        }
        out.primitives.push_back(std::move(primitive));
    }
    return out;
}

Result<Scene> MeshMaker::scene() {
    Scene out;
    for (const std::string& name : materials_) {
        Material material;
        material.name = name.empty() ? "colours" : text::to_utf8(name);
        out.materials.push_back(std::move(material));
    }
    for (const Object& object : objects_) {
        Mesh mesh = mesh_of(object);
        if (mesh.primitives.empty()) continue;
        Node node;
        node.name = mesh.name;
        node.mesh = static_cast<u32>(out.meshes.size());
        out.nodes.push_back(std::move(node));
        out.meshes.push_back(std::move(mesh));
    }
    if (out.meshes.empty()) return Error{Code::unsupported, "there are no faces in it"};
    return out;
}

}  // namespace thaw::obj
