#include "gltf/mesh_columns.hpp"

#include <algorithm>

#include "base/endian.hpp"

namespace thaw::gltf {

namespace {

constexpr u32 most_sets = 16;  // of four influences

u32 influence_sets(const MeshPart& part) {
    u32 sets = 0;
    while (sets < most_sets && part.attributes.find("JOINTS_" + std::to_string(sets)) &&
           part.attributes.find("WEIGHTS_" + std::to_string(sets)))
        ++sets;
    return sets;
}

}  // namespace

MeshColumns::MeshColumns(Reading& r, Ref mesh, const std::vector<MeshPart>& parts)
    : r_(r), parts_(parts), decoded_(parts.size()) {
    u32 sets = 0;
    bool different = false;
    for (const MeshPart& part : parts) {
        sets = std::max(sets, influence_sets(part));
        different = different || part.targets.size() != parts[0].targets.size();
        targets_ = std::max(targets_, part.targets.size());
    }
    if (different) r.input.note(issue::targets, mesh);
    slots_.push_back({"POSITION", 3});
    for (u32 set = 0; set < sets; ++set) {
        slots_.push_back({"JOINTS_" + std::to_string(set), 4});
        slots_.push_back({"WEIGHTS_" + std::to_string(set), 4});
    }
    influence_width_ = sets * 4;
}

Slot MeshColumns::slot(std::size_t index) const {
    if (index < slots_.size()) return slots_[index];
    return {"POSITION", 3, static_cast<u32>(index - slots_.size())};
}

bool MeshColumns::fetch(const Slot& slot, std::vector<Column>& out) {
    out.resize(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (!fetch(slot, parts_[i], decoded_[i], out[i])) return false;
    }
    return true;
}

bool MeshColumns::fetch(const Slot& slot, const MeshPart& part, std::vector<f32>& buffer, Column& out) {
    if (!r_.input.work(part.json, 1)) return false;
    Ref attributes = part.attributes;
    if (slot.target != no_index) {
        attributes = slot.target < part.targets.size() ? part.targets[slot.target] : Ref();
    }
    const Numbers* numbers = attribute_of(r_, part, attributes, slot.name, {slot.width});
    if (!r_.input.ok()) return false;
    static constexpr std::array<u8, 16> zeros{};
    out = {zeros.data(), 0, true};
    if (numbers == nullptr) return true;
    if (numbers->is_plain_floats() && native_order == Order::little && !checks_) {
        const u64 last = numbers->offset + (numbers->count - 1) * numbers->stride;
        if (numbers->view->readable - last >= sizeof(Element)) {
            out = {numbers->data, numbers->stride, false, numbers};
            return r_.input.work(numbers->json, numbers->count);
        }
    }
    if (!r_.accessors.floats(*numbers, buffer)) return false;
    buffer.push_back(0);
    out = {static_cast<const u8*>(static_cast<const void*>(buffer.data())), u64{4} * slot.width, true};
    return true;
}

}  // namespace thaw::gltf
