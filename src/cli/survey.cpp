// thaw survey: what values every field takes, over all the files of a game.
#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/report_file.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "inspect/census.hpp"
#include "io/interrupt.hpp"

namespace thaw::cli {

namespace {

struct SurveyArguments {
    ModelArguments models{};
    long jobs = 0;
    std::vector<std::string> fields{};
    bool unknown = false;
    bool json = false;
    std::string share{};
    bool force = false;
};

class SurveyRun {
public:
    SurveyRun(Console& console, const SurveyArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    bool start(const io::Inputs& inputs);
    bool is_meant(const std::string& path) const;
    void print_group(const std::string& name, const inspect::Census::Group& group);
    void print_field(const std::string& path, const inspect::Census::Facts& facts, std::size_t width);
    Status share();

    Console& console_;
    const SurveyArguments& arguments_;
    inspect::Census census_;
    Tally tally_;
    io::InputFiles read_files_;
    bool started_ = false;
};

int SurveyRun::run() {
    visit_models(console_, arguments_.models, tally_,
                 {.start = [&](const io::Inputs& inputs) { return start(inputs); },
                  .work = [](const io::Input&, const io::Opened& opened) -> std::shared_ptr<void> {
                      auto census = std::make_shared<inspect::Census>();
                      census->add(opened.model);
                      return census;
                  },
                  .worked =
                      [&](const io::Input&, io::Opened&, void* census) {
                          if (census != nullptr) census_.merge(*static_cast<inspect::Census*>(census));
                          tally_.clean += 1;
                      },
                  .jobs = static_cast<unsigned>(arguments_.jobs),
                  .read_files = &read_files_});
    if (tally_.interrupted != 0 || !started_) return tally_.exit_code();
    if (!arguments_.share.empty()) {
        if (auto status = share(); !status) report_failure(console_, tally_, {}, status.error());
        return tally_.exit_code();
    }
    if (arguments_.json) {
        console_.line("{}", json::to_text(inspect::census_json(census_, false)));
    } else {
        for (const auto& [name, group] : census_.groups()) print_group(name, group);
    }
    return tally_.exit_code();
}

// Checks the target of the report before everything is read.
bool SurveyRun::start(const io::Inputs& inputs) {
    io::watch_signals(inputs.models.size() > 1 ? io::OnSignal::ask : io::OnSignal::end);
    if (!arguments_.share.empty()) {
        const auto status = check_report(arguments_.share, arguments_.force, read_files_);
        if (!status) report_failure(console_, tally_, {}, status.error());
        return started_ = status.ok();
    }
    return started_ = true;
}

bool SurveyRun::is_meant(const std::string& path) const {
    if (arguments_.unknown && path.find("unknown") == std::string::npos && path.find("reserved") == std::string::npos) {
        return false;
    }
    return arguments_.fields.empty() ||
           std::any_of(arguments_.fields.begin(), arguments_.fields.end(),
                       [&](const std::string& pattern) { return text::matches_pattern(path, pattern); });
}

void SurveyRun::print_group(const std::string& name, const inspect::Census::Group& group) {
    std::vector<std::pair<std::string, const inspect::Census::Facts*>> fields;
    std::size_t width = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
        std::string path = group.path(i);
        if (path.starts_with('.')) path.erase(0, 1);
        if (!is_meant(path)) continue;
        width = std::max(width, path.size());
        fields.emplace_back(std::move(path), &group.facts(i));
    }
    if (fields.empty()) return;
    console_.line("{}, {}", console_.paint(Paint::bold, name), text::plural(group.files, "model"));
    for (const auto& [path, facts] : fields) print_field(path, *facts, width);
}

// name, type, how many, what: the values themselves where they are few, else their range.
void SurveyRun::print_field(const std::string& path, const inspect::Census::Facts& facts, std::size_t width) {
    constexpr std::size_t listed = 8;
    std::string what;
    if (facts.is_length) what = "length ";
    if (facts.counts.size() <= listed && facts.counts.is_complete()) {
        auto counts = facts.counts.by_word();
        std::stable_sort(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        for (const auto& [word, times] : counts) {
            what += inspect::value_text(facts, word);
            what += facts.is_constant() ? " always" : " x" + std::to_string(times);
            what += word == counts.back().first && times == counts.back().second ? "" : ", ";
        }
    } else {
        what += fmt::format("{} .. {}, {}{} values", number_words(facts.least), number_words(facts.most),
                            facts.counts.is_complete() ? "" : "more than ", facts.counts.size());
    }
    if (facts.odd > 0) what += fmt::format(", {} not finite", facts.odd);
    console_.line("  {:<{}}  {:<14} {:>8}  {}", path, width, facts.type, facts.values, what);
}

// So that an owner of the game can publish it: no names of files, no texts, no lists of coordinates.
Status SurveyRun::share() {
    json::Value out = new_report();
    out.set("formats", inspect::census_json(census_, true));
    auto status = write_report(arguments_.share, out, arguments_.force, read_files_, console_);
    if (!status || arguments_.share == "-") return status;
    console_.line("{}: {} of {}, without the game's content", text::printable(arguments_.share),
                  text::plural(census_.groups().size(), "kind"), text::plural(tally_.opened(), "model"));
    return Done{};
}

}  // namespace

void add_survey(Verb& verb, Console& console) {
    auto arguments = std::make_shared<SurveyArguments>();
    add_model_arguments(verb, arguments->models);
    verb.texts({.names = "--field",
                .type = "PATTERN",
                .help = "print only fields that match, for example 'bones[].*'; repeatable"},
               arguments->fields);
    verb.flag({.names = "--unknown", .help = "print only fields of unknown meaning"}, arguments->unknown);
    verb.flag({.names = "--json", .help = "print one JSON object"}, arguments->json);
    verb.text({.names = "--share",
               .type = "FILE",
               .help = "write a report without any of the game's content, for publishing; - is standard output"},
              arguments->share);
    verb.integer({.names = "-j,--jobs",
                  .type = "N",
                  .help = "models processed in parallel [default: one per CPU]",
                  .check = number_in(0, 256)},
                 arguments->jobs);
    verb.flag({.names = "-f,--force", .help = "overwrite an existing file that Thaw did not make"}, arguments->force);
    verb.footer(
        "Examples:\n"
        "  thaw survey game/\n"
        "  thaw survey datafile.sdf/ --unknown\n"
        "  thaw survey game/ --share survey.json     (contains nothing of the game: publish it)\n"
        "\n"
        "Each line: the field, its type, the number of values, and which. The elements of an array count as one "
        "field.");
    verb.run([&console, arguments] { return SurveyRun(console, *arguments).run(); });
}

}  // namespace thaw::cli
