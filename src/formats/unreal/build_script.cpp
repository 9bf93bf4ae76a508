// The class script: what the two files do not say themselves.
#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/build_parts.hpp"
#include "formats/unreal/uc_text.hpp"

namespace thaw::unreal {

namespace {

class ScriptWriter {
public:
    ScriptWriter(const BuildWork& work, std::string mesh) : work_(work), mesh_(std::move(mesh)) {}

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

    // Only what plays.
    std::string sequences_alone() {
        sequences();
        return std::move(out_);
    }

private:
    void line(std::string_view text = {}) { out_.append(text).append("\r\n"); }

    std::string file(std::string_view ending) const {
        std::string path = "MODELS\\" + work_.name + std::string(ending);
        return path.find(' ') == std::string::npos ? path : "\"" + path + "\"";
    }

    static std::string vector(const Vector& v) {
        return " X=" + plain_number(v[0]) + " Y=" + plain_number(v[1]) + " Z=" + plain_number(v[2]);
    }

    void import() {
        const Placement& p = work_.placement;
        line("#exec MESH IMPORT MESH=" + mesh_ + " ANIVFILE=" + file("_a.3d") + " DATAFILE=" + file("_d.3d") +
             " X=0 Y=0 Z=0" + (p.unmirror ? " UNMIRROR=1" : ""));
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
        for (const SlotPicture& slot : work_.surfaces.slots) import(slot);
        if (work_.surfaces.environment) import(*work_.surfaces.environment);
    }

    void import(const SlotPicture& picture) {
        if (picture.file.empty()) return;
        line("#exec TEXTURE IMPORT NAME=" + picture.texture + " FILE=MODELS\\" + picture.file + " GROUP=Skins" +
             (picture.masked ? " FLAGS=2" : ""));
    }

    void map() {
        line("#exec MESHMAP NEW MESHMAP=" + mesh_ + " MESH=" + mesh_);
        line("#exec MESHMAP SCALE MESHMAP=" + mesh_ + vector(work_.placement.scale));
        for (const SlotPicture& slot : work_.surfaces.slots) {
            line("#exec MESHMAP SETTEXTURE MESHMAP=" + mesh_ + " NUM=" + std::to_string(slot.slot) +
                 " TEXTURE=" + slot.texture);
        }
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
    std::string out_;
};

}  // namespace

std::string changed_script(const BuildWork& work, const Bundle& bundle, const Mesh& mesh) {
    // Sequences of a file with dropped frames count otherwise; a MODELDEF has none.
    if (mesh.modeldef || !mesh.dropped.empty()) return {};
    for (const Part& part : bundle.parts) {
        const Bytes bytes = part.bytes.bytes();
        const bool wide = bytes.size() > 1 && bytes[0] + bytes[1] == 0xFF + 0xFE;  // UTF-16
        if (part.role != "uc" || wide) continue;
        const std::string text(bytes.begin(), bytes.end());
        ScriptLines lines(bytes);
        std::string out;
        bool imported = false;
        bool written = false;
        bool more = lines.next();
        while (more) {
            const auto start = static_cast<std::size_t>(lines.offset());
            Directive directive;
            const std::string line = lines.line();
            const bool own =
                parse_directive(line, directive) && text::equal_ignoring_case(directive.text("mesh"), mesh.name);
            const bool plays = own && (directive.is("mesh", "sequence") || directive.is("mesh", "notify"));
            imported = imported || (own && directive.is("mesh", "import"));
            if (plays && imported && !written) {
                out += ScriptWriter(work, mesh.name).sequences_alone();
                written = true;
            }
            more = lines.next();
            const std::size_t end = more ? static_cast<std::size_t>(lines.offset()) : text.size();
            if (!plays || !imported) out.append(text, start, end - start);
        }
        if (written) return out;
    }
    return {};
}

std::string script_text(const BuildWork& work) { return ScriptWriter(work, work.object).run(); }

}  // namespace thaw::unreal
