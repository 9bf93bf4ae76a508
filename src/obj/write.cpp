#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/pose.hpp>

#include "base/guard.hpp"
#include "obj/parts.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw {

namespace obj {

namespace {

// Counts from 1 through the whole file, as OBJ does.
struct Numbers {
    u64 point = 1;
    u64 uv = 1;
    u64 normal = 1;
};

bool has_colors(const Mesh& mesh) {
    return std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                       [](const Primitive& p) { return !p.colors.empty(); });
}

// Is the mesh shown in the shape that its own normals belong to?
bool keeps_normals(const Mesh& mesh, const Node& node, const Pose& pose, u32 index) {
    const FrameMix& mix = pose.frames[index];
    const auto& weights = pose.weights[index];
    const bool at_frame_0 = mix.first == 0 && (mix.second == 0 || mix.share == 0);
    return !mesh.normals.empty() && node.skin == no_index && at_frame_0 &&
           std::all_of(weights.begin(), weights.end(), [](f32 weight) { return weight == 0; });
}

// Normals stay upright on their surface: the cofactors turn them, which are the inverse transposed but for the length.
Vec3 turned(const Matrix& m, Vec3 n) {
    const auto row = [&](std::size_t r) {
        return dot(Vec3d{cofactor(m, r, 0), cofactor(m, r, 1), cofactor(m, r, 2)}, as_double(n));
    };
    return direction_of(rounded(Vec3d{row(0), row(1), row(2)}), n);
}

class Writer {
public:
    Writer(const Scene& scene, const Pose& pose, Sink& sink, const std::vector<std::string>& materials,
           std::string_view plain)
        : scene_(scene), pose_(pose), out_(sink), materials_(materials), plain_(plain) {}

    void header(std::string_view mtl_name) {
        out_ << "# Thaw";
        out_.end_line();
        if (mtl_name.empty()) return;
        out_ << "mtllib " << mtl_name;
        out_.end_line();
    }

    void node(u32 index, std::string_view name) {
        const Mesh& mesh = scene_.meshes[scene_.nodes[index].mesh];
        posed_points(scene_, pose_, index, points_);
        mirrored_ = scene_.nodes[index].skin == no_index && is_mirror(pose_.worlds[index]);
        out_ << "o " << name;
        out_.end_line();
        write_points(mesh);
        write_point_normals(mesh, index);
        const u64 point_normals = numbers_.normal - normals_.size();
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            const Primitive& primitive = mesh.primitives[i];
            out_ << "g " << name << "_" << u64{i};
            out_.end_line();
            out_ << "usemtl " << (primitive.material == no_index ? plain_ : materials_[primitive.material]);
            out_.end_line();
            write_primitive(primitive, point_normals);
        }
        numbers_.point += mesh.points.size();
    }

    bool accepted() const { return out_.accepted(); }
    bool finish() { return out_.flush(); }

private:
    void write_points(const Mesh& mesh) {
        const std::vector<Vec4> colors = has_colors(mesh) ? point_colors(mesh) : std::vector<Vec4>{};
        for (std::size_t i = 0; i < points_.size(); ++i) {
            out_ << "v " << points_[i].x << " " << points_[i].y << " " << points_[i].z;
            if (!colors.empty()) {
                for (const f32 channel : {colors[i].x, colors[i].y, colors[i].z})
                    out_ << " " << linear_to_srgb(channel);
            }
            out_.end_line();
        }
    }
    // In a mirror triangles run the other way round, and with them what is computed from them or from cofactors.
    void write_normal(Vec3 normal) {
        if (mirrored_) normal = normal * -1;
        out_ << "vn " << normal.x << " " << normal.y << " " << normal.z;
        out_.end_line();
        ++numbers_.normal;
    }
    void write_point_normals(const Mesh& mesh, u32 index) {
        const bool wanted = std::any_of(mesh.primitives.begin(), mesh.primitives.end(), [](const Primitive& p) {
            return !p.flat && p.topology == Topology::triangles;
        });
        normals_.clear();
        if (!wanted) return;
        if (keeps_normals(mesh, scene_.nodes[index], pose_, index)) {
            for (const Vec3 normal : mesh.normals) normals_.push_back(turned(pose_.worlds[index], normal));
        } else {
            compute_normals(mesh, points_, normals_);
        }
        for (const Vec3 normal : normals_) write_normal(normal);
    }

    void write_primitive(const Primitive& primitive, u64 point_normals) {
        const u64 first_uv = numbers_.uv;
        for (const Vec2 uv : primitive.uvs) {
            out_ << "vt " << uv.x << " " << 1 - uv.y;  // OBJ counts from the lower left
            out_.end_line();
        }
        numbers_.uv += primitive.uvs.size();
        const bool lines = primitive.topology == Topology::lines;
        const u64 first_flat = numbers_.normal;
        if (primitive.flat && !lines) {
            compute_flat_normals(primitive, points_, flat_normals_);
            for (const Vec3 normal : flat_normals_) write_normal(normal);
        }
        const std::size_t corners = lines ? 2 : 3;
        for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
            const bool swapped = mirrored_ && !lines && i % 3 != 0;  // the second and the third
            const u32 corner = primitive.indices[swapped ? i - i % 3 + 3 - i % 3 : i];
            if (i % corners == 0) out_ << (lines ? "l" : "f");
            out_ << " " << numbers_.point + primitive.points[corner];
            if (!primitive.uvs.empty()) {
                out_ << "/" << first_uv + corner;
            } else if (!lines) {
                out_ << "/";
            }
            if (!lines)
                out_ << "/" << (primitive.flat ? first_flat + corner : point_normals + primitive.points[corner]);
            if (i % corners == corners - 1) out_.end_line();
        }
    }

    const Scene& scene_;
    const Pose& pose_;
    TextWriter out_;
    const std::vector<std::string>& materials_;
    std::string plain_;
    Numbers numbers_{};
    bool mirrored_ = false;
    std::vector<Vec3> points_{};
    std::vector<Vec3> normals_{};
    std::vector<Vec3> flat_normals_{};
};

Error refused_by_output() { return {Code::io, "the output refused what was written"}; }

std::vector<std::string> names_of(const Scene& scene, bool of_nodes) {
    std::vector<std::string> names;
    if (of_nodes) {
        for (const Node& node : scene.nodes) names.push_back(node.name);
    } else {
        for (const Material& material : scene.materials) names.push_back(material.name);
    }
    return names;
}

// What the files call the scene's materials, and what has none.
struct MaterialWords {
    explicit MaterialWords(const Scene& scene) {
        auto names = names_of(scene, false);
        names.emplace_back("plain");
        words = unique_words(names, "material");
        plain = std::move(words.back());
        words.pop_back();
    }

    std::vector<std::string> words;
    std::string plain;
};

bool is_plain_anywhere(const Scene& scene) {
    return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
        if (node.mesh == no_index) return false;
        const auto& primitives = scene.meshes[node.mesh].primitives;
        return std::any_of(primitives.begin(), primitives.end(),
                           [](const Primitive& primitive) { return primitive.material == no_index; });
    });
}

Status write_shape(const Scene& scene, const ObjOptions& options, const Pose& pose, Sink& sink,
                   const Context& context) {
    const MaterialWords materials(scene);
    const auto node_words = unique_words(names_of(scene, true), "node");
    Writer writer(scene, pose, sink, materials.words, materials.plain);
    writer.header(options.mtl_name);
    for (u32 i = 0; i < scene.nodes.size(); ++i) {
        if (scene.nodes[i].mesh == no_index) continue;
        if (context.cancelled()) return Error{Code::cancelled, "stopped"};
        writer.node(i, node_words[i]);
        if (!writer.accepted()) return refused_by_output();
    }
    if (!writer.finish()) return refused_by_output();
    return Done{};
}

}  // namespace

}  // namespace obj

Status write_obj(const Scene& scene, const ObjOptions& options, Sink& sink, const Context& context) {
    return guarded([&]() -> Status {
        if (options.pose != nullptr) return obj::write_shape(scene, options, *options.pose, sink, context);
        Pose rest;
        evaluate(scene, nullptr, 0, rest);
        return obj::write_shape(scene, options, rest, sink, context);
    });
}

Status write_mtl(const Scene& scene, const ObjOptions& options, Sink& sink) {
    return guarded([&]() -> Status {
        const obj::MaterialWords materials(scene);
        obj::TextWriter out(sink);
        obj::write_materials(scene, options, materials.words,
                             obj::is_plain_anywhere(scene) ? materials.plain : std::string{}, out);
        if (!out.flush()) return obj::refused_by_output();
        return Done{};
    });
}

}  // namespace thaw
