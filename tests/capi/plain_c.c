/* Compiled as C99: the header is C, and a C program can do the whole round. */
#include "capi/plain_c.h"

#include <string.h>
#include <thaw/thaw.h>

static int same_bytes(const thaw_model* model, const void* bytes, size_t size) {
    return thaw_output_count(model) == 1 && thaw_output_size(model, 0) == size &&
           memcmp(thaw_output_bytes(model, 0), bytes, size) == 0;
}

int round_trip_in_c(const void* bytes, size_t size) {
    thaw_model* model = thaw_new();
    int exact = 0;
    if (model == NULL) return 0;
    if (thaw_add_part(model, NULL, "tiny.ddd", bytes, size) == THAW_OK && thaw_open(model, NULL) == THAW_OK &&
        thaw_info_json(model) != NULL && thaw_issues_json(model, THAW_PROFILE_GAME) != NULL &&
        thaw_write(model) == THAW_OK) {
        exact = same_bytes(model, bytes, size);
    }
    thaw_free(model);
    return exact;
}
