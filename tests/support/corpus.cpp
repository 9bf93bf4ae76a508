#include "support/corpus.hpp"

#include <fstream>
#include <stdexcept>

namespace thaw::test {

std::filesystem::path corpus_folder() { return THAW_CORPUS; }
std::filesystem::path source_folder() { return THAW_SOURCE; }

Blob load_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + path.string());
    std::vector<u8> bytes(static_cast<std::size_t>(std::filesystem::file_size(path)));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (in.gcount() != static_cast<std::streamsize>(bytes.size()))
        throw std::runtime_error("cannot read " + path.string());
    return Blob::take(std::move(bytes));
}

Blob blob_of(std::string_view text) { return Blob::take(std::vector<u8>(text.begin(), text.end())); }

namespace {

// Commas inside double quotes belong to the field; the quotes do not.
std::vector<std::string> split_line(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    return fields;
}

}  // namespace

std::vector<Row> load_csv(const std::filesystem::path& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot open " + path.string());
    std::vector<std::string> names;
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        const std::vector<std::string> fields = split_line(line);
        if (names.empty()) {
            names = fields;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = i < fields.size() ? fields[i] : "";
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace thaw::test
