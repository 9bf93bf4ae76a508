// Chooses the files of a model to dump, reads those they depend on, and keeps the first error.
#include "inspect/dump.hpp"

#include <algorithm>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/part_dump.hpp"

namespace thaw::inspect {

namespace {

class Dumper {
public:
    Dumper(const Format& format, const Bundle& bundle, const DumpOptions& options, const Context& context, Output& out)
        : format_(format), bundle_(bundle), options_(options), context_(context), out_(out), role_(options.role) {}

    Status run();

private:
    Status choose_role();
    Result<Part> unpacked(const Part& part);
    Status dump_part(const Part& part);
    Status show_byte_of(const PartDump& dump);
    bool has_field(const PartDump& dump);
    void print(const PartDump& dump);
    void keep(const Status& status);

    const Format& format_;
    const Bundle& bundle_;
    const DumpOptions& options_;
    const Context& context_;
    Output& out_;
    std::string role_;
    std::vector<Segment> target_;
    std::unique_ptr<Document> document_;
    std::optional<Error> first_error_;
    bool printed_ = false;
    bool found_field_ = false;
    std::size_t best_depth_ = 0;
    std::optional<Error> no_field_;
};

std::string roles_at_hand(const Format& format, const Bundle& bundle) {
    std::string out;
    for (const PartRole& role : format.parts) {
        if (bundle.find(role.role) == nullptr) continue;
        out += out.empty() ? "" : ", ";
        out += role.role;
    }
    return out;
}

Status Dumper::choose_role() {
    const std::string roles = roles_at_hand(format_, bundle_);
    if (roles.empty()) return Error{Code::missing_part, "none of the model's files is there"};
    if (!role_.empty() && (!is_own(format_, role_) || bundle_.find(role_) == nullptr)) {
        return Error{Code::missing_part, "the model has no file '" + text::printable(role_) + "'; it has " + roles};
    }
    if (role_.empty() && options_.at) {  // an offset means one file: the one that was named first
        for (const Part& part : bundle_.parts) {
            if (role_.empty() && is_own(format_, part.role)) role_ = part.role;
        }
    }
    return Done{};
}

void Dumper::keep(const Status& status) {
    if (status.ok()) return;
    if (!first_error_) first_error_ = status.error();
    // Half a file must not decide how the next one is seen.
    document_ = format_.blank();
}

Status Dumper::run() {
    if (!options_.field.empty()) {
        auto parsed = parse_path(options_.field);
        if (!parsed) return parsed.error();
        target_ = std::move(*parsed);
    }
    if (auto chosen = choose_role(); !chosen) return chosen;
    document_ = format_.blank();
    for (const PartRole& role : format_.parts) {
        const Part* part = bundle_.find(role.role);
        if (part == nullptr) continue;
        if (!role_.empty() && role.role != role_) {
            keep(read_part(format_, *document_, *part, context_));  // the chosen one may depend on it
            continue;
        }
        keep(dump_part(*part));
        if (!out_.ok()) return Error{Code::io, "the output takes no more"};
        if (!role_.empty()) break;
    }
    if (first_error_) return *first_error_;  // a field that was not found may lie behind it
    if (!target_.empty() && !found_field_ && no_field_) return *no_field_;
    return Done{};
}

Result<Part> Dumper::unpacked(const Part& part) {
    if (format_.unpack == nullptr || part.bytes.size() > context_.limits.input_bytes) return part;
    auto bytes = format_.unpack(*document_, part, context_);
    if (bytes.ok()) return Part{part.role, part.name, std::move(*bytes)};
    if (bytes.error().file.empty()) bytes.error().file = part.name;
    return bytes.error();
}

Status Dumper::dump_part(const Part& part) {
    const Result<Part> described = unpacked(part);
    Format format = format_;
    format.unpack = nullptr;  // done, once for all walks
    Survey survey;
    const Status status =
        described.ok() ? annotate_part(format, *document_, *described, context_, survey) : Status(described.error());
    const PartDump dump{format,
                        *document_,
                        described.ok() ? *described : part,
                        part.bytes.size(),
                        context_,
                        options_,
                        target_,
                        survey,
                        status,
                        described.ok(),
                        out_};
    if (options_.at) return show_byte_of(dump);
    if (target_.empty() || has_field(dump)) print(dump);
    return status;
}

void Dumper::print(const PartDump& dump) {
    if (printed_ && options_.style != DumpStyle::json) out_.put('\n');
    printed_ = true;
    switch (options_.style) {
        case DumpStyle::tree: return dump_tree(dump);
        case DumpStyle::hex: return dump_hex(dump);
        case DumpStyle::json: return dump_json(dump);
    }
}

bool Dumper::has_field(const PartDump& dump) {
    PathProbe probe(target_);
    (void)dump.annotate(probe);
    if (probe.found()) {
        found_field_ = true;
    } else if (!no_field_ || probe.depth() > best_depth_) {
        best_depth_ = probe.depth();
        no_field_ = Error{Code::bad_value, probe.explain(), dump.part.name};
    }
    return probe.found();
}

Status Dumper::show_byte_of(const PartDump& dump) {
    const u64 size = dump.part.bytes.size();
    const u64 byte = *options_.at;
    if (byte >= size) {
        return Error{Code::bad_value,
                     "there is no byte " + text::hex(byte) + "; the file has " + text::plural(size, "byte") +
                         (size == 0 ? "" : ", the last is " + text::hex(size - 1)),
                     dump.part.name};
    }
    ByteProbe probe(byte);
    (void)dump.annotate(probe);
    if (!probe.found()) {
        if (!dump.status.ok()) return dump.status;  // the byte lies behind the failing field
    }
    ByteElements elements;
    if (dump.status.ok()) {
        const bool json = options_.style == DumpStyle::json;
        elements = elements_of_byte(format_, bundle_, role_, byte, json ? 1000 : 4, context_);
    }
    if (options_.style == DumpStyle::json) {
        show_byte_json(dump, probe, elements);
    } else if (!probe.found()) {
        out_.put(heading(dump) + "\nbyte " + text::hex(byte) + " is in no field: slack\n");
    } else {
        show_byte(dump, probe, elements);
    }
    return dump.status;
}

}  // namespace

Status dump(const Format& format, const Bundle& bundle, const DumpOptions& options, const Context& context, Sink& out) {
    return guarded([&]() -> Status {
        Output output(out);
        StopWhenDeaf monitor(output, context.monitor);
        const Context inner{context.limits, &monitor};
        Status status = Dumper(format, bundle, options, inner, output).run();
        output.flush();
        if (!output.ok()) return Error{Code::io, "the output takes no more"};
        return status;
    });
}

}  // namespace thaw::inspect
