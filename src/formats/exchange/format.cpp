#include "formats/exchange/document.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/exchange/family.hpp"
#include "formats/exchange/issues.hpp"
#include "formats/exchange/materials.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "layout/codec.hpp"
#include "obj/read.hpp"

namespace thaw::exchange {

namespace {

constexpr PartRole obj_parts[] = {{"mesh", ".obj"}};
constexpr PartRole ply_parts[] = {{"mesh", ".ply"}};
Result<Blob> unpack(thaw::Document& document, const Part& part, const Context&) {
    static_cast<Document&>(document).bytes = part.bytes.size();
    return part.bytes;
}

Status read_as(const Format& format, Document& document, const Bundle& bundle, const Context& context,
               Result<Scene> (*scene_of)(Document&)) {
    const Part* mesh = bundle.find("mesh");
    if (mesh != nullptr && document.scene && document.has_read(*mesh)) return Done{};
    if (auto status = read_parts(format, document, bundle, context); !status) return status;
    auto scene = scene_of(document);
    if (!scene) {
        Error error = scene.error();
        error.file = bundle.name_of("mesh");
        return error;
    }
    scene->name = text::to_utf8(text::file_stem(bundle.name_of("mesh")));
    document.scene = std::move(*scene);
    return Done{};
}

Status read_obj(thaw::Document& document, const Bundle& bundle, const Context& context) {
    return read_as(exchange::obj, static_cast<Document&>(document), bundle, context,
                   [](Document& d) { return thaw::obj::read_obj(d.data.bytes(), &d.material_files); });
}
Status read_ply(thaw::Document& document, const Bundle& bundle, const Context& context) {
    return read_as(exchange::ply, static_cast<Document&>(document), bundle, context,
                   [](Document& d) { return thaw::obj::read_ply(d.data.bytes()); });
}

Sniffed sniff_obj(std::string_view name, const Blob& bytes, const Context&) {
    const bool named = text::ends_with_ignoring_case(name, ".obj");
    if (!thaw::obj::is_obj(bytes.bytes())) {
        return {named && !bytes.empty() ? Confidence::weak : Confidence::no, "mesh", "no line of it is a vertex"};
    }
    return {named ? Confidence::certain : Confidence::likely, "mesh", "lines that say vertices"};
}

Sniffed sniff_ply(std::string_view, const Blob& bytes, const Context&) {
    if (!thaw::obj::is_ply(bytes.bytes())) return {Confidence::no, "mesh", {}};
    return {Confidence::certain, "mesh", "starts with ply"};
}

}  // namespace

void describe(Codec& io, Document& document) { io.bytes("data", document.data, document.bytes); }

void validate(const Document& document, Profile, Issues& issues) {
    if (!document.scene || !document.material_files.empty()) return;
    if (!has_colors(*document.scene)) issues.add(issue::no_colors, "mesh");
}

Summary summarise(const Document& document, const Bundle&) {
    Summary out;
    if (!document.scene) return out;
    out.totals.meshes = document.scene->meshes.size();
    double least = 0, most = 0;
    bool any = false;
    for (const Mesh& mesh : document.scene->meshes) {
        out.totals.vertices += mesh.points.size();
        for (const Primitive& primitive : mesh.primitives) out.totals.triangles += primitive.indices.size() / 3;
        for (const Vec3 point : mesh.points) {
            least = any ? std::min(least, double{point.y}) : double{point.y};
            most = any ? std::max(most, double{point.y}) : double{point.y};
            any = true;
        }
    }
    if (any) out.height_metres = most - least;
    for (const Material& material : document.scene->materials) {
        MaterialSummary row;
        row.name = material.name;
        out.materials.push_back(std::move(row));
    }
    for (const Mesh& mesh : document.scene->meshes) {
        for (const Primitive& primitive : mesh.primitives)
            out.materials[primitive.material].triangles += primitive.indices.size() / 3;
    }
    return out;
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions&, Issues& issues) {
    if (!document.scene) return Error{Code::missing_part, "there is no mesh"};
    Scene out = *document.scene;
    if (!document.material_files.empty()) dress(document, bundle, out, issues);
    return out;
}

const Format obj{
    .id = "obj",
    .title = "OBJ mesh",
    .game = "any editor",
    .parts = obj_parts,
    .extensions = {},  // in a folder, they are most often what somebody made of the models there
    .variants = {},
    .issue_kinds = issue::obj,
    .sniff = sniff_obj,
    .read = read_obj,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = unpack,
    .to_scene = to_scene_as<Document>,
};

const Format ply{
    .id = "ply",
    .title = "PLY mesh",
    .game = "any editor",
    .parts = ply_parts,
    .extensions = {},
    .variants = {},
    .issue_kinds = issue::ply,
    .sniff = sniff_ply,
    .magic = "ply",
    .read = read_ply,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = unpack,
    .to_scene = to_scene_as<Document>,
};

}  // namespace thaw::exchange
