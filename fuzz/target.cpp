#include "target.hpp"

#include <cstdio>
#include <cstdlib>

#include "oracle/fuzz_input.hpp"
#include "oracle/generate.hpp"
#include "oracle/oracle.hpp"

namespace thaw::fuzz {

namespace {

// A hostile file can have a thousand findings, and making their texts would take most of the time.
Context fuzz_context() {
    Context context;
    context.limits.issues = 12;
    return context;
}

test::Verdict judge_or_stop(const Format& format, const Bundle& bundle, test::Depth depth = test::Depth::full) {
    auto verdict = test::judge(format, bundle, depth, fuzz_context());
    require(verdict.broken.empty(), verdict.broken);
    return verdict;
}

}  // namespace

void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

void read_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    // Every input is read and rewritten; the rest of the pipeline takes ten times as long and gets one in four.
    const auto depth = input.size() % 4 == 0 ? test::Depth::full : test::Depth::quick;
    judge_or_stop(format, test::decode_fuzz_input(format, input), depth);
}

void generate_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    Entropy entropy(input);
    auto bundle = test::generate(format, entropy);
    if (!bundle || bundle->parts.empty()) return;
    require(judge_or_stop(format, *bundle).accepted, "a generated document was refused");
    const std::size_t part = entropy.below(bundle->parts.size());
    const Bytes whole = bundle->parts[part].bytes.bytes();
    if (whole.empty()) return;
    std::vector<u8> changed(whole.begin(), whole.end());
    changed[entropy.below(changed.size())] ^= static_cast<u8>(1 + entropy.below(255));
    judge_or_stop(format, test::with_part(*bundle, part, std::move(changed)));
}

}  // namespace thaw::fuzz
