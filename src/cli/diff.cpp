// thaw diff: what differs between two models, field by field.
#include <memory>

#include <thaw/fields.hpp>

#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"

namespace thaw::cli {

namespace {

constexpr u64 first_changes = 1000;  // without --all

struct DiffArguments {
    ModelArguments models{};
    std::string before{};
    std::string after{};
    std::string field{};
    std::string part{};
    bool all = false;
    bool json = false;
};

class Compare {
public:
    Compare(Console& console, const DiffArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    Result<io::Opened> open(const std::string& path);
    void compare(const Model& before, const Model& after);
    void show(const Diff& diff, const Model& after);
    void show_formats(const Format& before, const Format& after);
    json::Value names() const;

    Console& console_;
    const DiffArguments& arguments_;
    Tally tally_;
};

int Compare::run() {
    const auto before = open_model(arguments_.before, arguments_.models);
    if (!before) report_failure(console_, tally_, arguments_.before, before.error());
    const auto after = open_model(arguments_.after, arguments_.models);
    if (!after) report_failure(console_, tally_, arguments_.after, after.error());
    if (before && after) compare(before->model, after->model);
    return tally_.exit_code();
}

void Compare::compare(const Model& before, const Model& after) {
    if (before.format != after.format) return show_formats(*before.format, *after.format);
    const auto found = diff(before, after,
                            {.part = arguments_.part,
                             .below = arguments_.field,
                             .most = arguments_.all || arguments_.json ? ~u64{0} : first_changes});
    if (!found) {
        const Code code = found.error().code;
        if (code != Code::bad_value && code != Code::missing_part) {
            return report_failure(console_, tally_, arguments_.before, found.error());
        }
        console_.error("{}", to_string(found.error()));  // of what was asked for
        ++tally_.usage_errors;
        return;
    }
    tally_.failed = !found->equal();
    show(*found, after);
}

json::Value Compare::names() const {
    json::Value out;
    out.set("version", 1).set("before", arguments_.before).set("after", arguments_.after);
    return out;
}

void Compare::show(const Diff& diff, const Model& after) {
    if (arguments_.json) {
        json::Value out = names();
        out.set("format", after.format->id);
        const json::Value found = diff_json(diff);
        for (const char* key : {"equal", "changes", "dropped"}) out.set(key, *found.find(key));
        console_.write(json::to_text(out) + "\n");
        return;
    }
    const std::string names = text::printable(arguments_.before) + " and " + text::printable(arguments_.after);
    if (diff.equal()) {
        console_.line("{} are equal{}", names, arguments_.field.empty() ? "" : " there");
        return;
    }
    console_.line("{}: {}", names, text::plural(diff.changes.size() + diff.dropped, "difference"));
    print_changes(console_, diff, after.bundle);
}

void Compare::show_formats(const Format& before, const Format& after) {
    tally_.failed = true;
    if (arguments_.json) {
        json::Value out = names();
        out.set("formats", json::Array{before.id, after.id}).set("equal", false);
        out.set("changes", json::Array{}).set("dropped", 0);
        console_.write(json::to_text(out) + "\n");
        return;
    }
    console_.line("{} and {} are of two formats: {} and {}", text::printable(arguments_.before),
                  text::printable(arguments_.after), before.title, after.title);
}

}  // namespace

void add_diff(Verb& verb, Console& console) {
    auto arguments = std::make_shared<DiffArguments>();
    verb.text({.names = "A", .help = "a model: a file, or one inside an archive", .required = true}, arguments->before);
    verb.text({.names = "B", .help = "another one of the same format", .required = true}, arguments->after);
    verb.text({.names = "--field", .type = "PATH", .help = "compare only this field and what is below it"},
              arguments->field);
    verb.text({.names = "--part", .type = "ROLE", .help = "compare only this file of the models, for example aniv"},
              arguments->part);
    verb.flag({.names = "--all", .help = "print every difference [default: the first 1000]"}, arguments->all);
    verb.flag({.names = "--json", .help = "print JSON"}, arguments->json);
    add_search_argument(verb, arguments->models.search);
    verb.flag({.names = "-v,--verbose", .help = "print all details of what cannot be read"}, arguments->models.verbose);
    verb.footer(
        "Examples:\n"
        "  thaw diff rat.ddd edited.ddd\n"
        "  thaw diff fish_d.3d new/fish_d.3d --part aniv\n"
        "  thaw diff datafile.sdf/RAT.DDD RAT.DDD --field 'bases[0].bones' --json\n"
        "\n"
        "Fields are compared by path and value, wherever they lie: + is only in B, - only in A. Models of several "
        "files\n"
        "are compared file by file. Bytes that no field holds are compared, too, so that models without a difference "
        "are\n"
        "equal byte for byte. Exit codes: 0 equal, 1 different.");
    verb.run([&console, arguments] { return Compare(console, *arguments).run(); });
}

}  // namespace thaw::cli
