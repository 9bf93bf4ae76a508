#include <algorithm>

#include "archives/room.hpp"
#include "opened.hpp"

namespace thaw::test {

namespace {

void use(std::string_view name, const std::vector<u8>& bytes, const Context& context = {}) {
    const auto opened = open_bytes(name, bytes, context);
    if (!opened) {
        EXPECT_FALSE(opened.error().message.empty());
        return;
    }
    for (std::size_t i = 0; i < (*opened)->entries().size(); ++i) {
        const auto blob = (*opened)->load(i);
        EXPECT_TRUE(blob.ok() || !blob.error().message.empty());
    }
}

class Stop final : public Monitor {
public:
    bool cancelled() override { return true; }
};

}  // namespace

TEST(Hostile, ContainersCutOffAnywhere) {
    for (const auto& container : all_containers()) {
        for (std::size_t length = 0; length < container.bytes.size(); length += 97) {
            const auto end = container.bytes.begin() + static_cast<std::ptrdiff_t>(length);
            use(container.name, {container.bytes.begin(), end});
        }
    }
}

TEST(Hostile, ContainersWithChangedBytes) {
    for (const auto& container : all_containers()) {
        auto bytes = container.bytes;
        const bool disc = bytes.size() > 32768;
        for (std::size_t at = disc ? 16 * 2048 : 0; at < bytes.size(); at += disc ? 251 : 11) {
            for (const u8 change : {u8{0x01}, u8{0x80}, u8{0xFF}}) {
                bytes[at] ^= change;
                use(container.name, bytes);
                bytes[at] ^= change;
            }
        }
    }
}

TEST(Hostile, CutOffArchivesGiveWhatIsThere) {
    const std::vector<ContainedFile> files{
        {"a", letters("first")}, {"b", std::vector<u8>(100'000, 'b')}, {"c", letters("last")}};
    auto zip = make_zip(files);
    zip.resize(50'000);
    auto tar = make_tar(files);
    tar.resize(50'000);
    for (const auto& bytes : {zip, tar}) {
        const auto opened = open_bytes("a", bytes);
        ASSERT_TRUE(opened.ok());
        ASSERT_EQ((*opened)->entries().size(), 2u);
        ASSERT_NE((*opened)->damage(), nullptr);
        EXPECT_EQ((*opened)->damage()->code, Code::truncated);
        EXPECT_EQ(text_of((*opened)->load(0)), "first");
        const auto second = (*opened)->load(1);
        ASSERT_FALSE(second.ok());
        EXPECT_EQ(second.error().code, Code::truncated) << to_string(second.error());
        EXPECT_TRUE(second.error().message.starts_with("b: ")) << second.error().message;
        EXPECT_EQ(text_of((*opened)->load(0)), "first");
    }
    std::vector<u8> noise;
    for (u32 i = 0, state = 1; i < 500'000; ++i)
        noise.push_back(static_cast<u8>((state = state * 1664525 + 1013904223) >> 24));
    auto packed = make_gzip(make_tar({{"a", letters("first")}, {"b", noise}}));
    packed.resize(packed.size() / 2);
    const auto opened = open_bytes("a.tgz", packed);
    ASSERT_TRUE(opened.ok());
    EXPECT_NE((*opened)->damage(), nullptr);
    EXPECT_EQ(text_of((*opened)->load(0)), "first");
    EXPECT_FALSE((*opened)->load(1).ok());
}

TEST(Hostile, ADamagedFileDoesNotHideTheOthers) {
    auto zip = make_zip({{"a", letters("first")}, {"b", letters("second")}, {"c", letters("third")}});
    const auto at = std::search(zip.begin(), zip.end(), std::begin("second"), std::end("second") - 1);
    *at = 'x';
    const auto found = contents(open_bytes("a.zip", zip));
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], "a=first");
    EXPECT_TRUE(found[1].starts_with("b=error: b: ")) << found[1];
    EXPECT_EQ(found[2], "c=third");
}

TEST(Hostile, SizesThatAreLiesAreNotBelieved) {
    const auto opened = open_bytes("a.zip", make_zip({{"huge", letters("x")}}, {.claimed_bytes = 0xFFFFFFFE}));
    ASSERT_TRUE(opened.ok());
    const auto loaded = (*opened)->load(0);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, Code::over_budget);
    EXPECT_TRUE(loaded.error().message.starts_with("huge unpacks to more than ")) << loaded.error().message;
    const auto smaller = open_bytes("a.zip", make_zip({{"more", letters("xyz")}}, {.claimed_bytes = 500'000'000}));
    ASSERT_TRUE(smaller.ok());
    EXPECT_FALSE((*smaller)->load(0).ok());
}

TEST(Hostile, BombsAreRefused) {
    Context context;
    context.limits.memory_floor = 0;
    const std::vector<ContainedFile> files{{"a", {}}, {"b", {}}, {"c", {}}};
    const auto zip = open_bytes("42.zip", make_zip(files, {.deflated = true, .claimed_bytes = 100 << 20}), context);
    ASSERT_TRUE(zip.ok());
    for (const std::size_t i : {0u, 1u, 0u, 1u}) EXPECT_NE((*zip)->load(i).error().code, Code::over_budget);
    const auto third = (*zip)->load(2);
    ASSERT_FALSE(third.ok());
    EXPECT_EQ(third.error().code, Code::over_budget);
    EXPECT_TRUE(third.error().message.starts_with("with c the archive unpacks to far more than its size justifies"));

    const auto tar = open_bytes("42.tgz", make_gzip(make_tar(files, 300 << 20)), context);
    ASSERT_FALSE(tar.ok());
    EXPECT_EQ(tar.error().code, Code::over_budget);

    // Nothing says how much this one has.
    context.limits.input_bytes = 1 << 20;
    const auto alone = open_bytes("bomb.gz", make_gzip(std::vector<u8>(4 << 20, 'x')), context);
    ASSERT_TRUE(alone.ok());
    const auto loaded = (*alone)->load(0);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, Code::over_budget);
    EXPECT_EQ(loaded.error().message, "bomb unpacks to more than 1048576 bytes, the most that is read of one file");
    // One that claims less than it has.
    const std::vector<ContainedFile> lie{{"lie", std::vector<u8>(4 << 20, 'x')}};
    const auto liar = open_bytes("lie.zip", make_zip(lie, {.deflated = true, .claimed_bytes = 5}), context);
    ASSERT_TRUE(liar.ok());
    EXPECT_FALSE((*liar)->load(0).ok());
}

TEST(Hostile, RoomCountsEachByteOnce) {
    Limits limits;
    limits.input_bytes = 1000;
    limits.memory_floor = 0;
    limits.memory_per_byte = 1;
    archives::Room room(limits, 500);
    const u64 all = (u64{256} << 20) + 500;
    u64 first = 0;
    EXPECT_TRUE(room.take(1000, first, "a").ok());
    EXPECT_TRUE(room.take(1000, first, "a").ok());
    EXPECT_TRUE(room.take(10, first, "a").ok());
    EXPECT_EQ(first, 1000u);
    EXPECT_EQ(room.take(1001, first, "a").error().code, Code::over_budget);
    for (u64 taken = 1000; all - taken >= 1000; taken += 1000) {
        u64 other = 0;
        ASSERT_TRUE(room.take(1000, other, "b").ok());
    }
    u64 last = 0;
    EXPECT_EQ(room.for_one(0), all % 1000);
    EXPECT_EQ(room.for_one(first), 1000u);
    EXPECT_EQ(room.take(1000, last, "c").error().code, Code::over_budget);
    EXPECT_TRUE(room.take(all % 1000, last, "c").ok());
}

TEST(Hostile, NamesAreOnlyNames) {
    const std::vector<ContainedFile> files{{"../../etc/passwd", letters("x")}, {"/etc/passwd", letters("y")}};
    const Lines expected{"../../etc/passwd=x", "/etc/passwd=y"};
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(files))), expected);
    EXPECT_EQ(contents(open_bytes("a.tar", make_tar(files))), expected);
    const auto opened = open_bytes("a.zip", make_zip({{"a\x1B[31m", letters("x")}}, {.encrypted = true}));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->load(0).error().message, "a\\x1b[31m is encrypted");
}

TEST(Hostile, FoldersThatLeadBackAreNotFollowedForever) {
    const auto iso = make_iso({{"A.TXT", letters("a")}, {"SUB/B.TXT", letters("b")}}, {.loop = true});
    const auto opened = open_bytes("a.iso", iso);
    if (!opened) return;
    EXPECT_LT((*opened)->entries().size(), 10u);
}

TEST(Hostile, ListingCanBeStopped) {
    Stop stop;
    Context context;
    context.monitor = &stop;
    EXPECT_EQ(open_bytes("a.zip", make_zip({{"a", {}}}), context).error().code, Code::cancelled);
}

}  // namespace thaw::test
