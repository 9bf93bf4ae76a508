// The C API as a program with bugs calls it: any calls in any order, with handles that are gone, made up or of another
// kind.
#include <thaw/thaw.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "target.hpp"

namespace {

using thaw::fuzz::require;

// Takes the calls off the front; what is left is the file.
struct Choices {
    const std::uint8_t* at;
    std::size_t left;

    std::uint8_t next() {
        if (left == 0) return 0;
        --left;
        return *at++;
    }
};

class Caller {
public:
    Caller(const std::uint8_t* data, std::size_t size) : choices_{data, size} {
        for (auto& model : models_) model = thaw_new();
        archive_ = thaw_archive_new();
        calls_ = choices_.next() % 24;
        script_.resize(std::min<std::size_t>(2 * calls_, choices_.left));
        for (char& step : script_) step = static_cast<char>(choices_.next());
    }
    ~Caller() {
        for (thaw_model* model : models_) thaw_free(model);
        thaw_scene_free(scene_);
        thaw_archive_free(archive_);
    }
    Caller(const Caller&) = delete;

    void run() {
        thaw_add_part(models_[0], nullptr, "model", choices_.at, choices_.left);
        thaw_open(models_[0], nullptr);
        for (std::size_t i = 0; i + 1 < script_.size(); i += 2) {
            call(static_cast<std::uint8_t>(script_[i]), static_cast<std::uint8_t>(script_[i + 1]));
        }
    }

private:
    // Mostly one that is there.
    thaw_model* model(std::uint8_t argument) const {
        if (argument >= 240) return reinterpret_cast<thaw_model*>(std::uintptr_t{argument} * 77777);
        if (argument >= 230) return reinterpret_cast<thaw_model*>(scene_);
        return models_[argument % models_.size()];
    }

    static const char* word(std::uint8_t argument) {
        static constexpr std::array words{"",
                                          "{}",
                                          "glb",
                                          "gltf",
                                          "obj",
                                          "native",
                                          "ddd",
                                          "unreal",
                                          "{",
                                          "null",
                                          "0",
                                          "bases[0].vertices[0].position",
                                          "frames[0]",
                                          R"({"compact":true})",
                                          R"({"options":{"lod":"all"}})",
                                          R"({"size":8,"type":"rgba"})",
                                          R"({"size":4,"turntable":true,"type":"gif"})",
                                          R"({"size":9,"filmstrip":2})",
                                          R"([{"path":"magic","value":1}])",
                                          R"({"kind":"point","mesh":0,"index":1})",
                                          R"({"kind":"key","clip":0,"channel":0,"index":0})",
                                          R"({"work_floor":1000})"};
        return argument >= words.size() ? nullptr : words[argument];
    }

    // Whatever an answer is, it is text that ends.
    static void look(const char* text) {
        if (text != nullptr) require(std::strlen(text) < (std::size_t{1} << 30), "an answer ends");
    }

    void look_at(thaw_model* one) {
        const std::size_t count = thaw_output_count(one);
        for (std::size_t i = 0; i <= count; ++i) {
            const auto* bytes = static_cast<const std::uint8_t*>(thaw_output_bytes(one, i));
            const std::size_t size = thaw_output_size(one, i);
            for (std::size_t k = 0; k < size; k += 64) sum_ += bytes[k];
            look(thaw_output_name(one, i));
            look(thaw_output_role(one, i));
        }
        look(thaw_error_message(one));
        look(thaw_error_json(one));
    }

    void look_at_array(std::uint8_t argument) {
        thaw_array array{};
        if (thaw_scene_array(scene_, argument % 22, argument / 64, argument / 128, &array) != THAW_OK) return;
        const auto* bytes = static_cast<const std::uint8_t*>(array.data);
        for (std::uint64_t i = 0; i < array.count; ++i) sum_ += bytes[i * array.stride + array.stride - 1];
    }

    void call(std::uint8_t what, std::uint8_t argument) {
        thaw_model* one = model(argument);
        switch (what % 26) {
            case 0: thaw_add_part(one, word(argument), word(argument / 2), choices_.at, choices_.left); break;
            case 1: thaw_add_file(one, "file", choices_.at, choices_.left); break;
            case 2: thaw_open(one, argument % 2 == 0 ? nullptr : word(argument / 4)); break;
            case 3: look(thaw_models_json(one, nullptr)); break;
            case 4: look(thaw_wants_json(one)); break;
            case 5: look(thaw_info_json(one)); break;
            case 6: look(thaw_issues_json(one, argument % 3)); break;
            case 7: thaw_write(one); break;
            case 8: thaw_convert(one, word(argument / 8), word(argument % 24)); break;
            case 9: thaw_convert_over(one, models_[0], word(argument / 8), nullptr); break;
            case 10: look(thaw_report_json(one)); break;
            case 11: thaw_render(one, argument < 128 ? R"({"size":16})" : word(argument % 24)); break;
            case 12: look(thaw_fields_json(one, nullptr, word(argument / 8), argument, argument, argument % 4)); break;
            case 13: look(thaw_field_at_json(one, nullptr, argument)); break;
            case 14: look(thaw_find_field_json(one, nullptr, word(argument / 8))); break;
            case 15: thaw_set_field(one, nullptr, word(argument / 8), "1"); break;
            case 16: thaw_set_fields(one, word(argument / 8)); break;
            case 17: look(thaw_diff_json(one, models_[0])); break;
            case 18: look(thaw_elements_json(one, nullptr, argument, nullptr)); break;
            case 19: look(thaw_bytes_of_json(one, word(argument / 8), nullptr)); break;
            case 20:
                thaw_scene_free(scene_);
                scene_ = thaw_scene_new(one, argument < 200 ? nullptr : word(argument % 24));
                break;
            case 21: look(thaw_scene_json(scene_)); break;
            case 22: thaw_pose(scene_, argument < 128 ? "0" : word(argument / 8), argument / 10.0); break;
            case 23: look_at_array(argument); break;
            case 24:
                thaw_archive_open(archive_, word(argument), choices_.at, choices_.left);
                look(thaw_entries_json(archive_));
                thaw_entry(archive_, argument);
                break;
            // A second model out of what the first became.
            default:
                if (const std::size_t size = thaw_output_size(one, 0); size > 0) {
                    const auto* bytes = static_cast<const std::uint8_t*>(thaw_output_bytes(one, 0));
                    const std::string copy(reinterpret_cast<const char*>(bytes), size);
                    thaw_free(models_[1]);
                    models_[1] = thaw_new();
                    thaw_add_part(models_[1], nullptr, "made", copy.data(), copy.size());
                    thaw_open(models_[1], nullptr);
                }
        }
        look_at(one);
    }

    Choices choices_;
    std::size_t calls_ = 0;
    std::string script_{};
    std::array<thaw_model*, 2> models_{};
    thaw_scene* scene_ = nullptr;
    thaw_archive* archive_ = nullptr;
    std::uint64_t sum_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Caller(data, size).run();
    return 0;
}
