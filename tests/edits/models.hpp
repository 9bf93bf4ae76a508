// Every model that the matrix goes over.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <thaw/format.hpp>

namespace edits {

struct ModelSource {
    std::string name{};    // "samples/ctc/lantern.ctc", "fixture ddd_static", "corpus/soulfu/models/BAT.DDD"
    std::string format{};  // id
    std::function<std::optional<thaw::Model>()> load{};
};

std::vector<ModelSource> sample_models();
std::vector<ModelSource> fixture_models();
// Characters put together from fixtures, and from real files where they are present.
std::vector<ModelSource> character_models(bool with_corpus);
std::vector<ModelSource> archived_models();  // those in archives, packs and levels among the fixtures
std::vector<ModelSource> corpus_models();    // none where there is no corpus

}  // namespace edits
