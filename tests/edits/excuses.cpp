// What the formats have no place for. Kept short: a line here is something a modder has to do without.
#include "edits/judge.hpp"

namespace edits {

namespace {

struct Excuse {
    std::string_view format;
    Edit edit;
    std::string_view reason;
    bool only_new_column = false;  // of vertex colours
    std::string_view only_clip{};  // of this name before
    std::string_view only_said{};  // where a finding says so
    bool only_between_frames = false;
};

constexpr std::string_view soulfu_alpha =
    "the game makes holes, shadows and lights of colours, as the image's name says";
constexpr std::string_view alpha = "derives alpha from colours";

constexpr std::array excuses{
    Excuse{"twm", Edit::color, "a TWM has no colours"},
    Excuse{"twm", Edit::material_color, "a TWM has no materials"},
    Excuse{"twm", Edit::object_added, "the new object comes without its colour: a TWM has no materials"},
    Excuse{"twm", Edit::clip_renamed, "clips of a TWM have no names"},
    Excuse{"twm", Edit::clip_added, "the new clip comes without its name: clips of a TWM have none"},
    Excuse{"twm", Edit::node_renamed, "meshes of a TWM have no names"},
    Excuse{"ddd", Edit::color, "a DDD has no vertex colours"},
    Excuse{"ddd", Edit::material_color, "a slot of a DDD has an image and no colour"},
    Excuse{"ddd", Edit::node_renamed, "a DDD is called like its file"},
    Excuse{"ddd", Edit::key, "bones end at joints that they share: one cannot turn without its neighbours"},
    Excuse{"ddd", Edit::clip_added, "as one key: the new clip has a changed one"},
    Excuse{"ddd", Edit::image_painted, soulfu_alpha, false, {}, alpha},
    Excuse{"ddd", Edit::image_exchanged, soulfu_alpha, false, {}, alpha},
    Excuse{"rdy", Edit::image_painted, soulfu_alpha, false, {}, alpha},
    Excuse{"rdy", Edit::image_exchanged, soulfu_alpha, false, {}, alpha},
    Excuse{"rdy", Edit::color, "as DDD"},
    Excuse{"rdy", Edit::material_color, "as DDD"},
    Excuse{"rdy", Edit::node_renamed, "as DDD"},
    Excuse{"rdy", Edit::key, "as DDD"},
    Excuse{"rdy", Edit::clip_added, "as DDD"},
    Excuse{"unreal", Edit::color, "an Unreal mesh has no vertex colours"},
    Excuse{"unreal", Edit::material_color, "a slot of an Unreal mesh has an image and no colour"},
    Excuse{"unreal", Edit::node_renamed, "an Unreal mesh is called as its class script says"},
    Excuse{"ctc", Edit::color, "colours where there were none turn on blending for the whole model", true},
    Excuse{"ctc", Edit::material_color, "a skin of a CTC has no colour, and colours of corners turn on blending"},
    Excuse{"ctc", Edit::clip_renamed, "frames that no animation explains are shown as one clip", false, "all"},
    Excuse{"ctc", Edit::node_renamed, "a CTC is called like its file"},
    Excuse{"ctc",
           Edit::key,
           "a CTC has no keys between frames: those follow the frame that was edited",
           false,
           {},
           "between frames left out"},
    Excuse{"ctc", Edit::key, "a CTC has no keys between frames", false, {}, "change not stored: 1 key changed", true},
};

struct RefusalExcuse {
    std::string_view format;
    Edit edit;
    std::string_view error;  // what it has to say
    std::string_view reason;
};

constexpr std::string_view pack = "pack or level";
constexpr std::string_view pack_reason = "a pack or level has more in it than models: its tables stay where they are";
// New tables lie at the end of the file, and the game has to be told of every pointer to them.
constexpr std::string_view without_map = "its pointer map (.ptr) is not at hand";
constexpr std::string_view map_reason = "only what stays in its place can be edited without the list of pointers";
constexpr std::array refusal_excuses{
    RefusalExcuse{"ctr", Edit::object_added, pack, pack_reason},
    RefusalExcuse{"ctr", Edit::clip_added, pack, pack_reason},
    RefusalExcuse{"ctr", Edit::clip_removed, pack, pack_reason},
    RefusalExcuse{"ctr", Edit::face_removed, pack, pack_reason},
    RefusalExcuse{"ctr", Edit::image_exchanged, pack, pack_reason},
};

}  // namespace

std::string_view refusal_excuse(std::string_view format, const Change& change, std::string_view error) {
    if (format == "ctr" && error.find(without_map) != std::string_view::npos) return map_reason;
    for (const RefusalExcuse& each : refusal_excuses) {
        const bool says_so = error.find(each.error) != std::string_view::npos;
        if (each.format == format && each.edit == change.edit && says_so) return each.reason;
    }
    return {};
}

std::string_view excuse(std::string_view format, const Change& change, std::string_view findings) {
    for (const Excuse& each : excuses) {
        if (each.only_new_column && !change.new_column) continue;
        if (each.only_between_frames && !change.between_frames) continue;
        if (findings.find(each.only_said) == std::string_view::npos) continue;
        if (!each.only_clip.empty() && each.only_clip != change.old_clip) continue;
        if (each.format == format && each.edit == change.edit) return each.reason;
    }
    return {};
}

}  // namespace edits
