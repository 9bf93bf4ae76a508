// Result<T>: a value, or the one Error that says why there is none. Thaw never throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <thaw/bytes.hpp>

namespace thaw {

// Why an operation gave no value. Each cause says what the user can do about it.
enum class Code : u8 {
    truncated,        // the file ends inside a field: fetch it again, or look at `thaw dump` up to there
    bad_magic,        // the first bytes belong to something else
    bad_version,      // a version no known program wrote
    bad_value,        // a value that leaves the rest of the file without meaning
    bad_index,        // an index whose target decides how much follows
    unsupported,      // understood, but not something Thaw (or anyone) can read
    over_budget,      // more memory or work than the input's size justifies: a hostile or damaged file
    too_deep,         // structures nested deeper than any real file
    unrepresentable,  // a document that the format cannot hold, for example too many triangles
    not_recognised,   // no format claims these bytes
    missing_part,     // a file of the model that is needed for this is not there
    out_of_memory,    // the machine has no memory left
    cancelled,        // the caller asked to stop
    io,               // the file system refused
    internal,         // a bug in Thaw: please report it
};

std::string_view code_name(Code code);

inline constexpr u64 no_offset = ~u64{0};

// `file` names the part of the model, `offset` is a byte offset in it, `path` the field.
struct Error {
    Code code = Code::internal;
    std::string message;
    std::string file{};
    std::string path{};
    u64 offset = no_offset;
};

// One line for people: "rat.ddd: byte 0x4f2, bases[0].slots[1].triangles: the file ends 12 bytes early".
std::string to_string(const Error& error);

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    // Only after ok(): asking a failed result for its value ends the program.
    T& value() & { return std::get<0>(state_); }
    const T& value() const& { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    Error& error() { return std::get<1>(state_); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

// Success without a value.
struct Done {};
using Status = Result<Done>;

}  // namespace thaw
