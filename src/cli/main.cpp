// thaw: the command line.
#include <new>

#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"

namespace {

using thaw::cli::ColorMode;

// What `thaw` alone says: enough to start.
constexpr std::string_view start_help =
    "thaw reads, checks, explains and writes the 3D models of orphaned games: Anachronox .ctc, Unreal and\n"
    "Deus Ex _d.3d + _a.3d, Crash Team Racing .ctr, Twilli Engine .twm, SoulFu .ddd and .rdy.\n"
    "\n"
    "  thaw info rat.ddd              what a model is; folders and archives work everywhere\n"
    "  thaw check rat.ddd             what is odd about it, and where\n"
    "  thaw dump rat.ddd              what every byte is\n"
    "  thaw convert rat.ddd           as glTF (rat.glb), another variant or format, or exactly again\n"
    "  thaw render rat.ddd            a picture of it (rat.png)\n"
    "  thaw sheet models/             all of them in one picture (sheet.png)\n"
    "  thaw gallery models/           all of them as a web page (gallery/index.html)\n"
    "  thaw list game.dat             what is in an archive; extract, replace and pack go on from there\n"
    "  thaw formats                   the formats Thaw knows\n"
    "\n"
    "thaw help VERB explains a verb, thaw help lists all of them.\n";

constexpr const char* exit_help =
    "Exit codes: 0 clean, 1 findings or some models refused, 2 bytes that cannot be read,\n"
    "3 wrong usage, 4 file system, 130 interrupted.";

struct VerbEntry {
    const char* name;
    const char* help;
    void (*add)(thaw::cli::Verb& verb, thaw::cli::Console& console);
};

// In the order of the help.
constexpr VerbEntry verbs[] = {
    {"info", "What a model is: format, sizes, clips, textures, findings", thaw::cli::add_info},
    {"check", "Everything that is odd about a model, and where", thaw::cli::add_check},
    {"dump", "What every byte of a model is", thaw::cli::add_dump},
    {"convert", "Models as glTF, in another format or variant, or written again exactly", thaw::cli::add_convert},
    {"render", "Models as pictures, still or moving", thaw::cli::add_render},
    {"sheet", "Many models as one picture, with their names", thaw::cli::add_sheet},
    {"gallery", "A web page of many models, with moving previews and GLB files", thaw::cli::add_gallery},
    {"list", "The files in an archive, and what they are", thaw::cli::add_list},
    {"extract", "Files out of an archive", thaw::cli::add_extract},
    {"replace", "Another file in the place of one in an archive", thaw::cli::add_replace},
    {"pack", "An archive of a game from a folder of files", thaw::cli::add_pack},
    {"survey", "What values every field takes, over all files of a game", thaw::cli::add_survey},
    {"formats", "The formats Thaw knows, and the findings it can make", thaw::cli::add_formats},
};

ColorMode color_mode(const std::string& word) {
    if (word == "always") return ColorMode::always;
    return word == "never" ? ColorMode::never : ColorMode::automatic;
}

int run(thaw::cli::Console& console, int argc, char** argv) {
    using thaw::cli::CommandLine;
    CommandLine line({.description = "Thaws the 3D models of orphaned games: reads, checks, explains and writes them.",
                      .version = "thaw " THAW_VERSION,
                      .footer = exit_help});
    std::string color = "auto";
    line.text({.names = "--color",
               .type = "WHEN",
               .help = "auto, always or never; auto means on a terminal without NO_COLOR",
               .check = thaw::cli::one_of({"auto", "always", "never"})},
              color);
    bool quiet = false;
    line.flag({.names = "-q,--quiet", .help = "print results and errors only: no progress, no notes"}, quiet);
    for (const VerbEntry& entry : verbs) {
        line.add_verb(entry.name, entry.help,
                      [&console, add = entry.add](thaw::cli::Verb& verb) { add(verb, console); });
    }
    switch (line.parse(argc, argv)) {
        case CommandLine::Outcome::wrong: console.error("{}", line.complaint()); return thaw::cli::exit_usage;
        case CommandLine::Outcome::help_shown: return thaw::cli::exit_clean;
        case CommandLine::Outcome::nothing_named: console.write(start_help); return thaw::cli::exit_clean;
        case CommandLine::Outcome::run: break;
    }
    console.set_color(color_mode(color));
    console.set_quiet(quiet);
    return line.run();
}

}  // namespace

int main(int argc, char** argv) {
    thaw::cli::Console console;
    try {
        return console.finish(run(console, argc, argv));
    } catch (const std::bad_alloc&) {
        console.error("out of memory");
        return thaw::cli::exit_unreadable;
    }
}
