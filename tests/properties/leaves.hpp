// The leaves of a fixture's files: what the sweeps aim at.
#pragma once

#include <vector>

#include "fixtures/fixtures.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::test {

struct LeafPlace {
    std::string path;
    u64 offset;
    u64 size;
    u64 width;  // of one scalar
    Role role;
    Order order;
    bool structural() const {
        return role == Role::count || role == Role::offset || role == Role::index || role == Role::flags ||
               role == Role::magic;
    }
};

class LeafList final : public LeafSink {
public:
    void enter(const char* name, u64 index, u64 offset) override;
    void leave(u64 end) override;
    void leaf(const Leaf& leaf) override;

    std::vector<LeafPlace> places;

private:
    std::string path_;
    std::vector<std::size_t> lengths_;
};

// Of one file of the fixture; up to the failing field if it is a broken one.
std::vector<LeafPlace> leaves_of(const Fixture& fixture, std::size_t part);

}  // namespace thaw::test
