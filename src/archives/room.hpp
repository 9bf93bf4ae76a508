// How much a container may unpack to. Small archives that unpack to terabytes are made to harm.
#pragma once

#include <string>

#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw::archives {

inline constexpr u64 most_entries = 1'000'000;  // of one container

class Room {
public:
    Room(const Limits& limits, u64 container_bytes);

    // What one file may have that was given `already` before.
    u64 for_one(u64 already) const;
    // Takes room for what a file has: each byte of it counts once, however often it is unpacked.
    Status take(u64 bytes, u64& already, const std::string& name);

private:
    static constexpr u64 floor_bytes = u64{256} << 20;

    u64 most_in_one_;
    u64 left_;
};

}  // namespace thaw::archives
