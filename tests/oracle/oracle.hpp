// What Thaw promises of any bytes at all, as one executable check. Sweeps, generated documents and fuzzers all call it.
#pragma once

#include <string>

#include <thaw/format.hpp>

namespace thaw::test {

enum class Depth : u8 {
    quick,    // read, and if accepted rewrite exactly
    inspect,  // and annotate, validate, summarise, convert to every variant
    scene,    // or make a scene and glTF of it
    options,  // or the same with everything that can be asked for
    full,     // all of it
};

struct Verdict {
    bool accepted = false;
    std::string broken{};  // which promise does not hold; empty if all do
};

Verdict judge(const Format& format, const Bundle& bundle, Depth depth, const Context& context = {});

// The same model with one file's bytes replaced by a fresh, exactly sized copy, so that sanitizers see every overrun.
Bundle with_part(const Bundle& bundle, std::size_t part, std::vector<u8> bytes);

}  // namespace thaw::test
