// Models from files and into files: what the command line does with paths.
//
//     thaw::Model model = thaw::load("rat.ddd").value();             // with its companions; "datafile.sdf/RAT.DDD" too
//     auto saved = thaw::save(model, "rat.glb", {.convert = {.compact = true}});
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/convert.hpp>
#include <thaw/open.hpp>
#include <thaw/render.hpp>

namespace thaw {

struct LoadOptions {
    std::string format{};               // id of one; empty: what the file is like
    std::string model{};                // of files that hold several; empty: the first
    std::vector<std::string> search{};  // folders and archives to look for companions in, too
    OptionValues companions{};          // by role: a path to take, whatever would be found
    Context context{};
};

// A path may lead into an archive. Companions are looked for next to the file, and where its game has them.
Result<Model> load(const std::string& path, const LoadOptions& options = {});
// The same with all that is known of it.
Result<OpenedModel> load_opened(const std::string& path, const LoadOptions& options = {});
// Every model that the file holds, at least one result. LoadOptions::model does not count.
std::vector<OpenResult> load_all(const std::string& path, const LoadOptions& options = {});

struct SaveOptions {
    ConvertOptions convert{};  // of models
    RenderOptions render{};    // of images
    // Replace files that are there. Those that the model or its base came from are never replaced, nor a link to one.
    bool force = false;
    Context context{};
};

struct Saved {
    std::vector<std::string> files{};  // that were written, the named one first
    std::vector<std::string> left{};   // companions that were there already and were left as they are
    std::string change_summary{};      // Converted::change_summary
};

// What is written is said by how the path ends: glTF, OBJ, an image, or the file of a format. Files that go with it lie
// next to it. They are written all or none, and each is complete or not there. `issues` gets the findings.
Result<Saved> save(const Model& model, const std::string& path, const SaveOptions& options, Issues& issues);
Result<Saved> save(const Model& model, const std::string& path, const SaveOptions& options = {});

}  // namespace thaw
