#include "archives/readers.hpp"
#include "base/guard.hpp"

namespace thaw::archives {

namespace {

Opened open_kind(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                 std::shared_ptr<Source>) {
    const auto kind = kind_of(name, *source);
    if (kind.empty()) return Error{Code::not_recognised, "no archive or disc that Thaw can open"};
    if (kind == "zip") return open_zip(std::move(source), context);
    return Error{Code::unsupported, "an archive of the kind " + std::string(kind) + " takes libarchive"};
}

}  // namespace

Opened open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
            std::shared_ptr<Source> companion) {
    return guarded([&] { return open_kind(name, std::move(source), context, std::move(companion)); });
}

}  // namespace thaw::archives
