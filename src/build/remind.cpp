#include "build/remind.hpp"

namespace thaw::build {

namespace {

bool says_nothing(const Extras& extras) { return extras.get_if<json::Object>() == nullptr; }

template <class T>
void remind(std::vector<T>& edited, const std::vector<T>& base) {
    for (T& each : edited) {
        if (!says_nothing(each.extras)) continue;
        for (const T& other : base) {
            if (other.name != each.name) continue;
            each.extras = other.extras;
            break;
        }
    }
}

}  // namespace

Scene reminded(const Scene& edited, const Scene& base) {
    Scene out = edited;
    if (says_nothing(out.extras)) out.extras = base.extras;
    remind(out.nodes, base.nodes);
    remind(out.meshes, base.meshes);
    remind(out.materials, base.materials);
    remind(out.clips, base.clips);
    return out;
}

}  // namespace thaw::build
