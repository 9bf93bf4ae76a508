#include "formats/soulfu/ddd/elements.hpp"

#include "formats/soulfu/ddd/source.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/scene/animation_sources.hpp"
#include "formats/soulfu/scene/elements.hpp"

namespace thaw::ddd {

namespace in_elements {

namespace {

enum OwnField : std::size_t { corner_vertex = first_own_field, corner_texture, forwards, count };

std::array<std::string_view, count> fields_of_ddd() {
    std::array<std::string_view, count> out{};
    std::copy(common_fields.begin(), common_fields.end(), out.begin());
    out[corner_vertex] = "bases[].slots[].triangles[].corners[].vertex";
    out[corner_texture] = "bases[].slots[].triangles[].corners[].tex_vertex";
    out[forwards] = "frames[].forwards[]";
    return out;
}

class DddFields final : public SourceFields {
public:
    explicit DddFields(const Document& document) : file_(format, document, "ddd", fields_of_ddd()) {}

    const MappedFile& file() const override { return file_; }
    void add_position(std::size_t base, u32 vertex, const ShapeVertex&, ElementBits& out) const override {
        out.add(file_, position, {base, vertex});
    }
    StoredCorner corner(std::size_t, std::size_t, u32 triangle, std::size_t corner) const override {
        return {corner_vertex, {triangle, corner}};
    }
    void add_direction(std::size_t frame, std::size_t bone, bool, ElementBits& out) const override {
        out.add(file_, forwards, {frame, bone});
    }

private:
    MappedFile file_;
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle&, const SceneOptions& options,
                                        const Scene& scene) {
    Issues known;
    const bool is_linked = document.file.is_linked();
    const bool is_moved = document.linked && (is_linked || can_move(*document.linked, document.file));
    return map_elements(std::make_unique<DddSource>(document, known),
                        std::make_unique<in_elements::DddFields>(document),
                        {.binds = !is_linked, .poses = !is_linked && !is_moved}, options, scene);
}

}  // namespace thaw::ddd
