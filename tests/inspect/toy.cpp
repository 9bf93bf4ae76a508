// A format that exists for tests only: it uses what the real ones do not.
#include <limits>
#include <stdexcept>

#include "formats/shared/parts.hpp"
#include "inspect/documents.hpp"

namespace thaw::test {

namespace {

struct Link {
    u8 kind = 0;
    std::vector<f32> weights{};
};

struct Toy : Document {
    f32 tenth = 0.1f;
    f64 third = 1.0 / 3;
    f32 nan = std::bit_cast<f32>(u32{0x7FC00001});
    f32 infinity = -std::numeric_limits<f32>::infinity();
    u64 big = ~u64{0};
    i64 small = std::numeric_limits<i64>::min();
    std::array<char, 8> name{'a', '\x1b', '"', '\0', 'x', '\0', '\0', '\0'};
    u32 offset = 0x20;
    u8 index = 7;
    std::array<u8, 2> packed{0x0F, 0xF1};
    std::vector<Link> links{};
    std::vector<u16> tail{};
    Blob rest{};
};

constexpr BitPart nibbles[] = {{"low", 0, 4, true}, {"top", 7, 1}};

void describe(Codec& io, Link& link) {
    io.field("kind", link.kind);
    const auto n = io.count<u8>("num_weights", link.weights);
    io.items("weights", link.weights, n);
}

void describe_toy(Codec& io, Document& document, std::string_view) {
    auto& toy = static_cast<Toy&>(document);
    io.order(Order::big);
    io.magic("magic", "TOY!");
    io.field("tenth", toy.tenth);
    io.field("third", toy.third);
    io.field("nan", toy.nan);
    io.field("infinity", toy.infinity);
    io.field("big", toy.big);
    io.field("small", toy.small);
    io.text("name", toy.name);
    io.field("offset", toy.offset, {.role = Role::offset});
    io.index("index", toy.index, 5);
    io.field("packed", toy.packed, {.role = Role::flags, .names = {}, .parts = nibbles, .limit = 0});
    io.until("links", toy.links, [](const Link& link) { return link.kind == 0; });
    const auto n = io.count<u8>("num_tail", toy.tail);
    io.items("tail", toy.tail, n);
    io.rest("rest", toy.rest);
}

constexpr PartRole parts[] = {{"toy", ".toy"}};

const Format format{
    .id = "toy",
    .title = "Toy",
    .game = "",
    .parts = parts,
    .extensions = {},
    .variants = {},
    .issue_kinds = {},
    .sniff = [](std::string_view, const Blob&, const Context&) { return Sniffed{}; },
    .blank = []() -> std::unique_ptr<Document> { return std::make_unique<Toy>(); },
    .has_part = [](const Document&, std::string_view) { return true; },
    .describe = describe_toy,
    .validate = [](const Document&, Profile, Issues&) {},
    .needs = [](const Document&, const Bundle&) { return std::vector<Want>{}; },
    .summarise = [](const Document&, const Bundle&) { return Summary{}; },
    .convert_variant = nullptr,
};

const Format packed_format = [] {
    Format packed = format;
    packed.unpack = [](Document&, const Part& part, const Context&) -> Result<Blob> {
        if (part.bytes.empty() || part.bytes[0] != 'P') return Error{Code::bad_magic, "'P' expected"};
        // Not a slice: what is unpacked shares no memory with the file.
        return Blob::copy_of(part.bytes.slice(1).bytes());
    };
    return packed;
}();

}  // namespace

Subject packed_toy() {
    Subject subject = toy();
    auto bytes = bytes_of(subject, "toy");
    bytes.insert(bytes.begin(), 'P');
    return with_bytes({&packed_format, subject.bundle}, "toy", bytes);
}

Subject toy() {
    auto document = std::make_unique<Toy>();
    for (u8 kind = 6; kind < 7; --kind) document->links.push_back({kind, std::vector<f32>(kind % 2, 1.5f)});
    for (u16 i = 0; i < 100; ++i) document->tail.push_back(static_cast<u16>(i * 300));
    Model model{&format, {{{"toy", "a\x1b[31m.toy", {}}}}, std::move(document)};
    auto bundle = write(model);
    if (!bundle.ok()) throw std::runtime_error(to_string(bundle.error()));
    return {&format, std::move(*bundle)};
}

}  // namespace thaw::test
