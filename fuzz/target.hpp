// What the fuzz targets have in common: the oracle, and a way to stop that keeps the input.
#pragma once

#include <string_view>

#include <thaw/bytes.hpp>
#include <thaw/format.hpp>

namespace thaw::fuzz {

// Ends the program, so that the fuzzer keeps the input that broke a promise.
void require(bool holds, std::string_view what);

// One input through the whole pipeline of one format.
void read_model(std::string_view format_id, Bytes input);
// The same for what an input was made into; the input's size tells which of the longer checks it goes through.
void judge_model(const Format& format, const Bundle& bundle, Bytes input);
// The bytes choose a document. As it is or with one of its bytes changed, it goes through the pipeline.
void generate_model(std::string_view format_id, Bytes input);

}  // namespace thaw::fuzz
