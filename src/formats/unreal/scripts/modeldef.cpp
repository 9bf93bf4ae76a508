#include "formats/unreal/scripts/modeldef.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "formats/unreal/scripts/modeldef_records.hpp"

namespace thaw::unreal {

namespace {

// The models of one class, file by file.
class Merging {
public:
    Merging(const ModeldefRecords& records, const ModeldefClass& of) : records_(records), class_(of) {}

    void run(std::vector<ModeldefModel>& out) {
        std::map<std::pair<std::string, char>, std::size_t> last;  // the later copy hides the earlier
        for (std::size_t i = 0; i < class_.copies.size(); ++i) {
            last[{text::lower(class_.copies[i].sprite), class_.copies[i].letter}] = i;
        }
        for (std::size_t i = 0; i < class_.copies.size(); ++i) {
            const ModeldefCopy& copy = class_.copies[i];
            const auto key = std::pair(text::lower(copy.sprite), copy.letter);
            if (const auto found = last.find(key); found != last.end()) {
                add(class_.copies[found->second]);  // where its sprite and letter stood first
                last.erase(found);
            }
        }
        for (const ModeldefLayer& layer : class_.unshown) {
            Merged& merged = of_file(layer);
            if (merged.layers.empty()) merged.use = class_.unshown_use;
            merged.layers.push_back({&layer, nullptr});
        }
        for (const std::string& file : order_) {
            if (out.size() < max_modeldef_models) out.push_back(model_of(merged_[file]));
        }
    }

private:
    struct Seen {
        const ModeldefLayer* layer;
        const ModeldefCopy* copy;  // null: of none
    };
    struct Merged {
        std::vector<Seen> layers{};
        std::size_t use = 0;
    };

    void add(const ModeldefCopy& copy) {
        for (std::size_t i = 0; i < copy.count; ++i) {
            const ModeldefLayer& layer = records_.layers[copy.first + i];
            Merged& merged = of_file(layer);
            if (merged.layers.empty()) merged.use = copy.use;
            merged.layers.push_back({&layer, &copy});
        }
    }

    Merged& of_file(const ModeldefLayer& layer) {
        std::string key = text::lower(text::file_name(records_.files[layer.file].name));
        const auto [found, added] = merged_.try_emplace(key);
        if (added) order_.push_back(std::move(key));
        return found->second;
    }

    // How much of the model an index dresses.
    std::size_t weight(const ModeldefLayer& layer) const {
        if (layer.skin != ModeldefLayer::none) return 256;
        std::set<i64> slots;
        for (const auto& line : lines(layer)) {
            if (line.name.empty()) {
                slots.erase(line.slot);
            } else {
                slots.insert(line.slot);
            }
        }
        return slots.size();
    }

    std::span<const ModeldefModel::Surface> lines(const ModeldefLayer& layer) const {
        return std::span(records_.surfaces[layer.list]).first(layer.lines);
    }

    ModeldefModel model_of(const Merged& merged) {
        const ModeldefLayer& first = *merged.layers.front().layer;
        const ModeldefRecords::File& file = records_.files[first.file];
        ModeldefModel out{
            .use = records_.uses[merged.use], .path = file.path, .file = file.name, .offset = file.offset};
        out.use.index = first.index;
        wear(merged, out);
        play(merged, out);
        return out;
    }

    // What an index wears first is what it wears; several at once dress what the others leave out.
    void wear(const Merged& merged, ModeldefModel& out) const {
        std::set<std::pair<std::size_t, std::size_t>> known;  // lists as they were
        std::set<i64> dressed;
        for (const Seen& seen : merged.layers) {
            const ModeldefLayer& layer = *seen.layer;
            if (layer.skin != ModeldefLayer::none) {
                const std::string& skin = records_.names[layer.skin];
                (out.surfaces.empty() ? out.skin : out.bare_skin) = skin;
                if (out.surfaces.empty()) return;
                continue;
            }
            if (!known.emplace(layer.list, layer.lines).second) continue;
            std::map<i64, const std::string*> now;
            for (const auto& line : lines(layer)) now[line.slot] = &line.name;
            for (const auto& [slot, name] : now) {
                if (!name->empty() && dressed.insert(slot).second) out.surfaces.push_back({slot, *name});
            }
        }
    }

    // Of several indices that show the file at once, the one that dresses most of it.
    void play(const Merged& merged, ModeldefModel& out) const {
        std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> weights;
        const auto weight_of = [&](const ModeldefLayer& layer) {
            const auto [found, added] = weights.try_emplace({layer.skin, layer.list, layer.lines});
            if (added) found->second = weight(layer);
            return found->second;
        };
        for (std::size_t i = 0; i < merged.layers.size();) {
            const ModeldefCopy* copy = merged.layers[i].copy;
            const ModeldefLayer* best = merged.layers[i].layer;
            for (++i; i < merged.layers.size() && merged.layers[i].copy == copy && copy != nullptr; ++i) {
                const ModeldefLayer* other = merged.layers[i].layer;
                const bool hidden = best->frame < 0;
                if (other->frame >= 0 && (hidden || weight_of(*other) > weight_of(*best))) best = other;
            }
            if (copy != nullptr) out.shown.push_back({copy->sprite, copy->letter, best->frame, copy->offset});
        }
    }

    const ModeldefRecords& records_;
    const ModeldefClass& class_;
    std::map<std::string, Merged> merged_;
    std::vector<std::string> order_;
};

SkinSlot skin_slot(const ModeldefModel& model, i64 slot, const std::string& name) {
    SkinSlot out{slot, name, {}};
    // A name without an ending is a texture of the game or the mod, and no file of this folder.
    if (text::file_name(name).find('.') == std::string_view::npos) return out;
    const bool separated = model.path.empty() || model.path.ends_with('/') || model.path.ends_with('\\');
    out.file = model.path + (separated ? "" : "/") + name;
    return out;
}

// One clip a sprite, in the order in which the text has them.
std::vector<Sequence> sequences_of(const ModeldefModel& model) {
    std::vector<Sequence> out;
    std::map<std::string, std::vector<const ModeldefModel::Shown*>> sprites;
    std::vector<const std::string*> order;
    for (const auto& shown : model.shown) {
        const auto [found, added] = sprites.try_emplace(text::lower(shown.sprite));
        if (added) order.push_back(&found->first);
        found->second.push_back(&shown);
    }
    for (const std::string* sprite : order) {
        auto& list = sprites[*sprite];
        std::stable_sort(list.begin(), list.end(), [](auto* a, auto* b) { return a->letter < b->letter; });
        Sequence sequence{.name = list.front()->sprite, .rate = modeldef_rate, .offset = list.front()->offset};
        for (std::size_t i = 0; i < list.size(); ++i) {
            // Of several lines about one letter the last counts; a frame below 0 shows nothing.
            const bool last = i + 1 == list.size() || list[i + 1]->letter != list[i]->letter;
            if (last && list[i]->frame >= 0) sequence.listed.push_back(list[i]->frame);
        }
        if (sequence.listed.empty()) continue;
        sequence.start = sequence.listed.front();
        sequence.frames = static_cast<i64>(sequence.listed.size());
        out.push_back(std::move(sequence));
    }
    return out;
}

bool shows(const ModeldefModel& model, std::string_view data_name, std::string_view aniv_name) {
    const std::string twin = twin_name(model.file);
    const auto is = [&](std::string_view name) {
        return !name.empty() && (text::equal_ignoring_case(text::file_name(name), text::file_name(model.file)) ||
                                 text::equal_ignoring_case(text::file_name(name), twin));
    };
    return is(data_name) || is(aniv_name);
}

// How many letters at the start of both names are the same.
std::size_t likeness(const ModeldefModel& model) {
    const std::string_view name = model.use.class_name, stem = model_stem(model.file);
    const std::size_t most = std::min(name.size(), stem.size());
    std::size_t same = 0;
    while (same < most && text::upper(name[same]) == text::upper(stem[same])) ++same;
    return same;
}

Mesh mesh_of(const ModeldefModel& model) {
    Mesh mesh;
    mesh.name = model_stem(model.file);
    mesh.data_file = model.file;
    mesh.aniv_file = twin_name(model.file);
    if (text::ends_with_ignoring_case(mesh.data_file, "_a.3d")) std::swap(mesh.data_file, mesh.aniv_file);
    mesh.modeldef = model.use;
    mesh.offset = model.offset;
    mesh.sequences = sequences_of(model);
    for (const auto& [slot, name] : model.surfaces) {
        if (slot >= 0 && slot <= 255) mesh.skins.push_back(skin_slot(model, slot, name));
    }
    if (!model.skin.empty()) mesh.every_slot = skin_slot(model, 0, model.skin);
    if (!model.bare_skin.empty()) mesh.bare_slots = skin_slot(model, 0, model.bare_skin);
    return mesh;
}

}  // namespace

Modeldef parse_modeldef(Bytes bytes) {
    const Blob file = Blob::copy_of(bytes);
    return parse_modeldefs(std::span(&file, 1));
}

Modeldef parse_modeldefs(std::span<const Blob> files) {
    ModeldefRecords records;
    for (const Blob& file : files) read_records(file.bytes(), records);
    Modeldef out;
    for (const ModeldefClass& one : records.classes) Merging(records, one).run(out.models);
    return out;
}

std::optional<Mesh> mesh_in_modeldefs(std::span<const Blob> files, std::string_view data_name,
                                      std::string_view aniv_name) {
    const Modeldef modeldef = parse_modeldefs(files);
    const ModeldefModel* best = nullptr;
    for (const ModeldefModel& model : modeldef.models) {
        const bool better = best == nullptr || likeness(model) > likeness(*best);
        if (better && shows(model, data_name, aniv_name)) best = &model;
    }
    if (best == nullptr) return std::nullopt;
    return mesh_of(*best);
}

std::vector<NamedModel> models_of_modeldef(const Part& modeldef) {
    std::vector<NamedModel> out;
    std::set<std::string> known;
    for (const ModeldefModel& model : parse_modeldef(modeldef.bytes.bytes()).models) {
        const Mesh mesh = mesh_of(model);
        if (mesh.aniv_file.empty() || !known.insert(text::lower(mesh.name)).second) continue;
        const bool separated = model.path.empty() || model.path.ends_with('/') || model.path.ends_with('\\');
        const std::string folder = model.path + (separated ? "" : "/");
        out.push_back({mesh.name,
                       {{.role = "data", .names = lookup_names(folder + mesh.data_file), .required = true},
                        {.role = "aniv", .names = lookup_names(folder + mesh.aniv_file), .required = true}}});
    }
    return out;
}

// World = scale * turned + offset, where turned are the numbers of the file (standard X, Y / 4 and Z / 2), turned by
// the three angles as Unreal does it, but for the sign of the first. The game's axes are forward, left and up.
Placement placement_of(const ModeldefUse& use, bool deus_ex) {
    constexpr double k = unreal_units_per_map_unit;
    constexpr double turns = 256 / 360.0;
    Placement out;
    if (!deus_ex) out.scale = {0.25, 0.25, 0.5};
    out.yaw = -use.angle * turns;
    out.pitch = use.pitch * turns;
    out.roll = use.roll * turns;
    const auto& [x, y, z] = use.scale;
    const auto& offset = use.offset;
    // What is held before the eyes is placed among the axes of the screen: right, up and towards the player. Those are
    // not mirrored as the world's are, so its first scale is negative, and it is not meant to look mirrored.
    const bool held = x < 0 && y > 0 && z > 0;
    out.stretch = held ? Vec3d{k * y, -k * x, k * z} : Vec3d{k * x, k * y, k * z};
    out.offset =
        held ? Vec3d{-k * offset.y, k * offset.x, k * offset.z} : Vec3d{k * offset.x, -k * offset.y, k * offset.z};
    return out;
}

}  // namespace thaw::unreal
