#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* 1 if a DDD comes back byte for byte through the C API. */
int round_trip_in_c(const void* bytes, size_t size);
#ifdef __cplusplus
}
#endif
