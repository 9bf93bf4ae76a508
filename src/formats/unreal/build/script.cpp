// The class script: what the two files do not say themselves.
#include <algorithm>
#include <utility>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/options.hpp"
#include "formats/unreal/scripts/uc_text.hpp"

namespace thaw::unreal {

namespace {

class ScriptWriter {
public:
    ScriptWriter(const BuildWork& work, std::string mesh) : work_(work), mesh_(std::move(mesh)), map_(mesh_) {}

    std::string run() {
        line("class " + work_.object + " extends Actor;");
        line();
        import();
        line();
        sequences();
        line();
        textures();
        line();
        map();
        line();
        defaults();
        return std::move(out_);
    }

    // Parts of it, for a script that says the rest.
    std::string origin_alone() {
        origin();
        return std::move(out_);
    }
    std::string scale_alone(std::string map) {
        map_ = std::move(map);
        scale();
        return std::move(out_);
    }
    std::string sequences_alone() {
        sequences();
        return std::move(out_);
    }
    // What ZEROTEX did for the slots of the base.
    std::string same_slots_alone(std::string map) {
        map_ = std::move(map);
        const SkinSlot* skin = work_.base()->mesh()->skin(0);
        std::array<bool, 256> done{true};
        for (const Poly& poly : work_.base()->data->polys) {
            if (skin != nullptr && !std::exchange(done[poly.texture], true)) {
                set({.slot = poly.texture, .texture = skin->texture});
            }
        }
        return std::move(out_);
    }
    std::string new_slots_alone(std::string map) {
        map_ = std::move(map);
        for (const SlotImage& slot : work_.surfaces.slots) {
            if (!slot.is_new) continue;
            import(slot);
            set(slot);
        }
        return std::move(out_);
    }

private:
    void line(std::string_view text = {}) { out_.append(text).append("\r\n"); }

    std::string file(std::string_view ending) const {
        std::string path = "MODELS\\" + work_.name + std::string(ending);
        return path.find(' ') == std::string::npos ? path : "\"" + path + "\"";
    }

    static std::string vector(const Vec3d& v) {
        return " X=" + plain_number(v[0]) + " Y=" + plain_number(v[1]) + " Z=" + plain_number(v[2]);
    }

    void import() {
        const Placement& p = work_.placement;
        line("#exec MESH IMPORT MESH=" + mesh_ + " ANIVFILE=" + file("_a.3d") + " DATAFILE=" + file("_d.3d") +
             " X=0 Y=0 Z=0" + (p.unmirror ? " UNMIRROR=1" : ""));
        origin();
    }

    void origin() {
        const Placement& p = work_.placement;
        line("#exec MESH ORIGIN MESH=" + mesh_ + vector(p.origin) + " YAW=" + plain_number(p.yaw) +
             " PITCH=" + plain_number(p.pitch) + " ROLL=" + plain_number(p.roll));
    }

    void sequences() {
        const auto is_all = [](const BuiltSequence& s) { return text::equal_ignoring_case(s.name, "All"); };
        const auto& list = work_.sequences;
        if (std::none_of(list.begin(), list.end(), is_all)) {
            sequence({.name = "All", .frames = static_cast<u32>(work_.frames.size())});
        }
        for (const BuiltSequence& s : list) sequence(s);
        for (const BuiltSequence& s : list) {
            for (const auto& event : s.events) {
                line("#exec MESH NOTIFY MESH=" + mesh_ + " SEQ=" + s.name + " TIME=" + plain_number(event.time) +
                     " FUNCTION=" + event.function);
            }
        }
    }

    void sequence(const BuiltSequence& s) {
        line("#exec MESH SEQUENCE MESH=" + mesh_ + " SEQ=" + s.name + " STARTFRAME=" + std::to_string(s.start) +
             " NUMFRAMES=" + std::to_string(s.frames) + " RATE=" + plain_number(s.rate) +
             (s.group.empty() ? "" : " GROUP=" + s.group));
    }

    void textures() {
        for (const SlotImage& slot : work_.surfaces.slots) import(slot);
        if (work_.surfaces.environment) import(*work_.surfaces.environment);
    }

    void import(const SlotImage& image) {
        if (image.file.empty()) return;
        line("#exec TEXTURE IMPORT NAME=" + image.texture + " FILE=MODELS\\" + image.file + " GROUP=Skins" +
             (image.masked ? " FLAGS=2" : ""));
    }

    void map() {
        line("#exec MESHMAP NEW MESHMAP=" + map_ + " MESH=" + mesh_);
        scale();
        for (const SlotImage& slot : work_.surfaces.slots) set(slot);
    }

    void scale() { line("#exec MESHMAP SCALE MESHMAP=" + map_ + vector(work_.placement.scale)); }

    void set(const SlotImage& slot) {
        line("#exec MESHMAP SETTEXTURE MESHMAP=" + map_ + " NUM=" + std::to_string(slot.slot) +
             " TEXTURE=" + slot.texture);
    }

    void defaults() {
        line("defaultproperties");
        line("{");
        line("    DrawType=DT_Mesh");
        line("    Mesh=LodMesh'" + work_.object + "'");
        if (work_.draw_scale != 1) line("    DrawScale=" + plain_number(work_.draw_scale));
        if (work_.surfaces.environment) line("    Texture=Texture'" + work_.surfaces.environment->texture + "'");
        line("}");
    }

    const BuildWork& work_;
    std::string mesh_;
    std::string map_;
    std::string out_;
};

struct TextChanges {
    bool place = false;
    bool play = false;
    bool dress = false;  // slots that the base does not have
};

// The script of the base, in which lines about its mesh are others now and everything else stays.
class ScriptEditing {
public:
    ScriptEditing(const BuildWork& work, const Mesh& mesh, TextChanges changes)
        : work_(work), mesh_(mesh), map_(mesh.name), changes_(changes) {}

    // Empty if it is no script one could change.
    std::string run() {
        // Sequences of a file with dropped frames count otherwise.
        if (changes_.play && !mesh_.dropped.empty()) return {};
        for (const Part& part : work_.input.base->bundle.parts) {
            const Bytes bytes = part.bytes.bytes();
            const bool wide = bytes.size() > 1 && bytes[0] + bytes[1] == 0xFF + 0xFE;  // UTF-16
            const bool own =
                mesh_.script.empty() || part.name == mesh_.script;  // others may make meshes of the files, too
            if (part.role == "uc" && own && !wide && edit(bytes)) return std::move(out_);
        }
        return {};
    }

private:
    bool edit(Bytes bytes) {
        const std::string text(bytes.begin(), bytes.end());
        out_.clear();
        ScriptLines lines(bytes);
        std::size_t end_of_own = 0;  // in `out_`
        bool is_here = false;
        for (bool more = lines.next(); more;) {
            const auto start = static_cast<std::size_t>(lines.offset());
            Directive directive;
            const std::string line = lines.line();
            const bool own = parse_directive(line, directive) && is_own(directive, start);
            is_here = is_here || own;
            std::string other;
            const bool replaced = own && replace(directive, other);
            const bool imports = own && directive.is("mesh", "import");
            more = lines.next();
            const std::size_t from = after_line_end(text, start);
            const std::size_t end = more ? after_line_end(text, static_cast<std::size_t>(lines.offset())) : text.size();
            if (!replaced) other = text.substr(from, end - from);
            out_ += imports ? import_line(std::move(other)) : other;
            if (own) end_of_own = out_.size();
        }
        if (!is_here) return false;
        std::string missing = missing_lines();
        const bool ends_line = out_[end_of_own - 1] == '\n' || out_[end_of_own - 1] == '\r';
        if (!missing.empty() && !ends_line) missing.insert(0, "\r\n");
        out_.insert(end_of_own, missing);
        return true;
    }

    // A line of ScriptLines starts between the two bytes of a line's end.
    static std::size_t after_line_end(const std::string& text, std::size_t at) {
        return at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n' ? at + 1 : at;
    }

    // Lines about a mesh come after its import; a later import of the same name is another one.
    bool is_own(const Directive& d, std::size_t start) {
        const bool names_mesh = text::equal_ignoring_case(d.text("mesh"), mesh_.name);
        if (d.is("mesh", "import") && names_mesh) imported_ = start == mesh_.offset;
        if (!imported_) return false;
        if (d.is("meshmap", "new") && names_mesh) map_ = d.text("meshmap");
        return text::equal_ignoring_case(d.verb, "meshmap") ? text::equal_ignoring_case(d.text("meshmap"), map_)
                                                            : names_mesh;
    }

    // The files may be called otherwise now, and slots of their own need a mesh that looks at slots.
    std::string import_line(std::string line) const {
        const std::size_t zero = text::lower(line).find("zerotex=");
        if (changes_.dress && mesh_.zero_texture && zero != std::string::npos) line[zero + 8] = '0';
        for (const auto& [before, ending] :
             {std::pair(&mesh_.aniv_file, "_a.3d"), std::pair(&mesh_.data_file, "_d.3d")}) {
            const std::string_view file = text::file_name(*before);
            const std::size_t at = file.empty() ? std::string::npos : line.find(*before);
            if (at == std::string::npos || text::equal_ignoring_case(file, work_.name + ending)) continue;
            std::string name = before->substr(0, before->size() - file.size()) + work_.name + ending;
            const bool quoted = at > 0 && line[at - 1] == '"';
            if (!quoted && name.find(' ') != std::string::npos) name = "\"" + name + "\"";
            line.replace(at, before->size(), name);
        }
        return line;
    }

    bool replace(const Directive& d, std::string& out) {
        ScriptWriter writer(work_, mesh_.name);
        const auto once = [&](bool& done, auto&& lines) {
            if (!done) out = lines();
            done = true;
            return true;
        };
        const bool plays = d.is("mesh", "sequence") || d.is("mesh", "notify");
        if (changes_.play && plays) return once(played_, [&] { return writer.sequences_alone(); });
        if (changes_.place && d.is("mesh", "origin")) return once(moved_, [&] { return writer.origin_alone(); });
        if (changes_.place && d.is("meshmap", "scale")) return once(scaled_, [&] { return writer.scale_alone(map_); });
        return false;
    }

    std::string missing_lines() {
        const auto written = [&] { return ScriptWriter(work_, mesh_.name); };
        std::string out;
        if (changes_.place && !moved_) out += written().origin_alone();
        if (changes_.place && !scaled_) out += written().scale_alone(map_);
        if (changes_.play && !played_) out += written().sequences_alone();
        if (changes_.dress && mesh_.zero_texture) out += written().same_slots_alone(map_);
        if (changes_.dress) out += written().new_slots_alone(map_);
        return out;
    }

    const BuildWork& work_;
    const Mesh& mesh_;
    std::string map_;  // what its MESHMAP is called
    TextChanges changes_;
    bool imported_ = false, moved_ = false, scaled_ = false, played_ = false;
    std::string out_;
};

void add_text(std::string role, std::string ending, const std::string& text, Built& out) {
    out.companions.push_back(
        {std::move(role), std::move(ending), Blob::take(std::vector<u8>(text.begin(), text.end()))});
}

void add_modeldef(BuildWork& work, Built& out) {
    const bool as_before = work.in_place && work.is_of_modeldef();
    if (as_before || is_for_modeldef(work.placement, work.deus_ex)) {
        return add_text("modeldef", ".modeldef", modeldef_text(work), out);
    }
    work.issues.add(issue::no_modeldef, "modeldef", work.object);
}

}  // namespace

std::string script_text(const BuildWork& work) { return ScriptWriter(work, work.object).run(); }

void add_texts(BuildWork& work, bool placed_anew, Built& out) {
    const Document* base = work.base();
    const Mesh* mesh = base == nullptr ? nullptr : base->mesh();
    TextChanges changes{.place = placed_anew};
    changes.play = base != nullptr && work.sequences != base_sequences(work);
    for (const SlotImage& slot : work.surfaces.slots) changes.dress = changes.dress || slot.is_new;
    const bool any = base == nullptr || changes.place || changes.play || changes.dress;
    bool is_anew = base == nullptr;
    if (any && !work.is_of_modeldef()) {
        std::string script = mesh == nullptr ? std::string() : ScriptEditing(work, *mesh, changes).run();
        is_anew = script.empty();
        add_text("uc", ".uc", is_anew ? script_text(work) : script, out);
    }
    if (work.options.own.has(option::modeldef) || (any && work.is_of_modeldef())) add_modeldef(work, out);
    // The base's images are where they were; a script that is all new needs each of them.
    for (std::size_t i = 0; i < work.surfaces.textures.size(); ++i) {
        if (is_anew || work.surfaces.is_changed[i]) out.textures.push_back(work.surfaces.textures[i]);
    }
}

}  // namespace thaw::unreal
