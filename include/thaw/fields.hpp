// Fields: what every byte of a model's files is, one of them changed, and two models compared field by field.
//
// A field is known by its path, "bases[0].bones[3].joints[1]", in one of the model's own files; the paths are those
// that `thaw dump` prints. Offsets count from the start of the described bytes: the file's own, or what they are once
// unpacked (described_bytes below), for files that are packed as a whole.
//
// All functions here only look at the model: its files (Model::bundle), or if it has none yet, after convert(), those
// that write() makes of it. What they return is the caller's and needs neither the model nor its files. They may be
// called from several threads at once for one model. An error about a path or a value has Code::bad_value, and a
// message fit for the person who typed it; running out of memory is an error like any other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/json.hpp>

namespace thaw {

struct FieldInfo {
    std::string part;  // role of the file that it is in: "ddd", "aniv"
    std::string path;
    u64 offset = 0;  // in bytes
    u64 size = 0;    // in bytes; of a list whose elements lie elsewhere, behind offsets, what is known of it
    // Where the field is only some bits of a word, which then is what offset and size tell: the lowest bit, counted
    // from the least significant one of the word, and how many. No bits: all of the bytes.
    u32 first_bit = 0;
    u32 bits = 0;
    // "u16", "i8", "f32", "compact" (an integer of one to five bytes) and so on, "f32[3]" for several; "text", "bytes",
    // "bits"; "struct" and "array" for what only has fields below it.
    std::string type;
    // What it is for: "value", "count", "offset", "index", "flags", "magic", "reserved", "payload", or "slack" for
    // bytes that nothing explains.
    std::string purpose = "value";
    u64 count = 1;  // numbers, characters or bytes of it; elements of an array; 1 for a struct
    // A number; an array of numbers; a string for texts, UTF-8 and without the NULs at its end; a string of two-digit
    // hexadecimal numbers for bytes. Floats are the shortest numbers that read back as the same, those that JSON has no
    // number for "inf", "-inf" or "nan:0x7fc00000"; integers past 2^63 are strings, too. Null: a struct or an array,
    // or more values than were asked for, which are listed below its path.
    json::Value value{};
    std::string meaning{};  // what the number stands for: "WALK", "shiny, anime", "of 12"; mostly empty
    bool has_children = false;
};

struct FieldQuery {
    std::string part{};   // role of the file to list; empty: the model's first
    std::string below{};  // list what is below this field; empty: below the file itself
    // The first `first` fields are skipped, and at most `most` listed. To skip elements of an array costs nothing.
    u64 first = 0;
    u64 most = 1000;
    // Levels below it: 1 lists its own fields, 2 theirs, too. An array is a level, and its elements are the next.
    u32 depth = 1;
    // With more than one level: elements of every array. Otherwise only of those that have at most four; a longer one
    // is a line of its own, whose elements are listed below its path.
    bool unfolded = false;
    u64 values = 16;  // a field of more numbers or bytes than this has no value
};

struct FieldPage {
    std::string part;                 // the file
    u64 bytes = 0;                    // described ones of it
    bool is_packed = false;           // they are not those of the file itself
    std::vector<FieldInfo> fields{};  // in file order, a field before those below it
    bool more = false;                // there are others after them
};

// Fields of one file. An error if the model has no such file, or the file no such field.
Result<FieldPage> fields(const Model& model, const FieldQuery& query = {}, const Context& context = {});

// The field that holds the byte at `offset` of the file with the role `part` (empty: the model's first), then what it
// is part of, from the inside out. Where fields overlap, at most four that hold the byte, and then what the first is
// part of. Empty if no field holds the byte, which happens in files that are full of offsets; an error if the file has
// no such byte.
Result<std::vector<FieldInfo>> fields_at(const Model& model, std::string_view part, u64 offset,
                                         const Context& context = {});

// The field of that path: any that `thaw dump` prints, an element or a byte of one, a named bit. `part`: in this file;
// empty: in the first that has it. The error says what there is instead. `values` as in FieldQuery.
Result<FieldInfo> find_field(const Model& model, std::string_view path, std::string_view part = {},
                             u64 values = 1 << 16, const Context& context = {});

// The bytes that offsets of fields count in. They share memory with the model's file where it is not packed.
Result<Blob> described_bytes(const Model& model, std::string_view part, const Context& context = {});

struct FieldValue {
    std::string path;
    // As FieldInfo has it. Also: numbers as strings, "12", "0x1f", "0.5", "nan"; the name of a value, "WALK"; for
    // flags the names of those that are set, ["shiny", "anime"], "shiny, anime" or, for wider ones, "weight=63"; for
    // what has named parts an object of some of them, {"x": 12}; true and false for a bit. Bits without a name are
    // kept.
    json::Value value;
    std::string part{};  // role of the file; empty: the one that has such a field
};

struct SetOptions {
    // Change the bytes even if the rest of the file then reads differently, as long as it is a file of the format: to
    // repair a count or an offset that is wrong.
    bool raw = false;
};

// A new model with other values; `model` is as it was. The new one was written and read again: write() gives the very
// bytes of its bundle, which has all files and companions of the model. Every byte that belongs to none of the fields
// is what it was, in the described bytes.
//
// Numbers have to be in the range of their type; floats are rounded to it. A text has to fit its field: what stands
// behind its end there is kept as far as it does not get longer. An array needs all its elements.
//
// Fields that share bytes (in files full of offsets they may) change together. A compact number keeps its size: one
// that needs more bytes does not fit.
//
// A field that decides what follows (a count, an offset, the kind of a record) is refused, unless the same fields are
// read from the same places all the same: the error (Code::unrepresentable) says what would be read differently. A
// packed file is set as it is when unpacked, and packed again. Companions are no fields of the model: open them as
// models of their own.
//
// All values or none: the error is that of the first that does not fit, with its path.
Result<Model> set_fields(const Model& model, std::span<const FieldValue> values, const SetOptions& options = {},
                         const Context& context = {});
// The same for one.
Result<Model> set_field(const Model& model, std::string_view path, const json::Value& value, std::string_view part = {},
                        const Context& context = {});

enum class ChangeKind : u8 {
    changed,
    added,        // is only in the second model
    removed,      // is only in the first
    unexplained,  // bytes that no field holds, or fields that all are equal but lie elsewhere
    packing       // of a packed file: other bytes that unpack to the same
};

struct FieldChange {
    ChangeKind kind = ChangeKind::changed;
    std::string part{};
    // As precisely as one path can name it: an element or a bit if it alone differs, a short array or a word if several
    // of its own do. Elements that are only in one of the models, and differing ones of a long list next to each other,
    // are one change: `path` is the first of `count`. Empty: the whole file that was added or removed, or `count` bytes
    // that no field holds.
    std::string path{};
    u64 count = 1;
    json::Value before{};  // as FieldInfo::value; null if it is a struct or an array, or was not there
    json::Value after{};
    std::string meaning_before{};  // as FieldInfo::meaning
    std::string meaning_after{};
    u64 offset_before = no_offset;  // where it was not there
    u64 offset_after = no_offset;
    bool same_value = false;  // other bits, but equal numbers: 0 and -0
};

struct DiffOptions {
    std::string part{};   // only this file; empty: each
    std::string below{};  // only this field and what is below it
    u64 most = 1000;      // changes listed; the rest is only counted
};

struct Diff {
    std::vector<FieldChange> changes{};  // in the order of the second model's files
    u64 dropped = 0;                     // changes that are not listed
    bool equal() const { return changes.empty() && dropped == 0; }
};

// What differs between the files of two models of one format, `a` before and `b` after. Fields are compared by path and
// value, wherever they lie. The time it takes grows with the files, whatever differs. An error if the formats differ.
// No change at all means that all files of the models are equal, byte for byte (without `below`).
Result<Diff> diff(const Model& a, const Model& b, const DiffOptions& options = {}, const Context& context = {});

std::string_view change_kind_name(ChangeKind kind);  // "changed", "added", "removed", "unexplained", "packing"

// The JSON of the command line, the C API, Python and JavaScript; those of whole answers have a member "version": 1.
json::Value field_json(const FieldInfo& field);
json::Value fields_json(const FieldPage& page);
json::Value fields_at_json(std::span<const FieldInfo> fields);
json::Value change_json(const FieldChange& change);
json::Value diff_json(const Diff& diff);

}  // namespace thaw
