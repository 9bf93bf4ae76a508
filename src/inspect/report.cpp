#include "inspect/report.hpp"

namespace thaw::inspect {

namespace {

json::Value list_json(const Issues& issues) {
    json::Array list;
    for (const Issue& issue : issues.list()) list.push_back(issue_json(issue));
    return list;
}

}  // namespace

json::Value issue_json(const Issue& issue) {
    json::Value out;
    out.set("code", issue.kind->code);
    out.set("severity", severity_name(issue.severity));
    out.set("part", issue.part);
    if (!issue.path.empty()) out.set("path", issue.path);
    if (issue.offset != no_offset) out.set("offset", issue.offset);
    if (!issue.expected.empty()) out.set("expected", issue.expected);
    if (!issue.found.empty()) out.set("found", issue.found);
    out.set("message", message_of(issue));
    out.set("text", issue.kind->text);
    return out;
}

json::Value issues_json(const Issues& issues) {
    json::Value out;
    out.set("issues", list_json(issues));
    out.set("dropped", issues.dropped());
    return out;
}

json::Value error_json(const Error& error) {
    json::Value out;
    out.set("code", code_name(error.code));
    if (!error.file.empty()) out.set("file", error.file);
    if (!error.path.empty()) out.set("path", error.path);
    if (error.offset != no_offset) out.set("offset", error.offset);
    out.set("message", error.message);
    return out;
}

json::Value info_json(const Info& info) {
    json::Value totals;
    totals.set("meshes", info.totals.meshes).set("vertices", info.totals.vertices);
    totals.set("triangles", info.totals.triangles).set("bones", info.totals.bones);
    totals.set("morphs", info.totals.morphs).set("frames", info.totals.frames);

    json::Array clips;
    for (const ClipSummary& clip : info.clips) {
        json::Value c;
        c.set("name", clip.name).set("frames", clip.frames).set("fps", clip.fps);
        c.set("seconds", clip.seconds()).set("loop", clip.loop);
        if (!clip.words.empty()) c.set("says", clip.words);
        clips.push_back(std::move(c));
    }
    json::Array materials;
    for (const MaterialSummary& material : info.materials) {
        json::Value m;
        m.set("name", material.name).set("flags", material.flags).set("texture", material.texture);
        m.set("triangles", material.triangles);
        materials.push_back(std::move(m));
    }
    json::Array companion_list;
    for (const Companion& companion : info.companions) {
        json::Value c;
        c.set("role", companion.role).set("name", companion.name).set("found", companion.found);
        companion_list.push_back(std::move(c));
    }
    json::Array remarks;
    for (const std::string& remark : info.remarks) remarks.emplace_back(remark);

    json::Value out;
    out.set("file", info.file);
    out.set("format", info.format->id).set("variant", info.variant).set("bytes", info.bytes);
    out.set("totals", std::move(totals)).set("animations", std::move(clips)).set("materials", std::move(materials));
    out.set("companions", std::move(companion_list));
    if (info.height_metres) out.set("height_metres", *info.height_metres);
    out.set("remarks", std::move(remarks)).set("native", info.native).set("issues", list_json(info.issues));
    return out;
}

}  // namespace thaw::inspect
