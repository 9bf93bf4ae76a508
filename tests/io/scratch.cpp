#include "io/scratch.hpp"

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <thaw/format.hpp>

#include "formats/ctc/archive/document.hpp"
#include "formats/ctc/family.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/mesh/document.hpp"

namespace thaw::test {

namespace fs = std::filesystem;

namespace {

Blob written(const Format& format, std::unique_ptr<Document> document, std::size_t part = 0) {
    const Model model{&format, {}, std::move(document)};
    auto bundle = write(model);
    if (!bundle) std::abort();  // a mistake in this file
    return bundle->parts[part].bytes;
}

}  // namespace

Scratch::Scratch() {
    std::string name = (fs::temp_directory_path() / "thaw_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    root_ = name + "/";
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

std::string Scratch::put(std::string_view name, std::string_view text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

std::string Scratch::put(std::string_view name, const Blob& bytes) const { return put(name, text_of(bytes)); }

std::string Scratch::get(std::string_view name) const {
    std::ifstream in(path(name), std::ios::binary);
    std::ostringstream out;
    if (in.peek() != std::ifstream::traits_type::eof()) out << in.rdbuf();
    return std::move(out).str();
}

std::vector<std::string> Scratch::names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
        names.push_back(entry.path().lexically_relative(root_).string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string text_of(const Blob& blob) { return {blob.bytes().begin(), blob.bytes().end()}; }

Blob tiny_ddd() {
    auto document = std::make_unique<ddd::Document>();
    document->file.scaling = 2;
    ddd::BaseModel base;
    base.vertices = {{{0, 0, 100}, {0, 0}, 63}, {{100, 0, 0}, {0, 0}, 63}, {{0, 100, 0}, {0, 0}, 63}};
    base.tex_vertices = {{128, 0}, {0, 256}, {256, 256}};
    base.slots[0] = {1, 0x18, 255, {{{{{0, 0}, {1, 1}, {2, 2}}}}}};
    base.joint_sizes = {40, 20};
    base.bones = {{0, {0, 1}}};
    document->file.bases = {base};
    ddd::Frame frame;
    frame.forwards = {{0, 32767, 0}};
    frame.joints = {{0, 0, 0}, {0, 0, 100}};
    document->file.frames = {frame};
    return written(ddd::format, std::move(document));
}

Blob tiny_data(u16 vertices) {
    auto document = std::make_unique<unreal::Document>();
    auto& data = document->data.emplace();
    data.num_polys = 1;
    data.num_vertices = vertices;
    data.polys = {unreal::Poly{.vertices = {0, 1, 2}, .uvs = {{{0, 0}, {255, 0}, {0, 255}}}}};
    return written(unreal::format, std::move(document));
}

Blob tiny_aniv(u16 frames, u16 vertices) {
    auto document = std::make_unique<unreal::Document>();
    auto& aniv = document->aniv.emplace();
    aniv.num_frames = frames;
    aniv.frame_size = static_cast<u16>(vertices * 4);
    std::vector<u8> bytes(std::size_t{aniv.frame_size} * frames);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<u8>(i * 7);
    aniv.frames = Blob::take(std::move(bytes));
    return written(unreal::format, std::move(document));
}

Blob adat_of(const std::vector<ArchiveFile>& files) {
    auto document = adat::build(files);
    const Model model{&adat::format, {}, std::make_unique<adat::Document>(std::move(*document))};
    return write(model)->parts.front().bytes;
}

}  // namespace thaw::test
