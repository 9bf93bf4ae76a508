// Whatever comes in and wherever the output goes: an answer, in bounded time and space.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "inspect/documents.hpp"
#include "inspect/json_check.hpp"

namespace thaw::test {
namespace {

using inspect::DumpOptions;
using inspect::DumpStyle;

constexpr DumpStyle styles[] = {DumpStyle::tree, DumpStyle::hex, DumpStyle::json};

// All styles agree on whether the file can be read, and say where it cannot.
void expect_answers(const Subject& subject, bool unfolded) {
    std::optional<Status> first;
    for (const DumpStyle style : styles) {
        const Dumped dumped = dump(subject, {.style = style, .unfolded = unfolded});
        EXPECT_FALSE(dumped.text.empty());
        EXPECT_TRUE(style != DumpStyle::json || is_json_lines(dumped.text, subject.bundle.parts.size()));
        if (!first) first = dumped.status;
        ASSERT_EQ(first->ok(), dumped.status.ok());
        if (dumped.status.ok()) continue;
        EXPECT_EQ(first->error().path, dumped.status.error().path);
        EXPECT_NE(dumped.status.error().code, Code::internal);
        const std::string message = dumped.status.error().message;
        EXPECT_TRUE(style == DumpStyle::json || dumped.text.find(message) != std::string::npos) << message;
    }
}

void expect_all_truncations(const Subject& subject) {
    for (const Part& part : subject.bundle.parts) {
        const auto whole = bytes_of(subject, part.role);
        for (std::size_t n = 0; n <= whole.size(); ++n) {
            const Subject cut =
                with_bytes(subject, part.role, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)});
            expect_answers(cut, n % 2 == 1);
            for (const u64 at : {u64{0}, u64{n / 2}, u64{n}}) (void)dump(cut, {.at = at, .role = part.role});
        }
    }
}

TEST(Hostile, EveryTruncation) {
    for (const auto& subject : {small_ddd(), linked_ddd(), small_pair(3, 8, 28), toy()})
        expect_all_truncations(subject);
}

TEST(Hostile, EveryByteChanged) {
    for (const auto& subject : {small_ddd(), small_pair(3, 8, 28), toy()}) {
        for (const Part& part : subject.bundle.parts) {
            for (std::size_t i = 0; i < part.bytes.size(); ++i) {
                for (const u8 flip : {u8{0x01}, u8{0xFF}}) {
                    auto bytes = bytes_of(subject, part.role);
                    bytes[i] = static_cast<u8>(bytes[i] ^ flip);
                    const Subject changed = with_bytes(subject, part.role, bytes);
                    const Dumped json = dump(changed, {.style = DumpStyle::json});
                    EXPECT_TRUE(json.status.ok() || json.status.error().code != Code::internal);
                    EXPECT_TRUE(is_json_lines(json.text, subject.bundle.parts.size()));
                    (void)dump(changed, {.at = i, .role = part.role});
                }
            }
        }
    }
}

TEST(Hostile, FixturesOfEveryFormat) {
    for (const Fixture& fixture : all_fixtures()) {
        const Dumped dumped = dump({fixture.format, fixture.bundle});
        // What an OBJ or PLY says is read from its bytes as a whole, which are shown as they are.
        const bool is_whole = fixture.format->id == "obj" || fixture.format->id == "ply";
        EXPECT_EQ(dumped.status.ok(), !fixture.error || is_whole) << fixture.name;
    }
}

TEST(Hostile, OverlappingRowsDoNotMultiplyTheOutput) {
    // 65535 rows that all are the same 16 bytes, of as many cells as the header can claim.
    for (const u16 stride : {u16{0}, u16{1}}) {
        std::vector<u8> aniv(4100, 1);
        aniv[0] = aniv[1] = 0xFF;
        aniv[2] = static_cast<u8>(stride);
        aniv[3] = 0;
        Subject pair = with_bytes(small_pair(1, 12, 12), "aniv", aniv);
        auto data = bytes_of(pair, "data");
        data[2] = data[3] = 0xFF;
        pair = with_bytes(pair, "data", data);
        for (const DumpStyle style : styles) {
            const Dumped dumped = dump(pair, {.style = style, .unfolded = true});
            EXPECT_TRUE(dumped.status.ok());
            EXPECT_LT(dumped.text.size(), 2'000'000u);
        }
        EXPECT_NE(dump(pair, {.unfolded = true}).text.find("more"), std::string::npos);
    }
}

TEST(Hostile, PackedFilesAreSeenUnpacked) {
    const Subject packed = packed_toy();
    for (const DumpStyle style : styles) {
        const std::string whole = dump_text(packed, {.style = style});
        const std::string bare = dump_text(toy(), {.style = style});
        // Below the heading it is the same dump.
        const char* fields = style == DumpStyle::json ? "\"fields\"" : "\n";
        ASSERT_NE(whole.find(fields), std::string::npos);
        EXPECT_EQ(whole.substr(whole.find(fields)), bare.substr(bare.find(fields)));
    }
    EXPECT_TRUE(dump_text(packed).starts_with("a\\x1b[31m.toy (toy), 283 bytes, 282 unpacked\n"));
    EXPECT_NE(dump_text(packed, {.at = 281}).find("tail[99]"), std::string::npos);
    const Dumped broken = dump(with_bytes(packed, "toy", {1, 2, 3}));
    EXPECT_EQ(broken.status.error().code, Code::bad_magic);
    EXPECT_EQ(broken.text,
              "a\\x1b[31m.toy (toy), 3 bytes\nerror: 'P' expected\n0 of 3 bytes explained before reading failed\n");
}

// Takes so many bytes and then refuses.
class ShortSink final : public Sink {
public:
    using Sink::write;
    explicit ShortSink(std::size_t room) : room_(room) {}
    bool write(Bytes bytes) override {
        ++calls;
        if (bytes.size() > room_) return false;
        room_ -= bytes.size();
        return true;
    }
    int calls = 0;

private:
    std::size_t room_;
};

TEST(Hostile, AnOutputThatRefusesIsAnError) {
    const Subject pair = small_pair(60000, 12, 720000);
    for (const DumpStyle style : styles) {
        ShortSink sink(100000);
        const DumpOptions options{.style = style, .unfolded = true};
        const Status status = inspect::dump(*pair.format, pair.bundle, options, {}, sink);
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().code, Code::io);
        EXPECT_EQ(sink.calls, 2) << "nothing is written after the refusal";
    }
}

class Stop final : public Monitor {
public:
    bool cancelled() override { return true; }
};

TEST(Hostile, ACallerMayStop) {
    const Subject pair = small_pair(2, 24, 48);
    auto data = bytes_of(pair, "data");
    data[0] = data[1] = 0xFF;
    data.resize(48 + 16 * 65535);
    const Subject big = with_bytes(pair, "data", data);
    Stop stop;
    Context context;
    context.monitor = &stop;
    StringSink sink;
    const Status status = inspect::dump(*big.format, big.bundle, {.unfolded = true}, context, sink);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::cancelled);
}

}  // namespace
}  // namespace thaw::test
