// The rows of entity.dat, and which of them show a model.
#include "formats/ctc/entities/entities.hpp"

#include <random>

#include "ctc/support.hpp"

namespace thaw::test {
namespace {

using ctc::Entity;
using ctc::EntityScale;
using ClassNames = std::vector<std::string>;

std::vector<Entity> rows_in(std::string_view text) {
    std::vector<Entity> out;
    ctc::EntityRows rows(text);
    for (Entity entity; rows.next(entity);) out.push_back(entity);
    return out;
}

const std::string after_scale = "|general|-8|-8|0|8|8|16|noshadow|1|0|0|0|1|0|0:0|0|0|none|A lantern";

TEST(CtcEntities, ARow) {
    const auto rows =
        rows_in("// a list\r\n\r\n  ; of entities\r\n ob_lantern | models/objects/x.ctc!DFLT | 1|2.5|.75" +
                after_scale + " // lit\r\nob_two|models/y.ctc|+1|1|1|general");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].class_name, "ob_lantern");
    EXPECT_EQ(rows[0].model, "models/objects/x.ctc");
    EXPECT_EQ(rows[0].scale, (EntityScale{1, 2.5, 0.75}));
    EXPECT_EQ(rows[0].description, "A lantern");
    EXPECT_EQ(rows[0].line, 4u);
    EXPECT_EQ(rows[0].offset, 30u);
    EXPECT_EQ(rows[0].fields, 24u);
    EXPECT_TRUE(rows[0].is_whole() && rows[0].is_visible());
    EXPECT_EQ(rows[1].class_name, "ob_two");
    EXPECT_EQ(rows[1].line, 5u);
    EXPECT_EQ(rows[1].description, "");
    EXPECT_FALSE(rows[1].is_whole());
    EXPECT_TRUE(rows[1].is_visible());
}

TEST(CtcEntities, RowsThatLackFieldsStillHaveTheirDescription) {
    const auto eighteen = rows_in("a|models/a.ctc|1|1|1|general|0|0|0|1|1|1|shadow|0|0|0|none|Bindle");
    ASSERT_EQ(eighteen.size(), 1u);
    EXPECT_EQ(eighteen[0].fields, 18u);
    EXPECT_EQ(eighteen[0].description, "Bindle");
    EXPECT_FALSE(eighteen[0].is_whole());
    const auto more = rows_in("a|models/a.ctc|1|1|1" + after_scale + "|255|0|0");
    EXPECT_EQ(more[0].description, "A lantern");
    EXPECT_FALSE(more[0].is_whole());
}

TEST(CtcEntities, NumbersAsTheGameReadsThem) {
    const auto scale_of = [](const std::string& numbers) { return rows_in("a|b.ctc|" + numbers + after_scale)[0]; };
    EXPECT_EQ(scale_of("128F|1.5f|2").scale, (EntityScale{128, 1.5, 2}));
    EXPECT_FALSE(scale_of("128F|1.5f|2").is_whole());
    for (const char* bad : {"|1|1", "x|1|1", "1|-1|1", "1|1|0", "nan|1|1", "inf|1|1", "1|1|99999999", "1.2.3|0|1"}) {
        EXPECT_FALSE(scale_of(bad).is_visible() && scale_of(bad).is_whole()) << bad;
    }
    EXPECT_FALSE(rows_in("a|b.ctc|2")[0].is_visible());
    EXPECT_FALSE(rows_in("a|b.ctc")[0].is_whole());
}

TEST(CtcEntities, WhatIsACommentAndWhatIsNot) {
    EXPECT_TRUE(rows_in("//a|b\n ;a|b\n\t// a|b|c").empty());
    EXPECT_EQ(rows_in("a|models//b.ctc|1")[0].fields, 3u);
    EXPECT_EQ(rows_in("a|models//b.ctc|1 // x|y")[0].fields, 3u);
    EXPECT_EQ(rows_in("a|b.ctc;c.ctc|1")[0].model, "b.ctc;c.ctc");
    EXPECT_TRUE(rows_in("only words").empty());
    EXPECT_TRUE(rows_in("").empty());
}

TEST(CtcEntities, AnyBytesGiveAResult) {
    std::mt19937 random(3);
    const std::string whole =
        "ob_a|models\\x.ctc!ABCD|1|128F|2" + after_scale + "\r\n;b\n//c\nob_b|x.ctc|1|1|1" + after_scale;
    const std::string odd = "|\n\r/;! .-+0\\\x00\xFF";
    for (int round = 0; round < 4000; ++round) {
        std::string text = whole.substr(0, random() % (whole.size() + 1));
        for (auto changes = random() % 40; changes > 0 && !text.empty(); --changes) {
            const char c = random() % 2 == 0 ? static_cast<char>(random()) : odd[random() % odd.size()];
            text[random() % text.size()] = c;
        }
        const auto rows = rows_in(text);
        for (const Entity& row : rows) {
            ASSERT_GE(row.fields, 2u);
            ASSERT_LT(row.offset, text.size());
        }
        Bundle bundle{{{"ctc", "models/x.ctc", Blob()}, {"entity", "entity.dat", text_blob(text)}}};
        ASSERT_LE(ctc::entities_of(bundle).size(), rows.size());
    }
}

// --- which model
// ------------------------------------------------------------------------------------------------------

ClassNames classes_showing(std::string_view model, std::string_view text) {
    ClassNames out;
    for (const Entity& entity : ctc::entities_showing(model, ctc::EntityRows(text))) out.push_back(entity.class_name);
    return out;
}

constexpr std::string_view several_rows =
    "plain|models/objects/x.ctc\n"
    "other|models/chars/x.ctc\n"
    "loud|MODELS\\OBJECTS\\X.CTC!DFLT\n"
    "short|objects/x.ctc\n"
    "model|models/objects/x.mda\n"
    "none|\n";

TEST(CtcEntities, AModelInItsPlaceIsMatchedByAllItsFolders) {
    const ClassNames all{"plain", "loud", "short"};
    EXPECT_EQ(classes_showing("anoxdata/models/objects/x.ctc", several_rows), all);
    EXPECT_EQ(classes_showing("/games/anoxdata/MODELS.dat/objects/X.ctc", several_rows), all);
    EXPECT_EQ(classes_showing("anoxdata/anox1.zip/models/objects/x.ctc", several_rows), all);
    EXPECT_EQ(classes_showing("C:\\anox\\models\\objects\\x.ctc", several_rows), all);
    EXPECT_EQ(classes_showing("models.dat/chars/x.ctc", several_rows), ClassNames{"other"});
    EXPECT_EQ(classes_showing("models.dat/x.ctc", several_rows), ClassNames{});
    EXPECT_EQ(classes_showing("models.dat/objects/y.ctc", several_rows), ClassNames{});
}

TEST(CtcEntities, AModelElsewhereIsMatchedAsFarAsItsFoldersGo) {
    EXPECT_EQ(classes_showing("objects/x.ctc", several_rows), (ClassNames{"plain", "loud", "short"}));
    EXPECT_EQ(classes_showing("chars/x.ctc", several_rows), ClassNames{"other"});
    EXPECT_EQ(classes_showing("x.ctc", several_rows), (ClassNames{"plain", "other", "loud", "short"}));
    EXPECT_EQ(classes_showing("desk/x.ctc", several_rows), (ClassNames{"plain", "other", "loud", "short"}));
    EXPECT_EQ(classes_showing("y.ctc", several_rows), ClassNames{});
    EXPECT_EQ(classes_showing("", several_rows), ClassNames{});
}

TEST(CtcEntities, TheyAgreeOnAScaleOrNot) {
    const auto common = [](const std::string& text) { return ctc::common_scale(rows_in(text)); };
    EXPECT_EQ(common(""), std::nullopt);
    EXPECT_EQ(common("a|x|2|2|2"), (EntityScale{2, 2, 2}));
    EXPECT_EQ(common("a|x|2|2|2\nb|x|2.0|2|2"), (EntityScale{2, 2, 2}));
    EXPECT_EQ(common("a|x|2|2|2\nb|x|1|1|1"), std::nullopt);
    EXPECT_EQ(common("a|x|2|2|2\nb|x|0|0|0"), (EntityScale{2, 2, 2}));  // nothing is to be seen of b
    EXPECT_EQ(common("b|x|0|0|0"), std::nullopt);
}

TEST(CtcEntities, TheListIsAskedForOnceAndNeverMissed) {
    Model model = model_of("plain");
    const auto asked = [&] {
        const auto wants = needs(model);
        for (const Want& want : *wants) {
            if (want.role == "entity") return std::optional<Want>(want);
        }
        return std::optional<Want>();
    };
    const auto want = asked();
    ASSERT_TRUE(want);
    EXPECT_EQ(want->names, (ClassNames{"models/entity.dat", "entity.dat"}));
    EXPECT_FALSE(want->required || want->mentioned);
    EXPECT_TRUE(want->accepts(text_blob("a|b")));
    EXPECT_FALSE(want->accepts(text_blob("ADAT....")));
    EXPECT_FALSE(want->accepts(text_blob(std::string((1 << 20) + 1, '|'))));
    model.bundle.parts.push_back({"entity", "entity.dat", text_blob("a|b")});
    EXPECT_FALSE(asked());
}

}  // namespace
}  // namespace thaw::test
