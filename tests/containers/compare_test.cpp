// The core's own readers beside libarchive: the same list, the same bytes.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "opened.hpp"
#include "support/corpus.hpp"

namespace thaw::test {

namespace {

namespace fs = std::filesystem;

// "name, 12 bytes: whiskers" of each file, in an order of their own: files at one place are in none. What cannot be
// loaded is said in the words of either reader.
Lines sorted_files(const OpenedContainer& opened) {
    if (!opened) return {"refused"};
    Lines out;
    for (std::size_t i = 0; i < (*opened)->entries().size(); ++i) {
        const auto& entry = (*opened)->entries()[i];
        const auto blob = (*opened)->load(i);
        out.push_back(entry.name + ", " + std::to_string(entry.bytes) +
                      " bytes: " + (blob ? text_of(blob) : "refused"));
    }
    std::sort(out.begin(), out.end());
    return out;
}

Lines short_lines(Lines lines) {
    for (auto& line : lines) line = line.substr(0, 200);
    return lines;
}

// How many files both read; with words if they differ.
std::size_t compared(const std::string& name, const std::vector<u8>& bytes) {
    const auto source = source_of(bytes);
    const auto own = archives::open(name, source, {});
    const auto other = containers::open_with_libarchive(name, source, {});
    EXPECT_EQ(own.ok(), other.ok()) << name << (own ? "" : own.error().message);
    const auto own_files = sorted_files(own);
    const auto other_files = sorted_files(other);
    EXPECT_TRUE(own_files == other_files) << name << testing::PrintToString(short_lines(own_files)) << "\nlibarchive:\n"
                                          << testing::PrintToString(short_lines(other_files));
    if (own && other) {
        EXPECT_EQ((*own)->damage() != nullptr, (*other)->damage() != nullptr) << name;
    }
    return own_files.size();
}

std::vector<u8> bytes_of_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

// A folder of files of all sizes, names and kinds, for the programs of the system to pack.
class Packed : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("thaw_compare_" + std::to_string(::getpid()));
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "in/models/deep/er/and/deeper/still/until/eight/folders/are/passed");
        write("empty.txt", "");
        write("a.txt", "first");
        write("Fl\xC3\xBCgel.txt", "wings");
        write("models/rat.ctr", std::string(5000, 'r'));
        write("models/" + std::string(120, 'n') + ".ddd", "a long name");
        write("models/deep/" + std::string(200, 'm'), "a longer one");
        write("models/deep/er/and/deeper/still/until/eight/folders/are/passed/x.bin", "deep");
        std::string noise;
        for (u32 i = 0, state = 7; i < 300'000; ++i) {
            noise += static_cast<char>((state = state * 1664525 + 1013904223) >> (i % 3 == 0 ? 24 : 29));
        }
        write("noise.bin", noise);
        write("zeros.bin", std::string(200'000, '\0'));
        fs::resize_file(folder_ / "in/zeros.bin", 900'000);  // with a hole
        for (int i = 0; i < 40; ++i)
            write("many/f" + std::to_string(i), std::string(static_cast<std::size_t>(i * 37), 'x'));
        fs::create_hard_link(folder_ / "in/a.txt", folder_ / "in/z_hard_link");
        fs::create_symlink("a.txt", folder_ / "in/soft_link");
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) {
        fs::create_directories((folder_ / "in" / name).parent_path());
        std::ofstream(folder_ / "in" / name, std::ios::binary) << text;
    }

    // What the program makes of the folder of the files; nothing if it is not installed.
    std::vector<u8> made_by(const std::string& program, const std::string& arguments) {
        if (std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) != 0) return {};
        const auto made = folder_ / "made";
        fs::remove(made);
        const auto in = (folder_ / "in").string();
        const auto command = "cd '" + in + "' && { " + program + " " + arguments + "; } >/dev/null 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        return bytes_of_file(made);
    }

    void compare(const std::string& program, const std::string& arguments, std::size_t least_files = 50) {
        const auto made = made_by(program, arguments);
        if (made.empty()) return;
        EXPECT_GE(compared(program + " " + arguments, made), least_files) << program << " " << arguments;
    }

    fs::path folder_;
};

TEST(Compare, ArchivesMadeByCode) {
    for (const auto& container : all_containers()) {
        const auto kind = containers::kind_of(container.name, *source_of(container.bytes));
        // libarchive does not say that the directory is missing.
        if (container.name == "cut.zip" || !archives::open(container.name, source_of(container.bytes), {})) continue;
        EXPECT_EQ(compared(container.name, container.bytes), 3u) << kind;
    }
}

TEST_F(Packed, Zip) {
    compare("zip", "-r ../made . -q && mv ../made.zip ../made");
    compare("zip", "-r0 ../made . -q && mv ../made.zip ../made");
    compare("zip", "-r9 ../made . -q && mv ../made.zip ../made");
    compare("zip", "-ry ../made . -q && mv ../made.zip ../made");   // links as links
    compare("zip", "-rq -fd ../made . && mv ../made.zip ../made");  // sizes behind the data
    compare("zip", "-rq -fz ../made . && mv ../made.zip ../made");  // 64 bits
    compare("zip", "-rq - . | cat > ../made");                      // both
    compare("zip", "-rq -P secret ../made . && mv ../made.zip ../made");
}

TEST_F(Packed, Tar) {
    for (const std::string format : {"v7", "oldgnu", "gnu", "ustar", "pax"}) {
        const bool short_names = format == "v7" || format == "ustar";
        const std::string without = short_names ? " --exclude='*nnnnn*' --exclude='*mmmmm*'" : "";
        compare("tar", "-cf ../made --format=" + format + without + " .", 45);
    }
    compare("tar", "-cf ../made --format=pax --pax-option=exthdr.name=x --sort=name .");
    compare("tar", "-cf ../made --format=gnu -V Label --numeric-owner *");
    compare("tar", "-cf ../made --format=gnu -b 1 *");
}

TEST_F(Packed, Discs) {
    const std::string quiet = "-quiet -o ../made ";
    compare("genisoimage", quiet + "-iso-level 4 .", 40);
    compare("genisoimage", quiet + "-J -joliet-long .", 45);  // long names become the same
    compare("genisoimage", quiet + "-R .");
    compare("genisoimage", quiet + "-r -J -joliet-long .");
    compare("genisoimage", quiet + "-R -allow-multidot -relaxed-filenames .");
    compare("xorriso", "-as mkisofs -quiet -o ../made -R -J .");
    compare("xorriso", "-as mkisofs -quiet -o ../made -iso-level 3 -U .", 40);
}

// What the own readers refuse libarchive reads; without it only these files cannot be loaded.
TEST_F(Packed, LibarchiveReadsTheRest) {
    const auto bzip2 = made_by("zip", "-rq -Z bzip2 ../made . && mv ../made.zip ../made");
    const auto sparse = made_by("tar", "-Scf ../made --format=gnu .");
    const auto sparse_pax = made_by("tar", "-Scf ../made --format=pax .");
    for (const auto& bytes : {bzip2, sparse, sparse_pax}) {
        if (bytes.empty()) continue;
        const auto own = archives::open("a", source_of(bytes), {});
        ASSERT_TRUE(own.ok());
        EXPECT_FALSE((*own)->unsupported().empty());
        const auto both = containers::open("a", source_of(bytes), {});
        const auto files = sorted_files(both);
        EXPECT_EQ(files, sorted_files(containers::open_with_libarchive("a", source_of(bytes), {})));
        EXPECT_GE(files.size(), 50u);
        const auto own_files = sorted_files(own);
        EXPECT_EQ(own_files.size(), files.size());
        for (std::size_t i = 0; i < std::min(files.size(), own_files.size()); ++i) {
            EXPECT_TRUE(own_files[i] == files[i] || own_files[i].ends_with("refused")) << own_files[i].substr(0, 200);
        }
    }
}

// Whatever archives there are among the real files.
TEST(Compare, RealArchives) {
    if (!fs::is_directory(corpus_folder())) return;
    constexpr std::uintmax_t most_bytes = 64 << 20;
    for (const auto& entry : fs::recursive_directory_iterator(corpus_folder())) {
        if (!entry.is_regular_file() || entry.file_size() > most_bytes) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::vector<u8> head(512);
        in.read(reinterpret_cast<char*>(head.data()), 512);
        const auto kind = containers::kind_of("", *source_of(head));
        if (kind == "zip" || kind == "tar") compared(entry.path().string(), bytes_of_file(entry.path()));
    }
}

}  // namespace thaw::test
