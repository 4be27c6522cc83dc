/* What makes two worlds the same: settings and primary sections, estimates apart. */
#ifndef OVI_FINGERPRINT_H
#define OVI_FINGERPRINT_H

#include "world_format.h"

typedef struct ovi_primary {
  const uint8_t *weights; /* 256 */
  uint32_t width, height, region_cells, spacing, corners;
  uint64_t checksums[OVI_PRIMARY_SECTIONS];
} ovi_primary;

uint64_t ovi_primary_fingerprint(const ovi_primary *primary);

#endif
