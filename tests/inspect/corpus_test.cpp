// Dumps of real files: complete, well-formed, in bounded time.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/unreal/family.hpp"
#include "inspect/coverage.hpp"
#include "inspect/documents.hpp"
#include "inspect/json_check.hpp"
#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using inspect::DumpStyle;

std::vector<Subject> real_models() {
    std::vector<Subject> out;
    for (const auto& entry : fs::recursive_directory_iterator(corpus_folder() / "soulfu" / "models")) {
        if (text::lower(entry.path().extension().string()) != ".ddd") continue;
        out.push_back({&ddd::format, {{{"ddd", entry.path().filename(), load_file(entry.path())}}}});
    }
    for (const auto& entry : fs::recursive_directory_iterator(corpus_folder() / "ue1")) {
        const std::string path = entry.path().string();
        if (!path.ends_with("_d.3d")) continue;
        const std::string aniv = path.substr(0, path.size() - 5) + "_a.3d";
        Bundle bundle{{{"data", entry.path().filename(), load_file(path)}}};
        if (fs::exists(aniv)) bundle.parts.push_back({"aniv", fs::path(aniv).filename(), load_file(aniv)});
        out.push_back({&unreal::format, std::move(bundle)});
    }
    EXPECT_GT(out.size(), 250u);
    if (!sanitized) return out;
    std::vector<Subject> sample;
    for (std::size_t i = 0; i < out.size(); i += 11) sample.push_back(std::move(out[i]));
    return sample;
}

TEST(RealFiles, EveryByteIsExplainedOnce) {
    const auto models = real_models();
    for (const Subject& model : models) {
        auto document = model.format->blank();
        for (const PartRole& role : model.format->parts) {
            const Part* part = model.bundle.find(role.role);
            if (part == nullptr) continue;
            inspect::Coverage coverage(inspect::Coverage::Depth::leaves);
            ASSERT_TRUE(annotate_part(*model.format, *document, *part, {}, coverage).ok()) << part->name;
            EXPECT_TRUE(coverage.report(part->bytes.size()).exact()) << part->name;
        }
    }
}

TEST(RealFiles, EveryStyle) {
    for (const Subject& model : real_models()) {
        const std::string& name = model.bundle.parts[0].name;
        EXPECT_TRUE(dump(model).status.ok()) << name;
        EXPECT_TRUE(dump(model, {.style = DumpStyle::hex}).status.ok()) << name;
        EXPECT_TRUE(is_json_lines(dump_text(model, {.style = DumpStyle::json}), model.bundle.parts.size())) << name;
        // Folded dumps stay short however long the file is.
        EXPECT_LT(dump_text(model).size(), 300'000u) << name;
    }
}

TEST(RealFiles, BytesHereAndThere) {
    for (const Subject& model : real_models()) {
        for (const Part& part : model.bundle.parts) {
            for (u64 byte = 0; byte < part.bytes.size(); byte += part.bytes.size() / 5 + 1) {
                EXPECT_TRUE(dump(model, {.at = byte, .role = part.role}).status.ok()) << part.name << " " << byte;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
