// The list of the source files in a package, and their bytes.
#include <map>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

// Names that differ, whatever the letters' case: the second of one name gets a 2.
class FreshNames {
public:
    std::string next(std::string_view name) {
        const std::string plain = plain_name(name);
        std::string out = plain;
        u32& number = used_[text::lower(plain)];
        while (++number > 1) {
            out = plain + "_" + std::to_string(number);
            if (used_.try_emplace(text::lower(out), 1).second) break;
        }
        return out;
    }

private:
    std::map<std::string, u32> used_;
};

// A few bytes may say that a texture is computed from a large one; real packages do that a dozen times.
constexpr u32 most_stand_ins = 64;

// Many small classes may extend a large one, and each is looked through some thirty times.
constexpr u64 most_defaults_searched = 400'000;

bool is_mesh(const Object& object) { return object.mesh != nullptr; }

u64 budget_of(const Document& package, const Context& context) {
    return context.limits.memory_for(package.image.size());
}

MeshFiles files_of_mesh(const Document& package, const Object& object, bool with_frames, const Context& context) {
    return mesh_files(*object.mesh, object.shape == Shape::lod_mesh, with_frames, budget_of(package, context));
}

u64 bytes_of_mesh(const Document& package, const SourceFile& file, const Context& context) {
    const MeshFiles files = files_of_mesh(package, package.objects[file.object], false, context);
    if (!files.too_large.empty()) return 0;
    if (file.kind == FileKind::data) return 48 + unreal::Poly::disk_bytes * u64{files.document.data->polys.size()};
    return 4 + u64{files.document.aniv->num_frames} * files.document.aniv->frame_size;
}

Result<std::string> script_in_file(const Document& package, const SourceFile& file, const Context& context) {
    const u64 most = budget_of(package, context);
    return file.kind == FileKind::defaults ? defaults_of(package, file.object, most)
                                           : script_of(package, file.object, most);
}

u64 bytes_in_file(const Document& package, const SourceFile& file, const Context& context) {
    const Object& object = package.objects[file.object];
    switch (file.kind) {
        case FileKind::data:
        case FileKind::aniv: return bytes_of_mesh(package, file, context);
        case FileKind::image: return image_bytes(image_source(package, object));
        case FileKind::text: return text_of(*object.text).size();
        case FileKind::sound: return object.sound->bytes.size();
        case FileKind::script:
        case FileKind::defaults: break;
    }
    const auto script = script_in_file(package, file, context);
    return script ? script->size() : 0;
}

// The text that a class was compiled from has no name of its own.
std::string_view name_of_text(const Document& package, const Export& one) {
    const std::string_view owner = package.object_name(one.outer);
    return owner.empty() ? package.name_of(one.name) : owner;
}

Blob text_blob(std::string_view text) { return Blob::take({text.begin(), text.end()}); }

}  // namespace

std::string plain_name(std::string_view name) {
    std::string out;
    for (const char c : name.substr(0, most_name_letters)) {
        const char small = text::lower(c);
        const bool plain = (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+';
        out += plain ? c : '_';
    }
    return out.empty() ? "unnamed" : out;
}

std::vector<SourceFile> source_files(const Document& package) {
    std::vector<SourceFile> out;
    FreshNames mesh_names;
    FreshNames image_names;
    FreshNames text_names;
    FreshNames sound_names;
    FreshNames class_names;
    std::map<const Object*, u32> stand_ins;
    u64 searched = 0;
    for (std::size_t i = 0; i < package.objects.size(); ++i) {
        const Object& object = package.objects[i];
        const std::string_view name = package.name_of(package.exports[i].name);
        const auto index = static_cast<u32>(i);
        if (is_mesh(object) && files_of_mesh(package, object, false, {}).too_large.empty()) {
            const std::string own = mesh_names.next(name);
            out.push_back({FileKind::data, index, "Models/" + own + "_d.3d"});
            out.push_back({FileKind::aniv, index, "Models/" + own + "_a.3d"});
            out.push_back({FileKind::script, index, "Classes/" + own + ".uc"});
        }
        const ImageSource image = object.texture == nullptr ? ImageSource() : image_source(package, object);
        const bool stands_in = image.texture != nullptr && image.texture != &object;
        if (image.kind != ImageKind::none && (!stands_in || ++stand_ins[image.texture] <= most_stand_ins)) {
            const char* ending = image.kind == ImageKind::indexed ? ".pcx" : ".tga";
            out.push_back({FileKind::image, index, "Textures/" + image_names.next(name) + ending});
        }
        if (object.shape == Shape::class_type) searched += package.defaults_to_search(i);
        if (object.shape == Shape::class_type && searched <= most_defaults_searched) {
            out.push_back({FileKind::defaults, index, "Defaults/" + class_names.next(name) + ".txt"});
        }
        if (object.text != nullptr && !text_of(*object.text).empty()) {
            out.push_back({FileKind::text, index,
                           "Scripts/" + text_names.next(name_of_text(package, package.exports[i])) + ".uc"});
        }
        if (object.sound != nullptr && !object.sound->bytes.empty()) {
            const bool music = text::equal_ignoring_case(package.class_of(package.exports[i]), "Music");
            out.push_back(
                {FileKind::sound, index,
                 (music ? "Music/" : "Sounds/") + sound_names.next(name) + sound_ending(package, *object.sound)});
        }
    }
    return out;
}

std::string_view unread_kind(std::string_view class_name) {
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {{"SkeletalMesh", "skeletal mesh"},
                                                                       {"SkelMesh", "skeletal mesh"},
                                                                       {"SkelModel", "skeletal mesh"},
                                                                       {"StaticMesh", "static mesh"},
                                                                       {"DukeMesh", "Duke mesh"}};
    for (const auto& [name, words] : kinds) {
        if (text::equal_ignoring_case(class_name, name)) return words;
    }
    return {};
}

bool is_vertex_mesh(std::string_view class_name) {
    return text::equal_ignoring_case(class_name, "Mesh") || text::equal_ignoring_case(class_name, "LodMesh");
}

std::string unread(const Document& document) {
    std::map<std::string_view, u64> counts;
    for (std::size_t i = 0; i < document.exports.size(); ++i) {
        const std::string_view kind = document.class_of(document.exports[i]);
        if (const std::string_view words = unread_kind(kind); !words.empty()) ++counts[words];
        if (is_vertex_mesh(kind) && document.file_of(i, FileKind::data) == nullptr) ++counts["vertex mesh"];
    }
    std::string out;
    for (const auto& [words, n] : counts) out += (out.empty() ? "" : ", ") + text::plural(n, words);
    return out;
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    std::vector<ArchiveEntry> out;
    for (const SourceFile& file : document.files) {
        if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
        const Object& object = document.objects[file.object];
        out.push_back({.name = file.name,
                       .bytes = bytes_in_file(document, file, context),
                       .stored_bytes = object.end - object.start,
                       .offset = object.start,
                       .kind = text::to_utf8(document.class_of(document.exports[file.object]))});
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context) {
    if (entry >= document.files.size()) return archive::no_such_file();
    const SourceFile& file = document.files[entry];
    const Object& object = document.objects[file.object];
    if (file.kind == FileKind::image) return image_of(document, object);
    if (file.kind == FileKind::text) return text_of(*object.text);
    if (file.kind == FileKind::sound) return object.sound->bytes;
    if (file.kind == FileKind::script || file.kind == FileKind::defaults) {
        const auto script = script_in_file(document, file, context);
        return script ? Result<Blob>(text_blob(*script)) : Result<Blob>(script.error());
    }
    const bool is_aniv = file.kind == FileKind::aniv;
    const MeshFiles files = files_of_mesh(document, object, is_aniv, context);
    if (!files.too_large.empty()) return Error{Code::unrepresentable, "a .3d has no room for " + files.too_large};
    return write_part(unreal::format, files.document, is_aniv ? "aniv" : "data");
}

}  // namespace thaw::upackage
