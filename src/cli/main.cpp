// thaw: the command line.
#include <new>

#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"

namespace {

using thaw::cli::ColorMode;

// What `thaw` alone prints: enough to start.
constexpr std::string_view start_help =
    "thaw reads, checks, explains, converts and writes the 3D models of orphaned games: Anachronox .ctc,\n"
    "Unreal and Deus Ex _d.3d + _a.3d, Crash Team Racing .ctr, Twilli Engine .twm, SoulFu .ddd and .rdy.\n"
    "\n"
    "  thaw info rat.ddd              describe a model; folders and archives work everywhere\n"
    "  thaw check rat.ddd             list its problems, and where they are\n"
    "  thaw dump rat.ddd              explain every byte\n"
    "  thaw convert rat.ddd           write it as glTF (rat.glb), or in another format or variant\n"
    "  thaw render rat.ddd            draw an image of it (rat.png)\n"
    "  thaw sheet models/             draw all of them in one image (sheet.png)\n"
    "  thaw gallery models/           make a web page of all of them (gallery/index.html)\n"
    "  thaw list game.dat             list an archive; see also extract, replace and pack\n"
    "  thaw formats                   list the formats Thaw knows\n"
    "\n"
    "thaw help VERB explains a verb, thaw help lists all of them.\n";

constexpr const char* exit_help =
    "Exit codes: 0 success, 1 findings, some models refused, or no models found, 2 unreadable input,\n"
    "3 wrong usage, 4 file system error, 130 interrupted.";

struct VerbEntry {
    const char* name;
    const char* help;
    void (*add)(thaw::cli::Verb& verb, thaw::cli::Console& console);
};

// In the order of the help.
constexpr VerbEntry verbs[] = {
    {"info", "Describe models: format, size, clips, textures, findings", thaw::cli::add_info},
    {"check", "List every problem of a model, and where it is", thaw::cli::add_check},
    {"dump", "Explain every byte of a model", thaw::cli::add_dump},
    {"convert", "Convert models to glTF or OBJ, to another format or variant, or back into a game's format",
     thaw::cli::add_convert},
    {"render", "Draw models as images, still or animated", thaw::cli::add_render},
    {"sheet", "Draw many models in one image, with their names", thaw::cli::add_sheet},
    {"gallery", "Make a web page of many models, with animated previews and GLB files", thaw::cli::add_gallery},
    {"list", "List the files in an archive, and what they are", thaw::cli::add_list},
    {"extract", "Extract files from an archive", thaw::cli::add_extract},
    {"replace", "Replace a file inside an archive", thaw::cli::add_replace},
    {"pack", "Pack a folder of files into a game's archive", thaw::cli::add_pack},
    {"diff", "Show what differs between two models, field by field", thaw::cli::add_diff},
    {"set", "Change fields of a model, and nothing else", thaw::cli::add_set},
    {"survey", "Count the values of every field over many files", thaw::cli::add_survey},
    {"formats", "List the formats Thaw knows, and every finding it can report", thaw::cli::add_formats},
};

ColorMode color_mode(const std::string& word) {
    if (word == "always") return ColorMode::always;
    return word == "never" ? ColorMode::never : ColorMode::automatic;
}

int run(thaw::cli::Console& console, int argc, char** argv) {
    using thaw::cli::CommandLine;
    CommandLine line({.description = "Reads, checks, explains, converts and writes the 3D models of orphaned games.",
                      .version = "thaw " THAW_VERSION,
                      .footer = exit_help});
    std::string color = "auto";
    line.text({.names = "--color",
               .type = "WHEN",
               .help = "use colors: auto, always or never [default: auto, on a terminal unless NO_COLOR is set]",
               .check = thaw::cli::one_of({"auto", "always", "never"})},
              color);
    bool quiet = false;
    line.flag({.names = "-q,--quiet", .help = "print only results and errors, no progress and no notes"}, quiet);
    for (const VerbEntry& entry : verbs) {
        line.add_verb(entry.name, entry.help,
                      [&console, add = entry.add](thaw::cli::Verb& verb) { add(verb, console); });
    }
    switch (line.parse(argc, argv)) {
        case CommandLine::Outcome::wrong: console.error("{}", line.complaint()); return thaw::cli::exit_usage;
        case CommandLine::Outcome::answered: console.write(line.answer()); return thaw::cli::exit_clean;
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
