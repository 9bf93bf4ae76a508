// Small models with known bytes for the dump tests, and dumps of them as text.
#pragma once

#include <string>

#include "inspect/dump.hpp"

namespace thaw::test {

struct Subject {
    const Format* format;
    Bundle bundle;
};

// One base model with 6 vertices and 2 triangles, 6 frames, 3 trailing bytes.
Subject small_ddd();
// A linked one without frames of its own.
Subject linked_ddd();
// 2 polygons, 3 vertices, `frames` frames every `frame_size` bytes; the aniv file holds `bytes` of them.
Subject small_pair(u16 frames, u16 frame_size, std::size_t bytes);
// Every kind of scalar, a terminated list, names, indices and texts that try to deceive.
Subject toy();

// The same behind a first byte 'P' that is not part of what is described.
Subject packed_toy();

// As it is read.
Model read_model(const Subject& subject);
Model rat();  // the small DDD

// The same model with one file cut or replaced.
Subject with_bytes(Subject subject, std::string_view role, std::vector<u8> bytes);
std::vector<u8> bytes_of(const Subject& subject, std::string_view role);

struct Dumped {
    Status status;
    std::string text;
};
Dumped dump(const Subject& subject, const inspect::DumpOptions& options = {});
// The text alone; empty if the dump failed.
std::string dump_text(const Subject& subject, const inspect::DumpOptions& options = {});

}  // namespace thaw::test
