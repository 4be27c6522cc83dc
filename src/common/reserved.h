/* Reserved fields of the structs that a caller fills in: they must be 0, so that a later version
 * can give them a meaning. */
#ifndef OVERLAND_COMMON_RESERVED_H
#define OVERLAND_COMMON_RESERVED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool ovi_reserved_is_zero(const uint64_t reserved[2]) {
  return (reserved[0] | reserved[1]) == 0;
}

#endif
