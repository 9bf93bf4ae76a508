// Bytes of unknown origin, as the command line meets them: detect, read, and dump as anything in any style.
#include <thaw/format.hpp>
#include <thaw/sink.hpp>

#include "inspect/dump.hpp"
#include "target.hpp"

namespace {

using namespace thaw;

struct AnyPart {
    const Format* format = nullptr;
    std::string role{};
};

const std::vector<AnyPart>& all_parts() {
    static const auto parts = [] {
        std::vector<AnyPart> out;
        for (const Format* format : formats()) {
            for (const PartRole& part : format->parts) out.push_back({format, std::string(part.role)});
        }
        return out;
    }();
    return parts;
}

inspect::DumpOptions dump_options(u8 choice, std::size_t size) {
    using inspect::DumpStyle;
    constexpr DumpStyle styles[] = {DumpStyle::tree, DumpStyle::hex, DumpStyle::json, DumpStyle::tree};
    inspect::DumpOptions options;
    options.style = styles[choice % 4];
    options.colour = size % 2 == 0;
    if (choice % 4 == 3 && size > 0) options.at = choice % size;
    return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
    if (size < 2) return 0;
    // The last two bytes choose as what it is dumped and how, so that a seed is a file with two bytes more.
    const auto& part = all_parts()[data[size - 1] % all_parts().size()];
    const u8 style = data[size - 2];
    const Blob blob = Blob::copy_of({data, size - 2});
    const Context context;
    StringSink out;
    const auto status =
        inspect::dump(*part.format, {{{part.role, "input", blob}}}, dump_options(style, blob.size()), context, out);
    fuzz::require(status.ok() || status.error().code != Code::internal, "dump has an internal error");

    const auto found = detect("", blob);
    if (!found) {
        fuzz::require(found.error().code == Code::not_recognised, "detect fails oddly");
        return 0;
    }
    fuzz::judge_model(*found->format, {{{found->sniffed.role, "input", blob}}}, {data, size});
    return 0;
}
