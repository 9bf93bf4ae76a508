// The class script that makes a mesh of its two files again.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

constexpr i32 units_per_script_unit = 256;  // 65536 a turn in the package, 256 in a script
constexpr u32 multi_skins = 8;
constexpr std::size_t most_slots = 256;  // a face's slot is a byte

// No exponent: a script's numbers end at the first letter. What is no number at all is 0.
template <class Float>
std::string script_number(Float value) {
    if (!std::isfinite(value)) return "0";
    std::array<char, 200> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value + Float{0}, std::chars_format::fixed);
    return {text.data(), end.ptr};
}

class SourceScript {
public:
    SourceScript(const Document& package, std::size_t mesh, u64 most_bytes)
        : package_(package),
          most_bytes_(most_bytes),
          object_(package.objects[mesh]),
          mesh_(*object_.mesh),
          is_lod_(object_.shape == Shape::lod_mesh),
          shown_by_(object_.shown_by),
          name_(text::file_stem(package.file_of(mesh, FileKind::script)->name)) {}

    Result<std::string> run() {
        line("class " + name_ + " extends Actor;" + class_comment());
        line();
        import();
        line();
        for (const AnimSequence& sequence : mesh_.sequences.items) add(sequence);
        for (const AnimSequence& sequence : mesh_.sequences.items) add_notifies(sequence);
        line();
        import_textures();
        line();
        map();
        line();
        defaults();
        if (out_.size() > most_bytes_) {
            return Error{Code::over_budget, "a script larger than a package of this size justifies"};
        }
        return std::move(out_);
    }

private:
    void line(std::string_view text = {}) {
        if (out_.size() <= most_bytes_) out_.append(text).append("\r\n");
    }

    const SourceFile* image(i32 reference) const {
        return reference <= 0 ? nullptr : package_.file_of(static_cast<std::size_t>(reference) - 1, FileKind::image);
    }

    std::string class_comment() const {
        if (shown_by_.by == no_index) return {};
        const Compact name = package_.exports[shown_by_.by].name;
        return " // as class " + plain_name(package_.name_of(name)) + " shows it, by " +
               std::string(shown_by_.as->mesh);
    }

    static std::string vector(const std::array<f32, 3>& v) {
        return " X=" + script_number(v[0]) + " Y=" + script_number(v[1]) + " Z=" + script_number(v[2]);
    }
    static std::string turn(i32 value) { return script_number(static_cast<double>(value) / units_per_script_unit); }

    void import() {
        line("#exec MESH IMPORT MESH=" + name_ + " ANIVFILE=MODELS\\" + name_ + "_a.3d DATAFILE=MODELS\\" + name_ +
             "_d.3d X=0 Y=0 Z=0" + (is_lod_ ? "" : " MLOD=0"));
        if (is_lod_) {
            line("#exec MESH LODPARAMS MESH=" + name_ + " STRENGTH=" + script_number(mesh_.lod.strength) +
                 " MINVERTS=" + std::to_string(mesh_.lod.least_vertices) + " MORPH=" + script_number(mesh_.lod.morph) +
                 " ZDISP=" + script_number(mesh_.lod.z_displace));
        }
        line("#exec MESH ORIGIN MESH=" + name_ + vector(mesh_.origin) + " YAW=" + turn(mesh_.rotation[1]) +
             " PITCH=" + turn(mesh_.rotation[0]) + " ROLL=" + turn(mesh_.rotation[2]));
    }

    std::string word(Compact name) const { return plain_name(package_.name_of(name)); }

    void add(const AnimSequence& s) {
        std::string text = "#exec MESH SEQUENCE MESH=" + name_ + " SEQ=" + word(s.name) +
                           " STARTFRAME=" + std::to_string(s.start) + " NUMFRAMES=" + std::to_string(s.frames) +
                           " RATE=" + script_number(s.rate);
        if (!package_.is_none(s.group) && package_.has_name(s.group)) text += " GROUP=" + word(s.group);
        line(text);
    }

    void add_notifies(const AnimSequence& s) {
        for (const SequenceNotify& n : s.notifies.items) {
            line("#exec MESH NOTIFY MESH=" + name_ + " SEQ=" + word(s.name) + " TIME=" + script_number(n.time) +
                 " FUNCTION=" + word(n.function));
        }
    }

    // How a script names a texture: one of this package by its file's name, others by all their names.
    std::string texture_name(i32 reference) const {
        if (package_.object(reference) != nullptr) {
            const SourceFile* own = image(reference);
            return own == nullptr ? plain_name(package_.object_name(reference))
                                  : std::string(text::file_stem(own->name));
        }
        std::string out;
        const std::string full = package_.full_name(reference);
        std::string_view rest = full;
        while (!rest.empty()) {
            const std::size_t dot = std::min(rest.find('.'), rest.size());
            out += (out.empty() ? "" : ".") + plain_name(rest.substr(0, dot));
            rest.remove_prefix(std::min(dot + 1, rest.size()));
        }
        return out;
    }

    const Property* class_default(std::string_view name, u32 index = 0) const {
        return shown_by_.by == no_index ? nullptr : package_.class_default(shown_by_.by, name, index);
    }
    i32 default_object(std::string_view name, u32 index = 0) const {
        const Property* found = class_default(name, index);
        const bool is_object = found != nullptr && found->type() == PropertyType::object;
        return is_object && package_.has_object(found->reference.value()) ? found->reference.value() : 0;
    }

    std::span<const Compact> slots() const {
        return std::span(mesh_.textures.items).first(std::min(mesh_.textures.items.size(), most_slots));
    }

    void import_textures() {
        std::vector<i32> wanted;
        for (const Compact& texture : slots()) wanted.push_back(texture.value());
        for (const char* name : {"Skin", "Texture"}) wanted.push_back(default_object(name));
        for (u32 i = 0; i < multi_skins; ++i) wanted.push_back(default_object("MultiSkins", i));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto end = wanted.begin() + static_cast<std::ptrdiff_t>(i);
            if (std::find(wanted.begin(), end, wanted[i]) == end) import_texture(wanted[i]);
        }
    }

    void import_texture(i32 reference) {
        const SourceFile* file = image(reference);
        if (file == nullptr) return;
        std::string path = file->name;
        std::replace(path.begin(), path.end(), '/', '\\');
        std::string text = "#exec TEXTURE IMPORT NAME=" + texture_name(reference) + " FILE=" + path;
        const std::string_view group = package_.object_name(package_.exports[file->object].outer);
        if (!group.empty()) text += " GROUP=" + plain_name(group);
        const Property* masked = package_.objects[file->object].find(package_, "bMasked");
        if (masked != nullptr && masked->bit()) text += " FLAGS=2";
        line(text);
    }

    void map() {
        line("#exec MESHMAP NEW MESHMAP=" + name_ + " MESH=" + name_);
        line("#exec MESHMAP SCALE MESHMAP=" + name_ + vector(mesh_.scale));
        for (std::size_t i = 0; i < slots().size(); ++i) {
            const std::string texture = texture_name(slots()[i].value());
            if (texture.empty()) continue;
            line("#exec MESHMAP SETTEXTURE MESHMAP=" + name_ + " NUM=" + std::to_string(i) + " TEXTURE=" + texture);
        }
    }

    void default_texture(const std::string& key, i32 reference) {
        const std::string texture = texture_name(reference);
        if (!texture.empty()) line("    " + key + "=Texture'" + texture + "'");
    }

    // How the class that shows the mesh has it drawn.
    void looks() {
        constexpr std::string_view styles[] = {"STY_None",        "STY_Normal",    "STY_Masked",
                                               "STY_Translucent", "STY_Modulated", "STY_AlphaBlend"};
        const Property* style = class_default("Style");
        if (style != nullptr && style->type() == PropertyType::byte_value && style->number >= 0 &&
            static_cast<std::size_t>(style->number) < std::size(styles)) {
            line("    Style=" + std::string(styles[static_cast<std::size_t>(style->number)]));
        }
        if (const Property* glow = class_default("ScaleGlow");
            glow != nullptr && glow->type() == PropertyType::float_value) {
            line("    ScaleGlow=" + script_number(glow->real));
        }
        for (const char* name : {"bUnlit", "bMeshEnviroMap", "bNoSmooth"}) {
            const Property* flag = class_default(name);
            if (flag == nullptr || flag->type() != PropertyType::bool_value) continue;
            line("    " + std::string(name) + (flag->bit() ? "=True" : "=False"));
        }
    }

    // Of players: where their skins are, as the packages of skins are named.
    void skin_names() {
        for (const char* name : {"DefaultSkinName", "DefaultPackage"}) {
            const Property* found = class_default(name);
            if (found == nullptr || found->type() != PropertyType::string || found->reference.value() <= 0) continue;
            const u64 letters = std::min<u64>(text_bytes(found->reference) - 1, most_name_letters);
            const std::string value = text::view_as_text(package_.image.slice(found->value_at, letters).bytes());
            const bool plain = std::all_of(value.begin(), value.end(), [](char c) {
                return c == '.' || plain_name(std::string_view(&c, 1))[0] == c;
            });
            if (plain) line("    " + std::string(name) + "=\"" + value + "\"");
        }
    }

    void defaults() {
        line("defaultproperties");
        line("{");
        line("    DrawType=DT_Mesh");
        line(std::string("    Mesh=") + (is_lod_ ? "LodMesh'" : "Mesh'") + name_ + "'");
        if (const Property* scale = shown_by_.as == nullptr ? nullptr : class_default(shown_by_.as->scale);
            scale != nullptr && scale->type() == PropertyType::float_value) {
            line("    DrawScale=" + script_number(scale->real));
        }
        looks();
        skin_names();
        default_texture("Skin", default_object("Skin"));
        default_texture("Texture", default_object("Texture"));
        for (u32 i = 0; i < multi_skins; ++i) {
            default_texture("MultiSkins(" + std::to_string(i) + ")", default_object("MultiSkins", i));
        }
        line("}");
    }

    const Document& package_;
    u64 most_bytes_;
    const Object& object_;
    const MeshBody& mesh_;
    bool is_lod_;
    Showing shown_by_;
    std::string name_;
    std::string out_;
};

}  // namespace

Result<std::string> script_of(const Document& package, std::size_t mesh, u64 most_bytes) {
    return SourceScript(package, mesh, most_bytes).run();
}

}  // namespace thaw::upackage
