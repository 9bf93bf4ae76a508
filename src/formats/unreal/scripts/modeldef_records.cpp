#include "formats/unreal/scripts/modeldef_records.hpp"

#include "base/text.hpp"
#include "formats/unreal/scripts/modeldef_text.hpp"

namespace thaw::unreal {

namespace {

// What one line says may be repeated by many; longer words are cut.
constexpr std::size_t longest_word = 64;
constexpr std::size_t longest_path = 512;
constexpr i64 no_real_index = 32;
constexpr std::size_t most_layers = 1'000'000;  // 60,000 in the largest mod known
constexpr std::size_t most_letters = 29;        // A to ]

std::string cut(const std::string& word, std::size_t longest) { return word.substr(0, longest); }

class Parser {
public:
    Parser(Bytes bytes, ModeldefRecords& out) : words_(bytes), out_(out) {}

    void run() {
        while (!words_.at_end()) {
            const bool model = text::equal_ignoring_case(words_.word(), "model");
            words_.take();
            if (!model) continue;
            const std::string name = cut(words_.value(), longest_word);
            if (words_.is('{')) block(name);
        }
    }

private:
    struct Slot {
        ModeldefLayer state{};
        bool has_file = false;
        bool is_shown = false;
    };

    void block(const std::string& name) {
        words_.take();
        const auto [found, added] = out_.class_by_name.try_emplace(text::lower(name), out_.classes.size());
        if (added) out_.classes.push_back({name});
        class_ = found->second;
        slots_.clear();
        use_ = ModeldefUse{.class_name = name};
        use_changed_ = true;
        path_.clear();
        int depth = 1;
        while (!words_.at_end() && depth > 0) {
            if (words_.is('{')) ++depth;
            if (words_.is('}')) --depth;
            const u64 offset = words_.offset();
            const std::string keyword = text::lower(words_.word());
            words_.take();
            if (depth > 0) apply(keyword, offset);
        }
        for (auto& [index, slot] : slots_) keep_unshown(slot);
    }

    void apply(const std::string& keyword, u64 offset) {
        if (keyword == "path") {
            path_ = cut(words_.value(), longest_path);
        } else if (keyword == "model") {
            set_file(offset);
        } else if (keyword == "skin") {
            Slot& slot = at(words_.integer());
            std::string name = cut(words_.value(), longest_path);
            slot.state.skin = name.empty() ? ModeldefLayer::none : out_.names.size();
            if (!name.empty()) out_.names.push_back(std::move(name));
        } else if (keyword == "surfaceskin") {
            Slot& slot = at(words_.integer());
            const i64 surface = words_.integer();
            auto& lines = out_.surfaces[slot.state.list];
            lines.push_back({surface, cut(words_.value(), longest_path)});
            slot.state.lines = lines.size();
        } else if (keyword == "scale") {
            for (double* e : {&use_.scale.x, &use_.scale.y, &use_.scale.z}) set(*e);
        } else if (keyword == "offset") {
            for (double* e : {&use_.offset.x, &use_.offset.y, &use_.offset.z}) set(*e);
        } else if (keyword == "zoffset") {
            set(use_.offset[2]);
        } else if (keyword == "angleoffset") {
            set(use_.angle);
        } else if (keyword == "pitchoffset") {
            set(use_.pitch);
        } else if (keyword == "rolloffset") {
            set(use_.roll);
        } else if (keyword == "frameindex") {
            show(offset);
        }
    }

    void set(double& value) {
        value = words_.number();
        use_changed_ = true;
    }

    void set_file(u64 offset) {
        Slot& slot = at(words_.integer());
        std::string name = cut(words_.value(), longest_path);
        keep_unshown(slot);  // one that no FrameIndex shows counts too
        slot.has_file = !name.empty() && out_.files.size() < max_modeldef_models;
        slot.is_shown = false;
        if (!slot.has_file) return;
        slot.state.file = out_.files.size();
        out_.files.push_back({path_, std::move(name), offset});
    }

    void show(u64 offset) {
        const std::string sprite = cut(words_.value(), longest_word);
        const std::string letters = cut(words_.value(), most_letters);
        Slot& slot = at(words_.integer());
        slot.state.frame = words_.integer();
        ModeldefCopy copy{.sprite = sprite, .offset = offset, .first = out_.layers.size(), .use = use()};
        if (out_.layers.size() + slots_.size() > most_layers) return;
        for (auto& [index, one] : slots_) {
            if (!one.has_file) continue;
            one.is_shown = true;
            out_.layers.push_back(one.state);
        }
        copy.count = out_.layers.size() - copy.first;
        if (copy.count == 0) return;
        for (const char letter : letters) {
            // "\" and "[" and "]" are frames too; what else there may be is none.
            copy.letter = text::upper(letter);
            if (copy.letter >= 'A' && copy.letter <= ']') out_.classes[class_].copies.push_back(copy);
        }
    }

    void keep_unshown(Slot& slot) {
        if (!slot.has_file || slot.is_shown) return;
        out_.classes[class_].unshown.push_back(slot.state);
        out_.classes[class_].unshown_use = use();
    }

    std::size_t use() {
        if (use_changed_) out_.uses.push_back(use_);
        use_changed_ = false;
        return out_.uses.size() - 1;
    }

    Slot& at(i64 index) {
        // What is no index shares a place, so that a block has few.
        const i64 place = index >= 0 && index < no_real_index ? index : no_real_index;
        const auto [found, added] = slots_.try_emplace(place);
        if (added) {
            found->second.state.index = index;
            found->second.state.list = out_.surfaces.size();
            out_.surfaces.emplace_back();
        }
        return found->second;
    }

    ModeldefWords words_;
    ModeldefRecords& out_;
    std::size_t class_ = 0;
    std::map<i64, Slot> slots_;  // of the block
    ModeldefUse use_;
    bool use_changed_ = true;
    std::string path_;
};

}  // namespace

void read_records(Bytes text, ModeldefRecords& out) { Parser(text, out).run(); }

}  // namespace thaw::unreal
