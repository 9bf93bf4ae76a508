#include "formats/twm/container.hpp"

#include "base/endian.hpp"
#include "base/lz4.hpp"
#include "base/text.hpp"

namespace thaw::twm {

namespace {

constexpr std::size_t magic_bytes = 4;
constexpr u64 greatest_payload = 0x7E000000;  // the most LZ4 packs into one block

u64 declared_size(Bytes file) { return load<u64>(file.data(), Order::little); }

Result<Blob> unpack(Document& document, const Blob& file, const Context& context) {
    const u64 size = declared_size(file.bytes());
    const Blob block = file.slice(block_offset);
    if (size > context.limits.input_bytes) {
        return Error{
            Code::over_budget,
            text::plural(size, "byte") + " when unpacked; the limit is " + std::to_string(context.limits.input_bytes),
            {},
            "container.size",
            0};
    }
    auto payload = lz4::decode(block.bytes(), size);
    if (!payload) {
        Error error = payload.error();
        error.offset += block_offset;
        error.path = "container.block";
        return error;
    }
    document.packed = {block, Blob::take(std::move(*payload))};
    return document.packed.payload;
}

Blob pack(Bytes block, u64 size) {
    std::vector<u8> file(block_offset);
    store(file.data(), size, Order::little);
    file.insert(file.end(), block.begin(), block.end());
    return Blob::take(std::move(file));
}

}  // namespace

bool is_magic(Bytes bytes) {
    const std::string start = text::view_as_text(bytes.first(std::min(bytes.size(), magic_bytes)));
    return start == ".twm" || start == ".mdl";
}

bool looks_packed(Bytes file) {
    if (file.size() <= block_offset || is_magic(file)) return false;
    const Bytes block = file.subspan(block_offset);
    return declared_size(file) / lz4::greatest_ratio <= block.size() &&
           is_magic(lz4::first_literals(block, magic_bytes));
}

Result<Blob> open_container(Document& document, const Blob& file, const Context& context) {
    document.container = looks_packed(file.bytes()) ? Container::lz4 : Container::plain;
    auto payload = document.container == Container::lz4 ? unpack(document, file, context) : Result<Blob>(file);
    if (payload) document.ancestor = text::view_as_text(payload->slice(0, magic_bytes).bytes()) == ".mdl";
    return payload;
}

Result<Blob> close_container(const Document& document, const Blob& payload) {
    if (document.container == Container::plain) return payload;
    if (payload.size() > greatest_payload) {
        return Error{Code::unrepresentable, text::plural(payload.size(), "byte") + " are more than one block can hold"};
    }
    if (!document.packed.block.empty() && document.packed.payload == payload) {
        return pack(document.packed.block.bytes(), payload.size());
    }
    return pack(lz4::encode(payload.bytes()), payload.size());
}

}  // namespace thaw::twm
