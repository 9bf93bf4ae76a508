// The parts of apply_edit(), one per concern.
#pragma once

#include "formats/ctr/build_parts.hpp"
#include "formats/ctr/strips.hpp"

namespace thaw::ctr {

// Where tables go that an edit changes: into their old place if nothing else uses it, else to the end of the body. All
// places are in the body.
class Room {
public:
    explicit Room(const Document& document);

    // Does just one pointer lead there, and does nothing else lie there?
    bool is_alone(u64 place, u64 bytes) const;
    BodyWriter& end() { return end_; }
    // Lets a pointer of the file, or of what was added, lead elsewhere.
    void point(u64 place, u32 target);
    // Where rows of a table of pointers may be changed: the table itself, or a copy that the pointer at `field` now leads
    // to. `added` empty rows follow it.
    u32 own_table(u64 field, u32 table, const std::vector<Pointer>& rows, std::size_t added = 0);

    u64 added_bytes() const { return end_.bytes().size(); }
    // The document with what was added; the error says why it cannot be.
    Result<std::unique_ptr<thaw::Document>> applied(const Document& document) const;

private:
    void count_uses(const File& file);

    BodyWriter end_;
    std::vector<u32> uses_{};  // by word of the body
    std::map<u32, u32> pointers_{};  // of the file, by their places
};

// A mesh of the document that the scene shows.
struct EditedMesh {
    std::size_t list = 0;
    std::size_t index = 0;
    u32 node = 0;  // the first one that shows it
    u32 mesh = 0;  // of the scene
};

struct EditWork {
    const SceneInput& input;
    File& file;  // of a copy
    Room& room;
    BuildWork& build;
    Pictures& pictures;
    const MemoryEdit& memory;
    double farthest = 0;         // that a point is from where it was put, in metres
    bool points_stored = false;  // at least one is on another step of the grid

    const Scene& before() const { return *input.base_scene; }
    const Scene& after() const { return input.scene; }
    Mesh& mesh(const EditedMesh& of) { return file.mesh_lists[of.list].value[of.index]; }
    // Where the mesh's own fields are.
    u64 header(const EditedMesh& of) const {
        return file.mesh_lists[of.list].offset - file.base() + of.index * Mesh::disk_bytes;
    }
};

// Each changes the document, or says why it cannot be done in place.
std::string edit_points(EditWork& work, const EditedMesh& mesh);
std::string edit_faces(EditWork& work, const EditedMesh& mesh);

}  // namespace thaw::ctr
