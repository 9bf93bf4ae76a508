// thaw check: every finding about a model, with its place.
#include <array>
#include <memory>

#include <thaw/info.hpp>

#include "base/text.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"

namespace thaw::cli {

namespace {

struct CheckArguments {
    ModelArguments models{};
    std::string profile = "spec";
    FailOn fail_on{};
    bool json = false;
};

class Check {
public:
    Check(Console& console, const CheckArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    void show(const Model& model);
    void show_error(const std::string& path, const Error& error);
    void print_json(const Model& model, const Issues& issues);
    void print_text(const Model& model, const Issues& issues);
    void print_total();

    Console& console_;
    const CheckArguments& arguments_;
    Tally tally_;
    bool several_ = false;
};

int Check::run() {
    visit_models(console_, arguments_.models, tally_,
                 {.opened = [&](const io::Input&, io::Opened& opened) { show(opened.model); },
                  .refused = [&](const io::Input& input, const io::Refused& r) { show_error(input.path, r.error); },
                  .start =
                      [&](const io::Inputs& inputs) {
                          several_ = inputs.models.size() + inputs.errors.size() > 1;
                          return true;
                      },
                  .reports_missing = true});
    if (several_ && !arguments_.json) print_total();
    return tally_.exit_code();
}

void Check::show(const Model& model) {
    const auto issues = check(model, arguments_.profile == "game" ? Profile::game : Profile::spec);
    const std::string& file = model.bundle.parts.front().name;
    if (!issues) {
        console_.error("{}: {}", text::printable(file), to_string(issues.error()));
        tally_.add(issues.error());
        show_error(file, issues.error());
        return;
    }
    tally_.add(*issues);
    if (arguments_.fail_on.reached_by(*issues)) tally_.failed = true;
    arguments_.json ? print_json(model, *issues) : print_text(model, *issues);
}

void Check::show_error(const std::string& path, const Error& error) {
    if (!arguments_.json) return;
    json::Value out;
    out.set("file", path).set("error", to_json(error));
    console_.line("{}", json::to_text(out));
}

void Check::print_json(const Model& model, const Issues& issues) {
    json::Value out;
    out.set("file", model.bundle.parts.front().name).set("format", model.format->id);
    out.set("profile", arguments_.profile);
    const json::Value found = to_json(issues);
    for (const json::Member& member : *found.get_if<json::Object>()) out.set(member.first, member.second);
    console_.line("{}", json::to_text(out));
}

void Check::print_text(const Model& model, const Issues& issues) {
    // Of many models only those with something to say.
    if (issues.empty() && several_ && !arguments_.models.verbose) return;
    const Paint paint = issues.empty() ? Paint::green : paint_of(issues.worst());
    console_.line("{}: {}", text::printable(model.bundle.parts.front().name),
                  console_.paint(paint, tally_words(issues)));
    print_issues(console_, model, issues, arguments_.models.verbose);
}

void Check::print_total() {
    std::string out = fmt::format("{}: {} clean", text::plural(tally_.models(), "model"), tally_.clean);
    if (tally_.with_info > 0) out += fmt::format(", {} with remarks", tally_.with_info);
    out += fmt::format(", {} with warnings, {} with errors, {} refused", tally_.with_warnings, tally_.with_errors,
                       tally_.refused + tally_.file_system_errors);
    console_.line("{}", out);
}

}  // namespace

void add_check(Verb& verb, Console& console) {
    auto arguments = std::make_shared<CheckArguments>();
    add_model_arguments(verb, arguments->models);
    verb.text({.names = "--profile",
               .type = "spec|game",
               .help = "spec: what the format allows; game: also what the original game accepts [default: spec]",
               .check = one_of({"spec", "game"})},
              arguments->profile);
    add_fail_on(verb, arguments->fail_on);
    verb.flag({.names = "--json", .help = "print one JSON object per model and line"}, arguments->json);
    verb.footer(
        "Examples:\n"
        "  thaw check rat.ddd\n"
        "  thaw check --profile game --fail-on warning models/\n"
        "  thaw check --json models/ > findings.jsonl\n"
        "\n"
        "Equal findings are shown once, with a count; -v shows each of them.\n"
        "thaw formats --issues explains the codes.");
    verb.run([&console, arguments] { return Check(console, *arguments).run(); });
}

}  // namespace thaw::cli
