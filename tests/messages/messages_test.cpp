// What findings say, as real output: one line for each message that the fixtures give, in messages.txt, which a person
// has read line by line.
//
// After a change of words: THAW_ACCEPT_MESSAGES=1 build/test/tests/messages/test_messages, read the difference, and
// commit.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <thaw/format.hpp>
#include <thaw/obj.hpp>

#include "base/text.hpp"
#include "convert/support.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/shared/build_issues.hpp"
#include "support/corpus.hpp"
#include "support/made_scenes.hpp"

namespace thaw::test {
namespace {

// By code and template: the first that is met.
class Collection {
public:
    void add(const Issues& issues) {
        for (const Issue& issue : issues.list()) {
            EXPECT_NE(message_of(issue), issue.kind->text) << issue.kind->code << " lacks a value of its message";
            codes_.insert(std::string(issue.kind->code));
            std::string line = message_of(issue);
            const bool names_path = issue.kind->message.text().find("{path}") != std::string_view::npos;
            if (!issue.path.empty() && !names_path) line += " (" + text::printable(issue.path) + ")";
            lines_.try_emplace({std::string(issue.kind->code), std::string(issue.kind->message.text())}, line);
        }
    }
    std::string text() const {
        std::string out;
        for (const auto& [kind, line] : lines_) out += kind.first + ": " + line + "\n";
        return out;
    }
    bool has(std::string_view code) const { return codes_.contains(std::string(code)); }

private:
    std::map<std::pair<std::string, std::string>, std::string> lines_;
    std::set<std::string> codes_;
};

void add_model(const Model& model, Collection& out) {
    for (const Profile profile : {Profile::spec, Profile::game}) {
        if (const auto issues = validate(model, profile)) out.add(*issues);
    }
    for (const std::string_view variant : model.format->variants) {
        auto again = read(*model.format, model.bundle);
        Issues issues;
        if (again && convert_variant(*again, variant, issues)) out.add(issues);
    }
    for (const Format* target : formats()) {
        Issues issues;
        if (target != model.format && target->convert_from != nullptr &&
            convert_document(model, *target, issues).ok()) {
            out.add(issues);
        }
    }
    for (const SceneOptions& options : {SceneOptions{}, SceneOptions{.lod = 1.0}}) {
        Issues issues;
        const auto scene = scene_for_export(model, options, issues);
        out.add(issues);
        if (!scene) continue;
        Issues losses;
        report_obj_losses(*scene, losses);
        out.add(losses);
    }
}

// Into every format that is made of scenes.
void add_builds(const Model& glb, Collection& out) {
    for (const Format* target : formats()) {
        if (target->from_scene == nullptr) continue;
        for (const bool fit : {false, true}) {
            Issues issues;
            to_native(glb, *target, {.build = {.name = "Dot", .fit = fit}}, issues).ok();
            out.add(issues);
        }
    }
}

std::optional<Model> glb_of(const Scene& scene) {
    BytesSink sink;
    if (!write_glb(scene, {}, sink)) return std::nullopt;
    Context roomy;
    roomy.limits.memory_per_byte = 256;
    auto model = read(gltf_file::format, {{{"gltf", "model.glb", Blob::take(std::move(sink.bytes))}}}, roomy);
    return model ? std::optional<Model>(std::move(*model)) : std::nullopt;
}

Collection collected() {
    Collection out;
    for (const Fixture& fixture : all_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        add_model(*model, out);
        if (!fixture.issues.empty()) continue;  // a broken model says little on the way into another format
        if (const auto glb = through_glb(*model, {}, false)) add_builds(*glb, out);
    }
    for (const Scene& scene : {many_points(70000), chain_of_joints(300)}) {
        if (const auto glb = glb_of(scene)) add_builds(*glb, out);
    }
    return out;
}

// Other machines compute sines a little differently: digits after a point do not count.
std::string comparable(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto digit = [&](std::size_t at) {
            return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
        };
        out += text[i];
        if (text[i] != '.' || i == 0 || !digit(i - 1) || !digit(i + 1)) continue;
        while (digit(i + 1)) ++i;
        out += '#';
    }
    return out;
}

// The lines of one text that the other does not have.
std::string only_in(const std::string& text, const std::string& other) {
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (("\n" + other).find("\n" + line + "\n") == std::string::npos) out += line + "\n";
    }
    return out;
}

TEST(Messages, AreThoseThatWereRead) {
    const Collection all = collected();
    const auto path = source_folder() / "tests" / "messages" / "messages.txt";
    const std::string text = all.text();
    if (std::getenv("THAW_ACCEPT_MESSAGES") != nullptr) std::ofstream(path) << text;
    std::ostringstream known;
    known << std::ifstream(path).rdbuf();
    EXPECT_EQ(only_in(comparable(text), comparable(known.str())), "") << "not in messages.txt";
    EXPECT_EQ(only_in(comparable(known.str()), comparable(text)), "") << "in messages.txt alone";
}

TEST(Messages, EveryKindOfEveryFormatHasAGoodOne) {
    std::set<std::string_view> seen;
    const auto check = [&](const IssueKind& kind) {
        EXPECT_TRUE(is_message_template(kind.message.text())) << kind.code;
        EXPECT_FALSE(kind.message.text().ends_with('.')) << kind.code;
        EXPECT_TRUE(kind.text.ends_with('.')) << kind.code;
        seen.insert(kind.code);
    };
    for (const Format* format : formats()) {
        for (const IssueKind* kind : format->issue_kinds) check(*kind);
    }
    for (const IssueKind* kind : build_issue_kinds()) check(*kind);
    for (const IssueKind* kind : gltf_issue_kinds()) check(*kind);
    EXPECT_GT(seen.size(), 300u);
}

}  // namespace
}  // namespace thaw::test
