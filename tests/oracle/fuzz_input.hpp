// How a fuzzer's single string of bytes is the several files of a model:
// one byte of flags (bit i: file i is there), a little-endian u16 length for each file there but the last, then the
// files.
#pragma once

#include <vector>

#include <thaw/format.hpp>

namespace thaw::test {

// The model's own files, then the text or model files that it may be read with.
std::vector<std::string> fuzz_roles(const Format& format);
Bundle decode_fuzz_input(const Format& format, Bytes input);
std::vector<u8> encode_fuzz_input(const Format& format, const Bundle& bundle);

}  // namespace thaw::test
