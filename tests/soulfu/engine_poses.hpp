// Where the original engine put every few vertices, for three frames of each model.
#pragma once

#include <array>
#include <map>
#include <stdexcept>
#include <string>

#include "support/corpus.hpp"

namespace thaw::test {

using Position = std::array<double, 3>;
struct ModelPoses {
    u64 frames = 0;
    std::map<std::size_t, std::map<std::size_t, Position>> positions;  // by frame and vertex
};

// Just enough of JSON for {"RAT":{"frames":16,"0":{"0":[x,y,z],...},...},...}. (RapidJSON's reader trips the
// undefined-behaviour sanitiser.)
class Scanner {
public:
    explicit Scanner(std::string text) : text_(std::move(text)) {}

    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) throw std::runtime_error("'" + std::string(1, c) + "' expected at " + std::to_string(at_));
    }
    std::string key() {
        expect('"');
        const std::size_t end = text_.find('"', at_);
        std::string out = text_.substr(at_, end - at_);
        at_ = end + 1;
        expect(':');
        return out;
    }
    double number() {
        std::size_t used = 0;
        const double value = std::stod(text_.substr(at_, 32), &used);
        at_ += used;
        return value;
    }
    // Calls `member` with each key of an object.
    template <class Member>
    void object(Member&& member) {
        expect('{');
        if (take('}')) return;
        do {
            member(key());
        } while (take(','));
        expect('}');
    }

private:
    std::string text_;
    std::size_t at_ = 0;
};

inline Position read_position(Scanner& in) {
    Position position{};
    in.expect('[');
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis > 0) in.expect(',');
        position[axis] = in.number();
    }
    in.expect(']');
    return position;
}

inline std::map<std::string, ModelPoses> load_poses() {
    const Blob file = load_file(corpus_folder() / "soulfu/engine/poses.json");
    Scanner in(std::string(file.bytes().begin(), file.bytes().end()));
    std::map<std::string, ModelPoses> models;
    in.object([&](const std::string& name) {
        ModelPoses& model = models[name];
        in.object([&](const std::string& frame) {
            if (frame == "frames") {
                model.frames = static_cast<u64>(in.number());
                return;
            }
            auto& positions = model.positions[std::stoul(frame)];
            in.object([&](const std::string& vertex) { positions[std::stoul(vertex)] = read_position(in); });
        });
    });
    return models;
}

}  // namespace thaw::test
