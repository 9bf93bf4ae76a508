#include "cli/conversion.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/conversion_scene.hpp"
#include "cli/gallery.hpp"
#include "cli/progress_line.hpp"
#include "cli/shard.hpp"
#include "export/scene_options.hpp"
#include "io/interrupt.hpp"
#include "io/path.hpp"

namespace thaw::cli {

int Conversion::run() {
    auto target = parse_target(arguments_.out, arguments_.to, !arguments_.variant.empty());
    if (!target) {
        usage(text::printable(target.error().message));
        return tally_.exit_code();
    }
    target_ = std::move(*target);
    ModelArguments models = arguments_.models;
    models.given = arguments_.scene.given();
    const bool into_archive = target_.format != nullptr && target_.format->entries != nullptr;
    models.archives = into_archive ? io::NamedArchive::model : io::NamedArchive::folder;
    report_.wanted = !arguments_.report.empty();
    visit_models(console_, folders_, models, tally_,
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
                          } else if (!has_nothing_to_show(opened.model)) {
                              finish_scene(input, opened, *make_scene(input, opened));
                          }
                      },
                  .jobs = static_cast<unsigned>(arguments_.work.jobs)});
    if (tally_.usage_errors > 0) return tally_.exit_code();
    if (several_) print_totals();
    if (!arguments_.report.empty()) {
        report_.unchanged = unchanged_;
        auto status = report_.write(arguments_.report, arguments_.dry_run, console_, system_);
        if (!status) fail({}, status.error());
    }
    if (arguments_.gallery && tally_.interrupted == 0 && !arguments_.dry_run) {
        const int code = make_gallery(console_, arguments_.models, io::join(arguments_.out, "gallery"));
        if (tally_.exit_code() == exit_clean) return code;
    }
    return tally_.exit_code();
}

bool Conversion::start(io::Inputs& inputs) {
    began_run_ = began_ = Clock::now();
    several_ = inputs.models.size() > 1;
    io::watch_signals(several_ ? io::OnSignal::ask : io::OnSignal::end);
    if (target_.kind == Target::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; send it to a file or a program");
        return false;
    }
    if (several_ && !arguments_.back.base.empty()) {
        usage("--base: it is the base of one model; give one");
        return false;
    }
    if (arguments_.gallery && (target_.kind != Target::Kind::folder || arguments_.out.empty())) {
        usage("--gallery: give a folder for it with -o");
        return false;
    }
    if (makes_one_file_of_many(inputs)) return false;
    if (!arguments_.shard.empty()) keep_shard(inputs, *parse_shard(arguments_.shard));
    leave_out_done(inputs);
    return true;
}

// After a line that says so.
bool Conversion::makes_one_file_of_many(const io::Inputs& inputs) {
    if (target_.kind == Target::Kind::folder || inputs.models.size() < 2 || !arguments_.models.model.empty())
        return false;
    constexpr std::size_t listed = 5;
    usage(fmt::format("{} do not fit into one file; give a folder instead of {}, or pick one with --model NAME",
                      text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    for (std::size_t i = 0; i < std::min(listed, inputs.models.size()); ++i) {
        console_.say("  " + text::printable(inputs.models[i].path));
    }
    if (inputs.models.size() > listed) console_.say(fmt::format("  and {} more", inputs.models.size() - listed));
    return true;
}

// What an earlier run has made of files that are as they were.
void Conversion::leave_out_done(io::Inputs& inputs) {
    const bool counts = several_ && target_.kind == Target::Kind::folder && target_.exchange == Exchange::glb;
    if (!counts || arguments_.out.empty() || arguments_.dry_run || !arguments_.models.model.empty()) return;
    std::string shard = arguments_.shard.empty() ? std::string() : "." + arguments_.shard;
    std::replace(shard.begin(), shard.end(), '/', '-');
    earlier_.emplace(target_.folder, settings(), shard);
    if (arguments_.again || arguments_.work.force) return;
    std::erase_if(inputs.models, [&](const io::Input& input) {
        const auto outputs = earlier_->outputs_of(input);
        if (!outputs) return false;
        claimed_.insert(outputs->begin(), outputs->end());
        ++unchanged_;
        return true;
    });
}

// Everything that decides what a model becomes.
std::string Conversion::settings() const {
    std::string out = THAW_VERSION;
    for (const std::string& word : {arguments_.to, described(arguments_.scene.options()), arguments_.models.format,
                                    std::string(arguments_.no_source ? "no source" : ""),
                                    arguments_.shard.empty() ? std::string() : std::string("shard")}) {
        out += '\n' + word;
    }
    for (const io::Given& given : arguments_.scene.given()) out += '\n' + given.role + '=' + given.path;
    for (const std::string& folder : arguments_.models.search) out += '\n' + folder;
    return out;
}

void Conversion::print_totals() {
    const auto row = [&](const char* what, u64 count, const std::string& words) {
        if (count > 0) console_.say(fmt::format("{:<10} {:>6}{}{}", what, count, words.empty() ? "" : "  ", words));
    };
    const double seconds = std::chrono::duration<double>(Clock::now() - began_run_).count();
    const std::string took = console_.output_is_terminal() ? "in " + duration_words(seconds) : std::string();
    row(arguments_.dry_run ? "would be" : "converted", tally_.opened(), took);
    row("repaired", tally_.with_warnings + tally_.with_errors, "of these; what is said above them, or in --report");
    row("unchanged", unchanged_, "since they were converted; --again converts them");
    row("refused", tally_.refused + tally_.file_system_errors, "");
}

void Conversion::usage(const std::string& message) {
    console_.note("{}", message);
    ++tally_.usage_errors;
}

void Conversion::fail(const std::string& file, Error error) { tell_failure(console_, tally_, file, std::move(error)); }

// A pack of textures among models is no failure.
bool Conversion::has_nothing_to_show(const Model& model) {
    if (model.format->to_scene != nullptr || !several_) return false;
    if (arguments_.models.verbose) {
        console_.note("{}: nothing to show, skipped", text::printable(model.bundle.parts.front().name));
    }
    return true;
}

io::OutputOptions Conversion::output_options(const std::string& first, const io::Opened& opened) const {
    const bool replace = arguments_.work.force || (target_.exchange != Exchange::none && is_ours(first));
    return {replace, arguments_.durable, opened.files};
}

Status Conversion::store(const std::vector<io::OutputFile>& files, const io::Opened& opened) {
    const io::OutputOptions options = output_options(files.front().path, opened);
    if (arguments_.dry_run) return io::check_targets(files, options, system_);
    if (target_.kind == Target::Kind::folder) {
        if (auto status = io::make_folders(std::string(io::folder_of(files.front().path)), system_); !status) {
            return status;
        }
    }
    return io::write_files(files, options, system_);
}

// Two models of one run never share a file, even with --force.
Status Conversion::claim(const std::vector<io::OutputFile>& files) {
    for (const io::OutputFile& file : files) {
        if (!claimed_.insert(file.path).second) {
            return io::io_error("another model of this run has been written there", file.path);
        }
    }
    return Done{};
}

// Where a program reads the lines, the same run gives the same lines.
std::string Conversion::timing() {
    const auto now = Clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(began_, now)).count();
    return console_.output_is_terminal() ? fmt::format("  {} ms", took) : std::string();
}

}  // namespace thaw::cli
