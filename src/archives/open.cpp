#include "archives/disc.hpp"
#include "archives/readers.hpp"
#include "base/guard.hpp"

namespace thaw::archives {

namespace {

Opened open_kind(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                 std::shared_ptr<Source> companion) {
    const auto kind = kind_of(name, *source);
    if (kind.empty()) return Error{Code::not_recognised, "no archive or disc that Thaw can open"};
    if (kind == "zip") return open_zip(std::move(source), context);
    if (kind == "tar") return open_tar(std::move(source), context);
    if (kind != "iso" && kind != "bin" && kind != "cue") {
        return Error{Code::unsupported, "an archive of the kind " + std::string(kind) + " takes libarchive"};
    }
    const u64 bytes = source->size() + (companion == nullptr ? 0 : companion->size());
    auto sectors = disc_sectors(kind, std::move(source), std::move(companion));
    if (!sectors) return sectors.error();
    return open_iso(std::move(*sectors), kind, context, bytes);
}

}  // namespace

Opened open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
            std::shared_ptr<Source> companion) {
    return guarded([&] { return open_kind(name, std::move(source), context, std::move(companion)); });
}

}  // namespace thaw::archives
