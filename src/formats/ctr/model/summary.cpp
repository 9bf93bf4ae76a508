// What `thaw info` says about a CTR file.
#include "formats/ctr/model/summary.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "formats/ctr/model/companions.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::ctr {

namespace {

constexpr double frames_per_second = 30;  // one frame per tick of the game
constexpr double units_per_metre = 64;
constexpr std::size_t most_clips = 100'000;      // the same holds for models on one table
constexpr u64 most_faces_looked_at = 4'000'000;  // hostile files have many meshes on one list

// What is counted once per command list, however many meshes use it.
struct ListFacts {
    Usage usage{};
    u64 faces = 0;
    u64 colour_changes = 0;
};

class Facts {
public:
    explicit Facts(const File& file) : file_(file) {
        for (const auto& region : file.command_lists) {
            ListFacts facts{usage_of(region.value), 0, 0};
            CommandReader reader;
            for (const Command& command : region.value.commands) {
                const CommandUse use = reader.use_of(command);
                if (use == CommandUse::third || use == CommandUse::next) ++facts.faces;
                if (use == CommandUse::recolour) ++facts.colour_changes;
            }
            lists_.push_back(facts);
        }
    }
    ListFacts of(const Mesh& mesh) const {
        const std::size_t list = file_.command_lists.index_of(file_.place(mesh.commands));
        return list < lists_.size() ? lists_[list] : ListFacts{};
    }
    bool any_colour_changes() const {
        return std::any_of(lists_.begin(), lists_.end(), [](const ListFacts& f) { return f.colour_changes > 0; });
    }

private:
    const File& file_;
    std::vector<ListFacts> lists_{};
};

const std::vector<Mesh>* meshes_of(const File& file, const Model& model) {
    const auto* region = file.mesh_lists.find(file.place(model.meshes));
    return region == nullptr || model.num_meshes < 1 ? nullptr : &region->value;
}

// The meshes of a model; another model's list at the same place may be longer.
std::size_t mesh_count(const std::vector<Mesh>& meshes, const Model& model) {
    return std::min(meshes.size(), static_cast<std::size_t>(model.num_meshes));
}

Totals totals_of(const File& file, const Facts& facts) {
    Totals totals;
    for (const auto& region : file.mesh_lists) {
        totals.meshes += region.value.size();
        for (const Mesh& mesh : region.value) {
            totals.vertices += facts.of(mesh).usage.vertices;
            totals.triangles += facts.of(mesh).faces;
        }
    }
    return totals;
}

// Of the first mesh: the game goes by its frame counts for all levels of detail.
std::vector<ClipSummary> clips_of(const File& file) {
    std::vector<ClipSummary> clips;
    for (const auto& region : file.models) {
        const auto* meshes = meshes_of(file, region.value);
        const auto* table = meshes == nullptr || meshes->empty() ? nullptr : animations_of(file, meshes->front());
        if (table == nullptr) continue;
        for (const Pointer& pointer : *table) {
            const Animation* animation = animation_at(file, pointer.target);
            if (animation == nullptr || clips.size() >= most_clips) continue;
            std::string name = text::to_utf8(text::until_nul(animation->name));
            if (file.models.size() > 1) name = text::to_utf8(text::until_nul(region.value.name)) + ": " + name;
            clips.push_back({std::move(name), playback_frames(*animation), frames_per_second, true});
        }
    }
    return clips;
}

// Page, colour table, depth, blending, culling: what the hardware must know to draw a face.
struct MaterialKey {
    bool textured = false;
    u16 page = 0;
    u16 clut = 0;
    bool one_sided = false;
    auto operator<=>(const MaterialKey&) const = default;
};

MaterialSummary describe_material(const MaterialKey& key, u64 triangles) {
    constexpr std::array<const char*, 4> depths{"4-bit", "8-bit", "15-bit", "unknown depth"};
    constexpr std::array<const char*, 4> blends{"half transparent", "adding", "subtracting", ""};
    MaterialSummary material;
    material.triangles = triangles;
    if (!key.textured) {
        material.name = "colours";
    } else {
        TextureLayout layout;
        layout.page = key.page;
        layout.clut = key.clut;
        material.name = "page " + std::to_string(layout.page_x()) + "," + std::to_string(layout.page_y());
        material.flags = depths[layout.depth()];
        if (layout.depth() < 2) {
            material.name += " clut " + std::to_string(layout.clut_x()) + "," + std::to_string(layout.clut_y());
        }
        if (layout.blend() != 3) material.flags += std::string(", ") + blends[layout.blend()];
    }
    if (!key.one_sided) material.flags += material.flags.empty() ? "two-sided" : ", two-sided";
    return material;
}

// Of the finest mesh of each model.
std::vector<MaterialSummary> materials_of(const File& file) {
    std::map<MaterialKey, u64> counts;
    u64 looked_at = 0;
    for (const auto& region : file.models) {
        const auto* meshes = meshes_of(file, region.value);
        if (meshes == nullptr || meshes->empty()) continue;
        const Mesh& mesh = meshes->front();
        const CommandList* list = commands_of(file, mesh);
        if (list == nullptr || looked_at + list->commands.size() > most_faces_looked_at) continue;
        looked_at += list->commands.size();
        const auto* textures = textures_of(file, mesh);
        for (const Face& face : faces_of(*list)) {
            const bool has_entry = face.texture > 0 && textures != nullptr && face.texture <= textures->size();
            const TextureLayout* layout = has_entry ? layout_at(file, (*textures)[face.texture - 1u].target) : nullptr;
            MaterialKey key{layout != nullptr, 0, 0, face.one_sided};
            if (layout != nullptr) {
                key.page = layout->page;
                if (layout->depth() < 2) key.clut = layout->clut;
            }
            ++counts[key];
        }
    }
    std::vector<MaterialSummary> out;
    for (const auto& [key, n] : counts) out.push_back(describe_material(key, n));
    return out;
}

std::optional<double> height_metres(const File& file, const Facts& facts) {
    if (file.models.size() == 0) return std::nullopt;
    const auto* meshes = meshes_of(file, file.models[0].value);
    if (meshes == nullptr || meshes->empty()) return std::nullopt;
    const Mesh& mesh = meshes->front();
    const Pose pose = rest_pose(file, mesh);
    if (pose.frame == nullptr) return std::nullopt;
    const GridFrame grid = decode_frame(*pose.frame, pose.deltas, facts.of(mesh).usage.vertices);
    if (grid.points.empty()) return std::nullopt;
    const auto [low, high] = std::minmax_element(grid.points.begin(), grid.points.end(),
                                                 [](const GridPoint& a, const GridPoint& b) { return a[1] < b[1]; });
    return (position_of(*high, *pose.frame, mesh).y - position_of(*low, *pose.frame, mesh).y) / units_per_metre;
}

json::Value mesh_json(const File& file, const Mesh& mesh, const Facts& facts) {
    const ListFacts list = facts.of(mesh);
    const CommandList* commands = commands_of(file, mesh);
    json::Value out;
    out.set("name", text::to_utf8(text::until_nul(mesh.name))).set("lod_distance", mesh.lod_distance);
    // The end mark is no command.
    const u64 words = commands == nullptr || commands->commands.empty() ? 0 : commands->commands.size() - 1;
    out.set("commands", words).set("vertices", list.usage.vertices).set("faces", list.faces);
    out.set("colours", list.usage.colours).set("textures", list.usage.textures);
    out.set("animations", mesh.animations == 0 ? 0u : mesh.num_animations);
    return out;
}

const char* kind_name(Kind kind) {
    constexpr std::array<const char*, 3> names{"model", "pack", "level"};
    return names[static_cast<std::size_t>(kind)];
}

json::Value native_json(const Document& document, const Facts& facts) {
    const File& file = *document.file;
    json::Array models, meshes;
    for (const auto& region : file.models) {
        json::Value model;
        model.set("name", text::to_utf8(text::until_nul(region.value.name))).set("id", region.value.id);
        model.set("meshes", region.value.num_meshes);
        models.push_back(std::move(model));
    }
    for (const auto& region : file.mesh_lists) {
        for (const Mesh& mesh : region.value) meshes.push_back(mesh_json(file, mesh, facts));
    }
    json::Value out;
    out.set("kind", kind_name(file.kind)).set("body_bytes", file.body_bytes());
    const PointerMap* map = document.map();
    out.set("pointers", map == nullptr ? json::Value() : json::Value(map->entries.size()));
    out.set("models", std::move(models)).set("meshes", std::move(meshes));
    if (file.kind == Kind::level) out.set("instances", file.level.instances.size());
    out.set("trailing", file.map.trailing.size());
    return out;
}

std::vector<std::string> remarks_of(const Document& document, const Bundle& bundle, const Facts& facts) {
    const File& file = *document.file;
    std::vector<std::string> remarks;
    if (!file.wrapped) remarks.emplace_back("a bare body without pointer map, as in early demos");
    std::size_t most = 0;
    for (const auto& region : file.models) {
        const auto* meshes = meshes_of(file, region.value);
        if (meshes != nullptr) most = std::max(most, mesh_count(*meshes, region.value));
    }
    if (most > 1) remarks.push_back(text::plural(most, "level") + " of detail");
    if (is_textured(file) && bundle.find("vrm") == nullptr && bundle.find("shared-vrm") == nullptr) {
        remarks.emplace_back("its images are in a .vrm that is not at hand");
    }
    const auto others = other_memories(bundle);
    if (!others.empty()) {
        remarks.push_back("its video memory is a guess: " + text::plural(others.size(), "other file") +
                          " would do as well (--vrm takes one)");
    }
    if (facts.any_colour_changes())
        remarks.emplace_back("changes colours inside strips, which other tools cannot read");
    if (file.anim_textures.size() > 0) remarks.emplace_back("has textures that change over time");
    if (file.kind == Kind::level) {
        remarks.push_back("only the models of the level are read, with " +
                          text::plural(file.level.instances.size(), "instance"));
    }
    return remarks;
}

// Only what the title does not say already: nothing for an ordinary model.
std::string variant_of(const File& file) {
    const std::string kind = file.kind == Kind::model ? "" : kind_name(file.kind);
    if (!file.wrapped) return kind.empty() ? "bare" : "bare " + kind;
    if (!file.wants_external_map()) return kind;
    return kind.empty() ? "with .ptr" : kind + " with .ptr";
}

}  // namespace

Summary summarise(const Document& document, const Bundle& bundle) {
    Summary summary;
    if (!document.file) {
        summary.variant = "pointer map";
        summary.remarks = {"only the pointer map; the model it belongs to is not at hand"};
        summary.native.set("pointers", document.map_file ? document.map_file->entries.size() : 0);
        return summary;
    }
    const File& file = *document.file;
    const Facts facts(file);
    summary.variant = variant_of(file);
    summary.totals = totals_of(file, facts);
    summary.clips = clips_of(file);
    for (const ClipSummary& clip : summary.clips) summary.totals.frames += clip.frames;
    summary.materials = materials_of(file);
    summary.remarks = remarks_of(document, bundle, facts);
    summary.height_metres = height_metres(file, facts);
    summary.native = native_json(document, facts);
    return summary;
}

}  // namespace thaw::ctr
