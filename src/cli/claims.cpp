#include "cli/claims.hpp"

#include "base/text.hpp"

namespace thaw::cli {

namespace {

bool same_bytes(const std::optional<Sha256::Digest>& content, const io::OutputFile& file) {
    return content && !file.make && *content == sha256(file.bytes.bytes());
}

}  // namespace

void Claims::reserve(const std::string& path, const std::string& what) { reserved_[path] = what; }

const std::string* Claims::reserved_at(const std::string& place) const {
    for (const auto& [path, what] : reserved_) {
        if (io::place_of(path) == place) return &what;
    }
    return nullptr;
}

bool Claims::has(const std::string& path) const {
    const std::string place = io::place_of(path);
    return claims_.contains(place) || reserved_at(place) != nullptr;
}

Result<std::vector<io::OutputFile>> Claims::unwritten(const std::vector<io::OutputFile>& files,
                                                      const std::string& model) const {
    std::vector<io::OutputFile> out;
    std::map<std::string, const io::OutputFile*> own;
    for (const io::OutputFile& file : files) {
        const std::string place = io::place_of(file.path);
        if (const std::string* what = reserved_at(place)) {
            return io::io_error(*what + " goes there; choose another name for it", file.path);
        }
        if (const auto other = claims_.find(place); other != claims_.end()) {
            if (same_bytes(other->second.content, file)) continue;
            return Error{Code::bad_value,
                         "another model of this run has been written there: " + text::printable(other->second.model) +
                             "; what " + text::printable(model) + " gives is different",
                         file.path};
        }
        if (const auto [known, is_new] = own.emplace(place, &file); !is_new) {
            if (!file.make && !known->second->make && file.bytes == known->second->bytes) continue;
            return io::io_error("two files of " + text::printable(model) + " would be written there", file.path);
        }
        out.push_back(file);
    }
    return out;
}

void Claims::add(const std::vector<io::OutputFile>& files, const std::string& model) {
    for (const io::OutputFile& file : files) {
        Claim claim{.model = model};
        if (!file.make) claim.content = sha256(file.bytes.bytes());
        claims_.emplace(io::place_of(file.path), std::move(claim));
    }
}

void Claims::add(const std::string& path, const std::string& model) {
    claims_.emplace(io::place_of(path), Claim{.model = model});
}

}  // namespace thaw::cli
