// What the fuzz targets have in common: the oracle, and a way to stop that keeps the input.
#pragma once

#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::fuzz {

// Ends the program, so that the fuzzer keeps the input that broke a promise.
void require(bool holds, std::string_view what);

// One input through the whole pipeline of one format.
void read_model(std::string_view format_id, Bytes input);
// The bytes choose a document. As it is or with one of its bytes changed, it goes through the pipeline.
void generate_model(std::string_view format_id, Bytes input);

}  // namespace thaw::fuzz
