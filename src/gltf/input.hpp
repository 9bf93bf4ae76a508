// A glTF file on its way to a scene: its JSON, its bytes, what it may cost, and what was found.
// The first error is kept and ends the reading; every question after it has a harmless answer.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <thaw/gltf.hpp>

#include "base/json_tree.hpp"
#include "gltf/container.hpp"
#include "gltf/read_issues.hpp"

namespace thaw::gltf {

using json::Kind;
using json::Ref;

// The bytes of a buffer, and where they came from.
struct Buffer {
    Blob bytes{};
    std::string file{};      // empty: the glTF itself
    u64 offset = no_offset;  // in that file
    bool known = false;      // false: their place is unknown
};

struct View {
    Ref json{};
    Blob bytes{};
    u64 readable = 0;        // bytes that are there from its first one on: more than its own if the buffer goes on
    u64 stride = 0;          // 0: tightly packed
    std::string file{};      // where an error about a number in it points to
    u64 offset = no_offset;  // no_offset: nowhere in particular, the bytes were unpacked
};

class Input {
public:
    Input(const Container& container, json::Tree tree, const Bundle& companions, const Context& context,
          u64 input_bytes);

    const Context& context() const { return context_; }
    const Container& container() const { return container_; }
    Ref root() const { return tree_.root(); }
    Issues& issues() { return issues_; }

    bool ok() const { return !failed_; }
    const Error& error() const { return error_; }
    // Always false, so that it can be returned.
    bool fail(Code code, Ref at, std::string message);
    bool fail_at(Code code, Ref at, std::string message, std::string file, u64 offset);
    void note(const IssueKind& kind, Ref at, std::string expected = {}, std::string found = {});

    // Memory that stays, and elements looked at: both are proportional to the input. False, and an error, past that.
    bool charge(Ref at, u64 bytes);
    bool work(Ref at, u64 elements);
    void grow(u64 bytes) { input_bytes_ += bytes; }  // decompressed bytes count as input

    // Members of an object. One that is there has to be of the right kind.
    Ref member(Ref object, std::string_view key, Kind kind);
    u32 index(Ref object, std::string_view key, std::size_t size);  // no_index if there is none
    u32 required_index(Ref object, std::string_view key, std::size_t size);
    u64 whole(Ref object, std::string_view key, u64 otherwise);
    f32 number(Ref object, std::string_view key, f32 otherwise);
    bool numbers(Ref object, std::string_view key, std::span<f32> out);  // false if there are none
    bool flag(Ref object, std::string_view key, bool otherwise = false);
    std::string text(Ref object, std::string_view key);
    Extras extras(Ref object);
    static Ref extension(Ref object, std::string_view name) { return object.find("extensions").find(name); }
    // A number of an array that stands for one of `size` things.
    u32 index_of(Ref value, std::size_t size);

    // The elements of one of the lists at the top.
    const std::vector<Ref>& list(const char* name);

    // Bytes. Null if there are none; then there is an error.
    const Buffer* buffer(u32 index);
    const View* view(u32 index);
    // Of a data URI, or of a file next to this one.
    enum class Found : u8 { yes, missing, refused };
    Found resource(Ref uri, Blob& bytes, std::string& file, std::string& why);

private:
    json::Value unfolded(std::string_view key, Ref value);
    bool read_buffer(u32 index, Buffer& out);
    bool read_view(u32 index, View& out);
    bool unpack_view(Ref extension, View& out);

    const Container& container_;
    json::Tree tree_;
    const Bundle& companions_;
    const Context& context_;
    Issues issues_;
    Error error_{};
    bool failed_ = false;
    u64 input_bytes_;
    u64 memory_ = 0;
    u64 work_ = 0;
    std::map<std::string_view, std::vector<Ref>> lists_;
    std::vector<std::optional<Buffer>> buffers_;
    std::vector<std::optional<View>> views_;
};

// The name of a file next to this one, or why it is not one: no scheme, not absolute, no way up.
struct RelativeName {
    std::string name{};
    std::string wrong{};
};
RelativeName relative_name(std::string_view uri);
bool is_data_uri(std::string_view uri);

}  // namespace thaw::gltf
