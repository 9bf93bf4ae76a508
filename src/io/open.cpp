#include "io/open.hpp"

#include <unistd.h>

#include <algorithm>

#include "io/game_folders.hpp"
#include "io/path.hpp"
#include "library/identify.hpp"

namespace thaw::io {

namespace {

// Of many models, each takes the companions that its format has options for.
bool takes(const Format& format, std::string_view role) {
    return std::any_of(format.scene_options.begin(), format.scene_options.end(), [&](const FormatOption* option) {
        return option->type == OptionType::keyed_files ? role.starts_with(option->role) : role == option->role;
    });
}

bool has(const std::vector<std::string>& list, const std::string& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

}  // namespace

// Answers on disk and in archives, and remembers where everything came from.
class Opener::Search final : public Lookup {
public:
    Search(Opener& opener, const std::string& path, const std::string& root)
        : opener_(opener), path_(path), root_(root.empty() ? root : join(root, {})) {}

    Result<std::vector<Part>> chosen(const Format& format) override {
        find_roots(format);
        std::vector<Part> values;
        std::vector<Part> files;
        for (const Given& given : opener_.options_.given) {
            if (!takes(format, given.role)) continue;
            if (!given.value.empty()) {
                values.push_back({given.role, given.value, {}});
                continue;
            }
            auto file = opener_.load_given(given.path);
            if (!file) return file.error();
            remember(given.path, *file);
            files.push_back({given.role, given.path, std::move(file->bytes)});
        }
        // Values may choose the files, so they come first.
        values.insert(values.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
        return values;
    }

    std::vector<FoundFile> find(const Want& want, const Format& format) override {
        const bool own = is_own(format, want.role);
        std::vector<Found> found = opener_.companions_.find(want, roots_, own, format.mount_ending, trees_);
        if (found.empty() && format.has_flat_names) found = find_below_trees(want, own);
        std::vector<FoundFile> out;
        for (Found& one : found) {
            remember(one.path, one.file);
            out.push_back({std::move(one.path), std::move(one.file.bytes)});
        }
        return out;
    }

    void remember(const std::string& path, const Loaded& file) { files_[path] = {file.id, file.holder()}; }

    std::vector<std::string> roots() const {
        std::vector<std::string> out = roots_;
        if (below_trees_) out.insert(out.end(), below_trees_->begin(), below_trees_->end());
        return out;
    }

    // Everything that was read for this model.
    std::vector<FileId> files_of(const Bundle& bundle) const {
        std::vector<FileId> out;
        for (const Part& part : bundle.parts) {
            const auto file = files_.find(part.name);
            if (file == files_.end()) continue;
            out.push_back(file->second.id);
            if (file->second.holder != file->second.id) out.push_back(file->second.holder);
        }
        return out;
    }

    std::set<FileId> own_of(const Format& format, const Bundle& bundle) const {
        std::set<FileId> out;
        for (const Part& part : bundle.parts) {
            const auto file = files_.find(part.name);
            if (file != files_.end() && is_own(format, part.role)) out.insert(file->second.id);
        }
        return out;
    }

private:
    void find_roots(const Format& format) {
        const std::vector<std::string>& search = opener_.options_.search;
        if (path_ != "-") roots_ = game_folders(path_, format, opener_.folders_);
        if (!root_.empty() && !has(roots_, root_)) roots_.push_back(root_);
        roots_.insert(roots_.end(), search.begin(), search.end());
        if (!root_.empty()) trees_.push_back(root_);
        trees_.insert(trees_.end(), search.begin(), search.end());
    }

    // What lies nearer counts more, so this is asked last.
    std::vector<Found> find_below_trees(const Want& want, bool own) {
        if (!below_trees_) {
            below_trees_.emplace();
            for (const std::string& tree : trees_) {
                for (std::string& folder : folders_below(tree, opener_.folders_)) {
                    below_trees_->push_back(std::move(folder));
                }
            }
        }
        return opener_.companions_.find(want, *below_trees_, own);
    }

    struct Source {
        FileId id;
        FileId holder;
    };
    Opener& opener_;
    const std::string& path_;
    std::string root_;
    std::vector<std::string> roots_{};
    std::vector<std::string> trees_{};                       // those of them that the user named
    std::optional<std::vector<std::string>> below_trees_{};  // folders in those, once one was asked for
    std::map<std::string, Source> files_{};
};

std::vector<OpenResult> Opener::open(const std::string& path, const std::string& root) {
    Search search(*this, path, root);
    auto part = load(path);
    std::vector<OpenResult> results;
    if (!part) {
        if (part.error().file.empty()) part.error().file = path;
        results.emplace_back(Refused{std::move(part.error())});
        return results;
    }
    if (part->file) search.remember(path, *part->file);
    for (thaw::OpenResult& result :
         open_models({std::move(part->part)}, {.format = options_.format, .lookup = &search, .context = context_})) {
        results.push_back(finished(std::move(result), search));
    }
    return results;
}

OpenResult Opener::finished(thaw::OpenResult result, Search& search) {
    if (auto* refused = std::get_if<RefusedModel>(&result)) {
        std::vector<FileId> files = search.files_of(refused->bundle);
        return Refused{std::move(refused->error), refused->format, std::move(refused->bundle), std::move(files)};
    }
    auto& opened = std::get<OpenedModel>(result);
    std::vector<FileId> files = search.files_of(opened.model.bundle);
    std::set<FileId> own = search.own_of(*opened.model.format, opened.model.bundle);
    return Opened{{std::move(opened)}, search.roots(), std::move(files), std::move(own)};
}

const Format* Opener::format_of(const std::string& path) {
    if (options_.format != nullptr) return options_.format;
    if (path == "-") return nullptr;
    auto first = load(path);
    if (!first) return nullptr;
    Bundle bundle{{std::move(first->part)}};
    const auto identified = identify(bundle, nullptr, context_);
    return identified ? identified->format : nullptr;
}

Result<Opener::First> Opener::load(const std::string& path) {
    if (path == "-") {
        auto bytes = read_stream(STDIN_FILENO, "standard input", context_.limits);
        if (!bytes) return bytes.error();
        return First{{{}, path, std::move(*bytes)}};
    }
    auto file = folders_.load(path);
    if (!file) return file.error();
    First out{{{}, path, file->bytes}};
    out.file = std::move(*file);
    return out;
}

Result<Loaded> Opener::load_given(const std::string& path) {
    const std::lock_guard lock(given_mutex_);
    const auto known = given_.find(path);
    return known != given_.end() ? known->second : given_.emplace(path, folders_.load(path)).first->second;
}

}  // namespace thaw::io
