// Building on the command line: from any model into any format.
#pragma once

#include <string>

#include "cli/models.hpp"
#include "library/native.hpp"

namespace thaw::cli {

struct NativeArguments {
    std::string base{};
    bool fit = false;
};

void add_native_arguments(Verb& verb, NativeArguments& arguments);

// What one conversion needs to know in addition.
struct NativeTask {
    const Model& model;
    const Format& target;
    ConvertOptions options{};              // without the base
    io::InputFiles* read_files = nullptr;  // gets those of the base
};

// make_native(), with the base that the arguments name.
Result<NativeResult> make_model(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models,
                                Issues& issues);

// What --fit would change, where a model was refused for not fitting; empty if it would not help.
Issues changes_with_fit(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models);

}  // namespace thaw::cli
