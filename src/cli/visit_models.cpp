// The loop over the models that the arguments name.
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "cli/missing_files.hpp"
#include "cli/models.hpp"
#include "cli/option_check.hpp"
#include "cli/progress.hpp"
#include "cli/target.hpp"
#include "io/interrupt.hpp"
#include "io/parallel.hpp"
#include "io/path.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

namespace {

// What the user may call a model: its files with and without their endings, and the mesh that a script makes of them.
std::vector<std::string> model_names(const Model& model) {
    std::vector<std::string> names;
    if (!model.bundle.model.empty()) names.push_back(model.bundle.model);
    for (const PartRole& role : model.format->parts) {
        const Part* part = model.bundle.find(role.role);
        if (part == nullptr) continue;
        const std::string_view name = io::name_of(part->name);
        names.push_back(stem_of(*model.format, name));
        names.emplace_back(name.substr(0, name.rfind('.')));
        names.emplace_back(name);
    }
    const auto summary = summarise(model);
    const json::Value* mesh = summary ? summary->native.find("mesh") : nullptr;
    if (mesh != nullptr && mesh->get_if<std::string>() != nullptr)
        names.insert(names.begin(), *mesh->get_if<std::string>());
    return names;
}

// Lets through the models that the user asked for, and remembers the others for the message if there was none.
class Picker {
public:
    explicit Picker(const std::string& wanted) : wanted_(wanted) {}

    bool takes(const Model& model) {
        if (wanted_.empty()) return true;
        const std::vector<std::string> names = model_names(model);
        for (const std::string& name : names) {
            if (!text::equal_ignoring_case(name, wanted_)) continue;
            found_ = true;
            return true;
        }
        if (!names.empty()) others_.push_back(names.front());
        return false;
    }

    // Empty if there is nothing to complain about.
    std::string complaint() const {
        constexpr std::size_t listed = 10;
        if (wanted_.empty() || found_) return {};
        std::string out = "--model " + text::printable(wanted_) + ": no model has this name";
        for (std::size_t i = 0; i < std::min(listed, others_.size()); ++i) {
            out += (i == 0 ? "; available: " : ", ") + text::printable(others_[i]);
        }
        if (others_.size() > listed) out += " and " + std::to_string(others_.size() - listed) + " more";
        return out;
    }

private:
    const std::string& wanted_;
    std::vector<std::string> others_;
    bool found_ = false;
};

// What the user named and what was found there. A file in an archive is the archive.
void add_named_files(const ModelArguments& arguments, const io::Inputs& inputs, io::Folders& folders,
                     io::InputFiles& files) {
    std::set<std::string> paths(arguments.inputs.begin(), arguments.inputs.end());
    for (const io::Given& given : arguments.given) paths.insert(given.path);
    paths.erase("");
    for (const io::Input& input : inputs.models) {
        const std::string archive = folders.archive_of(input.path);
        paths.insert(archive.empty() ? input.path : archive);
        paths.insert(archive.empty() ? input.named : archive);
    }
    paths.erase("-");
    for (const std::string& path : paths) {
        for (const io::FileId& file : folders.files_of(path)) files.insert(file);
    }
}

// Of several inputs: is there one whose format takes each option? A line says which option none does.
bool takes_options(Console& console, Tally& tally, const io::Inputs& inputs, io::Opener& opener,
                   const OptionCheck* options) {
    const auto is_stream = [](const io::Input& input) { return input.path == "-"; };
    if (options == nullptr || !options->is_needed() || inputs.models.empty()) return true;
    if (std::any_of(inputs.models.begin(), inputs.models.end(), is_stream)) return true;  // it is read only once
    const std::string refusal = options->refusal_of_all(
        inputs.models.size(), [&](std::size_t i) { return opener.format_of(inputs.models[i].path); });
    if (refusal.empty()) return true;
    console.error("{}", refusal);
    ++tally.usage_errors;
    return false;
}

// What became of one input, which may name several models.
struct Outcomes {
    std::vector<io::OpenResult> results{};
    std::vector<std::shared_ptr<void>> work{};
    bool is_cut_short = false;  // by a signal: whatever there is may be incomplete
};

// One run over all models that the arguments name.
class Visit {
public:
    Visit(Console& console, io::Folders& folders, const ModelArguments& arguments, Tally& tally, const Visitor& visitor)
        : console_(console),
          arguments_(arguments),
          tally_(tally),
          visitor_(visitor),
          folders_(folders),
          inputs_(collected(arguments, folders)),
          opener_(
              folders,
              {arguments.search, arguments.format.empty() ? nullptr : find_format(arguments.format), arguments.given},
              {.monitor = &io::signal_monitor(), .meshopt = media::decode_meshopt}),
          picker_(arguments.model) {}

    void run();

private:
    static io::ArchiveAs archives_as(const ModelArguments& arguments);
    static io::Inputs collected(const ModelArguments& arguments, io::Folders& folders);
    bool start();
    bool has_given_files();
    void report_nothing();
    Outcomes make(std::size_t i);
    bool take(std::size_t i, Outcomes outcomes);
    bool stop_after(std::size_t models);  // false
    void take_one(const io::Input& input, io::OpenResult& result, void* work);
    bool fits_options(const Model& model);
    void report_unused_options();
    void note_files(const std::vector<io::FileId>& files);

    Console& console_;
    const ModelArguments& arguments_;
    Tally& tally_;
    const Visitor& visitor_;
    io::Folders& folders_;
    io::Inputs inputs_;
    io::Opener opener_;
    Picker picker_;
    using Identity = std::pair<std::set<io::FileId>, std::string>;  // own files, and which of their models
    bool is_begun(const io::Opened& opened, std::size_t input);
    std::set<Identity> seen_;
    std::mutex mutex_;
    std::map<Identity, std::size_t> begun_;  // by the first input
    bool several_ = false;
    MissingFiles missing_{};
    std::optional<Progress> progress_;
};

// Read as an archive, it is one.
io::ArchiveAs Visit::archives_as(const ModelArguments& arguments) {
    const Format* format = arguments.format.empty() ? nullptr : find_format(arguments.format);
    return format != nullptr && format->entries != nullptr && format->to_scene == nullptr ? io::ArchiveAs::itself
                                                                                          : arguments.archives;
}

io::Inputs Visit::collected(const ModelArguments& arguments, io::Folders& folders) {
    static constexpr std::string_view exchange_endings[] = {".glb", ".gltf", ".obj", ".ply"};
    io::CollectOptions options{.archives = archives_as(arguments),
                               .filter = arguments.filter,
                               .one_by_one = (arguments.one_by_one && !arguments.together) || !arguments.model.empty(),
                               .named = arguments.named,
                               .search = arguments.search};
    if (arguments.exchange == ExchangeFiles::models) options.endings = exchange_endings;
    io::Inputs out = io::collect_inputs(arguments.inputs, folders, options);
    if (arguments.exchange != ExchangeFiles::models_if_alone || !out.models.empty()) return out;
    options.endings = exchange_endings;
    io::Inputs with_exchange = io::collect_inputs(arguments.inputs, folders, options);
    return with_exchange.models.empty() ? out : with_exchange;
}

void Visit::run() {
    if (!start()) return;
    progress_.emplace(console_, inputs_.models.size());
    if (visitor_.work) {
        io::ordered<Outcomes>(
            inputs_.models.size(), visitor_.jobs, [&](std::size_t i) { return make(i); },
            [&](std::size_t i, Outcomes outcomes) { return take(i, std::move(outcomes)); });
    } else {
        for (std::size_t i = 0; i < inputs_.models.size() && take(i, make(i)); ++i) {
        }
    }
    progress_.reset();
    if (const std::string complaint = picker_.complaint(); !complaint.empty() && tally_.interrupted == 0) {
        console_.error("{}", complaint);
        ++tally_.usage_errors;
    }
    report_unused_options();
    missing_.report(console_, arguments_.verbose);
}

bool Visit::start() {
    if (visitor_.read_files != nullptr) add_named_files(arguments_, inputs_, folders_, *visitor_.read_files);
    for (const Error& error : inputs_.errors) {
        if (visitor_.refused) visitor_.refused({error.file, error.file, {}}, {error});
        report_failure(console_, tally_, {}, error);
    }
    if (arguments_.verbose) {
        for (const auto* list : {&inputs_.skipped, &inputs_.unmade}) {
            for (const std::string& path : *list) console_.note("{}: skipped", text::printable(path));
        }
    }
    if (!has_given_files()) return false;
    for (const std::string& unread : inputs_.unread) console_.note("{} not read", unread);
    if (inputs_.pieces > 0) {
        console_.note("{} that others are made of left out (--parts adds them)", text::plural(inputs_.pieces, "model"));
    }
    const bool nothing = inputs_.models.empty() && inputs_.errors.empty();
    several_ = inputs_.models.size() > 1;
    if (visitor_.start && !visitor_.start(inputs_)) return false;
    if (nothing) report_nothing();
    return !several_ || takes_options(console_, tally_, inputs_, opener_, visitor_.options);
}

// A companion that is not there is reported once, not for each model that would take it.
bool Visit::has_given_files() {
    bool all = true;
    for (const io::Given& given : arguments_.given) {
        if (given.path.empty()) continue;  // a value
        const auto file = opener_.load_given(given.path);
        if (file) continue;
        report_failure(console_, tally_, given.path, file.error());
        all = false;
    }
    return all;
}

void Visit::report_nothing() {
    std::string why;
    if (inputs_.filtered > 0) {
        why = " that --only and --exclude let through";
    } else if (!inputs_.unmade.empty()) {
        why = fmt::format(" (the parts of models in {} are elsewhere; --search names their folder)",
                          text::plural(inputs_.unmade.size(), "file"));
    } else if (!inputs_.skipped.empty()) {
        why = fmt::format(" ({} of other kinds skipped)", text::plural(inputs_.skipped.size(), "file"));
    }
    const std::string_view kind = inputs_.unread.empty() ? "no models there" : "no models there that Thaw reads";
    console_.error("{}: {}{}", names_of(arguments_.inputs), kind, why);
    tally_.nothing_found = true;
}

Outcomes Visit::make(std::size_t i) {
    progress_->working_on(inputs_.models[i].path);
    Outcomes out;
    out.results = opener_.open(inputs_.models[i].path, inputs_.models[i].root);
    for (const auto& result : out.results) {
        const auto* opened = std::get_if<io::Opened>(&result);
        const bool wanted = opened != nullptr && visitor_.work && Picker(arguments_.model).takes(opened->model) &&
                            !is_begun(*opened, i);
        out.work.push_back(wanted ? visitor_.work(inputs_.models[i], *opened) : nullptr);
    }
    out.is_cut_short = io::interrupted();
    return out;
}

// Has an earlier input led to it? Then that one's work counts. What a later one has begun meanwhile is done again, so
// that the outcome never depends on which of them was quicker.
bool Visit::is_begun(const io::Opened& opened, std::size_t input) {
    if (opened.own.empty()) return false;
    const std::lock_guard lock(mutex_);
    const auto [first, is_new] = begun_.try_emplace({opened.own, opened.model.bundle.model}, input);
    if (!is_new && first->second < input) return true;
    first->second = input;
    return false;
}

bool Visit::take(std::size_t i, Outcomes outcomes) {
    if (outcomes.is_cut_short) return stop_after(i);
    for (std::size_t k = 0; k < outcomes.results.size(); ++k) {
        take_one(inputs_.models[i], outcomes.results[k], outcomes.work[k].get());
    }
    progress_->finished_one();
    return !io::interrupted() || i + 1 == inputs_.models.size() || stop_after(i + 1);
}

bool Visit::stop_after(std::size_t models) {
    console_.error("interrupted after {} of {}", models, text::plural(inputs_.models.size(), "model"));
    tally_.interrupted = io::interrupt_exit_code();
    return false;
}

void Visit::take_one(const io::Input& input, io::OpenResult& result, void* work) {
    if (auto* opened = std::get_if<io::Opened>(&result)) {
        note_files(opened->files);
        // A script may pair files that do not look like a pair: then two inputs are one model.
        if (!opened->own.empty() && !seen_.emplace(opened->own, opened->model.bundle.model).second) {
            if (visitor_.known) visitor_.known(input, *opened);
            return;
        }
        if (!picker_.takes(opened->model) || !fits_options(opened->model)) return;
        if (visitor_.reports_missing) missing_.add(*opened);
        visitor_.work ? visitor_.worked(input, *opened, work) : visitor_.opened(input, *opened);
        return;
    }
    const auto& refused = std::get<io::Refused>(result);
    note_files(refused.files);
    if (visitor_.refused) visitor_.refused(input, refused);
    report_failure(console_, tally_, {}, arguments_.verbose ? refused.error : brief(refused.error));
}

// A line says why not.
bool Visit::fits_options(const Model& model) {
    if (visitor_.options == nullptr) return true;
    if (several_) visitor_.options->note(model);
    const std::string refusal = several_ ? std::string() : visitor_.options->refusal(model);
    if (refusal.empty()) return true;
    console_.error("{}: {}", text::printable(model.bundle.parts.front().name), refusal);
    ++tally_.usage_errors;
    return false;
}

void Visit::report_unused_options() {
    const std::string unused = visitor_.options == nullptr ? std::string() : visitor_.options->unused();
    if (unused.empty() || tally_.interrupted != 0) return;
    console_.error("{}", unused);
    ++tally_.usage_errors;
}

void Visit::note_files(const std::vector<io::FileId>& files) {
    if (visitor_.read_files != nullptr) visitor_.read_files->insert(files.begin(), files.end());
}

}  // namespace

void visit_models(Console& console, const ModelArguments& arguments, Tally& tally, const Visitor& visitor) {
    io::Folders folders;
    visit_models(console, folders, arguments, tally, visitor);
}

void visit_models(Console& console, io::Folders& folders, const ModelArguments& arguments, Tally& tally,
                  const Visitor& visitor) {
    Visit(console, folders, arguments, tally, visitor).run();
}

}  // namespace thaw::cli
