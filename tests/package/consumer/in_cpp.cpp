#include <cstdio>
#include <memory>

#include <thaw/format.hpp>
#include <thaw/formats/soulfu/ddd/document.hpp>
#include <thaw/formats/unreal/mesh/document.hpp>

// Makes an Unreal mesh by hand, writes it, and reads it back.
int main() {
    auto document = std::make_unique<thaw::unreal::Document>();
    document->data.emplace();
    document->data->num_polys = 1;
    document->data->polys.emplace_back().texture = 7;
    thaw::Model model{thaw::find_format("unreal"), {}, std::move(document)};

    auto written = thaw::write(model);
    if (!written) return 1;
    const auto again = thaw::read(*model.format, std::move(*written));
    if (!again) return 2;
    const auto& mesh = static_cast<const thaw::unreal::Document&>(*again->document);
    std::printf("C++: %zu formats, texture %d\n", thaw::formats().size(), mesh.data->polys.at(0).texture);
    return mesh.data->polys.at(0).texture == 7 && thaw::find_format("ddd") != nullptr ? 0 : 3;
}
