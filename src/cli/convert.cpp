// thaw convert: a model as glTF, in another format or variant, or written again byte for byte.
#include <memory>

#include "cli/conversion.hpp"
#include "cli/shard.hpp"
#include "cli/verbs.hpp"

namespace thaw::cli {

void add_convert(Verb& verb, Console& console) {
    auto arguments = std::make_shared<ConvertArguments>();
    verb.group("Input");
    add_model_arguments(verb, arguments->models);
    verb.text({.names = "--shard",
               .type = "I/N",
               .help = "only the I-th of N parts of the work; N runs side by side do all of it",
               .check = shard_check()},
              arguments->shard);
    verb.group("Output");
    verb.text({.names = "-o,--output",
               .type = "OUT",
               .help = "a file whose name says the format, a folder, or - [default: NAME.glb]"},
              arguments->out);
    verb.text(
        {.names = "--to", .type = "glb|gltf|obj|native|ID", .help = "what goes into a folder or - [default: glb]"},
        arguments->to);
    verb.text({.names = "--variant", .type = "NAME", .help = "the variant to write [default: the model's own]"},
              arguments->variant);
    add_native_arguments(verb, arguments->back);
    add_work_arguments(verb, arguments->work);
    verb.flag({.names = "--durable", .help = "wait until the disk has the files"}, arguments->durable);
    verb.flag({.names = "--dry-run", .help = "only say what would be written"}, arguments->dry_run);
    verb.flag({.names = "--again", .help = "folders: also what an earlier run has made, though nothing changed"},
              arguments->again);
    verb.flag({.names = "--gallery", .help = "folders: a web page of everything too, in OUT/gallery"},
              arguments->gallery);
    verb.text({.names = "--report", .type = "FILE", .help = "everything found and lost, as JSON; - is standard output"},
              arguments->report);
    verb.flag({.names = "--strict", .help = "exit with 1 if anything is missing or had to be repaired"},
              arguments->strict);
    add_fail_on(verb, arguments->fail_on);
    verb.group("glTF");
    verb.flag({.names = "--no-source", .help = "do not keep the model's own files inside"}, arguments->no_source);
    add_normals_argument(verb, arguments->scene);
    add_scene_arguments(verb, arguments->scene, OptionScope::scene_and_build);
    verb.footer(
        "Examples:\n"
        "  thaw convert rat.ddd                                       (writes rat.glb)\n"
        "  thaw convert models/ -o out/                               (all of them as GLB)\n"
        "  thaw convert game/ -o out/ -j 8 --report out.json          (archives too; run again, it goes on)\n"
        "  thaw convert datafile.sdf/PLAYER.DDD\n"
        "  thaw convert fish_d.3d --texture 0=fish.png -o fish.gltf\n"
        "  thaw convert rat.ddd --frame 30 -o rat.obj                 (one pose)\n"
        "  thaw convert rat.ddd -o copy.ddd\n"
        "  thaw convert rat.ddd -o rat.rdy                            (as the game has it in memory)\n"
        "  thaw convert fish_d.3d --variant deusex -o out/fish_d.3d   (writes fish_a.3d too)\n"
        "  thaw convert models/ --to native -o out/ --dry-run\n"
        "  thaw convert edited/ --to ddd -o out/                      (a folder of GLBs)\n"
        "  thaw convert edited.glb --base fish_d.3d -o out/fish_d.3d  (only what was edited changes)\n"
        "  thaw convert robot.glb -o robot.ctr --dry-run              (what would be lost)\n"
        "\n"
        "In their own format and without --variant the files come out byte for byte as they went in.\n"
        "A file that Thaw did not make is replaced only with --force, and an input never.");
    verb.run([&console, arguments] { return Conversion(console, *arguments).run(); });
}

}  // namespace thaw::cli
