// What Thaw leaves in a glTF for the way back: is it noticed that somebody changed the file?
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

std::vector<u8> with_source(const Scene& scene) {
    BytesSink sink;
    const GltfSource source{.format = "x", .parts = {{"a", "b", blob_of("12345")}}};
    EXPECT_TRUE(write_glb(scene, {.source = &source}, sink).ok());
    return sink.bytes;
}

GltfFile read_bytes(std::vector<u8> bytes) {
    auto file = read_gltf(Blob::take(std::move(bytes)));
    EXPECT_TRUE(file.ok()) << to_string(file.error());
    return file ? std::move(*file) : GltfFile();
}

// A GLB of this JSON and binary.
std::vector<u8> glb_of(std::string json, const std::vector<u8>& binary) {
    json.append((4 - json.size() % 4) % 4, ' ');
    std::vector<u8> out;
    const auto put = [&](std::size_t value) {
        for (int i = 0; i < 4; ++i) out.push_back(static_cast<u8>(value >> (8 * i)));
    };
    for (const std::size_t word : {std::size_t{0x46546C67}, std::size_t{2}, 28 + json.size() + binary.size()})
        put(word);
    for (const std::size_t word : {json.size(), std::size_t{0x4E4F534A}}) put(word);
    out.insert(out.end(), json.begin(), json.end());
    for (const std::size_t word : {binary.size(), std::size_t{0x004E4942}}) put(word);
    out.insert(out.end(), binary.begin(), binary.end());
    return out;
}

std::string with(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return at == std::string::npos ? text : text.replace(at, before.size(), after);
}

TEST(ReadSource, AsItWasWritten) {
    for (const Scene& scene : {flapping_quad(), bending_strip(), lone_marker()}) {
        const GltfFile file = read_bytes(with_source(scene));
        EXPECT_TRUE(is_unchanged(file));
        EXPECT_TRUE(is_json_unchanged(file));
        EXPECT_TRUE(source_of(file).ok());
    }
}

// The last 32 bytes are the stamp, the 8 before them the kept file.
TEST(ReadSource, AChangeIsNoticed) {
    const std::vector<u8> glb = with_source(flapping_quad());
    for (const std::size_t from_end : {1u, 16u, 17u, 32u, 40u, 41u}) {
        std::vector<u8> changed = glb;
        changed[changed.size() - from_end] ^= 1;
        const GltfFile file = read_bytes(changed);
        EXPECT_FALSE(is_unchanged(file)) << from_end;
        EXPECT_EQ(source_of(file).ok(), from_end != 40) << from_end;
    }
    std::vector<u8> changed = glb;
    changed[changed.size() - 40] ^= 1;
    EXPECT_EQ(source_of(read_bytes(changed)).error().file, "b");
}

// Other views of as many bytes are not, though an editor may have left their number there.
TEST(ReadSource, OnlyTheEndOfTheBinaryIsAStamp) {
    const std::vector<u8> glb = with_source(flapping_quad());
    const std::string text(glb.begin(), glb.end()), key = "\"content\":";
    const std::string number = text.substr(text.find(key) + key.size(), 2);
    ASSERT_NE(text.find("\"byteLength\":32"), text.rfind("\"byteLength\":32")) << "one of them is not the stamp";
    for (int view = 0; view <= std::stoi(number); ++view) {
        const std::string padded = (view < 10 ? " " : "") + std::to_string(view);
        const std::string changed = with(text, key + number, key + padded);
        const GltfFile file = read_bytes({changed.begin(), changed.end()});
        ASSERT_TRUE(file.kept);
        EXPECT_EQ(file.kept->stamp.bytes().empty(), padded != number) << view;
        EXPECT_EQ(is_unchanged(file), padded == number) << view;
        EXPECT_TRUE(source_of(file).ok()) << view;
    }
}

TEST(ReadSource, AQuickLookSeesTheJsonAlone) {
    std::vector<u8> glb = with_source(flapping_quad());
    glb[glb.size() - 40] ^= 1;
    EXPECT_TRUE(is_json_unchanged(read_bytes(glb)));
    const std::string text(glb.begin(), glb.end());
    const std::string renamed = with(text, "\"Thaw\"", "\"thaw\"");
    EXPECT_FALSE(is_json_unchanged(read_bytes({renamed.begin(), renamed.end()})));
}

TEST(ReadSource, TheTwoFilesOfAGltf) {
    StringSink json;
    StringSink bin;
    const GltfSource source{.format = "x", .parts = {{"a", "b", blob_of("12345")}}};
    ASSERT_TRUE(write_gltf(flapping_quad(), {.source = &source}, "q.bin", json, bin).ok());
    const auto unchanged = [&](const std::string& binary) {
        Bundle companions;
        companions.parts.push_back({"", "q.bin", blob_of(binary)});
        const auto file = read_gltf(blob_of(json.text), companions);
        return file.ok() && is_unchanged(*file);
    };
    EXPECT_TRUE(unchanged(bin.text));
    bin.text[bin.text.size() - 40] ^= 1;
    EXPECT_FALSE(unchanged(bin.text));
}

// As earlier versions wrote it: one hash over all, in the JSON.
const std::string earlier_json =
    R"({"asset":{"version":"2.0","generator":"Thaw"},"nodes":[{"name":"marker","translation":[1,2,3]}],"scene":0,)"
    R"("scenes":[{"nodes":[0],"extras":{"thaw":{"format":"ddd","variant":"x","parts":[{"role":"ddd","name":"rat.ddd","bufferView":0,)"
    R"("sha256":"74f81fe167d99b4cb41d6d0ccda82278caee9f3e2f25d5e5a3936ff3dcec60d0"}],)"
    R"("content":"df7a81c4a9993a57addafbdde61bbdb607d7148624a90cfe680822d8c94cf26f"}}}],"buffers":[{"byteLength":8}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":5}]})";
const std::vector<u8> earlier_binary{1, 2, 3, 4, 5, 0, 0, 0};

TEST(ReadSource, FilesOfEarlierVersions) {
    const GltfFile file = read_bytes(glb_of(earlier_json, earlier_binary));
    EXPECT_TRUE(is_unchanged(file));
    EXPECT_TRUE(is_json_unchanged(file));
    ASSERT_TRUE(source_of(file).ok());
    EXPECT_EQ(source_of(file)->parts.at(0).name, "rat.ddd");
    // What they called the hashes of images, and what they are called now.
    for (const std::string key : {"pictures", "images"}) {
        const std::string json = with(earlier_json, R"("content")", "\"" + key + R"(":["0x12"],"content")");
        EXPECT_EQ(source_of(read_bytes(glb_of(json, earlier_binary)))->images, std::vector<std::string>{"0x12"}) << key;
    }
    std::vector<u8> changed = earlier_binary;
    changed[7] = 1;  // padding
    EXPECT_FALSE(is_unchanged(read_bytes(glb_of(earlier_json, changed))));
    EXPECT_FALSE(is_unchanged(read_bytes(glb_of(with(earlier_json, "marker", "market"), earlier_binary))));
}

// An editor's add-on writes zeros, or keeps what it does not know while views move: the files inside are good all the
// same.
TEST(ReadSource, AStampThatIsNoneIsAChangeAndNoDamage) {
    const std::string hash = "\"df7a81c4a9993a57addafbdde61bbdb607d7148624a90cfe680822d8c94cf26f\"";
    for (const std::string& content : {"\"" + std::string(64, '0') + "\"", std::string("0"), std::string("77")}) {
        const GltfFile file = read_bytes(glb_of(with(earlier_json, hash, content), earlier_binary));
        EXPECT_FALSE(is_unchanged(file)) << content;
        EXPECT_TRUE(source_of(file).ok()) << content;
        EXPECT_EQ(codes_of(file), Codes{}) << content;
    }
    for (const std::string content : {"\"12\"", "-1", "null"}) {
        const GltfFile file = read_bytes(glb_of(with(earlier_json, hash, content), earlier_binary));
        EXPECT_FALSE(source_of(file).ok()) << content;
        EXPECT_EQ(codes_of(file), Codes{"GLTF_SOURCE"}) << content;
    }
}

}  // namespace
}  // namespace thaw::test
