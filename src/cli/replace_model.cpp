#include "cli/replace_model.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "cli/archive_files.hpp"
#include "cli/image_files.hpp"
#include "cli/target.hpp"
#include "cli/words.hpp"
#include "formats/shared/build_issues.hpp"
#include "images/image.hpp"
#include "io/path.hpp"
#include "media/meshopt.hpp"

namespace thaw::cli {

namespace {

bool is_image(const Blob& bytes) { return !image_kind(bytes.bytes()).empty(); }

bool is_rebuilt(const Issues& issues) {
    return std::any_of(issues.list().begin(), issues.list().end(),
                       [](const Issue& issue) { return issue.is(issue::base_rebuilt); });
}

bool same_name(std::string_view a, std::string_view b) {
    return text::equal_ignoring_case(text::file_name(a), text::file_name(b));
}

bool same_stem(std::string_view a, std::string_view b) {
    return text::equal_ignoring_case(text::file_stem(a), text::file_stem(b));
}

}  // namespace

std::optional<std::size_t> OpenArchive::find(std::string_view inside) const {
    if (const auto exact = files.find(std::string(inside))) return exact;
    for (std::size_t i = 0; i < files.entries().size(); ++i) {
        const std::string& known = files.path_of(i);
        if (!known.empty() && text::equal_ignoring_case(known, inside)) return i;
    }
    return std::nullopt;
}

Blob OpenArchive::load(std::size_t entry) const {
    auto bytes = files.load(entry);
    return bytes ? std::move(*bytes) : Blob();
}

Result<Changes> ReplaceModel::convert(const std::string& file, const Format& format) {
    // A glTF was made of the entry and its companions; any other model has companions of its own.
    const bool over_base = format.id == "gltf";
    const std::vector<io::Given> given = options_.scene.given();
    const auto source = open(file, over_base ? std::vector<io::Given>() : given);
    if (!source) return source.error();
    out_.inputs = source->files;
    ModelArguments models;
    models.search = options_.search;
    if (over_base) models.given = given;
    open_base(models.given);
    const Format& target = *place_.kind.format;
    const NativeTask task{.model = source->model,
                          .target = target,
                          .options = {.options = options_.scene.values(),
                                      .normals = options_.scene.options().normals,
                                      .name = stem_of(target, path_of_entry()),
                                      .fit = options_.fit}};
    NativeArguments arguments{.fit = options_.fit};
    if (base_) arguments.base = io::join(place_.archive.path, path_of_entry());
    auto made = make_model(task, arguments, models, out_.issues);
    if (!made) return refused(task, arguments, models, made.error());
    is_new_ = !base_ || is_rebuilt(out_.issues);
    if (auto status = put(*made); !status) return status.error();
    return std::move(out_);
}

Result<Changes> ReplaceModel::take(const std::string& file, const Blob& bytes) {
    put_bytes(place_.entry, bytes);
    if (place_.kind.format->parts.size() == 1) return std::move(out_);
    const auto source = open(file, {});
    if (!source) return std::move(out_);  // half a model, or a damaged one, is put there as it is
    out_.inputs = source->files;
    open_base({});
    for (const PartRole& role : place_.kind.format->parts) {
        const Part* part = source->model.bundle.find(role.role);
        if (part == nullptr || role.role == place_.kind.role) continue;
        if (const auto entry = entry_of_own(role.role)) put_bytes(*entry, part->bytes);
    }
    return std::move(out_);
}

Result<io::Opened> ReplaceModel::open(const std::string& path, std::vector<io::Given> given) const {
    io::Opener opener(folders_, {.search = options_.search, .given = std::move(given)},
                      {.meshopt = media::decode_meshopt});
    auto results = opener.open(path);
    if (auto* refused = std::get_if<io::Refused>(&results.front())) return std::move(refused->error);
    return std::move(std::get<io::Opened>(results.front()));
}

void ReplaceModel::open_base(const std::vector<io::Given>& given) {
    if (!place_.has_base) return;
    auto opened = open(io::join(place_.archive.path, path_of_entry()), given);
    if (opened) {
        base_ = std::move(*opened);
    } else {
        out_.remarks.push_back(to_string(opened.error()) + "; nothing of it is kept");
    }
}

// What stands in the way, and what --fit would do about it.
Error ReplaceModel::refused(const NativeTask& task, const NativeArguments& arguments, const ModelArguments& models,
                            Error error) const {
    print_issues(console_, task.model, out_.issues, true);
    if (error.file.empty()) error.file = task.model.bundle.parts.front().name;
    if (error.code != Code::unrepresentable) return error;
    const Issues changes = changes_with_fit(task, arguments, models);
    if (changes.empty()) return error;
    error.message += "; with --fit it would be written, with these changes:";
    for (const Issue& change : changes.list()) error.message += "\n  " + issue_words(task.model, change);
    return error;
}

Status ReplaceModel::put(const NativeResult& made) {
    const Format& format = *made.model.format;
    const std::string_view ending =
        format.ending_of == nullptr ? std::string_view() : format.ending_of(*made.model.document);
    if (!place_.kind.ending.empty() && ending != place_.kind.ending && !options_.force) {
        return Error{Code::unrepresentable, "the model would become a " + std::string(ending) + ", but " +
                                                text::printable(path_of_entry()) + " is a " + place_.kind.ending};
    }
    const auto written = thaw::write(made.model);
    if (!written) return written.error();
    out_.words = made.change_summary;
    for (const Part& part : written->parts) {
        if (auto status = put_own(part); !status) return status;
    }
    for (const Part& part : made.companions) {
        if (auto status = put_companion(part); !status) return status;
    }
    return Done{};
}

Status ReplaceModel::put_own(const Part& part) {
    if (const auto entry = entry_of_own(part.role)) {
        put_bytes(*entry, part.bytes);
        return Done{};
    }
    const Part* before = base_ ? base_->model.bundle.find(part.role) : nullptr;
    if (before != nullptr && before->bytes == part.bytes) return Done{};
    return Error{Code::missing_part, "the " + part.role + " file of " + text::printable(path_of_entry()) +
                                         " changes too, but is not in the archive"};
}

// Images, scripts and whatever else was made with the model.
Status ReplaceModel::put_companion(const Part& part) {
    const bool is_ending = part.name.starts_with('.') || part.name.starts_with('_');
    const std::string name =
        is_ending ? stem_of(*place_.kind.format, path_of_entry()) + part.name : std::string(text::file_name(part.name));
    if (part.role.starts_with("texture") && is_image(part.bytes)) {  // video memory may be a TIM
        put_image(name, part.bytes);
        return Done{};
    }
    const auto entry = companion_entry(part, name);
    const bool text = is_text(part.bytes.bytes());
    if (!entry) {
        if (!text) {
            return Error{Code::missing_part,
                         text::printable(name) + " would have to go with it, but the archive has no such file"};
        }
        // Made because there is none, and nobody misses it.
        const bool is_wanted = !base_ || !is_new_ || base_->model.bundle.find(part.role) != nullptr;
        if (is_wanted) skip(name, "the archive has no file of this name", !is_new_);
        return Done{};
    }
    // One that was written anew knows nothing of what else was in it.
    if (text && is_new_ && !options_.force && !place_.archive.load(*entry).empty()) {
        skip(name, "the existing file is kept (--force replaces it)", false);
        return Done{};
    }
    put_bytes(*entry, part.bytes);
    return Done{};
}

void ReplaceModel::put_image(const std::string& name, const Blob& image) {
    const Part* known = image_of_base(name);
    if (known != nullptr && shows_the_same(image, known->bytes)) return;
    if (const auto entry = known == nullptr ? std::nullopt : entry_at(known->name)) {
        return put_image_at(*entry, name, image);
    }
    const auto entry = known == nullptr ? image_in_folder(name) : std::nullopt;
    if (!entry) return skip(name, "the archive has no file of this name", true);
    // It shows something else, perhaps on other models.
    const Blob before = place_.archive.load(*entry);
    if (shows_the_same(image, before)) return;
    if (before.empty() || options_.force) return put_image_at(*entry, name, image);
    skip(name, "the existing image of this name is not one of the model (--force replaces it)", true);
}

// As the kind of file that the archive has of it.
void ReplaceModel::put_image_at(std::size_t entry, const std::string& name, const Blob& image) {
    const std::string& path = place_.archive.files.path_of(entry);
    FileKind kind = kind_of_file(io::name_of(path), place_.archive.load(entry));
    if (kind.says_nothing()) kind = kind_by_name(path);
    if (kind.is != FileKind::Is::image || kind.image == image_kind(image.bytes())) {
        return put_bytes(entry, image);
    }
    const auto converted = image_as(kind.image, image);
    if (!converted) return skip(name, converted.error().message, true);
    put_bytes(entry, *converted);
}

void ReplaceModel::put_bytes(std::size_t entry, const Blob& bytes) {
    const auto known =
        std::find_if(out_.files.begin(), out_.files.end(), [&](const Change& change) { return change.entry == entry; });
    if (known == out_.files.end()) {
        out_.files.push_back({entry, place_.archive.load(entry), bytes});
    } else if (!(known->after == bytes)) {
        skip(place_.archive.files.path_of(entry), "it would be replaced by two files", true);
    }
}

void ReplaceModel::skip(const std::string& name, const std::string& why, bool edited) {
    out_.remarks.push_back(text::printable(name) + " skipped: " + why);
    out_.incomplete = out_.incomplete || edited;
}

// Of a path as the base's files have it, if it leads into this archive.
std::optional<std::size_t> ReplaceModel::entry_at(const std::string& path) const {
    const std::string start = io::join(place_.archive.path, {});
    if (!path.starts_with(start)) return std::nullopt;
    return place_.archive.files.find(path.substr(start.size()));
}

std::optional<std::size_t> ReplaceModel::entry_of_own(std::string_view role) const {
    if (role == place_.kind.role) return place_.entry;
    if (const Part* part = base_ ? base_->model.bundle.find(role) : nullptr) return entry_at(part->name);
    const std::string path = path_of_entry();
    for (const PartRole& one : place_.kind.format->parts) {
        if (one.role != role) continue;
        return place_.archive.find(
            io::join(io::folder_of(path), stem_of(*place_.kind.format, path) + std::string(one.suffix)));
    }
    return std::nullopt;
}

// Where the base has it from, else in the folder of the model.
std::optional<std::size_t> ReplaceModel::companion_entry(const Part& part, const std::string& name) const {
    for (const bool by_name : {true, false}) {
        if (!base_ || (is_new_ && !by_name)) break;
        for (const Part& known : base_->model.bundle.parts) {
            const bool same = by_name ? same_name(known.name, name) : known.role == part.role;
            if (!same || is_own(*base_->model.format, known.role)) continue;
            if (const auto entry = entry_at(known.name)) return entry;
        }
    }
    return place_.archive.find(io::join(io::folder_of(path_of_entry()), name));
}

// The one of this name, else one that is only of another kind.
const Part* ReplaceModel::image_of_base(const std::string& name) const {
    const Part* similar = nullptr;
    for (std::size_t i = 0; base_ && i < base_->model.bundle.parts.size(); ++i) {
        const Part& part = base_->model.bundle.parts[i];
        if (!is_image(part.bytes)) continue;
        if (same_name(part.name, name)) return &part;
        if (similar == nullptr && same_stem(part.name, name)) similar = &part;
    }
    return similar;
}

std::optional<std::size_t> ReplaceModel::image_in_folder(const std::string& name) const {
    const std::string folder(io::folder_of(path_of_entry()));
    if (const auto exact = place_.archive.find(io::join(folder, name))) return exact;
    for (std::size_t i = 0; i < place_.archive.files.entries().size(); ++i) {
        const std::string& path = place_.archive.files.path_of(i);
        const bool here = text::equal_ignoring_case(io::folder_of(path), folder) && same_stem(path, name);
        if (here && is_image(place_.archive.load(i))) return i;
    }
    return std::nullopt;
}

}  // namespace thaw::cli
