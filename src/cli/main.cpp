// thaw: the command line.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text.hpp"
#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"

namespace {

using thaw::cli::ColorMode;

constexpr const char* exit_help =
    "Exit codes: 0 clean, 1 findings or some models refused, 2 bytes that cannot be read,\n"
    "3 wrong usage, 4 file system.";

int report_usage(thaw::cli::Program& program, const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
        const int code = app.exit(error);
        return program.console.finish(code);
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
    app.require_subcommand(1);
    app.set_version_flag("--version", "thaw " THAW_VERSION);
    app.get_formatter()->column_width(28);
    app.footer(exit_help);
    std::string color = "auto";
    app.fallthrough();
    app.add_option("--color", color, "auto, always or never; auto means on a terminal without NO_COLOR")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));

    thaw::cli::add_info(app, program);
    thaw::cli::add_formats(app, program);
    try {
        app.parse(argc, argv);
        program.console.set_color(color_mode(color));
        return program.console.finish(program.run());
    } catch (const CLI::ParseError& error) {
        return report_usage(program, app, error);
    } catch (const std::bad_alloc&) {
        program.console.note("out of memory");
        return thaw::cli::exit_unreadable;
    }
}
