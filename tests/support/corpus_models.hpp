// Every model among the real files, with the files it cannot do without.
#pragma once

#include <optional>
#include <utility>

#include <thaw/format.hpp>

#include "support/corpus.hpp"

namespace thaw::test {

// The other half of an Unreal pair, whatever the case of its name.
inline std::optional<std::filesystem::path> other_half(const std::filesystem::path& path) {
    std::string name = path.filename().string();  // x_d.3d
    if (name.size() < 6) return {};
    for (const char letter : {'a', 'A'}) {
        name[name.size() - 4] = letter;
        if (std::filesystem::exists(path.parent_path() / name)) return path.parent_path() / name;
    }
    return {};
}

// The file at this path and what belongs to it; nothing if it is no model, or half of one.
inline std::optional<Model> corpus_model(const std::filesystem::path& path) {
    const Blob bytes = load_file(path);
    const std::string name = path.filename().string();
    const auto found = detect(name, bytes);
    if (!found || found->format->to_scene == nullptr) return {};
    Bundle bundle{{{found->sniffed.role, name, bytes}}};
    const auto add = [&](const char* role, const std::filesystem::path& file) {
        bundle.parts.push_back({role, file.filename().string(), load_file(file)});
    };
    if (found->format->id == "unreal") {
        const auto other = found->sniffed.role == "data" ? other_half(path) : std::nullopt;
        if (!other) return {};
        add("aniv", *other);
    }
    const auto map = std::filesystem::path(path).replace_extension(".ptr");
    if (found->format->id == "ctr" && std::filesystem::exists(map)) add("ptr", map);
    auto model = read(*found->format, std::move(bundle));
    return model ? std::optional(std::move(*model)) : std::nullopt;
}

// visit(path, model)
template <class Visit>
void for_each_corpus_model(Visit&& visit) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
        if (!entry.is_regular_file()) continue;
        if (const auto model = corpus_model(entry.path())) visit(entry.path(), *model);
    }
}

}  // namespace thaw::test
