// Fields as <thaw/fields.hpp> gives them to everyone.
#pragma once

#include <thaw/fields.hpp>

#include "inspect/outline.hpp"

namespace thaw::inspect {

// The value of a leaf, or null if it has more than `most` numbers or bytes.
json::Value value_of(const Field& field, u64 most);
FieldInfo info_of(const Field& field, std::string_view part, u64 values);
FieldInfo info_of(const Outline& outline, const Item& item, std::string_view part, u64 values);

}  // namespace thaw::inspect
