#include <thaw/open.hpp>

#include <algorithm>
#include <set>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "library/identify.hpp"

namespace thaw {

namespace {

// A model asks in at most a few rounds (the other half, its script, the images the script names).
constexpr int most_rounds = 16;

std::string key_of(const Want& want) {
    std::string key = want.role + '\n' + want.mentions + '\n' + want.key;
    for (const std::string& name : want.names) key += '\n' + name;
    return key;
}

// The model's own files in the format's order, then the rest: the first one names the model.
// Only at the end: while files are looked up, the one that was given first leads.
void sort_parts(const Format& format, Bundle& bundle) {
    std::vector<Part> sorted;
    for (const PartRole& role : format.parts) {
        for (const Part& part : bundle.parts) {
            if (part.role == role.role) sorted.push_back(part);
        }
    }
    for (const Part& part : bundle.parts) {
        if (!is_own(format, part.role)) sorted.push_back(part);
    }
    bundle.parts = std::move(sorted);
}

bool has_own_part(const Format& format, const Bundle& bundle) {
    return std::any_of(bundle.parts.begin(), bundle.parts.end(),
                       [&](const Part& part) { return is_own(format, part.role); });
}

// A pattern is a second try for something that was asked for by name before.
void note_missing(const Want& want, std::vector<Companion>& companions) {
    if (!want.mentioned) return;
    const bool pattern = want.names.front().find('*') != std::string::npos;
    const bool listed =
        std::any_of(companions.begin(), companions.end(), [&](const Companion& c) { return c.role == want.role; });
    const bool known = std::any_of(companions.begin(), companions.end(), [&](const Companion& c) {
        return !c.found && text::equal_ignoring_case(c.name, want.name());
    });
    if (known) return;
    if (!pattern || !listed) companions.push_back({want.role, std::string(want.name()), false});
}

// One model on its way.
struct Task {
    const Format* format = nullptr;
    Sniffed sniffed{};
    Bundle bundle{};
    std::optional<Model> model{};
    std::set<std::string> asked{};
    std::vector<Companion> companions{};

    Task begin_another(const std::string& name) const {
        Task out;
        out.format = format;
        out.sniffed = {sniffed.confidence, sniffed.role, sniffed.reason};
        out.bundle = bundle;
        out.bundle.model = name;
        out.companions = companions;
        return out;
    }
};

class Opening {
public:
    explicit Opening(const OpenOptions& options) : options_(options) {}

    std::vector<OpenResult> run(std::vector<Part> parts) {
        Task task;
        task.bundle.parts = std::move(parts);
        std::vector<NamedModel> models;
        auto error = begin(task, models);
        if (!models.empty()) return open_each(task, models);
        std::vector<OpenResult> results;
        results.push_back(result_of(task, std::move(error)));
        return results;
    }

private:
    // What the models of the files have in common, or all that the one that is meant asks for.
    enum class Wanted : u8 { in_common, all };

    // `models`: those that each are opened by themselves; none if there is only one.
    std::optional<Error> begin(Task& task, std::vector<NamedModel>& models) {
        auto identified = identify(task.bundle, options_.format, options_.context);
        if (!identified) return identified.error();
        task.format = identified->format;
        task.sniffed = std::move(identified->sniffed);
        note_given(task);
        if (auto error = add_chosen(task)) return error;
        if (!names_models(task)) return choose_model(task, models);
        models = task.format->models_named_by(task.bundle.parts.front());
        if (models.empty()) return Error{Code::not_recognised, "the script names no model"};
        return std::nullopt;
    }

    // A class script is no model itself.
    static bool names_models(const Task& task) {
        return task.format->models_named_by != nullptr && !has_own_part(*task.format, task.bundle);
    }

    // Companions that were given with the model.
    static void note_given(Task& task) {
        if (task.bundle.parts.size() == 1) return;
        for (const Part& part : task.bundle.parts) {
            if (!is_own(*task.format, part.role)) task.companions.push_back({part.role, part.name, true});
        }
    }

    std::optional<Error> add_chosen(Task& task) {
        if (options_.lookup == nullptr) return std::nullopt;
        auto parts = options_.lookup->chosen(*task.format);
        if (!parts) return parts.error();
        for (Part& part : *parts) {
            // One without bytes is a value that stands for a file.
            if (!part.bytes.empty()) task.companions.push_back({part.role, part.name, true});
            task.bundle.parts.push_back(std::move(part));
        }
        return std::nullopt;
    }

    // Settles which model is meant if there is only one.
    std::optional<Error> choose_model(Task& task, std::vector<NamedModel>& models) {
        const bool asks = task.format->models_in != nullptr;
        if (auto error = settle(task, asks ? Wanted::in_common : Wanted::all)) return error;
        auto found = models_in(*task.model);
        if (!found) return found.error();
        models = std::move(*found);
        if (!asks || models.size() > 1 || (models.size() == 1 && !models[0].parts.empty())) return std::nullopt;
        if (models.size() == 1) task.model->bundle.model = task.bundle.model = models[0].name;
        models.clear();
        return settle(task, Wanted::all);
    }

    // Each of the models that the files of `common` stand for. Files of its own come in addition to those.
    std::vector<OpenResult> open_each(const Task& common, const std::vector<NamedModel>& models) {
        std::vector<OpenResult> results;
        for (const NamedModel& model : models) {
            Task task = common.begin_another(model.name);
            std::optional<Error> error = find_files(model, task);
            if (!error) error = settle(task, Wanted::all);
            results.push_back(result_of(task, std::move(error)));
        }
        for (std::size_t i = 0; i < results.size(); ++i) {
            auto* opened = std::get_if<OpenedModel>(&results[i]);
            if (opened == nullptr) continue;
            opened->index = i;
            opened->count = results.size();
        }
        return results;
    }

    // Those that are the model's own, where a companion only names them.
    std::optional<Error> find_files(const NamedModel& model, Task& task) {
        std::vector<Want> wants = model.parts;
        bool found = wants.empty() || answer(wants, task);
        for (int round = 0; model.needs && round < most_rounds; ++round) {
            wants = model.needs(task.bundle);
            if (!answer(wants, task)) break;
        }
        if (model.needs) {
            std::erase_if(wants,
                          [&](const Want& want) { return !want.required || task.bundle.find(want.role) != nullptr; });
            found = wants.empty() && has_own_part(*task.format, task.bundle);
        }
        if (found) return std::nullopt;
        std::string names;
        for (const Want& want : wants) names += (names.empty() ? "" : " and ") + want.names.front();
        return Error{Code::missing_part,
                     "the files of " + text::printable(model.name) + " were not found: " + text::printable(names)};
    }

    std::optional<Error> settle(Task& task, Wanted wanted) {
        for (int round = 0; round < most_rounds; ++round) {
            auto begun = task.model ? std::move(task.model->document) : std::move(task.sniffed.document);
            auto model = read(*task.format, task.bundle, options_.context, std::move(begun));
            if (!model) return model.error();
            task.model = std::move(*model);
            auto wants = needs(*task.model);
            if (!wants) return wants.error();
            if (wanted == Wanted::in_common) std::erase_if(*wants, [](const Want& want) { return want.of_model; });
            if (!answer(*wants, task)) break;
        }
        return std::nullopt;
    }

    // True if a file was added.
    bool answer(const std::vector<Want>& wants, Task& task) {
        bool added = false;
        const auto is_there = [&](const std::string& role) { return task.bundle.find(role) != nullptr; };
        for (const Want& want : wants) {
            if (std::any_of(want.unless.begin(), want.unless.end(), is_there)) continue;
            if (want.names.empty() || !task.asked.insert(key_of(want)).second) continue;
            std::vector<FoundFile> found;
            if (options_.lookup != nullptr) found = options_.lookup->find(want, *task.format);
            if (found.empty()) note_missing(want, task.companions);
            for (FoundFile& file : found) added = add(want, std::move(file), task) || added;
        }
        return added;
    }

    static bool add(const Want& want, FoundFile file, Task& task) {
        // Asked for in other words. Of a file that is there as a whole a part would say nothing new.
        const bool known = std::any_of(task.bundle.parts.begin(), task.bundle.parts.end(), [&](const Part& part) {
            return part.name == file.name && (part.role == want.role || want.digest != nullptr);
        });
        if (known) return false;
        task.companions.push_back({want.role, file.name, true});
        Blob bytes = want.digest == nullptr ? std::move(file.bytes) : want.digest(file.bytes);
        task.bundle.parts.push_back({want.role, std::move(file.name), std::move(bytes)});
        return true;
    }

    static OpenResult result_of(Task& task, std::optional<Error> error) {
        if (error) {
            if (error->file.empty() && !task.bundle.parts.empty()) error->file = task.bundle.parts.front().name;
            return RefusedModel{std::move(*error), task.format, std::move(task.bundle)};
        }
        sort_parts(*task.format, task.model->bundle);
        return OpenedModel{std::move(*task.model), std::move(task.sniffed), std::move(task.companions)};
    }

    const OpenOptions& options_;
};

// What can be searched for a name: the bytes, or the characters of UTF-16 with a byte order mark. Those beyond Latin-1,
// which no name here has, become NUL.
std::string searchable(Bytes bytes) {
    const bool little = bytes.size() >= 2 && bytes[0] == 0xFF && bytes[1] == 0xFE;
    const bool big = bytes.size() >= 2 && bytes[0] == 0xFE && bytes[1] == 0xFF;
    if (!little && !big) return text::view_as_text(bytes);
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
        const u8 low = bytes[i + (big ? 1 : 0)], high = bytes[i + (big ? 0 : 1)];
        out += high == 0 ? static_cast<char>(low) : '\0';
    }
    return out;
}

}  // namespace

bool is_wanted(const Want& want, const Blob& bytes) {
    // The keys say more than that something is mentioned.
    if (want.keys_of != nullptr) {
        const std::vector<std::string> keys = want.keys_of(bytes);
        if (std::find(keys.begin(), keys.end(), want.key) == keys.end()) return false;
    } else if (!want.mentions.empty() && !text::contains_ignoring_case(searchable(bytes.bytes()), want.mentions)) {
        return false;
    }
    return !want.accepts || want.accepts(bytes);
}

std::vector<OpenResult> open_models(std::vector<Part> parts, const OpenOptions& options) {
    std::vector<OpenResult> results;
    const Status status = guarded([&]() -> Status {
        results = Opening(options).run(std::move(parts));
        return Done{};
    });
    if (!status) {
        results.clear();
        results.emplace_back(RefusedModel{status.error()});
    }
    return results;
}

Result<OpenedModel> open_model(std::vector<Part> parts, const OpenOptions& options, std::string_view name) {
    std::vector<OpenResult> results = open_models(std::move(parts), options);
    for (OpenResult& result : results) {
        auto* opened = std::get_if<OpenedModel>(&result);
        const std::string_view called =
            opened == nullptr ? std::get<RefusedModel>(result).bundle.model : opened->model.bundle.model;
        if (!name.empty() && !text::equal_ignoring_case(called, name)) continue;
        if (opened != nullptr) return std::move(*opened);
        return std::move(std::get<RefusedModel>(result).error);
    }
    return Error{Code::missing_part, "the files hold no model " + text::printable(name)};
}

}  // namespace thaw
