#include "formats/ctr/model/entries.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/kind.hpp"
#include "formats/ctr/model/pieces.hpp"
#include "formats/shared/archive.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctr {

namespace {

constexpr std::size_t most_measured = 1 << 18;  // pieces: tables may be shared by every model of a hostile file

std::size_t count_of(const Document& document) {
    return document.file && document.file->kind != Kind::model ? document.file->models.size() : 0;
}

// A file name, whatever the model is called.
std::string name_of(const Model& model, std::size_t number) {
    std::string out(text::until_nul(model.name));
    for (char& c : out) {
        if (c < 0x20 || c > 0x7E || c == '/' || c == '\\' || c == ':') c = '_';
    }
    if (out.find_first_not_of(". _") == std::string::npos) out = "model_" + std::to_string(number);
    return out + ".ctr";
}

Error not_to_be_put(std::string why) { return Error{Code::unrepresentable, std::move(why)}; }

// What comes in the place of a model: a file with a model alone.
struct NewModel {
    Blob body{};
    std::vector<u32> pointers{};
};

Result<NewModel> new_model(const Blob& bytes) {
    Document document;
    if (const auto status = read_part(format, document, {"ctr", {}, bytes}, {}); !status) {
        return not_to_be_put("it is no model: " + status.error().message);
    }
    const File& file = *document.file;
    const auto kind = kind_of(bytes);
    if (!kind || kind->kind != Kind::model || !kind->is_listed || !file.map.trailing.empty()) {
        return not_to_be_put("only one model with a sound pointer map of its own can be put there");
    }
    NewModel out{bytes.slice(word_bytes, file.body_bytes()), {}};
    for (const Pointer& entry : file.map.entries) {
        const u32 place = entry.target & ~3u;
        const bool sound = u64{place} + word_bytes <= out.body.size() && body_word(out.body, place) < out.body.size();
        if (!sound) return not_to_be_put("its pointer map does not fit its body");
        out.pointers.push_back(place);
    }
    std::sort(out.pointers.begin(), out.pointers.end());
    return out;
}

class Replacing {
public:
    Replacing(Document& document, std::size_t entry)
        : document_(document), file_(*document.file), entry_(entry), pieces_(pieces_of(file_, entry)) {}

    Status run(const Blob& bytes) {
        const auto was = extracted(file_, pieces_);
        if (was && *was == bytes) return Done{};
        if (document_.map() == nullptr) return not_to_be_put("the pointer map of the pack is not at hand");
        const auto made = new_model(bytes);
        if (!made) return made.error();
        if (was && was->size() == bytes.size()) {
            if (const auto patched = in_place(*was, bytes)) return store(*patched, {});
        }
        return appended(*made);
    }

private:
    Bytes image() const { return file_.image.bytes(); }

    // The image with the bytes that differ; nothing if that is more than the model's own bytes, or pointers.
    std::optional<std::vector<u8>> in_place(const Blob& was, const Blob& now) const {
        const u64 body_end = word_bytes + pieces_.bytes;
        if (!(was.slice(body_end) == now.slice(body_end)) || body_word(was, 0) != body_word(now, 0))
            return std::nullopt;
        for (u64 at = body_end + word_bytes; at + word_bytes <= was.size(); at += word_bytes) {
            const u64 pointer = word_bytes + body_word(was, at);
            if (body_word(was, pointer) != body_word(now, pointer)) return std::nullopt;
        }
        const auto others = used_by_others();
        std::vector<u8> out(image().begin(), image().end());
        u64 copied = 0;
        for (const Piece& piece : pieces_.list) {
            for (u64 i = 0; i < piece.end - piece.start; ++i) {
                const auto from = static_cast<std::size_t>(word_bytes + piece.moved + i);
                if (was[from] == now[from]) continue;
                if (others[static_cast<std::size_t>(piece.start + i)]) return std::nullopt;
                out[static_cast<std::size_t>(file_.base() + piece.start + i)] = now[from];
                ++copied;
            }
        }
        u64 differ = 0;
        for (std::size_t i = 0; i < was.size(); ++i) differ += was[i] != now[i] ? 1u : 0u;
        // Between pieces there is nothing of the model's to write to.
        return copied == differ ? std::optional(std::move(out)) : std::nullopt;
    }

    // By byte of the body.
    std::vector<bool> used_by_others() const {
        std::vector<bool> used(static_cast<std::size_t>(file_.body_bytes()));
        std::size_t measured = 0;
        for (std::size_t m = 0; m < file_.models.size(); ++m) {
            if (m == entry_) continue;
            if (measured > most_measured) return std::vector<bool>(used.size(), true);
            const Pieces other = pieces_of(file_, m);
            measured += other.list.size();
            for (const Piece& piece : other.list) {
                for (u64 at = piece.start; at < piece.end; ++at) used[static_cast<std::size_t>(at)] = true;
            }
        }
        return used;
    }

    // Where the new model goes: behind the body, or where the old one was if nothing else lies there from then on.
    u64 start_of_new() const {
        const u64 end = file_.body_bytes();
        const u64 head = file_.models[entry_].offset - file_.base();
        if (pieces_.error || head % word_bytes != 0 || pieces_.list.front().start != head) return end;
        u64 reached = head;
        for (const Piece& piece : pieces_.list) {
            if (piece.start - reached >= word_bytes) return end;
            reached = piece.end;
        }
        if (end - reached >= word_bytes) return end;
        const auto others = used_by_others();
        if (std::any_of(others.begin() + static_cast<std::ptrdiff_t>(head), others.end(), [](bool b) { return b; })) {
            return end;
        }
        for (const Pointer& entry : document_.map()->entries) {
            const u32 place = entry.target & ~3u;
            if (place >= head || !file_.holds(place, word_bytes)) continue;
            const u32 target = body_word(file_.image, file_.base() + place);
            if (target > head && target < end) return end;
        }
        return head;
    }

    Status appended(const NewModel& made) {
        const u64 end = start_of_new();
        const u64 start = (end + word_bytes - 1) / word_bytes * word_bytes;
        const u64 body = (start + made.body.size() + word_bytes - 1) / word_bytes * word_bytes;
        if (!file_.wrapped || body > ~external_map_bit) return not_to_be_put("the pack has no room for it");
        const auto old_body = image().subspan(static_cast<std::size_t>(file_.base()), static_cast<std::size_t>(end));
        std::vector<u8> out(static_cast<std::size_t>(word_bytes + body));
        put_body_word(out, 0, static_cast<u32>(body) | (file_.wrapper & external_map_bit));
        std::copy(old_body.begin(), old_body.end(), out.begin() + word_bytes);
        const Bytes added = made.body.bytes();
        std::copy(added.begin(), added.end(), out.begin() + static_cast<std::ptrdiff_t>(word_bytes + start));
        std::vector<u32> map;
        const u32 old_head = static_cast<u32>(file_.models[entry_].offset - file_.base());
        for (const Pointer& entry : document_.map()->entries) {
            const u32 place = entry.target & ~3u;
            if (place >= end && place < file_.body_bytes()) continue;  // went with the old model
            map.push_back(entry.target);
            const bool leads_there =
                u64{place} + word_bytes <= end && body_word(file_.image, file_.base() + place) == old_head;
            if (leads_there) put_body_word(out, word_bytes + place, static_cast<u32>(start));
        }
        for (const u32 place : made.pointers) {
            const u64 moved = start + place;
            put_body_word(out, word_bytes + moved, static_cast<u32>(start + body_word(made.body, place)));
            map.push_back(static_cast<u32>(moved));
        }
        return store(std::move(out), map);
    }

    // The new image; with an empty map, the one there is stays.
    Status store(std::vector<u8> bytes, const std::vector<u32>& map) {
        std::vector<u8> map_file;
        if (!map.empty()) {
            map_file = std::vector<u8>((1 + map.size()) * word_bytes);
            put_body_word(map_file, 0, static_cast<u32>(map.size() * word_bytes));
            for (std::size_t i = 0; i < map.size(); ++i) put_body_word(map_file, (1 + i) * word_bytes, map[i]);
            if (file_.has_inline_map()) {
                bytes.insert(bytes.end(), map_file.begin(), map_file.end());
                const Bytes rest = file_.map.trailing.bytes();
                bytes.insert(bytes.end(), rest.begin(), rest.end());
            }
        }
        Document fresh;
        const auto take = [&](const char* role, Blob part) {
            return read_part(format, fresh,
                             {role, role == std::string_view("ctr") ? name_by_kind() : "", std::move(part)}, {});
        };
        if (auto status = take("ctr", Blob::take(std::move(bytes))); !status) return status;
        if (fresh.file->kind != file_.kind) return not_to_be_put("the pack would not be one any more");
        if (file_.wants_external_map() && !map_file.empty()) {
            if (auto status = take("ptr", Blob::take(std::move(map_file))); !status) return status;
            document_.map_file = std::move(fresh.map_file);
        }
        document_.file = std::move(fresh.file);
        return Done{};
    }

    // The name decides where a body alone does not tell.
    std::string name_by_kind() const { return file_.kind == Kind::pack ? "pack.mpk" : "level.lev"; }

    Document& document_;
    const File& file_;
    std::size_t entry_;
    Pieces pieces_;
};

}  // namespace

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    std::vector<ArchiveEntry> out;
    std::size_t measured = 0;
    for (std::size_t i = 0; i < count_of(document); ++i) {
        if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
        const auto& region = document.file->models[i];
        out.push_back({.name = name_of(region.value, i), .offset = region.offset});
        if (measured > most_measured) continue;
        const Pieces pieces = pieces_of(*document.file, i);
        measured += pieces.list.size() + pieces.pointers.size();
        out.back().bytes = 2 * word_bytes + pieces.bytes + pieces.pointers.size() * word_bytes;
        for (const Piece& piece : pieces.list) out.back().stored_bytes += piece.end - piece.start;
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& /*context*/) {
    if (entry >= count_of(document)) return archive::no_such_file();
    return extracted(*document.file, pieces_of(*document.file, entry));
}

Status replace_entry(Document& document, std::size_t entry, const Blob& bytes) {
    if (entry >= count_of(document)) return archive::no_such_file();
    return Replacing(document, entry).run(bytes);
}

}  // namespace thaw::ctr
