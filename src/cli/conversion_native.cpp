// Models in a game's own format: exactly again, in another variant, or made from a scene.
#include <algorithm>

#include "base/text.hpp"
#include "cli/conversion.hpp"
#include "cli/words.hpp"
#include "convert/export.hpp"
#include "io/path.hpp"

namespace thaw::cli {

void Conversion::convert(const io::Input& input, io::Opened& opened) {
    const Format* format = target_format(opened);
    if (format == nullptr || !fits(opened.model, *format)) return;
    if (format != opened.model.format && has_nothing_to_show(input, opened.model)) return;
    Issues issues;
    std::optional<NativeResult> made;
    if (format != opened.model.format) {
        auto result = make_model(task(opened.model, *format), arguments_.back, models_for_base(opened.model), issues);
        if (!result) return refuse(opened, *format, result.error(), issues);
        made = std::move(*result);
    } else if (!arguments_.variant.empty()) {
        if (auto status = convert_variant(opened.model, arguments_.variant, issues); !status) {
            return refuse_model(opened, issues, status.error());
        }
    }
    const Model& model = made ? made->model : opened.model;
    if (const std::string why = suffix_error(target_, model); !why.empty()) {
        return usage(fmt::format("{}: {}", text::printable(arguments_.out), why));
    }
    write(input, opened, model, made ? &*made : nullptr, issues);
}

// Is this a conversion that exists?
bool Conversion::fits(const Model& model, const Format& format) {
    const std::string file = text::printable(model.bundle.parts.front().name);
    if (&format == model.format && !arguments_.back.base.empty()) {
        usage(fmt::format("{}: --base has no effect: the model is written again as it is", file));
        return false;
    }
    if (&format != model.format && format.convert_from == nullptr && format.from_scene == nullptr) {
        usage(fmt::format("{}: Thaw cannot convert {} to {}", file, model.format->id, format.id));
        return false;
    }
    if (target_.kind == Target::Kind::stream && format.parts.size() > 1) {
        usage(
            fmt::format("{}: {} has {} files, which cannot go to one stream", file, format.title, format.parts.size()));
        return false;
    }
    const auto& variants = format.variants;
    if (!arguments_.variant.empty() &&
        std::find(variants.begin(), variants.end(), arguments_.variant) == variants.end()) {
        usage(fmt::format("{}: {} has no variant {}; see thaw formats", file, format.title,
                          text::printable(arguments_.variant)));
        return false;
    }
    return true;
}

// A glTF was made of the base and its companions; any other model has companions of its own.
ModelArguments Conversion::models_for_base(const Model& model) const {
    ModelArguments out = arguments_.models;
    if (model.format->id == "gltf") out.given = arguments_.scene.given();
    return out;
}

// Null after a line that says why.
const Format* Conversion::target_format(const io::Opened& opened) {
    const Model& model = opened.model;
    if (target_.format != nullptr && !target_.native) return target_.format;
    const Format* format = native_format(model);
    if (format != nullptr && target_.native && target_.format != format) {
        usage(fmt::format("--to native contradicts -o {}: {} is of format {}", text::printable(arguments_.out),
                          text::printable(model.bundle.parts.front().name), format->id));
        return nullptr;
    }
    if (format == nullptr) {
        const std::string message =
            "choose a format with --to ID (see thaw formats); this glTF does not say where it came from";
        // Among others it is one that is refused; alone, the command is not complete.
        if (several_) {
            refuse_model(opened, Issues(), {Code::unsupported, message});
        } else {
            usage(fmt::format("{}: {}", text::printable(model.bundle.parts.front().name), message));
        }
    }
    return format;
}

NativeTask Conversion::task(const Model& model, const Format& format) {
    NativeTask out{.model = model, .target = format, .options = options_, .read_files = &read_files_};
    out.options.name =
        target_.kind == Target::Kind::file ? std::string(io::name_of(target_.stem)) : output_stem(model, {});
    return out;
}

// What stands in the way, and what --fit would do about it.
void Conversion::refuse(const io::Opened& opened, const Format& format, const Error& error, const Issues& issues) {
    const std::string& file = opened.model.bundle.parts.front().name;
    if (error.code == Code::unsupported) {
        return usage(fmt::format("{}: {}", text::printable(file), text::printable(error.message)));
    }
    fail(file, error);
    print_issues(console_, opened.model, issues, true);
    report_.add(opened, {}, issues, &error);
    if (error.code != Code::unrepresentable) return;
    const Issues changes = changes_with_fit(task(opened.model, format), arguments_.back, models_for_base(opened.model));
    if (changes.empty()) return;
    console_.write_error_line("--fit would write it, with these changes:");
    print_issues(console_, opened.model, changes, true);
}

void Conversion::write(const io::Input& input, const io::Opened& opened, const Model& model, const NativeResult* made,
                       const Issues& issues) {
    const auto written = thaw::write(model);
    if (!written) return refuse_model(opened, issues, written.error());
    const Bundle& parts = *written;
    if (target_.kind == Target::Kind::stream) {
        tally_.add(issues);
        return write_stream(parts);
    }
    auto files = place_files(target_, folder_for(input), input, model, parts);
    if (made != nullptr) {
        for (io::OutputFile& file : companion_files(*made, files.front().path)) files.push_back(std::move(file));
    }
    const bool is_known = made != nullptr && made->is_unchanged && target_.kind != Target::Kind::file;
    if (is_known) files.erase(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(parts.parts.size()));
    const std::string& file = opened.model.bundle.parts.front().name;
    auto unwritten = claims_.unwritten(files, file);
    if (!unwritten) return refuse_model(opened, issues, unwritten.error());
    std::vector<io::OutputFile> there = take_out_up_to_date(*unwritten);
    if (!unwritten->empty()) {
        if (auto status = store(*unwritten); !status) return refuse_model(opened, issues, status.error());
    }
    claims_.add(*unwritten, file);
    claims_.add(there, file);
    tally_.add(issues);
    if (arguments_.fail_on.reached_by(issues)) tally_.failed = true;
    report(opened, files, {*unwritten, there}, is_known ? Bundle() : parts, issues);
    if (made != nullptr && !made->change_summary.empty()) console_.line("  {}", made->change_summary);
    report_.add(opened, files, issues, nullptr);
}

// Those that are there, byte for byte, as after an earlier run: a second one is no error, and writes nothing.
std::vector<io::OutputFile> Conversion::take_out_up_to_date(std::vector<io::OutputFile>& files) {
    std::vector<io::OutputFile> out;
    if (arguments_.work.force) return out;
    std::erase_if(files, [&](const io::OutputFile& file) {
        const bool may_be = io::check_targets({&file, 1}, {.force = true, .inputs = &read_files_}, system_).ok();
        const bool is_there = may_be && io::has_content(file.path, io::content_of(file.bytes.bytes()));
        if (is_there) out.push_back(file);
        return is_there;
    });
    return out;
}

void Conversion::refuse_model(const io::Opened& opened, const Issues& issues, const Error& error) {
    report_.add(opened, {}, issues, &error);
    fail(opened.model.bundle.parts.front().name, error);
}

// Companions and images that were made with the model. One that is there already is somebody's work.
std::vector<io::OutputFile> Conversion::companion_files(const NativeResult& made, const std::string& first) {
    std::vector<io::OutputFile> out;
    const std::string folder(io::folder_of(first));
    const std::string stem = stem_of(*made.model.format, first);
    const auto path_of = [&](const Part& part) {
        if (std::string chosen = arguments_.scene.output_for(part.role); !chosen.empty()) return chosen;
        return io::join(folder, companion_name(part, stem));
    };
    const auto add = [&](const Part& part, bool force, const char* why_not) {
        const std::string path = path_of(part);
        std::vector<io::OutputFile> one{{path, part.bytes}};
        const Status free = io::check_targets(one, {.force = force, .inputs = &read_files_}, system_);
        // What this run has written is looked at when all files of the model are known.
        if (free || claims_.has(path)) {
            out.push_back(std::move(one.front()));
        } else if (!io::has_content(path, io::content_of(part.bytes.bytes()))) {
            console_.note("{}",
                          force ? to_string(free.error()) + "; left as it is" : text::printable(path) + " " + why_not);
        }
    };
    for (const Part& part : made.companions) {
        add(part, arguments_.work.force || is_ours(path_of(part)),
            "exists already; left as it is (--force replaces it)");
    }
    // Nobody edited these, but whoever has the files may have.
    for (const Part& part : made.kept) {
        if (!claims_.has(path_of(part))) add(part, false, "exists already and was not edited; left as it is");
    }
    return out;
}

void Conversion::write_stream(const Bundle& parts) {
    if (arguments_.dry_run) {
        console_.remark(fmt::format("would write {} to standard output", size_words(parts.size())));
    } else {
        console_.write(parts.parts.front().bytes.bytes());
    }
}

void Conversion::report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Written& written,
                        const Bundle& parts, const Issues& issues) {
    const std::string took = timing();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto is_in = [&](const std::vector<io::OutputFile>& some) {
            return std::any_of(some.begin(), some.end(),
                               [&](const io::OutputFile& file) { return file.path == files[i].path; });
        };
        if (!is_in(written.now)) {
            if (i < parts.parts.size()) {
                console_.line("{}  {}", text::printable(files[i].path),
                              is_in(written.before) ? "up to date" : "same as from another model of this run");
            }
            continue;
        }
        std::string line = arguments_.dry_run ? "would write " : "";
        line += fmt::format("{}  {}", console_.paint(Paint::bold, text::printable(files[i].path)),
                            size_words(files[i].bytes.size()));
        if (i < parts.parts.size()) {
            u64 warnings = 0;
            for (const Issue& issue : issues.list()) {
                const bool here = issue.part == parts.parts[i].role || (i == 0 && parts.find(issue.part) == nullptr);
                if (here && issue.severity >= Severity::warning) ++warnings;
            }
            line += "  " + text::plural(warnings, "warning");
        }
        console_.line("{}", line + (i == 0 ? took : ""));
    }
    print_issues(console_, opened.model, issues, arguments_.models.verbose);
    for (const Companion& companion : opened.companions) {
        for (const PartRole& role : opened.model.format->parts) {
            if (companion.found || companion.role != role.role) continue;
            console_.note("{} not found: only half of the model was written", text::printable(companion.name));
        }
    }
}

}  // namespace thaw::cli
