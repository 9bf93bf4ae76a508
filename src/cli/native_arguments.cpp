#include "cli/native_arguments.hpp"

#include <optional>

#include <fmt/core.h>

#include "io/interrupt.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

void add_native_arguments(Verb& verb, NativeArguments& arguments) {
    verb.text({.names = "--base", .type = "MODEL", .help = "the model before it was edited: what was not edited stays"},
              arguments.base);
    verb.flag({.names = "--fit", .help = "change what does not fit into the format, and say what"}, arguments.fit);
}

namespace {

// The base, read for one conversion; nothing if none is named.
Result<std::optional<Model>> open_base(const NativeTask& task, const NativeArguments& arguments,
                                       const ModelArguments& models) {
    if (arguments.base.empty()) return std::optional<Model>();
    auto opened = open_model(arguments.base, models);
    if (!opened) return opened.error();
    if (opened->model.format != &task.target) {
        return Error{Code::unsupported, fmt::format("--base {} is no {}", arguments.base, task.target.title)};
    }
    if (task.read_files != nullptr) task.read_files->insert(opened->own.begin(), opened->own.end());
    return std::optional<Model>(std::move(opened->model));
}

Context work_context() { return {.monitor = &io::signal_monitor(), .meshopt = media::decode_meshopt}; }

}  // namespace

Result<NativeResult> make_model(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models,
                                Issues& issues) {
    auto base = open_base(task, arguments, models);
    if (!base) return base.error();
    ConvertOptions options = task.options;
    options.base = *base ? &**base : nullptr;
    return make_native(task.model, task.target, options, issues, work_context());
}

Issues changes_with_fit(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models) {
    const auto base = open_base(task, arguments, models);
    if (!base) return Issues();
    ConvertOptions options = task.options;
    options.base = *base ? &**base : nullptr;
    return changes_to_fit(task.model, task.target, options, work_context());
}

}  // namespace thaw::cli
