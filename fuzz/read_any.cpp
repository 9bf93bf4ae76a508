// Bytes of unknown origin, as the command line meets them: detect, read, dump in every style.
#include <thaw/format.hpp>
#include <thaw/sink.hpp>

#include "inspect/dump.hpp"
#include "oracle/oracle.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    const Blob blob = Blob::copy_of({data, size});
    const Context context;
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            const Bundle bundle{{{std::string(part.role), "input", blob}}};
            for (const auto style : {inspect::DumpStyle::tree, inspect::DumpStyle::hex, inspect::DumpStyle::json}) {
                StringSink out;
                inspect::DumpOptions options;
                options.style = style;
                options.colour = size % 2 == 0;
                const auto status = inspect::dump(*format, bundle, options, context, out);
                fuzz::require(status.ok() || status.error().code != Code::internal, "dump has an internal error");
            }
            if (size > 0) {
                StringSink out;
                inspect::DumpOptions options;
                options.at = data[0] % size;
                const auto status = inspect::dump(*format, bundle, options, context, out);
                fuzz::require(status.ok() || status.error().code != Code::internal, "dump --at has an internal error");
            }
        }
    }
    const auto found = detect("", blob);
    if (!found) {
        fuzz::require(found.error().code == Code::not_recognised, "detect fails oddly");
        return 0;
    }
    const Bundle bundle{{{found->sniffed.role, "input", blob}}};
    const auto verdict = test::judge(*found->format, bundle, test::Depth::full);
    fuzz::require(verdict.broken.empty(), verdict.broken);
    return 0;
}
