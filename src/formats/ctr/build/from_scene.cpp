#include "formats/ctr/build/from_scene.hpp"

#include <algorithm>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/ctr/build/issues.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/parts.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ctr {

bool BuildWork::exceeds(const std::string& path, const std::string& limit, const std::string& found,
                        const std::string& change) {
    if (options.fit) {
        issues.add(thaw::issue::fitted, "ctr", path, limit, change);
        return true;
    }
    refuse(path, limit, found);
    return false;
}

void BuildWork::refuse(const std::string& path, const std::string& limit, const std::string& found) {
    issues.add(thaw::issue::limit_exceeded, "ctr", path, limit, found);
    if (!refused) {
        refused =
            Error{Code::unrepresentable, path + ": at most " + limit + " in a Crash Team Racing model, not " + found};
    }
}

void BuildWork::refuse(const IssueKind& kind, const std::string& path) {
    const Issue issue{&kind, kind.severity, "ctr", path};
    issues.add(issue);
    if (!refused) refused = Error{Code::unrepresentable, message_of(issue)};
}

std::string BuildWork::name(const std::string& wanted, const char* what) {
    std::string out;
    std::size_t odd = 0;
    for (std::string_view rest = wanted; !rest.empty();) {
        const char32_t point = text::take_point(rest);
        const bool readable = point >= 0x20 && point <= 0x7E;
        odd += readable ? 0 : 1;
        out += readable ? static_cast<char>(point) : '_';
    }
    if (odd > 0) {
        issues.add(issue::characters_replaced, "ctr", wanted, what, text::plural(odd, "unusual character"));
    }
    if (out.size() > name_bytes && exceeds(wanted, text::plural(name_bytes, "character"), std::to_string(out.size()),
                                           "name cut to " + out.substr(0, name_bytes))) {
        out.erase(name_bytes);
    }
    return out;
}

namespace {

constexpr u16 first_lod_distance = 1000;

Error nothing_to_make() { return {Code::unrepresentable, "the scene has no triangles to make a model of"}; }

class Builder {
public:
    Builder(const Scene& scene, const std::vector<Clip>& clips, const SceneInput& input, const BuildOptions& options,
            Issues& issues, const File* base)
        : base_(base),
          source_points_(input.source_points),
          work_{scene, clips, options, issues, input.context, base == nullptr ? nullptr : &input},
          memory_(base == nullptr ? MemoryEdit() : MemoryEdit(input)),
          images_(work_, memory_) {}

    Result<Built> run(const std::vector<ModelNodes>& models) {
        for (const ModelNodes& model : models) {
            for (const LevelNodes& level : model.levels) flatten_level(level);
        }
        if (work_.context.cancelled()) return stopped_on_request();
        images_.place();
        std::size_t flat = 0;
        FilePlan plan;
        plan.kind = models.size() > 1 ? Kind::pack : Kind::model;
        for (const ModelNodes& model : models) plan.models.push_back(model_plan(model, models.size() > 1, flat));
        images_.report();
        report_clips();
        if (work_.refused) return *work_.refused;
        // Triangles that are only lines or points make no mesh.
        std::erase_if(plan.models, [](const ModelPlan& model) { return model.meshes.empty(); });
        if (plan.models.empty()) return nothing_to_make();
        return written(plan);
    }

private:
    void flatten_level(const LevelNodes& level) {
        build::FlattenOptions options;
        options.nodes = level.nodes;
        flats_.push_back(build::flatten(work_.scene, source_points_, options, work_.issues));
        for (const build::FlatTriangle& triangle : flats_.back().triangles) images_.use(triangle);
    }

    ModelPlan model_plan(const ModelNodes& model, bool one_of_many, std::size_t& flat) {
        ModelPlan out;
        const bool own_name = work_.options.name.empty() || one_of_many || base_ != nullptr;
        std::string name = own_name ? model.name : work_.options.name;
        if (name.empty()) name = "model";
        out.name = work_.name(name, "model");
        out.id = model_id(model);
        const std::string prefix = one_of_many ? model.name + ": " : std::string();
        if (model.levels.size() > most_levels) refuse_levels(name, model.levels.size());
        for (std::size_t i = 0; i < model.levels.size(); ++i) {
            const auto base = base_level(work_, memory_, model.levels[i]);
            auto mesh = mesh_plan(work_, images_, model.levels[i], flats_[flat++], prefix, base);
            if (!mesh) continue;
            mesh->name = base ? work_.name(work_.scene.nodes[base->node].name, "level of detail")
                              : level_name(model, i, out.name);
            out.meshes.push_back(std::move(*mesh));
        }
        if (base_ != nullptr) keep_other_levels(model, out);
        settle_distances(model, out);
        return out;
    }

    void refuse_levels(const std::string& name, std::size_t count) {
        work_.refuse(name, text::plural(most_levels, "level") + " of detail", std::to_string(count));
    }

    // Levels that the scene does not show stay as they were.
    void keep_other_levels(const ModelNodes& model, ModelPlan& plan) {
        std::set<i64> shown;
        for (const LevelNodes& level : model.levels) {
            for (const u32 node : level.nodes) {
                shown.insert(build::integer_in(work_.scene.nodes[node].extras, "thaw_lod").value_or(0));
            }
        }
        const auto levels = base_->mesh_lists.size() == 0 ? std::vector<Mesh>() : base_->mesh_lists[0].value;
        if (levels.size() > most_levels) return refuse_levels(model.name, levels.size());
        Budget budget(base_->image.size());
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (shown.contains(static_cast<i64>(i))) continue;
            if (!budget.take(bytes_in_plan(*base_, levels[i]))) {
                return work_.refuse(issue::levels_shared, model.name);
            }
            const std::size_t at = std::min(i, plan.meshes.size());
            plan.meshes.insert(plan.meshes.begin() + static_cast<std::ptrdiff_t>(at), plan_of(*base_, levels[i]));
        }
    }

    // What nobody knows the meaning of.
    void keep_unknown(Document& document) const {
        if (document.file->mesh_lists.size() == 0 || base_->mesh_lists.size() == 0) return;
        auto& now = document.file->mesh_lists[0].value;
        const auto& then = base_->mesh_lists[0].value;
        for (std::size_t i = 0; i < std::min(now.size(), then.size()); ++i) {
            now[i].unknown_0x10 = then[i].unknown_0x10;
            now[i].padding = then[i].padding;
        }
    }

    i16 model_id(const ModelNodes& model) {
        if (model.node == no_index) return -1;
        const auto stored = build::integer_in(work_.scene.nodes[model.node].extras, "thaw_id");
        if (!stored) return -1;
        if (*stored >= -1 && *stored <= last_known_id) return static_cast<i16>(*stored);
        work_.exceeds(model.name, "model number " + std::to_string(last_known_id), std::to_string(*stored),
                      "model found by its name instead of number " + std::to_string(*stored));
        return -1;
    }

    std::string level_name(const ModelNodes& model, std::size_t i, const std::string& model_name) {
        if (!model.levels[i].name.empty()) return work_.name(model.levels[i].name, "level of detail");
        const std::size_t count = model.levels.size();
        const std::string ending = i == 0 ? "_hi" : i + 1 == count ? "_low" : "_med";
        return model_name.substr(0, std::min(model_name.size(), name_bytes - ending.size())) + ending;
    }

    // Each level reaches farther than the one before, and the last one everywhere.
    void settle_distances(const ModelNodes& model, ModelPlan& plan) {
        bool is_ascending = true;
        for (std::size_t i = 0; i < plan.meshes.size(); ++i) {
            const u16 distance = plan.meshes[i].lod_distance;
            is_ascending = is_ascending && distance > (i == 0 ? 0 : plan.meshes[i - 1].lod_distance);
        }
        if (is_ascending) return;
        for (std::size_t i = 0; i < plan.meshes.size(); ++i) {
            plan.meshes[i].lod_distance =
                i + 1 == plan.meshes.size() ? always_drawn : static_cast<u16>(first_lod_distance * (i + 1));
        }
        if (plan.meshes.size() < 2) return;
        work_.issues.add(issue::levels_assumed, "ctr", model.name, {}, text::plural(first_lod_distance, "unit"));
    }

    void report_clips() {
        for (const Clip& clip : work_.clips) {
            const auto moves = [&](const build::Flat& flat) {
                return std::any_of(flat.frames.begin(), flat.frames.end(),
                                   [&](const build::FlatFrame& frame) { return frame.clip == &clip; });
            };
            if (std::any_of(flats_.begin(), flats_.end(), moves)) continue;
            work_.issues.add(issue::still_clip, "ctr", clip.name);
        }
    }

    Result<Built> written(const FilePlan& plan) {
        auto model = read(format, lay_out(plan));
        if (!model) return model.error();
        Built out;
        if (base_ != nullptr) keep_unknown(static_cast<Document&>(*model->document));
        out.document = std::move(model->document);
        if (auto memory = images_.video_memory()) out.companions.push_back({"vrm", ".vrm", std::move(*memory)});
        return out;
    }

    const File* base_;
    std::span<const std::vector<u32>> source_points_;
    BuildWork work_;
    MemoryEdit memory_;
    Images images_;
    std::vector<build::Flat> flats_{};
};

}  // namespace

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    Scene scene = input.scene;
    const File* base = nullptr;
    if (input.edit != nullptr) {
        const auto& document = static_cast<const Document&>(*input.base->document);
        base = document.file ? &*document.file : nullptr;
        if (base != nullptr && base->kind != Kind::model) {
            // Why it could not be is a finding by now.
            std::string why = input.edit->structural_change();
            for (const Issue& issue : issues.list()) {
                if (why.empty() && issue.is(thaw::issue::base_rebuilt)) why = issue.found;
            }
            return Error{Code::unrepresentable,
                         "a pack or level can only be edited in place" + (why.empty() ? why : ": " + why)};
        }
    }
    const std::vector<Clip> clips = std::move(scene.clips);
    scene.clips.clear();
    const auto models = models_in(scene);
    if (models.empty()) return nothing_to_make();
    // Models of a pack stand side by side only to be looked at.
    if (models.size() > 1) {
        for (const ModelNodes& model : models) scene.nodes[model.node].local.translation = {};
    }
    for (Node& node : scene.nodes) {
        if (node.extras.find("thaw_instance") != nullptr) node.local = {};  // where a level had it
    }
    return Builder(scene, clips, input, options, issues, base).run(models);
}

}  // namespace thaw::ctr
