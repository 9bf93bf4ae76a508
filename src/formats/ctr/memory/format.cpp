// The VRM format record. See README.md, "Video memory".
#include "formats/ctr/memory/document.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/issues.hpp"
#include "formats/ctr/memory/layout.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"

namespace thaw::vrm {

std::vector<const Tim*> Document::images() const {
    if (!is_stream()) return {&single};
    std::vector<const Tim*> out;
    for (const Entry& entry : entries) {
        if (entry.bytes() >= tim_header_bytes) out.push_back(&entry.tim);
    }
    return out;
}

namespace {

constexpr PartRole parts[] = {{"vrm", ".vrm"}};
constexpr std::string_view extensions[] = {".vrm", ".vram", ".tim"};

// --- findings --------------------------------------------------------------------------------------------------------
class Checker {
public:
    Checker(const Document& document, Profile profile, Issues& issues)
        : document_(document), reporter_(profile, issues, "vrm") {}

    void run() {
        if (document_.is_stream()) {
            for (std::size_t i = 0; i + 1 < document_.entries.size(); ++i) check_entry(i);
        } else {
            check_tim(document_.single, "single");
        }
        const auto images = document_.images();
        if (images.empty()) report(issue::no_image, "entries[0]", "at least one", "none");
        if (!document_.trailing.empty()) {
            report(issue::trailing_bytes, "trailing", "none", text::plural(document_.trailing.size(), "byte"));
        }
    }

private:
    void report(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        reporter_.report(kind, [&] { return Finding{std::move(path), std::move(expected), std::move(found)}; });
    }

    void check_entry(std::size_t i) {
        const Entry& entry = document_.entries[i];
        const std::string path = field_path("entries", i);
        const bool tim_is_there = entry.bytes() >= tim_header_bytes;
        if (entry.size % 4 != 0 || !tim_is_there || !entry.tim.image.is_there() || !entry.tim.rest.empty()) {
            report(issue::entry_size, path + ".size", "a multiple of 4 that fits the image",
                   std::to_string(entry.size));
        }
        if (tim_is_there) check_tim(entry.tim, path + ".tim");
    }

    void check_tim(const Tim& tim, const std::string& path) {
        if (document_.is_stream() && tim.magic != tim_mark) {
            report(issue::magic, path + ".magic", text::hex(tim_mark), text::hex(tim.magic));
        }
        if (tim.has_palette()) {
            check_block(tim.palette, path + ".palette");
            // The game's loader does not look at the flags: it takes the first block for the image.
            if (reporter_.game()) report(issue::palette, path + ".flags", "none", "one");
        }
        check_block(tim.image, path + ".image");
    }

    void check_block(const Block& block, const std::string& path) {
        if (!block.is_there()) return;  // the entry is too small, which is reported
        const u64 length = 12 + block.pixel_bytes();
        if (block.length != length) {
            report(issue::block_length, path + ".length", std::to_string(length), std::to_string(block.length));
        }
        if (block.x + block.width > int{memory_width} || block.y + block.height > int{memory_height}) {
            report(issue::rectangle, path + ".x", "inside 1024 x 512",
                   std::to_string(block.width) + " x " + std::to_string(block.height) + " at " +
                       std::to_string(block.x) + ", " + std::to_string(block.y));
        }
        if (block.pixels.size() < block.pixel_bytes()) {
            report(issue::pixels_short, path + ".pixels", text::plural(block.pixel_bytes(), "byte"),
                   text::plural(block.pixels.size(), "byte"));
        }
    }

    const Document& document_;
    IssueReporter reporter_;
};

// --- detection -------------------------------------------------------------------------------------------------------
bool is_sound(const Tim& tim) {
    const Block& image = tim.image;
    return tim.magic == tim_mark && image.is_there() && tim.flags < 16 && image.width > 0 && image.height > 0 &&
           image.x + image.width <= int{memory_width} && image.y + image.height <= int{memory_height} &&
           image.pixels.size() == image.pixel_bytes();
}

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "vrm", {}};
    const bool named = std::any_of(std::begin(extensions), std::end(extensions), [&](std::string_view extension) {
        return text::ends_with_ignoring_case(name, extension);
    });
    const Confidence by_name = named ? Confidence::weak : Confidence::no;
    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"vrm", {}, bytes}, context);
    if (!status) return {by_name, "vrm", status.error().message};
    const auto images = document->images();
    const bool sound =
        !images.empty() && std::all_of(images.begin(), images.end(), [](const Tim* tim) { return is_sound(*tim); });
    if (!sound) return {by_name, "vrm", "an image does not fit video memory"};
    const std::string what = text::plural(images.size(), "image") + " for video memory";
    const bool certain = named || document->is_stream();
    return {certain ? Confidence::certain : Confidence::likely, "vrm", what, std::move(document)};
}

// --- summary ---------------------------------------------------------------------------------------------------------

json::Value block_json(const Block& block) {
    json::Value out;
    out.set("x", block.x).set("y", block.y).set("width", block.width).set("height", block.height);
    return out;
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) { Checker(document, profile, issues).run(); }

Summary summarise(const Document& d, const Bundle&) {
    Summary summary;
    summary.variant = d.is_stream() ? "stream" : "single image";
    json::Array images;
    for (const Tim* tim : d.images()) {
        json::Value image = block_json(tim->image);
        image.set("depth", tim->flags & 3);
        image.set("palette", tim->has_palette() ? block_json(tim->palette) : json::Value());
        images.push_back(std::move(image));
    }
    summary.remarks.push_back("no model: " + text::plural(images.size(), "image") +
                              " that models in the same folder use");
    summary.native.set("images", std::move(images)).set("trailing", d.trailing.size());
    return summary;
}

namespace {
Result<Image> image_of(const thaw::Document& document) { return to_image(static_cast<const Document&>(document)); }
}  // namespace

const Format format{
    .id = "vrm",
    .title = "Crash Team Racing video memory",
    .game = "Crash Team Racing",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .to_image = image_of,
    .style = playstation,
};

}  // namespace thaw::vrm
