/* The checksum of a world's settings and of its primary sections' checksums. */
#include "fingerprint.h"

#include <string.h>

#include "hash64.h"
#include "le_bytes.h"

uint64_t ovi_primary_fingerprint(const ovi_primary *primary) {
  uint8_t bytes[256 + 20 + 8 * OVI_PRIMARY_SECTIONS];
  memcpy(bytes, primary->weights, 256);
  ovi_put_u32(bytes + 256, primary->width);
  ovi_put_u32(bytes + 260, primary->height);
  ovi_put_u32(bytes + 264, primary->region_cells);
  ovi_put_u32(bytes + 268, primary->spacing);
  ovi_put_u32(bytes + 272, primary->corners);
  for (int section = 0; section < OVI_PRIMARY_SECTIONS; section++) {
    ovi_put_u64(bytes + 276 + 8 * section, primary->checksums[section]);
  }
  return ovi_hash64(1, bytes, sizeof(bytes));
}
