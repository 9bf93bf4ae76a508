#include "edits/judge.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "edits/fields.hpp"

namespace edits {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool mentions(const std::string& text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool mentions_kind(const std::string& text, Kind kind) {
    switch (kind) {
        case Kind::triangles: return mentions(text, {"triangle", "face", "object", "mesh"});
        case Kind::positions: return mentions(text, {"position", "point", "vert"});
        case Kind::uvs: return mentions(text, {"coordinate", "uv"});
        case Kind::colors: return mentions(text, {"colour", "color", "material"});
        case Kind::influences: return mentions(text, {"bone", "weight", "skeleton", "joint"});
        case Kind::clips:
        case Kind::lengths: return mentions(text, {"clip", "animation", "action", "name"});
        case Kind::poses: return mentions(text, {"pose", "bone", "weight", "movement", "joint", "key"});
        case Kind::targets: return mentions(text, {"shape", "morph", "target"});
        case Kind::nodes: return mentions(text, {"name", "node", "object"});
        case Kind::node_places: return mentions(text, {"bone", "joint", "pose", "key"});
        case Kind::materials: return mentions(text, {"material", "slot", "skin"});
        case Kind::pictures: return mentions(text, {"picture", "texture", "pixel", "palette"});
    }
    return false;
}

bool is_about_places(Kind kind) {
    return kind == Kind::positions || kind == Kind::poses || kind == Kind::targets || kind == Kind::node_places;
}

// The largest length that a text speaks of, in metres; 0 if it does not.
double length_in(const std::string& text) {
    double most = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) continue;
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '.')) continue;
        char* end = nullptr;
        const double value = std::strtod(text.c_str() + at, &end);
        std::string unit(end);
        unit = unit.substr(0, unit.find_first_of(",;:)/", 1));
        while (unit.starts_with(' ')) unit.erase(0, 1);
        unit = unit.substr(0, unit.find(' '));
        const double metres = unit == "mm"     ? 0.001
                              : unit == "cm"   ? 0.01
                              : unit == "m"    ? 1
                              : unit == "feet" ? 0.3048
                                               : 0;
        most = std::max(most, value * metres);
        at = static_cast<std::size_t>(end - text.c_str()) - 1;
    }
    return most;
}

// Does the finding tell of this difference? What is about places has to say how far.
bool tells(const Finding& finding, const Difference& difference, const Change& change) {
    if (!finding.is_of_build()) return false;
    const Kind kind = difference.kind;
    const auto any = [&](std::initializer_list<Kind> kinds) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    const std::string& code = finding.code;
    const std::string text = lower(finding.text);
    if (code == "BUILD_REBUILT") return false;  // says that much was done, not what was lost
    if (code == "BUILD_FITTED" || code == "BUILD_LIMIT") return true;
    if (code == "BUILD_NOT_KEPT" || code == "BUILD_ASSUMED") {
        const bool is_this_clip = any({Kind::clips, Kind::lengths, Kind::poses}) && !change.clip.empty() &&
                                  text.find(lower(change.clip)) != std::string::npos;
        if (code == "BUILD_ASSUMED" && (kind == Kind::influences || is_about_places(kind))) return false;
        return is_this_clip || mentions_kind(text, kind);
    }
    if (is_about_places(kind)) return difference.size <= 2.5 * length_in(finding.text);
    if (code == "BUILD_POSITIONS" || code == "BUILD_ROTATIONS") return false;
    if (code == "BUILD_UVS") return any({Kind::uvs, Kind::pictures});
    if (code == "BUILD_COLORS") return any({Kind::colors});
    if (code == "BUILD_INFLUENCES") return any({Kind::influences});
    if (code == "BUILD_RESAMPLED") return any({Kind::lengths});
    if (code == "BUILD_TRIANGLES") return any({Kind::triangles});
    return mentions_kind(text + " " + lower(code), kind);
}

// Nothing has come or gone: there is no reason to write the file anew.
bool stays_in_place(std::string_view format, Edit edit) {
    if (format == "rdy") return false;  // the game makes it of a DDD, and so does Thaw
    switch (edit) {
        case Edit::none:
        case Edit::vertex:
        case Edit::part:
        case Edit::uv:
        case Edit::key:
        case Edit::clip_renamed:
        case Edit::picture_painted:
        case Edit::material_color:
        case Edit::node_renamed: return true;
        // Colours are those of a CTR's strips, and texels have their place in the video memory.
        case Edit::color:
        case Edit::picture_exchanged: return format != "ctr";
        case Edit::clip_added:
        case Edit::clip_removed:
        case Edit::face_removed:
        case Edit::object_added: return false;
    }
    return false;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
    return out;
}

std::string text_of(const std::vector<Finding>& findings) {
    std::vector<std::string> out;
    for (const Finding& f : findings) out.push_back(f.code + " " + f.text);
    return joined(out);
}

Cell fail(std::string why) { return {Verdict::fail, std::move(why)}; }

std::string base_name(const std::string& path) { return lower(path.substr(path.find_last_of("/\\") + 1)); }

}  // namespace

std::string_view name_of(Column column) {
    switch (column) {
        case Column::inside: return "kept/inside";
        case Column::base: return "kept/base";
        case Column::dropped: return "dropped/base";
        case Column::reordered: return "reordered/base";
    }
    return "";
}

Strip strip_of(Column column) {
    if (column == Column::dropped) return Strip::dropped;
    return column == Column::reordered ? Strip::reordered : Strip::kept;
}

std::optional<Subject> Subject::make(thaw::Model model) {
    Subject out(std::move(model));
    const auto with = to_glb(out.model_, true), without = to_glb(out.model_, false);
    if (!with || !without) return std::nullopt;
    out.glb_ = parse_glb(*with);
    out.glb_without_source_ = parse_glb(*without);
    out.facts_ = facts_of(out.glb_);
    out.tolerance_ = tolerance_of(out.format().id, out.glb_, out.facts_);
    const auto issues = thaw::validate(out.model_);
    out.is_broken_ = issues && issues->worst() == thaw::Severity::error;
    out.options_.low = out.facts_.low;
    out.options_.high = out.facts_.high;
    if (out.format().id == "ddd" || out.format().id == "rdy") {
        out.options_.clip_names = {"SPECIAL_7", "SPECIAL_8", "SPECIAL_9", "DOUBLE"};  // what the game has words for
    }
    if (out.model_.bundle.find("modeldef") != nullptr && out.model_.bundle.find("uc") == nullptr) {
        out.options_.clip_names = {"QZXA", "QZXB", "QZXC"};  // sprites of GZDoom have four letters
    }
    auto files = thaw::write(out.model_);
    if (!files) return std::nullopt;
    out.own_files_ = std::move(*files);
    return out;
}

const std::optional<Edited>& Subject::edited_as(Edit edit) {
    if (last_ == edit) return edited_;
    last_ = edit;
    edited_ = edited(glb_, edit, options_);
    edited_without_source_ = edited(glb_without_source_, edit, options_);
    if (!edited_) return edited_;
    edited_facts_ = facts_of(edited_->glb);
    // A shape that was shown by a clip which is gone is nobody's any more.
    for (std::size_t m = 0; m < facts_.targets.size(); ++m) {
        for (std::size_t t = 0; t < facts_.targets[m].size(); ++t) {
            edited_facts_.targets[m][t].is_shown |= facts_.targets[m][t].is_shown;
        }
    }
    if_lost_ = compare(edited_facts_, facts_, edited_->change, tolerance_);
    return edited_;
}

Cell Subject::judge(Edit edit, Column column) {
    const auto& done = edited_as(edit);
    if (!done) return {};
    const bool is_inside = column == Column::inside;
    const Glb glb = stripped(is_inside ? done->glb : edited_without_source_->glb, strip_of(column));
    const Bytes sent = write_glb(glb);
    keep("original.glb", write_glb(glb_));
    keep("edited.glb", sent);
    const BackResult back = to_native(sent, model_.bundle, format(), !is_inside);
    for (const thaw::Part& part : model_.bundle.parts) keep("before/" + base_name(part.name), part.bytes.bytes());
    for (const thaw::Part& part : back.own) keep("after/" + part.role, part.bytes.bytes());
    for (const thaw::Part& part : back.beside) keep("after/" + base_name(part.name), part.bytes.bytes());
    Cell cell = edit == Edit::none ? judge_none(back) : judge_edit(back, *done);
    // Tables that overlap or lead nowhere: it must not crash, it must come back, but what an edit makes of it is open.
    if (is_broken_ && edit != Edit::none && cell.verdict == Verdict::fail && !cell.is_unreadable) {
        cell.verdict = Verdict::named;
        cell.why = "a broken file: " + cell.why;
    }
    cell.words = back.words;
    cell.findings = text_of(back.findings);
    for (const thaw::Part& part : back.beside) cell.files += (cell.files.empty() ? "" : ", ") + part.name;
    return cell;
}

void Subject::keep(const std::string& name, std::span<const std::uint8_t> bytes) const {
    if (folder_.empty()) return;
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) out.put(static_cast<char>(byte));
}

Cell Subject::judge_none(const BackResult& back) const {
    if (!back.ok) return fail("refused: " + back.error);
    std::vector<std::string> wrong;
    for (const thaw::PartRole& role : format().parts) {
        const thaw::Part* before = own_files_.find(role.role);
        const auto after = std::find_if(back.own.begin(), back.own.end(), [&](auto& p) { return p.role == role.role; });
        const bool is_there = after != back.own.end();
        if ((before != nullptr) != is_there) wrong.push_back(std::string(role.role) + " is there only once");
        if (before == nullptr || !is_there || before->bytes == after->bytes) continue;
        std::string fields;
        std::size_t n = 0;
        for (const auto& [path, count] : changed_fields(format(), own_files_, back.own)) {
            if (++n <= 6) fields += " " + path + " x" + std::to_string(count);
        }
        wrong.push_back(std::string(role.role) + " differs (" + std::to_string(before->bytes.size()) + " bytes, now " +
                        std::to_string(after->bytes.size()) + "):" + fields);
        break;
    }
    for (const thaw::Part& beside : back.beside) {
        const auto before = std::find_if(model_.bundle.parts.begin(), model_.bundle.parts.end(),
                                         [&](auto& p) { return base_name(p.name) == base_name(beside.name); });
        if (before == model_.bundle.parts.end()) {
            wrong.push_back("writes " + beside.name + ", which was not there");
        } else if (!(before->bytes == beside.bytes)) {
            wrong.push_back(beside.name + " differs");
        }
    }
    for (const Finding& finding : back.findings) {
        const bool is_noise = finding.code == "GLTF_SKIN_NODE" || finding.code == "GLTF_HARD_EDGES" ||
                              finding.code == "BUILD_NOT_KEPT" || finding.is_warning;
        if (is_noise) wrong.push_back("noise: " + finding.code + " " + finding.text);
    }
    if (!wrong.empty()) return fail(joined(wrong));
    return {Verdict::ok};
}

// Right only where there is no room, and never without a word.
Cell Subject::judge_refusal(const BackResult& back, const Change& change) const {
    const Edit edit = change.edit;
    const bool adds = edit == Edit::object_added || edit == Edit::clip_added || edit == Edit::picture_exchanged;
    const bool is_full = std::any_of(back.findings.begin(), back.findings.end(),
                                     [](const Finding& f) { return f.code == "BUILD_LIMIT"; });
    const bool is_excused =
        !excuse(format().id, change).empty() || !refusal_excuse(format().id, change, back.error).empty();
    if (!back.error.empty() && ((adds && is_full) || is_excused)) return {Verdict::named, "refused: " + back.error};
    return fail("refused: " + back.error);
}

Cell Subject::judge_edit(const BackResult& back, const Edited& edit) {
    const Edit kind = edit.change.edit;
    const std::string_view reason = excuse(format().id, edit.change);
    if (!back.ok) return judge_refusal(back, edit.change);
    std::string error;
    const auto model = read_again(back, model_.bundle, format(), error);
    if (!model) {
        Cell cell = fail(error);
        cell.is_unreadable = true;
        return cell;
    }
    const auto glb = to_glb(*model, false);
    if (!glb) return fail("has no shape any more");
    keep("result.glb", *glb);
    const auto differences = compare(edited_facts_, facts_of(parse_glb(*glb)), edit.change, tolerance_);
    std::vector<std::string> wrong, named;
    for (const Difference& difference : differences) {
        const auto told = std::find_if(back.findings.begin(), back.findings.end(),
                                       [&](const Finding& finding) { return tells(finding, difference, edit.change); });
        const bool is_told = told != back.findings.end();
        // As far off as if nobody had made the edit.
        const bool is_lost = std::any_of(if_lost_.begin(), if_lost_.end(), [&](const Difference& lost) {
            return lost.kind == difference.kind && (lost.size < 0) == (difference.size < 0) &&
                   std::abs(difference.size) >= 0.5 * std::abs(lost.size);
        });
        const bool is_look = difference.kind == Kind::colors || difference.kind == Kind::pictures;
        const bool wears_another = kind == Edit::object_added && is_look && difference.size > 0.1;
        const std::string words = std::string(name_of(difference.kind)) + ": " + difference.words;
        if (!is_told || ((is_lost || wears_another) && reason.empty())) {
            wrong.push_back(words + (is_told ? " (told, but the format has a place for it)" : ""));
        } else {
            named.push_back(words + " [" + told->code + "]");
        }
    }
    Cell cell{Verdict::ok};
    if (!wrong.empty()) {
        cell = fail(joined(wrong));
    } else if (!named.empty()) {
        cell = {Verdict::named, joined(named)};
    }
    judge_bytes(back, kind, cell);
    return cell;
}

// Whoever says that all else is byte-identical is taken at his word.
void Subject::judge_bytes(const BackResult& back, Edit edit, Cell& cell) const {
    const bool claims = back.words.find("byte-identical") != std::string::npos;
    const auto changed = changed_fields(format(), own_files_, back.own);
    std::size_t n = 0;
    for (const auto& [path, count] : changed) {
        if (++n <= 12) cell.fields += path + " x" + std::to_string(count) + "  ";
    }
    const auto rebuilt = std::find_if(back.findings.begin(), back.findings.end(),
                                      [](const Finding& f) { return f.code == "BUILD_REBUILT"; });
    if (rebuilt != back.findings.end()) {
        // Numbers of few bits have no room for every place.
        const bool outgrown = mentions(lower(rebuilt->text), {"outgrown", "grid", "room", "range", "fit"});
        const bool needless = stays_in_place(format().id, edit) && !outgrown;
        cell.why += (cell.why.empty() ? "" : "; ") + std::string("written anew: ") + rebuilt->text;
        if (needless) cell.verdict = Verdict::fail;
        if (cell.verdict == Verdict::ok) cell.verdict = Verdict::named;
        return;
    }
    if (!claims) return;
    const auto strange = implausible(changed, edit);
    if (strange.empty()) return;
    cell.verdict = Verdict::fail;
    cell.why +=
        (cell.why.empty() ? "" : "; ") + std::string("says all else is byte-identical, but changed ") + joined(strange);
}

Tolerance tolerance_of(std::string_view format, const Glb& glb, const Facts& facts) {
    Tolerance out;
    out.exact = 2e-6 * facts.size + 1e-7;
    out.step = 2 * out.exact;
    out.uv_exact = 1e-5;
    const auto extra = [&](const char* list, const char* key) -> json {
        for (const json& each : glb.list(list)) {
            if (each.contains("extras") && each["extras"].contains(key)) return each["extras"][key];
        }
        return nullptr;
    };
    if (format == "unreal") {
        double scale = 1;
        const json placement = extra("meshes", "thaw_placement");
        if (placement.is_string()) {
            scale = 0;
            const json parsed = json::parse(placement.get<std::string>());
            for (const json& s : parsed["scale"]) scale = std::max(scale, std::abs(s.get<double>()));
        }
        out.step = scale * 0.01905 * 0.9;  // half a step in each of three directions
        out.uv_step = 0.6 / 255;
    } else if (format == "ddd" || format == "rdy") {
        const json unit = extra("scenes", "thaw_feet_per_unit");
        out.step = std::max(
            out.step, format == "ddd" && unit.is_number() ? unit.get<double>() * 0.3048 * 0.9 : facts.size / 16384);
        out.uv_step = 0.6 / 256;
    } else if (format == "ctr") {
        double sum = 0;
        for (const char* key : {"thaw_scale_x", "thaw_scale_y", "thaw_scale_z"}) {
            const json s = extra("meshes", key);
            const double step = (s.is_number() ? s.get<double>() : 4096) / 4096 / 64;
            sum += step * step * (key[11] == 'y' ? 4 : 1);  // heights are even
        }
        out.step = 0.8 * std::sqrt(sum);
        out.uv_step = 0.6 / 16;
        out.pixel_step = 9;  // five bits
        out.color_step = 0.02;
        out.crops_pictures = true;
    } else {
        out.uv_step = 1e-5;
    }
    return out;
}

}  // namespace edits
