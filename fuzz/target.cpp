#include "target.hpp"

#include <cstdio>
#include <cstdlib>

#include "oracle/fuzz_input.hpp"
#include "oracle/generate.hpp"
#include "oracle/oracle.hpp"

namespace thaw::fuzz {

namespace {

void judge_or_stop(const Format& format, const Bundle& bundle) {
    const auto verdict = test::judge(format, bundle, test::Depth::full);
    require(verdict.broken.empty(), verdict.broken);
}

}  // namespace

void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

void read_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    judge_or_stop(format, test::decode_fuzz_input(format, input));
}

void generate_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    Entropy entropy(input);
    auto bundle = test::generate(format, entropy);
    if (!bundle || bundle->parts.empty()) return;
    const auto verdict = test::judge(format, *bundle, test::Depth::full);
    require(verdict.accepted, "a generated document was refused");
    require(verdict.broken.empty(), verdict.broken);
    const std::size_t part = entropy.below(bundle->parts.size());
    const Bytes whole = bundle->parts[part].bytes.bytes();
    if (whole.empty()) return;
    std::vector<u8> changed(whole.begin(), whole.end());
    changed[entropy.below(changed.size())] ^= static_cast<u8>(1 + entropy.below(255));
    judge_or_stop(format, test::with_part(*bundle, part, std::move(changed)));
}

}  // namespace thaw::fuzz
