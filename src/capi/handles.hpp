// What callers of the C API hold: numbers of a table, in the shape of pointers. Nothing is read through one, so that a
// number that was never given, or has been freed, is only an error.
#pragma once

#include <memory>
#include <string>

#include <thaw/thaw.h>

#include <thaw/json.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw::capi {

enum class Kind : u8 { model, scene, archive };

// What a handle stands for.
struct Object {
    explicit Object(Kind object_kind) : kind(object_kind) {}
    virtual ~Object() = default;

    const Kind kind;
    bool busy = false;  // a call works on it; of the table, which keeps it under its lock
    thaw_status status = THAW_OK;
    std::string message{};
    std::string error{};   // as JSON
    std::string answer{};  // of the last call that gave a string
};

// Null if there is no room.
const void* add_handle(std::shared_ptr<Object> object);
void free_handle(const void* handle, Kind kind);
// Null for what is no handle. For those that only look: not while a call works on it.
std::shared_ptr<Object> look(const void* handle);
// For a callback, while the call that calls it works on the object.
std::shared_ptr<Object> look_from_inside(const void* handle);

// One call with a handle. The object stays until the call ends, whoever frees its handle meanwhile.
class Call {
public:
    Call(const void* handle, Kind kind);
    Call(const Call&) = delete;
    ~Call();

    bool ok() const { return object_ != nullptr; }
    Object& object() const { return *object_; }

private:
    std::shared_ptr<Object> object_{};
};

void forget_error(Object& object);
thaw_status fail(Object& object, const Error& error);
// The call itself was wrong. Only callers of these functions can make such mistakes, so Code has no word for them.
thaw_status misuse(Object& object, std::string_view why);

}  // namespace thaw::capi
