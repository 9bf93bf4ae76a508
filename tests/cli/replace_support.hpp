// Archives of two games with models and images, in which `thaw replace` puts others.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/glb_edit.hpp"
#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/sdf/document.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {

namespace fs = std::filesystem;

inline Blob sample_file(const std::string& name) { return load_file(source_folder() / "samples" / name); }

template <class Document>
inline Blob packed(const Format& format, Result<Document> built) {
    const Model model{&format, {}, std::make_unique<Document>(std::move(*built))};
    return write(model)->parts.front().bytes;
}

inline Blob sdf_of(const std::vector<ArchiveFile>& files) { return packed(sdf::format, sdf::build(files)); }
inline Blob big_of(const std::vector<ArchiveFile>& files) { return packed(big::format, big::build(files)); }

inline Pixels plain_image(u32 width, u32 height, u8 red) {
    Pixels out{.width = width, .height = height, .rgba = std::vector<u8>(std::size_t{width} * height * 4, 255)};
    for (std::size_t i = 0; i < out.rgba.size(); i += 4) out.rgba[i] = red;
    return out;
}

inline Pixels image_in(const std::string& glb) {
    auto image = decode_image(blob_of(first_image(glb)).bytes());
    EXPECT_TRUE(image.ok());
    return image ? std::move(*image) : Pixels();
}

inline std::string text_from(const std::vector<u8>& bytes) { return {bytes.begin(), bytes.end()}; }

class ReplaceModels : public ::testing::Test {
protected:
    ReplaceModels() {
        scratch_.put("datafile.sdf", sdf_of({{"OTHER.TXT", blob_of("other\n")},
                                             {"FROG.DDD", sample_file("soulfu/FROG.DDD")},
                                             {"FROG.PCX", sample_file("soulfu/FROG.PCX")},
                                             {"RAT.DDD", tiny_ddd()},
                                             {"NONE.DDD", Blob()},
                                             {"NONE.PCX", Blob()}}));
        scratch_.put("models.dat", adat_of({{"Models/ThawFish_a.3d", sample_file("unreal/Models/ThawFish_a.3d")},
                                            {"Models/ThawFish_d.3d", sample_file("unreal/Models/ThawFish_d.3d")},
                                            {"Models/ThawFish.pcx", sample_file("unreal/Models/ThawFish.pcx")},
                                            {"Classes/ThawFish.uc", sample_file("unreal/Classes/ThawFish.uc")}}));
        scratch_.put("some.big", big_of({{"0000.ctr", sample_file("ctr/toadstool.ctr")},
                                         {"0001.vrm", sample_file("ctr/toadstool.vrm")},
                                         {"0002.bin", blob_of("other")}}));
    }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    Ran replace(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "replace");
        return run(arguments);
    }

    // The model in the archive as GLB.
    std::string glb_of(const std::string& path) {
        const Ran ran = run({"convert", path, "-f", "-o", "made.glb"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return scratch_.get("made.glb");
    }
    std::string inside(const std::string& archive, const std::string& entry) {
        fs::remove_all(scratch_.path("taken"));
        EXPECT_EQ(run({"extract", archive, "-o", "taken"}).code, 0);
        return scratch_.get("taken/" + entry);
    }
    // Every entry but these is as it was.
    void expect_others_untouched(const std::string& archive, const std::string& before,
                                 const std::vector<std::string>& changed) {
        scratch_.put("before." + archive, before);
        fs::remove_all(scratch_.path("was"));
        fs::remove_all(scratch_.path("is"));
        ASSERT_EQ(run({"extract", "before." + archive, "-o", "was"}).code, 0);
        ASSERT_EQ(run({"extract", archive, "-o", "is"}).code, 0);
        for (const auto& file : fs::recursive_directory_iterator(scratch_.path("was"))) {
            if (!file.is_regular_file()) continue;
            const std::string name = fs::relative(file.path(), scratch_.path("was"));
            const bool listed = std::find(changed.begin(), changed.end(), name) != changed.end();
            EXPECT_EQ(scratch_.get("was/" + name) != scratch_.get("is/" + name), listed) << name;
        }
    }

    Scratch scratch_;
};

}  // namespace thaw::test
