#include "formats/unreal/modeldef.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "formats/unreal/modeldef_text.hpp"
#include "formats/unreal/transform.hpp"

namespace thaw::unreal {

namespace {

// 700 in all files of the largest mod known; the bound keeps a hostile text from costing more than its size justifies.
constexpr std::size_t max_models = 8192;
// What one line says may be repeated by many; longer words are cut.
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_path = 512;
constexpr std::size_t most_letters = 29;  // A to ]

// A map unit is 1/32 m: the player, 56 units high, is 1.75 m then.
constexpr double unreal_units_per_map_unit = 1 / 32.0 / metres_per_unit;

std::string cut(const std::string& word, std::size_t longest) { return word.substr(0, longest); }

class Parser {
public:
    explicit Parser(Bytes bytes) : words_(bytes) {}

    std::vector<ModeldefModel> run() {
        while (!words_.at_end()) {
            const bool model = text::equal_ignoring_case(words_.word(), "model");
            words_.take();
            if (!model) continue;
            const std::string name = words_.value();
            if (words_.is('{')) block(name);
        }
        return std::move(models_);
    }

private:
    // A block's lines change how models are shown from the next FrameIndex on.
    void block(const std::string& name) {
        words_.take();
        by_index_.clear();
        const std::size_t first = models_.size();
        use_ = ModeldefUse{.class_name = cut(name, longest_name)};
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
        const auto own = models_.begin() + static_cast<std::ptrdiff_t>(first);
        for (auto model = own; model != models_.end(); ++model) {
            if (model->shown.empty()) settle(*model);
        }
        models_.erase(std::remove_if(own, models_.end(), [](const ModeldefModel& m) { return m.file.empty(); }),
                      models_.end());
    }

    void apply(const std::string& keyword, u64 offset) {
        if (keyword == "path") {
            path_ = cut(words_.value(), longest_path);
        } else if (keyword == "model") {
            ModeldefModel* model = at(words_.integer());
            std::string file = words_.value();
            if (model == nullptr || !model->shown.empty()) return;
            model->file = std::move(file);
            model->path = path_;
            model->offset = offset;
        } else if (keyword == "skin") {
            ModeldefModel* model = at(words_.integer());
            std::string file = words_.value();
            if (model != nullptr && model->shown.empty()) model->skin = std::move(file);
        } else if (keyword == "surfaceskin") {
            ModeldefModel* model = at(words_.integer());
            const i64 slot = words_.integer();
            std::string file = words_.value();
            if (model != nullptr && model->shown.empty()) model->surface_skins.emplace_back(slot, std::move(file));
        } else if (keyword == "scale") {
            for (double& e : use_.scale) e = words_.number();
        } else if (keyword == "offset") {
            for (double& e : use_.offset) e = words_.number();
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
        const std::string sprite = cut(words_.value(), longest_name);
        const std::string letters = cut(words_.value(), most_letters);
        ModeldefModel* model = at(words_.integer());
        const i64 frame = words_.integer();
        if (model == nullptr) return;
        if (model->shown.empty()) settle(*model);
        for (const char letter : letters) {
            // "\" and "[" and "]" are frames too; what else there may be is none.
            const char upper = text::upper(letter);
            if (upper >= 'A' && upper <= ']') model->shown.push_back({sprite, upper, frame, offset});
        }
    }

    void settle(ModeldefModel& model) {
        const i64 index = model.use.index;
        model.use = use_;
        model.use.index = index;
    }

    ModeldefModel* at(i64 index) {
        const auto [found, added] = by_index_.try_emplace(index, models_.size());
        if (!added) return found->second < models_.size() ? &models_[found->second] : nullptr;
        if (models_.size() >= max_models) return nullptr;
        models_.push_back({.use = {.index = index}});
        return &models_.back();
    }

    ModeldefWords words_;
    std::vector<ModeldefModel> models_;
    std::map<i64, std::size_t> by_index_;  // of the block
    ModeldefUse use_;
    std::string path_;
};

SkinSlot skin_slot(const ModeldefModel& model, i64 slot, const std::string& name) {
    SkinSlot out{slot, name, {}};
    // A name without an ending is a texture of the game or the mod, and no file of this folder.
    if (base_name(name).find('.') == std::string_view::npos) return out;
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
        return !name.empty() && (text::equal_ignoring_case(base_name(name), base_name(model.file)) ||
                                 text::equal_ignoring_case(base_name(name), twin));
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
    for (const auto& [slot, name] : model.surface_skins) {
        if (slot < 0 || slot > 255) continue;
        std::erase_if(mesh.skins, [s = slot](const SkinSlot& skin) { return skin.slot == s; });
        if (!name.empty()) mesh.skins.push_back(skin_slot(model, slot, name));
    }
    if (!model.skin.empty()) mesh.every_slot = skin_slot(model, 0, model.skin);
    return mesh;
}

}  // namespace

std::vector<ModeldefModel> parse_modeldef(Bytes bytes) { return Parser(bytes).run(); }

std::optional<Mesh> mesh_in_modeldefs(std::span<const Blob> files, std::string_view data_name,
                                      std::string_view aniv_name) {
    std::optional<ModeldefModel> best;
    for (const Blob& file : files) {
        for (ModeldefModel& model : parse_modeldef(file.bytes())) {
            const bool better = !best || likeness(model) > likeness(*best);
            if (better && shows(model, data_name, aniv_name)) best = std::move(model);
        }
    }
    if (!best) return std::nullopt;
    return mesh_of(*best);
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
    out.stretch = held ? std::array{k * y, -k * x, k * z} : std::array{k * x, k * y, k * z};
    out.offset = held ? std::array{-k * offset[1], k * offset[0], k * offset[2]}
                      : std::array{k * offset[0], -k * offset[1], k * offset[2]};
    return out;
}

}  // namespace thaw::unreal
