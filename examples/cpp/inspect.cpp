// inspect MODEL: what there is to know of a model, and its first fields.
#include <cstdio>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    if (count != 2) return 2;
    const auto opened = thaw::load_opened(words[1]);
    if (!opened) {
        std::puts(thaw::to_string(opened.error()).c_str());
        return 1;
    }
    const auto known = thaw::info(*opened);
    const auto page = thaw::fields(opened->model, {.most = 8});
    if (!known || !page) return 1;
    std::printf("%s: %s, %llu vertices\n", known->file.c_str(), std::string(known->format->id).c_str(),
                static_cast<unsigned long long>(known->totals.vertices));
    for (const thaw::ClipSummary& clip : known->clips) std::printf("  %s: %.2f s\n", clip.name.c_str(), clip.seconds());
    for (const thaw::Issue& issue : known->issues.list()) std::printf("  %s\n", thaw::message_of(issue).c_str());
    for (const thaw::FieldInfo& field : page->fields) {
        std::printf("  %6llu  %s %s\n", static_cast<unsigned long long>(field.offset), field.path.c_str(),
                    thaw::json::to_text(field.value).c_str());
    }
}
