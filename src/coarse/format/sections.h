/* The sections of a world file: where each lies, and its bytes as far as they are in memory. */
#ifndef OVERLAND_COARSE_FORMAT_SECTIONS_H
#define OVERLAND_COARSE_FORMAT_SECTIONS_H

#include "coarse/format/world_format.h"
#include "overland.h"

/* A section of a file that is being written. */
typedef struct ovi_section_place {
  uint64_t at, bytes, checksum;
} ovi_section_place;

/* A section of a file that is read. */
typedef struct ovi_section_view {
  uint64_t at, bytes, checksum;
  const uint8_t *data; /* the first `held` bytes of the section; NULL: none are in memory */
  uint64_t held;
  const uint8_t *sums; /* of the chunks, if the section is checked chunk by chunk */
} ovi_section_view;

/* The shared sections by kind, and those of the profiles by kind and profile. */
typedef struct ovi_section_views {
  ovi_section_view shared[OVI_SECTION_ISLANDS];
  ovi_section_view own[OVI_SECTION_COUNT - OVI_SECTION_ISLANDS][OVL_MAX_PROFILES];
} ovi_section_views;

static inline const ovi_section_view *ovi_section_of(const ovi_section_views *sections,
                                                     ovi_section kind, uint32_t profile) {
  return &sections->own[(int)kind - (int)OVI_SECTION_ISLANDS][profile];
}

#endif
