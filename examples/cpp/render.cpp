// render MODEL OUT.png: an image of the model, as its game drew it.
#include <cstdio>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    if (count != 3) return 2;
    const auto model = thaw::load(words[1]);
    thaw::SaveOptions options;
    options.render.width = options.render.height = 256;
    options.render.style = thaw::Style::game;
    options.render.background = *thaw::color_of("grey");
    const auto saved = model ? thaw::save(*model, words[2], options) : model.error();
    std::puts(saved ? saved->files[0].c_str() : thaw::to_string(saved.error()).c_str());
    return saved ? 0 : 1;
}
