#include "cli/scene_files.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include <thaw/obj.hpp>

#include "base/text.hpp"
#include "cli/report_file.hpp"
#include "gallery/gallery.hpp"
#include "images/stamp.hpp"
#include "io/files.hpp"
#include "io/names.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

// What goes to another sink is seen on its way.
template <class See>
class WatchedSink final : public Sink {
public:
    WatchedSink(Sink& to, const See& see) : to_(to), see_(see) {}
    using Sink::write;
    bool write(Bytes bytes) override {
        see_(bytes);
        return to_.write(bytes);
    }
    void expect(u64 bytes) override { to_.expect(bytes); }
    std::span<u8> room() override { return room_ = to_.room(); }
    bool filled(std::size_t bytes) override {
        see_(Bytes(room_).first(bytes));
        return to_.filled(bytes);
    }

private:
    Sink& to_;
    const See& see_;
    std::span<u8> room_{};
};

// see(seen[i], bytes) for what file i gets.
template <class Seen, class See>
void watch(std::vector<io::OutputFile>& files, std::vector<Seen>& seen, const See& see) {
    seen.assign(files.size(), {});
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].make) {
            see(seen[i], files[i].bytes.bytes());
            continue;
        }
        files[i].make = [make = std::move(files[i].make), &one = seen[i], see](Sink& sink) {
            const auto see_one = [&](Bytes bytes) { see(one, bytes); };
            WatchedSink watched(sink, see_one);
            return make(watched);
        };
    }
}

std::vector<io::OutputFile> gltf_files(const Scene& scene, const GltfOptions& options, const std::string& stem) {
    // Both halves come from one walk over the scene; each file takes its own.
    const std::string bin = std::string(io::name_of(stem)) + ".bin";
    const auto half = [&scene, &options, bin](bool json) {
        return [&scene, &options, bin, json](Sink& sink) {
            NullSink other;
            return json ? write_gltf(scene, options, bin, sink, other) : write_gltf(scene, options, bin, other, sink);
        };
    };
    return {{.path = stem + ".gltf", .make = half(true)}, {.path = stem + ".bin", .make = half(false)}};
}

// The OBJ's materials and images have its name and lie next to it.
struct ObjNames {
    std::string mtl;
    std::vector<std::string> images;  // by image
};

ObjNames obj_names(const Scene& scene, const std::string& stem) {
    const std::string base(io::name_of(stem));
    ObjNames out{base + ".mtl", {}};
    std::set<std::string> taken;
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        const Image& image = scene.images[i];
        if (image.file.empty()) {
            out.images.emplace_back();
            continue;
        }
        const std::string ending = image.file.size() > 1 && image.file[0] == 0xFF ? ".jpg" : ".png";
        std::string name = io::safe_name(base + '_' + (image.name.empty() ? std::to_string(i) : image.name));
        if (!taken.insert(text::lower(name)).second) name += '_' + std::to_string(i);
        out.images.push_back(name + ending);
    }
    return out;
}

std::vector<io::OutputFile> obj_files(const Scene& scene, const std::string& stem) {
    const auto names = std::make_shared<const ObjNames>(obj_names(scene, stem));
    const auto options = [names] { return ObjOptions{.mtl_name = names->mtl, .image_names = names->images}; };
    std::vector<io::OutputFile> files;
    files.push_back(
        {.path = stem + ".obj", .make = [&scene, options](Sink& sink) { return write_obj(scene, options(), sink); }});
    files.push_back(
        {.path = stem + ".mtl", .make = [&scene, options](Sink& sink) { return write_mtl(scene, options(), sink); }});
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        if (names->images[i].empty()) continue;
        files.push_back(
            {.path = io::join(std::string(io::folder_of(stem)), names->images[i]), .bytes = scene.images[i].file});
    }
    return files;
}

}  // namespace

Exchange exchange_of(std::string_view extension) {
    if (extension.starts_with('.')) extension.remove_prefix(1);
    for (const Exchange exchange : {Exchange::glb, Exchange::gltf, Exchange::obj}) {
        if (text::equal_ignoring_case(extension, extension_of(exchange))) return exchange;
    }
    return Exchange::none;
}

std::string_view extension_of(Exchange exchange) {
    switch (exchange) {
        case Exchange::none: return "";
        case Exchange::glb: return "glb";
        case Exchange::gltf: return "gltf";
        case Exchange::obj: return "obj";
    }
    return "";
}

std::vector<io::OutputFile> scene_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                        const std::string& stem, const Context& context) {
    if (exchange == Exchange::gltf) return gltf_files(scene, options, stem);
    if (exchange == Exchange::obj) return obj_files(scene, stem);
    const auto make = [&scene, &options, context](Sink& sink) { return write_glb(scene, options, sink, context); };
    return {{.path = stem + ".glb", .make = make}};
}

bool is_ours(const std::string& path) {
    constexpr std::size_t head_bytes = 256;
    const auto bytes = io::read_head(path, head_bytes);
    if (bytes.empty()) return false;
    const std::string head = text::view_as_text(bytes);
    return is_stamped(bytes, io::read_tail(path, head_bytes)) ||
           head.find(R"("generator":"Thaw)") != std::string::npos || head.starts_with("# Thaw") ||
           head.starts_with(gallery_stamp) || is_report(head);
}

void count_bytes(std::vector<io::OutputFile>& files, std::vector<u64>& sizes) {
    watch(files, sizes, [](u64& size, Bytes bytes) { size += bytes.size(); });
}

void hash_bytes(std::vector<io::OutputFile>& files, std::vector<io::ContentHash>& contents) {
    watch(files, contents, [](io::ContentHash& content, Bytes bytes) { content.add(bytes); });
}

}  // namespace thaw::cli
