#include "formats/unreal/scripts/modeldef.hpp"

#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "formats/unreal/scripts/modeldef_text.hpp"

namespace thaw::unreal {

namespace {

// 700 in all files of the largest mod known; the bound keeps a hostile text from costing more than its size justifies.
constexpr std::size_t max_models = 8192;
// What one line says may be repeated by many; longer words are cut.
constexpr std::size_t longest_word = 64;
constexpr std::size_t longest_path = 512;
constexpr i64 no_real_index = 256;
constexpr std::size_t most_letters = 29;  // A to ]

std::string cut(const std::string& word, std::size_t longest) { return word.substr(0, longest); }

class Parser {
public:
    explicit Parser(Bytes bytes) : words_(bytes) {}

    Modeldef run() {
        while (!words_.at_end()) {
            const bool model = text::equal_ignoring_case(words_.word(), "model");
            words_.take();
            if (!model) continue;
            const std::string name = words_.value();
            if (words_.is('{')) block(name);
        }
        return std::move(out_);
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    // What the lines so far set for an index.
    struct Slot {
        ModeldefModel next{};      // the model that a FrameIndex would show
        std::size_t shown = none;  // where in `out_.models` it is, once one has
        std::map<std::string, std::size_t> by_file{};
    };

    void block(const std::string& name) {
        words_.take();
        slots_.clear();
        use_ = ModeldefUse{.class_name = cut(name, longest_word)};
        path_.clear();
        int depth = 1;
        while (!words_.at_end() && depth > 0) {
            if (words_.is('{')) ++depth;
            if (words_.is('}')) --depth;
            const u64 offset = words_.offset();
            const std::string keyword = text::lower(words_.word());
            words_.take();
            if (depth > 0) apply(keyword, offset);
        }
        for (auto& [index, slot] : slots_) fix(index, slot);
    }

    void apply(const std::string& keyword, u64 offset) {
        if (keyword == "path") {
            path_ = cut(words_.value(), longest_path);
        } else if (keyword == "model") {
            const i64 index = words_.integer();
            Slot& slot = at(index);
            fix(index, slot);  // one that no FrameIndex shows counts too
            slot.next.file = cut(words_.value(), longest_path);
            slot.next.path = path_;
            slot.next.offset = offset;
            const auto known = slot.by_file.find(text::lower(slot.next.file));
            slot.shown = known == slot.by_file.end() ? none : known->second;
        } else if (keyword == "skin") {
            Slot& slot = at(words_.integer());
            slot.next.skin = cut(words_.value(), longest_path);
        } else if (keyword == "surfaceskin") {
            Slot& slot = at(words_.integer());
            const i64 surface = words_.integer();
            auto& lines = out_.surface_lines[slot.next.surface_list];
            lines.push_back({surface, words_.value()});
            slot.next.num_surface_lines = lines.size();
        } else if (keyword == "scale") {
            for (double* e : {&use_.scale.x, &use_.scale.y, &use_.scale.z}) *e = words_.number();
        } else if (keyword == "offset") {
            for (double* e : {&use_.offset.x, &use_.offset.y, &use_.offset.z}) *e = words_.number();
        } else if (keyword == "zoffset") {
            use_.offset[2] = words_.number();
        } else if (keyword == "angleoffset") {
            use_.angle = words_.number();
        } else if (keyword == "pitchoffset") {
            use_.pitch = words_.number();
        } else if (keyword == "rolloffset") {
            use_.roll = words_.number();
        } else if (keyword == "frameindex") {
            show(offset);
        }
    }

    void show(u64 offset) {
        const std::string sprite = cut(words_.value(), longest_word);
        const std::string letters = cut(words_.value(), most_letters);
        const i64 index = words_.integer();
        const i64 frame = words_.integer();
        Slot& slot = at(index);
        fix(index, slot);
        if (slot.shown == none) return;
        for (const char letter : letters) {
            // "\" and "[" and "]" are frames too; what else there may be is none.
            const char upper = text::upper(letter);
            if (upper >= 'A' && upper <= ']') {
                out_.models[slot.shown].shown.push_back({sprite, upper, frame, offset});
            }
        }
    }

    // The model of the slot as it is now, if it is not there yet.
    void fix(i64 index, Slot& slot) {
        if (slot.shown != none || slot.next.file.empty() || out_.models.size() >= max_models) return;
        slot.shown = out_.models.size();
        slot.by_file.emplace(text::lower(slot.next.file), slot.shown);
        ModeldefModel& model = out_.models.emplace_back(slot.next);
        model.use = use_;
        model.use.index = index;
    }

    Slot& at(i64 index) {
        // Real ones are below 16. What is no index shares a place, so that a block has few.
        const auto [found, added] = slots_.try_emplace(index >= 0 && index < no_real_index ? index : no_real_index);
        if (added) {
            found->second.next.surface_list = out_.surface_lines.size();
            out_.surface_lines.emplace_back();
        }
        return found->second;
    }

    ModeldefWords words_;
    Modeldef out_;
    std::map<i64, Slot> slots_;  // of the block
    ModeldefUse use_;
    std::string path_;
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

Mesh mesh_of(const Modeldef& modeldef, const ModeldefModel& model) {
    Mesh mesh;
    mesh.name = model_stem(model.file);
    mesh.data_file = model.file;
    mesh.aniv_file = twin_name(model.file);
    if (text::ends_with_ignoring_case(mesh.data_file, "_a.3d")) std::swap(mesh.data_file, mesh.aniv_file);
    mesh.modeldef = model.use;
    mesh.offset = model.offset;
    mesh.sequences = sequences_of(model);
    const auto& lines = modeldef.surface_lines[model.surface_list];
    for (const auto& [slot, name] : std::span(lines).first(model.num_surface_lines)) {
        if (slot < 0 || slot > 255) continue;
        std::erase_if(mesh.skins, [s = slot](const SkinSlot& skin) { return skin.slot == s; });
        if (!name.empty()) mesh.skins.push_back(skin_slot(model, slot, name));
    }
    if (!model.skin.empty()) mesh.every_slot = skin_slot(model, 0, model.skin);
    return mesh;
}

}  // namespace

Modeldef parse_modeldef(Bytes bytes) { return Parser(bytes).run(); }

std::optional<Mesh> mesh_in_modeldefs(std::span<const Blob> files, std::string_view data_name,
                                      std::string_view aniv_name) {
    std::optional<Mesh> best;
    std::size_t most = 0;
    for (const Blob& file : files) {
        const Modeldef modeldef = parse_modeldef(file.bytes());
        for (const ModeldefModel& model : modeldef.models) {
            const bool better = !best || likeness(model) > most;
            if (!better || !shows(model, data_name, aniv_name)) continue;
            best = mesh_of(modeldef, model);
            most = likeness(model);
        }
    }
    return best;
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
