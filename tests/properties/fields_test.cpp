// Fields of arbitrary documents: one is set, and the difference is that field.
#include <gtest/gtest.h>

#include <cstdio>

#include <thaw/fields.hpp>

#include "oracle/generate.hpp"
#include "support/every_case.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

constexpr u64 seeds = sanitized ? 30 : every_case ? 2'000 : 300;

// Another bit pattern of the same type, as a value.
json::Value other_value(const FieldInfo& field, Entropy& entropy) {
    if (const auto* number = field.value.get_if<i64>()) {
        if (field.type == "f32" || field.type == "f64") return static_cast<double>(*number) + 0.5;
        const u64 bits = field.bits > 0 ? field.bits : 8 * field.size;
        const u64 bit = u64{1} << entropy.below(std::max<u64>(1, bits - 1));
        return field.bits == 1 && *number < 0 ? json::Value(0) : json::Value(*number ^ static_cast<i64>(bit));
    }
    if (field.type == "bytes") return std::string(*field.value.get_if<std::string>() == "00" ? "01" : "00");
    if (field.type == "text") return *field.value.get_if<std::string>() == "x" ? "y" : "x";
    return field.type == "u64" || field.type == "i64" ? json::Value(1) : json::Value(0.25);
}

// One that is a single number, text or byte.
std::optional<FieldInfo> some_field(const Model& model, std::string_view part, Entropy& entropy) {
    auto page = fields(model, {.part = std::string(part), .most = 4000, .depth = 40, .values = 1});
    EXPECT_TRUE(page.ok()) << to_string(page.error());
    std::erase_if(page->fields, [](const FieldInfo& field) {
        const bool is_compact = field.type == "compact";
        return json::to_text(field.value) == "null" || field.purpose == "magic" || is_compact;
    });
    if (page->fields.empty()) return std::nullopt;
    return page->fields[static_cast<std::size_t>(entropy.below(page->fields.size()))];
}

bool overlap(const FieldChange& change, const FieldInfo& field) {
    return change.offset_before < field.offset + field.size && field.offset < change.offset_before + 64;
}

void set_and_compare(const Model& model, std::string_view part, Entropy& entropy, u64& set, u64& refused) {
    const auto field = some_field(model, part, entropy);
    if (!field) return;
    const auto made = set_field(model, field->path, other_value(*field, entropy), part);
    if (!made) {
        ++refused;
        EXPECT_TRUE(made.error().code == Code::unrepresentable || made.error().code == Code::bad_value)
            << to_string(made.error());
        return;
    }
    const auto found = diff(model, *made);
    ASSERT_TRUE(found.ok()) << to_string(found.error());
    ASSERT_FALSE(found->equal()) << field->path;
    ++set;
    // Files that are kept as a whole may tell of the same bytes in several places.
    for (const FieldChange& change : found->changes) {
        EXPECT_EQ(change.part, part);
        const bool is_it = change.path == field->path || change.path.starts_with(field->path + ".") ||
                           field->path.starts_with(change.path + ".") || change.path == field->path + "[0]";
        EXPECT_TRUE(is_it || overlap(change, *field)) << field->path << " was set, " << change.path << " changed";
    }
    const auto undone = set_field(*made, field->path, field->value, part);
    ASSERT_TRUE(undone.ok()) << to_string(undone.error());
    if (field->type != "text") {
        const auto left = diff(model, *undone);
        ASSERT_TRUE(left.ok());
        const bool is_packed = model.format->pack != nullptr;
        EXPECT_TRUE(left->equal() || (is_packed && left->changes[0].kind == ChangeKind::packing)) << field->path;
    }
}

TEST(GeneratedFields, OneThatIsSetIsTheDifference) {
    for (const Format* format : formats()) {
        u64 set = 0;
        u64 refused = 0;
        for (u64 seed = 0; seed < seeds; ++seed) {
            SCOPED_TRACE(std::string(format->id) + " seed " + std::to_string(seed));
            Entropy entropy(seed);
            const auto bundle = generate(*format, entropy);
            if (!bundle || bundle->parts.empty()) continue;
            const auto model = read(*format, *bundle);
            ASSERT_TRUE(model.ok());
            for (const Part& part : bundle->parts) {
                if (is_own(*format, part.role)) set_and_compare(*model, part.role, entropy, set, refused);
            }
            if (HasFailure()) return;
        }
        std::printf("%s: %llu set, %llu refused\n", format->id.data(), static_cast<unsigned long long>(set),
                    static_cast<unsigned long long>(refused));
    }
}

}  // namespace
}  // namespace thaw::test
