#include "edits/edits.hpp"

#include "edits/edit_parts.hpp"

namespace edits {

std::string_view name_of(Edit edit) {
    switch (edit) {
        case Edit::none: return "none";
        case Edit::vertex: return "vertex";
        case Edit::part: return "part";
        case Edit::uv: return "uv";
        case Edit::color: return "color";
        case Edit::key: return "key";
        case Edit::clip_renamed: return "clip-renamed";
        case Edit::clip_added: return "clip-added";
        case Edit::clip_removed: return "clip-removed";
        case Edit::face_removed: return "face-removed";
        case Edit::object_added: return "object-added";
        case Edit::image_painted: return "image-painted";
        case Edit::image_exchanged: return "image-exchanged";
        case Edit::material_color: return "material-color";
        case Edit::node_renamed: return "node-renamed";
    }
    return "";
}

json Change::to_json() const {
    json out{{"edit", std::string(name_of(edit))}, {"words", words}};
    if (!vertices.empty()) out["vertices"] = vertices.size();
    if (amount > 0) out["metres"] = amount;
    if (!clip.empty()) out["clip"] = clip;
    if (!old_clip.empty()) out["old_clip"] = old_clip;
    if (until >= 0) out["seconds"] = {from, until};
    if (!node.empty()) out["node"] = node;
    if (material) out["material"] = *material;
    if (!images.empty()) out["images"] = images;
    return out;
}

std::optional<Edited> edited(const Glb& glb, Edit edit, const EditOptions& options) {
    Edited out{glb, {.edit = edit}};
    const auto made = [&] {
        switch (edit) {
            case Edit::none: return true;
            case Edit::vertex: return parts::move_vertex(out);
            case Edit::part: return parts::shrink_part(out);
            case Edit::uv: return parts::move_uv(out);
            case Edit::color: return parts::recolor(out);
            case Edit::key: return parts::change_key(out, 0, options);
            case Edit::clip_renamed: return parts::rename_clip(out, options);
            case Edit::clip_added: return parts::add_clip(out, options);
            case Edit::clip_removed: return parts::remove_clip(out);
            case Edit::face_removed: return parts::remove_face(out);
            case Edit::object_added: return parts::add_object(out, options);
            case Edit::image_painted: return parts::paint(out);
            case Edit::image_exchanged: return parts::exchange_image(out);
            case Edit::material_color: return parts::recolor_material(out);
            case Edit::node_renamed: return parts::rename_node(out, options);
        }
        return false;
    }();
    if (!made) return std::nullopt;
    return out;
}

}  // namespace edits
