// The tree as one JSON object per file, written as it is walked: nothing is kept but the way to the current field.
#include <algorithm>

#include "base/text.hpp"
#include "inspect/grid.hpp"
#include "inspect/part_dump.hpp"
#include "inspect/report.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr u64 values_shown = 16;
constexpr std::size_t bytes_per_text = 32;

// JSON as it goes: commas follow from what was opened and closed.
class Json {
public:
    explicit Json(Output& out) : out_(out) {}

    void key(std::string_view name) {  // one of ours: nothing in it to escape
        separate();
        out_.put('"');
        out_.put(name);
        out_.put("\":");
        needs_comma_ = false;
    }
    void text(std::string_view value) { raw(json::to_text(json::Value(value))); }
    // A number or object whose text is already JSON.
    void raw(std::string_view value) {
        separate();
        out_.put(value);
    }
    void member(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    void member(std::string_view name, u64 value) {
        key(name);
        raw(std::to_string(value));
    }
    void open_object() { open('{'); }
    void close_object() { close('}'); }
    void open_array() { open('['); }
    void close_array() { close(']'); }

private:
    void separate() {
        if (needs_comma_) out_.put(',');
        needs_comma_ = true;
    }
    void open(char bracket) {
        separate();
        out_.put(bracket);
        needs_comma_ = false;
    }
    void close(char bracket) {
        out_.put(bracket);
        needs_comma_ = true;
    }

    Output& out_;
    bool needs_comma_ = false;
};

void put_scalar(Json& json, const Field& field, u64 i) {
    const u64 word = word_at(field, i);
    const bool is_float = field.kind == Kind::float32 || field.kind == Kind::float64;
    if (is_float && !is_finite(field.kind, word)) return json.text(float_text(field.kind, word));
    Field bare = field;  // flags and offsets are numbers too
    bare.meaning = {};
    json.raw(number_text(bare, i));
}

void put_parts(Json& json, const Field& field) {
    if (!field.words.empty()) {
        json.key("parts");
        json.open_object();
        for (u64 i = 0; i < field.repeat && i < field.words.size(); ++i) {
            json.key(field.words[static_cast<std::size_t>(i)]);
            put_scalar(json, field, i);
        }
        json.close_object();
    } else if (field.repeat == 1 && field.part == nullptr && !field.meaning.parts.empty()) {
        json.key("parts");
        json.open_object();
        for (const BitPart& part : field.meaning.parts) {
            json.key(part.name);
            json.raw(std::to_string(part_value(part, word_at(field, 0))));
        }
        json.close_object();
    }
}

void put_blob(Json& json, const Field& field, bool unfolded) {
    json.key("hex");
    if (!unfolded || field.size() <= bytes_per_text) {
        const std::size_t shown = std::min(field.raw.size(), bytes_per_text);
        json.text(hex_text(field.raw.first(shown)));
        if (shown < field.size()) json.member("folded", field.size() - shown);
        return;
    }
    json.open_array();
    for (Bytes rest = field.raw; !rest.empty();) {
        const std::size_t n = std::min(rest.size(), bytes_per_text);
        json.text(hex_text(rest.first(n)));
        rest = rest.subspan(n);
    }
    json.close_array();
}

void put_value(Json& json, const Field& field, bool unfolded) {
    if (field.is_blob) return put_blob(json, field, unfolded);
    if (field.kind == Kind::text) {
        std::string text = text::view_as_text(field.raw);
        while (text.ends_with('\0')) text.pop_back();
        return json.member("value", text);
    }
    json.key("value");
    if (field.repeat == 1) {
        put_scalar(json, field, 0);
        if (const auto word = word_name(field, word_at(field, 0)); !word.empty()) json.member("word", word);
    } else {
        const u64 shown = unfolded ? field.repeat : std::min(field.repeat, values_shown);
        json.open_array();
        for (u64 i = 0; i < shown; ++i) put_scalar(json, field, i);
        json.close_array();
        if (shown < field.repeat) json.member("folded", field.repeat - shown);
    }
    put_parts(json, field);
}

std::string_view type_name(const Field& field) {
    if (field.part != nullptr) return "bits";
    return field.is_blob ? "bytes" : kind_name(field.kind);
}

// Offset, size, type and value: the members every field has.
void put_field(Json& json, const Field& field, bool unfolded) {
    json.member("offset", field.offset);
    json.member("size", field.size());
    json.member("type", type_name(field));
    if (!field.is_blob && field.repeat != 1) json.member("count", field.repeat);
    if (field.meaning.role != Role::value) json.member("role", role_name(field.meaning.role));
    put_value(json, field, unfolded);
}

class JsonView final : public View {
public:
    JsonView(Json& json, const PartDump& dump) : json_(json), dump_(dump) {}

    void enter(const Node& node) override {
        json_.open_object();
        label(node.path, node.name, node.index);
        json_.member("offset", node.offset);
        json_.key("fields");
        json_.open_array();
        frames_.push_back({node.offset, 0, 0, false});
    }
    void leave(u64 end) override {
        const Frame frame = frames_.back();
        frames_.pop_back();
        json_.close_array();
        json_.member("size", end > frame.offset ? end - frame.offset : 0);
        json_.close_object();
    }
    void array(const ArrayNode& array) override {
        json_.open_object();
        label(array.path, array.name, no_index);
        json_.member("offset", array.offset);
        if (array.count != unknown_count) json_.member("count", array.count);
        if (array.grid != nullptr) {
            json_.member("size", grid_bytes_);
            json_.member("stride", array.element_bytes);
        } else if (array.element_bytes != 0) {
            json_.member("element_bytes", array.element_bytes);
        }
        json_.key("items");
        json_.open_array();
        frames_.push_back({array.offset, 0, 0, true});
    }
    void end_array() override {
        const Frame frame = frames_.back();
        frames_.pop_back();
        json_.close_array();
        if (frame.folded > 0) {
            json_.member("folded", frame.folded);
            json_.member("folded_from", frame.folded_from);
        }
        json_.close_object();
    }
    void field(const Field& field) override {
        if (field.grid != nullptr && GridView(*field.grid, field.size()).rows() > 0) {
            grid_bytes_ = field.size();  // its rows follow as an array
            return;
        }
        json_.open_object();
        label(field.path, field.name, field.index);
        put_field(json_, field, dump_.options.unfolded);
        json_.close_object();
    }
    void folded(const Fold& fold) override {
        if (frames_.back().folded == 0) frames_.back().folded_from = fold.offset;
        frames_.back().folded += fold.count;
    }
    bool listens() const override { return dump_.out.ok(); }

private:
    struct Frame {
        u64 offset;
        u64 folded;
        u64 folded_from;
        bool is_array;
    };

    // An element of an array is known by its index, everything else by its name, and what stands alone by its path.
    void label(const std::string& path, const char* name, u64 index) {
        if (frames_.empty() && !dump_.is_whole()) return json_.member("path", path);
        if (!frames_.empty() && frames_.back().is_array) return json_.member("index", index);
        if (name != nullptr) json_.member("name", name);
    }

    Json& json_;
    const PartDump& dump_;
    std::vector<Frame> frames_;
    u64 grid_bytes_ = 0;
};

void open_part(Json& json, const PartDump& dump) {
    json.open_object();
    json.member("file", dump.part.name);
    json.member("role", dump.part.role);
    json.member("bytes", dump.file_bytes);
    if (dump.file_bytes != dump.part.bytes.size()) json.member("unpacked", u64{dump.part.bytes.size()});
}

void close_part(Json& json, const PartDump& dump) {
    if (!dump.status.ok()) {
        json.key("error");
        json.raw(json::to_text(error_json(dump.status.error())));
    }
    json.close_object();
    dump.out.put('\n');
}

}  // namespace

void dump_json(const PartDump& dump) {
    Json json(dump.out);
    open_part(json, dump);
    json.key("fields");
    json.open_array();
    JsonView view(json, dump);
    Walker walker(view, dump.walk_options());
    (void)dump.annotate(walker);
    walker.finish(dump.end());
    json.close_array();
    if (dump.is_whole()) {
        const auto report = dump.survey.coverage().report(dump.part.bytes.size());
        json.member("explained", report.explained);
        if (dump.status.ok()) json.member("slack", report.slack);
    }
    close_part(json, dump);
}

void show_byte_json(const PartDump& dump, const ByteProbe& probe, const ByteElements& elements) {
    Json json(dump.out);
    open_part(json, dump);
    json.member("at", *dump.options.at);
    json.key("fields");
    json.open_array();
    for (const Field& field : probe.fields()) {
        json.open_object();
        json.member("path", field.path);
        put_field(json, field, false);
        json.close_object();
    }
    json.close_array();
    if (probe.total() > probe.fields().size()) json.member("folded", probe.total() - probe.fields().size());
    if (!probe.remark().empty()) json.member("remark", probe.remark());
    json.key("parents");
    json.open_array();
    for (const Holder& parent : probe.parents()) {
        json.open_object();
        json.member("path", parent.field.path);
        json.member("offset", parent.field.offset);
        if (!parent.is_open) json.member("size", parent.size);
        json.close_object();
    }
    json.close_array();
    if (!elements.list.empty()) {
        json.key("elements");
        json.open_array();
        for (const ByteElement& one : elements.list) {
            json::Value element = element_json(one.element);
            json.raw(json::to_text(element.set("words", one.words)));
        }
        json.close_array();
    }
    if (elements.skipped > 0) json.member("elements_skipped", elements.skipped);
    close_part(json, dump);
}

}  // namespace thaw::inspect
