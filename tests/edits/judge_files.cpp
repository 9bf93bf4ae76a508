// What the files themselves must be, whatever they show.
#include <algorithm>

#include "edits/fields.hpp"
#include "edits/judge_words.hpp"

namespace edits {

namespace {

const thaw::Part* companion(const thaw::Bundle& bundle, const thaw::Part& written) {
    const auto found = std::find_if(bundle.parts.begin(), bundle.parts.end(), [&](const thaw::Part& part) {
        return base_name(part.name) == base_name(written.name);
    });
    return found == bundle.parts.end() ? nullptr : &*found;
}

// May a companion of this role become another by this edit?
bool may_change(const std::string& role, Edit edit) {
    const bool is_image = edit == Edit::image_painted || edit == Edit::image_exchanged;
    const bool is_look = is_image || edit == Edit::object_added || edit == Edit::material_color;
    if (role.starts_with("texture")) return is_look;
    if (role == "vrm") return is_look || edit == Edit::uv;
    // A key of frames that several clips share gets frames of its own, which the script has to name.
    if (role == "uc" || role == "modeldef")
        return is_look || edit == Edit::key || edit == Edit::clip_renamed || edit == Edit::clip_added ||
               edit == Edit::clip_removed || edit == Edit::node_renamed;
    return true;  // another model: a part of a character, the file with its movements
}

// What many models share, and none of them is made of.
bool is_of_the_game(const std::string& role) { return role == "script" || role == "room" || role == "entity"; }

}  // namespace

Cell Subject::judge_none(const BackResult& back) const {
    if (!back.ok) return {Verdict::fail, "refused: " + back.error};
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
    for (const thaw::Part& companions : back.companions) {
        const thaw::Part* before = companion(model_.bundle, companions);
        if (before == nullptr) {
            wrong.push_back("writes " + companions.name + ", which was not there");
        } else if (!(before->bytes == companions.bytes)) {
            wrong.push_back(companions.name + " differs");
        }
    }
    for (const Finding& finding : back.findings) {
        const bool is_noise = finding.code == "GLTF_SKIN_NODE" || finding.code == "GLTF_HARD_EDGES" ||
                              finding.code == "BUILD_NOT_KEPT" || finding.is_warning;
        if (is_noise) wrong.push_back("noise: " + finding.code + " " + finding.text);
    }
    if (!wrong.empty()) return {Verdict::fail, joined(wrong)};
    return {Verdict::ok};
}

void Subject::judge_companions(const BackResult& back, Edit edit, Cell& cell) const {
    std::vector<std::string> wrong;
    for (const thaw::Part& written : back.companions) {
        if (is_of_the_game(written.role)) wrong.push_back("writes back " + written.name + ", which is the game's");
        const thaw::Part* before = companion(model_.bundle, written);
        if (before == nullptr || before->bytes == written.bytes || rebuilt_in(back) != nullptr) continue;
        if (!may_change(before->role, edit)) wrong.push_back(written.name + " has become another");
    }
    if (wrong.empty()) return;
    cell.verdict = Verdict::fail;
    cell.why += (cell.why.empty() ? "" : "; ") + joined(wrong);
}

// Whoever says that all else is byte-identical is taken at his word.
void Subject::judge_bytes(const BackResult& back, Edit edit, Cell& cell) const {
    const bool claims = back.words.find("byte-identical") != std::string::npos;
    const auto changed = changed_fields(format(), own_files_, back.own);
    std::size_t n = 0;
    for (const auto& [path, count] : changed) {
        if (++n <= 12) cell.fields += path + " x" + std::to_string(count) + "  ";
    }
    const Finding* rebuilt = rebuilt_in(back);
    if (rebuilt != nullptr) {
        // Numbers of few bits have no room for every place.
        const bool outgrown = mentions(lower(rebuilt->text), {"outgrown", "grid", "room", "range", "fit"});
        const bool shared = mentions(lower(rebuilt->text), {"share bytes"});  // of two tables: neither changes alone
        const bool needless = stays_in_place(format().id, edit) && !outgrown && !shared;
        cell.why += (cell.why.empty() ? "" : "; ") + std::string("written anew: ") + rebuilt->text;
        if (needless) cell.verdict = Verdict::fail;
        if (cell.verdict == Verdict::ok) cell.verdict = Verdict::named;
        return;
    }
    if (!claims) return;
    const auto strange = implausible(changed, edit);
    if (strange.empty()) return;
    // Points that nothing tells apart any more may be found as other triangles, as long as that is said: rows move up.
    if (mentions(back.words, {"triangle removed", "triangles removed"}) &&
        implausible(changed, Edit::face_removed).empty()) {
        if (cell.verdict == Verdict::ok) cell.verdict = Verdict::named;
        cell.why += (cell.why.empty() ? "" : "; ") + back.words;
        return;
    }
    cell.verdict = Verdict::fail;
    cell.why +=
        (cell.why.empty() ? "" : "; ") + std::string("says all else is byte-identical, but changed ") + joined(strange);
}

}  // namespace edits
