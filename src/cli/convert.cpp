// thaw convert: a model written again, byte for byte, as another variant of its format or in another format.
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/target.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "io/output.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct ConvertArguments {
    ModelArguments models{};
    FailOn fail_on{};
    std::string out{};
    std::string variant{};
    bool force = false;
    bool durable = false;
    bool dry_run = false;
};

class Convert {
public:
    Convert(Console& console, const ConvertArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    bool start(const io::Inputs& inputs);
    void convert(const io::Input& input, io::Opened& opened);
    bool fits(const Model& model, const Format& format);
    void write(const io::Input& input, const io::Opened& opened, const Model& model, const Issues& issues);
    void write_stream(const Bundle& parts);
    bool claim(const std::vector<io::OutputFile>& files);
    void report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Bundle& parts,
                const Issues& issues);
    void usage(const std::string& message);
    void fail(const std::string& file, Error error);

    Console& console_;
    const ConvertArguments& arguments_;
    Target target_;
    Tally tally_;
    io::System system_;
    std::set<std::string> claimed_;  // paths written by this run
    Clock::time_point began_;
};

int Convert::run() {
    if (arguments_.out.empty()) {
        usage("convert needs -o OUT: a file, a folder or -; see thaw convert --help");
        return tally_.exit_code();
    }
    auto target = parse_target(arguments_.out);
    if (!target) {
        usage(text::printable(target.error().message));
        return tally_.exit_code();
    }
    target_ = std::move(*target);
    visit_models(console_, arguments_.models, tally_,
                 {.opened = [&](const io::Input& input, io::Opened& opened) { convert(input, opened); },
                  .start = [&](const io::Inputs& inputs) { return start(inputs); }});
    return tally_.exit_code();
}

bool Convert::start(const io::Inputs& inputs) {
    began_ = Clock::now();
    if (target_.kind == Target::Kind::stream && console_.output_is_terminal()) {
        usage("-o -: standard output is a terminal; send it to a file or a program");
        return false;
    }
    if (target_.kind == Target::Kind::folder || inputs.models.size() < 2) return true;
    constexpr std::size_t listed = 5;
    usage(fmt::format("{} do not fit into one file; give a folder instead of {}",
                      text::plural(inputs.models.size(), "model"), text::printable(arguments_.out)));
    for (std::size_t i = 0; i < std::min(listed, inputs.models.size()); ++i) {
        console_.say("  " + text::printable(inputs.models[i].path));
    }
    if (inputs.models.size() > listed) console_.say(fmt::format("  and {} more", inputs.models.size() - listed));
    return false;
}

void Convert::usage(const std::string& message) {
    console_.note("{}", message);
    ++tally_.usage_errors;
}

void Convert::fail(const std::string& file, Error error) {
    if (error.file.empty()) error.file = file;
    console_.note("{}", to_string(error));
    tally_.add(error);
}

// Is this a conversion that exists?
bool Convert::fits(const Model& model, const Format& format) {
    const std::string file = text::printable(model.bundle.parts.front().name);
    if (&format != model.format && format.convert_from == nullptr) {
        usage(fmt::format("{}: this version cannot turn {} into {}", file, model.format->id, format.id));
        return false;
    }
    if (target_.kind == Target::Kind::stream && format.parts.size() > 1) {
        usage(fmt::format("{}: {} has {} files, which do not fit into one stream", file, format.title,
                          format.parts.size()));
        return false;
    }
    const auto& variants = format.variants;
    if (!arguments_.variant.empty() &&
        std::find(variants.begin(), variants.end(), arguments_.variant) == variants.end()) {
        usage(fmt::format("{}: {} has no variant {}; see thaw formats", file, format.title,
                          text::printable(arguments_.variant)));
        return false;
    }
    return true;
}

void Convert::convert(const io::Input& input, io::Opened& opened) {
    const Format& format = target_.kind == Target::Kind::file ? *target_.format : *opened.model.format;
    if (!fits(opened.model, format)) return;
    const std::string& file = opened.model.bundle.parts.front().name;
    Issues issues;
    std::optional<Model> made;
    if (&format != opened.model.format) {
        auto result = thaw::convert(opened.model, format, issues);
        if (!result && result.error().code == Code::unsupported) {
            return usage(fmt::format("{}: {}", text::printable(file), result.error().message));
        }
        if (!result) return fail(file, result.error());
        made = std::move(*result);
    }
    Model& model = made ? *made : opened.model;
    if (!arguments_.variant.empty()) {
        if (auto status = convert_variant(model, arguments_.variant, issues); !status) {
            return fail(file, status.error());
        }
    }
    if (const std::string why = misnamed(target_, model); !why.empty()) {
        return usage(fmt::format("{}: {}", text::printable(arguments_.out), why));
    }
    write(input, opened, model, issues);
}

void Convert::write(const io::Input& input, const io::Opened& opened, const Model& model, const Issues& issues) {
    const auto written = thaw::write(model);
    if (!written) return fail(opened.model.bundle.parts.front().name, written.error());
    const Bundle& parts = *written;
    if (target_.kind == Target::Kind::stream) {
        tally_.add(issues);
        return write_stream(parts);
    }
    const auto files = place_files(target_, input, model, parts);
    if (!claim(files)) return;
    const io::OutputOptions options{arguments_.force, arguments_.durable, opened.files};
    auto status = Status(Done{});
    if (arguments_.dry_run) {
        status = io::check_targets(files, options, system_);
    } else {
        if (target_.kind == Target::Kind::folder) {
            status = io::make_folders(std::string(io::folder_of(files.front().path)), system_);
        }
        if (status) status = io::write_files(files, options, system_);
    }
    if (!status) return fail({}, status.error());
    tally_.add(issues);
    if (arguments_.fail_on.reached_by(issues)) tally_.failed = true;
    report(opened, files, parts, issues);
}

void Convert::write_stream(const Bundle& parts) {
    if (arguments_.dry_run) {
        console_.say(fmt::format("would write {} to standard output", size_words(parts.size())));
    } else {
        console_.write(parts.parts.front().bytes.bytes());
    }
}

// Two models of one run never share a file, even with --force.
bool Convert::claim(const std::vector<io::OutputFile>& files) {
    for (const io::OutputFile& file : files) {
        if (!claimed_.insert(file.path).second) {
            fail(file.path, io::io_error("another model of this run has been written there", file.path));
            return false;
        }
    }
    return true;
}

void Convert::report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Bundle& parts,
                     const Issues& issues) {
    const auto now = Clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(began_, now)).count();
    for (std::size_t i = 0; i < files.size(); ++i) {
        u64 warnings = 0;
        for (const Issue& issue : issues.list()) {
            if (issue.part == parts.parts[i].role && issue.severity >= Severity::warning) ++warnings;
        }
        std::string line = arguments_.dry_run ? "would write " : "";
        line += fmt::format("{}  {}  {}", console_.paint(Paint::bold, text::printable(files[i].path)),
                            size_words(files[i].bytes.size()), text::plural(warnings, "warning"));
        // Where a program reads the lines, the same run gives the same lines.
        if (console_.output_is_terminal()) line += fmt::format("  {} ms", took);
        console_.line("{}", line);
    }
    print_issues(console_, opened.model, issues, arguments_.models.verbose);
    for (const inspect::Companion& companion : opened.companions) {
        for (const PartRole& role : opened.model.format->parts) {
            if (companion.found || companion.role != role.role) continue;
            console_.note("{} was not found: only half of the model was there to write",
                          text::printable(companion.name));
        }
    }
}

}  // namespace

void add_convert(CommandLine& line, Console& console) {
    Verb verb = line.add_verb("convert", "Writes models again, exactly, as another variant or in another format");
    auto arguments = std::make_shared<ConvertArguments>();
    add_model_arguments(verb, arguments->models);
    verb.text({.names = "-o,--output", .type = "OUT", .help = "a file whose name says the format, a folder, or -"},
              arguments->out);
    verb.text({.names = "--variant", .type = "NAME", .help = "the variant to write; the model's own if not given"},
              arguments->variant);
    verb.flag({.names = "-f,--force", .help = "replace files that exist"}, arguments->force);
    verb.flag({.names = "--durable", .help = "wait until the disk has the files"}, arguments->durable);
    verb.flag({.names = "--dry-run", .help = "only say what would be written"}, arguments->dry_run);
    add_fail_on(verb, arguments->fail_on);
    verb.footer(
        "Examples:\n"
        "  thaw convert rat.ddd -o copy.ddd\n"
        "  thaw convert rat.ddd -o rat.rdy                            (as the game has it in memory)\n"
        "  thaw convert fish_d.3d --variant deusex -o out/fish_d.3d   (writes fish_a.3d too)\n"
        "  thaw convert models/ -o out/ --dry-run\n"
        "\n"
        "In their own format and without --variant the files come out byte for byte as they went in.\n"
        "An existing file is replaced only with --force, and an input never.");
    verb.run([&console, arguments] { return Convert(console, *arguments).run(); });
}

}  // namespace thaw::cli
