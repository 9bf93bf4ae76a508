#include "convert/digest.hpp"

#include "base/sha256.hpp"
#include "convert/export.hpp"
#include "convert/to_native.hpp"
#include "gltf/scenes.hpp"
#include "pairs.hpp"

namespace thaw::test {

namespace {

Result<Blob> glb_of(const Scene& scene, const GltfOptions& options) {
    BytesSink glb;
    if (const Status status = write_glb(scene, options, glb); !status) return status.error();
    return Blob::take(std::move(glb.bytes));
}

// Enough corners for the loops over many at once, and for what is left over; in both forms of a point.
Result<Model> waving_model(std::string_view variant) {
    const Format& format = *find_format("unreal");
    Model model{&format, {}, bench::waving(301, 24)};
    Issues issues;
    if (const Status status = convert_variant(model, variant, issues); !status) return status.error();
    auto files = write(model);
    if (!files) return files.error();
    return read(format, std::move(*files));
}

class Digest {
public:
    void add(const Result<Model>& model) {
        Issues issues;
        auto scene = model ? to_scene(*model, {}, issues) : Result<Scene>(model.error());
        if (!scene) return fail(scene.error());
        add(*scene, source_of(*model, {}));
    }
    void add(const Scene& scene, const GltfSource& source = {}) {
        const GltfOptions ways[] = {{.source = &source}, {.normals = SceneOptions::Normals::morph}, {.compact = true}};
        for (const GltfOptions& options : ways) {
            const auto glb = glb_of(scene, options);
            if (!glb) return fail(glb.error());
            sum_.add(glb->bytes());
            if (options.source == nullptr) add_native_forms(*glb);
        }
    }
    std::string finish() { return error_.empty() ? hex(sum_.finish()) : error_; }

private:
    void fail(const Error& error) { error_ = to_string(error); }
    void add_native_forms(const Blob& glb) {
        const auto file = read(*find_format("gltf"), {{{"gltf", "made.glb", glb}}});
        if (!file) return fail(file.error());
        for (const std::string_view format : {"unreal", "ctr", "ctc", "twm", "ddd"}) {
            Issues issues;
            const auto made = to_native(*file, *find_format(format), {.build = {.name = "made", .fit = true}}, issues);
            const auto files = made ? write(made->model) : Result<Bundle>(made.error());
            if (!files) return fail(files.error());
            for (const Part& part : files->parts) sum_.add(part.bytes.bytes());
        }
    }

    Sha256 sum_;
    std::string error_{};
};

}  // namespace

std::string convert_digest() {
    Digest digest;
    for (const std::string_view variant : {"standard", "deusex"}) digest.add(waving_model(variant));
    for (const Scene& scene : {flapping_quad(), bending_strip()}) digest.add(scene);
    return digest.finish();
}

}  // namespace thaw::test
