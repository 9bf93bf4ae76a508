#include "formats/gltf/family.hpp"

#include "formats/gltf/document.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "gltf/read_issues.hpp"

namespace thaw::gltf_file {

namespace {

constexpr PartRole parts[] = {{"gltf", ".glb"}};

Document& as_gltf(thaw::Document& document) { return static_cast<Document&>(document); }

Sniffed sniff(std::string_view, const Blob& bytes, const Context&) {
    if (!is_gltf(bytes.bytes())) return {};
    const bool glb = bytes[0] == 'g';
    return {glb ? Confidence::certain : Confidence::likely, "gltf", glb ? "starts with glTF" : "JSON with an asset"};
}

Result<Blob> unpack(thaw::Document& document, const Part& part, const Context&) {
    settle(as_gltf(document), part.bytes);
    return part.bytes;
}

Bundle companions_in(const Bundle& bundle) {
    Bundle out;
    for (const Part& part : bundle.parts) {
        if (part.role == "file") out.parts.push_back(part);
    }
    return out;
}

Status read(thaw::Document& as_read, const Bundle& bundle, const Context& context) {
    if (auto status = read_parts(format, as_read, bundle, context); !status) return status;
    Document& document = as_gltf(as_read);
    const Part& part = *bundle.find("gltf");
    const auto with_name = [&](Error error) {
        if (error.file.empty()) error.file = part.name;
        if (error.path.empty()) error.path = "json";
        return error;
    };
    auto content = read_gltf(part.bytes, companions_in(bundle), context);
    if (content) {
        for (Issue& issue : content->issues.list()) issue.part = "gltf";
        document.files = std::move(content->files);
        document.content = std::move(*content);
        document.missing = {};
        return Done{};
    }
    if (content.error().code != Code::missing_part) return with_name(content.error());
    auto names = gltf_needs(part.bytes, context);
    if (!names || names->empty()) return with_name(names ? content.error() : names.error());
    document.files = std::move(*names);
    document.missing = with_name(content.error());
    return Done{};
}

}  // namespace

const Format format{
    .id = "gltf",
    .title = "glTF 2.0 model",
    .game = "any editor and viewer",
    .parts = parts,
    .extensions = {},  // in a folder, glTF files are most often what Thaw made of the models there
    .variants = {},
    .issue_kinds = gltf::issue::all,
    .sniff = sniff,
    .magic = "glTF",
    .read = read,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = unpack,
    .to_scene = to_scene_as<Document>,
};

}  // namespace thaw::gltf_file
