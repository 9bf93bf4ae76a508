// Bytes <-> elements over every real file at hand.
#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "elements/flips.hpp"
#include "support/corpus_models.hpp"

namespace thaw::test {
namespace {

constexpr u64 most = 3;  // of each kind in a file

bool is_faulty(const Model& model) {
    const auto issues = validate(model);
    return !issues || std::any_of(issues->list().begin(), issues->list().end(),
                                  [](const Issue& issue) { return issue.severity != Severity::info; });
}

TEST(ElementsCorpus, RealFilesChangeWhereABitIsFlippedAndNowhereElse) {
    std::map<std::string_view, FlipCounts> counts;
    for_each_corpus_model([&](const std::filesystem::path& path, const Model& model) {
        if (model.format->id == "unreal")
            flip_bits(model, path.string(), most, is_faulty(model), counts[model.format->id]);
    });
    for (const auto& [format, n] : counts) std::cout << format << "\n" << in_words(n);
}

}  // namespace
}  // namespace thaw::test
