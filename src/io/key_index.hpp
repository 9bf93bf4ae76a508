// Which files hold which keys (Want::keys_of): every file is looked into once a run, whoever asks. May be asked from
// several threads at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <thaw/bundle.hpp>

#include "io/files.hpp"
#include "io/folders.hpp"

namespace thaw::io {

class KeyIndexes {
public:
    static constexpr std::string_view anywhere = "**/";  // a name that starts so means all folders below

    // `most_bytes`: of keys that are kept. Files whose keys have no room are looked into again each time.
    explicit KeyIndexes(Folders& folders, u64 most_bytes = u64{64} << 20)
        : folders_(folders), bytes_left_(most_bytes) {}

    // Files below `root`, by name, that answer to `name` and hold the key of `want`. Loading gives nothing for a file
    // that cannot be read.
    using Load = std::function<std::optional<Loaded>(const std::string& below)>;
    std::vector<std::string> find(const std::string& root, const std::string& name, const Want& want, const Load& load);

private:
    // A tree of sources is a few folders deep; a disk that somebody named by mistake is bounded.
    static constexpr std::size_t deepest = 12;
    static constexpr std::size_t most_files = 100'000;

    struct Index {
        std::mutex mutex{};
        bool is_made = false;
        std::vector<std::string> paths{};  // below the root
        std::unordered_map<std::string, std::vector<u32>> by_key{};
        std::vector<u32> unread{};  // those without room
    };
    using Keys = std::vector<std::string> (*)(const Blob&);

    Index& index_of(const std::string& root, const std::string& name, Keys keys_of);
    void make(Index& index, const std::string& root, const std::string& name, Keys keys_of, const Load& load);
    void collect(const std::string& root, const std::string& below, std::string_view name, std::size_t depth,
                 std::vector<std::string>& out);
    bool take_room(u64 bytes);

    Folders& folders_;
    std::mutex mutex_{};  // of what follows
    u64 bytes_left_;
    std::map<std::pair<std::string, Keys>, std::unique_ptr<Index>> indexes_{};
};

}  // namespace thaw::io
