// pose MODEL [CLIP] [SECONDS]: where the points are at a moment of a clip.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    if (count < 2) return 2;
    const auto model = thaw::load(words[1]);
    thaw::Issues issues;
    const auto scene = model ? thaw::to_scene(*model, thaw::ConvertOptions{}, issues) : model.error();
    if (!scene) {
        std::puts(thaw::to_string(scene.error()).c_str());
        return 1;
    }
    const thaw::u32 clip = thaw::find_clip(*scene, count > 2 ? words[2] : "0");
    const double seconds = count > 3 ? std::atof(words[3]) : 0;
    thaw::Pose pose;
    thaw::evaluate(*scene, clip == thaw::no_index ? nullptr : &scene->clips[clip], seconds, pose);
    for (thaw::u32 node = 0; node < scene->nodes.size(); ++node) {
        std::vector<thaw::Vec3> points;
        thaw::posed_points(*scene, pose, node, points);
        if (points.empty()) continue;
        thaw::Box3<float> box;
        for (const thaw::Vec3& point : points) box.include(point);
        std::printf("%s: %zu points, from %.3f to %.3f m high\n", scene->nodes[node].name.c_str(), points.size(),
                    static_cast<double>(box.low.y), static_cast<double>(box.high.y));
    }
}
