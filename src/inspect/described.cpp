#include "inspect/described.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::inspect {

namespace {

Error no_such_file(const Format& format, const Bundle& bundle, std::string_view role) {
    std::string all;
    for (const std::string_view one : roles_in(format, bundle)) all += (all.empty() ? "" : ", ") + std::string(one);
    if (all.empty()) return {Code::missing_part, "none of the model's files is there"};
    return {Code::missing_part, "the model has no file '" + text::printable(role) + "'; it has " + all};
}

}  // namespace

std::vector<std::string_view> roles_in(const Format& format, const Bundle& bundle) {
    std::vector<std::string_view> out;
    for (const PartRole& role : format.parts) {
        if (bundle.find(role.role) != nullptr) out.push_back(role.role);
    }
    return out;
}

Result<Bundle> files_of(const Model& model, const Context& context) {
    if (!roles_in(*model.format, model.bundle).empty() || model.document == nullptr) return model.bundle;
    return write(model, context);
}

Status DescribedFile::annotate(LeafSink& leaves, const Context& context) {
    return annotate_part(format, *document, part, context, leaves);
}

Result<DescribedFile> describe_file(const Format& format, const Bundle& bundle, std::string_view role,
                                    const Context& context) {
    const auto roles = roles_in(format, bundle);
    if (role.empty() && !roles.empty()) role = roles.front();
    if (std::find(roles.begin(), roles.end(), role) == roles.end()) return no_such_file(format, bundle, role);
    DescribedFile out{format, format.blank(), *bundle.find(role)};
    out.format.unpack = nullptr;
    for (const std::string_view before : roles) {
        if (before == role) break;
        // The chosen one may depend on it. A file that cannot be read must not decide how the next one is seen.
        if (!read_part(format, *out.document, *bundle.find(before), context)) out.document = format.blank();
    }
    out.file_bytes = out.part.bytes.size();
    auto bytes = described_bytes(format, *out.document, out.part, context);
    if (!bytes) return bytes.error();
    out.is_packed = format.pack != nullptr && *bytes != out.part.bytes;
    out.part.bytes = std::move(*bytes);
    return out;
}

}  // namespace thaw::inspect
