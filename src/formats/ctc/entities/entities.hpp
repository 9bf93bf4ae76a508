// models/entity.dat: the text that says which entities of Anachronox show a model, and at what scale.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/json.hpp>

namespace thaw::ctc {

inline constexpr std::string_view entity_role = "entity";
inline constexpr std::size_t entity_fields = 24;

using EntityScale = std::array<double, 3>;  // along the game's axes: forward, left, up
inline constexpr EntityScale no_scaling{1, 1, 1};

// A row, as far as it is about the model.
struct Entity {
    u64 line = 0;    // from 1 on
    u64 offset = 0;  // of the line, in bytes
    std::size_t fields = 0;
    std::string class_name{};
    std::string model{};       // a path from the root of the game's data, without the profile after it
    EntityScale scale{};       // 0 where there is no number
    bool plain_scale = false;  // nothing but a number in each of its fields
    std::string description{};

    bool is_whole() const { return fields == entity_fields && plain_scale; }
    // Is there something to be seen at that scale?
    bool is_visible() const;
};

// Could a file be one? That of the game has a few hundred kilobytes.
bool is_entity_list(Bytes bytes);
// Does its beginning have a row that only such a file has?
bool has_entity(Bytes head);

// The rows of the text, one after the other. Total: in any bytes, whatever has two fields is a row.
class EntityRows {
public:
    explicit EntityRows(std::string_view text) : rest_(text) {}
    bool next(Entity& out);

private:
    std::string_view rest_;
    u64 line_ = 1;
    u64 offset_ = 0;
};

// Rows that show the model of a name: letters and separators in either form, a mounted "models.dat" being "models". All
// folders that both paths have must agree if the model lies below "models"; else the rows that share most of them
// count.
std::vector<Entity> entities_showing(std::string_view model, EntityRows rows);
// The same for the files of a model; none without an entity.dat.
std::vector<Entity> entities_of(const Bundle& bundle);

// The scale that all visible entities agree on; none if they do not, or there are none.
std::optional<EntityScale> common_scale(const std::vector<Entity>& entities);

std::string scale_words(const EntityScale& scale);  // "2", or "1 2 1.5"
json::Array to_json(const std::vector<Entity>& entities);

}  // namespace thaw::ctc
