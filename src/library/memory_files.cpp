#include <algorithm>

#include <thaw/open.hpp>

#include "base/text.hpp"

namespace thaw {

namespace {

constexpr std::string_view anywhere = "**/";

// Lower case, '/' between folders, "." and ".." resolved as text; empty if the name leads out.
std::string plain_path(std::string_view path) {
    std::vector<std::string> names;
    while (!path.empty()) {
        const auto end = path.find_first_of("/\\");
        const std::string_view name = path.substr(0, end);
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
        if (name.empty() || name == ".") continue;
        if (name != "..") {
            names.push_back(text::lower(name));
        } else if (!names.empty()) {
            names.pop_back();
        }
    }
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : "/") + name;
    return out;
}

std::size_t depth_of(std::string_view path) {
    return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/'));
}

// The last so many names of a path; empty if it has fewer.
std::string_view end_of(std::string_view path, std::size_t names) {
    std::size_t at = path.size();
    for (std::size_t i = 0; i < names; ++i) {
        if (at == 0 || at == std::string_view::npos) return {};
        at = path.rfind('/', at - 1);
        if (at == std::string_view::npos) return i + 1 == names ? path : std::string_view();
    }
    return path.substr(at + 1);
}

}  // namespace

std::vector<FoundFile> MemoryFiles::find(const Want& want, const Format&) {
    struct Candidate {
        const FoundFile* file;
        std::string path;
    };
    std::vector<Candidate> all;
    for (const FoundFile& file : files_) all.push_back({&file, plain_path(file.name)});
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) { return depth_of(a.path) < depth_of(b.path); });
    std::vector<FoundFile> found;
    // True if nothing more is wanted.
    const auto take = [&](const FoundFile& file) {
        const auto is_it = [&](const FoundFile& known) { return known.name == file.name; };
        if (std::any_of(found.begin(), found.end(), is_it) || !is_wanted(want, file.bytes)) return false;
        found.push_back(file);
        return !want.all;
    };
    for (std::string_view name : want.names) {
        if (name.starts_with(anywhere)) name.remove_prefix(anywhere.size());
        const std::string wanted = plain_path(name);
        if (wanted.empty()) continue;
        for (const Candidate& one : all) {
            const std::string_view end = end_of(one.path, depth_of(wanted) + 1);
            if (!end.empty() && text::matches_pattern(end, wanted) && take(*one.file)) return found;
        }
        if (!found.empty() || depth_of(wanted) == 0) continue;
        const std::string_view last = end_of(wanted, 1);
        for (const Candidate& one : all) {
            if (depth_of(one.path) == 0 && text::matches_pattern(one.path, last) && take(*one.file)) return found;
        }
    }
    return found;
}

}  // namespace thaw
