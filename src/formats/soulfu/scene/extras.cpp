#include "formats/soulfu/scene/extras.hpp"

#include "base/text.hpp"

namespace thaw::ddd {

namespace {

void append(std::string& text, double number) {
    if (text.back() != '[') text += ',';
    text += text::number(number);
}

void append(std::string& text, std::size_t frame, std::size_t layer, const ShadowQuad& shadow) {
    if (text.back() != '[') text += ',';
    text += '[';
    append(text, static_cast<double>(frame));
    append(text, static_cast<double>(layer));
    append(text, shadow.alpha);
    for (const auto& corner : shadow.corners) {
        for (const double number : corner) append(text, number);
    }
    text += ']';
}

}  // namespace

std::string numbers_text(std::span<const double> numbers) {
    std::string out = "[";
    for (const double number : numbers) append(out, number);
    return out + "]";
}

json::Value clip_extras(const SceneSource& source, std::size_t first, std::size_t end, double rate) {
    json::Array events;
    std::string bases = "[";
    std::string movement = "[";
    std::string shadows = "[";
    bool switches = false;
    bool moves = false;
    for (std::size_t frame = first; frame < end; ++frame) {
        const FrameHead head = source.head(frame);
        if (head.events != 0) events.push_back(json::Array{frame - first, head.events});
        switches = switches || head.base != 0;
        moves = moves || head.movement != std::array<double, 2>{};
        append(bases, static_cast<double>(head.base));
        if (movement.back() != '[') movement += ',';
        movement += numbers_text(head.movement);
        for (std::size_t layer = 0; layer < head.shadows.size(); ++layer) {
            if (head.shadows[layer].alpha != 0) append(shadows, frame - first, layer, head.shadows[layer]);
        }
    }
    json::Value out;
    out.set("rate", rate).set("frames", end - first).set("action", source.head(first).action);
    if (!events.empty()) out.set("events", std::move(events));
    if (switches) out.set("bases", bases + "]");
    if (moves) out.set("movement_feet", movement + "]");
    if (shadows != "[") out.set("shadows_feet", shadows + "]");
    return out;
}

}  // namespace thaw::ddd
