// The parts of apply_edit(), one per concern.
#pragma once

#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/model/scene_parts.hpp"

namespace thaw::ctr {

inline Error not_in_place(std::string why) { return {Code::unrepresentable, std::move(why)}; }

// Where changed tables go: into the place of the old one if nothing else is there and nothing else leads there, else to
// the end of the body.
class Room {
public:
    explicit Room(Document& document);

    // Nothing else is there, and at most one pointer leads there.
    bool is_alone(u64 pointer, u64 bytes) const;
    // Room for bytes at the end, as a pointer.
    u32 add(u64 bytes);
    // Changes what the pointer leads to, or lets it lead to something new. `wanted`: elements that users ask for.
    template <class Value>
    void put(Regions<Value>& regions, u32& pointer, Value value, u64 wanted = 1);

    u64 added_bytes() const { return added_; }
    // The document with what was added; the error says why it cannot be. `base`: what it was.
    Result<std::unique_ptr<thaw::Document>> applied(const File& base);

private:
    bool is_described_once(u64 pointer, u64 bytes) const;
    template <class Row>
    bool spoils(u64 place, const Row& then, const Row& now) const;
    bool spoils_heads(const File& base) const;
    using Targets = std::map<u64, u64>;  // by place of the pointer
    bool is_stale(u64 place, u64 target) const;
    std::string relisted(PointerMap* map, const Targets& targets) const;

    Document& document_;
    std::vector<u8> uses_{};         // by byte of the body: how many fields have it; 2 stands for more
    std::map<u64, u32> pointers_{};  // how many lead to a place
    Targets targets_{};
    bool can_grow_ = false;  // no table goes on behind the end of the body
    u64 added_ = 0;
};

inline u64 disk_size(const CommandList& list) { return 4 + list.commands.size() * Command::disk_bytes; }
inline u64 disk_size(const TextureLayout&) { return TextureLayout::disk_bytes; }
u64 disk_size(const AnimTextureList& list);
template <class Row>
u64 disk_size(const std::vector<Row>& rows) {
    return rows.size() * Row::disk_bytes;
}

template <class Value>
void Room::put(Regions<Value>& regions, u32& pointer, Value value, u64 wanted) {
    const u64 bytes = disk_size(value);
    const std::size_t region = regions.index_of(document_.file->place(pointer));
    const bool fits = pointer != 0 && region < regions.size() && disk_size(regions[region].value) == bytes;
    if (!fits || !is_alone(pointer, bytes)) pointer = add(bytes);
    regions[regions.want(document_.file->place(pointer), wanted)].value = std::move(value);
}

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
    Images& images;
    double farthest = 0;         // that a point is from where it was put, in metres
    bool points_stored = false;  // at least one is on another step of the grid

    const Scene& before() const { return *input.base_scene; }
    const Scene& after() const { return input.scene; }
    Mesh& mesh(const EditedMesh& of) { return file.mesh_lists[of.list].value[of.index]; }
};

// What of the file the frames of the scene are; none if it does not show all of them.
std::vector<ShownFrame> frames_shown(EditWork& work, const EditedMesh& mesh);

// Each changes the document, or says why it cannot be done in place.
std::string edit_points(EditWork& work, const EditedMesh& mesh);
std::string edit_faces(EditWork& work, const EditedMesh& mesh);

struct FaceLook {
    std::array<u8, 3> colours{};  // of oldest, middle, newest corner
    u16 texture = 0;
    bool one_sided = false;

    bool operator==(const FaceLook&) const = default;
};
FaceLook look_of(const Face& face);
// The same list where nothing differs. Corners that a strip keeps, and that have another colour on its next face, are
// recoloured by a word of their own (R8).
std::vector<Command> with_looks(const CommandList& list, const std::vector<FaceLook>& looks);

}  // namespace thaw::ctr
