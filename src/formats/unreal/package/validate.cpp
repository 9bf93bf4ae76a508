// Findings about a package.
#include <algorithm>
#include <cmath>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/issues.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

std::string export_path(std::size_t i, const char* field) { return field_path("exports", i, field); }
std::string export_offset_path(std::size_t i) { return export_path(i, "offset"); }
std::string export_size_path(std::size_t i) { return export_path(i, "size"); }
std::string object_path(std::size_t i) { return field_path("objects", i); }

class PackageChecker {
public:
    PackageChecker(const Document& d, Profile profile, Issues& issues) : d_(d), reporter_(profile, issues, "package") {}

    void run() {
        const auto files = d_.extents();
        const auto tables = d_.tables();
        archive::check_places(reporter_, {files, tables, d_.image, export_offset_path, export_size_path});
        check_names();
        for (std::size_t i = 0; i < d_.imports.size(); ++i) check_import(i);
        for (std::size_t i = 0; i < d_.exports.size(); ++i) check_export(i);
        check_problems();
        check_property_sizes();
        for (std::size_t i = 0; i < d_.objects.size(); ++i) check_object(i);
        for (const SourceFile& file : d_.files) check_file_name(file);
    }

private:
    void report(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        reporter_.report(kind, [&] { return Finding{std::move(path), std::move(expected), std::move(found)}; });
    }

    std::string name(std::size_t i) const { return text::printable(d_.name_of(d_.exports[i].name)); }

    void check_names() {
        reporter_.report_some(
            issue::name_end, issue::name_end.severity, d_.names.size(),
            [&](std::size_t i) {
                const auto& text = d_.names[i].text;
                return text.empty() || std::find(text.begin(), text.end(), '\0') != text.end() - 1;
            },
            [](std::size_t i) { return field_path("names", i); }, "one zero, at the end");
    }

    void check_name_index(Compact name, const std::string& path) {
        if (d_.has_name(name)) return;
        report(issue::reference, path, below(d_.names.size()), std::to_string(name.value()));
    }
    void check_object_index(i32 reference, const std::string& path) {
        if (d_.has_object(reference)) return;
        report(issue::reference, path,
               "-" + std::to_string(d_.imports.size()) + " to " + std::to_string(d_.exports.size()),
               std::to_string(reference));
    }

    void check_import(std::size_t i) {
        const Import& one = d_.imports[i];
        check_name_index(one.class_package, field_path("imports", i, "class_package"));
        check_name_index(one.class_name, field_path("imports", i, "class_name"));
        check_object_index(one.outer, field_path("imports", i, "outer"));
        check_name_index(one.name, field_path("imports", i, "name"));
        if (d_.version <= last_with_short_rows) check_name_index(one.package, field_path("imports", i, "package"));
    }

    void check_export(std::size_t i) {
        const Export& one = d_.exports[i];
        check_object_index(one.object_class.value(), export_path(i, "class"));
        check_object_index(one.super.value(), export_path(i, "super"));
        check_object_index(one.outer, export_path(i, "outer"));
        check_name_index(one.name, export_path(i, "name"));
        const std::string_view kind = d_.class_of(one);
        if (is_vertex_mesh(kind) && !has_known_meshes(d_.version)) {
            report(issue::mesh_version, export_path(i, "name"), "version 40 to 72, or 74 and later",
                   name(i) + " of version " + std::to_string(d_.version));
        } else if (const std::string_view words = unread_kind(kind); !words.empty()) {
            report(issue::mesh_kind, export_path(i, "name"), "Mesh or LodMesh",
                   name(i) + " (" + std::string(words) + ")");
        }
    }

    void check_object(std::size_t i) {
        const Object& object = d_.objects[i];
        if (object.shape == Shape::none) return;
        // Textures that a game computes go on in ways of their own.
        const bool computed =
            object.shape == Shape::texture && !text::equal_ignoring_case(d_.class_of(d_.exports[i]), "Texture");
        const bool whole = object.shape != Shape::bytes && object.shape != Shape::properties && !computed;
        if (whole && object.body_end < object.end) {
            report(issue::trailing, field_path("objects", i, "data"), "",
                   text::plural(object.end - object.body_end, "byte") + " of " + name(i));
        }
        if (object.mesh != nullptr) check_mesh(i);
        if (object.texture != nullptr) check_texture(i);
        if (object.sound != nullptr) check_sound(i);
    }

    bool is_class(std::size_t i) const { return d_.exports[i].object_class.value() == 0; }
    // Of a kind that files are made of.
    bool is_source(std::size_t i) const {
        const std::string kind = text::lower(d_.class_of(d_.exports[i]));
        const bool mesh = is_vertex_mesh(kind);
        if (mesh) return has_known_meshes(d_.version);
        return kind == "palette" || kind == "sound" || kind == "music" || kind == "textbuffer" ||
               kind.ends_with("texture");
    }

    // What many objects share is one finding.
    template <class IsOne>
    void report_objects(const IssueKind& kind, std::string_view expected, IsOne&& is_one) {
        Offenders some;
        for (std::size_t i = 0; i < d_.objects.size(); ++i) {
            some.note_if(!d_.objects[i].problem.empty() && is_one(i), i);
        }
        if (!some) return;
        const auto first = static_cast<std::size_t>(some.first());
        report(kind, object_path(first), std::string(expected),
               text::plural(some.count(), "object") + ", first in " + name(first) + ": " + d_.objects[first].problem);
    }

    void check_problems() {
        report_objects(issue::class_defaults, "default properties", [&](std::size_t i) { return is_class(i); });
        report_objects(issue::properties, "a list of properties",
                       [&](std::size_t i) { return !is_class(i) && !is_source(i); });
        for (std::size_t i = 0; i < d_.objects.size(); ++i) {
            if (d_.objects[i].problem.empty() || is_class(i) || !is_source(i)) continue;
            report(issue::damaged, object_path(i), text::printable(d_.class_of(d_.exports[i])) + " " + name(i),
                   d_.objects[i].problem);
        }
    }

    void check_property_sizes() {
        Offenders wrong;
        for (std::size_t i = 0; i < d_.objects.size(); ++i) {
            for (const Property& p : d_.objects[i].properties) {
                const bool differs =
                    !p.is_last && p.type() != PropertyType::bool_value && p.declared_bytes() != p.value_bytes();
                wrong.note_if(differs, i);
            }
        }
        if (!wrong) return;
        const auto first = static_cast<std::size_t>(wrong.first());
        report(issue::property_size, object_path(first), {},
               text::plural(wrong.count(), "time") + ", first in " + name(first));
    }

    void check_sound(std::size_t i) {
        const SoundBody& sound = *d_.objects[i].sound;
        if (sound.bytes.empty()) report(issue::sound, object_path(i), {}, name(i));
        check_lazy_end(i, "bytes", d_.version >= first_with_lazy_ends && sound.end != sound.real_end, sound.end);
    }

    void check_lazy_end(std::size_t i, const char* list, bool wrong, u32 end) {
        if (!wrong) return;
        report(issue::lazy_end, field_path("objects", i, list), "", text::hex(end));
    }

    void check_mesh(std::size_t i) {
        const Object& object = d_.objects[i];
        const MeshBody& mesh = *object.mesh;
        const bool is_lod = object.shape == Shape::lod_mesh;
        const FrameGrid grid = frame_grid(mesh, is_lod);
        const MeshFiles files = mesh_files(mesh, is_lod, false, Limits().memory_for(d_.image.size()));
        const auto at = [&](const char* field) { return field_path("objects", i, field); };
        if (!files.too_large.empty()) report(issue::too_large, at("frames"), "", files.too_large);
        if (grid.stride * grid.frames != mesh.stored_vertices()) {
            report(issue::vertex_count, at("vertex_count"),
                   text::plural(grid.frames, "frame") + " of " + std::to_string(grid.stride),
                   text::plural(mesh.stored_vertices(), "vertex"));
        }
        if (files.faces_dropped > 0) {
            const bool faces = is_lod && !mesh.lod.faces.items.empty();
            report(issue::face, faces ? at("lod") + ".faces" : at("triangles"), "",
                   std::to_string(files.faces_dropped) + " of " + text::plural(files.faces, "face"));
        }
        if (files.flags_dropped > 0) {
            report(issue::face_flags, is_lod ? at("lod") + ".materials" : at("triangles"), "",
                   std::to_string(files.flags_dropped) + " of " + text::plural(files.faces, "face"));
        }
        if (grid.remapped) {
            Offenders lost;
            const auto& remap = mesh.lod.remap.items;
            for (std::size_t k = 0; k < remap.size(); ++k) lost.note_if(remap[k] >= grid.stride, k);
            if (lost) report(issue::remap, at("lod") + ".remap", below(grid.stride), lost.of(remap.size()));
        }
        check_numbers(i);
        check_mesh_ends(i);
        for (const AnimSequence& sequence : mesh.sequences.items) {
            check_name_index(sequence.name, at("sequences"));
            for (const SequenceNotify& notify : sequence.notifies.items) {
                check_name_index(notify.function, at("sequences"));
            }
        }
        for (const Compact& texture : mesh.textures.items) check_object_index(texture.value(), at("textures"));
    }

    void check_numbers(std::size_t i) {
        const MeshBody& mesh = *d_.objects[i].mesh;
        const auto finite = [](const std::array<f32, 3>& v) {
            return std::all_of(v.begin(), v.end(), [](f32 x) { return std::isfinite(x); });
        };
        const auto bad = [&](const char* field) {
            report(issue::number, field_path("objects", i, field), "finite numbers", {});
        };
        if (!finite(mesh.scale)) bad("scale");
        if (!finite(mesh.origin)) bad("origin");
        for (const AnimSequence& sequence : mesh.sequences.items) {
            bool fine = std::isfinite(sequence.rate);
            for (const SequenceNotify& notify : sequence.notifies.items) fine = fine && std::isfinite(notify.time);
            if (!fine) return bad("sequences");
        }
    }

    void check_mesh_ends(std::size_t i) {
        const MeshBody& mesh = *d_.objects[i].mesh;
        if (d_.version < first_with_lazy_ends) return;
        check_lazy_end(i, "vertices_end", mesh.vertices_end != mesh.vertices_real_end, mesh.vertices_end);
        check_lazy_end(i, "triangles", mesh.triangles.ends_elsewhere(), mesh.triangles.end);
        check_lazy_end(i, "connects", mesh.connects.ends_elsewhere(), mesh.connects.end);
        check_lazy_end(i, "vertex_links", mesh.vertex_links.ends_elsewhere(), mesh.vertex_links.end);
    }

    void check_texture(std::size_t i) {
        const Object& texture = d_.objects[i];
        const ImageSource source = image_source(d_, texture);
        for (const Mip& mip : texture.texture->mips) {
            const bool wrong = d_.version >= first_with_mip_ends && mip.end != mip.real_end;
            check_lazy_end(i, "mips", wrong, mip.end);
        }
        if (source.kind == ImageKind::none) {
            report(issue::image, field_path("objects", i, "mip_count"), "pixels of a known format",
                   name(i) + ": " + source.reason);
            return;
        }
        if (!source.reason.empty()) {
            const std::string other = source.color ? "of its mean colour" : "that of " + name_of(*source.texture);
            report(issue::image_instead, field_path("objects", i, "mip_count"), other, name(i) + ": " + source.reason);
        }
        if (source.kind == ImageKind::indexed && palette_of(d_, *source.texture) == nullptr) {
            report(issue::palette, object_path(i), "a palette in this package", name(i));
        }
    }

    std::string name_of(const Object& object) const {
        return name(static_cast<std::size_t>(&object - d_.objects.data()));
    }

    void check_file_name(const SourceFile& file) {
        if (file.kind != FileKind::script && file.kind != FileKind::image) return;  // a mesh has one of each
        const std::string_view own = d_.name_of(d_.exports[file.object].name);
        const std::string_view given = text::file_stem(file.name);
        if (given == own) return;
        report(issue::file_name, export_path(file.object, "name"), text::printable(own), std::string(given));
    }

    const Document& d_;
    IssueReporter reporter_;
};

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    PackageChecker(document, profile, issues).run();
}

}  // namespace thaw::upackage
