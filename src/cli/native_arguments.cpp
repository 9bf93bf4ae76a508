#include "cli/native_arguments.hpp"

#include <optional>

#include <fmt/core.h>

#include "formats/shared/build_issues.hpp"
#include "io/interrupt.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

void add_native_arguments(Verb& verb, NativeArguments& arguments) {
    verb.text({.names = "--base", .type = "MODEL", .help = "the model before it was edited: what was not edited stays"},
              arguments.base);
    verb.flag({.names = "--fit", .help = "change what does not fit into the format, and say what"}, arguments.fit);
}

Result<NativeResult> make_model(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models,
                                Issues& issues) {
    if (task.target.convert_from != nullptr) {
        auto direct = convert(task.model, task.target, issues);
        if (direct && !task.variant.empty()) {
            if (auto status = convert_variant(*direct, task.variant, issues); !status) return status.error();
        }
        if (direct) return NativeResult{.model = std::move(*direct)};
        if (direct.error().code != Code::unsupported) return direct.error();
    }
    ToNativeOptions options{.scene = task.scene};
    options.build.variant = task.variant;
    options.build.name = task.name;
    options.build.fit = arguments.fit;
    options.build.fps = task.scene.fps;
    options.build.own = task.scene.own;
    std::optional<Model> base;
    if (!arguments.base.empty()) {
        auto opened = open_model(arguments.base, models);
        if (!opened) return opened.error();
        if (opened->model.format != &task.target) {
            return Error{Code::unsupported, fmt::format("--base {} is no {}", arguments.base, task.target.title)};
        }
        if (task.read_files != nullptr) task.read_files->insert(opened->own.begin(), opened->own.end());
        base = std::move(opened->model);
        options.base = &*base;
    }
    return to_native(task.model, task.target, options, issues,
                     {.monitor = &io::signal_monitor(), .meshopt = media::decode_meshopt});
}

Issues changes_with_fit(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models) {
    Issues fitted;
    if (arguments.fit) return fitted;
    NativeArguments fitting = arguments;
    fitting.fit = true;
    Issues changes;
    if (!make_model(task, fitting, models, changes)) return fitted;
    for (const Issue& change : changes.list()) {
        if (change.is(issue::fitted)) fitted.add(change);
    }
    return fitted;
}

}  // namespace thaw::cli
