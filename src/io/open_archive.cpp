// Archives of games by their formats, those of the world by src/containers.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>

#include "base/text.hpp"
#include "containers/containers.hpp"
#include "io/archive.hpp"
#include "io/files.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

using ArchiveResult = Result<std::shared_ptr<const Archive>>;

constexpr std::size_t head_bytes = 512;

// A file on disk of any size.
class FileSource final : public containers::Source {
public:
    static std::shared_ptr<FileSource> open(const std::string& path) {
        Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
        struct stat status{};
        if (!file.ok() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
        return std::make_shared<FileSource>(std::move(file), static_cast<u64>(status.st_size));
    }
    FileSource(Handle file, u64 size) : file_(std::move(file)), size_(size) {}

    u64 size() const override { return size_; }
    bool read(u64 offset, std::span<u8> to) override {
        if (offset > size_ || to.size() > size_ - offset) return false;
        for (std::size_t have = 0; have < to.size();) {
            const ssize_t got =
                ::pread(file_.get(), to.data() + have, to.size() - have, static_cast<off_t>(offset + have));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            have += static_cast<std::size_t>(got);
        }
        return true;
    }

private:
    Handle file_;
    u64 size_;
};

ArchiveResult open_container(std::string_view name, std::shared_ptr<containers::Source> source,
                             std::shared_ptr<containers::Source> companion, const Context& context) {
    auto container = containers::open(name, std::move(source), context, std::move(companion));
    if (!container) return container.error();
    // It reads from one place at a time.
    struct Shared {
        std::unique_ptr<containers::Container> container;
        std::mutex mutex{};
    };
    const auto shared = std::make_shared<Shared>();
    shared->container = std::move(*container);
    const auto load = [shared](std::size_t entry) {
        const std::lock_guard lock(shared->mutex);
        return shared->container->load(entry);
    };
    const containers::Container& opened = *shared->container;
    const Error* damage = opened.damage();
    Archive::Facts facts{std::string(opened.kind()) + " archive"};
    if (damage != nullptr) facts.damage = *damage;
    return std::make_shared<const Archive>(std::move(facts), opened.entries(), load);
}

ArchiveResult open_native(std::string_view name, const Blob& bytes, const Context& context) {
    auto detection = detect(name, bytes, context);
    if (!detection || detection->format->entries == nullptr) return std::shared_ptr<const Archive>();
    const Format& format = *detection->format;
    auto model = read(format, {{{detection->sniffed.role, std::string(name), bytes}}}, context,
                      std::move(detection->sniffed.document));
    if (!model) return model.error();
    auto entries = format.entries(*model->document, context);
    if (!entries) return entries.error();
    const bool has_shape = format.to_scene != nullptr;
    if (has_shape && entries->empty()) return std::shared_ptr<const Archive>();  // a model alone
    Archive::Facts facts{std::string(format.title), true, has_shape};
    if (format.unread != nullptr) facts.unread = format.unread(*model->document);
    const auto shared = std::make_shared<const Model>(std::move(*model));
    const auto load = [shared, context](std::size_t entry) {
        return shared->format->unpack_entry(*shared->document, entry, context);
    };
    return std::make_shared<const Archive>(std::move(facts), std::move(*entries), load);
}

bool ends_with_one_of(std::string_view name, std::span<const std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return text::ends_with_ignoring_case(name, ending); });
}

// By its first bytes, or by an ending that only archives have.
bool may_be_native(std::string_view name, Bytes head) {
    return std::any_of(formats().begin(), formats().end(), [&](const Format* format) {
        if (format->entries == nullptr) return false;
        // Cut off after the head, no more than a weak claim can be made.
        return ends_with_one_of(name, format->extensions) ||
               format->sniff(name, Blob::copy_of(head), {}).confidence != Confidence::no;
    });
}

// A name found in a file only ever selects a file in the folder.
std::string track_name(Bytes cue) { return std::string(name_of(with_slashes(containers::data_file_of_cue(cue)))); }

}  // namespace

std::string track_of_cue(const std::string& path, const Context& context) {
    if (!text::ends_with_ignoring_case(path, ".cue")) return {};
    const auto sheet = read_file(path, context.limits);
    const std::string name = sheet ? track_name(sheet->bytes.bytes()) : std::string();
    return name.empty() ? name : join(folder_of(path), name);
}

ArchiveResult open_archive_file(const std::string& path, const Context& context) {
    const auto source = FileSource::open(path);
    if (source == nullptr) return std::shared_ptr<const Archive>();
    const std::string_view name = name_of(path);
    const std::string_view kind = containers::kind_of(name, *source);
    if (kind == "cue") {
        const std::string track = track_of_cue(path, context);
        return open_container(name, source, track.empty() ? nullptr : FileSource::open(track), context);
    }
    if (!kind.empty()) return open_container(name, source, nullptr, context);
    if (!may_be_native(name, read_head(path, head_bytes))) return std::shared_ptr<const Archive>();
    const auto file = read_file(path, context.limits);
    if (!file) return file.error();
    return open_native(name, file->bytes, context);
}

ArchiveResult open_archive(std::string_view name, const Blob& bytes, const LoadCompanion& companion,
                           const Context& context) {
    const auto source = containers::blob_source(bytes);
    const std::string_view kind = containers::kind_of(name, *source);
    if (kind == "cue") {
        const auto track = companion(track_name(bytes.bytes()));
        return open_container(name, source, track ? containers::blob_source(*track) : nullptr, context);
    }
    return kind.empty() ? open_native(name, bytes, context) : open_container(name, source, nullptr, context);
}

bool is_archive_name(std::string_view name) {
    for (const containers::KnownKind& kind : containers::known_kinds()) {
        if (ends_with_one_of(name, kind.endings)) return true;
    }
    const Format* format = find_by_file_name(name).format;
    return format != nullptr && format->entries != nullptr;
}

}  // namespace thaw::io
