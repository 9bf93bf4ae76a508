#include <gtest/gtest.h>
#include <thaw/thaw.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "capi/plain_c.h"
#include "capi/tiny.hpp"

namespace {

// Allocations that still succeed; negative: all of them.
long allocations_left = -1;

void* allocate(std::size_t size) {
    if (allocations_left == 0) throw std::bad_alloc();
    if (allocations_left > 0) --allocations_left;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocations_left == 0 ? nullptr : allocate(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace thaw::test {
namespace {

struct Free {
    void operator()(thaw_model* model) const { thaw_free(model); }
};
using Handle = std::unique_ptr<thaw_model, Free>;

thaw_status add(const Handle& model, const char* role, const char* name, const std::vector<u8>& bytes) {
    return thaw_add_part(model.get(), role, name, bytes.data(), bytes.size());
}

std::vector<u8> output(const Handle& model, std::size_t index) {
    const auto* bytes = static_cast<const u8*>(thaw_output_bytes(model.get(), index));
    return {bytes, bytes + thaw_output_size(model.get(), index)};
}

bool contains(const char* text, const std::string& part) {
    return text != nullptr && std::string(text).find(part) != std::string::npos;
}

Handle opened_ddd() {
    Handle model(thaw_new());
    EXPECT_EQ(add(model, nullptr, "tiny.ddd", tiny_ddd()), THAW_OK);
    EXPECT_EQ(thaw_open(model.get(), nullptr), THAW_OK) << thaw_error_message(model.get());
    return model;
}

TEST(CApi, APlainCProgramMakesTheRound) {
    const auto bytes = tiny_ddd();
    EXPECT_EQ(round_trip_in_c(bytes.data(), bytes.size()), 1);
}

TEST(CApi, TellsItsVersion) {
    EXPECT_STREQ(thaw_version(), THAW_VERSION);
    EXPECT_EQ(thaw_abi(), THAW_ABI);
}

TEST(CApi, DetectsAndDescribesADdd) {
    const Handle model = opened_ddd();
    const char* info = thaw_info_json(model.get());
    EXPECT_TRUE(contains(info, R"("file":"tiny.ddd","format":"ddd")")) << info;
    EXPECT_TRUE(contains(info, R"("bytes":)" + std::to_string(tiny_ddd().size()))) << info;
    EXPECT_TRUE(contains(thaw_issues_json(model.get(), THAW_PROFILE_SPEC), R"("dropped":0)"));
    EXPECT_STREQ(thaw_wants_json(model.get()),
                 R"([{"role":"textures-json","names":["tiny.textures.json"],"mentions":"","required":false},)"
                 R"({"role":"script","names":["*.SRC"],"mentions":"tiny.","required":false},)"
                 R"({"role":"room","names":["*.SRF"],"mentions":"tiny.DDD","required":false}])");
    EXPECT_EQ(thaw_error_status(model.get()), THAW_OK);
    EXPECT_STREQ(thaw_error_message(model.get()), "");
    EXPECT_STREQ(thaw_error_json(model.get()), "");
}

TEST(CApi, WritesWhatItRead) {
    const Handle model = opened_ddd();
    EXPECT_EQ(thaw_output_count(model.get()), 0u);
    ASSERT_EQ(thaw_write(model.get()), THAW_OK);
    ASSERT_EQ(thaw_output_count(model.get()), 1u);
    EXPECT_STREQ(thaw_output_role(model.get(), 0), "ddd");
    EXPECT_STREQ(thaw_output_name(model.get(), 0), "tiny.ddd");
    EXPECT_EQ(output(model, 0), tiny_ddd());
    EXPECT_EQ(thaw_output_role(model.get(), 1), nullptr);
    EXPECT_EQ(thaw_output_name(model.get(), 1), nullptr);
    EXPECT_EQ(thaw_output_bytes(model.get(), 1), nullptr);
    EXPECT_EQ(thaw_output_size(model.get(), 1), 0u);
}

TEST(CApi, OpensAPairInAnyOrder) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "fish_a.3d", tiny_unreal_aniv()), THAW_OK);
    ASSERT_EQ(add(model, nullptr, "fish_d.3d", tiny_unreal_data()), THAW_OK);
    ASSERT_EQ(thaw_open(model.get(), nullptr), THAW_OK) << thaw_error_message(model.get());
    ASSERT_EQ(thaw_write(model.get()), THAW_OK);
    ASSERT_EQ(thaw_output_count(model.get()), 2u);
    EXPECT_STREQ(thaw_output_role(model.get(), 0), "data");
    EXPECT_STREQ(thaw_output_name(model.get(), 1), "fish_a.3d");
    EXPECT_EQ(output(model, 0), tiny_unreal_data());
    EXPECT_EQ(output(model, 1), tiny_unreal_aniv());
}

TEST(CApi, ASecondFileCanComeLater) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, "data", "fish_d.3d", tiny_unreal_data()), THAW_OK);
    ASSERT_EQ(thaw_open(model.get(), "unreal"), THAW_OK) << thaw_error_message(model.get());
    EXPECT_TRUE(contains(thaw_wants_json(model.get()), R"({"role":"aniv","names":["fish_a.3d"])"))
        << thaw_wants_json(model.get());
    ASSERT_EQ(thaw_write(model.get()), THAW_OK);
    EXPECT_EQ(thaw_output_count(model.get()), 1u);
    ASSERT_EQ(add(model, "aniv", nullptr, tiny_unreal_aniv()), THAW_OK);
    ASSERT_EQ(thaw_open(model.get(), "unreal"), THAW_OK) << thaw_error_message(model.get());
    EXPECT_EQ(thaw_output_count(model.get()), 0u) << "what was written belongs to the old document";
    ASSERT_EQ(thaw_write(model.get()), THAW_OK);
    ASSERT_EQ(thaw_output_count(model.get()), 2u);
    EXPECT_STREQ(thaw_output_name(model.get(), 1), "");
}

TEST(CApi, ListsACompanionThatWasAdded) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "tiny.ddd", tiny_ddd()), THAW_OK);
    ASSERT_EQ(add(model, "notes", "readme.txt", {'h', 'i'}), THAW_OK);
    ASSERT_EQ(thaw_open(model.get(), nullptr), THAW_OK) << thaw_error_message(model.get());
    EXPECT_TRUE(contains(thaw_info_json(model.get()), R"({"role":"notes","name":"readme.txt","found":true})"));
    ASSERT_EQ(thaw_write(model.get()), THAW_OK);
    EXPECT_EQ(thaw_output_count(model.get()), 1u) << "a companion is not part of the model";
}

// As `thaw info` does.
TEST(CApi, LooksAtImages) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "tiny.ddd", tiny_ddd()), THAW_OK);
    ASSERT_EQ(add(model, "texture:0", "skin.png", {'n', 'o', 'n', 'e'}), THAW_OK);
    ASSERT_EQ(thaw_open(model.get(), nullptr), THAW_OK) << thaw_error_message(model.get());
    EXPECT_TRUE(contains(thaw_info_json(model.get()), R"("code":"TEXTURE_UNREADABLE")")) << thaw_info_json(model.get());
}

TEST(CApi, NamesFileAndFieldOfADamagedModel) {
    auto bytes = tiny_ddd();
    bytes.resize(40);
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "cut.ddd", bytes), THAW_OK);
    EXPECT_EQ(thaw_open(model.get(), "ddd"), THAW_TRUNCATED);
    EXPECT_EQ(thaw_error_status(model.get()), THAW_TRUNCATED);
    EXPECT_TRUE(contains(thaw_error_message(model.get()), "cut.ddd: byte 0x")) << thaw_error_message(model.get());
    EXPECT_TRUE(contains(thaw_error_json(model.get()), R"({"code":"truncated","file":"cut.ddd","path":"bases[0])"))
        << thaw_error_json(model.get());
    EXPECT_EQ(thaw_info_json(model.get()), nullptr) << "a model that could not be read has no facts";
}

TEST(CApi, SaysWhenNoFormatClaimsTheBytes) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "poem.txt", {'r', 'o', 's', 'e'}), THAW_OK);
    EXPECT_EQ(thaw_open(model.get(), nullptr), THAW_NOT_RECOGNISED);
    EXPECT_TRUE(contains(thaw_error_message(model.get()), "poem.txt")) << thaw_error_message(model.get());
}

TEST(CApi, RefusesTwoFilesForOnePlace) {
    const Handle model(thaw_new());
    ASSERT_EQ(add(model, nullptr, "a.ddd", tiny_ddd()), THAW_OK);
    ASSERT_EQ(add(model, nullptr, "b.ddd", tiny_ddd()), THAW_OK);
    EXPECT_EQ(thaw_open(model.get(), nullptr), THAW_NOT_RECOGNISED);
    EXPECT_TRUE(contains(thaw_error_message(model.get()), "b.ddd: a second \"ddd\" file"));
}

TEST(CApi, WrongCallsAreErrorsAndAreForgottenByTheNext) {
    const Handle model(thaw_new());
    EXPECT_EQ(thaw_open(model.get(), nullptr), THAW_MISSING_PART);
    EXPECT_EQ(thaw_open(model.get(), "no such format"), THAW_BAD_ARGUMENT);
    EXPECT_TRUE(contains(thaw_error_json(model.get()), R"("code":"bad_argument")"));
    EXPECT_EQ(thaw_write(model.get()), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_info_json(model.get()), nullptr);
    EXPECT_TRUE(contains(thaw_error_message(model.get()), "thaw_open"));
    EXPECT_EQ(thaw_add_part(model.get(), nullptr, nullptr, nullptr, 1), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_add_part(model.get(), "notes", nullptr, nullptr, 0), THAW_OK);
    EXPECT_EQ(thaw_error_status(model.get()), THAW_OK);
    EXPECT_STREQ(thaw_error_message(model.get()), "");
    EXPECT_EQ(thaw_issues_json(opened_ddd().get(), 7), nullptr);
}

TEST(CApi, ANullHandleIsAnError) {
    thaw_free(nullptr);
    EXPECT_EQ(thaw_add_part(nullptr, nullptr, nullptr, "x", 1), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_open(nullptr, nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_write(nullptr), THAW_BAD_ARGUMENT);
    EXPECT_EQ(thaw_info_json(nullptr), nullptr);
    EXPECT_EQ(thaw_wants_json(nullptr), nullptr);
    EXPECT_EQ(thaw_issues_json(nullptr, THAW_PROFILE_SPEC), nullptr);
    EXPECT_EQ(thaw_output_count(nullptr), 0u);
    EXPECT_EQ(thaw_output_role(nullptr, 0), nullptr);
    EXPECT_EQ(thaw_error_status(nullptr), THAW_BAD_ARGUMENT);
    EXPECT_STRNE(thaw_error_message(nullptr), "");
    EXPECT_TRUE(contains(thaw_error_json(nullptr), "bad_argument"));
}

// One round with every allocation from the n-th on refused; true once nothing was refused.
bool round_with(long allocations, const std::vector<u8>& bytes) {
    allocations_left = allocations;
    thaw_model* model = thaw_new();
    thaw_status status = model == nullptr ? THAW_OUT_OF_MEMORY : THAW_OK;
    if (status == THAW_OK)
        status = thaw_add_part(model, nullptr, "a name too long to live in the string itself.ddd", bytes.data(),
                               bytes.size());
    if (status == THAW_OK) status = thaw_open(model, nullptr);
    if (status == THAW_OK && thaw_info_json(model) == nullptr) status = thaw_error_status(model);
    if (status == THAW_OK && thaw_issues_json(model, THAW_PROFILE_GAME) == nullptr) status = thaw_error_status(model);
    if (status == THAW_OK) status = thaw_write(model);
    const std::string_view message = status == THAW_OK || model == nullptr ? "" : thaw_error_message(model);
    const bool said = status == THAW_OK || model == nullptr || message == "out of memory";
    allocations_left = -1;
    EXPECT_TRUE(status == THAW_OK || status == THAW_OUT_OF_MEMORY) << allocations << ": status " << status;
    EXPECT_TRUE(said) << allocations << ": " << message;
    thaw_free(model);
    return status == THAW_OK;
}

TEST(CApi, EveryAllocationMayFail) {
    const auto bytes = tiny_ddd();
    long n = 0;
    while (n < 10'000 && !round_with(n, bytes)) ++n;
    EXPECT_GT(n, 20) << "the test must have refused something";
    EXPECT_LT(n, 10'000);
    EXPECT_EQ(round_trip_in_c(bytes.data(), bytes.size()), 1) << "afterwards everything works again";
}

}  // namespace
}  // namespace thaw::test
