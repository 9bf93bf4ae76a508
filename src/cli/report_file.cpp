#include "cli/report_file.hpp"

#include "cli/image_target.hpp"

namespace thaw::cli {

namespace {

constexpr std::string_view maker_key = "made_by";
constexpr std::string_view maker = "Thaw " THAW_VERSION;

}  // namespace

json::Value new_report() {
    json::Value out;
    out.set(std::string(maker_key), maker);
    return out;
}

bool is_report(std::string_view head) {
    const std::string_view any_version = maker.substr(0, maker.find(' ') + 1);
    return head.starts_with("{\n  \"" + std::string(maker_key) + "\": \"" + std::string(any_version));
}

Status check_report(const std::string& path, bool force, const io::InputFiles& inputs) {
    if (path == "-") return Done{};
    return check_image(path, force, inputs);
}

Status write_report(const std::string& path, const json::Value& report, bool force, const io::InputFiles& inputs,
                    Console& console) {
    const std::string text = json::to_pretty_text(report) + "\n";
    if (path == "-") {
        console.write(text);
        return Done{};
    }
    return write_replacing({path, Blob::take({text.begin(), text.end()})}, force, inputs);
}

}  // namespace thaw::cli
