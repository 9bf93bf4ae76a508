#include "formats/unreal/scripts/uc.hpp"

#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc_text.hpp"

namespace thaw::unreal {

namespace {

// 28 meshes is the most in 1,138 real scripts; the bounds keep a hostile one from costing more than its size justifies.
constexpr std::size_t max_meshes = 1024;
constexpr std::size_t max_drops = 64;
constexpr std::size_t max_multi_skins = 256;

class ScriptParser {
public:
    void add(Bytes bytes) {
        in_defaults_ = false;
        ScriptLines lines(bytes);
        while (lines.next()) {
            if (parse_directive(lines.line(), directive_)) {
                apply(lines);
            } else {
                default_property(trimmed(lines.line()));
            }
        }
    }

    Script finish() {
        std::map<std::string, const TextureImport*> by_name;
        for (const TextureImport& import : script_.textures) by_name[text::lower(import.name)] = &import;
        const auto add_file = [&](SkinSlot& skin) {
            const auto found = by_name.find(text::lower(object_name(skin.texture)));
            if (found != by_name.end()) skin.file = found->second->file;
        };
        add_class_defaults();
        for (Mesh& mesh : script_.meshes) {
            for (SkinSlot& skin : mesh.skins) add_file(skin);
            if (mesh.environment) add_file(*mesh.environment);
        }
        return std::move(script_);
    }

private:
    void apply(const ScriptLines& lines) {
        const Directive& d = directive_;
        if (d.is("mesh", "import")) return import_mesh(lines.offset());
        if (d.is("texture", "import")) return import_texture();
        if (d.is("meshmap", "new")) {
            aliases_[text::lower(d.text("meshmap"))] = text::lower(d.text("mesh"));
            return;
        }
        Mesh* mesh = target(d.text(text::equal_ignoring_case(d.verb, "meshmap") ? "meshmap" : "mesh"));
        if (mesh == nullptr) return;  // made by another script, or by nobody
        if (d.is("mesh", "origin")) {
            Placement& p = mesh->placement;
            p.origin = vector(0);
            p.yaw = d.number("yaw", 0);
            p.pitch = d.number("pitch", 0);
            p.roll = d.number("roll", 0);
        } else if (d.is("mesh", "sequence")) {
            mesh->sequences.push_back({std::string(d.text("seq")), d.integer("startframe", 0),
                                       d.integer("numframes", 0), d.number("rate", default_rate),
                                       std::string(d.text("group")), lines.offset()});
        } else if (d.is("mesh", "notify")) {
            mesh->notifies.push_back(
                {std::string(d.text("seq")), d.number("time", 0), std::string(d.text("function"))});
        } else if (d.is("mesh", "dropframes")) {
            if (mesh->dropped.size() < max_drops) {
                mesh->dropped.push_back({d.integer("startframe", 0), d.integer("numframes", 0)});
            }
        } else if (d.is("mesh", "lodparams")) {
            mesh->lod_parameters = trimmed(lines.line());
        } else if (d.is("meshmap", "scale")) {
            mesh->placement.scale = vector(1);
        } else if (d.is("meshmap", "settexture")) {
            mesh->skins.push_back({d.integer("num", 0), std::string(d.text("texture")), {}});
        }
    }

    Vec3d vector(double otherwise) const {
        return {directive_.number("x", otherwise), directive_.number("y", otherwise),
                directive_.number("z", otherwise)};
    }

    void import_mesh(u64 offset) {
        const Directive& d = directive_;
        if (d.text("mesh").empty() || script_.meshes.size() >= max_meshes) return;
        // A name imported again is a new mesh; later lines mean the latest one.
        by_name_[text::lower(d.text("mesh"))] = script_.meshes.size();
        Mesh mesh;
        mesh.name = d.text("mesh");
        mesh.aniv_file = d.text("anivfile");
        mesh.data_file = d.text("datafile");
        mesh.placement.unmirror = d.flag("unmirror");
        mesh.zero_texture = d.flag("zerotex");
        mesh.level_of_detail = d.integer("mlod", 1) != 0;
        mesh.unmirror_texture = d.integer("unmirrortex", -1);
        mesh.offset = offset;
        script_.meshes.push_back(std::move(mesh));
    }

    void import_texture() {
        const Directive& d = directive_;
        const std::string_view file = d.text("file");
        std::string_view name = d.text("name");
        if (name.empty()) {
            name = text::file_name(file);
            name = name.substr(0, name.rfind('.'));
        }
        script_.textures.push_back(
            {std::string(name), std::string(file), std::string(d.text("group")), std::string(d.text("flags"))});
    }

    Mesh* target(std::string_view name) {
        std::string key = text::lower(name);
        if (const auto alias = aliases_.find(key); alias != aliases_.end() && !by_name_.contains(key)) {
            key = alias->second;
        }
        const auto found = by_name_.find(key);
        return found == by_name_.end() ? nullptr : &script_.meshes[found->second];
    }

    // "Texture'Package.Group.Name'" as "Package.Group.Name": the package says where to look.
    static std::string full_object_name(std::string_view value) {
        const std::size_t quote = value.find('\'');
        if (quote == std::string_view::npos) return std::string(value);
        value.remove_prefix(quote + 1);
        return std::string(value.substr(0, value.find('\'')));
    }

    void default_property(std::string_view line) {
        if (!in_defaults_) {
            in_defaults_ = text::equal_ignoring_case(line.substr(0, line.find_first_of(" \t{")), "defaultproperties");
            return;
        }
        if (line.starts_with('}')) in_defaults_ = false;
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) return;
        const std::string key = text::lower(trimmed(line.substr(0, equals)));
        std::string_view value = trimmed(line.substr(equals + 1));
        while (value.ends_with(';') || value.ends_with(',')) value.remove_suffix(1);
        ClassDefaults& defaults = script_.defaults;
        if (key == "mesh") defaults.mesh = object_name(value);
        if (key == "skin") defaults.skin = full_object_name(value);
        if (key == "texture") defaults.texture = full_object_name(value);
        if (key == "drawscale") defaults.draw_scale = leading_number(value);
        const bool indexed = key.starts_with("multiskins(") || key.starts_with("multiskins[");
        if (indexed && defaults.multi_skins.size() < max_multi_skins) {
            const auto slot = leading_integer(std::string_view(key).substr(11));
            defaults.multi_skins.emplace_back(slot, full_object_name(value));
        }
    }

    // What a mesh itself does not dress, the class that shows it may.
    void add_class_defaults() {
        const ClassDefaults& defaults = script_.defaults;
        Mesh* mesh = nullptr;
        if (!defaults.mesh.empty()) {
            mesh = target(defaults.mesh);
        } else if (script_.meshes.size() == 1) {
            mesh = &script_.meshes[0];
        }
        if (mesh == nullptr) return;
        for (const auto& [slot, texture] : defaults.multi_skins) {
            if (mesh->skin(slot) == nullptr) mesh->skins.push_back({slot, texture, {}});
        }
        if (!defaults.skin.empty() && mesh->skin(0) == nullptr) mesh->skins.push_back({0, defaults.skin, {}});
        if (!defaults.texture.empty()) mesh->environment = SkinSlot{0, defaults.texture, {}};
        // A class that names no mesh may draw something else at this size.
        if (!defaults.mesh.empty()) mesh->draw_scale = defaults.draw_scale;
    }

    Script script_;
    Directive directive_;
    std::map<std::string, std::size_t> by_name_;
    std::map<std::string, std::string> aliases_;
    bool in_defaults_ = false;
};

}  // namespace

Script parse_scripts(std::span<const Blob> files) {
    ScriptParser parser;
    for (const Blob& file : files) parser.add(file.bytes());
    return parser.finish();
}

bool Sequence::is_within(u64 frames_there) const {
    if (!listed.empty()) return frames_within(frames_there) == listed.size();
    return start >= 0 && frames >= 0 && static_cast<u64>(start + frames) <= frames_there;
}

u64 Sequence::frames_within(u64 frames_there) const {
    const auto end = static_cast<i64>(frames_there);
    if (!listed.empty()) {
        return static_cast<u64>(std::count_if(listed.begin(), listed.end(), [&](i64 frame) { return frame < end; }));
    }
    return static_cast<u64>(std::max<i64>(std::min(start + frames, end) - std::max<i64>(start, 0), 0));
}

std::string Sequence::described() const {
    if (!listed.empty()) return "frames up to " + std::to_string(*std::max_element(listed.begin(), listed.end()));
    return "frames " + std::to_string(start) + " to " + std::to_string(start + frames - 1);
}

std::string Mesh::line() const {
    if (modeldef) return "Model " + text::printable(modeldef->class_name) + " " + std::to_string(modeldef->index);
    return "MESH IMPORT " + text::printable(name);
}

std::string Mesh::line(const Sequence& sequence) const {
    return (modeldef ? "FrameIndex " : "SEQUENCE ") + text::printable(sequence.name);
}

const SkinSlot* Mesh::skin(i64 slot) const {
    if (every_slot) return &*every_slot;
    if (zero_texture) slot = 0;
    // The last line that sets a slot wins, as in the game.
    const auto found = std::find_if(skins.rbegin(), skins.rend(), [&](const SkinSlot& s) { return s.slot == slot; });
    return found == skins.rend() ? nullptr : &*found;
}

u64 Mesh::frames_left(u64 frames) const {
    for (const DroppedFrames& drop : dropped) {
        const u64 start = static_cast<u64>(std::max<i64>(drop.start, 0));
        if (start >= frames) continue;
        frames -= std::min(frames - start, static_cast<u64>(std::max<i64>(drop.frames, 0)));
    }
    return frames;
}

u64 Mesh::file_frame(u64 frame) const {
    for (auto drop = dropped.rbegin(); drop != dropped.rend(); ++drop) {
        if (frame >= static_cast<u64>(std::max<i64>(drop->start, 0))) {
            frame += static_cast<u64>(std::max<i64>(drop->frames, 0));
        }
    }
    return frame;
}

}  // namespace thaw::unreal
