#include "cli/scene_files.hpp"

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

class NullSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes) override { return true; }
};

class CountingSink final : public Sink {
public:
    CountingSink(Sink& to, u64& count) : to_(to), count_(count) {}
    using Sink::write;
    bool write(Bytes bytes) override {
        count_ += bytes.size();
        return to_.write(bytes);
    }

private:
    Sink& to_;
    u64& count_;
};

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

}  // namespace

Exchange exchange_of(std::string_view extension) {
    if (extension.starts_with('.')) extension.remove_prefix(1);
    for (const Exchange exchange : {Exchange::glb, Exchange::gltf}) {
        if (text::equal_ignoring_case(extension, extension_of(exchange))) return exchange;
    }
    return Exchange::none;
}

std::string_view extension_of(Exchange exchange) {
    switch (exchange) {
        case Exchange::none: return "";
        case Exchange::glb: return "glb";
        case Exchange::gltf: return "gltf";
    }
    return "";
}

std::vector<io::OutputFile> scene_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                        const std::string& stem) {
    if (exchange == Exchange::gltf) return gltf_files(scene, options, stem);
    return {
        {.path = stem + ".glb", .make = [&scene, &options](Sink& sink) { return write_glb(scene, options, sink); }}};
}

void count_bytes(std::vector<io::OutputFile>& files, std::vector<u64>& sizes) {
    sizes.assign(files.size(), 0);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].make) {
            sizes[i] = files[i].bytes.size();
            continue;
        }
        files[i].make = [make = std::move(files[i].make), &size = sizes[i]](Sink& sink) {
            CountingSink counting(sink, size);
            return make(counting);
        };
    }
}

}  // namespace thaw::cli
