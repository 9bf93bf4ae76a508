// The bit stream of compressed frames: any delta words, any bytes. What was compressed comes back.
#include "base/endian.hpp"
#include "formats/ctr/build/encode.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    if (size < 2) return 0;
    const Bytes input(data + 2, size - 2);
    std::vector<ctr::Delta> deltas;
    for (std::size_t i = 0; i < data[0] && 4 * i + 4 <= input.size(); ++i) {
        deltas.push_back({load<u32>(input.data() + 4 * i, Order::little)});
    }
    ctr::Frame frame;
    frame.data = Blob::copy_of(input.subspan(4 * deltas.size()));
    const u64 vertices = data[1];
    const auto grid = ctr::decode_frame(frame, &deltas, vertices);
    fuzz::require(grid.points.size() <= vertices, "more vertices than asked for");
    fuzz::require(!grid.complete || frame.data.size() + 4 > ctr::stream_bytes(deltas) || deltas.size() > vertices,
                  "complete without the bytes");
    const auto raw = ctr::decode_frame(frame, nullptr, vertices);
    fuzz::require(raw.points.size() * 3 <= frame.data.size(), "more vertices than bytes");

    // Two poses of arbitrary bytes, through the encoder and back.
    std::vector<ctr::GridPose> poses(2);
    for (std::size_t i = 0; 6 * i + 6 <= input.size() && i < 64; ++i) {
        for (std::size_t p = 0; p < 2; ++p) {
            const u8* from = input.data() + 6 * i + 3 * p;
            poses[p].points.push_back({from[0], from[1], from[2]});
        }
    }
    const auto packed = ctr::compress(poses);
    for (std::size_t p = 0; p < 2 && p < packed.frames.size(); ++p) {
        ctr::Frame out;
        out.data = Blob::copy_of(packed.frames[p]);
        fuzz::require(packed.frames[p].size() == ctr::stream_bytes(packed.deltas), "the stream has another size");
        const auto back = ctr::decode_frame(out, &packed.deltas, poses[p].points.size());
        fuzz::require(back.complete && back.points == poses[p].points, "a compressed frame comes back changed");
    }
    return 0;
}
