#include "edits/judge.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "edits/judge_words.hpp"

namespace edits {

namespace {

Cell fail(std::string why) { return {Verdict::fail, std::move(why)}; }

// A script may name several files of one role, of which the model is one.
thaw::Model with_used_files_only(thaw::Model model) {
    const auto written = thaw::write(model);
    if (!written) return model;
    thaw::Bundle bundle{.parts = {}, .model = model.bundle.model};
    for (const thaw::Part& part : model.bundle.parts) {
        const thaw::Part* own = written->find(part.role);
        const bool is_used = own == nullptr || (own->bytes == part.bytes && bundle.find(part.role) == nullptr);
        if (!thaw::is_own(*model.format, part.role) || is_used) bundle.parts.push_back(part);
    }
    if (bundle.parts.size() == model.bundle.parts.size()) return model;
    auto again = thaw::read(*model.format, std::move(bundle));
    return again ? std::move(*again) : std::move(model);
}

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
    Subject out(with_used_files_only(std::move(model)));
    const auto with = to_glb(out.model_, true), without = to_glb(out.model_, false);
    if (!with || !without) return std::nullopt;
    out.glb_ = parse_glb(*with);
    out.glb_without_source_ = parse_glb(*without);
    out.facts_ = facts_of(out.glb_);
    if (out.facts_.size == 0) return std::nullopt;  // all in one place: nothing can be told apart
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
    for (const thaw::Part& part : back.companions) keep("after/" + base_name(part.name), part.bytes.bytes());
    Cell cell = edit == Edit::none ? judge_none(back) : judge_edit(back, *done);
    // Tables that overlap or lead nowhere: it must not crash, it must come back, but what an edit makes of it is open.
    if (is_broken_ && edit != Edit::none && cell.verdict == Verdict::fail && !cell.is_unreadable) {
        cell.verdict = Verdict::named;
        cell.why = "a broken file: " + cell.why;
    }
    cell.words = back.words;
    cell.findings = text_of(back.findings);
    for (const thaw::Part& part : back.companions) cell.files += (cell.files.empty() ? "" : ", ") + part.name;
    return cell;
}

void Subject::keep(const std::string& name, std::span<const std::uint8_t> bytes) const {
    if (folder_.empty()) return;
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    for (const std::uint8_t byte : bytes) out.put(static_cast<char>(byte));
}

// Right only where there is no room, and never without a word.
Cell Subject::judge_refusal(const BackResult& back, const Change& change) const {
    const Edit edit = change.edit;
    const bool adds = edit == Edit::object_added || edit == Edit::clip_added || edit == Edit::image_exchanged;
    const bool is_full = std::any_of(back.findings.begin(), back.findings.end(),
                                     [](const Finding& f) { return f.code == "BUILD_LIMIT"; });
    const bool is_excused =
        !excuse(format().id, change).empty() || !refusal_excuse(format().id, change, back.error).empty();
    if (!back.error.empty() && ((adds && is_full) || is_excused)) return {Verdict::named, "refused: " + back.error};
    return fail("refused: " + back.error);
}

Cell Subject::judge_edit(const BackResult& back, const Edited& edit) {
    const Edit kind = edit.change.edit;
    const std::string_view reason = excuse(format().id, edit.change, text_of(back.findings));
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
    // Clips have no size: which are missing and which are too many has to be the same.
    const bool same_clips_lost = std::all_of(if_lost_.begin(), if_lost_.end(), [&](const Difference& lost) {
        const auto is_it = [&](const Difference& d) { return d.kind == lost.kind && d.words == lost.words; };
        return lost.kind != Kind::clips || std::any_of(differences.begin(), differences.end(), is_it);
    });
    for (const Difference& difference : differences) {
        const auto told = std::find_if(back.findings.begin(), back.findings.end(),
                                       [&](const Finding& finding) { return tells(finding, difference, edit.change); });
        const bool is_in_bind = told != back.findings.end();
        // As far off as if nobody had made the edit.
        const bool is_lost = std::any_of(if_lost_.begin(), if_lost_.end(), [&](const Difference& lost) {
            if (lost.kind == Kind::clips && !same_clips_lost) return false;
            return lost.kind == difference.kind && (lost.size < 0) == (difference.size < 0) &&
                   std::abs(difference.size) >= 0.5 * std::abs(lost.size);
        });
        const bool is_look = difference.kind == Kind::colors || difference.kind == Kind::images;
        const bool wears_another = kind == Edit::object_added && is_look && difference.size > 0.1;
        const std::string words = std::string(name_of(difference.kind)) + ": " + difference.words;
        if (!is_in_bind || ((is_lost || wears_another) && reason.empty())) {
            wrong.push_back(words + (is_in_bind ? " (told, but the format has a place for it)" : ""));
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
    judge_companions(back, kind, cell);
    return cell;
}

}  // namespace edits
