// What the handles of the C API stand for, and how its functions work on them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <thaw/convert.hpp>
#include <thaw/open.hpp>
#include <thaw/pose.hpp>

#include "base/guard.hpp"
#include "capi/handles.hpp"

namespace thaw::capi {

// The caller's own, asked now and then.
class CallerMonitor final : public Monitor {
public:
    thaw_monitor call = nullptr;
    void* user = nullptr;

    bool cancelled() override {
        stopped_ = stopped_ || (call != nullptr && call(user, done_, total_) != 0);
        return stopped_;
    }
    void progress(u64 done, u64 total) override {
        done_ = done;
        total_ = total;
    }
    void begin() {
        done_ = total_ = 0;
        stopped_ = false;
    }

private:
    u64 done_ = 0;
    u64 total_ = 0;
    bool stopped_ = false;
};

// The memory allowed for the largest file, 32 times its size, must fit a 32-bit address space.
inline Limits usual_limits() {
    Limits limits;
    if constexpr (sizeof(void*) == 4) limits.input_bytes = u64{64} << 20;
    return limits;
}

struct ModelObject final : Object {
    ModelObject() : Object(Kind::model) {}

    std::vector<Part> given{};  // as added, roles possibly empty
    MemoryFiles files{};        // that the model may ask for
    thaw_lookup lookup = nullptr;
    void* lookup_user = nullptr;
    bool in_lookup = false;
    Limits limits = usual_limits();
    CallerMonitor monitor{};

    std::optional<OpenedModel> opened{};
    std::vector<ConvertedFile> outputs{};
    json::Value report{};

    Context context();
};

// An image's pixels, and its width and height.
struct SeenImage {
    Blob pixels{};
    std::array<u32, 2> size{};
};

struct SceneObject final : Object {
    SceneObject() : Object(Kind::scene) {}

    Scene scene{};
    Issues issues{};
    std::optional<Pose> pose{};
    // What was asked for: posed arrays stay as long as the pose, pixels as long as the scene.
    std::vector<std::optional<std::vector<Vec3>>> points{};   // by node
    std::vector<std::optional<std::vector<Vec3>>> normals{};  // by node
    std::vector<std::optional<SeenImage>> images{};
    std::vector<Vec3> shape{};  // the last one
};

inline ModelObject& model_of(const Call& call) { return static_cast<ModelObject&>(call.object()); }

inline std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : std::string(text); }

// A call that does something with a handle. `body` gets the object and gives a Status.
template <class T, class Body>
thaw_status run(const void* handle, Kind kind, Body&& body) {
    const Call call(handle, kind);
    if (!call.ok()) return THAW_BAD_ARGUMENT;
    T& object = static_cast<T&>(call.object());
    forget_error(object);
    const Status status = guarded([&]() -> Status { return body(object); });
    return status ? object.status : fail(object, status.error());
}

// The same for one that answers: `body` gives Result<json::Value>.
template <class T, class Body>
const char* answer(const void* handle, Kind kind, Body&& body) {
    const Call call(handle, kind);
    if (!call.ok()) return nullptr;
    T& object = static_cast<T&>(call.object());
    forget_error(object);
    const Status status = guarded([&]() -> Status {
        const Result<json::Value> value = body(object);
        if (!value) return value.error();
        object.answer = json::to_text(*value);
        return Done{};
    });
    if (!status) fail(object, status.error());
    return object.status == THAW_OK ? object.answer.c_str() : nullptr;
}

// Of an open model; others are told to open one.
template <class Body>
thaw_status run_open(const void* handle, Body&& body) {
    return run<ModelObject>(handle, Kind::model, [&](ModelObject& object) -> Status {
        if (!object.opened) {
            misuse(object, "the model is not open: call thaw_open first");
            return Done{};
        }
        return body(object);
    });
}
template <class Body>
const char* answer_open(const void* handle, Body&& body) {
    return answer<ModelObject>(handle, Kind::model, [&](ModelObject& object) -> Result<json::Value> {
        if (!object.opened) {
            misuse(object, "the model is not open: call thaw_open first");
            return json::Value();
        }
        return body(object);
    });
}

}  // namespace thaw::capi
