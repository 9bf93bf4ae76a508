// From bytes to elements: the format's one function the other way round, for every element of the scene.
#include <thaw/elements.hpp>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/guard.hpp"
#include "formats/shared/element_map.hpp"

namespace thaw {

namespace elements {

// Elements that differ in one number.
struct List {
    Element first{};
    u64 begin = 0;  // how many elements there are before it
    u64 count = 0;
};

class Lists {
public:
    explicit Lists(const Scene& scene) {
        each_mesh(scene, [&](u32 m, const Mesh& mesh) {
            const u64 frames = 1 + (mesh.frames ? mesh.frames->count - 1 : mesh.targets.size());
            for (u32 f = 0; f < frames; ++f)
                add({.kind = ElementKind::point, .mesh = m, .frame = f}, mesh.points.size());
        });
        each_mesh(scene,
                  [&](u32 m, const Mesh& mesh) { add({.kind = ElementKind::normal, .mesh = m}, mesh.normals.size()); });
        each_mesh(scene, [&](u32 m, const Mesh& mesh) {
            add({.kind = ElementKind::weights, .mesh = m}, mesh.influences.per_point > 0 ? mesh.points.size() : 0);
        });
        each_primitive(scene, ElementKind::triangle, [](const Primitive& primitive) {
            return primitive.indices.size() / (primitive.topology == Topology::lines ? 2 : 3);
        });
        each_primitive(scene, ElementKind::uv,
                       [](const Primitive& primitive) { return primitive.uvs.empty() ? 0 : primitive.indices.size(); });
        each_primitive(scene, ElementKind::color, [](const Primitive& primitive) {
            return primitive.colors.empty() ? 0 : primitive.indices.size();
        });
        add({.kind = ElementKind::bone}, scene.nodes.size());
        for (u32 c = 0; c < scene.clips.size(); ++c) {
            const Clip& clip = scene.clips[c];
            for (u32 n = 0; n < clip.channels.size(); ++n) {
                const u64 keys = clip.timelines[clip.channels[n].timeline].size();
                add({.kind = ElementKind::key, .clip = c, .channel = n}, keys);
            }
        }
        add({.kind = ElementKind::clip}, scene.clips.size());
        add({.kind = ElementKind::material}, scene.materials.size());
    }

    u64 size() const { return size_; }

    bool has(Element element) const {
        const u64 index = element.index;
        element.index = 0;
        return std::any_of(lists_.begin(), lists_.end(),
                           [&](const List& list) { return list.first == element && index < list.count; });
    }

    // visit(element) for those from `begin` on, in order.
    template <class Visit>
    void each(u64 begin, u64 end, Visit&& visit) const {
        auto list = std::partition_point(lists_.begin(), lists_.end(),
                                         [&](const List& one) { return one.begin + one.count <= begin; });
        for (; list != lists_.end() && list->begin < end; ++list) {
            Element element = list->first;
            const u64 last = std::min(end - list->begin, list->count);
            for (u64 i = std::max(begin, list->begin) - list->begin; i < last; ++i) {
                element.index = static_cast<u32>(i);
                visit(element);
            }
        }
    }

private:
    template <class Visit>
    void each_mesh(const Scene& scene, Visit&& visit) {
        for (u32 m = 0; m < scene.meshes.size(); ++m) visit(m, scene.meshes[m]);
    }
    template <class Count>
    void each_primitive(const Scene& scene, ElementKind kind, Count&& count) {
        each_mesh(scene, [&](u32 m, const Mesh& mesh) {
            for (u32 p = 0; p < mesh.primitives.size(); ++p) {
                add({.kind = kind, .mesh = m, .primitive = p}, count(mesh.primitives[p]));
            }
        });
    }
    void add(const Element& first, u64 count) {
        if (count == 0) return;
        lists_.push_back({first, size_, count});
        size_ += count;
    }

    std::vector<List> lists_;
    u64 size_ = 0;
};

// Bytes that a run of neighbouring elements is stored in: a few stretches that have them all.
class Stretches {
public:
    struct Stretch {
        const MappedFile* file;
        u64 first;
        u64 end;
        u64 chunk;
    };

    void add(const ElementBits::Run& run, u64 chunk) {
        const u64 end = run.end_bit();
        for (Stretch& one : now_) {
            if (one.file != run.file || run.first_bit > one.end + near_bits || end + near_bits < one.first) continue;
            one.first = std::min(one.first, run.first_bit);
            one.end = std::max(one.end, end);
            return;
        }
        now_.push_back({run.file, run.first_bit, end, chunk});
        if (now_.size() > most) join_nearest();
    }

    void finish_chunk() {
        all_.insert(all_.end(), now_.begin(), now_.end());
        now_.clear();
    }

    void sort() {
        std::sort(all_.begin(), all_.end(), [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
    }

    // The chunks that may have these bits, in order.
    std::vector<u64> chunks_at(const MappedFile* file, u64 first, u64 end) const {
        std::vector<u64> out;
        for (const Stretch& one : all_) {
            if (one.first >= end) break;
            if (one.file == file && one.end > first) out.push_back(one.chunk);
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

private:
    static constexpr std::size_t most = 6;  // of a chunk
    static constexpr u64 near_bits = 512;

    void join_nearest() {
        std::sort(now_.begin(), now_.end(), [](const Stretch& a, const Stretch& b) {
            return a.file != b.file ? a.file < b.file : a.first < b.first;
        });
        const auto gap = [&](std::size_t i) {
            if (now_[i].file != now_[i + 1].file) return ~u64{0};
            return now_[i + 1].first - std::min(now_[i + 1].first, now_[i].end);
        };
        std::size_t best = 0;
        for (std::size_t i = 1; i + 1 < now_.size(); ++i) {
            if (gap(i) < gap(best)) best = i;
        }
        if (gap(best) == ~u64{0}) return;  // as many files as that: one stretch each
        now_[best].end = std::max(now_[best].end, now_[best + 1].end);
        now_.erase(now_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }

    std::vector<Stretch> now_;
    std::vector<Stretch> all_;
};

constexpr u64 smallest_chunk = 64;  // elements
constexpr u64 most_chunks = 16384;

}  // namespace elements

struct ElementIndex::Inside {
    const Format& format;
    Scene scene;
    elements::Lists lists;
    std::unique_ptr<ElementMap> map{};
    u64 chunk = elements::smallest_chunk;  // elements of one
    std::vector<const MappedFile*> files{};
    elements::Stretches stretches{};

    Inside(const Format& of, Scene&& made) : format(of), scene(std::move(made)), lists(scene) {}

    Status index(const Context& context) {
        chunk = std::max(elements::smallest_chunk, lists.size() / elements::most_chunks + 1);
        ElementBits bits;
        for (u64 c = 0; c * chunk < lists.size(); ++c) {
            if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
            lists.each(c * chunk, (c + 1) * chunk, [&](const Element& element) {
                bits.clear();
                map->bits_of(element, bits);
                for (const ElementBits::Run& run : bits.runs()) {
                    stretches.add(run, c);
                    if (std::find(files.begin(), files.end(), run.file) == files.end()) files.push_back(run.file);
                }
            });
            stretches.finish_chunk();
        }
        stretches.sort();
        return Done{};
    }
};

ElementIndex::ElementIndex(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
ElementIndex::ElementIndex(ElementIndex&&) noexcept = default;
ElementIndex& ElementIndex::operator=(ElementIndex&&) noexcept = default;
ElementIndex::~ElementIndex() = default;

Result<ElementIndex> ElementIndex::make(const Model& model, const SceneOptions& options, const Context& context) {
    return guarded([&]() -> Result<ElementIndex> {
        Issues issues;
        auto scene = to_scene(model, options, issues);
        if (!scene) return scene.error();
        auto inside = std::make_unique<Inside>(*model.format, std::move(*scene));
        if (model.format->element_map != nullptr) {
            inside->map = model.format->element_map(*model.document, model.bundle, options, inside->scene);
        }
        if (inside->map != nullptr) {
            if (auto status = inside->index(context); !status) return status.error();
        }
        return ElementIndex(std::move(inside));
    });
}

const Scene& ElementIndex::scene() const { return inside_->scene; }

bool ElementIndex::has(const Element& element) const { return inside_->lists.has(element); }

std::vector<BitRange> ElementIndex::bytes_of(const Element& element) const {
    std::vector<BitRange> out;
    if (inside_->map == nullptr || !has(element)) return out;
    ElementBits bits;
    inside_->map->bits_of(element, bits);
    std::set<std::tuple<std::string_view, u64, u64>> known;
    for (const ElementBits::Run& run : bits.runs()) {
        FieldPlaces::Indices at = run.at;
        for (u64 i = 0; i < run.count; ++i, ++at[run.counted]) {
            const u64 first = run.first_bit + i * run.stride;
            if (!known.insert({run.file->role, first, run.bit_count}).second) continue;
            out.push_back({.part = std::string(run.file->role),
                           .path = run.file->places.path(run.field, at),
                           .first_bit = first,
                           .bit_count = run.bit_count,
                           .is_packed = run.file->is_packed});
        }
    }
    return out;
}

ElementIndex::Found ElementIndex::at_bits(std::string_view part, u64 first_bit, u64 bit_count, u64 most) const {
    Found out;
    const u64 end = first_bit + std::min(bit_count, ~first_bit);
    const std::string_view role = part.empty() ? inside_->format.parts.front().role : part;
    ElementBits bits;
    for (const MappedFile* file : inside_->files) {
        if (file->role != role) continue;
        for (const u64 c : inside_->stretches.chunks_at(file, first_bit, end)) {
            inside_->lists.each(c * inside_->chunk, (c + 1) * inside_->chunk, [&](const Element& element) {
                bits.clear();
                inside_->map->bits_of(element, bits);
                const bool holds = std::any_of(
                    bits.runs().begin(), bits.runs().end(),
                    [&](const ElementBits::Run& run) { return run.file == file && run.overlaps(first_bit, end); });
                if (!holds) return;
                out.elements.size() < most ? out.elements.push_back(element) : void(++out.skipped);
            });
        }
    }
    return out;
}

ElementIndex::Found ElementIndex::at(std::string_view part, u64 offset, u64 most) const {
    if (offset > ~u64{0} / 8) return {};
    return at_bits(part, 8 * offset, 8, most);
}

Result<std::vector<BitRange>> bytes_of(const Model& model, const Element& element, const SceneOptions& options,
                                       const Context& context) {
    auto index = ElementIndex::make(model, options, context);
    if (!index) return index.error();
    return guarded([&]() -> Result<std::vector<BitRange>> { return index->bytes_of(element); });
}

Result<ElementIndex::Found> elements_at(const Model& model, std::string_view part, u64 offset,
                                        const SceneOptions& options, const Context& context) {
    auto index = ElementIndex::make(model, options, context);
    if (!index) return index.error();
    return guarded([&]() -> Result<ElementIndex::Found> { return index->at(part, offset); });
}

}  // namespace thaw
