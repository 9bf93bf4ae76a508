// What a person wants to know of a package first.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

constexpr std::size_t most_listed = 24;

std::string shown(std::string_view name) { return text::printable(name); }

json::Value mesh_facts(const Document& d, std::size_t i, std::string& words) {
    const Object& object = d.objects[i];
    const MeshBody& mesh = *object.mesh;
    const MeshFiles files = mesh_files(mesh, object.shape == Shape::lod_mesh, false, 0);
    const FrameGrid grid = frame_grid(mesh, object.shape == Shape::lod_mesh);
    json::Array sequences;
    for (const AnimSequence& s : mesh.sequences.items) {
        json::Value one;
        one.set("name", text::to_utf8(d.name_of(s.name)))
            .set("start", i64{s.start})
            .set("frames", i64{s.frames})
            .set("rate", std::isfinite(s.rate) ? f64{s.rate} : 0.0);
        sequences.push_back(std::move(one));
    }
    const std::string name = text::to_utf8(d.name_of(d.exports[i].name));
    words = shown(name) + " (" + text::plural(files.faces, "face") + ", " + text::plural(grid.frames, "frame") + ", " +
            text::plural(mesh.sequences.items.size(), "sequence") + ")";
    json::Value out;
    out.set("name", name)
        .set("class", text::to_utf8(d.class_of(d.exports[i])))
        .set("vertices", grid.vertices)
        .set("faces", files.faces)
        .set("frames", grid.frames)
        .set("deus_ex", mesh.is_deus_ex())
        .set("sequences", std::move(sequences));
    return out;
}

json::Value texture_facts(const Document& d, std::size_t i, std::string& words) {
    const ImageSource source = image_source(d, d.objects[i]);
    const std::string name = text::to_utf8(d.name_of(d.exports[i].name));
    json::Value out;
    out.set("name", name);
    words = shown(name);
    if (source.kind == ImageKind::none) return out;
    out.set("width", u64{source.width}).set("height", u64{source.height});
    words += " (" + std::to_string(source.width) + " x " + std::to_string(source.height) + ")";
    return out;
}

// "3 meshes: a, b, c", cut off where it would go on for pages.
void add_listed(Summary& summary, std::string_view one, std::string_view many, const std::vector<std::string>& items) {
    if (items.empty()) return;
    std::string words = std::to_string(items.size()) + " " + std::string(items.size() == 1 ? one : many);
    for (std::size_t i = 0; i < std::min(items.size(), most_listed); ++i) words += (i == 0 ? ": " : ", ") + items[i];
    if (items.size() > most_listed) words += " and " + std::to_string(items.size() - most_listed) + " more";
    summary.remarks.push_back(std::move(words));
}

void add_classes(Summary& summary, const Document& d) {
    std::map<std::string, u64> counts;
    for (const Export& one : d.exports) ++counts[text::to_utf8(d.class_of(one))];
    std::vector<std::pair<std::string, u64>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string words = "package of version " + std::to_string(d.version);
    if (d.licensee != 0) words += " (licensee " + std::to_string(d.licensee) + ")";
    words += ", " + text::plural(d.exports.size(), "object");
    json::Array classes;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        json::Value row;
        row.set("class", sorted[i].first).set("objects", sorted[i].second);
        classes.push_back(std::move(row));
        if (i >= most_listed) continue;
        const std::string name = sorted[i].first.empty() ? "of no class" : shown(sorted[i].first);
        words += (i == 0 ? ": " : ", ") + std::to_string(sorted[i].second) + " " + name;
    }
    if (sorted.size() > most_listed) words += " and " + text::plural(sorted.size() - most_listed, "more class");
    summary.remarks.push_back(std::move(words));
    summary.native.set("version", u64{d.version})
        .set("licensee", u64{d.licensee})
        .set("names", u64{d.names.size()})
        .set("imports", u64{d.imports.size()})
        .set("exports", u64{d.exports.size()})
        .set("classes", std::move(classes));
}

}  // namespace

Summary summarise(const Document& d, const Bundle&) {
    Summary summary;
    std::vector<archive::Counted> files;
    for (const SourceFile& file : d.files) {
        const Object& object = d.objects[file.object];
        files.push_back({file.name.substr(file.name.rfind('.') + 1), object.end - object.start});
    }
    archive::summarise_files(summary, files);
    add_classes(summary, d);
    json::Array meshes;
    json::Array textures;
    std::vector<std::string> mesh_words;
    std::vector<std::string> texture_words;
    for (std::size_t i = 0; i < d.objects.size(); ++i) {
        std::string words;
        if (d.objects[i].mesh != nullptr) {
            meshes.push_back(mesh_facts(d, i, words));
            mesh_words.push_back(std::move(words));
        } else if (d.objects[i].texture != nullptr) {
            textures.push_back(texture_facts(d, i, words));
            texture_words.push_back(std::move(words));
        }
    }
    add_listed(summary, "mesh", "meshes", mesh_words);
    const std::string not_read = unread(d);
    if (!not_read.empty()) summary.remarks.push_back(not_read + " not read");
    add_listed(summary, "texture", "textures", texture_words);
    summary.native.set("unread", not_read);
    summary.native.set("meshes", std::move(meshes)).set("textures", std::move(textures));
    return summary;
}

}  // namespace thaw::upackage
