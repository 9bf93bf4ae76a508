// Facts at a moment of a clip.
#include <algorithm>
#include <cmath>

#include "edits/facts_maths.hpp"

namespace edits {

namespace {

// The two keys around a moment, and how far it is from one to the other.
struct Between {
    std::size_t a = 0, b = 0;
    double share = 0;
};

Between between(const ChannelFacts& channel, double seconds) {
    const auto& times = channel.times;
    const auto after = std::upper_bound(times.begin(), times.end(), static_cast<float>(seconds));
    if (after == times.begin()) return {};
    const auto a = static_cast<std::size_t>(after - times.begin()) - 1;
    if (a + 1 == times.size() || channel.is_step) return {a, a, 0};
    return {a, a + 1, (seconds - double{times[a]}) / (double{times[a + 1]} - double{times[a]})};
}

std::array<double, 4> slerp(const std::array<double, 4>& a, std::array<double, 4> b, double t) {
    double dot = 0;
    for (std::size_t k = 0; k < 4; ++k) dot += a[k] * b[k];
    if (dot < 0) {
        for (double& v : b) v = -v;
        dot = -dot;
    }
    std::array<double, 4> out{};
    const double angle = std::acos(std::min(dot, 1.0));
    const bool near = angle < 1e-4;
    const double from = near ? 1 - t : std::sin((1 - t) * angle) / std::sin(angle);
    const double to = near ? t : std::sin(t * angle) / std::sin(angle);
    double length = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        out[k] = from * a[k] + to * b[k];
        length += out[k] * out[k];
    }
    for (double& v : out) v /= std::sqrt(length);
    return out;
}

}  // namespace

PosedFacts posed(const Facts& facts, const ClipFacts& clip, double seconds) {
    std::vector<NodeFacts> nodes = facts.nodes;
    std::map<std::size_t, std::vector<double>> weights;  // by node
    for (const ChannelFacts& channel : clip.channels) {
        const auto [a, b, share] = between(channel, seconds);
        const auto mixed = [&](std::size_t k) {
            return double{channel.values.row(a)[k]} * (1 - share) + double{channel.values.row(b)[k]} * share;
        };
        NodeFacts& node = nodes[channel.node];
        if (channel.path == "rotation") {
            std::array<double, 4> from{}, to{};
            for (std::size_t k = 0; k < 4; ++k) {
                from[k] = double{channel.values.row(a)[k]};
                to[k] = double{channel.values.row(b)[k]};
            }
            node.rotation = slerp(from, to, share);
        } else if (channel.path == "weights") {
            auto& list = weights[channel.node];
            for (std::size_t k = 0; k < channel.values.width; ++k) list.push_back(mixed(k));
        } else {
            Point& to = channel.path == "translation" ? node.translation : node.scale;
            for (std::size_t k = 0; k < 3; ++k) to[k] = mixed(k);
        }
    }
    std::vector<Matrix> locals;
    for (const NodeFacts& node : nodes) locals.push_back(local_of(node));
    PosedFacts out;
    out.nodes = worlds_of(nodes, locals);
    out.vertices.resize(facts.vertices.size());
    for (const PartFacts& part : facts.parts) {
        const auto found = weights.find(part.node);
        std::vector<std::size_t> active;
        if (found != weights.end()) {
            for (std::size_t t = 0; t < found->second.size() && t < part.targets.size(); ++t) {
                if (found->second[t] != 0 && part.targets[t].width == 3) active.push_back(t);
            }
        }
        std::vector<Matrix> joints;
        if (part.skin != NodeFacts::no_node) {
            const SkinFacts& skin = facts.skins[part.skin];
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                joints.push_back(product(out.nodes[skin.joints[j]], skin.inverse_binds[j]));
            }
        }
        for (std::size_t v = part.first; v < part.first + part.count; ++v) {
            const VertexFacts& vertex = facts.vertices[v];
            Point at = vertex.at;
            for (const std::size_t t : active) {
                for (std::size_t k = 0; k < 3; ++k) {
                    at[k] += found->second[t] * double{part.targets[t].row(v - part.first)[k]};
                }
            }
            if (part.skin == NodeFacts::no_node) {
                out.vertices[v] = transformed(out.nodes[part.node], at);
                continue;
            }
            Point sum{};
            for (const Influence& influence : vertex.influences) {
                const Point p = transformed(joints[influence.joint], at);
                for (std::size_t k = 0; k < 3; ++k) sum[k] += influence.weight * p[k];
            }
            out.vertices[v] = sum;
        }
    }
    return out;
}

Point with_target(const Facts& facts, std::size_t vertex, std::size_t target) {
    const VertexFacts& v = facts.vertices[vertex];
    const PartFacts& part = facts.parts[v.part];
    Point out = v.at;
    if (target >= part.targets.size() || part.targets[target].width != 3) return out;
    for (std::size_t k = 0; k < 3; ++k) out[k] += double{part.targets[target].row(vertex - part.first)[k]};
    return out;
}

}  // namespace edits
