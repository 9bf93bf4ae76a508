// A folder of its own for one test, gone afterwards.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>

namespace thaw::test {

class Scratch {
public:
    Scratch();
    Scratch(const Scratch&) = delete;
    ~Scratch();

    std::string path(std::string_view name = {}) const { return root_ + std::string(name); }  // root ends with '/'
    std::string put(std::string_view name, std::string_view text) const;                      // folders are made
    std::string put(std::string_view name, const Blob& bytes) const;
    std::string get(std::string_view name) const;
    std::vector<std::string> names() const;  // of everything below, sorted

private:
    std::string root_;
};

std::string text_of(const Blob& blob);

// The smallest models there are, made by the formats' own writers.
Blob tiny_ddd();
Blob tiny_data(u16 vertices = 4);  // one polygon
Blob tiny_aniv(u16 frames = 2, u16 vertices = 4);

// An archive that has folders.
Blob adat_of(const std::vector<ArchiveFile>& files);

}  // namespace thaw::test
