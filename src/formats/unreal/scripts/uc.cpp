#include "formats/unreal/scripts/uc.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc_text.hpp"

namespace thaw::unreal {

namespace {

// 28 meshes is the most in 1,138 real scripts; the bounds keep a hostile one from costing more than its size justifies.
constexpr std::size_t max_meshes = 1024;
constexpr std::size_t max_drops = 64;
constexpr std::size_t max_multi_skins = 256;
constexpr std::size_t max_skins = 4096;
constexpr std::size_t max_of_a_name = 64;

// Up to a blank, a brace or a semicolon.
std::string_view take_word(std::string_view& rest) {
    rest = trimmed(rest);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t{;"));
    rest.remove_prefix(word.size());
    return word;
}

std::string without_quotes(std::string_view value) {
    if (value.starts_with('"')) value.remove_prefix(1);
    return std::string(value.substr(0, value.find('"')));
}

bool is_true(std::string_view value) { return text::equal_ignoring_case(value, "true") || value == "1"; }

u8 style_of(std::string_view value) {
    constexpr std::pair<std::string_view, u8> styles[] = {
        {"STY_Translucent", 2}, {"STY_Masked", 3}, {"STY_Modulated", 4}, {"STY_AlphaBlend", 5}};
    for (const auto& [word, style] : styles) {
        if (text::equal_ignoring_case(value, word)) return style;
    }
    return 0;
}

// "Script.Mesh", with the package in front where that is not enough, and else with a number.
void name_models(std::vector<Mesh>& meshes) {
    std::map<std::string, u32> uses;
    const auto is_free = [&](const std::string& id) { return uses[text::lower(id)]++ == 0; };
    for (Mesh& mesh : meshes) {
        if (mesh.is_companion) continue;
        const std::string plain = std::string(text::file_stem(mesh.script)) + "." + mesh.name;
        mesh.id = plain;
        if (is_free(mesh.id)) continue;
        mesh.id = package_of(mesh.script) + "." + plain;
        for (u32 n = 2; !is_free(mesh.id); ++n) mesh.id = plain + "_" + std::to_string(n);
    }
}

void index_textures(Script& script) {
    for (std::size_t i = script.textures.size(); i-- > 0;) {
        auto& known = script.textures_by_name[text::lower(script.textures[i].name)];
        if (known.size() < max_of_a_name) known.push_back(i);
    }
}

class ScriptParser {
public:
    void add(const Part& file) {
        in_defaults_ = false;
        is_companion_ = file.role != "uc";
        file_ = file.name;
        own_.clear();
        class_ = ClassScript{.script = file.name};
        ScriptLines lines(file.bytes.bytes());
        while (lines.next()) {
            if (parse_directive(lines.line(), directive_)) {
                apply(lines);
            } else {
                class_line(trimmed(lines.line()));
            }
        }
        script_.classes.push_back(std::move(class_));
    }

    Script finish() {
        name_models(script_.meshes);
        index_textures(script_);
        for (Mesh& mesh : script_.meshes) {
            for (SkinSlot& skin : mesh.skins) resolve(script_, skin, mesh.script);
            mesh.own_skins = mesh.skins;
        }
        add_looks(script_);
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
        } else if (d.is("meshmap", "settexture") && mesh->skins.size() < max_skins) {
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
        const std::string key = text::lower(d.text("mesh"));
        own_[key] = by_name_[key] = script_.meshes.size();
        Mesh mesh;
        mesh.script = file_;
        mesh.is_companion = is_companion_;
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
            {std::string(name), std::string(file), std::string(d.text("group")), std::string(d.text("flags")), file_});
    }

    Mesh* target(std::string_view name) {
        std::string key = text::lower(name);
        if (const auto alias = aliases_.find(key); alias != aliases_.end() && !by_name_.contains(key)) {
            key = alias->second;
        }
        if (const auto own = own_.find(key); own != own_.end()) return &script_.meshes[own->second];
        const auto found = by_name_.find(key);
        if (found == by_name_.end()) return nullptr;
        Mesh& mesh = script_.meshes[found->second];
        const std::string theirs = package_of(mesh.script), ours = package_of(file_);
        const bool same = theirs.empty() || ours.empty() || text::equal_ignoring_case(theirs, ours);
        return same ? &mesh : nullptr;
    }

    void class_line(std::string_view line) {
        if (!in_defaults_) {
            std::string_view rest = line;
            const std::string_view word = take_word(rest);
            in_defaults_ = text::equal_ignoring_case(word, "defaultproperties");
            if (!text::equal_ignoring_case(word, "class") || !class_.name.empty()) return;
            class_.name = take_word(rest);
            const std::string_view verb = take_word(rest);
            const bool extends =
                text::equal_ignoring_case(verb, "extends") || text::equal_ignoring_case(verb, "expands");
            if (!extends) return;
            const std::string_view parent = take_word(rest);
            class_.parent = object_name(parent);
            class_.parent_package = package_in(parent);
            return;
        }
        if (line.starts_with('}')) in_defaults_ = false;
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) return;
        std::string_view value = trimmed(line.substr(equals + 1));
        while (value.ends_with(';') || value.ends_with(',')) value.remove_suffix(1);
        set_default(text::lower(trimmed(line.substr(0, equals))), value);
    }

    void set_default(const std::string& key, std::string_view value) {
        ClassDefaults& defaults = class_.defaults;
        for (std::size_t i = 0; i < std::size(view_keys); ++i) {
            if (text::equal_ignoring_case(key, view_keys[i].mesh)) defaults.views[i].mesh = full_name(value);
            if (text::equal_ignoring_case(key, view_keys[i].scale)) defaults.views[i].scale = leading_number(value);
        }
        if (key == "skin") defaults.skin = full_name(value);
        if (key == "texture") defaults.texture = full_name(value);
        if (key == "style") defaults.style = style_of(value);
        if (key == "bunlit") defaults.unlit = is_true(value);
        if (key == "bmeshenviromap") defaults.environment = is_true(value);
        if (key == "bnosmooth") defaults.no_smooth = is_true(value);
        set_player_skins(key, value, defaults.player_skins);
        const bool indexed = key.starts_with("multiskins(") || key.starts_with("multiskins[");
        if (indexed && defaults.multi_skins.size() < max_multi_skins) {
            const auto slot = leading_integer(std::string_view(key).substr(11));
            defaults.multi_skins.emplace_back(slot, full_name(value));
        }
    }

    static void set_player_skins(std::string_view key, std::string_view value, PlayerSkins& skins) {
        if (key == "defaultskinname") skins.skin = without_quotes(value);
        if (key == "defaultpackage") skins.package = without_quotes(value);
        if (key == "fixedskin") skins.fixed = leading_integer(value);
        if (key == "faceskin") skins.face = leading_integer(value);
        if (key == "teamskin1") skins.team1 = leading_integer(value);
        if (key == "teamskin2") skins.team2 = leading_integer(value);
    }

    Script script_;
    Directive directive_;
    ClassScript class_;  // of the file
    std::string file_;
    bool is_companion_ = false;
    std::map<std::string, std::size_t> by_name_;
    std::map<std::string, std::size_t> own_;  // of the file
    std::map<std::string, std::string> aliases_;
    bool in_defaults_ = false;
};

// Of a package that was taken apart, `Scripts` has the texts of its authors, about files of theirs. What came of those
// is in `Classes` beside it.
class AuthorsTexts {
public:
    explicit AuthorsTexts(std::span<const Part> files) {
        for (const Part& file : files) {
            auto [package, folder] = place_of(file);
            if (file.role == "uc" && folder == "classes") packages_.insert(std::move(package));
        }
    }
    bool has(const Part& file) const {
        const auto [package, folder] = place_of(file);
        return folder == "scripts" && packages_.contains(package);
    }

private:
    // The folder above, and the last one.
    static std::pair<std::string, std::string> place_of(const Part& file) {
        const auto without_last = [](std::string_view path) {
            return path.substr(0, std::max(path.find_last_of("/\\") + 1, std::size_t{1}) - 1);
        };
        const std::string folder = text::lower(without_last(file.name));
        return {std::string(without_last(folder)), std::string(text::file_name(folder))};
    }

    std::set<std::string> packages_;
};

}  // namespace

Script parse_scripts(std::span<const Part> files) {
    ScriptParser parser;
    const AuthorsTexts texts(files);
    std::set<std::string_view> known;  // a script may be there for its meshes and for its class
    for (const bool companions : {false, true}) {
        for (const Part& file : files) {
            if ((file.role != "uc") != companions || texts.has(file)) continue;
            if (known.insert(file.name).second || file.name.empty()) parser.add(file);
        }
    }
    return parser.finish();
}

Script parse_scripts(std::span<const Blob> files) {
    std::vector<Part> parts;
    for (const Blob& file : files) parts.push_back({"uc", {}, file});
    return parse_scripts(parts);
}

const ClassScript* Script::find_class(std::string_view name) const {
    if (name.empty()) return nullptr;
    for (const ClassScript& one : classes) {
        if (text::equal_ignoring_case(one.name, name)) return &one;
    }
    return nullptr;
}

const ClassScript* Script::parent_of(const ClassScript& one) const {
    if (one.parent.empty() || text::equal_ignoring_case(one.parent, "Actor")) return nullptr;
    for (const ClassScript& other : classes) {
        const std::string package = package_of(other.script);
        const bool may_be =
            one.parent_package.empty() || package.empty() || text::equal_ignoring_case(package, one.parent_package);
        if (may_be && &other != &one && text::equal_ignoring_case(other.name, one.parent)) return &other;
    }
    return nullptr;
}

bool TextureImport::is_masked() const {
    return (leading_integer(flags) & 2) != 0 || text::equal_ignoring_case(flags, "masked");
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
    if (found != skins.rend()) return &*found;
    return bare_slots ? &*bare_slots : nullptr;
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
