#include "formats/shared/parts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "layout/locator.hpp"
#include "layout/measure.hpp"
#include "layout/writer.hpp"

namespace thaw {

namespace {

// A description takes a document it may change; measuring and writing do not change it (property R4 tests that).
Document& describable(const Document& document) { return const_cast<Document&>(document); }

Status outcome(const Codec& codec, const std::string& file) {
    if (codec.ok()) return Done{};
    Error error = *codec.error();
    error.file = file;
    return error;
}

Status run(const Format& format, Document& document, const Part& part, Reader& reader) {
    format.describe(reader, document, part.role);
    if (reader.ok() && reader.unexplained() > 0) {
        // A description ends with rest() or starts from an image(); anything else would lose bytes.
        reader.fail(Code::internal, text::plural(reader.unexplained(), "byte") + " left that no field explains");
    }
    return outcome(reader, part.name);
}

}  // namespace

Result<Blob> described_bytes(const Format& format, Document& document, const Part& part, const Context& context) {
    if (part.bytes.size() > context.limits.input_bytes) {
        return Error{Code::over_budget,
                     "the file has " + std::to_string(part.bytes.size()) + " bytes; the limit is " +
                         std::to_string(context.limits.input_bytes),
                     part.name};
    }
    if (format.unpack == nullptr) return part.bytes;
    auto bytes = format.unpack(document, part, context);
    if (!bytes && bytes.error().file.empty()) bytes.error().file = part.name;
    return bytes;
}

Status read_part(const Format& format, Document& document, const Part& part, const Context& context) {
    if (document.has_read(part)) return Done{};
    const auto bytes = described_bytes(format, document, part, context);
    if (!bytes) return bytes.error();
    Reader reader(*bytes, context);
    auto status = run(format, document, part, reader);
    if (status) document.sources.push_back(part);
    return status;
}

Status annotate_part(const Format& format, Document& document, const Part& part, const Context& context,
                     LeafSink& leaves) {
    const auto bytes = described_bytes(format, document, part, context);
    if (!bytes) return bytes.error();
    leaves.begin(bytes->size());
    Annotator annotator(*bytes, context, leaves);
    return run(format, document, part, annotator);
}

Result<Blob> write_part(const Format& format, const Document& document, std::string_view role) {
    Measure measure;
    format.describe(measure, describable(document), role);
    std::vector<u8> bytes(static_cast<std::size_t>(measure.size()));
    Writer writer(bytes);
    format.describe(writer, describable(document), role);
    if (!writer.ok()) {
        Error error = *writer.error();
        error.file = role;
        return error;
    }
    const Blob described = Blob::take(std::move(bytes));
    return format.pack == nullptr ? Result<Blob>(described) : format.pack(document, role, described);
}

Status read_parts(const Format& format, Document& document, const Bundle& bundle, const Context& context) {
    bool any = false;
    for (const PartRole& role : format.parts) {
        const Part* part = bundle.find(role.role);
        if (part == nullptr) continue;
        any = true;
        if (auto status = read_part(format, document, *part, context); !status) return status;
    }
    if (!any) return Error{Code::missing_part, "none of the model's files is there"};
    return Done{};
}

bool has_part(const Format& format, const Document& document, std::string_view role) {
    if (format.has_part != nullptr) return format.has_part(document, role);
    return is_own(format, role);
}

bool is_own(const Format& format, std::string_view role) {
    return std::any_of(format.parts.begin(), format.parts.end(),
                       [&](const PartRole& part) { return part.role == role; });
}

Error cannot_convert(const Format& source, const Format& target) {
    return Error{Code::unsupported,
                 "this version cannot turn " + std::string(source.id) + " into " + std::string(target.id)};
}

void locate(const Format& format, const Document& document, Issues& issues) {
    for (const PartRole& role : format.parts) {
        std::vector<std::string> paths;
        std::vector<Issue*> wanting;
        for (Issue& issue : issues.list()) {
            if (issue.part != role.role || issue.path.empty() || issue.offset != no_offset) continue;
            paths.push_back(issue.path);
            wanting.push_back(&issue);
        }
        if (paths.empty() || !has_part(format, document, role.role)) continue;
        Locator locator(paths);
        format.describe(locator, describable(document), role.role);
        for (std::size_t i = 0; i < wanting.size(); ++i) {
            if (locator.places()[i]) wanting[i]->offset = locator.places()[i]->offset;
        }
    }
}

}  // namespace thaw
