// thaw dump: what every byte of a model is.
#include <memory>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/verbs.hpp"
#include "inspect/dump.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

struct DumpArguments {
    ModelArguments models{};
    bool hex = false;
    bool json = false;
    bool all = false;
    std::string field{};
    std::string at{};
    std::string part{};
};

// "0x4f2" or "1266".
std::optional<u64> parse_offset(std::string_view word) {
    const bool hex = word.starts_with("0x") || word.starts_with("0X");
    if (hex) word.remove_prefix(2);
    return text::whole_integer<u64>(word, hex ? 16 : 10);
}

class Dump {
public:
    Dump(Console& console, const DumpArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    void show(const Format& format, const Bundle& bundle, const io::Input& input, bool broken);
    std::string role_for(const Bundle& bundle, const io::Input& input) const;

    Console& console_;
    const DumpArguments& arguments_;
    Tally tally_;
    bool several_ = false;
    std::optional<Error> missing_field_;  // of the first model without the field
};

int Dump::run() {
    ModelArguments models = arguments_.models;
    // An offset is one in the file that was named, not in those that an archive holds.
    if (!arguments_.at.empty()) models.archives = io::ArchiveAs::itself;
    visit_models(console_, models, tally_,
                 {.opened = [&](const io::Input& input,
                                io::Opened& opened) { show(*opened.model.format, opened.model.bundle, input, false); },
                  .refused =
                      [&](const io::Input& input, const io::Refused& refused) {
                          if (refused.format != nullptr) show(*refused.format, refused.bundle, input, true);
                      },
                  .start =
                      [&](const io::Inputs& inputs) {
                          several_ = inputs.models.size() > 1;
                          return true;
                      }});
    if (missing_field_ && tally_.opened() == 0) {
        console_.error("{}", to_string(*missing_field_));
        ++tally_.usage_errors;
    }
    return tally_.exit_code();
}

// A byte offset is one in the file that was named, not in its other half.
std::string Dump::role_for(const Bundle& bundle, const io::Input& input) const {
    if (!arguments_.part.empty()) return arguments_.part;
    if (arguments_.at.empty() && input.named == input.path) return {};
    for (const Part& part : bundle.parts) {
        if (part.name == input.named) return part.role;
    }
    return {};
}

void Dump::show(const Format& format, const Bundle& bundle, const io::Input& input, bool broken) {
    inspect::DumpOptions options;
    options.style = arguments_.json  ? inspect::DumpStyle::json
                    : arguments_.hex ? inspect::DumpStyle::hex
                                     : inspect::DumpStyle::tree;
    options.colour = console_.color();
    options.unfolded = arguments_.all;
    options.field = arguments_.field;
    options.role = role_for(bundle, input);
    if (!arguments_.at.empty()) options.at = parse_offset(arguments_.at);
    // With a field the heading of what is found names the file.
    if (several_ && !arguments_.json && arguments_.field.empty()) {
        console_.line("{}", console_.paint(Paint::bold, text::printable(input.path)));
    }
    auto status = inspect::dump(format, bundle, options, {}, console_);
    if (broken) return;  // the reading error is reported next
    if (status) {
        tally_.add(Issues());
        return;
    }
    if (status.error().file.empty()) status.error().file = input.path;
    // Of several models those that have the field are shown.
    if (several_ && !arguments_.field.empty() && status.error().code == Code::bad_value) {
        if (!missing_field_) missing_field_ = status.error();
        return;
    }
    console_.error("{}", to_string(status.error()));
    // The model itself was read, so what is wrong is what was asked for.
    if (status.error().code == Code::out_of_memory || status.error().code == Code::internal) {
        tally_.add(status.error());
    } else {
        ++tally_.usage_errors;
    }
}

}  // namespace

void add_dump(Verb& verb, Console& console) {
    auto arguments = std::make_shared<DumpArguments>();
    add_model_arguments(verb, arguments->models);
    verb.flag({.names = "--hex", .help = "print a hex view with the borders of fields"}, arguments->hex);
    verb.flag({.names = "--json", .help = "print JSON", .excludes = "--hex"}, arguments->json);
    verb.flag({.names = "--all", .help = "print every element of every array"}, arguments->all);
    verb.text({.names = "--field", .type = "PATH", .help = "print only this field and what is below it"},
              arguments->field);
    verb.text({.names = "--at",
               .type = "OFFSET",
               .help = "print only the field that holds this byte, for example 0x4f2",
               .check =
                   [](const std::string& text) {
                       return parse_offset(text) ? std::string() : text + " is not an offset; write 1266 or 0x4f2";
                   }},
              arguments->at);
    verb.text({.names = "--part", .type = "ROLE", .help = "print only this file of the model, for example aniv"},
              arguments->part);
    verb.footer(
        "Examples:\n"
        "  thaw dump rat.ddd\n"
        "  thaw dump rat.ddd --field 'bases[0].bones[3]'\n"
        "  thaw dump fish_a.3d --at 0x4f2\n"
        "  thaw dump --hex rat.ddd | less -R\n"
        "\n"
        "A damaged file is shown up to the field that cannot be read.");
    verb.run([&console, arguments] { return Dump(console, *arguments).run(); });
}

}  // namespace thaw::cli
