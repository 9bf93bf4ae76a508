// Packed files and modules: what was put in comes out, and hostile ones stay cheap.
#include "fixtures/unreal_archives.hpp"

#include <gtest/gtest.h>

#include "formats/unreal/archives/document.hpp"
#include "formats/unreal/family.hpp"
#include "support/archives.hpp"

namespace thaw::test {
namespace {

std::vector<u8> copied(const Blob& blob) { return {blob.bytes().begin(), blob.bytes().end()}; }

Model opened_as(const Format& format, const char* role, const Blob& bytes) {
    auto model = read(format, {{{role, "Rat", bytes}}});
    EXPECT_TRUE(model.ok()) << to_string(model.error());
    return std::move(*model);
}

// Text with runs of many lengths, longer than a block.
std::vector<u8> some_text(std::size_t size) {
    std::vector<u8> out;
    for (u32 i = 0; out.size() < size; ++i) {
        out.insert(out.end(), i * 7 % 40 < 30 ? 1 : i % 300, static_cast<u8>(i % 5 == 0 ? 0 : i * i % 251));
    }
    out.resize(size);
    return out;
}

TEST(UnrealUz, WhatWasPackedComesOut) {
    for (const u32 signature : {1234u, 5678u}) {
        for (const std::size_t size : {0u, 1u, 4u, 5u, 6u, 7u, 254u, 255u, 256u, 3000u, 3001u, 10000u}) {
            SCOPED_TRACE(std::to_string(signature) + " " + std::to_string(size));
            const auto text = size < 300 ? std::vector<u8>(size, 'a') : some_text(size);
            const Blob packed = make_uz("Rat.u", text, signature);
            const Model archive = opened_as(uz::format, "packed", packed);
            EXPECT_EQ(write(archive)->parts[0].bytes, packed);
            const auto files = files_in(archive);
            ASSERT_EQ(files.size(), 1u);
            EXPECT_EQ(files[0].name, "Rat.u");
            EXPECT_EQ(copied(files[0].bytes), text);
            EXPECT_EQ((*uz::format.entries(*archive.document, {}))[0].bytes, text.size());
        }
    }
}

TEST(UnrealUz, TheNameHasToBeRight) {
    const Blob packed = make_uz("Rat.u", {1, 2, 3});
    EXPECT_EQ(detect("Rat.u.uz", packed)->format, &uz::format);
    EXPECT_EQ(detect("Rat.u.uz", packed)->sniffed.confidence, Confidence::certain);
    const auto unnamed = detect("", packed);
    if (unnamed.ok()) {
        EXPECT_EQ(unnamed->sniffed.confidence, Confidence::weak);
    }
}

// A tree of one value takes no bits: a few bytes would become four thousand million.
TEST(UnrealUz, ABombIsRefused) {
    std::vector<u8> packed{0xD2, 4, 0, 0, 2, 'a', 0};
    const std::vector<u8> bomb{0xFF, 0xFF, 0xFF, 0x7F, 0x02, 0};
    packed.insert(packed.end(), bomb.begin(), bomb.end());
    const Model archive = opened_as(uz::format, "packed", Blob::take(std::move(packed)));
    EXPECT_EQ((*uz::format.entries(*archive.document, {}))[0].bytes, 0u);
    const auto bytes = uz::format.unpack_entry(*archive.document, 0, {});
    ASSERT_FALSE(bytes.ok());
    EXPECT_EQ(bytes.error().code, Code::over_budget);
}

TEST(UnrealUz, EveryTruncationIsRefusedOrDamaged) {
    const Blob packed = make_uz("Rat.u", some_text(400));
    for (std::size_t n = 0; n < packed.size(); ++n) {
        const auto model = read(uz::format, {{{"packed", "Rat", packed.slice(0, n)}}});
        if (model.ok()) {
            EXPECT_FALSE(uz::format.unpack_entry(*model->document, 0, {}).ok()) << n;
        }
    }
}

// A count below 0 is refused where it stands.
TEST(UnrealUz, ANameOfNegativeLengthIsRefused) {
    std::vector<u8> packed = copied(make_uz("Rat.u", {1, 2, 3}));
    packed[4] |= 0x80;
    const auto model = read(uz::format, {{{"packed", "Rat", Blob::take(std::move(packed))}}});
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().path, "name_length");
    EXPECT_EQ(model.error().offset, 4u);
}

TEST(UnrealUmod, NegativeCountsAreRefused) {
    const std::vector<u8> bytes = copied(make_umod({{"Rat.u", {1, 2, 3}}}));
    for (const auto& [at, path] : {std::pair(3u, "count"), std::pair(4u, "entries[0].name_length")}) {
        std::vector<u8> changed = bytes;
        changed[at] |= 0x80;
        const auto model = read(umod::format, {{{"module", "Rat", Blob::take(std::move(changed))}}});
        ASSERT_FALSE(model.ok());
        EXPECT_EQ(model.error().path, path);
        EXPECT_EQ(model.error().offset, at);
    }
}

TEST(UnrealUmod, FilesComeOutAsTheyStand) {
    const std::vector<MadeFile> files{
        {"System\\Manifest.ini", {'a', 'b'}, 3}, {"System\\Rat.u", {1, 2, 3}}, {"Empty", {}}};
    const Blob bytes = make_umod(files);
    const Model archive = opened_as(umod::format, "module", bytes);
    EXPECT_EQ(write(archive)->parts[0].bytes, bytes);
    const auto found = files_in(archive);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].name, "System/Manifest.ini");
    for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(copied(found[i].bytes), files[i].bytes);
    EXPECT_TRUE(validate(archive)->list().empty());
    EXPECT_EQ(detect("", bytes)->format, &umod::format);  // by its end
    EXPECT_FALSE(umod::format.unpack_entry(*archive.document, 3, {}).ok());
}

TEST(UnrealUmod, WhatEndsOtherwiseIsNone) {
    const Blob bytes = make_umod({{"Rat.u", {1, 2, 3}}});
    std::vector<u8> changed = copied(bytes);
    changed[changed.size() - 20] ^= 1;
    const auto found = detect("Rat.umod", Blob::take(std::move(changed)));
    if (found.ok()) {
        EXPECT_EQ(found->sniffed.confidence, Confidence::weak);
    }
}

}  // namespace
}  // namespace thaw::test
