// Codec: the closed set of verbs in which every on-disk structure is described, once.
//
// A description is a plain function `void describe(Codec& io, T& value)` that names the fields in file order:
//
//     void describe(Codec& io, Slot& s) {
//         io.field("mode", s.mode);
//         if (s.mode == 0) return;  // an unused slot is one byte
//         const auto n = io.count<u16>("num_triangles", s.triangles);
//         io.items("triangles", s.triangles, n);
//     }
//
// The interpreters (Reader, Writer, Measure, Locator, Annotator, Generator) give it its direction. A description never
// asks which one is at work. After a failure every verb is a no-op, so descriptions stay straight-line code; the first
// error is kept with its offset and path.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/result.hpp>

#include "base/compact.hpp"
#include "base/endian.hpp"
#include "layout/field.hpp"

namespace thaw {

// A number of elements that was described with count(); only such a number may size a container.
struct Count {
    u64 value;
};

class Codec {
public:
    static constexpr std::size_t max_depth = 32;
    static constexpr u64 no_index = ~u64{0};
    static constexpr std::size_t no_region = ~std::size_t{0};  // want() after a failure

    // One step of the path to the current field.
    struct Step {
        const char* name;
        u64 index;
    };

    virtual ~Codec() = default;

    void order(Order order) { order_ = order; }
    bool ok() const { return !error_.has_value(); }
    const std::optional<Error>& error() const { return error_; }
    // Offset of the next field. 0 where there are no bytes (Generator).
    virtual u64 position() const = 0;

    // --- one field ---------------------------------------------------------------------------------------------------
    template <Scalar T>
    void field(const char* name, T& value, const Meaning& meaning = {}) {
        on_scalars(name, kind_of<T>(), &value, 1, meaning);
    }
    template <Scalar T, std::size_t N>
    void field(const char* name, std::array<T, N>& values, const Meaning& meaning = {}) {
        on_scalars(name, kind_of<T>(), values.data(), N, meaning);
    }
    template <class T>
        requires std::is_class_v<T>
    void field(const char* name, T& value) {
        const Scope scope(*this, name, no_index);
        describe(*this, value);
    }
    template <class T, std::size_t N>
        requires std::is_class_v<T>
    void field(const char* name, std::array<T, N>& values) {
        elements(name, values.data(), N, [this](T& element) { describe(*this, element); });
    }
    // A word kept raw whose bits have names of their own.
    template <Scalar T>
    void bits(const char* name, T& word, std::span<const BitPart> parts) {
        on_scalars(name, kind_of<T>(), &word, 1, {.role = Role::flags, .names = {}, .parts = parts, .limit = 0});
    }
    // A number that selects one of `limit` things. Kept as it is; validate() says when it leads nowhere.
    template <Scalar T>
    void index(const char* name, T& value, u64 limit) {
        on_scalars(name, kind_of<T>(), &value, 1, {.role = Role::index, .names = {}, .parts = {}, .limit = limit});
    }
    template <std::size_t N>
    void text(const char* name, std::array<char, N>& characters) {
        on_scalars(name, Kind::text, characters.data(), N, {});
    }
    // A number that takes as many bytes as it needs.
    void compact(const char* name, Compact& value, const Meaning& meaning = {.role = Role::index}) {
        on_compact(name, value, meaning);
    }
    // Where a table of n elements starts. One that leads past the end is refused here, at the field that says so. An
    // empty table is nowhere: files are free to leave its offset at any value.
    template <Scalar T>
    void offset(const char* name, T& value, Count n) {
        const u64 start = position();
        on_scalars(name, kind_of<T>(), &value, 1, {.role = Role::offset, .names = {}, .parts = {}, .limit = 0});
        if (ok() && n.value > 0) on_offset(name, start, value);
    }
    // A number that leaves the rest of the file without meaning if it is not within these bounds: a version, say.
    // `beyond` says what a higher number stands for, if that is known: "of the next engine".
    template <Scalar T>
    void within(const char* name, T& value, T lowest, T highest, Code code, std::string_view beyond = {}) {
        const u64 start = position();
        on_scalars(name, kind_of<T>(), &value, 1, {.role = Role::magic, .names = {}, .parts = {}, .limit = 0});
        if (!ok()) return;
        i64 number = value;
        on_within(name, start, number, lowest, highest, {code, beyond});
        value = static_cast<T>(number);
    }
    // Bytes that must be exactly these.
    void magic(const char* name, std::string_view expected) { on_magic(name, expected); }

    // --- arrays ------------------------------------------------------------------------------------------------------
    // The size of a container as a field of type Width.
    template <Scalar Width, class Container>
    [[nodiscard]] Count count(const char* name, const Container& container) {
        u64 n = container.size();
        on_count(name, kind_of<Width>(), n);
        return {n};
    }
    template <class T>
    void items(const char* name, std::vector<T>& values, Count n) {
        sequence(name, values, n.value, Fit::exact);
    }
    template <class T, class DescribeElement>
    void items(const char* name, std::vector<T>& values, Count n, DescribeElement&& describe_element) {
        sequence(name, values, n.value, Fit::exact, describe_element);
    }
    // As items, for a number that follows from fields already described.
    template <class T>
    void sized_by(const char* name, std::vector<T>& values, u64 n) {
        sequence(name, values, n, Fit::exact);
    }
    // As sized_by, but a file that ends early yields the elements that are there.
    template <class T>
    void tail(const char* name, std::vector<T>& values, u64 n) {
        sequence(name, values, n, Fit::what_is_there);
    }
    // n elements that continue a flat array at `first`: lists of lists without an allocation for each inner list.
    template <class T>
    void run(const char* name, std::vector<T>& values, std::size_t first, u64 n, const Meaning& meaning = {}) {
        const std::size_t after = values.size() - std::min(first, values.size());
        const auto present = static_cast<std::size_t>(std::min<u64>(n, after));
        const std::size_t admitted = on_admit(name, n, present, size_of<T>(), Fit::exact);
        if (!ok() || admitted == 0) return;
        if (values.size() < first + admitted) values.resize(first + admitted);
        if constexpr (Scalar<T>) {
            on_scalars(name, kind_of<T>(), values.data() + first, admitted, meaning);
        } else {
            elements(name, values.data() + first, admitted, [this](T& value) { describe(*this, value); });
        }
    }
    // n lists, each preceded by its own count: the counts in one array, the elements of all lists in another, so that
    // no list costs an allocation.
    template <Scalar Width, class T>
    void lists(const char* name, u64 n, const char* count_name, std::vector<Width>& counts, const char* items_name,
               std::vector<T>& values) {
        resize(name, counts, n, size_of<Width>(), Fit::exact);
        if (ok()) on_array(name, static_cast<std::size_t>(n));
        std::size_t first = 0;
        for (u64 i = 0; ok() && i < n; ++i) {
            const Scope scope(*this, name, i);
            const bool present = i < counts.size();  // not so when a blank element is measured
            u64 length = present ? u64{counts[static_cast<std::size_t>(i)]} : 0;
            on_count(count_name, kind_of<Width>(), length);
            if (present) counts[static_cast<std::size_t>(i)] = static_cast<Width>(length);
            run(items_name, values, first, length);
            first += static_cast<std::size_t>(length);
        }
        if (ok() && first != values.size()) {
            fail(Code::unrepresentable,
                 std::to_string(values.size()) + " elements, but the lists' counts add up to " + std::to_string(first));
        }
    }
    // Names the rounds of a loop whose number is already known: frames[0], frames[1], ...
    template <class Body>
    void repeat(const char* name, u64 n, Body&& body) {
        if (ok()) on_array(name, static_cast<std::size_t>(n));
        for (u64 i = 0; ok() && i < n; ++i) {
            const Scope scope(*this, name, i);
            body(i);
        }
    }
    // Elements up to and including the first one for which is_last holds.
    template <class T, class IsLast>
    void until(const char* name, std::vector<T>& values, IsLast&& is_last) {
        until_last(name, values, size_of<T>(), is_last, [this](T& value) { element(value); });
    }
    // The last element may be shorter than the others, so that there is no least size to ask for.
    template <class T, class IsLast, class DescribeElement>
    void until(const char* name, std::vector<T>& values, IsLast&& is_last, DescribeElement&& describe_element) {
        until_last(name, values, {1, sizeof(T)}, is_last, [&](T& value) { describe_element(*this, value); });
    }

    // --- elsewhere ---------------------------------------------------------------------------------------------------
    // Describes what stands at `offset`, then goes on where it was.
    template <class Body>
    void at(u64 offset, Body&& body) {
        if (!ok()) return;
        const u64 back = on_seek(offset);
        if (ok()) body();
        on_return(back);
    }
    // A table at an offset. An empty table is nowhere: files are free to leave its offset at any value.
    template <class T>
    void items_at(const char* name, u64 offset, std::vector<T>& values, Count n) {
        if (n.value > 0) at(offset, [&] { items(name, values, n); });
    }
    // Says that a pointer leads to `n` elements at `offset`; the index of the region, which regions() then describes.
    template <class Table>
    std::size_t want(const char* name, Table& table, u64 offset, u64 n = 1) {
        const bool is_new = table.find(offset) == nullptr;
        if (!ok() || !on_want(name, is_new ? Table::bytes_per_region : 0)) return no_region;
        return table.want(offset, n);
    }
    // Tables that pointers lead to, each described once however many pointers there are; see regions.hpp.
    template <class Table, class Body>
    void regions(const char* name, Table& table, Body&& body) {
        if (ok()) on_array(name, table.size());
        for (std::size_t i = 0; ok() && i < table.size(); ++i) {
            at(table[i].offset, [&] {
                const Scope scope(*this, name, i);
                body(table[i]);
            });
        }
    }
    // One element per pointer of a table.
    template <class T, class Pointer, class DescribeElement>
    void through(const char* name, const std::vector<Pointer>& pointers, std::vector<T>& values,
                 DescribeElement&& describe_element) {
        const ElementSize size{1, sizeof(T)};
        resize(name, values, pointers.size(), size, Fit::pointed_at);
        on_array(name, values.size());
        for (std::size_t i = 0; ok() && i < values.size(); ++i) {
            at(pointers[i], [&] {
                const Scope scope(*this, name, i);
                describe_element(*this, values[i]);
            });
        }
    }

    // --- raw bytes ---------------------------------------------------------------------------------------------------
    void bytes(const char* name, Blob& blob, u64 n) { on_blob(name, blob, n, Fit::exact, Role::payload, nullptr); }
    void strided(const char* name, Blob& blob, const Grid& grid) {
        on_blob(name, blob, grid.extent(), Fit::what_is_there, Role::payload, &grid);
    }
    // Everything that is left and that no field explains.
    void rest(const char* name, Blob& blob) {
        on_blob(name, blob, no_offset, Fit::what_is_there, Role::slack, nullptr);
    }
    // The whole input: writing starts from it and lays the fields over it, so that bytes no field explains survive.
    void image(Blob& blob) { on_image(blob); }

    void fail(Code code, std::string message) { fail_at(position(), nullptr, code, std::move(message)); }
    // The same, about a field that was already described and stood at `offset`.
    void fail(const char* field, u64 offset, Code code, std::string message) {
        fail_at(offset, field, code, std::move(message));
    }

protected:
    enum class Fit : u8 { exact, what_is_there, pointed_at };
    struct ElementSize {
        u64 disk_bytes;  // least an element can take
        u64 memory_bytes;
    };

    // What an interpreter implements. Scalars and records arrive in bulk; a single field is a bulk of one.
    virtual void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) = 0;
    virtual void on_records(const char* name, const ElementType& type, void* first, std::size_t n) = 0;
    // Byte by byte, since each says whether another one follows.
    virtual void on_compact(const char* name, Compact& value, const Meaning& meaning);
    virtual void on_magic(const char* name, std::string_view expected) = 0;
    virtual void on_count(const char* name, Kind kind, u64& n) = 0;
    // How many elements the container shall have, given the number described and the number it holds now.
    virtual std::size_t on_admit(const char* name, u64 described, std::size_t present, ElementSize size, Fit fit) = 0;
    // Is there an element i in a list that ends with a terminator?
    virtual bool on_more(const char* name, std::size_t i, std::size_t present, ElementSize size) = 0;
    virtual void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) = 0;
    virtual void on_image(Blob& blob) = 0;
    // May a region that takes this much memory be added? 0: it is there already.
    virtual bool on_want(const char* /*name*/, u64 /*memory_bytes*/) { return true; }
    virtual u64 on_seek(u64 offset) = 0;  // returns where to go back to
    // The field at `start` says that a table begins at `target`.
    virtual void on_offset(const char* /*name*/, u64 /*start*/, u64 /*target*/) {}
    struct Refusal {
        Code code;
        std::string_view beyond;
    };
    virtual void on_within(const char* name, u64 start, i64& value, i64 lowest, i64 highest, const Refusal& refusal);
    virtual void on_return(u64 position) = 0;
    virtual void on_enter() {}
    virtual void on_leave() {}
    virtual void on_array(const char* /*name*/, std::size_t /*n*/) {}

    void fail_at(u64 offset, const char* leaf, Code code, std::string message);
    Order byte_order() const { return order_; }
    std::span<const Step> steps() const { return {steps_.data(), depth_}; }
    std::string path_to(const char* leaf) const;

    void enter(const char* name, u64 index);
    void leave();

    struct Scope {
        Scope(Codec& codec, const char* name, u64 index) : codec_(codec) { codec_.enter(name, index); }
        ~Scope() { codec_.leave(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        Codec& codec_;
    };

private:
    // Bytes that `body` takes for the values at hand.
    static u64 measure(void (*body)(Codec& io, void* context), void* context);

    template <class T>
    void element(T& value) {
        if constexpr (Scalar<T>) {
            on_scalars(nullptr, kind_of<T>(), &value, 1, {});
        } else {
            describe(*this, value);
        }
    }

    // The least an element can take is what a blank one takes.
    template <class T, class DescribeElement>
    static ElementSize size_of(DescribeElement&& describe_element) {
        struct Blank {
            T value{};
            std::remove_reference_t<DescribeElement>* describe_element;
        } blank{T{}, &describe_element};
        const u64 disk = measure(
            [](Codec& io, void* context) {
                auto& b = *static_cast<Blank*>(context);
                (*b.describe_element)(io, b.value);
            },
            &blank);
        return {disk, sizeof(T)};
    }

    template <class T>
    static ElementSize size_of() {
        if constexpr (Scalar<T>) {
            return {sizeof(T), sizeof(T)};
        } else if constexpr (FixedRecord<T>) {
            return {T::disk_bytes, sizeof(T)};
        } else {
            return size_of<T>([](Codec& io, T& value) { describe(io, value); });
        }
    }

    template <class T, class IsLast, class Body>
    void until_last(const char* name, std::vector<T>& values, ElementSize size, IsLast&& is_last, Body&& body) {
        for (std::size_t i = 0; ok() && on_more(name, i, values.size(), size); ++i) {
            if (i == values.size()) values.emplace_back();
            {
                const Scope scope(*this, name, i);
                body(values[i]);
            }
            if (ok() && is_last(values[i])) return;
        }
    }

    template <class T>
    void resize(const char* name, std::vector<T>& values, u64 n, ElementSize size, Fit fit) {
        const std::size_t admitted = on_admit(name, n, values.size(), size, fit);
        if (admitted != values.size()) values.resize(admitted);
    }

    template <class T>
    void sequence(const char* name, std::vector<T>& values, u64 n, Fit fit) {
        if constexpr (Scalar<T>) {
            resize(name, values, n, size_of<T>(), fit);
            if (!values.empty()) on_scalars(name, kind_of<T>(), values.data(), values.size(), {});
        } else if constexpr (FixedRecord<T>) {
            resize(name, values, n, size_of<T>(), fit);
            records(name, values.data(), values.size());
        } else {
            sequence(name, values, n, fit, [](Codec& io, T& value) { describe(io, value); });
        }
    }
    template <class T, class DescribeElement>
    void sequence(const char* name, std::vector<T>& values, u64 n, Fit fit, DescribeElement&& describe_element) {
        resize(name, values, n, size_of<T>(describe_element), fit);
        elements(name, values.data(), values.size(), [&](T& value) { describe_element(*this, value); });
    }

    template <class T, class Body>
    void elements(const char* name, T* values, std::size_t n, Body&& body) {
        if constexpr (FixedRecord<T>) {
            records(name, values, n);
        } else {
            if (ok()) on_array(name, n);
            for (std::size_t i = 0; ok() && i < n; ++i) {
                const Scope scope(*this, name, i);
                body(values[i]);
            }
        }
    }

    template <FixedRecord T>
    void records(const char* name, T* first, std::size_t n) {
        static_assert(std::is_trivially_copyable_v<T>);
        static constexpr ElementType type{T::disk_bytes, sizeof(T),
                                          [](Codec& io, void* element) { describe(io, *static_cast<T*>(element)); }};
        if (n > 0) on_records(name, type, first, n);
    }

    std::optional<Error> error_;
    std::array<Step, max_depth> steps_{};
    std::size_t depth_ = 0;
    std::size_t too_deep_ = 0;
    Order order_ = Order::little;
};

// So that there can be lists of them.
inline void describe(Codec& io, Compact& value) { io.compact(nullptr, value); }

}  // namespace thaw
