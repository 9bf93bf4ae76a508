// The record of packed files, .uz.
#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/shared/record.hpp"
#include "formats/unreal/archives/document.hpp"
#include "formats/unreal/archives/issues.hpp"
#include "formats/unreal/family.hpp"
#include "layout/codec.hpp"
#include "layout/reader.hpp"

namespace thaw::uz {

namespace {

constexpr PartRole parts[] = {{"packed", ".uz"}};
constexpr std::string_view extensions[] = {".uz"};

bool is_signature(u32 number) { return number == usual_signature || number == newer_signature; }

// Four bytes that many other files begin with too: the name has to be right.
Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    const bool named = text::ends_with_ignoring_case(name, extensions[0]);
    Document document;
    Reader reader(bytes, context);
    describe(reader, document);
    const bool sound = reader.ok() && !document.name.file_name().empty();
    if (sound) return {named ? Confidence::certain : Confidence::weak, "packed", "a packed file of Unreal"};
    if (!named || bytes.empty()) return {Confidence::no, "packed", {}};
    return {Confidence::weak, "packed", "does not start like the packed files of Unreal"};
}

}  // namespace

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.field("signature", d.signature, {.role = Role::magic});
    if (io.ok() && !is_signature(d.signature)) {
        return io.fail("signature", 0, Code::bad_magic,
                       "1234 or 5678 expected, " + std::to_string(d.signature) + " found");
    }
    unreal::describe(io, d.name);
    io.rest("packed", d.packed);
}

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "packed");
    const auto report = [&](const IssueKind& kind, const char* path, std::string found) {
        reporter.report(kind, [&] { return Finding{path, {}, std::move(found)}; });
    };
    if (const std::string name = document.name.file_name(); !archive::hostile_name(name).empty()) {
        // An empty name takes no bytes.
        report(issue::name, document.name.letters.empty() ? "name_length" : "name", text::printable(name));
    }
    const auto unpacked = unpack(document, Limits().memory_for(document.packed.size()));
    if (!unpacked) report(issue::damaged, "packed", unpacked.error().message);
}

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    const std::string name = document.name.file_name();
    summary.remarks.push_back("holds " + text::printable(name));
    summary.native.set("name", name).set("signature", u64{document.signature});
    return summary;
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    // That it is damaged is said when it is asked for.
    const auto unpacked = unpack(document, context.limits.memory_for(document.packed.size()));
    return std::vector<ArchiveEntry>{{.name = document.name.file_name(),
                                      .bytes = unpacked ? unpacked->size() : 0,
                                      .stored_bytes = document.packed.size()}};
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context) {
    if (entry > 0) return archive::no_such_file();
    return unpack(document, context.limits.memory_for(document.packed.size()));
}

const Format format{
    .id = "uz",
    .title = "Unreal packed file",
    .game = "Unreal, Unreal Tournament and other games of Unreal Engine 1",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .has_sibling_folders = true,
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
};

}  // namespace thaw::uz
