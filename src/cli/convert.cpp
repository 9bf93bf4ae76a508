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
    add_together_argument(verb, arguments->models);
    add_parts_argument(verb, arguments->models.parts);
    verb.text(
        {.names = "--shard", .type = "I/N", .help = "do only the I-th of N parts of the work", .check = shard_check()},
        arguments->shard);
    verb.group("Output");
    verb.text({.names = "-o,--output",
               .type = "OUT",
               .help = "write to this file (its extension selects the format), folder (ends with /) or - [default: "
                       "NAME.glb; FOLDER-glb/ for a folder or archive]"},
              arguments->out);
    verb.text({.names = "--to",
               .type = "glb|gltf|obj|native|ID",
               .help = "convert to this format; needed for a folder or - [default: glb]"},
              arguments->to);
    verb.text(
        {.names = "--variant", .type = "NAME", .help = "write this variant of the format [default: the model's own]"},
        arguments->variant);
    add_native_arguments(verb, arguments->back);
    add_work_arguments(verb, arguments->work);
    verb.flag({.names = "--durable", .help = "flush the files to disk before reporting success"}, arguments->durable);
    verb.flag({.names = "--dry-run", .help = "print what would be written, and write nothing"}, arguments->dry_run);
    verb.flag({.names = "--again", .help = "convert up-to-date models again"}, arguments->again);
    verb.flag({.names = "--gallery", .help = "also make a web page of all models, in OUT/gallery"}, arguments->gallery);
    verb.text({.names = "--report",
               .type = "FILE",
               .help = "write all findings and losses to this JSON file; - is standard output"},
              arguments->report);
    verb.flag({.names = "--strict", .help = "exit 1 if anything is missing or had to be repaired"}, arguments->strict);
    add_fail_on(verb, arguments->fail_on);
    verb.group("glTF");
    verb.flag({.names = "--no-source", .help = "do not embed the model's own files in the glTF"}, arguments->no_source);
    verb.flag({.names = "--compact",
               .help = "store vertex animation in the 8 or 16 bits that its steps take; viewers need "
                       "KHR_mesh_quantization, which all well-known ones have"},
              arguments->compact);
    verb.flag({.names = "--meshopt",
               .help = "the same, and packed by meshoptimizer, for web pages; viewers need EXT_meshopt_compression, "
                       "which three.js and Babylon.js have"},
              arguments->meshopt);
    verb.text({.names = "--shading",
               .type = "unlit|lit",
               .help = "materials of games that drew without light; lit is for viewers that show unlit ones white "
                       "[default: unlit]",
               .check = one_of({"unlit", "lit"})},
              arguments->shading);
    add_normals_argument(verb, arguments->scene);
    add_scene_arguments(verb, arguments->scene, OptionScope::scene_and_build);
    verb.footer(
        "Examples:\n"
        "  thaw convert rat.ddd                                       (writes rat.glb)\n"
        "  thaw convert models/ -o out/                               (all of them, as GLB)\n"
        "  thaw convert datafile.sdf                                  (all of them, into datafile-glb/)\n"
        "  thaw convert game/ -o out/ -j 8 --report out.json          (archives too; a second run resumes)\n"
        "  thaw convert game/ --only '*.ddd' --exclude old            (into game-glb/)\n"
        "  thaw convert datafile.sdf/PLAYER.DDD\n"
        "  thaw convert fish_d.3d --texture 0=fish.png -o fish.gltf\n"
        "  thaw convert rat.ddd --frame 30 -o rat.obj                 (one pose)\n"
        "  thaw convert rat.ddd -o copy.ddd\n"
        "  thaw convert rat.ddd -o rat.rdy                            (the game's memory layout)\n"
        "  thaw convert fish_d.3d --variant deusex -o out/fish_d.3d   (writes fish_a.3d too)\n"
        "  thaw convert models/ --to native -o out/ --dry-run\n"
        "  thaw convert edited/ --to ddd -o out/                      (a folder of GLBs)\n"
        "  thaw convert edited.glb --base fish_d.3d -o out/fish_d.3d  (changes only what was edited)\n"
        "  thaw convert robot.glb -o robot.ctr --dry-run              (lists what would be lost)\n"
        "\n"
        "A model written in its own format, without --variant, is byte-identical to the input.\n"
        "Files that Thaw did not make are overwritten only with --force; inputs never are. Folders are created as "
        "needed.\n"
        "Without -o, a file is converted into the current folder, and a folder or archive into a folder named after "
        "it:\n"
        "models/ into models-glb/ (with --to ddd: models-ddd/), next to the input if the current folder is inside it.");
    verb.run([&console, arguments] { return Conversion(console, *arguments).run(); });
}

}  // namespace thaw::cli
