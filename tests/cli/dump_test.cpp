// `thaw dump` as a program; what it shows is tested with the inspect folder.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>
#include <thaw/format.hpp>

#include "base/text.hpp"
#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "inspect/dump.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

class Dump : public ::testing::Test {
protected:
    Dump() {
        scratch_.put("rat.ddd", tiny_ddd());
        scratch_.put("short.ddd", tiny_ddd().slice(0, 40));
    }
    Ran run(std::vector<std::string> arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        arguments.insert(arguments.begin(), "dump");
        return run_thaw(arguments, options);
    }

    Scratch scratch_;
};

TEST_F(Dump, EveryStyle) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"rat.ddd"}, {"--hex", "rat.ddd"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("scaling"), std::string::npos);
        EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
        EXPECT_EQ(ran.err, "");
    }
    const Ran json = run({"--json", "rat.ddd"});
    EXPECT_EQ(json.code, 0);
    EXPECT_TRUE(is_json(json.out)) << json.out;
    EXPECT_NE(run({"--hex", "--color", "always", "rat.ddd"}).out.find("\x1b["), std::string::npos);
    EXPECT_EQ(run({"--hex", "--json", "rat.ddd"}).code, 3);
}

TEST_F(Dump, OneFieldOrOneByte) {
    EXPECT_NE(run({"--field", "bases[0].bones[0]", "rat.ddd"}).out.find("joints"), std::string::npos);
    EXPECT_EQ(run({"--field", "bases[0].bones[0]", "rat.ddd"}).out.find("scaling"), std::string::npos);
    EXPECT_EQ(run({"--at", "0x1", "rat.ddd"}).out, run({"--at", "1", "rat.ddd"}).out);
    EXPECT_NE(run({"--at", "1", "rat.ddd"}).out.find("scaling"), std::string::npos);
}

TEST_F(Dump, AskingForWhatIsNotThereIsWrongUsage) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--field", "nonsense", "rat.ddd"},
                                                      {"--at", "0xffffff", "rat.ddd"},
                                                      {"--at", "18446744073709551616", "rat.ddd"},
                                                      {"--at", "-1", "rat.ddd"},
                                                      {"--at", "0x", "rat.ddd"},
                                                      {"--at", "twelve", "rat.ddd"},
                                                      {"--part", "nonsense", "rat.ddd"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 3) << arguments[1] << ": " << ran.err;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
    }
}

TEST_F(Dump, ABrokenFileUpToTheFailingField) {
    const Ran ran = run({"short.ddd"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.out.find("bases[0].num_vertices"), std::string::npos) << ran.out;
    EXPECT_NE(ran.err.find("short.ddd: byte 0x14, bases[0].vertices"), std::string::npos) << ran.err;
}

// The path of every line: of fields, and of arrays that are folded.
std::vector<std::string> printed_paths(const std::string& dump) {
    std::vector<std::string> out;
    for (const std::string& line : lines_of(dump)) {
        const bool is_field = line.starts_with("0x");
        const bool is_fold = line.find("  \u2026 ") != std::string::npos && line.starts_with("   ");
        if (!is_field && !is_fold) continue;
        std::size_t at = 0;
        for (int skipped = is_field ? 2 : 0; skipped > 0; --skipped) {  // offset and size
            at = line.find(' ', line.find_first_not_of(' ', at));
        }
        at = line.find_first_not_of(' ', at);
        std::string path = line.substr(at, line.find(' ', at) - at);
        if (std::find(out.begin(), out.end(), path) == out.end()) out.push_back(std::move(path));
    }
    return out;
}

// What `thaw dump` prints of a model, without starting it anew for each of thousands of paths.
class Printer {
public:
    explicit Printer(const std::string& file) : results_(io::Opener(folders_, {}, {}).open(file)) {}

    std::string print(const std::string& field, Status& status) const {
        const Model& model = std::get<io::Opened>(results_.front()).model;
        BytesSink sink;
        status = inspect::dump(*model.format, model.bundle, {.field = field}, {}, sink);
        return text::view_as_text(sink.bytes);
    }

private:
    io::Folders folders_;
    std::vector<io::OpenResult> results_;
};

void expect_every_path(const std::string& file) {
    const Printer printer(file);
    Status status = Done{};
    const auto paths = printed_paths(printer.print({}, status));
    EXPECT_GT(paths.size(), 3u) << file;
    for (const std::string& path : paths) {
        const std::string one = printer.print(path, status);
        EXPECT_TRUE(status.ok()) << file << ' ' << path;
        EXPECT_NE(one.find(path), std::string::npos) << file << ' ' << path;
    }
}

TEST(DumpOfSamples, EveryPathThatIsPrintedCanBeAskedFor) {
    namespace fs = std::filesystem;
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "samples")) {
        if (!entry.is_regular_file() || find_by_file_name(entry.path().string()).format == nullptr) continue;
        expect_every_path(entry.path());
        ++files;
    }
    EXPECT_GE(files, 14);
}

// Lists that end with a terminator, tables of archives, objects of packages.
TEST(DumpOfFixtures, EveryPathThatIsPrintedCanBeAskedFor) {
    Scratch scratch;
    for (const Fixture& fixture : upackage_fixtures()) {
        if (fixture.name == "upackage_69") scratch.put("Botpack.u", fixture.bundle.parts[0].bytes);
    }
    expect_every_path(scratch.path("Botpack.u"));
    scratch.put("game.dat", adat_of({{"rat.ddd", tiny_ddd()}, {"more/cat.ddd", tiny_ddd()}}));
    expect_every_path(scratch.path("game.dat"));
    // Also those of the models in an archive, and an error only if none of them has it.
    for (const char* path : {"magic", "bases[0].vertices", "scaling"}) {
        const Ran one = run_thaw({"dump", scratch.path("game.dat"), "--field", path});
        EXPECT_EQ(one.code, 0) << path << one.err;
        EXPECT_NE(one.out.find(path), std::string::npos) << path;
    }
    const Ran none = run_thaw({"dump", scratch.path("game.dat"), "--field", "nothing"});
    EXPECT_EQ(none.code, 3);
    EXPECT_NE(none.err.find("there is no 'nothing'"), std::string::npos) << none.err;
}

TEST(DumpOfSamples, ARootHasNoParent) {
    const std::string flower = source_folder() / "samples/twm/flower.twm";
    const Ran text = run_thaw({"dump", flower, "--field", "joints[0].parent"});
    EXPECT_NE(text.out.find("u32 index  root (0xffffffff)"), std::string::npos) << text.out;
    EXPECT_NE(run_thaw({"dump", flower, "--field", "joints[1].parent"}).out.find("u32 index  0 (of 6)"),
              std::string::npos);
    const Ran json = run_thaw({"dump", flower, "--field", "joints[0].parent", "--json"});
    EXPECT_NE(json.out.find("4294967295"), std::string::npos) << "the number that is in the file";
    EXPECT_NE(json.out.find("\"root\""), std::string::npos) << json.out;
    for (const char* verb : {"info", "check", "survey"}) {
        EXPECT_EQ(run_thaw({verb, flower, "-v"}).out.find("4294967295"), std::string::npos) << verb;
    }
}

}  // namespace
}  // namespace thaw::test
