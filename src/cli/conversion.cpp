#include "cli/conversion.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/conversion_scene.hpp"
#include "cli/gallery.hpp"
#include "cli/option_check.hpp"
#include "cli/progress_line.hpp"
#include "cli/report_file.hpp"
#include "cli/shard.hpp"
#include "convert/scene_options.hpp"
#include "io/interrupt.hpp"
#include "io/parallel.hpp"
#include "io/path.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

int Conversion::run() {
    auto target = parse_target(arguments_.out, arguments_.to, arguments_.variant);
    if (!target) {
        usage(text::printable(target.error().message));
        return tally_.exit_code();
    }
    target_ = std::move(*target);
    options_ = convert_options();
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    if (target_.exchange != Exchange::none) models.named = named_models(models);
    const bool into_archive =
        target_.format != nullptr && target_.format->entries != nullptr && target_.format->to_scene == nullptr;
    models.archives = into_archive ? io::ArchiveAs::itself : io::ArchiveAs::content;
    const bool from_exchange = target_.exchange == Exchange::none && !into_archive;
    models.exchange = from_exchange ? ExchangeFiles::models : ExchangeFiles::no_models;
    // A pack stays one if it is only written again.
    models.one_by_one = target_.exchange != Exchange::none;
    OptionCheck options(arguments_.scene,
                        [&](const Format& format, const Model* model) { return use_of(format, model); });
    report_.wanted = !arguments_.report.empty();
    if (arguments_.report == "-") console_.keep_output_for_data();
    visit_models(
        console_, folders_, models, tally_,
        {.refused = [&](const io::Input& input,
                        const io::Refused& refused) { report_.add_refused(input.path, refused.error); },
         .start = [&](io::Inputs& inputs) { return start(inputs); },
         .work = [&](const io::Input& input, const io::Opened& opened) -> std::shared_ptr<void> {
             const bool shown = target_.exchange != Exchange::none && opened.model.format->to_scene != nullptr;
             return shown ? make_scene(input, opened) : nullptr;
         },
         .worked =
             [&](const io::Input& input, io::Opened& opened, void* made) {
                 if (made != nullptr) {
                     finish_scene(input, opened, *static_cast<SceneMade*>(made));
                 } else if (target_.exchange == Exchange::none) {
                     convert(input, opened);
                 } else if (!has_nothing_to_show(input, opened.model)) {
                     finish_scene(input, opened, *make_scene(input, opened));
                 }
             },
         // So that the next run knows that nothing is to be made of it.
         .known = [&](const io::Input& input, const io::Opened& opened) { remember(input, opened, Issues(), {}); },
         .jobs = static_cast<unsigned>(arguments_.work.jobs),
         .read_files = &read_files_,
         .reports_missing = true,
         .options = &options});
    if (!started_ || tally_.usage_errors > 0) return tally_.exit_code();
    expect_shapes(console_, models, tally_);
    if (several_) print_totals();
    if (!arguments_.report.empty()) {
        report_.unchanged = tally_.up_to_date;
        auto status = write_report(arguments_.report, report_.take(arguments_.dry_run), arguments_.work.force,
                                   read_files_, console_);
        if (!status) fail({}, status.error());
    }
    if (arguments_.gallery && tally_.interrupted == 0 && !arguments_.dry_run) {
        const int code = make_gallery(console_, arguments_.models, io::join(folder_, "gallery"));
        if (tally_.exit_code() == exit_clean) return code;
    }
    return tally_.exit_code();
}

ConvertOptions Conversion::convert_options() const {
    ConvertOptions out{.options = arguments_.scene.values(),
                       .normals = arguments_.scene.options().normals,
                       .lit = arguments_.shading == "lit",
                       .compact = arguments_.compact,
                       .source = !arguments_.no_source,
                       .variant = arguments_.variant,
                       .fit = arguments_.back.fit};
    if (arguments_.meshopt) out.meshopt = media::encode_meshopt;
    return out;
}

// Whose options count for a model of that format.
OptionUse Conversion::use_of(const Format& format, const Model* model) const {
    OptionUse out{.read = &format};
    if (target_.exchange != Exchange::none) return out;
    const Format* target = target_.format != nullptr ? target_.format
                           : model != nullptr        ? native_format(*model)
                           : format.id != "gltf"     ? &format
                                                     : nullptr;
    out.any_build = target == nullptr;
    out.scene = target != &format;
    if (out.scene) out.build = target;
    if (out.scene && !arguments_.back.base.empty()) out.base = target;
    return out;
}

bool Conversion::start(io::Inputs& inputs) {
    began_run_ = began_ = Clock::now();
    several_ = inputs.models.size() > 1;
    io::watch_signals(several_ ? io::OnSignal::ask : io::OnSignal::end);
    if (target_.kind == Target::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; redirect it to a file or a program");
        return false;
    }
    if (several_ && !arguments_.back.base.empty()) {
        usage("--base works with a single model only");
        return false;
    }
    if (!arguments_.back.base.empty() && target_.exchange != Exchange::none) {
        usage("--base is for models in a game's format, and " + std::string(extension_of(target_.exchange)) +
              " files are written anew");
        return false;
    }
    if (!takes_output_options()) return false;
    if (arguments_.meshopt && !can_pack()) return false;
    if (!choose_folders(inputs)) return false;
    if (arguments_.gallery && folder_.empty()) {
        usage("--gallery needs a folder given with -o");
        return false;
    }
    if (makes_one_file_of_many(inputs) || !has_place_for_report()) return false;
    if (!arguments_.shard.empty()) keep_shard(inputs, *parse_shard(arguments_.shard));
    return started_ = skip_up_to_date(inputs);
}

// False after a line about an option that has no effect on what is written.
bool Conversion::takes_output_options() {
    const bool to_gltf = target_.exchange == Exchange::glb || target_.exchange == Exchange::gltf;
    const std::pair<bool, const char*> of_gltf[] = {{arguments_.no_source, "--no-source"},
                                                    {arguments_.compact, "--compact"},
                                                    {arguments_.meshopt, "--meshopt"},
                                                    {arguments_.shading != "unlit", "--shading"}};
    for (const auto& [given, name] : of_gltf) {
        if (!given || to_gltf) continue;
        usage(std::string(name) + " is for glTF, and something else is to be written");
        return false;
    }
    if (!arguments_.back.fit || target_.exchange == Exchange::none) return true;
    usage("--fit is for writing a game's format, and " + std::string(extension_of(target_.exchange)) + " is none");
    return false;
}

// After a line that says why not.
bool Conversion::can_pack() {
    const Status status = media::find_meshopt();
    if (!status) fail("--meshopt", status.error());
    return status.ok();
}

bool Conversion::choose_folders(const io::Inputs& inputs) {
    if (target_.kind != Target::Kind::folder) return true;
    folder_ = target_.folder;
    if (!arguments_.out.empty()) return true;
    default_folders_.emplace(inputs, target_.word, folders_);
    folder_ = default_folders_->only_one();
    if (!default_folders_->nowhere()) return true;
    usage("say where to with -o: every folder is inside the one that is read");
    return false;
}

const std::string& Conversion::folder_for(const io::Input& input) const {
    return default_folders_ ? default_folders_->of(input) : target_.folder;
}

// Checks the target before everything is converted, so that an obstacle is reported early, as one line.
bool Conversion::has_place_for_report() {
    const std::string& report = arguments_.report;
    if (report.empty()) return true;
    const bool streams = target_.kind == Target::Kind::stream;
    if (report == "-" && streams)
        usage("-o - and --report - cannot be combined: only one of them can use standard output");
    if (report == "-") return !streams;
    const std::string place = io::place_of(report);
    const std::string gallery = io::place_of(io::join(folder_, "gallery"));
    const auto refuse = [&](std::string_view what) {
        usage(fmt::format("--report {}: {} goes there; choose another name", text::printable(report), what));
        return false;
    };
    if (target_.kind == Target::Kind::file && place == io::place_of(arguments_.out)) return refuse("the model");
    for (const GivenOption* given : arguments_.scene.given_options()) {
        const bool goes_there = given->option().type == OptionType::output && place == io::place_of(given->text);
        if (goes_there) return refuse("what --" + std::string(given->option().name) + " names");
    }
    if (arguments_.gallery && (place + '/').starts_with(gallery + '/')) return refuse("the gallery");
    if (EarlierRuns::is_journal(io::name_of(report))) return refuse("Thaw's list of what is done");
    claims_.reserve(report, "the report");
    const auto status = check_report(report, arguments_.work.force, read_files_);
    if (!status) fail({}, status.error());
    return status.ok();
}

// After a line that says so.
bool Conversion::makes_one_file_of_many(const io::Inputs& inputs) {
    if (target_.kind == Target::Kind::folder || inputs.models.size() < 2 || !arguments_.models.model.empty())
        return false;
    constexpr std::size_t listed = 5;
    usage(fmt::format("cannot write {} to one file; give a folder instead of {}, or pick one with --model NAME",
                      text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    for (std::size_t i = 0; i < std::min(listed, inputs.models.size()); ++i) {
        console_.write_error_line("  " + text::printable(inputs.models[i].path));
    }
    if (inputs.models.size() > listed)
        console_.write_error_line(fmt::format("  and {} more", inputs.models.size() - listed));
    return true;
}

// What an earlier run has made of files that are as they were. False if a signal came meanwhile.
bool Conversion::skip_up_to_date(io::Inputs& inputs) {
    const bool counts = several_ && target_.kind == Target::Kind::folder && target_.exchange == Exchange::glb;
    if (!counts || folder_.empty() || arguments_.dry_run || !arguments_.models.model.empty()) return true;
    std::string shard = arguments_.shard.empty() ? std::string() : "." + arguments_.shard;
    std::replace(shard.begin(), shard.end(), '/', '-');
    earlier_.emplace(folder_, settings(), shard);
    if (arguments_.again || arguments_.work.force) return true;
    for (const Error& error : earlier_->unreadable()) console_.note("{}; ignored", to_string(error));
    std::vector<std::optional<EarlierRuns::Made>> made(inputs.models.size());
    io::parallel_for(made.size(), static_cast<unsigned>(arguments_.work.jobs), [&](std::size_t i) {
        if (!io::interrupted()) made[i] = earlier_->still_made(inputs.models[i]);
    });
    if (io::interrupted()) {
        console_.error("interrupted before the first model");
        tally_.interrupted = io::interrupt_exit_code();
        return false;
    }
    std::vector<io::Input> left;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (!made[i]) {
            left.push_back(std::move(inputs.models[i]));
            continue;
        }
        take_earlier(inputs.models[i], *made[i]);
    }
    inputs.models = std::move(left);
    return true;
}

// As if it had been converted now, the exit code included.
void Conversion::take_earlier(const io::Input& input, const EarlierRuns::Made& made) {
    if (!made.outputs.empty()) ++tally_.up_to_date;
    for (const std::string& path : made.outputs) claims_.add(path, input.path);
    for (const std::string& path : made.inputs) {
        if (const auto file = folders_.file_of(path)) read_files_.insert(*file);
    }
    if (made.worst && fails(*made.worst)) tally_.failed = true;
}

// A model is not lost with the memory of it.
void Conversion::remember(const io::Input& input, const io::Opened& opened, const Issues& issues,
                          const std::vector<EarlierRuns::Output>& outputs) {
    if (!earlier_) return;
    const auto worst = issues.empty() ? std::nullopt : std::optional(issues.worst());
    const auto status = earlier_->add(input, opened, worst, outputs, folders_);
    if (!status) console_.note("{}; the next run will convert these models again", to_string(status.error()));
}

// Everything that decides what a model becomes.
std::string Conversion::settings() const {
    std::string out = THAW_VERSION;
    for (const std::string& word :
         {arguments_.to, described(arguments_.scene.options()), arguments_.models.format,
          std::string(arguments_.no_source ? "no source" : ""), std::string(arguments_.compact ? "compact" : ""),
          std::string(arguments_.meshopt ? "meshopt" : ""), arguments_.shading,
          arguments_.shard.empty() ? std::string() : std::string("shard"),
          std::string(arguments_.models.parts ? "parts" : "")}) {
        out += '\n' + word;
    }
    for (const io::Given& given : arguments_.scene.given()) out += '\n' + given.role + '=' + given.path + given.value;
    for (const std::string& folder : arguments_.models.search) out += '\n' + folder;
    return out;
}

void Conversion::print_totals() {
    const auto row = [&](const char* what, u64 count, const std::string& words) {
        if (count > 0) console_.remark(fmt::format("{:<10} {:>6}{}{}", what, count, words.empty() ? "" : "  ", words));
    };
    const double seconds = std::chrono::duration<double>(Clock::now() - began_run_).count();
    const std::string took = console_.output_is_terminal() ? "in " + duration_words(seconds) : std::string();
    row(arguments_.dry_run ? "would be" : "converted", tally_.opened(), took);
    row("repaired", tally_.with_warnings + tally_.with_errors, "of these; details above, or in --report");
    row("up to date", tally_.up_to_date, "(--again converts them again)");
    row("refused", tally_.refused + tally_.file_system_errors, "");
    if (default_folders_ && tally_.opened() > 0 && !default_folders_->names().empty()) {
        console_.remark((arguments_.dry_run ? "would write to " : "written to ") + default_folders_->names());
    }
}

void Conversion::usage(const std::string& message) {
    console_.error("{}", message);
    ++tally_.usage_errors;
}

void Conversion::fail(const std::string& file, Error error) {
    report_failure(console_, tally_, file, std::move(error));
}

bool Conversion::fails(Severity worst) const {
    return arguments_.fail_on.reached_by(worst) || (arguments_.strict && worst >= Severity::warning);
}

// A pack of textures among models is no failure.
bool Conversion::has_nothing_to_show(const io::Input& input, const Model& model) {
    if (model.format->to_scene != nullptr || (!several_ && input.root.empty())) return false;
    skip_shapeless(model);
    return true;
}

void Conversion::skip_shapeless(const Model& model) {
    ++tally_.without_shape;
    if (!arguments_.models.verbose) return;
    console_.note("{}: has no shape, skipped", text::printable(model.bundle.parts.front().name));
}

io::OutputOptions Conversion::output_options(const std::string& first) const {
    const bool replace = arguments_.work.force || (target_.exchange != Exchange::none && is_ours(first));
    return {replace, arguments_.durable, &read_files_};
}

Status Conversion::store(const std::vector<io::OutputFile>& files) {
    const io::OutputOptions options = output_options(files.front().path);
    if (arguments_.dry_run) return io::check_targets(files, options, system_);
    for (const io::OutputFile& file : files) {
        if (auto status = io::make_folders(std::string(io::folder_of(file.path)), system_); !status) return status;
    }
    return io::write_files(files, options, system_);
}

// Where a program reads the lines, the same run gives the same lines.
std::string Conversion::timing() {
    const auto now = Clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(began_, now)).count();
    return console_.output_is_terminal() ? fmt::format("  {} ms", took) : std::string();
}

}  // namespace thaw::cli
