// The class script that makes a mesh of its two files again, and what a class says of how it looks.
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/script_parts.hpp"

namespace thaw::upackage {

namespace {

constexpr i32 units_per_script_unit = 256;  // 65536 a turn in the package, 256 in a script
constexpr std::size_t most_slots = 256;     // a face's slot is a byte

// A size that the class has by itself or by inheritance within the package.
std::optional<f32> scale_of(const Document& package, u32 class_export, std::string_view key) {
    const Property* found = package.class_default(class_export, key);
    if (found == nullptr || found->type() != PropertyType::float_value) return {};
    return found->real;
}

void write_scale(const Document& package, u32 class_export, std::string_view key, std::string_view as,
                 ScriptText& out) {
    const auto scale = scale_of(package, class_export, key);
    if (scale) out.line("    " + std::string(as) + "=" + script_number(*scale));
}

void write_mesh(const Document& package, u32 class_export, std::string_view key, ScriptText& out) {
    const Property* found = package.class_default(class_export, key);
    if (found == nullptr || found->type() != PropertyType::object) return;
    const i32 reference = found->reference.value();
    const SourceFile* own =
        reference <= 0 ? nullptr : package.file_of(static_cast<std::size_t>(reference) - 1, FileKind::script);
    const std::string name = own != nullptr  ? std::string(text::file_stem(own->name))
                             : reference < 0 ? plain_full_name(package.full_name(reference))
                                             : std::string();
    if (!name.empty()) out.line("    " + std::string(key) + "=Mesh'" + name + "'");
}

class SourceScript {
public:
    SourceScript(const Document& package, std::size_t mesh, u64 most_bytes)
        : package_(package),
          object_(package.objects[mesh]),
          mesh_(*object_.mesh),
          is_lod_(object_.shape == Shape::lod_mesh),
          shown_by_(object_.shown_by),
          name_(text::file_stem(package.file_of(mesh, FileKind::script)->name)),
          out_(most_bytes) {
        if (is_shown()) above_ = plain_full_name(package_.class_above(shown_by_.by));
    }

    Result<std::string> run() {
        out_.line("class " + name_ + " extends " + (above_.empty() ? "Actor" : above_) + ";" + class_comment());
        out_.line();
        import();
        out_.line();
        for (const AnimSequence& sequence : mesh_.sequences.items) add(sequence);
        for (const AnimSequence& sequence : mesh_.sequences.items) add_notifies(sequence);
        out_.line();
        import_textures();
        out_.line();
        map();
        out_.line();
        defaults();
        return out_.take();
    }

private:
    bool is_shown() const { return shown_by_.by != no_index; }

    std::string class_comment() const {
        if (!is_shown()) return {};
        const Compact name = package_.exports[shown_by_.by].name;
        return " // as class " + plain_name(package_.name_of(name)) + " shows it, by " +
               std::string(shown_by_.as->mesh);
    }

    static std::string vector(const std::array<f32, 3>& v) {
        return " X=" + script_number(v[0]) + " Y=" + script_number(v[1]) + " Z=" + script_number(v[2]);
    }
    static std::string turn(i32 value) { return script_number(static_cast<double>(value) / units_per_script_unit); }

    void import() {
        out_.line("#exec MESH IMPORT MESH=" + name_ + " ANIVFILE=MODELS\\" + name_ + "_a.3d DATAFILE=MODELS\\" + name_ +
                  "_d.3d X=0 Y=0 Z=0" + (is_lod_ ? "" : " MLOD=0"));
        if (is_lod_) {
            out_.line("#exec MESH LODPARAMS MESH=" + name_ + " STRENGTH=" + script_number(mesh_.lod.strength) +
                      " MINVERTS=" + std::to_string(mesh_.lod.least_vertices) +
                      " MORPH=" + script_number(mesh_.lod.morph) + " ZDISP=" + script_number(mesh_.lod.z_displace));
        }
        out_.line("#exec MESH ORIGIN MESH=" + name_ + vector(mesh_.origin) + " YAW=" + turn(mesh_.rotation[1]) +
                  " PITCH=" + turn(mesh_.rotation[0]) + " ROLL=" + turn(mesh_.rotation[2]));
    }

    std::string word(Compact name) const { return plain_name(package_.name_of(name)); }

    void add(const AnimSequence& s) {
        std::string text = "#exec MESH SEQUENCE MESH=" + name_ + " SEQ=" + word(s.name) +
                           " STARTFRAME=" + std::to_string(s.start) + " NUMFRAMES=" + std::to_string(s.frames) +
                           " RATE=" + script_number(s.rate);
        if (!package_.is_none(s.group) && package_.has_name(s.group)) text += " GROUP=" + word(s.group);
        out_.line(text);
    }

    void add_notifies(const AnimSequence& s) {
        for (const SequenceNotify& n : s.notifies.items) {
            out_.line("#exec MESH NOTIFY MESH=" + name_ + " SEQ=" + word(s.name) + " TIME=" + script_number(n.time) +
                      " FUNCTION=" + word(n.function));
        }
    }

    std::span<const Compact> slots() const {
        return std::span(mesh_.textures.items).first(std::min(mesh_.textures.items.size(), most_slots));
    }

    void import_textures() {
        std::vector<i32> wanted;
        for (const Compact& texture : slots()) wanted.push_back(texture.value());
        if (is_shown()) {
            const auto of_class = textures_of_class(package_, shown_by_.by);
            wanted.insert(wanted.end(), of_class.begin(), of_class.end());
        }
        upackage::import_textures(package_, wanted, out_);
    }

    void map() {
        out_.line("#exec MESHMAP NEW MESHMAP=" + name_ + " MESH=" + name_);
        out_.line("#exec MESHMAP SCALE MESHMAP=" + name_ + vector(mesh_.scale));
        for (std::size_t i = 0; i < slots().size(); ++i) {
            const std::string texture = texture_name(package_, slots()[i].value());
            if (texture.empty()) continue;
            out_.line("#exec MESHMAP SETTEXTURE MESHMAP=" + name_ + " NUM=" + std::to_string(i) +
                      " TEXTURE=" + texture);
        }
    }

    void defaults() {
        const std::string mesh = (is_lod_ ? "=LodMesh'" : "=Mesh'") + name_ + "'";
        out_.line("defaultproperties");
        out_.line("{");
        out_.line("    DrawType=DT_Mesh");
        out_.line("    Mesh" + mesh);
        if (is_shown()) {
            const ShowingKey& as = *shown_by_.as;
            write_scale(package_, shown_by_.by, as.scale, "DrawScale", out_);
            // The size may be that of a class of another package: then it goes by its own name.
            if (!above_.empty() && as.mesh != "Mesh") {
                out_.line("    " + std::string(as.mesh) + mesh);
                write_scale(package_, shown_by_.by, as.scale, as.scale, out_);
            }
            write_looks(package_, shown_by_.by, out_);
        }
        out_.line("}");
    }

    const Document& package_;
    const Object& object_;
    const MeshBody& mesh_;
    bool is_lod_;
    Showing shown_by_;
    std::string name_;
    std::string above_{};  // class of another package whose looks count, too
    ScriptText out_;
};

}  // namespace

Result<std::string> script_of(const Document& package, std::size_t mesh, u64 most_bytes) {
    return SourceScript(package, mesh, most_bytes).run();
}

Result<std::string> defaults_of(const Document& package, u32 class_export, u64 most_bytes) {
    ScriptText out(most_bytes);
    const std::string above = plain_full_name(package.class_above(class_export));
    out.line("class " + plain_name(package.name_of(package.exports[class_export].name)) +
             (above.empty() ? "" : " extends " + above) + ";");
    import_textures(package, textures_of_class(package, class_export), out);
    out.line("defaultproperties");
    out.line("{");
    for (const ShowingKey& key : showing_keys) {
        write_mesh(package, class_export, key.mesh, out);
        write_scale(package, class_export, key.scale, key.scale, out);
    }
    write_looks(package, class_export, out);
    out.line("}");
    return out.take();
}

}  // namespace thaw::upackage
