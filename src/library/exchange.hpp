// Models as glTF or OBJ.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/convert.hpp>
#include <thaw/sink.hpp>

#include "convert/export.hpp"

namespace thaw {

enum class Exchange : u8 { none, glb, gltf, obj };

// By extension, "glb" or ".glb".
Exchange exchange_of(std::string_view extension);
std::string_view extension_of(Exchange exchange);

// A model ready to be written.
struct ExchangeScene {
    Scene scene{};
    GltfSource source{};
    GltfOptions options{};

    // Refers to what is here.
    GltfOptions gltf() const;
};

// Empty of nodes where the model shows nothing (shows_nothing()).
Result<ExchangeScene> exchange_scene(const Model& model, Exchange exchange, const ConvertOptions& options,
                                     Issues& issues, const Context& context = {}, const MakePng& make_png = to_png);

struct ExchangeFile {
    std::string name;
    Blob bytes{};
    // Instead of bytes: writes the file as it is made, so that it never is in memory as a whole.
    std::function<Status(Sink&)> make{};
};

// The files of a scene, which has to stay with its options. `stem` is their name without an extension.
std::vector<ExchangeFile> exchange_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                         const std::string& stem, const Context& context = {});

}  // namespace thaw
