#include <algorithm>
#include <set>

#include <thaw/pose.hpp>

#include "base/text.hpp"
#include "formats/gltf/document.hpp"
#include "formats/shared/extras.hpp"

namespace thaw::gltf_file {

namespace {

Totals totals_of(const Scene& scene) {
    Totals out;
    out.meshes = scene.meshes.size();
    for (const Mesh& mesh : scene.meshes) {
        out.vertices += mesh.points.size();
        out.morphs += mesh.targets.size();
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.topology == Topology::triangles) out.triangles += primitive.indices.size() / 3;
        }
    }
    std::set<u32> joints;
    for (const Skin& skin : scene.skins) joints.insert(skin.joints.begin(), skin.joints.end());
    out.bones = joints.size();
    return out;
}

// Keys of the longest timeline; the rate that they have on average.
ClipSummary clip_of(const Clip& clip) {
    ClipSummary out;
    out.name = clip.name;
    out.loop = clip.loop;
    double seconds = 0;
    for (const auto& times : clip.timelines) {
        out.frames = std::max<u64>(out.frames, times.size());
        if (!times.empty()) seconds = std::max<double>(seconds, times.back());
    }
    if (seconds > 0) out.fps = static_cast<double>(out.frames - 1) / seconds;
    const auto fps = build::number_in(clip.extras, "fps");
    const auto frames = build::integer_in(clip.extras, "frames");
    if (fps && frames && *frames > 0) {
        out.fps = *fps;
        out.frames = static_cast<u64>(*frames);
    }
    return out;
}

std::vector<MaterialSummary> materials_of(const Scene& scene) {
    std::vector<MaterialSummary> out;
    for (const Material& material : scene.materials) {
        MaterialSummary row;
        row.name = material.name;
        const auto add = [&](bool is, std::string_view word) {
            if (is) row.flags += (row.flags.empty() ? "" : ", ") + std::string(word);
        };
        add(material.alpha == AlphaMode::mask, "masked");
        add(material.alpha == AlphaMode::blend, "translucent");
        add(material.blend == BlendMode::additive, "additive");
        add(material.blend == BlendMode::modulate, "modulated");
        add(material.double_sided, "two-sided");
        add(material.unlit, "unlit");
        if (material.image != no_index) {
            const std::string& name = scene.images[material.image].name;
            row.texture = name.empty() ? "image " + std::to_string(material.image) : name;
        }
        out.push_back(std::move(row));
    }
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.material == no_index || primitive.topology != Topology::triangles) continue;
            out[primitive.material].triangles += primitive.indices.size() / 3;
        }
    }
    return out;
}

std::optional<double> height_of(const Scene& scene) {
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    std::vector<Vec3> points;
    f32 least = 0;
    f32 most = 0;
    bool any = false;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        posed_points(scene, pose, n, points);
        for (const Vec3 p : points) {
            least = any ? std::min(least, p.y) : p.y;
            most = any ? std::max(most, p.y) : p.y;
            any = true;
        }
    }
    if (!any) return std::nullopt;
    return static_cast<double>(most) - least;
}

}  // namespace

Summary summarise(const Document& document, const Bundle&) {
    Summary out;
    out.variant = document.is_glb ? "glb" : "gltf";
    if (!document.content) {
        out.remarks.push_back("its shape is in a file that is not there: " + document.missing.message);
        return out;
    }
    const GltfFile& file = *document.content;
    out.totals = totals_of(file.scene);
    for (const Clip& clip : file.scene.clips) out.clips.push_back(clip_of(clip));
    out.materials = materials_of(file.scene);
    out.height_metres = height_of(file.scene);
    out.native.set("nodes", file.scene.nodes.size()).set("meshes", file.scene.meshes.size());
    out.native.set("skins", file.scene.skins.size()).set("images", file.scene.images.size());
    out.native.set("variants", file.scene.variants.size());
    if (!file.kept) return out;
    const bool unchanged = is_json_unchanged(file);
    out.native.set("source", file.kept->source.format).set("unchanged", unchanged);
    std::string names;
    for (const Part& part : file.kept->source.parts) names += (names.empty() ? "" : ", ") + text::printable(part.name);
    out.remarks.push_back("made by Thaw from " + names + ", which are inside" +
                          (unchanged ? "; no editor has saved it since" : "; it was changed since"));
    return out;
}

}  // namespace thaw::gltf_file
