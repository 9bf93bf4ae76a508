// Bytes <-> elements over every real file at hand.
#include <iostream>

#include <gtest/gtest.h>

#include "elements/flips.hpp"
#include "support/corpus_models.hpp"

namespace thaw::test {
namespace {

constexpr u64 most = 3;  // of each kind in a file

TEST(ElementsCorpus, RealFilesChangeWhereABitIsFlippedAndNowhereElse) {
    std::map<std::string_view, FlipCounts> counts;
    for_each_corpus_model([&](const std::filesystem::path& path, const Model& model) {
        if (model.format->element_map != nullptr) flip_bits(model, path.string(), most, counts[model.format->id]);
    });
    for (const auto& [format, n] : counts) std::cout << format << "\n" << in_words(n);
}

}  // namespace
}  // namespace thaw::test
