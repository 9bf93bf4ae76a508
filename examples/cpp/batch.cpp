// batch FILE...: every model in these files, and why the others are none.
#include <cstdio>
#include <thaw/thaw.hpp>

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        for (const thaw::OpenResult& result : thaw::load_all(words[i])) {
            if (const auto* refused = std::get_if<thaw::RefusedModel>(&result)) {
                std::printf("%s: %s\n", words[i], std::string(thaw::code_name(refused->error.code)).c_str());
                continue;
            }
            const auto known = thaw::info(std::get<thaw::OpenedModel>(result));
            if (!known) return 1;
            std::printf("%s: %s, %zu clips, %zu findings\n", words[i], std::string(known->format->id).c_str(),
                        known->clips.size(), known->issues.list().size());
        }
    }
}
