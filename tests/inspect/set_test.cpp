// Setting fields: the value arrives, and no other bit changes.
#include <gtest/gtest.h>

#include <map>

#include <thaw/fields.hpp>

#include "fixtures/fixtures.hpp"
#include "inspect/documents.hpp"
#include "support/every_case.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

Model box(u16 frames = 6, u16 frame_size = 16, std::size_t bytes = 96) {
    return read_model(small_pair(frames, frame_size, bytes));
}
Model toy_model() {
    Subject subject = toy();
    subject.bundle.parts[0].name = "toy.toy";
    return read_model(subject);
}

// What the field is after it was set, or why it was not.
std::string after(const Model& model, std::string_view path, const json::Value& value) {
    const auto made = set_field(model, path, value);
    if (!made.ok()) return to_string(made.error());
    const auto field = find_field(*made, path);
    return json::to_text(field->value) + (field->meaning.empty() ? "" : " " + field->meaning);
}

TEST(Set, Numbers) {
    const Model model = rat();
    EXPECT_EQ(after(model, "scaling", 7), "7");
    EXPECT_EQ(after(model, "scaling", "0xffff"), "65535");
    EXPECT_EQ(after(model, "scaling", 12.0), "12");
    EXPECT_EQ(after(model, "scaling", 65536),
              "rat.ddd: byte 0x0, scaling: 65536 is out of range; u16 holds 0 to 65535");
    EXPECT_EQ(after(model, "scaling", -1), "rat.ddd: byte 0x0, scaling: -1 is out of range; u16 holds 0 to 65535");
    EXPECT_EQ(after(model, "scaling", 0.5),
              "rat.ddd: byte 0x0, scaling: 0.5 is no value of it; u16 holds a whole number, 0 to 65535");
    EXPECT_EQ(after(model, "scaling", json::Value()),
              "rat.ddd: byte 0x0, scaling: null is no value of it; u16 holds a whole number, 0 to 65535");
    EXPECT_EQ(after(model, "bases[0].vertices[1].position[1]", -32768), "-32768");
    EXPECT_EQ(after(model, "bases[0].vertices[1].position[1]", "-32769"),
              "rat.ddd: byte 0x1f, bases[0].vertices[1].position[1]: '-32769' is out of range; i16 holds -32768 to "
              "32767");
}

TEST(Set, NumbersOfEveryKind) {
    const Model model = toy_model();
    EXPECT_EQ(after(model, "big", "18446744073709551615"), "\"18446744073709551615\"");
    EXPECT_EQ(after(model, "big", "18446744073709551616"),
              "toy.toy: byte 0x18, big: '18446744073709551616' is no value of it; u64 holds a whole number, 0 to "
              "18446744073709551615");
    EXPECT_EQ(after(model, "small", "-9223372036854775808"), "-9223372036854775808");
    EXPECT_EQ(after(model, "small", "-1"), "-1");
    EXPECT_EQ(after(model, "tenth", 0.3), "0.3");
    EXPECT_EQ(after(model, "tenth", "-0"), "-0");
    EXPECT_EQ(after(model, "tenth", "inf"), "\"inf\"");
    EXPECT_EQ(after(model, "tenth", "nan:0x7fc00042"), "\"nan:0x7fc00042\"");
    EXPECT_EQ(after(model, "tenth", "nan:0x12"), "toy.toy: byte 0x4, tenth: 'nan:0x12' is no NaN of f32");
    EXPECT_EQ(after(model, "tenth", 1e39),
              "toy.toy: byte 0x4, tenth: 1e+39 is out of range; f32 holds numbers up to 3.4028235e+38");
    EXPECT_EQ(after(model, "tenth", "nought"), "toy.toy: byte 0x4, tenth: 'nought' is no number");
    EXPECT_EQ(after(model, "third", 1e39), "1e+39");
}

TEST(Set, NamesAndBits) {
    const Model model = rat();
    EXPECT_EQ(after(model, "bases[0].bones[0].id", "SADDLE"), "5 SADDLE");
    EXPECT_EQ(after(model, "bases[0].bones[0].id", "5 (SADDLE)"), "5 SADDLE");
    EXPECT_EQ(after(model, "bases[0].bones[0].id", "saddler").substr(0, 83),
              "rat.ddd: byte 0x74, bases[0].bones[0].id: 'saddler' is no value of it; u8 holds a w");
    const std::string weight = "bases[0].vertices[0].weight";
    EXPECT_EQ(after(model, weight, "weight=3"), "3 weight=3");  // the bit that is not named is not set
    EXPECT_EQ(after(model, weight, "weight=3, anchor"), "131 weight=3, anchor");
    EXPECT_EQ(after(model, weight, "none"), "85 weight=85");
    EXPECT_EQ(after(model, weight, json::Value().set("weight", 3)), "131 weight=3, anchor");
    EXPECT_EQ(after(model, weight, json::Array{"anchor"}), "213 weight=85, anchor");
    EXPECT_EQ(after(model, weight, "0x7f (weight=127)"), "127 weight=127");
    EXPECT_EQ(after(model, weight + ".anchor", false), "0");
    EXPECT_EQ(after(model, weight + ".weight", 128),
              "rat.ddd: byte 0x1c, bases[0].vertices[0].weight.weight: 128 is out of range; 7 bits holds 0 to 127");
    EXPECT_EQ(
        after(model, weight, "ankle"),
        "rat.ddd: byte 0x1c, bases[0].vertices[0].weight: 'ankle' is no part of it; it has weight=NUMBER, anchor");
}

TEST(Set, CellsOfGrids) {
    const Model model = box();
    EXPECT_EQ(after(model, "frames[5].vertices[2].y", 1023), "1023");
    EXPECT_EQ(after(model, "frames[5].vertices[2].y", 1024),
              "box_a.3d: byte 0x5c, frames[5].vertices[2].y: 1024 is out of range; 11 bits holds -1024 to 1023");
    EXPECT_EQ(after(model, "frames[5].vertices[2]", json::Value().set("x", 1).set("y", -1).set("z", 2)),
              "12580865 x=1, y=-1, z=2");
    EXPECT_EQ(after(box(2, 24, 48), "frames[1].vertices[2]", "x=1 y=2 z=3 pad=4").substr(0, 9), "[1,2,3,4]");
}

TEST(Set, TextsAndBytes) {
    const Model model = toy_model();  // its name is "a\x1b\"\0x"
    EXPECT_EQ(after(model, "name", "b"), R"("b\u0000\u0000\u0000x")");
    EXPECT_EQ(after(model, "name", "long"), R"("long")");
    EXPECT_EQ(after(model, "name", "verylong"), R"("verylong")");
    EXPECT_EQ(after(model, "name", std::string("b\0y", 3)), R"("b\u0000y")");
    EXPECT_EQ(after(model, "name", "Gr\u00fcn"), "\"Gr\u00fcn\"");
    EXPECT_EQ(after(model, "name", "very long"),
              "toy.toy: byte 0x28, name: 'very long' has 9 bytes; there is room for 8");
    EXPECT_EQ(after(model, "name", 5), "toy.toy: byte 0x28, name: 5 is no text");
    EXPECT_EQ(after(rat(), "trailing", "00 1122"), "\"00 11 22\"");
    EXPECT_EQ(after(rat(), "trailing", json::Array{1, 2, 255}), "\"01 02 ff\"");
    EXPECT_EQ(after(rat(), "trailing[1]", 17), "\"11\"");
    EXPECT_EQ(after(rat(), "trailing", "0011"), "rat.ddd: byte 0x187, trailing: 2 bytes given, but it has 3 bytes");
    EXPECT_EQ(after(rat(), "trailing", "snow"),
              "rat.ddd: byte 0x187, trailing: 'snow' is no row of bytes; write them in hexadecimal, 00 7f ff");
}

TEST(Set, Arrays) {
    const Model model = rat();
    const std::string path = "bases[0].vertices[5].position";
    EXPECT_EQ(after(model, path, json::Array{1, -2, 3}), "[1,-2,3]");
    EXPECT_EQ(after(model, path, "1 -2 3"), "[1,-2,3]");
    EXPECT_EQ(after(model, path, "(1, -2, 3)"), "[1,-2,3]");
    EXPECT_EQ(after(model, path, "1 2"), "rat.ddd: byte 0x41, bases[0].vertices[5].position: 2 values given; it has 3");
    EXPECT_EQ(after(model, path, "1 2 x").substr(0, 60),
              "rat.ddd: byte 0x45, bases[0].vertices[5].position[2]: 'x' is");
    EXPECT_EQ(after(model, path, 1), "rat.ddd: byte 0x41, bases[0].vertices[5].position: 1 is one value; it has 3");
    EXPECT_EQ(after(model, "bases[0].vertices", json::Array{}),
              "rat.ddd: bases[0].vertices: has no value of its own; set the fields below it");
    EXPECT_EQ(after(model, "nothing", 1).substr(0, 31), "rat.ddd: there is no 'nothing';");
}

TEST(Set, SeveralAtOnce) {
    const Model model = rat();
    const FieldValue values[] = {{"bases[0].vertices[0].weight.anchor", 0, {}},
                                 {"bases[0].vertices[0].weight.weight", 3, {}},
                                 {"scaling", 7, {}}};
    const auto made = set_fields(model, values);
    ASSERT_TRUE(made.ok()) << to_string(made.error());
    EXPECT_EQ(json::to_text(find_field(*made, "bases[0].vertices[0].weight")->value), "3");
    EXPECT_EQ(json::to_text(find_field(*made, "scaling")->value), "7");
    const FieldValue twice[] = {{"scaling", 7, {}}, {"scaling", 8, {}}};
    EXPECT_EQ(to_string(set_fields(model, twice).error()),
              "rat.ddd: scaling: is given two values that cannot both be true");
    const FieldValue same[] = {{"scaling", 7, {}}, {"scaling", "0x7", {}}};
    EXPECT_TRUE(set_fields(model, same).ok());
    const FieldValue half[] = {{"scaling", 7, {}}, {"scaling", 70000, {}}};
    EXPECT_FALSE(set_fields(model, half).ok());
}

TEST(Set, WhatDecidesTheRestIsRefused) {
    const Model model = rat();
    EXPECT_NE(after(model, "bases[0].num_joints", 1).find("bases[0].num_joints: that "), std::string::npos)
        << after(model, "bases[0].num_joints", 1);
    EXPECT_NE(after(model, "num_frames", 60000).find("that leaves a file that cannot be read"), std::string::npos)
        << after(model, "num_frames", 60000);
}

// A field, another value that its type allows, and whether it has one.
json::Value other_value(const FieldInfo& field) {
    if (const auto* number = field.value.get_if<i64>()) {
        const bool is_float = field.type.starts_with("f");
        const bool is_signed_bit = field.bits == 1 && *number < 0;
        return is_float        ? json::Value(static_cast<double>(*number) + 1)
               : is_signed_bit ? json::Value(0)
                               : json::Value(*number ^ 1);
    }
    if (field.value.get_if<double>() != nullptr) return 0.5;
    if (const auto* text = field.value.get_if<std::string>()) {
        if (field.type == "bytes") {
            std::string out = *text;
            out[1] = out[1] == '0' ? '1' : '0';
            return out;
        }
        if (field.type == "text") return text->empty() ? "Q" : *text == "Q" ? "R" : "Q";
        if (field.type.starts_with("u")) return 7;  // greater than a number of JSON can be
        return 0.5;
    }
    if (const auto* list = field.value.get_if<json::Array>()) {
        json::Array out = *list;
        FieldInfo last = field;
        last.value = out.back();
        last.type = field.type.substr(0, field.type.find('['));
        out.back() = other_value(last);
        return out;
    }
    return {};
}

std::vector<FieldInfo> leaves_below(const Model& model, const std::string& part) {
    const auto page = fields(model, {.part = part, .most = ~u64{0}, .depth = 40, .values = 16});
    EXPECT_TRUE(page.ok()) << to_string(page.error());
    std::vector<FieldInfo> out;
    for (const FieldInfo& field : page->fields) {
        if (field.value.get_if<json::Array>() != nullptr || field.value.get_if<std::string>() != nullptr ||
            field.value.get_if<i64>() != nullptr || field.value.get_if<double>() != nullptr) {
            out.push_back(field);
        }
    }
    return out;
}

// The bytes outside of the field, and the bits outside of its bits, which are what they were.
void expect_only(const FieldInfo& field, const Blob& before, const Blob& now) {
    ASSERT_EQ(before.size(), now.size()) << field.path;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (i < field.offset || i >= field.offset + field.size) {
            ASSERT_EQ(before[i], now[i]) << field.path << ": byte " << i << " changed, too";
        }
    }
}

void expect_only_bits(const Model& model, const Model& made, const FieldInfo& bits) {
    const std::string word = bits.path.substr(0, bits.path.rfind('.'));
    const auto number = [&](const Model& of) { return *find_field(of, word, bits.part)->value.get_if<i64>(); };
    const u64 mask = (~u64{0} >> (64 - bits.bits)) << bits.first_bit;
    EXPECT_EQ(static_cast<u64>(number(model) ^ number(made)) & ~mask, 0u) << bits.path;
}

// Sets fields here and there, each to what it is and to something else.
struct Outcome {
    u64 set = 0;
    u64 refused = 0;
};
void set_each(const Model& model, std::size_t most, Outcome& outcome) {
    for (const PartRole& role : model.format->parts) {
        if (model.bundle.find(role.role) == nullptr) continue;
        const std::string part(role.role);
        const auto leaves = leaves_below(model, part);
        const auto before = described_bytes(model, part);
        const std::size_t step = 1 + leaves.size() / most;
        for (std::size_t i = 0; i < leaves.size(); i += step) {
            const FieldInfo& field = leaves[i];
            const auto same = set_field(model, field.path, field.value, part);
            ASSERT_TRUE(same.ok()) << to_string(same.error());
            for (std::size_t file = 0; file < model.bundle.parts.size(); ++file) {
                ASSERT_EQ(same->bundle.parts[file].bytes, model.bundle.parts[file].bytes) << field.path;
            }
            const json::Value wanted = other_value(field);
            const auto made = set_field(model, field.path, wanted, part);
            if (!made.ok()) {
                ++outcome.refused;
                EXPECT_TRUE(made.error().code == Code::unrepresentable || made.error().code == Code::bad_value)
                    << to_string(made.error());
                EXPECT_FALSE(made.error().message.empty());
                continue;
            }
            ++outcome.set;
            expect_only(field, *before, *described_bytes(*made, part));
            const auto back = find_field(*made, field.path, part);
            ASSERT_TRUE(back.ok()) << to_string(back.error());
            if (field.type != "text") {
                EXPECT_EQ(json::to_text(back->value), json::to_text(wanted)) << field.path;
            }
            const auto undone = set_field(*made, field.path, field.value, part);
            ASSERT_TRUE(undone.ok()) << to_string(undone.error());
            if (field.type != "text") {  // of which no encoding is left where it became ASCII
                EXPECT_EQ(*described_bytes(*undone, part), *before) << field.path;
            }
            if (field.bits > 0) expect_only_bits(model, *made, field);
        }
    }
}

// Of a file: so many, from all over it.
constexpr std::size_t most_fields = every_case ? ~std::size_t{0} : sanitized ? 4 : 25;

TEST(Set, EveryFixture) {
    std::map<std::string, Outcome> outcomes;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const Model model = read_model({fixture.format, fixture.bundle});
        set_each(model, most_fields, outcomes[std::string(fixture.format->id)]);
        if (HasFatalFailure()) return;
    }
    for (const auto& [id, outcome] : outcomes) {
        RecordProperty(id, std::to_string(outcome.set) + " set, " + std::to_string(outcome.refused) + " refused");
        const bool has_fields = id != "obj" && id != "ply";  // no more than one long row of bytes
        EXPECT_EQ(outcome.set > 0, has_fields) << id;
    }
}

}  // namespace
}  // namespace thaw::test
