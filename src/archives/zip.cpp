#include <algorithm>
#include <array>

#include "archives/listed.hpp"
#include "archives/readers.hpp"
#include "archives/zip_walk.hpp"
#include "base/checksums.hpp"
#include "base/inflate.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr u16 method_stored = 0;
constexpr u16 method_deflate = 8;

std::string words_of_method(u16 method) {
    struct Method {
        u16 number;
        std::string_view name;
    };
    constexpr std::array names{Method{1, "Shrink"}, Method{6, "Implode"}, Method{9, "Deflate64"},
                               Method{12, "bzip2"}, Method{14, "LZMA"},   Method{93, "Zstandard"},
                               Method{95, "xz"},    Method{98, "PPMd"}};
    const auto known = std::ranges::find(names, method, &Method::number);
    return known == names.end() ? "method " + std::to_string(method) : std::string(known->name);
}

class Zip final : public Listed {
public:
    Zip(std::shared_ptr<Source> source, const Context& context, u64 bytes)
        : Listed(std::move(source), "zip", context, bytes), window_(Listed::source()) {}

    Status list(const Context& context) {
        auto directory = read_zip_directory(source(), context);
        if (!directory) return directory.error();
        if (!*directory) {
            auto walked = walk_zip(source(), context);
            if (!walked) return walked.error();
            *directory = std::move(*walked);
        }
        auto& all = (*directory)->entries;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (auto status = may_go_on(i); !status) return status;
            if (!all[i].regular) continue;
            if (auto status = list_file(all, i, (*directory)->offset); !status) return status;
        }
        if ((*directory)->damage) end_early(std::move(*(*directory)->damage));
        return listed();
    }

private:
    struct Place {
        u64 offset = 0;  // of its header
        u64 packed_bytes = 0;
        u64 limit = 0;  // where the next file begins, or the directory
        u32 crc = 0;
        u16 method = 0;
        bool encrypted = false;
    };

    Status list_file(const std::vector<ZipEntry>& all, std::size_t i, u64 directory) {
        const ZipEntry& file = all[i];
        const auto next = std::ranges::upper_bound(all.begin() + static_cast<std::ptrdiff_t>(i), all.end(), file.offset,
                                                   {}, &ZipEntry::offset);
        places_.push_back({.offset = file.offset,
                           .packed_bytes = file.packed_bytes,
                           .limit = next == all.end() ? directory : std::min(next->offset, directory),
                           .crc = file.crc,
                           .method = file.method,
                           .encrypted = file.encrypted});
        const bool readable = file.method == method_stored || file.method == method_deflate;
        if (!readable && !file.encrypted) cannot_read(file.name, refusal(places_.size() - 1));
        return add({.name = file.name, .bytes = file.bytes, .stored_bytes = file.packed_bytes, .offset = file.offset});
    }

    std::string refusal(std::size_t entry) const override {
        const Place& place = places_[entry];
        if (place.encrypted) return "is encrypted";
        if (place.method == method_stored || place.method == method_deflate) return {};
        return "is packed with " + words_of_method(place.method) + ", which takes libarchive";
    }

    Result<Blob> unpack(std::size_t entry) override {
        const auto packed = packed_data(places_[entry]);
        if (!packed) return packed.error();
        const u64 bytes = entries_[entry].bytes;
        if (places_[entry].method == method_deflate) return inflated(places_[entry], *packed, bytes);
        if (packed->size() != bytes) {
            return Error{Code::bad_value, "it is not packed, but would have " + std::to_string(bytes) +
                                              " bytes out of " + std::to_string(packed->size())};
        }
        return checked(places_[entry], *packed);
    }

    Result<Blob> packed_data(const Place& place) {
        const auto header = read_zip_header(window_, place.offset);
        if (!header && window_.refused()) return Error{Code::io, "cannot be read"};
        if (!header) return Error{Code::bad_value, "it does not begin where the directory says"};
        const u64 there = source().size() - std::min(header->data_offset, source().size());
        if (place.packed_bytes > there) {
            return Error{Code::truncated, "the archive ends " + text::plural(there, "byte") + " into its data"};
        }
        if (header->data_offset + place.packed_bytes > place.limit) {
            return Error{Code::bad_value, "its data overlap what follows"};
        }
        auto data = source().slice(header->data_offset, place.packed_bytes);
        if (!data) return Error{Code::io, "cannot be read"};
        return std::move(*data);
    }

    static Result<Blob> inflated(const Place& place, const Blob& packed, u64 bytes) {
        auto out = inflate(packed.bytes(), bytes);
        switch (out.end) {
            case InflateEnd::whole: break;
            case InflateEnd::too_long:
                return Error{Code::bad_value,
                             "it unpacks to more than the " + std::to_string(bytes) + " bytes it says"};
            case InflateEnd::truncated: return Error{Code::truncated, "its packed data end early"};
            default: return Error{Code::bad_value, "its packed data are damaged"};
        }
        if (out.bytes.size() < bytes || out.used < packed.size()) {
            return Error{Code::truncated, "its data end after " + text::plural(out.bytes.size(), "byte") + " of " +
                                              std::to_string(bytes)};
        }
        return checked(place, Blob::take(std::move(out.bytes)));
    }

    static Result<Blob> checked(const Place& place, Blob bytes) {
        if (crc32(bytes.bytes()) == place.crc) return bytes;
        return Error{Code::bad_value, "its bytes are not those that were packed: the checksum differs"};
    }

    Window window_;
    std::vector<Place> places_{};
};

}  // namespace

Opened open_zip(std::shared_ptr<Source> source, const Context& context) {
    const u64 bytes = source->size();
    auto zip = std::make_unique<Zip>(std::move(source), context, bytes);
    if (auto status = zip->list(context); !status) return status.error();
    return {std::move(zip)};
}

}  // namespace thaw::archives
