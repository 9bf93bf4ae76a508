#include "cli/scene_files.hpp"

#include "base/text.hpp"
#include "cli/report_file.hpp"
#include "gallery/gallery.hpp"
#include "images/stamp.hpp"
#include "io/files.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

// What goes to another sink is seen on its way.
template <class See>
class WatchedSink final : public Sink {
public:
    WatchedSink(Sink& to, const See& see) : to_(to), see_(see) {}
    using Sink::write;
    bool write(Bytes bytes) override {
        see_(bytes);
        return to_.write(bytes);
    }
    void expect(u64 bytes) override { to_.expect(bytes); }
    std::span<u8> room() override { return room_ = to_.room(); }
    bool filled(std::size_t bytes) override {
        see_(Bytes(room_).first(bytes));
        return to_.filled(bytes);
    }

private:
    Sink& to_;
    const See& see_;
    std::span<u8> room_{};
};

// see(seen[i], bytes) for what file i gets.
template <class Seen, class See>
void watch(std::vector<io::OutputFile>& files, std::vector<Seen>& seen, const See& see) {
    seen.assign(files.size(), {});
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].make) {
            see(seen[i], files[i].bytes.bytes());
            continue;
        }
        files[i].make = [make = std::move(files[i].make), &one = seen[i], see](Sink& sink) {
            const auto see_one = [&](Bytes bytes) { see(one, bytes); };
            WatchedSink watched(sink, see_one);
            return make(watched);
        };
    }
}

}  // namespace

std::vector<io::OutputFile> scene_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                        const std::string& stem, const Context& context) {
    const std::string folder(io::folder_of(stem));
    std::vector<io::OutputFile> out;
    for (ExchangeFile& file : exchange_files(scene, options, exchange, std::string(io::name_of(stem)), context)) {
        out.push_back({io::join(folder, file.name), std::move(file.bytes), std::move(file.make)});
    }
    return out;
}

bool is_ours(const std::string& path) {
    constexpr std::size_t head_bytes = 256;
    const auto bytes = io::read_head(path, head_bytes);
    if (bytes.empty()) return false;
    const std::string head = text::view_as_text(bytes);
    return is_stamped(bytes, io::read_tail(path, head_bytes)) ||
           head.find(R"("generator":"Thaw)") != std::string::npos || head.starts_with("# Thaw") ||
           head.starts_with(gallery_stamp) || is_report(head);
}

void count_bytes(std::vector<io::OutputFile>& files, std::vector<u64>& sizes) {
    watch(files, sizes, [](u64& size, Bytes bytes) { size += bytes.size(); });
}

void hash_bytes(std::vector<io::OutputFile>& files, std::vector<io::ContentHash>& contents) {
    watch(files, contents, [](io::ContentHash& content, Bytes bytes) { content.add(bytes); });
}

}  // namespace thaw::cli
