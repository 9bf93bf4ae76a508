// The C functions of <thaw/thaw.h>: each checks its handle, forgets the last error, does its work and records a new
// one.
#include <thaw/thaw.h>

#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <thaw/info.hpp>

#include "base/guard.hpp"

struct thaw_model {
    thaw::Bundle given{};  // as added, roles possibly empty
    std::optional<thaw::Model> opened{};
    thaw::Bundle output{};
    std::string answer{};

    thaw_status status = THAW_OK;
    std::string message{};
    std::string json{};
};

namespace {

using thaw::Code;
using thaw::Done;
using thaw::Error;
using thaw::guarded;
using thaw::Result;
using thaw::Status;
namespace json = thaw::json;

// The numbers of the header are those of Code, from 1.
constexpr thaw_status status_of(Code code) { return static_cast<thaw_status>(code) + 1; }
static_assert(status_of(Code::truncated) == THAW_TRUNCATED && status_of(Code::bad_magic) == THAW_BAD_MAGIC);
static_assert(status_of(Code::bad_version) == THAW_BAD_VERSION && status_of(Code::bad_value) == THAW_BAD_VALUE);
static_assert(status_of(Code::bad_index) == THAW_BAD_INDEX && status_of(Code::unsupported) == THAW_UNSUPPORTED);
static_assert(status_of(Code::over_budget) == THAW_OVER_BUDGET && status_of(Code::too_deep) == THAW_TOO_DEEP);
static_assert(status_of(Code::unrepresentable) == THAW_UNREPRESENTABLE);
static_assert(status_of(Code::not_recognised) == THAW_NOT_RECOGNISED);
static_assert(status_of(Code::missing_part) == THAW_MISSING_PART && status_of(Code::cancelled) == THAW_CANCELLED);
static_assert(status_of(Code::out_of_memory) == THAW_OUT_OF_MEMORY && status_of(Code::io) == THAW_IO);
static_assert(status_of(Code::internal) == THAW_INTERNAL);

thaw::Context default_context() {
    thaw::Context context;
    // The memory allowed for the largest file, 32 times its size, must fit a 32-bit address space.
    if constexpr (sizeof(void*) == 4) context.limits.input_bytes = thaw::u64{64} << 20;
    return context;
}

void forget_error(thaw_model& handle) {
    handle.status = THAW_OK;
    handle.message.clear();
    handle.json.clear();
}

// If even the error's text finds no memory, the texts stay empty and the two getters below say so.
thaw_status fail(thaw_model& handle, const Error& error) {
    handle.status = status_of(error.code);
    (void)guarded([&]() -> Status {
        handle.message = to_string(error);
        handle.json = json::to_text(thaw::to_json(error));
        return Done{};
    });
    return handle.status;
}

// The call itself was wrong. Only callers of these functions can make such mistakes, so Code has no word for them.
thaw_status misuse(thaw_model& handle, const char* why) {
    handle.status = THAW_BAD_ARGUMENT;
    (void)guarded([&]() -> Status {
        handle.message = why;
        handle.json = json::to_text(json::Value().set("code", "bad_argument").set("message", why));
        return Done{};
    });
    return handle.status;
}

template <class Body>
thaw_status run(thaw_model& handle, Body&& body) {
    const Status status = guarded(body);
    return status ? THAW_OK : fail(handle, status.error());
}

// `body` makes the JSON value of an open model.
template <class Body>
const char* answer(thaw_model* handle, Body&& body) {
    if (handle == nullptr) return nullptr;
    forget_error(*handle);
    if (!handle->opened) {
        misuse(*handle, "the model is not open: call thaw_open first");
        return nullptr;
    }
    const thaw_status status = run(*handle, [&]() -> Status {
        const Result<json::Value> value = body(*handle->opened);
        if (!value) return value.error();
        handle->answer = json::to_text(*value);
        return Done{};
    });
    return status == THAW_OK ? handle->answer.c_str() : nullptr;
}

Result<json::Value> info(const thaw::Model& model) {
    const auto answer = thaw::info(model, default_context());
    if (!answer) return answer.error();
    return thaw::to_json(*answer);
}

Result<json::Value> wants(const thaw::Model& model) {
    const auto list = needs(model);
    if (!list) return list.error();
    json::Array out;
    for (const thaw::Want& want : *list) {
        json::Array names;
        for (const std::string& name : want.names) names.emplace_back(name);
        json::Value object;
        object.set("role", want.role).set("names", std::move(names));
        object.set("mentions", want.mentions).set("required", want.required);
        out.push_back(std::move(object));
    }
    return json::Value(std::move(out));
}

const thaw::Part* output_at(const thaw_model* handle, size_t index) {
    if (handle == nullptr || index >= handle->output.parts.size()) return nullptr;
    return &handle->output.parts[index];
}

std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : std::string(text); }

}  // namespace

extern "C" {

const char* thaw_version(void) { return THAW_VERSION; }

int32_t thaw_abi(void) { return THAW_ABI; }

thaw_model* thaw_new(void) { return new (std::nothrow) thaw_model; }

void thaw_free(thaw_model* model) { delete model; }

thaw_status thaw_add_part(thaw_model* model, const char* role, const char* name, const void* bytes, size_t size) {
    if (model == nullptr) return THAW_BAD_ARGUMENT;
    forget_error(*model);
    if (bytes == nullptr && size != 0) return misuse(*model, "the part has a size but no bytes");
    return run(*model, [&]() -> Status {
        const thaw::Bytes view(static_cast<const thaw::u8*>(bytes), size);
        model->given.parts.push_back({text_or_empty(role), text_or_empty(name), thaw::Blob::copy_of(view)});
        return Done{};
    });
}

thaw_status thaw_open(thaw_model* model, const char* format) {
    if (model == nullptr) return THAW_BAD_ARGUMENT;
    forget_error(*model);
    model->opened.reset();
    model->output.parts.clear();
    const thaw::Format* wanted = format == nullptr ? nullptr : thaw::find_format(format);
    if (format != nullptr && wanted == nullptr) return misuse(*model, "there is no format with this id");
    return run(*model, [&]() -> Status {
        auto opened = thaw::open_model(model->given.parts, {.format = wanted, .context = default_context()});
        if (!opened) return opened.error();
        model->opened.emplace(std::move(opened->model));
        return Done{};
    });
}

const char* thaw_wants_json(thaw_model* model) { return answer(model, wants); }

const char* thaw_info_json(thaw_model* model) { return answer(model, info); }

const char* thaw_issues_json(thaw_model* model, thaw_profile profile) {
    if (model != nullptr && profile != THAW_PROFILE_SPEC && profile != THAW_PROFILE_GAME) {
        misuse(*model, "there is no such profile");
        return nullptr;
    }
    const auto strictness = profile == THAW_PROFILE_GAME ? thaw::Profile::game : thaw::Profile::spec;
    return answer(model, [&](const thaw::Model& opened) -> Result<json::Value> {
        const auto issues = thaw::check(opened, strictness, default_context());
        if (!issues) return issues.error();
        return thaw::to_json(*issues);
    });
}

thaw_status thaw_write(thaw_model* model) {
    if (model == nullptr) return THAW_BAD_ARGUMENT;
    forget_error(*model);
    model->output.parts.clear();
    if (!model->opened) return misuse(*model, "the model is not open: call thaw_open first");
    return run(*model, [&]() -> Status {
        auto output = write(*model->opened, default_context());
        if (!output) return output.error();
        model->output = std::move(*output);
        return Done{};
    });
}

size_t thaw_output_count(const thaw_model* model) { return model == nullptr ? 0 : model->output.parts.size(); }

const char* thaw_output_role(const thaw_model* model, size_t index) {
    const thaw::Part* part = output_at(model, index);
    return part == nullptr ? nullptr : part->role.c_str();
}

const char* thaw_output_name(const thaw_model* model, size_t index) {
    const thaw::Part* part = output_at(model, index);
    return part == nullptr ? nullptr : part->name.c_str();
}

const void* thaw_output_bytes(const thaw_model* model, size_t index) {
    const thaw::Part* part = output_at(model, index);
    return part == nullptr ? nullptr : part->bytes.data();
}

size_t thaw_output_size(const thaw_model* model, size_t index) {
    const thaw::Part* part = output_at(model, index);
    return part == nullptr ? 0 : part->bytes.size();
}

thaw_status thaw_error_status(const thaw_model* model) { return model == nullptr ? THAW_BAD_ARGUMENT : model->status; }

const char* thaw_error_message(const thaw_model* model) {
    if (model == nullptr) return "no model: thaw_new was not called, or found no memory";
    if (model->status != THAW_OK && model->message.empty()) return "out of memory";
    return model->message.c_str();
}

const char* thaw_error_json(const thaw_model* model) {
    if (model == nullptr) return R"({"code":"bad_argument","message":"no model"})";
    if (model->status != THAW_OK && model->json.empty()) return R"({"code":"out_of_memory","message":"out of memory"})";
    return model->json.c_str();
}

}  // extern "C"
