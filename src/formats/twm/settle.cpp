// Which of the layouts does a payload have? Tried in a fixed order, best ending first; see README.md, "Layouts".
#include <algorithm>

#include "base/endian.hpp"
#include "formats/twm/container.hpp"
#include "formats/twm/layout.hpp"
#include "layout/reader.hpp"

namespace thaw::twm {

namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t version_offset = 4;
constexpr std::size_t mesh_count_offset = 8;
constexpr std::size_t flag_offset = 12;
constexpr std::size_t wide_mesh_header = 16;
constexpr std::size_t mesh_flags = 8;  // in a mesh header with wide counts: after the vertex count

// How well a trial ended, best first.
enum class Rank : u8 { exact, trailing, salvaged, no_footer, failed };

struct Trial {
    Rank rank = Rank::failed;
    Layout layout{};
    u64 reached = 0;  // of a failed one

    bool better_than(const Trial& other) const {
        return rank != other.rank ? rank < other.rank : rank == Rank::failed && reached > other.reached;
    }
};

// What the header says about which layouts can be told apart at all.
struct Header {
    u32 version;
    u32 meshes;
    bool skeleton;
};

Header header_of(Bytes payload) {
    return {load<u32>(payload.data() + version_offset, Order::little),
            load<u32>(payload.data() + mesh_count_offset, Order::little), payload[flag_offset] != 0};
}

std::vector<Layout> candidates(const Header& header) {
    std::vector<Layout> out;
    for (const JointForm joints : {JointForm::packed, JointForm::padded, JointForm::none}) {
        if (joints != JointForm::none && !header.skeleton) continue;
        for (const ClusterForm clusters :
             {ClusterForm::deformer, ClusterForm::skeleton, ClusterForm::after_meshes, ClusterForm::none}) {
            if (clusters == ClusterForm::skeleton && !header.skeleton) continue;
            if (clusters == ClusterForm::after_meshes && header.meshes < 2) continue;
            for (const IndexForm indices : {IndexForm::u64s, IndexForm::u32s}) {
                if (indices == IndexForm::u64s && header.version >= 2) continue;
                out.push_back({joints, clusters, indices, EndForm::footer, false, 0});
            }
        }
    }
    return out;
}

// 32-bit indices and half an array of 64-bit ones take the same bytes. Only their values tell.
bool all_half_arrays(const Document& probe) {
    return probe.version < 2 &&
           std::all_of(
               probe.meshes.begin(), probe.meshes.end(), [](const Mesh& mesh) { return is_half_array(mesh.indices); });
}

Trial attempt(const Document& document, const Layout& layout, const Blob& payload, const Context& context) {
    Document probe;
    probe.ancestor = document.ancestor;
    probe.layout = layout;
    Reader reader(payload, context);
    describe(reader, probe);
    Trial trial{Rank::failed, layout, 0};
    if (reader.ok()) {
        trial.rank = probe.trailing.empty() ? Rank::exact : Rank::trailing;
    } else if (reader.error()->path == "footer" && payload.size() - reader.error()->offset <= footer_bytes) {
        trial.rank = Rank::no_footer;
        trial.layout.end = EndForm::no_footer;
    } else {
        trial.reached = reader.error()->offset;
        return trial;
    }
    if (layout.indices == IndexForm::u32s && !layout.salvaged && all_half_arrays(probe))
        trial.layout.indices = IndexForm::half;
    return trial;
}

}  // namespace

bool is_half_array(const std::vector<u32>& words) {
    for (std::size_t i = 1; i < words.size(); i += 2) {
        if (words[i] != 0) return false;
    }
    return true;
}

bool find_salvage(const Document& document, const Blob& payload, Layout& layout) {
    const Bytes bytes = payload.bytes();
    constexpr std::size_t first_byte = header_bytes + wide_mesh_header;
    constexpr std::size_t end_bytes = 4 + footer_bytes;  // the animation count and the footer
    if (bytes.size() < first_byte + 8 + end_bytes) return false;
    const Header header = header_of(bytes);
    const u8* mesh = bytes.data() + header_bytes;
    const u64 n = load<u64>(mesh, Order::little);
    const u8* flags = mesh + mesh_flags;
    const bool attributes = flags[0] != 0 || flags[1] != 0;
    if (header.version > 2 || header.meshes != 1 || !attributes || flags[4] != 0) return false;
    if (n == 0 || n > (bytes.size() - first_byte - 8 - end_bytes) / Vec3::disk_bytes) return false;
    const u8* end = bytes.data() + bytes.size() - end_bytes;
    const Blob footer = payload.slice(payload.size() - footer_bytes);
    if (load<u32>(end, Order::little) != 0) return false;
    const std::string expected = document.footer();
    if (!std::equal(expected.begin(), expected.end(), footer.bytes().begin(),
                    [](char a, u8 b) { return static_cast<u8>(a) == b; })) {
        return false;
    }

    // Back from the end over what may be indices: a count that fits its distance, and no index behind it too large.
    const u64 attributes_at = first_byte + n * Vec3::disk_bytes;
    const u64 most = (bytes.size() - end_bytes - 8 - attributes_at) / 4;
    u64 found = 0;
    for (u64 m = 1; m <= most; ++m) {
        const u32 word = load<u32>(end - 4 * m, Order::little);
        if (word >= n) break;
        const bool fits = load<u64>(end - 4 * m - 8, Order::little) == m;
        if (fits && (m % 3 == 0 || found % 3 != 0 || found == 0)) found = m;
    }
    if (found == 0) return false;
    bool half = header.version < 2;
    for (u64 m = 1; m < found; m += 2) {  // every second word, counted from the first index
        half = half && load<u32>(end - 4 * (found - m), Order::little) == 0;
    }
    layout = {JointForm::none,
              ClusterForm::none,
              half ? IndexForm::half : IndexForm::u32s,
              EndForm::footer,
              true,
              bytes.size() - end_bytes - 4 * found - 8 - attributes_at};
    return true;
}

void settle_layout(Document& document, const Blob& payload, const Context& context) {
    if (payload.size() < header_bytes || !is_magic(payload.bytes())) return;
    Trial best;
    for (const Layout& layout : candidates(header_of(payload.bytes()))) {
        const Trial trial = attempt(document, layout, payload, context);
        if (trial.better_than(best)) best = trial;
        if (best.rank == Rank::exact || context.cancelled()) break;
    }
    Layout salvage;
    if (best.rank > Rank::salvaged && find_salvage(document, payload, salvage)) {
        if (attempt(document, salvage, payload, context).rank == Rank::exact) best.layout = salvage;
    }
    document.layout = best.layout;
}

}  // namespace thaw::twm
