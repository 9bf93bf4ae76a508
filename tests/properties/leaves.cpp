#include "properties/leaves.hpp"

namespace thaw::test {

void LeafList::enter(const char* name, u64 index, u64) {
    lengths_.push_back(path_.size());
    if (!path_.empty()) path_ += '.';
    path_ += name;
    if (index != Codec::no_index) path_ += '[' + std::to_string(index) + ']';
}

void LeafList::leave(u64) {
    path_.resize(lengths_.back());
    lengths_.pop_back();
}

void LeafList::leaf(const Leaf& leaf) {
    std::string path = path_;
    if (leaf.name != nullptr) {
        if (!path.empty()) path += '.';
        path += leaf.name;
    }
    places.push_back({path, leaf.offset, leaf.raw.size(), width_of(leaf.kind), leaf.meaning.role, leaf.order});
}

std::vector<LeafPlace> leaves_of(const Fixture& fixture, std::size_t part) {
    auto document = fixture.format->blank();
    const Context context;
    for (std::size_t i = 0; i < part; ++i) {  // an aniv file is laid out by its data file
        if (!read_part(*fixture.format, *document, fixture.bundle.parts[i], context)) break;
    }
    LeafList list;
    // A broken file ends in an error here; the leaves before it are what is wanted.
    (void)annotate_part(*fixture.format, *document, fixture.bundle.parts[part], context, list).ok();
    // The fields of a packed file lie in bytes that the file does not have.
    const u64 size = fixture.bundle.parts[part].bytes.size();
    std::erase_if(list.places, [&](const LeafPlace& place) { return place.offset + place.size > size; });
    return list.places;
}

}  // namespace thaw::test
