// The engine's own memory images of models: accepted, rewritten byte for byte, and made again from the DDD they come
// from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thaw/pose.hpp>

#include "formats/soulfu/build/ddd.hpp"
#include "formats/soulfu/build/rdy.hpp"
#include "formats/soulfu/rdy/pose.hpp"
#include "scene/check.hpp"
#include "soulfu/rdy_support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

std::filesystem::path folder() { return corpus_folder() / "soulfu"; }

std::vector<std::string> image_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "engine")) {
        if (entry.path().extension() == ".rdy") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "models")) {
        names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Model image(const std::string& name) {
    auto model = read_rdy(load_file(folder() / "engine" / (name + ".rdy")), name + ".rdy");
    EXPECT_TRUE(model.ok()) << name;
    return std::move(*model);
}

Model source(const std::string& name) {
    auto model = read_ddd(load_file(folder() / "models" / (name + ".DDD")), name + ".DDD");
    EXPECT_TRUE(model.ok()) << name;
    return std::move(*model);
}

rdy::File made(const Model& ddd_model) {
    Issues issues;
    auto file = rdy::build_rdy(document_of(ddd_model), issues);
    EXPECT_TRUE(file.ok());
    return std::move(*file);
}

TEST(RdyCorpus, EveryImageIsAcceptedAndRewrittenByteForByte) {
    const auto names = image_names();
    EXPECT_EQ(names.size(), 11u);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const Model model = image(name);
        const auto written = write(model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        EXPECT_TRUE(written->parts[0].bytes == model.bundle.parts[0].bytes);
        const rdy::File& file = rdy_file_of(model);
        EXPECT_EQ(file.layout, (rdy::Layout{8, 128}));
        EXPECT_EQ(file.variant(), "port64");
        EXPECT_TRUE(file.trailing.empty());
        EXPECT_EQ(rdy::places_of(file).end, model.bundle.parts[0].bytes.size());
    }
}

TEST(RdyCorpus, HaveNoFindings) {
    for (const std::string& name : image_names()) {
        const auto issues = validate(image(name), Profile::game);
        ASSERT_TRUE(issues.ok());
        for (const Issue& issue : issues->list()) {
            ADD_FAILURE() << name << ": " << issue.kind->code << " " << issue.path << " " << issue.found;
        }
    }
}

TEST(RdyCorpus, AreRecognisedWithoutTheirNames) {
    for (const std::string& name : image_names()) {
        const auto detection = detect("", load_file(folder() / "engine" / (name + ".rdy")));
        ASSERT_TRUE(detection.ok()) << name;
        EXPECT_EQ(detection->format->id, "rdy") << name;
        EXPECT_EQ(detection->sniffed.confidence, Confidence::certain) << name;
    }
    for (const std::string& name : model_names()) {
        const auto sniffed = rdy::format.sniff("", load_file(folder() / "models" / (name + ".DDD")), {});
        EXPECT_EQ(sniffed.confidence, Confidence::no) << name;
    }
}

// +0 and -0 count as equal, and nothing else does.
template <std::size_t N>
void expect_same(const std::array<f32, N>& made, const std::array<f32, N>& engine, const char* what, std::size_t i) {
    for (std::size_t k = 0; k < N; ++k) EXPECT_EQ(made[k], engine[k]) << what << " " << i << " " << k;
}

void expect_same_base(const rdy::BaseModel& base, const rdy::BaseModel& engine, double& worst_normal) {
    ASSERT_EQ(base.vertices.size(), engine.vertices.size());
    for (std::size_t v = 0; v < base.vertices.size(); ++v) {
        const rdy::Vertex &a = base.vertices[v], &b = engine.vertices[v];
        expect_same(a.position, b.position, "position", v);
        EXPECT_EQ(a.bones, b.bones) << v;
        EXPECT_EQ(a.weight, b.weight) << v;
        expect_same(a.along, b.along, "along", v);
        expect_same(a.forward, b.forward, "forward", v);
        expect_same(a.side, b.side, "side", v);
        EXPECT_EQ(a.hidden, b.hidden);
        for (std::size_t k = 0; k < 3; ++k) {
            worst_normal = std::max<double>(worst_normal, std::fabs(a.normal[k] - b.normal[k]));
            worst_normal = std::max<double>(worst_normal, std::fabs(a.bone_normal[k] - b.bone_normal[k]));
        }
    }
    ASSERT_EQ(base.tex_vertices.size(), engine.tex_vertices.size());
    for (std::size_t t = 0; t < base.tex_vertices.size(); ++t) {
        EXPECT_EQ(base.tex_vertices[t].u, engine.tex_vertices[t].u);
        EXPECT_EQ(base.tex_vertices[t].v, engine.tex_vertices[t].v);
    }
    for (std::size_t s = 0; s < rdy::slot_count; ++s) {
        SCOPED_TRACE("slot " + std::to_string(s));
        const rdy::Slot &a = base.slots[s], &b = engine.slots[s];
        EXPECT_EQ(a.mode, b.mode);
        EXPECT_EQ(a.flags, b.flags);
        EXPECT_EQ(a.alpha, b.alpha);
        EXPECT_EQ(a.strips.ends, b.strips.ends);
        ASSERT_EQ(a.strips.corners.size(), b.strips.corners.size());
        for (std::size_t c = 0; c < a.strips.corners.size(); ++c) {
            EXPECT_EQ(a.strips.corners[c].vertex, b.strips.corners[c].vertex) << c;
            EXPECT_EQ(a.strips.corners[c].tex_vertex, b.strips.corners[c].tex_vertex) << c;
        }
        EXPECT_EQ(b.fans.size(), 0u);
    }
    EXPECT_EQ(base.edge_lines, engine.edge_lines);
    EXPECT_EQ(base.joint_sizes, engine.joint_sizes);
    ASSERT_EQ(base.bones.size(), engine.bones.size());
    for (std::size_t b = 0; b < base.bones.size(); ++b) {
        EXPECT_EQ(base.bones[b].id, engine.bones[b].id);
        EXPECT_EQ(base.bones[b].joints, engine.bones[b].joints);
        EXPECT_EQ(base.bones[b].length, engine.bones[b].length) << b;
    }
}

void expect_same_frame(const rdy::Frame& frame, const rdy::Frame& engine) {
    EXPECT_EQ(frame.action, engine.action);
    EXPECT_EQ(frame.events, engine.events);
    EXPECT_EQ(frame.base_model, engine.base_model);
    expect_same(frame.movement, engine.movement, "movement", 0);
    ASSERT_EQ(frame.axes.size(), engine.axes.size());
    for (std::size_t b = 0; b < frame.axes.size(); ++b) {
        expect_same(frame.axes[b].forward, engine.axes[b].forward, "forward", b);
        expect_same(frame.axes[b].side, engine.axes[b].side, "side", b);
    }
    ASSERT_EQ(frame.joints.size(), engine.joints.size());
    for (std::size_t j = 0; j < frame.joints.size(); ++j) {
        EXPECT_EQ(frame.joints[j].x, engine.joints[j].x);
        EXPECT_EQ(frame.joints[j].y, engine.joints[j].y);
        EXPECT_EQ(frame.joints[j].z, engine.joints[j].z);
    }
    for (std::size_t s = 0; s < rdy::shadow_count; ++s) {
        ASSERT_EQ(frame.shadows[s].alpha, engine.shadows[s].alpha);
        for (std::size_t c = 0; c < 4; ++c) {
            EXPECT_EQ(frame.shadows[s].corners[c].x, engine.shadows[s].corners[c].x);
            EXPECT_EQ(frame.shadows[s].corners[c].y, engine.shadows[s].corners[c].y);
        }
    }
}

TEST(RdyCorpus, WhatIsMadeFromTheDddIsTheEnginesImage) {
    double worst_normal = 0;
    std::size_t bases = 0, frames = 0;
    for (const std::string& name : image_names()) {
        SCOPED_TRACE(name);
        Issues issues;
        auto result = convert_document(source(name), rdy::format, issues);
        ASSERT_TRUE(result.ok()) << to_string(result.error());
        EXPECT_TRUE(issues.empty());
        ASSERT_TRUE(convert_variant(*result, "port64", issues).ok());
        const rdy::File& file = rdy_file_of(*result);
        const Model engine_model = image(name);
        const rdy::File& engine = rdy_file_of(engine_model);
        EXPECT_EQ(file.flags, engine.flags);
        EXPECT_EQ(file.first_frames, engine.first_frames);
        EXPECT_EQ(file.shadow_textures, engine.shadow_textures);
        EXPECT_EQ(file.model_pointers, engine.model_pointers);
        EXPECT_EQ(file.frame_pointers_wide, engine.frame_pointers_wide);
        ASSERT_EQ(file.bases.size(), engine.bases.size());
        for (std::size_t b = 0; b < file.bases.size(); ++b) {
            expect_same_base(file.bases[b], engine.bases[b], worst_normal);
            ++bases;
        }
        ASSERT_EQ(file.frames.size(), engine.frames.size());
        for (std::size_t f = 0; f < file.frames.size(); ++f) {
            SCOPED_TRACE("frame " + std::to_string(f));
            expect_same_frame(file.frames[f], engine.frames[f]);
            ++frames;
        }
    }
    std::printf("%zu base models and %zu frames; normals differ by %.2g at most\n", bases, frames, worst_normal);
    EXPECT_LE(worst_normal, 4e-6);
}

// Triangles as sets of corners: strips change their order and which corner comes first.
std::vector<std::array<u32, 3>> triangles_of(const ddd::Slot& slot) {
    std::vector<std::array<u32, 3>> out;
    for (const ddd::Triangle& triangle : slot.triangles) {
        std::array<u32, 3> key{};
        for (std::size_t c = 0; c < 3; ++c) {
            key[c] = u32{triangle.corners[c].vertex} << 16 | triangle.corners[c].tex_vertex;
        }
        std::rotate(key.begin(), std::min_element(key.begin(), key.end()), key.end());
        out.push_back(key);
    }
    std::sort(out.begin(), out.end());
    return out;
}

double angle_between(const ddd::Vector3& a, const ddd::Vector3& b) {
    const double ax = a.x, ay = a.y, az = a.z, bx = b.x, by = b.y, bz = b.z;
    const double la = std::sqrt(ax * ax + ay * ay + az * az), lb = std::sqrt(bx * bx + by * by + bz * bz);
    const double x = ax / la - bx / lb, y = ay / la - by / lb, z = az / la - bz / lb;
    return std::max({std::fabs(x), std::fabs(y), std::fabs(z)});
}

TEST(RdyCorpus, ThereAndBackKeepsEveryNumber) {
    std::size_t files = 0, same_scaling = 0, directions = 0, same_directions = 0;
    double worst = 0, worst_direction = 0;
    for (const std::string& name : model_names()) {
        SCOPED_TRACE(name);
        const Model before_model = source(name);
        const ddd::File& before = document_of(before_model).file;
        const rdy::File there = made(before_model);
        Issues issues;
        const auto back = rdy::build_ddd(there, issues);
        ASSERT_TRUE(back.ok()) << to_string(back.error());
        ++files;
        same_scaling += back->scaling == before.scaling ? 1u : 0u;
        const double quantum = back->feet_per_unit();
        const auto near = [&](i16 a, i16 b) {
            const double error = std::fabs(a * quantum - b * before.feet_per_unit()) / quantum;
            worst = std::max(worst, error);
        };
        EXPECT_EQ(back->flags, before.flags);
        EXPECT_EQ(back->shadow_textures, before.shadow_textures);
        ASSERT_EQ(back->bases.size(), before.bases.size());
        for (std::size_t b = 0; b < before.bases.size(); ++b) {
            const ddd::BaseModel &x = back->bases[b], &y = before.bases[b];
            ASSERT_EQ(x.vertices.size(), y.vertices.size());
            for (std::size_t v = 0; v < x.vertices.size(); ++v) {
                for (std::size_t k = 0; k < 3; ++k) near(x.vertices[v].position[k], y.vertices[v].position[k]);
                EXPECT_EQ(x.vertices[v].bones, y.vertices[v].bones);
                EXPECT_EQ(x.vertices[v].weight, y.vertices[v].weight);
            }
            ASSERT_EQ(x.tex_vertices.size(), y.tex_vertices.size());
            for (std::size_t t = 0; t < x.tex_vertices.size(); ++t) {
                EXPECT_EQ(x.tex_vertices[t].u, y.tex_vertices[t].u);
                EXPECT_EQ(x.tex_vertices[t].v, y.tex_vertices[t].v);
            }
            for (std::size_t s = 0; s < rdy::slot_count; ++s) {
                EXPECT_EQ(x.slots[s].mode, y.slots[s].mode);
                EXPECT_EQ(x.slots[s].flags, y.slots[s].flags);
                EXPECT_EQ(x.slots[s].alpha, y.slots[s].alpha);
                if (name == "WUFFBOD2") continue;  // has two triangles without area, which no strip can hold
                EXPECT_EQ(triangles_of(x.slots[s]), triangles_of(y.slots[s]));
            }
            EXPECT_EQ(x.joint_sizes, y.joint_sizes);
            ASSERT_EQ(x.bones.size(), y.bones.size());
            for (std::size_t i = 0; i < x.bones.size(); ++i) EXPECT_EQ(x.bones[i].joints, y.bones[i].joints);
        }
        ASSERT_EQ(back->frames.size(), before.frames.size());
        for (std::size_t f = 0; f < before.frames.size(); ++f) {
            const ddd::Frame &x = back->frames[f], &y = before.frames[f];
            EXPECT_EQ(x.action, y.action);
            EXPECT_EQ(x.events, y.events);
            EXPECT_EQ(x.base_model, y.base_model);
            EXPECT_EQ(x.movement, y.movement);
            for (std::size_t j = 0; j < y.joints.size(); ++j) {
                near(x.joints[j].x, y.joints[j].x);
                near(x.joints[j].y, y.joints[j].y);
                near(x.joints[j].z, y.joints[j].z);
            }
            for (std::size_t i = 0; i < y.forwards.size(); ++i) {
                const auto &a = x.forwards[i], &b = y.forwards[i];
                ++directions;
                same_directions += a.x == b.x && a.y == b.y && a.z == b.z ? 1u : 0u;
                worst_direction = std::max(worst_direction, angle_between(a, b));
            }
            for (std::size_t s = 0; s < rdy::shadow_count; ++s) {
                EXPECT_EQ(x.shadows[s].alpha, y.shadows[s].alpha);
                for (std::size_t c = 0; c < 4; ++c) {
                    near(x.shadows[s].corners[c].x, y.shadows[s].corners[c].x);
                    near(x.shadows[s].corners[c].y, y.shadows[s].corners[c].y);
                }
            }
        }
        // The second way there gives the same image.
        ddd::Document again;
        again.file = *back;
        Issues none;
        const auto there_again = rdy::build_rdy(again, none);
        ASSERT_TRUE(there_again.ok());
        EXPECT_EQ(there_again->frames.size(), there.frames.size());
    }
    std::printf(
        "%zu files, %zu with their own scaling; positions off by %.3g of a step at most; %zu of %zu directions "
        "as they were, the others off by %.3g\n",
        files, same_scaling, worst, same_directions, directions, worst_direction);
    EXPECT_EQ(files, 176u);
    EXPECT_LE(worst, 0.5);
    EXPECT_LE(worst_direction, 0.5 / 32767);
}

TEST(RdyCorpus, StoredNumbersPoseAsTheFormulaDoes) {
    for (const std::string& name : image_names()) {
        SCOPED_TRACE(name);
        const Model model = image(name), ddd_model = source(name);
        const rdy::File& file = rdy_file_of(model);
        const ddd::File& ddd_file = document_of(ddd_model).file;
        for (std::size_t f = 0; f < file.frames.size(); f += 7) {
            const auto stored = rdy::posed(*file.base(file.frames[f].base_model), file.frames[f]);
            const auto computed =
                ddd::Poser(document_of(ddd_model), file.frames[f].base_model).positions(ddd_file.frames[f]);
            ASSERT_EQ(stored.size(), computed.size());
            for (std::size_t v = 0; v < stored.size(); ++v) {
                EXPECT_NEAR(stored[v].x, computed[v].x, 2e-5);
                EXPECT_NEAR(stored[v].y, computed[v].y, 2e-5);
                EXPECT_NEAR(stored[v].z, computed[v].z, 2e-5);
            }
        }
    }
}

// The points of the base model that a frame shows, with that frame as a still.
std::vector<Vec3> still_points(const Model& model, std::size_t frame, std::size_t base, const std::string& rig) {
    SceneOptions options;
    options.frame = frame;
    options.own.set("rig", rig);
    Issues issues;
    const auto scene = to_scene(model, options, issues);
    EXPECT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    for (const Issue& issue : issues.list()) EXPECT_EQ(issue.kind->code, "SOULFU_UNNAMED_TEXTURE");
    Pose pose;
    evaluate(*scene, nullptr, 0, pose);
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene->nodes.size(); ++n) {
        if (scene->nodes[n].mesh == no_index) continue;
        const json::Value* of = scene->meshes[scene->nodes[n].mesh].extras.find("thaw_base");
        if (*of->get_if<i64>() == static_cast<i64>(base)) posed_points(*scene, pose, n, points);
    }
    return points;
}

TEST(RdyCorpus, ScenesShowEveryVertexWhereTheEngineDrawsIt) {
    constexpr double metres_per_foot = 0.3048;
    double worst_exact = 0, worst_compact = 0;
    for (const std::string& name : image_names()) {
        SCOPED_TRACE(name);
        const Model model = image(name);
        const rdy::File& file = rdy_file_of(model);
        for (const std::string rig : {"exact", "compact"}) {
            SceneOptions options;
            options.own.set("rig", rig);
            Issues issues;
            const auto scene = to_scene(model, options, issues);
            ASSERT_TRUE(scene.ok());
            EXPECT_EQ(check(*scene), "");
            double& worst = rig == "exact" ? worst_exact : worst_compact;
            for (std::size_t f = 0; f < file.frames.size(); f += 7) {
                const std::size_t base = file.frames[f].base_model;
                const auto theirs = rdy::posed(*file.base(base), file.frames[f]);
                if (theirs.empty()) continue;
                const auto ours = still_points(model, f, base, rig);
                ASSERT_EQ(ours.size(), theirs.size());
                for (std::size_t v = 0; v < ours.size(); ++v) {
                    worst = std::max({worst, std::abs(ours[v].x / metres_per_foot - theirs[v].x),
                                      std::abs(ours[v].y / metres_per_foot - theirs[v].z),
                                      std::abs(ours[v].z / metres_per_foot - theirs[v].y)});
                }
            }
        }
    }
    std::printf("exact rig %.2g ft, compact rig %.2g ft\n", worst_exact, worst_compact);
    EXPECT_LT(worst_exact, 1e-4);
    EXPECT_LT(worst_compact, 0.05);
}

}  // namespace
}  // namespace thaw::test
