// The files of one model. An Unreal model is two files, a SoulFu model may link to a second one, any may have images.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>

namespace thaw {

// `role` is the format's word for what the file is to the model ("data", "aniv", "uc", "link", ...).
struct Part {
    std::string role;
    std::string name;  // as the user knows it, for messages; never used to open anything
    Blob bytes;
};

struct Bundle {
    std::vector<Part> parts;
    // Which of the models that the files hold, where they hold several (NamedModel::name). Empty: the one there is, or
    // the one that the format prefers.
    std::string model{};

    const Part* find(std::string_view role) const;
    std::string_view name_of(std::string_view role) const;  // empty if there is no such part
    u64 size() const;                                       // bytes of all parts together
};

// A file that a document would use as a companion. The shell looks it up, adds it to the bundle under `role`
// and asks again until nothing new is wanted. The core itself never opens a file.
struct Want {
    std::string role;
    std::vector<std::string> names;  // in order of preference, '/' between folders; '*' matches any run of characters
    std::string mentions{};          // if not empty: only a file whose bytes hold this text (ASCII, any case)
    bool required = false;           // a missing one leaves the model incomplete (half an Unreal pair)
    bool mentioned = true;           // false: nothing speaks of it, so that a missing one is not worth a word
    std::string called{};            // what a missing one is called; empty: by the first of its names
    bool all = false;                // every file that answers, not only the first
    // If set: only a file that it holds for. It may look at the document that wants the file.
    std::function<bool(const Blob&)> accepts{};
    // Roles that make it needless: not looked for once the bundle has one of them.
    std::vector<std::string> unless{};
    // If set: only a file among whose keys is `key`. The shell looks for the keys of every file once a run. A name that
    // starts with "**/" is then looked for in all folders below those that the user named.
    std::string key{};
    std::vector<std::string> (*keys_of)(const Blob&) = nullptr;
    // If set: what the bundle takes instead of the whole file.
    Blob (*digest)(const Blob&) = nullptr;
    // Wanted by one of the models that the files hold, the preferred one: asked for when it is settled which is meant.
    bool of_model = false;

    std::string_view name() const {
        return called.empty() && !names.empty() ? std::string_view(names.front()) : std::string_view(called);
    }
};

}  // namespace thaw
