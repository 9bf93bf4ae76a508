#include "oracle/oracle.hpp"

#include <algorithm>

#include <thaw/gltf.hpp>

#include "base/text.hpp"
#include "formats/shared/level_issues.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/report.hpp"
#include "oracle/heap_meter.hpp"
#include "render/render.hpp"
#include "scene/check.hpp"

namespace thaw::test {

namespace {

// Corners, keys and matrices are larger than what they are made from.
constexpr u64 scene_bytes_per_byte = 512;

// Sequential files: each byte belongs to exactly one leaf, in order. Where the document keeps an image, leaves may lie
// anywhere in it.
class Partition final : public LeafSink {
public:
    void begin(u64 size) override { size_ = size; }
    void image() override { sequential_ = false; }
    void leaf(const Leaf& leaf) override {
        const u64 end = leaf.offset + leaf.raw.size();
        if (end > size_) note("a leaf ends past the file");
        if (sequential_ && leaf.offset != end_) {
            note("a leaf starts at " + text::hex(leaf.offset) + ", the one before ended at " + text::hex(end_));
        }
        end_ = end;
    }
    std::string broken() {
        if (sequential_ && end_ != size_) note("the leaves end at " + text::hex(end_));
        return broken_;
    }

private:
    void note(std::string what) {
        if (broken_.empty()) broken_ = std::move(what);
    }
    u64 size_ = 0;
    u64 end_ = 0;
    bool sequential_ = true;
    std::string broken_;
};

std::string explain(const char* what, const Error& error) { return std::string(what) + ": " + to_string(error); }

// Bytes that a container holds count as input.
u64 unpacked_size(const Format& format, const Bundle& bundle, const Context& context) {
    u64 size = 0;
    for (const Part& part : bundle.parts) {
        if (format.unpack == nullptr || !format.blank()) continue;
        const auto document = format.blank();
        const auto bytes = format.unpack(*document, part, context);
        if (bytes) size += bytes->size();
    }
    return size;
}

std::string check_rejection(const Error& error, const Bundle& bundle, u64 unpacked) {
    if (error.code == Code::internal) return explain("internal error", error);
    if (error.message.empty()) return "an error without a message";
    if (error.offset == no_offset) return {};
    u64 largest = unpacked;
    for (const Part& part : bundle.parts) largest = std::max<u64>(largest, part.bytes.size());
    if (error.offset > largest) return explain("the error lies outside the file", error);
    if (error.path.empty()) return explain("an error without a field", error);
    return {};
}

std::string check_same_bytes(const Model& model, const Bundle& bundle, const char* what) {
    const auto written = write(model);
    if (!written) return explain(what, written.error());
    for (const Part& part : written->parts) {
        const Part* original = bundle.find(part.role);
        if (original == nullptr) return std::string(what) + ": wrote a part that was not there: " + part.role;
        if (!(original->bytes == part.bytes))
            return std::string(what) + ": " + part.role + " differs from what was read";
    }
    return {};
}

std::string check_annotation(const Model& model, const Bundle& bundle, const Context& context) {
    Model annotated{model.format, bundle, model.format->blank()};
    for (const PartRole& role : model.format->parts) {
        const Part* part = bundle.find(role.role);
        if (part == nullptr) continue;
        Partition partition;
        const auto status = annotate_part(*model.format, *annotated.document, *part, context, partition);
        if (!status) return explain("annotated reading refuses what plain reading accepts", status.error());
        if (auto broken = partition.broken(); !broken.empty()) return std::string(role.role) + ": " + broken;
    }
    return check_same_bytes(annotated, bundle, "annotated reading");
}

bool same(const Issue& a, const Issue& b) {
    return a.kind == b.kind && a.severity == b.severity && a.part == b.part && a.path == b.path &&
           a.offset == b.offset && a.expected == b.expected && a.found == b.found;
}

// Its code is one of the format's, or one that any format may have. That it has the values which its message speaks of
// is for fixtures to show: names in damaged files may be empty, and message_of() falls back to the sentence of the
// kind.
std::string check_kind(const Model& model, const Issue& issue) {
    const auto& kinds = model.format->issue_kinds;
    if (!issue.is(thaw::issue::levels_together) &&
        std::none_of(kinds.begin(), kinds.end(), [&](const IssueKind* kind) { return issue.is(*kind); })) {
        return "issue code is not in the format's table: " + std::string(issue.kind->code);
    }
    return message_of(issue).empty() ? std::string(issue.kind->code) + " has no message" : std::string();
}

std::string check_issues(const Model& model, Profile profile, const Context& context) {
    const auto first = validate(model, profile, context);
    const auto second = validate(model, profile, context);
    if (!first || !second) return "validate failed";
    if (!std::equal(first->list().begin(), first->list().end(), second->list().begin(), second->list().end(), same) ||
        first->dropped() != second->dropped()) {
        return "validate says different things about one document";
    }
    for (const Issue& issue : first->list()) {
        if (std::string broken = check_kind(model, issue); !broken.empty()) return broken;
        const Part* part = model.bundle.find(issue.part);
        if (part == nullptr) continue;  // about a file that is not there
        if (!issue.path.empty() && issue.offset == no_offset) {
            return std::string(issue.kind->code) + " names a field that does not exist: " + issue.path;
        }
        const bool packed = model.format->unpack != nullptr;  // offsets are then in the unpacked bytes
        if (!packed && issue.offset != no_offset && issue.offset > part->bytes.size()) {
            return std::string(issue.kind->code) + " lies outside the file";
        }
    }
    return {};
}

std::string check_variants(const Bundle& bundle, const Format& format, const Context& context) {
    for (const std::string_view variant : format.variants) {
        auto model = read(format, bundle, context);
        if (!model) return explain("the second reading fails", model.error());
        Issues issues;
        const auto status = convert_variant(*model, variant, issues);
        if (!status) {
            if (status.error().code == Code::internal) return explain("conversion", status.error());
            continue;  // a typed refusal is an answer
        }
        auto written = write(*model);
        if (!written) return explain("a converted document cannot be written", written.error());
        const auto again = read(format, std::move(*written), context);
        if (!again) return explain("a converted document cannot be read", again.error());
    }
    return {};
}

// Whatever is in a scene can be drawn: a few pixels of two moments, with all that explains it.
void draw(const Scene& scene) {
    RendererOptions options{.width = 12, .height = 12, .samples = 1};
    options.show = {.wireframe = true, .bones = true, .normals = true, .attachments = true, .axes = true};
    Renderer renderer(scene, {}, options);
    std::vector<Shot> shots;
    for (const Moment& moment : moments_of(scene, no_index, 2)) shots.push_back({moment, {}});
    renderer.fit(shots);
    Pixels image;
    for (const Shot& shot : shots) renderer.draw(shot, image);
}

// A scene keeps every promise, or there is an error that says why there is none; what it holds can be written.
std::string check_scene(const Model& model, const SceneOptions& options, const Context& context) {
    if (model.format->to_scene == nullptr) return {};
    Issues issues;
    std::size_t peak = 0;
    const auto scene = [&] {
        const HeapMeter heap;
        auto result = to_scene(model, options, issues);
        peak = heap.peak();
        return result;
    }();
    if (peak > scene_bytes_per_byte * model.bundle.size() + (4u << 20)) {
        return "the scene took " + std::to_string(peak) + " bytes";
    }
    for (const Issue& issue : issues.list()) {
        if (std::string broken = check_kind(model, issue); !broken.empty()) return broken;
    }
    if (!scene) return scene.error().code == Code::internal ? explain("to_scene", scene.error()) : std::string();
    if (std::string broken = check(*scene); !broken.empty()) return "scene: " + broken;
    draw(*scene);
    if (!scene->images.empty()) return {};  // images are not PNG yet
    NullSink sink;
    const auto status = write_glb(*scene, {.largest_bytes = 16u << 20}, sink, context);
    if (!status && status.error().code != Code::unrepresentable) return explain("write_glb", status.error());
    return {};
}

// Files of a sound archive have bytes of their own, and nothing that putting them back would repair.
bool is_sound(const Model& model, const Context& context) {
    const auto issues = validate(model, Profile::spec, context);
    return issues && issues->worst() < Severity::warning;
}

// A file that cannot be unpacked has no bytes.
Blob bytes_in(const Model& archive, std::size_t i, const Context& context) {
    auto bytes = archive.format->unpack_entry(*archive.document, i, context);
    return bytes ? std::move(*bytes) : Blob();
}

// An archive with other bytes in place of file `i` has them, and all else as it was.
std::string check_replacement(const Model& changed, const Model& before, std::size_t i, const Blob& other, bool sound) {
    auto written = write(changed);
    if (!written) return explain("a changed archive cannot be written", written.error());
    const auto again = read(*changed.format, std::move(*written));
    if (!again) return explain("a changed archive cannot be read", again.error());
    const auto now = changed.format->entries(*again->document, {});
    if (!now) return explain("entries", now.error());
    if (now->size() != before.format->entries(*before.document, {})->size())
        return "a changed archive has another number of files";
    if (!(bytes_in(*again, i, {}) == other)) return "a replaced file is not what was put in";
    for (std::size_t j = 0; sound && j < now->size(); ++j) {
        if (j != i && !(bytes_in(*again, j, {}) == bytes_in(before, j, {})))
            return "replacing a file changed another one";
    }
    return {};
}

// Files come out of an archive whatever it holds. Putting one back as it was changes nothing, and another one is there
// when the archive is read again.
std::string check_archive(const Model& model, const Bundle& bundle, const Context& context) {
    if (model.format->entries == nullptr) return {};
    const auto files = model.format->entries(*model.document, context);
    if (!files) return explain("entries", files.error());
    if (model.format->replace_entry == nullptr) {  // read only
        for (std::size_t i = 0; i < std::min<std::size_t>(files->size(), 8); ++i) bytes_in(model, i, context);
        return {};
    }
    const bool sound = is_sound(model, context);
    // Without the zeros that end lines in some archives.
    const Bytes whole = bundle.parts[0].bytes.bytes();
    std::vector<u8> any(whole.begin(),
                        whole.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(whole.size(), 50)));
    std::replace(any.begin(), any.end(), u8{0}, u8{1});
    for (std::size_t i = 0; i < std::min<std::size_t>(files->size(), 3); ++i) {
        auto changed = read(*model.format, bundle, context);
        if (!changed) return explain("the second reading fails", changed.error());
        // A file that cannot be unpacked has no bytes, and none would be something else.
        if (const Blob same = bytes_in(model, i, context); !same.empty()) {
            const auto status = model.format->replace_entry(*changed->document, i, same);
            // Where packed bytes are damaged this is a change, and a damaged archive may not allow any.
            const bool refused = !status && !sound && status.error().code == Code::unrepresentable;
            if (!status && !refused) return explain("putting a file back", status.error());
            const std::string broken = check_same_bytes(*changed, bundle, "putting a file back");
            if (sound && !broken.empty()) return broken;
        }
        const Blob other = Blob::copy_of(Bytes(any).first(std::min(any.size(), 40 * i + 9)));
        const auto status = model.format->replace_entry(*changed->document, i, other);
        if (!status) {
            if (status.error().code != Code::unrepresentable) return explain("replacing a file", status.error());
        } else if (std::string broken = check_replacement(*changed, model, i, other, sound); !broken.empty()) {
            return broken;
        }
    }
    return {};
}

std::string check_inspection(const Model& model, const Bundle& bundle, const Context& context) {
    std::string broken = check_annotation(model, bundle, context);
    if (broken.empty()) broken = check_issues(model, Profile::spec, context);
    if (broken.empty()) broken = check_issues(model, Profile::game, context);
    if (!broken.empty()) return broken;
    if (const auto wants = needs(model); !wants) return explain("needs", wants.error());
    const auto summary = summarise(model);
    if (!summary) return explain("summarise", summary.error());
    Info info{*summary};
    info.format = model.format;
    if (json::to_text(inspect::info_json(info)).empty()) return "empty info";
    broken = check_archive(model, bundle, context);
    return broken.empty() ? check_variants(bundle, *model.format, context) : broken;
}

const SceneOptions all_options{.raw = true,
                               .all_lods = true,
                               .split_clips = true,
                               .own = OptionValues{{"all-weights"}, {"rig", "exact"}, {"lines"}}};

}  // namespace

Bundle with_part(const Bundle& bundle, std::size_t part, std::vector<u8> bytes) {
    Bundle changed = bundle;
    bytes.shrink_to_fit();
    changed.parts[part].bytes = Blob::take(std::move(bytes));
    return changed;
}

Verdict judge(const Format& format, const Bundle& bundle, Depth depth, const Context& context) {
    std::size_t peak = 0;
    auto model = [&] {
        const HeapMeter heap;
        auto result = read(format, bundle, context);
        peak = heap.peak();
        return result;
    }();
    // malloc rounds sizes up, so a little room is added to the documented 32 bytes per byte and 1 MiB.
    const u64 unpacked = unpacked_size(format, bundle, context);
    if (peak > 32 * (bundle.size() + unpacked) + (1u << 20) + 65536)
        return {model.ok(), "reading took " + std::to_string(peak) + " bytes"};
    if (!model) return {false, check_rejection(model.error(), bundle, unpacked)};

    Verdict verdict{true, check_same_bytes(*model, bundle, "rewriting")};
    if (depth == Depth::quick || !verdict.broken.empty()) return verdict;
    const auto also = [&](std::string broken) {
        if (verdict.broken.empty()) verdict.broken = std::move(broken);
    };
    if (depth == Depth::inspect || depth == Depth::full) also(check_inspection(*model, bundle, context));
    if (depth == Depth::scene || depth == Depth::full) also(check_scene(*model, {}, context));
    if (depth == Depth::options || depth == Depth::full) {
        also(check_scene(*model, all_options, context));
        if (const auto ranges = option_ranges(*model, all_options); !ranges) also(explain("ranges", ranges.error()));
    }
    also(check_same_bytes(*model, bundle, "looking at a document changed it"));
    return verdict;
}

}  // namespace thaw::test
