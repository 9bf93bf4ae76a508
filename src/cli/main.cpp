// thaw: the command line.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text.hpp"
#include "cli/exit_codes.hpp"
#include "cli/fail_on.hpp"
#include "cli/verbs.hpp"

namespace {

using thaw::cli::ColorMode;

// What `thaw` alone says: enough to start.
constexpr std::string_view start_help =
    "thaw reads, checks, explains and writes the 3D models of orphaned games.\n"
    "\n"
    "  thaw info rat.ddd              what a model is\n"
    "  thaw info models/              all models of a folder\n"
    "  thaw check rat.ddd             what is odd about it, and where\n"
    "  thaw dump rat.ddd              what every byte is\n"
    "  thaw convert a_d.3d -o out/    write it again, exactly or as another variant\n"
    "  thaw formats                   the formats Thaw knows\n"
    "\n"
    "thaw VERB --help explains a verb, thaw --help the rest.\n";

constexpr const char* exit_help =
    "Exit codes: 0 clean, 1 findings or some models refused, 2 bytes that cannot be read,\n"
    "3 wrong usage, 4 file system.";

int report_usage(thaw::cli::Program& program, const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
        const int code = app.exit(error);
        return program.console.finish(code);
    }
    if (app.get_subcommands().empty() && error.get_name() == "ExtrasError" && !app.remaining().empty()) {
        program.console.note("there is no verb {}; see thaw --help", thaw::text::printable(app.remaining().front()));
        return thaw::cli::exit_usage;
    }
    std::string verb = "thaw";
    for (const CLI::App* sub : app.get_subcommands()) verb += " " + sub->get_name();
    program.console.note("{}; see {} --help", thaw::text::printable(error.what()), verb);
    return thaw::cli::exit_usage;
}

ColorMode color_mode(const std::string& word) {
    if (word == "always") return ColorMode::always;
    return word == "never" ? ColorMode::never : ColorMode::automatic;
}

}  // namespace

int main(int argc, char** argv) {
    thaw::cli::Program program;
    CLI::App app{"Thaws the 3D models of orphaned games: reads, checks, explains and writes them.", "thaw"};
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", "thaw " THAW_VERSION);
    app.get_formatter()->column_width(28);
    app.footer(exit_help);
    std::string color = "auto";
    app.fallthrough();
    app.add_option("--color", color, "auto, always or never; auto means on a terminal without NO_COLOR")
        ->type_name("WHEN")
        ->check(thaw::cli::one_of({"auto", "always", "never"}));

    thaw::cli::add_info(app, program);
    thaw::cli::add_check(app, program);
    thaw::cli::add_dump(app, program);
    thaw::cli::add_convert(app, program);
    thaw::cli::add_formats(app, program);
    try {
        app.parse(argc, argv);
        program.console.set_color(color_mode(color));
        if (program.run) return program.console.finish(program.run());
        program.console.write(start_help);
        return program.console.finish(thaw::cli::exit_clean);
    } catch (const CLI::ParseError& error) {
        return report_usage(program, app, error);
    } catch (const std::bad_alloc&) {
        program.console.note("out of memory");
        return thaw::cli::exit_unreadable;
    }
}
