// From a value that somebody wants to the bytes of a field.
#pragma once

#include <thaw/json.hpp>

#include "inspect/field.hpp"

namespace thaw::inspect {

// Puts the value into `bytes`, which are the field's, Field::raw, and stay as they are where the value does not reach:
// bits of other parts, what stands behind the end of a text. See FieldValue in <thaw/fields.hpp> for what a value may
// be. The error says what the field holds instead.
Status put_value(const Field& field, const json::Value& value, std::span<u8> bytes);

}  // namespace thaw::inspect
