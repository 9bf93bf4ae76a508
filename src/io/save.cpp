#include <algorithm>

#include <thaw/files.hpp>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "io/content.hpp"
#include "io/folders.hpp"
#include "io/output.hpp"
#include "io/path.hpp"
#include "library/exchange.hpp"
#include "media/meshopt.hpp"
#include "media/webp.hpp"

namespace thaw {

namespace {

constexpr std::string_view image_endings[] = {".png", ".gif", ".webp", ".apng"};

// What a path asks for by how it ends.
struct Wanted {
    std::string target{};       // of convert(); empty: an image
    std::string_view ending{};  // as it is known, in lower case
    const Format* format = nullptr;

    bool is_upper = false;  // typed in capitals
};

std::string in_capitals(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = text::upper(c);
    return out;
}

Result<Wanted> wanted_by(const std::string& path) {
    const auto ends = [&](std::string_view ending) { return text::ends_with_ignoring_case(path, ending); };
    for (const std::string_view ending : image_endings) {
        if (ends(ending)) return Wanted{.ending = ending};
    }
    for (const std::string_view ending : {".glb", ".gltf", ".obj"}) {
        if (ends(ending)) return Wanted{.target = std::string(ending.substr(1)), .ending = ending};
    }
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            if (!ends(part.suffix)) continue;
            const std::string_view typed = std::string_view(path).substr(path.size() - part.suffix.size());
            return Wanted{std::string(format->id), part.suffix, format, typed == in_capitals(part.suffix)};
        }
    }
    return Error{Code::unsupported, "no format writes files of that name", path};
}

// Files that are read, whatever they are called: never written to.
void add_inputs(const Model& model, io::Folders& folders, io::InputFiles& inputs) {
    for (const Part& part : model.bundle.parts) {
        if (part.name.empty()) continue;
        for (const io::FileId& file : folders.files_of(part.name)) inputs.insert(file);
    }
}

std::string cased(const Wanted& wanted, std::string_view suffix) {
    return wanted.is_upper ? in_capitals(suffix) : std::string(suffix);
}

// Where a file goes. The model's own are called like the path, whatever they were called before.
std::string place(const ConvertedFile& file, bool first, const std::string& path, const Wanted& wanted) {
    if (first) return path;
    const std::string folder(io::folder_of(path));
    if (wanted.format == nullptr || file.companion) return io::join(folder, file.name);
    for (const PartRole& role : wanted.format->parts) {
        if (role.role != file.role) continue;
        return path.substr(0, path.size() - wanted.ending.size()) + cased(wanted, role.suffix);
    }
    return io::join(folder, file.name);
}

class Saving {
public:
    Saving(const Model& model, const std::string& path, const SaveOptions& options, Issues& issues)
        : model_(model), path_(path), options_(options), issues_(issues) {}

    Result<Saved> run() {
        auto wanted = wanted_by(path_);
        if (!wanted) return wanted.error();
        wanted_ = std::move(*wanted);
        add_inputs(model_, folders_, inputs_);
        if (options_.convert.base != nullptr) add_inputs(*options_.convert.base, folders_, inputs_);
        if (auto status = wanted_.target.empty() ? draw() : make(); !status) return status.error();
        if (auto status = io::make_folders(std::string(io::folder_of(path_)), system_); !status) return status.error();
        const auto status = io::write_files(files_, {.force = options_.force, .inputs = &inputs_}, system_);
        if (!status) return status.error();
        for (const io::OutputFile& file : files_) saved_.files.push_back(file.path);
        return std::move(saved_);
    }

private:
    Status draw() {
        RenderOptions look = options_.render;
        if (look.webp == nullptr) look.webp = media::webp_motion_encoder;
        auto made = render(model_, look, wanted_.ending, options_.context);
        if (!made) return made.error();
        if (made->shows_nothing) return Error{Code::unsupported, "the model has nothing to show"};
        for (Issue& issue : made->issues.list()) issues_.add(std::move(issue));
        files_.push_back({path_, made->bytes});
        return Done{};
    }

    Status make() {
        ConvertOptions options = options_.convert;
        const std::string_view name = io::name_of(path_);
        if (options.name.empty()) options.name = name.substr(0, name.size() - wanted_.ending.size());
        auto made = convert(model_, wanted_.target, options, issues_, options_.context);
        if (!made) return made.error();
        saved_.change_summary = std::move(made->change_summary);
        for (ConvertedFile& file : made->files) add(file);
        return Done{};
    }

    // A companion that is there already is somebody's work.
    void add(ConvertedFile& file) {
        io::OutputFile one{place(file, files_.empty(), path_, wanted_), std::move(file.bytes)};
        const bool is_mine = !file.companion || (options_.force && !file.kept);
        if (!is_mine && !io::check_targets({&one, 1}, {.inputs = &inputs_}, system_)) {
            saved_.left.push_back(std::move(one.path));
        } else {
            files_.push_back(std::move(one));
        }
    }

    const Model& model_;
    const std::string& path_;
    const SaveOptions& options_;
    Issues& issues_;
    Wanted wanted_{};
    io::Folders folders_{};
    io::InputFiles inputs_{};
    io::System system_{};
    std::vector<io::OutputFile> files_{};
    Saved saved_{};
};

}  // namespace

Result<Saved> save(const Model& model, const std::string& path, const SaveOptions& options, Issues& issues) {
    return guarded([&] { return Saving(model, path, options, issues).run(); });
}

Result<Saved> save(const Model& model, const std::string& path, const SaveOptions& options) {
    Issues issues;
    return save(model, path, options, issues);
}

}  // namespace thaw
