#include "edits/convert.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <thaw/gltf.hpp>
#include <thaw/sink.hpp>

#include "convert/export.hpp"
#include "convert/to_native.hpp"

namespace edits {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

// The name without its folders, in lower case: games do not tell the cases apart.
std::string key_of(std::string_view name) {
    const std::size_t slash = name.find_last_of("/\\");
    return lower(slash == std::string_view::npos ? name : name.substr(slash + 1));
}

std::string key_stem(std::string_view name) {
    const std::string key = key_of(name);
    return key.substr(0, key.rfind('.'));
}

// Of a pair whose files are called differently the second's: a script may name the first for another mesh as well.
std::string stem_of(const thaw::Format& format, const thaw::Bundle& original) {
    std::string out;
    for (const thaw::PartRole& role : format.parts) {
        const thaw::Part* part = original.find(role.role);
        if (part == nullptr) continue;
        const std::string name = part->name.substr(part->name.find_last_of("/\\") + 1);
        const bool has_ending = lower(name).ends_with(role.suffix);
        out = name.substr(0, has_ending ? name.size() - role.suffix.size() : name.rfind('.'));
    }
    return out;
}

std::string ending_of(const thaw::Format& format, std::string_view role) {
    for (const thaw::PartRole& part : format.parts) {
        if (part.role == role) return std::string(part.suffix);
    }
    return {};
}

std::vector<Finding> findings_of(const thaw::Issues& issues) {
    std::vector<Finding> out;
    for (const thaw::Issue& issue : issues.list()) {
        out.push_back({std::string(issue.kind->code), issue.severity >= thaw::Severity::warning,
                       issue.path + ": " + thaw::message_of(issue)});
    }
    return out;
}

thaw::Context roomy() {
    thaw::Context out;
    out.limits.memory_per_byte = 256;
    return out;
}

// '*' stands for anything.
bool matches(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern.front() == '*') {
        for (std::size_t i = 0; i <= name.size(); ++i) {
            if (matches(pattern.substr(1), name.substr(i))) return true;
        }
        return false;
    }
    return !name.empty() && pattern.front() == name.front() && matches(pattern.substr(1), name.substr(1));
}

// What was written lies next to the model.
bool is_elsewhere(std::string_view wanted) {
    const std::size_t slash = wanted.rfind('/');
    return slash != std::string_view::npos && wanted.substr(0, slash).find('*') != std::string_view::npos;
}

bool answers(const thaw::Want& want, const thaw::Part& part) {
    const std::string name = key_of(part.name);
    const bool named = std::any_of(want.names.begin(), want.names.end(), [&](const std::string& wanted) {
        return !is_elsewhere(wanted) && matches(key_of(wanted), name);
    });
    return named && (!want.accepts || want.accepts(part.bytes));
}

bool is_image_role(const std::string& role) { return role == "texture" || role.starts_with("texture:"); }

// The written files without anything that is looked for.
thaw::Result<thaw::Model> bare_model(const BackResult& written, const thaw::Bundle& original,
                                     const thaw::Format& format) {
    thaw::Bundle own{.parts = {}, .model = original.model};
    for (const thaw::Part& part : written.own) {
        const thaw::Part* before = original.find(part.role);
        own.parts.push_back({part.role, before == nullptr ? part.name : before->name, part.bytes});
    }
    for (const thaw::Part& part : original.parts) {
        if (format.keeps != nullptr && format.keeps(original, part.role)) own.parts.push_back(part);
    }
    return thaw::read(format, own, roomy());
}

// What nobody looks for where one of the written files is found.
std::set<std::string> needless_roles(const BackResult& written, const std::vector<thaw::Want>& wants) {
    std::set<std::string> out, needed;
    const auto is_written = [&](const std::string& role) {
        return std::any_of(written.companions.begin(), written.companions.end(),
                           [&](auto& part) { return part.role == role; });
    };
    for (const thaw::Want& want : wants) {
        const bool is_needless = std::any_of(want.unless.begin(), want.unless.end(), is_written);
        (is_needless ? out : needed).insert(want.role);
    }
    std::erase_if(out, [&](const std::string& role) { return needed.contains(role); });
    return out;
}

}  // namespace

std::optional<Bytes> to_glb(const thaw::Model& model, bool with_source) {
    thaw::Issues issues;
    const auto scene = thaw::scene_for_export(model, {}, issues, roomy());
    if (!scene || scene->meshes.empty()) return std::nullopt;
    const thaw::GltfSource kept = thaw::source_of(model, {});
    thaw::BytesSink sink;
    if (!thaw::write_glb(*scene, {.source = with_source ? &kept : nullptr}, sink)) return std::nullopt;
    return std::move(sink.bytes);
}

BackResult to_native(const Bytes& glb, const thaw::Bundle& original, const thaw::Format& format, bool with_base) {
    BackResult out;
    const auto refuse = [&](const thaw::Error& error) {
        out.error = thaw::to_string(error);
        return out;
    };
    const thaw::Bundle file{{{"gltf", "model.glb", thaw::Blob::copy_of(glb)}}};
    const auto model = thaw::read(*thaw::find_format("gltf"), file, roomy());
    if (!model) return refuse(model.error());
    thaw::ToNativeOptions options;
    options.build.name = stem_of(format, original);
    std::optional<thaw::Model> base;
    if (with_base) {
        auto read = thaw::read(format, original, roomy());
        if (!read) return refuse(read.error());
        base = std::move(*read);
        options.base = &*base;
    }
    thaw::Issues issues;
    const auto back = thaw::to_native(*model, format, options, issues, roomy());
    out.findings = findings_of(issues);
    if (!back) return refuse(back.error());
    auto files = thaw::write(back->model, roomy());
    if (!files) return refuse(files.error());
    for (const thaw::Part& kept : back->kept) {
        const bool twice = std::any_of(back->companions.begin(), back->companions.end(), [&](const thaw::Part& part) {
            return part.role == kept.role && (part.role != "texture" || part.name == kept.name);
        });
        if (twice) return refuse({thaw::Code::bad_value, kept.role + " is written twice, as it was and otherwise"});
    }
    out.ok = true;
    out.words = back->change_summary;
    out.own = std::move(files->parts);
    out.companions = back->companions;
    for (thaw::Part& part : out.companions) {
        if (part.name.starts_with('.') || part.name.starts_with('_')) part.name = options.build.name + part.name;
    }
    return out;
}

std::optional<thaw::Model> read_again(const BackResult& written, const thaw::Bundle& original,
                                      const thaw::Format& format, std::string& error) {
    thaw::Bundle bundle{.parts = {}, .model = original.model};
    std::vector<bool> placed(written.companions.size());
    const auto bare = bare_model(written, original, format);  // its wants may look into it
    const auto first = bare ? thaw::needs(*bare) : std::vector<thaw::Want>();
    const std::set<std::string> needless = needless_roles(written, first ? *first : std::vector<thaw::Want>());
    // A script that was written along speaks of the files by the names they are written under.
    const bool has_script = std::any_of(written.companions.begin(), written.companions.end(),
                                        [](const thaw::Part& part) { return part.role == "uc"; });
    for (const thaw::Part& part : original.parts) {
        if (needless.contains(part.role)) continue;
        thaw::Part now = part;
        if (thaw::is_own(format, part.role)) {
            const auto own = std::find_if(written.own.begin(), written.own.end(),
                                          [&](const thaw::Part& p) { return p.role == part.role; });
            if (own == written.own.end()) continue;
            now.bytes = own->bytes;
            if (has_script) now.name = stem_of(format, original) + ending_of(format, part.role);
        }
        for (std::size_t i = 0; i < written.companions.size(); ++i) {
            const thaw::Part& companions = written.companions[i];
            const bool is_image = is_image_role(companions.role);
            const bool same_role = !is_image && companions.role == part.role && !part.role.starts_with("part:");
            const bool same_image =
                is_image && is_image_role(part.role) && key_stem(companions.name) == key_stem(part.name);
            if (key_of(companions.name) != key_of(part.name) && !same_role && !same_image) continue;
            now.bytes = companions.bytes;
            if (same_image) now.name = companions.name;
            placed[i] = true;
        }
        bundle.parts.push_back(std::move(now));
    }
    for (const thaw::Part& own : written.own) {
        if (bundle.find(own.role) == nullptr) bundle.parts.push_back(own);
    }
    // What is looked for before a script is, counts though there is a script of the parts.
    for (std::size_t i = 0; first && i < written.companions.size(); ++i) {
        for (const thaw::Want& want : *first) {
            if (placed[i] || is_image_role(want.role) || !answers(want, written.companions[i])) continue;
            bundle.parts.push_back({want.role, written.companions[i].name, written.companions[i].bytes});
            placed[i] = true;
        }
    }
    for (int round = 0; round < 8; ++round) {
        auto model = thaw::read(format, bundle, roomy());
        if (!model) {
            error = "cannot be read again: " + thaw::to_string(model.error());
            return std::nullopt;
        }
        bool added = false;
        const auto wants = thaw::needs(*model);
        for (std::size_t i = 0; wants && i < written.companions.size(); ++i) {
            if (placed[i]) continue;
            for (const thaw::Want& want : *wants) {
                if (placed[i] || !answers(want, written.companions[i])) continue;
                bundle.parts.push_back({want.role, written.companions[i].name, written.companions[i].bytes});
                placed[i] = added = true;
            }
        }
        if (!added) return std::move(*model);
    }
    error = "wants more and more files";
    return std::nullopt;
}

}  // namespace edits
