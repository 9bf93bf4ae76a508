#include "target.hpp"

#include <array>
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

test::Verdict judge_or_stop(const Format& format, const Bundle& bundle, test::Depth depth) {
    auto verdict = test::judge(format, bundle, depth, fuzz_context());
    require(verdict.broken.empty(), verdict.broken);
    return verdict;
}

// Every input is read and rewritten; what else there is takes ten times as long and takes turns.
test::Depth depth_for(Bytes input) {
    using test::Depth;
    constexpr std::array<Depth, 8> turns{Depth::scene,   Depth::quick, Depth::quick,   Depth::inspect,
                                         Depth::options, Depth::quick, Depth::inspect, Depth::quick};
    return turns[input.size() % turns.size()];
}

}  // namespace

void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

void read_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    judge_model(format, test::decode_fuzz_input(format, input), input);
}

void judge_model(const Format& format, const Bundle& bundle, Bytes input) {
    judge_or_stop(format, bundle, depth_for(input));
}

void generate_model(std::string_view format_id, Bytes input) {
    const Format& format = *find_format(format_id);
    Entropy entropy(input);
    auto bundle = test::generate(format, entropy);
    if (!bundle || bundle->parts.empty()) return;
    // The document and what becomes of it when a byte changes take turns: together they would take twice as long.
    if (input.size() / 8 % 2 == 0) {
        require(judge_or_stop(format, *bundle, depth_for(input)).accepted, "a generated document was refused");
        return;
    }
    const std::size_t part = entropy.below(bundle->parts.size());
    const Bytes whole = bundle->parts[part].bytes.bytes();
    if (whole.empty()) return;
    std::vector<u8> changed(whole.begin(), whole.end());
    changed[entropy.below(changed.size())] ^= static_cast<u8>(1 + entropy.below(255));
    judge_or_stop(format, test::with_part(*bundle, part, std::move(changed)), depth_for(input));
}

}  // namespace thaw::fuzz
