// What cannot be read is refused with a JSON pointer and an offset; nothing ends the program.
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "oracle/heap_meter.hpp"
#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

Error error_of(const Blob& file, const Bundle& companions = {}) {
    const auto read = read_gltf(file, companions);
    EXPECT_FALSE(read.ok());
    return read.ok() ? Error() : read.error();
}

// An error of a JSON file: its code, its pointer, and that the offset is where `text` stands.
void expect_error(const std::string& json, Code code, const std::string& pointer, const std::string& text) {
    SCOPED_TRACE(json);
    const Error error = error_of(blob_of(json));
    EXPECT_EQ(code_name(error.code), code_name(code)) << error.message;
    EXPECT_EQ(error.path, pointer) << error.message;
    EXPECT_EQ(error.offset, json.find(text)) << error.message;
}

// The same with an asset before it.
void expect(const std::string& rest, Code code, const std::string& pointer, const std::string& text) {
    expect_error("{\"asset\":{\"version\":\"2.0\"}," + rest + "}", code, pointer, text);
}

TEST(ReadErrors, NotGltf) {
    EXPECT_EQ(error_of(Blob()).code, Code::bad_magic);
    EXPECT_EQ(error_of(blob_of("hello")).code, Code::bad_magic);
    EXPECT_FALSE(is_gltf(blob_of("hello").bytes()));
    expect_error("{}", Code::bad_magic, "", "{");
    expect_error("{\"asset\":3}", Code::bad_value, "/asset", "3");
    expect_error("{\"asset\":{}}", Code::bad_magic, "/asset", "{}");
    expect_error("{\"asset\":{\"version\":\"1.0\"}}", Code::bad_version, "/asset", "{\"version");
    expect_error("{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2.1\"}}", Code::bad_version, "/asset", "{\"version");
    expect_error("{\"asset\":}", Code::bad_value, "", "}");
}

TEST(ReadErrors, Containers) {
    const auto refused = [](const std::string& bytes, Code code, u64 offset) {
        const Error error = error_of(blob_of(bytes));
        EXPECT_EQ(error.code, code) << error.message;
        EXPECT_EQ(error.offset, offset) << error.message;
    };
    refused("glTF", Code::truncated, 4);
    refused(std::string("glTF\1\0\0\0\14\0\0\0", 12), Code::bad_version, 4);
    refused(std::string("glTF\2\0\0\0\40\0\0\0", 12), Code::truncated, 8);
    refused(std::string("glTF\2\0\0\0\14\0\0\0", 12), Code::truncated, 12);
    refused(std::string("glTF\2\0\0\0\24\0\0\0\1\0\0\0JSON", 20), Code::truncated, 12);
    refused(std::string("glTF\2\0\0\0\24\0\0\0\0\0\0\0BIN\0", 20), Code::bad_value, 16);
    refused(std::string("glTF\2\0\0\0\30\0\0\0\4\0\0\0JSON{  x", 24), Code::bad_value, 23);
}

TEST(ReadErrors, PointersAndOffsets) {
    expect("\"nodes\":[{\"children\":[1]},{\"children\":[0]}]", Code::bad_value, "/nodes/0", "{\"children\":[1]}");
    expect("\"nodes\":[{\"children\":[0]}]", Code::bad_value, "/nodes/0", "{\"children");
    expect("\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", Code::bad_value, "/nodes/1/children/0", "2]},{}");
    expect("\"nodes\":[{\"children\":[7]}]", Code::bad_index, "/nodes/0/children/0", "7");
    expect("\"nodes\":[{\"mesh\":0}]", Code::bad_index, "/nodes/0/mesh", "0}]");
    expect("\"nodes\":[{\"name\":1}]", Code::bad_value, "/nodes/0/name", "1}");
    expect("\"nodes\":[1]", Code::bad_value, "/nodes/0", "1]");
    expect("\"nodes\":{}", Code::bad_value, "/nodes", "{}}");
    expect("\"nodes\":[{\"translation\":[1,2]}]", Code::bad_value, "/nodes/0/translation", "[1,2]");
    expect("\"nodes\":[{\"translation\":[1,2,1e99]}]", Code::bad_value, "/nodes/0/translation/2", "1e99");
    expect("\"scenes\":[],\"scene\":4", Code::bad_index, "/scene", "4");
    expect("\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]", Code::unsupported, "/extensionsRequired/0",
           "\"KHR_draco");
    expect("\"extensionsRequired\":[\"EXT_meshopt_compression\"]", Code::unsupported, "/extensionsRequired/0",
           "\"EXT_meshopt");
    expect("\"skins\":[{\"joints\":[]}]", Code::bad_value, "/skins/0", "{\"joints");
    expect("\"nodes\":[{}],\"skins\":[{\"joints\":[0,0]}]", Code::bad_value, "/skins/0/joints", "[0,0]");
    expect("\"meshes\":[{\"primitives\":[{\"mode\":9,\"attributes\":{}}]}]", Code::bad_value,
           "/meshes/0/primitives/0/mode", "9,");
    expect("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":3}}]}]", Code::bad_index,
           "/meshes/0/primitives/0/attributes/POSITION", "3}");
}

// Meshes whose only accessor is wrong.
void expect_accessor(const std::string& accessor, const std::string& rest, Code code, const std::string& pointer,
                     const std::string& text) {
    expect("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[" + accessor + "]" + rest,
           code, pointer, text);
}

TEST(ReadErrors, Accessors) {
    const std::string vec3 = "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3";
    expect_accessor("{\"componentType\":5124,\"type\":\"VEC3\",\"count\":3}", "", Code::bad_value, "/accessors/0",
                    "{\"componentType");
    expect_accessor("{\"componentType\":5126,\"type\":\"VEC5\",\"count\":3}", "", Code::bad_value, "/accessors/0",
                    "{\"componentType");
    expect_accessor("{\"componentType\":5126,\"type\":\"VEC2\",\"count\":3}", "", Code::bad_value,
                    "/meshes/0/primitives/0/attributes/POSITION", "0}");
    expect_accessor("{\"componentType\":5126,\"type\":\"VEC3\",\"count\":0}", "", Code::bad_value, "/accessors/0",
                    "{\"componentType");
    expect_accessor("{\"componentType\":5126,\"type\":\"VEC3\",\"count\":-1}", "", Code::bad_value,
                    "/accessors/0/count", "-1");
    expect_accessor(vec3 + ",\"bufferView\":0}", "", Code::bad_index, "/accessors/0/bufferView", "0}]");
    const std::string buffer = ",\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,";
    const std::string bytes = std::string(48, 'A');
    const auto view = [](const std::string& more) {
        return ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":" + more + "}]";
    };
    expect_accessor(vec3 + ",\"bufferView\":0}", view("35") + buffer + bytes + "\"}]", Code::truncated, "/accessors/0",
                    "{\"componentType");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("37") + buffer + bytes + "\"}]", Code::truncated,
                    "/bufferViews/0", "{\"buffer\"");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("36,\"byteStride\":8") + buffer + bytes + "\"}]", Code::bad_value,
                    "/bufferViews/0", "{\"buffer\"");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("36,\"byteStride\":300") + buffer + bytes + "\"}]",
                    Code::bad_value, "/bufferViews/0/byteStride", "300");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("36") + buffer + "AAA\"}]", Code::bad_value, "/buffers/0/uri",
                    "\"data:");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("36") + buffer + "AAAA\"}]", Code::truncated, "/buffers/0",
                    "{\"byteLength\":36");
    expect_accessor(vec3 + ",\"bufferView\":0}", view("36") + ",\"buffers\":[{\"byteLength\":36}]", Code::missing_part,
                    "/bufferViews/0/buffer", "0,\"byteLength\":36}]");
    expect_accessor(vec3 + ",\"sparse\":{\"count\":1}}", "", Code::bad_value, "/accessors/0/sparse", "{\"count\":1}");
}

TEST(ReadErrors, AnIndexOutOfRangePointsIntoTheBinary) {
    MadeGltf made;
    made.positions(triangle_points);
    made.indices({0, 1, 3});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
    const Blob glb = made.glb();
    const Error error = error_of(glb);
    EXPECT_EQ(error.code, Code::bad_index);
    EXPECT_EQ(error.path, "/accessors/1");
    const u64 binary = glb.size() - 44;  // padded to a multiple of four
    EXPECT_EQ(error.offset, binary + 36 + 4);
    EXPECT_EQ(glb[error.offset], 3);
}

TEST(ReadErrors, NamesThatLeadOutOfTheFolder) {
    for (const char* name : {"/etc/passwd", "../x.bin", "a/../../x.bin", "%2e%2e/x.bin", "http://x/y.bin", "C:x.bin",
                             "..\\x.bin", "a%00b", "%zz", "", "file:x.bin"}) {
        const std::string json =
            std::string("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,\"uri\":\"") +
            (name == std::string("..\\x.bin") ? "..\\\\x.bin" : name) +
            "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":1}],\"images\":[{\"bufferView\":0}]}";
        EXPECT_EQ(gltf_needs(blob_of(json))->size(), 0u) << name;
        const Error error = error_of(blob_of(json));
        EXPECT_EQ(error.code, Code::bad_value) << name;
        EXPECT_EQ(error.path, "/buffers/0/uri") << name;
    }
    const auto needs = gltf_needs(
        blob_of("{\"buffers\":[{\"uri\":\"a%20b/c.bin\"},{\"uri\":\"data:,\"}],\"images\":[{\"uri\":\"d.png\"},"
                "{\"uri\":\"a b/c.bin\"}]}"));
    EXPECT_EQ(*needs, (std::vector<std::string>{"a b/c.bin", "d.png"}));
}

TEST(ReadErrors, ASmallFileStaysCheap) {
    // A thousand million zeros that take no bytes.
    const std::string json =
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":"
        "[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1000000000}]}";
    const HeapMeter heap;
    const Error error = error_of(blob_of(json));
    EXPECT_EQ(error.code, Code::over_budget) << error.message;
    EXPECT_LT(heap.peak(), 4u << 20);
}

std::string repeated(const std::string& one, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += (i > 0 ? "," : "") + one;
    return out;
}

TEST(ReadErrors, MemoryAndTimeFollowTheFile) {
    const std::string head = "{\"asset\":{\"version\":\"2.0\"},";
    const std::string position =
        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},{\"componentType\":5126,\"type\":"
        "\"SCALAR\",\"count\":1}]";
    const std::string primitive = "{\"attributes\":{\"POSITION\":0}}";
    const std::size_t n = sanitized ? 4'000 : 20'000;
    const std::vector<std::string> files{
        head + "\"nodes\":[" + repeated("{}", n) + "]}",
        head + "\"materials\":[" + repeated("{}", n) + "]}",
        head + "\"images\":[" + repeated("{}", n) + "]}",
        head + "\"animations\":[" + repeated("{}", n) + "]}",
        head + "\"nodes\":[{\"extras\":{\"a\":[" + repeated("0", n) + "]}}]}",
        head + "\"nodes\":[{\"extras\":{\"thaw_a\":\"[" + repeated("0", n) + "]\"}}]}",
        head + "\"nodes\":[{\"extras\":{" + repeated("\"\":0", n) + "}}]}",
        head + "\"nodes\":[{\"children\":[" + repeated("0", n) + "]}]}",
        head + position + ",\"meshes\":[" + repeated("{\"primitives\":[" + primitive + "]}", n) + "]}",
        head + position + ",\"meshes\":[{\"primitives\":[" + repeated(primitive, n) + "]}]}",
        head + position + ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[" +
            repeated("{}", n) + "]}," + repeated(primitive, n) + "]}]}",
        head + position + ",\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":1,\"output\":0," +
            repeated("\"x\":0", n) + "}],\"channels\":[" +
            repeated("{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}", n) + "]}]}",
    };
    for (const std::string& json : files) {
        SCOPED_TRACE(json.substr(0, 120));
        const Blob file = blob_of(json);
        const HeapMeter heap;
        const auto read = read_gltf(file);
        EXPECT_TRUE(read.ok() || read.error().code == Code::over_budget || read.error().code == Code::bad_value)
            << to_string(read.error());
        EXPECT_EQ(read ? check(read->scene) : "", "");
        EXPECT_LE(heap.peak(), 32 * file.size() + (1u << 20) + 65536);
    }
}

Blob glb_of(const Scene& scene) {
    StringSink sink;
    const GltfSource source{.format = "x", .parts = {{"a", "b", blob_of("12345")}}};
    EXPECT_TRUE(write_glb(scene, {.source = &source}, sink).ok());
    return blob_of(sink.text);
}

// An exactly sized copy, so that sanitizers see every overrun.
Blob exactly(std::vector<u8> bytes) {
    bytes.shrink_to_fit();
    return Blob::take(std::move(bytes));
}

void try_to_read(Blob file) {
    const HeapMeter heap;
    const auto read = read_gltf(file);
    EXPECT_LE(heap.peak(), 32 * file.size() + (1u << 20) + 65536);
    if (read) {
        EXPECT_EQ(check(read->scene), "");
        is_unchanged(*read);
    } else {
        EXPECT_NE(read.error().code, Code::internal);
        EXPECT_TRUE(read.error().offset == no_offset || read.error().offset <= file.size());
    }
}

TEST(ReadErrors, EveryTruncation) {
    for (const Scene& scene : {flapping_quad(), bending_strip()}) {
        const Blob whole = glb_of(scene);
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const Bytes part = whole.bytes().first(n);
            EXPECT_FALSE(read_gltf(exactly({part.begin(), part.end()})).ok()) << n;
            // The same with a header that fits.
            std::vector<u8> fitted(part.begin(), part.end());
            for (std::size_t i = 0; i < 4 && n > 12; ++i) fitted[8 + i] = static_cast<u8>(n >> (8 * i));
            try_to_read(exactly(std::move(fitted)));
        }
    }
}

TEST(ReadErrors, EveryChangedByte) {
    for (const Scene& scene : {flapping_quad(), bending_strip()}) {
        const Blob whole = glb_of(scene);
        // The sanitizers take ten times as long and get one byte in eleven.
        for (std::size_t n = 0; n < whole.size(); n += sanitized ? 11 : 1) {
            for (const int change : {0x01, 0x10, 0x80, 0xFF}) {
                std::vector<u8> changed(whole.bytes().begin(), whole.bytes().end());
                changed[n] = static_cast<u8>(changed[n] ^ change);
                try_to_read(exactly(std::move(changed)));
            }
        }
    }
}

TEST(ReadErrors, EveryAllocationMayFail) {
    for (const Scene& scene : {flapping_quad(), bending_strip()}) {
        const Blob glb = glb_of(scene);
        for (std::size_t n = 0;; ++n) {
            std::size_t left = 0;
            bool reached = false;
            {
                const HeapMeter heap;
                {
                    const FailingAllocation failing(n);
                    const auto read = read_gltf(glb);
                    reached = failing.reached();
                    if (!read) {
                        ASSERT_EQ(read.error().code, Code::out_of_memory) << n;
                    }
                }
                left = heap.live();
            }
            ASSERT_EQ(left, 0u) << n;
            if (!reached) break;
        }
    }
}

}  // namespace
}  // namespace thaw::test
