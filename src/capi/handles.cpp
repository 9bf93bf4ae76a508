#include "capi/handles.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#if !defined(__wasm__)
#include <mutex>
#endif

#include <thaw/info.hpp>

#include "base/guard.hpp"

namespace thaw::capi {

namespace {

#if defined(__wasm__)
// One thread.
struct [[maybe_unused]] Lock {};
constexpr unsigned place_bits = 16;
#else
std::mutex mutex;
struct [[maybe_unused]] Lock {
    const std::lock_guard<std::mutex> guard{mutex};
};
constexpr unsigned place_bits = 24;
#endif

// A handle is place + 1 in the lower bits, and above them how often the place was given. A place that was given as
// often as can be counted is not given again. The highest bit stays 0: some languages have signed numbers only.
constexpr std::uintptr_t most_places = (std::uintptr_t{1} << place_bits) - 1;
constexpr std::uintptr_t most_turns = (~std::uintptr_t{0} >> 1) >> place_bits;

struct Place {
    std::shared_ptr<Object> object{};
    std::uintptr_t turn = 0;
};

struct Table {
    std::vector<Place> places{};
    std::vector<std::size_t> free{};
};

Table table;

Place* find(const void* handle) {
    const auto number = std::bit_cast<std::uintptr_t>(handle);
    const std::uintptr_t place = number & most_places;
    if (place == 0 || place > table.places.size()) return nullptr;
    Place& found = table.places[place - 1];
    return found.object != nullptr && found.turn == number >> place_bits ? &found : nullptr;
}

constexpr std::string_view no_handle = "no such handle: it was freed, or never given by Thaw";

thaw_status status_of(Code code) { return static_cast<thaw_status>(code) + 1; }

}  // namespace

// The numbers of the header are those of Code, from 1.
static_assert(static_cast<int>(Code::truncated) + 1 == THAW_TRUNCATED);
static_assert(static_cast<int>(Code::bad_magic) + 1 == THAW_BAD_MAGIC);
static_assert(static_cast<int>(Code::bad_version) + 1 == THAW_BAD_VERSION);
static_assert(static_cast<int>(Code::bad_value) + 1 == THAW_BAD_VALUE);
static_assert(static_cast<int>(Code::bad_index) + 1 == THAW_BAD_INDEX);
static_assert(static_cast<int>(Code::unsupported) + 1 == THAW_UNSUPPORTED);
static_assert(static_cast<int>(Code::over_budget) + 1 == THAW_OVER_BUDGET);
static_assert(static_cast<int>(Code::too_deep) + 1 == THAW_TOO_DEEP);
static_assert(static_cast<int>(Code::unrepresentable) + 1 == THAW_UNREPRESENTABLE);
static_assert(static_cast<int>(Code::not_recognised) + 1 == THAW_NOT_RECOGNISED);
static_assert(static_cast<int>(Code::missing_part) + 1 == THAW_MISSING_PART);
static_assert(static_cast<int>(Code::out_of_memory) + 1 == THAW_OUT_OF_MEMORY);
static_assert(static_cast<int>(Code::cancelled) + 1 == THAW_CANCELLED);
static_assert(static_cast<int>(Code::io) + 1 == THAW_IO);
static_assert(static_cast<int>(Code::internal) + 1 == THAW_INTERNAL);

const void* add_handle(std::shared_ptr<Object> object) {
    const void* out = nullptr;
    (void)guarded([&]() -> Status {
        const Lock lock;
        if (table.free.empty()) {
            if (table.places.size() == most_places) return Error{Code::out_of_memory, "too many handles"};
            table.places.emplace_back();
            table.free.push_back(table.places.size() - 1);
            table.free.reserve(table.places.size());  // so that freeing never needs memory
        }
        const std::size_t place = table.free.back();
        table.free.pop_back();
        Place& taken = table.places[place];
        taken.object = std::move(object);
        ++taken.turn;
        out = std::bit_cast<const void*>(taken.turn << place_bits | (place + 1));
        return Done{};
    });
    return out;
}

void free_handle(const void* handle, Kind kind) {
    std::shared_ptr<Object> object;  // ends outside of the lock
    const Lock lock;
    Place* place = find(handle);
    if (place == nullptr || place->object->kind != kind) return;
    object = std::move(place->object);
    place->object.reset();
    if (place->turn < most_turns) table.free.push_back(static_cast<std::size_t>(place - table.places.data()));
}

std::shared_ptr<Object> look(const void* handle) {
    const Lock lock;
    const Place* place = find(handle);
    return place == nullptr || place->object->busy ? nullptr : place->object;
}

std::shared_ptr<Object> look_from_inside(const void* handle) {
    const Lock lock;
    const Place* place = find(handle);
    return place == nullptr ? nullptr : place->object;
}

Call::Call(const void* handle, Kind kind) {
    const Lock lock;
    const Place* place = find(handle);
    if (place == nullptr || place->object->kind != kind || place->object->busy) return;
    object_ = place->object;
    object_->busy = true;
}

Call::~Call() {
    if (object_ == nullptr) return;
    const Lock lock;
    object_->busy = false;
}

void forget_error(Object& object) {
    object.status = THAW_OK;
    object.message.clear();
    object.error.clear();
}

// If even the error's text finds no memory, the texts stay empty and the two getters below say so.
thaw_status fail(Object& object, const Error& error) {
    object.status = status_of(error.code);
    (void)guarded([&]() -> Status {
        object.message = to_string(error);
        object.error = json::to_text(to_json(error));
        return Done{};
    });
    return object.status;
}

thaw_status misuse(Object& object, std::string_view why) {
    object.status = THAW_BAD_ARGUMENT;
    (void)guarded([&]() -> Status {
        object.message = why;
        object.error = json::to_text(json::Value().set("code", "bad_argument").set("message", why));
        return Done{};
    });
    return object.status;
}

}  // namespace thaw::capi

using thaw::capi::look;

extern "C" {

thaw_status thaw_error_status(const void* handle) {
    const auto object = look(handle);
    return object == nullptr ? THAW_BAD_ARGUMENT : object->status;
}

const char* thaw_error_message(const void* handle) {
    const auto object = look(handle);
    if (object == nullptr) return thaw::capi::no_handle.data();
    if (object->status != THAW_OK && object->message.empty()) return "out of memory";
    return object->message.c_str();
}

const char* thaw_error_json(const void* handle) {
    const auto object = look(handle);
    if (object == nullptr) return R"({"code":"bad_argument","message":"no such handle"})";
    if (object->status != THAW_OK && object->error.empty()) {
        return R"({"code":"out_of_memory","message":"out of memory"})";
    }
    return object->error.c_str();
}

}  // extern "C"
