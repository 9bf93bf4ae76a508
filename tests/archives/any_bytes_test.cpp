// What holds for the readers of all kinds, whatever the bytes are.
#include <algorithm>
#include <array>

#include "archives/room.hpp"
#include "fixtures/container_parts.hpp"
#include "opened.hpp"
#include "support/every_case.hpp"

namespace thaw::test {

namespace {

constexpr std::size_t step = every_case ? 1 : 3;  // of changes; cuts are all made

std::vector<ContainedFile> all_odd() {
    auto out = odd_zips();
    for (auto& tar : odd_tars()) out.push_back(std::move(tar));
    return out;
}

// Refused in words, or files that are as large as listed. How many were loaded.
std::size_t use(const Blob& bytes, const Context& context = {}) {
    const auto opened = archives::open("a", archives::blob_source(bytes), context);
    if (!opened) {
        EXPECT_FALSE(opened.error().message.empty());
        return 0;
    }
    std::size_t loaded = 0;
    for (std::size_t i = 0; i < (*opened)->entries().size(); ++i) {
        const auto blob = (*opened)->load(i);
        EXPECT_TRUE(blob ? blob->size() == (*opened)->entries()[i].bytes : !blob.error().message.empty());
        loaded += blob ? 1u : 0u;
    }
    return loaded;
}

// A source that counts, and may fail.
class Counted final : public archives::Source {
public:
    explicit Counted(std::vector<u8> bytes) : bytes_(std::move(bytes)) {}
    u64 size() const override { return bytes_.size(); }
    bool read(u64 offset, std::span<u8> to) override {
        given += to.size();
        if (!works || offset > bytes_.size() || to.size() > bytes_.size() - offset) return false;
        std::copy_n(bytes_.data() + offset, to.size(), to.data());
        return true;
    }

    u64 given = 0;
    bool works = true;

private:
    std::vector<u8> bytes_;
};

std::vector<ContainedFile> many_files(std::size_t bytes) {
    std::vector<ContainedFile> out;
    for (int i = 0; i < 30; ++i) out.push_back({"F" + std::to_string(i), std::vector<u8>(bytes, static_cast<u8>(i))});
    return out;
}

class Stop final : public Monitor {
public:
    bool cancelled() override { return true; }
};

}  // namespace

TEST(AnyBytes, CutOffAnywhere) {
    for (const auto& archive : all_odd()) {
        for (std::size_t length = 0; length < archive.bytes.size(); ++length) {
            use(Blob::copy_of(Bytes(archive.bytes).first(length)));
        }
    }
}

TEST(AnyBytes, DiscsCutOffAnywhere) {
    for (const auto& disc : odd_discs()) {
        const auto whole = Blob::copy_of(disc.bytes);
        for (std::size_t length = 16 * 2048; length < disc.bytes.size(); length += length % 2048 == 100 ? 1900 : 1) {
            use(whole.slice(0, length));
        }
    }
}

TEST(AnyBytes, EveryByteChanged) {
    for (const auto& archive : all_odd()) {
        auto bytes = archive.bytes;
        for (std::size_t i = 0; i < bytes.size(); i += step) {
            const u8 before = bytes[i];
            for (const int value : {before + 1, before - 1, 0, 255, before ^ 0x80}) {
                bytes[i] = static_cast<u8>(value);
                use(Blob::copy_of(bytes));
            }
            bytes[i] = before;
        }
    }
}

// Descriptors and folders of discs: what follows are data, and what is empty stays so.
TEST(AnyBytes, EveryByteOfAFolderChanged) {
    for (const auto& disc : odd_discs()) {
        auto bytes = disc.bytes;
        for (std::size_t i = 16 * 2048; i < bytes.size(); i += step) {
            if (bytes[i] == 0 && i % 2048 > 200) continue;
            const u8 before = bytes[i];
            for (const int value : {before + 1, before - 1, 0, 255, before ^ 0x80}) {
                bytes[i] = static_cast<u8>(value);
                const auto shared = std::make_shared<int>();
                use(Blob::wrap(shared, bytes));
            }
            bytes[i] = before;
        }
    }
}

// Whatever is a number somewhere: as large as can be, as large as the file, and next to both.
TEST(AnyBytes, NumbersAtTheirBounds) {
    auto all = all_odd();
    for (auto& disc : odd_discs()) all.push_back(std::move(disc));
    for (const auto& archive : all) {
        auto bytes = archive.bytes;
        const auto size = static_cast<u32>(bytes.size());
        const std::array<u32, 11> values{0,      1,          size - 1,   size,       size + 1,  0x7FFF,
                                         0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
        const bool disc = bytes.size() > 32768;
        for (std::size_t i = disc ? 16 * 2048 : 0; i + 4 <= bytes.size(); i += disc ? 2 * step : step) {
            if (disc && (i % 2048 > 300 || load<u32>(bytes.data() + i, Order::little) == 0)) continue;
            const u32 before = load<u32>(bytes.data() + i, Order::little);
            for (const u32 value : values) {
                store<u32>(bytes.data() + i, value, Order::little);
                use(Blob::wrap(std::make_shared<int>(), bytes));
            }
            store<u32>(bytes.data() + i, before, Order::little);
        }
    }
}

TEST(AnyBytes, OddArchivesAsTheyAre) {
    const auto count = [](const std::vector<ContainedFile>& archives) {
        std::vector<std::size_t> out;
        for (const auto& archive : archives) out.push_back(use(Blob::copy_of(archive.bytes)));
        return out;
    };
    EXPECT_EQ(count(odd_zips()), (std::vector<std::size_t>{2, 2, 2, 2, 1, 2, 2}));
    EXPECT_EQ(count(odd_tars()), (std::vector<std::size_t>{1, 2, 2, 0, 2}));
    EXPECT_EQ(count(odd_discs()), (std::vector<std::size_t>{3, 3, 3, 3, 3, 3, 2}));
}

TEST(AnyBytes, OnlyWhatIsWantedIsRead) {
    const auto files = many_files(200'000);
    for (const auto& bytes :
         {make_zip(files), make_tar(files), make_iso(files), make_raw_sectors(make_iso(files), 2)}) {
        const auto source = std::make_shared<Counted>(bytes);
        const auto opened = archives::open("a", source, {});
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->entries().size(), 30u);
        EXPECT_LT(source->given, 500'000u);
        const u64 before = source->given;
        const auto blob = (*opened)->load(17);
        ASSERT_TRUE(blob.ok());
        EXPECT_EQ(blob->size(), 200'000u);
        EXPECT_LT(source->given - before, 320'000u);
    }
}

TEST(AnyBytes, BytesInMemoryAreSharedAndNotCopied) {
    const auto files = many_files(5000);
    for (const auto& bytes : {make_zip(files), make_tar(files), make_iso(files)}) {
        const auto whole = Blob::copy_of(bytes);
        const auto opened = archives::open("a", archives::blob_source(whole), {});
        ASSERT_TRUE(opened.ok());
        const auto blob = (*opened)->load(3);
        ASSERT_TRUE(blob.ok());
        EXPECT_TRUE(blob->data() > whole.data() && blob->data() < whole.data() + whole.size());
    }
}

TEST(AnyBytes, ASourceThatFailsIsNamed) {
    const auto files = many_files(200'000);
    for (const auto& bytes : {make_zip(files), make_tar(files), make_iso(files)}) {
        const auto source = std::make_shared<Counted>(bytes);
        const auto opened = archives::open("a", source, {});
        ASSERT_TRUE(opened.ok());
        source->works = false;
        const auto failed = (*opened)->load(5);
        ASSERT_FALSE(failed.ok());
        EXPECT_EQ(failed.error().code, Code::io);
        EXPECT_EQ(failed.error().message, (*opened)->entries()[5].name + ": cannot be read");
        source->works = true;
        EXPECT_TRUE((*opened)->load(5).ok());
        EXPECT_EQ((*opened)->load(30).error().code, Code::bad_index);
    }
}

TEST(AnyBytes, BombsAreRefusedBeforeTheyAreUnpacked) {
    Context context;
    context.limits.memory_floor = 0;
    std::vector<ZipPiece> pieces;
    for (const char* name : {"a", "b", "c"}) {
        pieces.push_back({.name = name, .bytes = letters("x"), .method = 8, .claimed_bytes = 100 << 20});
    }
    const auto zip = archives::open("a.zip", archives::blob_source(Blob::take(make_zip_of(pieces))), context);
    ASSERT_TRUE(zip.ok());
    for (const std::size_t i : {0u, 1u, 0u, 1u}) EXPECT_NE((*zip)->load(i).error().code, Code::over_budget);
    const auto third = (*zip)->load(2);
    ASSERT_FALSE(third.ok());
    EXPECT_EQ(third.error().code, Code::over_budget);
    EXPECT_TRUE(third.error().message.starts_with("with c the archive unpacks to far more than its size justifies"));

    context.limits.input_bytes = 1000;
    const auto large =
        archives::open("a.tar", archives::blob_source(Blob::take(make_tar({{"a", std::vector<u8>(1001)}}))), context);
    ASSERT_TRUE(large.ok());
    EXPECT_EQ((*large)->load(0).error().message,
              "a unpacks to more than 1000 bytes, the most that is read of one file");
    // What says less than it has gives no more than it says.
    const auto lie = make_zip_of({{.name = "a", .bytes = std::vector<u8>(4 << 20), .method = 8, .claimed_bytes = 5}});
    EXPECT_EQ(use(Blob::copy_of(lie)), 0u);
}

// The same data under many names: each of them is counted.
TEST(AnyBytes, NamesForTheSameDataAreCounted) {
    Context context;
    context.limits.memory_floor = 0;
    std::vector<ZipPiece> pieces{{.name = "a", .bytes = std::vector<u8>(100 << 20), .method = 8}};
    for (const char* name : {"b", "c"}) {
        pieces.push_back(pieces.front());
        pieces.back().name = name;
        pieces.back().same_place = true;
    }
    EXPECT_EQ(use(Blob::copy_of(make_zip_of(pieces)), context), 2u);
    // On a disc and in a tar they are the same file.
    const std::vector<u8> bytes(100'000, 'x');
    context.limits.input_bytes = 100'000;
    EXPECT_EQ(use(Blob::copy_of(make_iso({{"A", bytes}, {"B", bytes}, {"C", bytes}}, {.shared = true})), context), 3u);
}

TEST(AnyBytes, ListingCanBeStopped) {
    Stop stop;
    Context context;
    context.monitor = &stop;
    for (const auto& bytes : {make_zip({{"A", {}}}), make_tar({{"A", {}}}), make_iso({{"A", {}}})}) {
        EXPECT_EQ(open_bytes("a", bytes, context).error().code, Code::cancelled);
    }
}

TEST(AnyBytes, OtherKindsAreRefusedInWords) {
    const auto other = open_bytes("a.7z", make_7z({{"a", letters("x")}}));
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().code, Code::unsupported);
    EXPECT_EQ(other.error().message, "an archive of the kind 7z takes libarchive");
    EXPECT_EQ(open_bytes("a.txt", letters("text")).error().code, Code::not_recognised);
}

TEST(AnyBytes, NamesLeadNowhereElse) {
    for (const std::string name : {"a", "a/b.txt", "a\\b", "..a/b..", "Fl\xC3\xBCgel/.hidden", "a b/c:d"}) {
        EXPECT_EQ(archives::refused_name(name), "") << name;
    }
    for (const std::string name : {"", "/a", "\\a", "C:\\a", "c:a", "..", "../a", "a/../b", "a\\..\\b", "./a", "a//b",
                                   "a/", "a/./b", "a\nb", "a\x1B[31m"}) {
        EXPECT_NE(archives::refused_name(name), "") << name;
    }
    EXPECT_EQ(archives::refused_name(std::string(255, 'n')), "");
    EXPECT_EQ(archives::refused_name("a/" + std::string(256, 'n')), "its name is too long for a file");
    // They are listed as they are: whoever writes files asks.
    const std::vector<ContainedFile> files{{"../../etc/passwd", letters("x")}, {"/etc/passwd", letters("y")}};
    const Lines expected{"../../etc/passwd=x", "/etc/passwd=y"};
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(files))), expected);
    EXPECT_EQ(contents(open_bytes("a.tar", make_tar(files))), expected);
}

}  // namespace thaw::test
