#include "inspect/documents.hpp"

#include <stdexcept>

#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/mesh/document.hpp"

namespace thaw::test {

namespace {

Subject written(const Format& format, std::unique_ptr<Document> document, std::vector<Part> names) {
    Model model{&format, {std::move(names)}, std::move(document)};
    auto bundle = write(model);
    if (!bundle.ok()) throw std::runtime_error(to_string(bundle.error()));
    return {&format, std::move(*bundle)};
}

ddd::BaseModel base_model() {
    ddd::BaseModel base;
    for (i16 i = 0; i < 6; ++i) {
        base.vertices.push_back({{i, static_cast<i16>(-44 * i), 12}, {0, 1}, static_cast<u8>(i == 0 ? 0xD5 : 0x3F)});
    }
    base.tex_vertices = {{98, 215}, {-1, 256}};
    base.slots[1] = {1, 0x18, 255, {{{{{0, 1}, {2, 0}, {3, 1}}}}, {{{{3, 0}, {4, 1}, {9, 0}}}}}};
    base.joint_sizes = {255, 7};
    base.bones = {{5, {0, 1}}};
    return base;
}

ddd::Frame frame(u8 action) {
    ddd::Frame frame;
    frame.action = action;
    frame.events = 0x81;
    frame.movement = {256, -1};
    frame.forwards = {{1, 2, 3}};
    frame.joints = {{4, 5, 6}, {7, 8, 9}};
    frame.shadows[2] = {128, {{{1, 2}, {3, 4}, {5, 6}, {7, 8}}}};
    return frame;
}

}  // namespace

Subject small_ddd() {
    auto document = std::make_unique<ddd::Document>();
    document->file.scaling = 100;
    document->file.bases = {base_model()};
    for (u8 action = 1; action <= 6; ++action) document->file.frames.push_back(frame(action));
    document->file.trailing = Blob::take({0xCA, 0xFE, 0x00});
    return written(ddd::format, std::move(document), {{"ddd", "rat.ddd", {}}});
}

Subject linked_ddd() {
    auto document = std::make_unique<ddd::Document>();
    document->file.flags = 0xFFFF;
    document->file.link = {'S', 'W', '\x1b', 'D', '\0', '\0', '\0', '\0'};
    return written(ddd::format, std::move(document), {{"ddd", "part.ddd", {}}});
}

Subject small_pair(u16 frames, u16 frame_size, std::size_t bytes) {
    auto document = std::make_unique<unreal::Document>();
    document->data.emplace();
    document->data->num_polys = 2;
    document->data->num_vertices = 3;
    document->data->polys = {{{0, 1, 2}, 0x0B, 0, {{{0, 0}, {255, 0}, {0, 255}}}, 4, 0}, {}};
    document->aniv.emplace();
    document->aniv->num_frames = frames;
    document->aniv->frame_size = frame_size;
    std::vector<u8> raw(bytes);
    for (std::size_t i = 0; i < bytes; ++i) raw[i] = static_cast<u8>(i * 7);
    document->aniv->frames = Blob::take(std::move(raw));
    return written(unreal::format, std::move(document), {{"data", "box_d.3d", {}}, {"aniv", "box_a.3d", {}}});
}

std::vector<u8> bytes_of(const Subject& subject, std::string_view role) {
    const Bytes bytes = subject.bundle.find(role)->bytes.bytes();
    return {bytes.begin(), bytes.end()};
}

Model read_model(const Subject& subject) {
    auto model = read(*subject.format, subject.bundle);
    if (!model.ok()) throw std::runtime_error(to_string(model.error()));
    return std::move(*model);
}

Model rat() { return read_model(small_ddd()); }

Subject with_bytes(Subject subject, std::string_view role, std::vector<u8> bytes) {
    for (Part& part : subject.bundle.parts) {
        if (part.role == role) part.bytes = Blob::take(std::move(bytes));
    }
    return subject;
}

Dumped dump(const Subject& subject, const inspect::DumpOptions& options) {
    StringSink sink;
    Status status = inspect::dump(*subject.format, subject.bundle, options, {}, sink);
    return {std::move(status), std::move(sink.text)};
}

std::string dump_text(const Subject& subject, const inspect::DumpOptions& options) {
    Dumped dumped = dump(subject, options);
    return dumped.status.ok() ? dumped.text : std::string();
}

}  // namespace thaw::test
