/* What makes two worlds the same: settings and primary sections, estimates apart. */
#ifndef OVERLAND_COARSE_FORMAT_FINGERPRINT_H
#define OVERLAND_COARSE_FORMAT_FINGERPRINT_H

#include "coarse/format/world_format.h"

/* The fingerprint of a world whose header begins with these bytes, from the checksums of
 * its primary sections in the order of ovi_section, islands by profile. */
uint64_t ovi_primary_fingerprint(const uint8_t *header, const uint64_t *checksums, uint32_t count);

#endif
