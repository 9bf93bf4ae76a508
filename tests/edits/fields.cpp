#include "edits/fields.hpp"

#include <algorithm>
#include <cctype>

#include "formats/shared/parts.hpp"

namespace edits {

namespace {

struct Content {
    std::vector<std::uint8_t> bytes{};
    bool is_bookkeeping = false;  // says where or how many others are
    bool is_reserved = false;     // nobody knows what for
};
using Leaves = std::map<std::string, Content>;

class Collecting final : public thaw::LeafSink {
public:
    explicit Collecting(Leaves& out) : out_(out) {}

    void enter(const char* name, thaw::u64 index, thaw::u64) override {
        lengths_.push_back(path_.size());
        if (!path_.empty()) path_ += '.';
        path_ += name;
        if (index != thaw::Codec::no_index) path_ += '[' + std::to_string(index) + ']';
    }
    void leave(thaw::u64) override {
        path_.resize(lengths_.back());
        lengths_.pop_back();
    }
    void leaf(const thaw::Leaf& leaf) override {
        std::string path = path_;
        if (leaf.name != nullptr) path += (path.empty() ? "" : ".") + std::string(leaf.name);
        Content& content = out_[path];
        content.bytes.insert(content.bytes.end(), leaf.raw.begin(), leaf.raw.end());
        const thaw::Role role = leaf.meaning.role;
        content.is_bookkeeping = role == thaw::Role::offset || role == thaw::Role::count || role == thaw::Role::slack;
        content.is_reserved = role == thaw::Role::reserved;
    }

private:
    Leaves& out_;
    std::string path_{};
    std::vector<std::size_t> lengths_{};
};

std::map<std::string, Leaves> leaves_of(const thaw::Format& format, const std::vector<thaw::Part>& parts) {
    std::map<std::string, Leaves> out;
    auto document = format.blank();
    for (const thaw::PartRole& role : format.parts) {
        const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.role == role.role; });
        if (part == parts.end()) continue;
        Collecting sink(out[std::string(role.role)]);
        (void)thaw::annotate_part(format, *document, *part, {}, sink).ok();
    }
    return out;
}

std::string without_indices(const std::string& path) {
    std::string out;
    bool inside = false;
    for (const char c : path) {
        if (c == ']') inside = false;
        if (!inside) out += c;
        if (c == '[') inside = true;
    }
    return out;
}

using Words = std::vector<std::string_view>;

bool has_any(const std::string& path, const Words& words) {
    return std::any_of(words.begin(), words.end(), [&](auto word) { return path.find(word) != std::string::npos; });
}

// Frames of vertices: the whole animation file of an Unreal mesh, the bytes of a CTR's frames.
bool is_vertex_frame(const std::string& path) {
    return path == "frames" || has_any(path, {"frames[].data", "frames[].origin", "frame_bytes", "delta_arrays"});
}

bool is_place(const std::string& path) {
    return is_vertex_frame(path) ||
           has_any(path, {"position", "normal", "vertices[].along", "vertices[].forward", "vertices[].side",
                          "morph_data[].targets", "bound", "box", "radius", "out_vertices"});
}

bool is_movement(const std::string& path) {
    return is_vertex_frame(path) || has_any(path, {"frames[].keys", "frames[].main", "frames[].forwards",
                                                   "frames[].joints", "frames[].axes", "tracks[]"});
}

// Where things lie moves when something grows; the first word of a CTR is its size.
bool is_bookkeeping(const std::string& path) {
    return path == "wrapper" || has_any(path, {" (where)", "offset", "pointer", "slack"});
}

// Words of a CTR's strips say which colour and which place on an image a corner has.
bool is_look(const std::string& path) { return has_any(path, {"command_lists[].commands[].word"}); }

bool is_plausible(const std::string& path, Edit edit) {
    if (is_bookkeeping(path)) return true;
    switch (edit) {
        case Edit::none: return false;
        case Edit::vertex:
        case Edit::part: return is_place(path);
        case Edit::uv: return is_look(path) || has_any(path, {"uv", "tex_vert", "layouts[]", "tex_coord"});
        case Edit::color: return is_look(path) || has_any(path, {"colour"});
        case Edit::key: return is_movement(path);
        case Edit::clip_renamed: return has_any(path, {"name", "action"}) && !has_any(path, {"meshes[]", "skins[]"});
        case Edit::image_painted:
        case Edit::image_exchanged: return has_any(path, {"layouts[]", "skin", "texture", "clut"});
        case Edit::material_color: return is_look(path) || has_any(path, {"colour"});
        case Edit::node_renamed: return has_any(path, {"name"}) && !has_any(path, {"animations[]", "skins[]"});
        case Edit::clip_added:
        case Edit::clip_removed: return !has_any(path, {"positions", "vertices", "uv", "triangles", "polys", "colour"});
        case Edit::face_removed:
        case Edit::object_added: return true;
    }
    return true;
}

}  // namespace

std::map<std::string, std::size_t> changed_fields(const thaw::Format& format, const thaw::Bundle& before,
                                                  const std::vector<thaw::Part>& after) {
    std::map<std::string, std::size_t> out;
    auto was = leaves_of(format, before.parts), is = leaves_of(format, after);
    for (const thaw::PartRole& role : format.parts) {
        Leaves &x = was[std::string(role.role)], &y = is[std::string(role.role)];
        const auto count = [&](const std::string& path, const Content& content) {
            ++out[without_indices(path) + (content.is_bookkeeping ? " (where)" : "")];
        };
        for (const auto& [path, content] : x) {
            const auto found = y.find(path);
            if (found == y.end() || found->second.bytes != content.bytes) count(path, content);
        }
        // A new row of a table has all its fields.
        for (const auto& [path, content] : y) {
            if (!x.contains(path)) count(path, {{}, content.is_bookkeeping || content.is_reserved, false});
        }
    }
    return out;
}

std::vector<std::string> implausible(const std::map<std::string, std::size_t>& changed, Edit edit) {
    std::vector<std::string> out;
    for (const auto& [path, count] : changed) {
        if (!is_plausible(path, edit)) out.push_back(path + " x" + std::to_string(count));
    }
    return out;
}

}  // namespace edits
