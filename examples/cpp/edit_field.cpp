// edit_field MODEL PATH NUMBER OUT: one value of the file changed, all else byte for byte.
#include <cstdio>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    if (count != 5) return 2;
    const auto model = thaw::load(words[1]);
    const auto changed = model ? thaw::set_field(*model, words[2], words[3]) : model.error();
    const auto saved = changed ? thaw::save(*changed, words[4]) : changed.error();
    if (!saved) {
        std::puts(thaw::to_string(saved.error()).c_str());
        return 1;
    }
    const auto difference = thaw::diff(*model, *changed);
    for (const thaw::FieldChange& change : difference.value().changes) {
        std::printf("%s: %s -> %s\n", change.path.c_str(), thaw::json::to_text(change.before).c_str(),
                    thaw::json::to_text(change.after).c_str());
    }
}
