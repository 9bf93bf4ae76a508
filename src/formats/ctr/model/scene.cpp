#include "formats/ctr/model/scene.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/shared/options.hpp"
#include "scene/loops.hpp"
#include "scene/maths.hpp"

namespace thaw::ctr {

namespace {

constexpr double usual_fps = 30;  // a frame a tick of the game
constexpr u64 node_bytes = 512;
constexpr u64 key_bytes = 64;
constexpr u32 four_times_flag = 0x08000000;  // of an instance
constexpr double pi = 3.14159265358979323846;

Status check_options(const SceneOptions& options) {
    const double fps = options.fps.value_or(usual_fps);
    if (fps >= 0.001 && fps <= 1000) return Done{};
    return Error{Code::bad_value, "a rate of " + text::number(fps) + " frames a second is not one to play"};
}

class SceneMaker {
public:
    SceneMaker(SceneWork& work) : work_(work), materials_(work) {
        const File& file = work.file;
        for (std::size_t i = 0; i < file.level.instances.size(); ++i) {
            const Instance& instance = file.level.instances[i];
            const bool is_nothing = instance.scale[0] == 0 || instance.scale[1] == 0 || instance.scale[2] == 0;
            const std::size_t model = file.models.index_of(file.place(instance.model));
            if (is_nothing || instance.model == 0 || model >= file.models.size()) continue;
            instances_[model].push_back(i);
            right_ = std::max(right_, transform_of(instance).translation.x);
            is_first_ = false;
        }
    }

    void run() {
        const auto& models = work_.file.models;
        if (models.size() == 0) {
            work_.reporter.report(issue::no_models, [] { return Finding{{}, "at least 1", "none"}; });
        }
        if (models.size() != 1 || work_.options.raw) add_top();
        for (std::size_t m = 0; m < models.size(); ++m) {
            if (!work_.budget.take(node_bytes)) return report_rest(m);
            add_model(m);
        }
    }

    std::size_t levels() const { return levels_; }
    std::size_t slots() const { return materials_.slots(); }

private:
    struct LevelNode {
        u32 node = no_index;
        const ShownMesh* shown = nullptr;
    };

    void add_top() {
        top_ = static_cast<u32>(work_.scene.nodes.size());
        Node node;
        node.name = work_.scene.name;
        const auto scale = static_cast<f32>(metres_per_unit);
        if (work_.options.raw) node.local.scale = {scale, scale, scale};
        work_.scene.nodes.push_back(std::move(node));
    }

    void report_rest(std::size_t m) {
        work_.reporter.report(issue::too_much, [&] {
            return Finding{field_path("models", m), {}, text::plural(work_.file.models.size(), "model")};
        });
    }

    void add_model(std::size_t m) {
        const Model& model = work_.file.models[m].value;
        const auto node = static_cast<u32>(work_.scene.nodes.size());
        Node out;
        out.name = text::to_utf8(text::until_nul(model.name));
        out.parent = top_;
        out.extras.set("thaw_id", model.id);
        work_.scene.nodes.push_back(std::move(out));
        const std::size_t list = work_.file.mesh_lists.index_of(work_.file.place(model.meshes));
        const bool listed = model.meshes != 0 && model.num_meshes > 0 && list < work_.file.mesh_lists.size();
        const std::size_t there = listed ? work_.file.mesh_lists[list].value.size() : 0;
        const std::size_t count = std::min(there, static_cast<std::size_t>(std::max<i16>(0, model.num_meshes)));
        if (count == 0) {
            work_.reporter.report(issue::no_meshes,
                                  [&] { return Finding{field_path("models", m, "meshes"), "at least 1", "none"}; });
            return;
        }
        levels_ = std::max(levels_, count);
        std::vector<LevelNode> levels;
        const std::size_t first = work_.options.all_lods ? 0 : level_asked_for(count);
        const std::size_t last = work_.options.all_lods ? count : first + 1;
        for (std::size_t i = first; i < last; ++i) {
            if (!work_.budget.take(node_bytes)) {
                report_rest(m);
                break;
            }
            levels.push_back(add_level(node, list, i));
        }
        const auto placed = instances_.find(m);
        if (placed == instances_.end()) {
            place(node, levels);
        } else {
            add_instances(node, placed->second, levels);
        }
        add_clips(model, levels);
    }

    // Where the level has the model: the first instance is the model's own node, the others are nodes beside it.
    void add_instances(u32 node, const std::vector<std::size_t>& numbers, std::vector<LevelNode>& levels) {
        for (const std::size_t i : numbers) {
            const Instance& instance = work_.file.level.instances[i];
            if (i == numbers.front()) {
                work_.scene.nodes[node].local = transform_of(instance);
                work_.scene.nodes[node].extras.set("thaw_instance", i);
                continue;
            }
            if (levels.empty()) return;
            if (!work_.budget.take(node_bytes)) {
                return work_.reporter.report(issue::too_much, [&] {
                    return Finding{field_path("instances", i), {}, text::plural(numbers.size(), "instance")};
                });
            }
            Node copy;
            copy.name = text::to_utf8(text::until_nul(instance.name));
            copy.parent = top_;
            copy.local = transform_of(instance);
            copy.mesh = levels.front().shown->mesh;
            copy.extras.set("thaw_instance", i);
            work_.scene.nodes.push_back(std::move(copy));
            levels.push_back({static_cast<u32>(work_.scene.nodes.size() - 1), levels.front().shown});
        }
    }

    // Turned about Z first, then X, then Y; after it was scaled.
    Transform transform_of(const Instance& instance) const {
        const auto turn = [&](Vec3 axis, std::size_t i) {
            constexpr double full_turn = 4096;
            return axis_rotation(axis, instance.rotation[i] / full_turn * 2 * pi);
        };
        const double size = (instance.flags & four_times_flag) != 0 ? 4 : 1;
        Transform out;
        for (const auto& [field, i] : {std::pair(&Vec3::x, 0u), std::pair(&Vec3::y, 1u), std::pair(&Vec3::z, 2u)}) {
            out.translation.*field = static_cast<f32>(instance.position[i] * work_.unit);
            out.scale.*field = static_cast<f32>(instance.scale[i] / 4096.0 * size);
        }
        out.rotation = normalised(turn({0, 1, 0}, 1) * turn({1, 0, 0}, 0) * turn({0, 0, 1}, 2));
        return out;
    }

    std::size_t level_asked_for(std::size_t count) const {
        const double asked = work_.options.lod.value_or(0);
        if (!(asked > 0)) return 0;
        return asked < static_cast<double>(count) ? static_cast<std::size_t>(asked) : count - 1;
    }

    LevelNode add_level(u32 parent, std::size_t list, std::size_t i) {
        const auto [known, is_new] = shown_.try_emplace(std::pair(list, i));
        if (is_new) known->second = add_mesh(work_, materials_, list, i);
        Node node;
        node.name = text::to_utf8(text::until_nul(work_.file.mesh_lists[list].value[i].name));
        node.parent = parent;
        node.mesh = known->second.mesh;
        node.extras.set("thaw_lod", i);
        work_.scene.nodes.push_back(std::move(node));
        return {static_cast<u32>(work_.scene.nodes.size() - 1), &known->second};
    }

    // Models of a pack stand side by side, none within another.
    void place(u32 node, const std::vector<LevelNode>& levels) {
        f32 low = 0, high = 0;
        for (const LevelNode& level : levels) {
            if (level.shown->mesh == no_index) continue;
            for (const Vec3 p : work_.scene.meshes[level.shown->mesh].points) {
                low = std::min(low, p.x);
                high = std::max(high, p.x);
            }
        }
        const f32 x = is_first_ ? 0 : right_ + (high - low) * 0.25f - low;
        is_first_ = false;
        work_.scene.nodes[node].local.translation.x = x;
        right_ = x + high;
    }

    // The game goes by the first level's animations for all of them.
    void add_clips(const Model& model, const std::vector<LevelNode>& levels) {
        if (levels.empty()) return;
        const auto& clips = levels.front().shown->clips;
        for (std::size_t c = 0; c < clips.size(); ++c) {
            Clip clip;
            clip.name = clips[c].name;
            if (work_.file.models.size() > 1) clip.name = text::to_utf8(text::until_nul(model.name)) + ": " + clip.name;
            clip.extras.set("fps", work_.fps).set("frames", clips[c].played).set("half_rate", clips[c].half_rate);
            for (const LevelNode& level : levels) {
                if (c >= level.shown->clips.size() || level.shown->mesh == no_index) continue;
                if (!work_.budget.take(key_bytes * level.shown->clips[c].stored)) continue;
                add_channel(clip, level.node, level.shown->clips[c]);
            }
            if (clip.channels.empty()) {
                work_.reporter.report(issue::too_much,
                                      [&] { return Finding{field_path("models"), {}, "clip " + clip.name}; });
                continue;
            }
            const double end = std::max<u32>(1, clips[c].played) / work_.fps;
            finish_clip(work_.scene, clip, static_cast<f32>(end), work_.options.loop);
            work_.scene.clips.push_back(std::move(clip));
        }
    }

    void add_channel(Clip& clip, u32 node, const ClipFrames& source) {
        Channel channel;
        channel.node = node;
        channel.path = Path::frame;
        std::vector<f32> times;
        for (u32 k = 0; k < source.stored; ++k) {
            // Between two stored frames of half the rate the game shows their middle, and so does a viewer.
            times.push_back(static_cast<f32>((source.half_rate ? 2 * k : k) / work_.fps));
            channel.frames.push_back(source.first + k);
        }
        const auto same = std::find(clip.timelines.begin(), clip.timelines.end(), times);
        channel.timeline = static_cast<u32>(same - clip.timelines.begin());
        if (same == clip.timelines.end()) clip.timelines.push_back(std::move(times));
        clip.channels.push_back(std::move(channel));
    }

    SceneWork& work_;
    Materials materials_;
    u32 top_ = no_index;
    std::map<std::pair<std::size_t, std::size_t>, ShownMesh> shown_{};
    bool is_first_ = true;
    std::size_t levels_ = 0;                                       // of the model that has most
    f32 right_ = 0;                                                // where the last model ends
    std::map<std::size_t, std::vector<std::size_t>> instances_{};  // by model
};

// What a level does with its models, in full.
void tell_instances(SceneWork& work) {
    json::Array out;
    const auto numbers = [](const auto& values) {
        json::Array list;
        for (const auto value : values) list.push_back(value);
        return list;
    };
    for (const Instance& each : work.file.level.instances) {
        json::Value one;
        one.set("name", text::to_utf8(text::until_nul(each.name)));
        one.set("model", work.file.models.index_of(work.file.place(each.model))).set("flags", each.flags);
        one.set("scale", numbers(each.scale)).set("position", numbers(each.position));
        one.set("rotation", numbers(each.rotation)).set("model_id", each.model_id);
        out.push_back(std::move(one));
    }
    if (!out.empty()) work.scene.extras.set("thaw_instances", json::to_text(std::move(out)));
}

}  // namespace

namespace {

SceneWork work_on(const File& file, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    return {file, bundle, options, IssueReporter(Profile::spec, issues, "ctr"),
            Budget(std::max<u64>(bundle.size(), file.image.size()))};
}

}  // namespace

// What a scene has is known when it is made; a still is made quickly.
std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options) {
    if (!document.file) return {};
    SceneOptions still = options;
    still.frame = 0;
    Issues ignored;
    SceneWork work = work_on(*document.file, bundle, still, ignored);
    SceneMaker maker(work);
    maker.run();
    return {frame_range(work.most_frames), level_range(maker.levels()), slot_range(maker.slots())};
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    if (const Status status = check_options(options); !status) return status.error();
    if (!document.file) return Error{Code::missing_part, "a pointer map alone has no shape to show"};
    SceneWork work = work_on(*document.file, bundle, options, issues);
    work.unit = options.raw ? 1 : metres_per_unit;
    work.fps = options.fps.value_or(usual_fps);
    work.scene.name = model_name(bundle.name_of("ctr"));
    SceneMaker(work).run();
    if (options.frame && *options.frame >= work.most_frames) {
        return Error{Code::bad_value, "there is no frame " + std::to_string(*options.frame) + ": the model has " +
                                          text::plural(work.most_frames, "frame")};
    }
    tell_instances(work);
    return std::move(work.scene);
}

}  // namespace thaw::ctr
