// convert MODEL OUT.glb BACK: to glTF, and back over the model, which proves that nothing is lost.
#include <cstdio>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    if (count != 4) return 2;
    const auto fail = [](const thaw::Error& error) {
        std::puts(thaw::to_string(error).c_str());
        return 1;
    };
    const auto model = thaw::load(words[1]);
    if (!model) return fail(model.error());
    const auto out = thaw::save(*model, words[2], {.convert = {.compact = true}});
    if (!out) return fail(out.error());
    const auto edited = thaw::load(words[2]);  // after somebody worked on it
    if (!edited) return fail(edited.error());
    const auto back = thaw::save(*edited, words[3], {.convert = {.base = &*model}});
    if (!back) return fail(back.error());
    std::printf("%s, and back: %s\n", out->files[0].c_str(), back->change_summary.c_str());
}
