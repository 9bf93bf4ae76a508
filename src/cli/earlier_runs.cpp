#include "cli/earlier_runs.hpp"

#include <algorithm>
#include <charconv>

#include "base/checksums.hpp"
#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr std::string_view journal_name = ".thaw_done";
constexpr std::string_view line_layout = "3\n";  // of its lines: those of another one count for nothing

// The file on disk that holds one in an archive.
std::string on_disk(std::string path, io::Folders& folders) {
    for (std::string archive = folders.archive_of(path); !archive.empty(); archive = folders.archive_of(path)) {
        path = archive;
    }
    return path;
}

std::optional<Severity> severity_of(const std::string& word) {
    for (const Severity severity : {Severity::info, Severity::warning, Severity::error}) {
        if (word == severity_name(severity)) return severity;
    }
    return std::nullopt;
}

class Fields {
public:
    explicit Fields(std::string_view line) : rest_(line) {}

    std::string text() {
        const std::size_t end = rest_.find('\t');
        std::string out(rest_.substr(0, end));
        ok_ = ok_ && !rest_.empty();
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        return out;
    }
    template <class Number>
    Number number() {
        const std::string word = text();
        Number out = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
        ok_ = ok_ && error == std::errc() && end == word.data() + word.size();
        return out;
    }
    bool ok() const { return ok_; }

private:
    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace

EarlierRuns::EarlierRuns(const std::string& folder, const std::string& settings, const std::string& shard)
    : settings_(text::hex(fnv1a(std::string(line_layout) + settings))),
      journal_(io::join(folder, std::string(journal_name) + shard)) {
    const auto entries = io::read_folder(folder);
    if (!entries) return;  // there is none yet, or none that can be written to
    // What the other shards made counts too.
    for (const io::Entry& entry : *entries) {
        if (!is_journal(entry.name)) continue;
        const io::Journal journal(io::join(folder, entry.name));
        const auto lines = journal.lines();
        if (lines) {
            for (const std::string& line : *lines) take(line);
        } else if (journal.path() != journal_.path()) {  // for its own journal this is reported when it is written
            unreadable_.push_back(lines.error());
        }
    }
}

bool EarlierRuns::is_journal(std::string_view file_name) { return file_name.starts_with(journal_name); }

// settings, input, index, count, worst finding, number of inputs, (path, bytes, time)..., number of outputs, (path,
// bytes, hash)...
void EarlierRuns::take(const std::string& line) {
    Fields fields(line);
    if (fields.text() != settings_) return;
    const std::string input = fields.text();
    const auto index = fields.number<std::size_t>();
    Record record{.count = fields.number<std::size_t>()};
    record.worst = severity_of(fields.text());
    for (auto n = fields.number<std::size_t>(); n > 0 && fields.ok(); --n) {
        const std::string path = fields.text();
        const u64 bytes = fields.number<u64>();
        record.inputs.push_back({path, {bytes, fields.number<i64>()}});
    }
    for (auto n = fields.number<std::size_t>(); n > 0 && fields.ok(); --n) {
        const std::string path = fields.text();
        const u64 bytes = fields.number<u64>();
        record.outputs.push_back({path, {bytes, fields.number<u64>()}});
    }
    if (fields.ok()) known_[input][index] = std::move(record);
}

Status EarlierRuns::add(const io::Input& input, const io::Opened& opened, std::optional<Severity> worst,
                        const std::vector<Output>& outputs, io::Folders& folders) {
    if (broken_) return thaw::Done{};
    std::set<std::string> paths;
    for (const Part& part : opened.model.bundle.parts) paths.insert(on_disk(part.name, folders));
    std::string line = settings_ + '\t' + input.path + '\t' + std::to_string(opened.index) + '\t' +
                       std::to_string(opened.count) + '\t' + (worst ? std::string(severity_name(*worst)) : "clean") +
                       '\t' + std::to_string(paths.size());
    for (const std::string& path : paths) {
        const auto stamp = io::stamp_of(path);
        if (!stamp) return thaw::Done{};
        line += '\t' + path + '\t' + std::to_string(stamp->bytes) + '\t' + std::to_string(stamp->modified_ns);
    }
    line += '\t' + std::to_string(outputs.size());
    for (const auto& [path, content] : outputs) {
        line += '\t' + path + '\t' + std::to_string(content.bytes) + '\t' + std::to_string(content.hash);
    }
    // Names with tabs or line ends would be read as something else: such a model is made again.
    const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
    if (tabs != 6 + 3 * (paths.size() + outputs.size()) || line.find('\n') != std::string::npos) return thaw::Done{};
    const Status status = journal_.add(std::move(line));
    broken_ = !status.ok();
    return status;
}

bool EarlierRuns::holds(const Record& record) {
    return std::all_of(record.inputs.begin(), record.inputs.end(),
                       [](const auto& input) { return io::stamp_of(input.first) == input.second; }) &&
           std::all_of(record.outputs.begin(), record.outputs.end(),
                       [](const Output& output) { return io::has_content(output.path, output.content); });
}

std::optional<EarlierRuns::Made> EarlierRuns::still_made(const io::Input& input) const {
    const auto found = known_.find(input.path);
    if (found == known_.end()) return std::nullopt;
    const auto& records = found->second;
    Made made;
    for (const auto& [index, record] : records) {
        if (record.count != records.size() || !holds(record)) return std::nullopt;
        for (const auto& [path, stamp] : record.inputs) made.inputs.push_back(path);
        for (const Output& output : record.outputs) made.outputs.push_back(output.path);
        if (record.worst && (!made.worst || *record.worst > *made.worst)) made.worst = record.worst;
    }
    return made;
}

}  // namespace thaw::cli
