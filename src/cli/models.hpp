// What every verb that opens models has in common: its arguments, and the loop over the models they name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <thaw/format.hpp>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/exit_codes.hpp"
#include "io/inputs.hpp"
#include "io/open.hpp"
#include "io/output.hpp"

namespace thaw::cli {

class OptionCheck;

// What glTF, OBJ and PLY in folders are. Where models lie beside them, they were mostly made of those.
enum class ExchangeFiles : u8 {
    no_models,
    models_if_alone,  // if a game's models are nowhere in what was named
    models
};

struct ModelArguments {
    std::vector<std::string> inputs{};
    std::vector<std::string> search{};
    std::string format{};
    std::string model{};  // only the one of this name
    bool verbose = false;
    bool one_by_one = false;  // files that hold several models stand for those
    bool together = false;    // but not if the user wants them in one scene
    io::ArchiveAs archives = io::ArchiveAs::both;
    io::NamedModels named = io::NamedModels::ignored;
    bool parts = false;  // models that others are made of, too
    io::NameFilter filter{};
    ExchangeFiles exchange = ExchangeFiles::models_if_alone;
    std::vector<io::Given> given{};  // companions that the user chose
};

// For messages.
std::string names_of(const std::vector<std::string>& inputs);

void add_model_arguments(Verb& verb, ModelArguments& arguments);
void add_together_argument(Verb& verb, ModelArguments& arguments);
void add_search_argument(Verb& verb, std::vector<std::string>& search);
void add_parts_argument(Verb& verb, bool& parts);
// Characters first, and their parts as asked for.
io::NamedModels named_models(const ModelArguments& arguments);
void add_filter_arguments(Verb& verb, io::NameFilter& filter);

// What the verbs that make files of many models have in common.
struct WorkArguments {
    long jobs = 0;
    bool force = false;
};

void add_work_arguments(Verb& verb, WorkArguments& arguments);

struct Visitor {
    std::function<void(const io::Input&, io::Opened&)> opened{};
    // Before the line on standard error, for which the error is shortened as brief() does; may be empty.
    std::function<void(const io::Input&, const io::Refused&)> refused{};
    // Once, before the first model; may take some out; false stops the run. May be empty.
    std::function<bool(io::Inputs&)> start{};
    // Instead of `opened`: what takes long, on several threads at once, and what is done with its outcome, one model
    // after the other in the order of the inputs.
    std::function<std::shared_ptr<void>(const io::Input&, const io::Opened&)> work{};
    std::function<void(const io::Input&, io::Opened&, void* outcome)> worked{};
    // A model that an input before this one led to, too: it is not shown again. May be empty.
    std::function<void(const io::Input&, const io::Opened&)> known{};
    unsigned jobs = 1;  // 0: one a processor
    // Gets every file that the run reads: what was named before `start`, companions before their model is taken. May be
    // null.
    io::InputFiles* read_files = nullptr;
    // At the end, once: files that models ask for and nobody found, and where they were looked for.
    bool reports_missing = false;
    // What formats' options were given: those that mean nothing are refused. May be null.
    OptionCheck* options = nullptr;
};

// A line on standard error, counted. `file` is where it happened, if the error does not say.
void report_failure(Console& console, Tally& tally, const std::string& file, Error error);

// The sentence for people, without what every format had to say about a file that none of them knows.
Error brief(Error error);

// For verbs that show or convert shapes, at the end: an error if all that was found has none.
void expect_shapes(Console& console, const ModelArguments& arguments, Tally& tally);

// One model by itself, with the companions it asks for.
Result<io::Opened> open_model(const std::string& path, const ModelArguments& arguments);

// Opens each model in turn. One that cannot be opened gets a line on standard error and never stops the rest.
void visit_models(Console& console, const ModelArguments& arguments, Tally& tally, const Visitor& visitor);
// The same, for those who have folders of their own.
void visit_models(Console& console, io::Folders& folders, const ModelArguments& arguments, Tally& tally,
                  const Visitor& visitor);

}  // namespace thaw::cli
