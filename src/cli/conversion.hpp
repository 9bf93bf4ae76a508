// One run of `thaw convert`: what becomes of each model, and what is reported about it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/claims.hpp"
#include "cli/convert_report.hpp"
#include "cli/default_folder.hpp"
#include "cli/earlier_runs.hpp"
#include "cli/fail_on.hpp"
#include "cli/models.hpp"
#include "cli/native_arguments.hpp"
#include "cli/option_check.hpp"
#include "cli/png_cache.hpp"
#include "cli/scene_arguments.hpp"
#include "cli/scene_files.hpp"
#include "cli/target.hpp"
#include "io/output.hpp"

namespace thaw::cli {

struct ConvertArguments {
    ModelArguments models{};
    WorkArguments work{};
    FailOn fail_on{};
    std::string out{};
    std::string to{};
    std::string variant{};
    SceneArguments scene{};
    bool no_source = false;
    bool compact = false;
    bool meshopt = false;
    std::string shading = "unlit";
    bool strict = false;
    bool durable = false;
    bool dry_run = false;
    bool again = false;
    bool gallery = false;
    std::string shard{};
    NativeArguments back{};
    std::string report{};
};

class Conversion {
public:
    Conversion(Console& console, const ConvertArguments& arguments) : console_(console), arguments_(arguments) {}

    int run();

private:
    using Clock = std::chrono::steady_clock;
    // A model as a scene, and its GLB complete but for its name: made on any thread.
    struct SceneMade;

    // --- the run (conversion.cpp)
    bool start(io::Inputs& inputs);
    OptionUse use_of(const Format& format, const Model* model) const;
    bool takes_output_options();
    bool can_pack();
    bool choose_folders(const io::Inputs& inputs);
    const std::string& folder_for(const io::Input& input) const;
    bool makes_one_file_of_many(const io::Inputs& inputs);
    bool has_place_for_report();
    bool skip_up_to_date(io::Inputs& inputs);
    void take_earlier(const io::Input& input, const EarlierRuns::Made& made);
    void remember(const io::Input& input, const io::Opened& opened, const Issues& issues,
                  const std::vector<EarlierRuns::Output>& outputs);
    void print_totals();
    std::string settings() const;
    bool fails(Severity worst) const;  // does a finding make the exit code 1?
    bool has_nothing_to_show(const io::Input& input, const Model& model);
    void skip_shapeless(const Model& model);
    Status store(const std::vector<io::OutputFile>& files);
    io::OutputOptions output_options(const std::string& first) const;
    std::string timing();
    void usage(const std::string& message);
    void fail(const std::string& file, Error error);

    // --- as glTF or OBJ (conversion_scene.cpp)
    std::shared_ptr<SceneMade> make_scene(const io::Input& input, const io::Opened& opened);
    void stage(const io::Input& input, const io::Opened& opened, SceneMade& made);
    void finish_scene(const io::Input& input, const io::Opened& opened, SceneMade& made);
    Status store_scene(const io::Input& input, const io::Opened& opened, SceneMade& made,
                       std::vector<io::OutputFile>& files, std::vector<u64>& sizes);
    void stream_scene(const Scene& scene, const GltfOptions& options, const std::string& file);
    void report_scene(const io::Opened& opened, const std::vector<io::OutputFile>& files, const std::vector<u64>& sizes,
                      const Scene& scene, const Issues& issues);

    // --- in a game's format (conversion_native.cpp)
    void convert(const io::Input& input, io::Opened& opened);
    const Format* target_format(const io::Opened& opened);
    bool fits(const Model& model, const Format& format);
    ModelArguments models_for_base(const Model& model) const;
    NativeTask task(const Model& model, const Format& format);
    ConvertOptions convert_options() const;
    void refuse(const io::Opened& opened, const Format& format, const Error& error, const Issues& issues);
    void write(const io::Input& input, const io::Opened& opened, const Model& model, const NativeResult* made,
               const Issues& issues);
    std::vector<io::OutputFile> companion_files(const NativeResult& made, const std::string& first);
    std::vector<io::OutputFile> take_out_up_to_date(std::vector<io::OutputFile>& files);
    void write_stream(const Bundle& parts);
    struct Written {
        const std::vector<io::OutputFile>&now, &before;  // by this run, and by an earlier one with the same bytes
    };
    void report(const io::Opened& opened, const std::vector<io::OutputFile>& files, const Written& written,
                const Bundle& parts, const Issues& issues);
    void refuse_model(const io::Opened& opened, const Issues& issues, const Error& error);

    Console& console_;
    const ConvertArguments& arguments_;
    Target target_;
    ConvertOptions options_;
    Tally tally_;
    io::System system_;
    io::Folders folders_;
    std::optional<EarlierRuns> earlier_;
    std::optional<DefaultFolders> default_folders_;  // where the user named none
    std::string folder_;                             // where everything goes; empty if that is more than one folder
    bool started_ = false;
    bool several_ = false;
    Claims claims_;  // of this run, and of an earlier one where a model is left as that made it
    io::InputFiles read_files_;
    PngCache pngs_;
    Clock::time_point began_run_;
    Clock::time_point began_;
    ConvertReport report_;
};

}  // namespace thaw::cli
