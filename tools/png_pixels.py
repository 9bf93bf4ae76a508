"""The pixels of a PNG, for tools that should not need more than Python."""

import struct
import zlib

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type


def chunks(data):
    at = 8
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + size]
        at += size + 12


def predicted(filter_type, left, up, corner):
    if filter_type == 4:  # Paeth: the neighbour that is nearest to left + up - corner
        return min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
    return (0, left, up, (left + up) // 2)[filter_type]


def lines(raw, height, line_bytes, step):
    before = bytearray(line_bytes)
    for y in range(height):
        start = y * (line_bytes + 1)
        filter_type, line = raw[start], bytearray(raw[start + 1 : start + 1 + line_bytes])
        for i in range(line_bytes if filter_type else 0):
            left, corner = (line[i - step], before[i - step]) if i >= step else (0, 0)
            line[i] = (line[i] + predicted(filter_type, left, before[i], corner)) & 255
        yield line
        before = line


def pixels(data):
    """Width, height, and (red, green, blue, alpha) of each pixel, by lines from the top."""
    found = {}
    for kind, body in chunks(data):
        found[kind] = found.get(kind, b"") + body
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", found[b"IHDR"])
    if interlaced or depth > 8:
        raise ValueError("a PNG of a kind that Thaw and Blender do not write")
    channels = CHANNELS[color]
    palette, alphas, mask = found.get(b"PLTE", b""), found.get(b"tRNS", b""), (1 << depth) - 1
    out = []
    for line in lines(zlib.decompress(found[b"IDAT"]), height, (width * channels * depth + 7) // 8, max(1, channels * depth // 8)):
        values = [line[i * depth // 8] >> (8 - depth - i * depth % 8) & mask for i in range(width * channels)]
        for x in range(width):
            own = tuple(values[x * channels : (x + 1) * channels])
            if color == 3:
                own = tuple(palette[own[0] * 3 : own[0] * 3 + 3]) + ((alphas[own[0]],) if own[0] < len(alphas) else ())
            elif channels < 3:
                own = (own[0] * 255 // mask,) * 3 + own[1:]
            out.append(own if len(own) == 4 else own + (255,))
    return width, height, out
