/* The gate of the library: checks the bytes of a world file and points views at them. */
#ifndef OVERLAND_COARSE_CHECK_WORLD_CHECK_H
#define OVERLAND_COARSE_CHECK_WORLD_CHECK_H

#include "coarse/view/layer.h"
#include "overland.h"

/* A section of the file. */
typedef struct ovi_section_view {
  uint64_t at, bytes, checksum;
  const uint8_t *data; /* its bytes, */
  uint64_t held;       /* as far as they are in memory */
  const uint8_t *sums; /* of one that is checked chunk by chunk */
} ovi_section_view;

/* All sections: those that are shared by kind, those of the profiles by kind and profile. */
typedef struct ovi_section_views {
  ovi_section_view shared[OVI_SECTION_ISLANDS];
  ovi_section_view own[OVI_SECTION_COUNT - OVI_SECTION_ISLANDS][OVL_MAX_PROFILES];
} ovi_section_views;

/* Reads the settings of a header into `shared`. False if one is impossible; the fault says which.
 */
bool ovi_world_read_settings(ovi_shared *shared, const uint8_t *header, ovl_fault *fault);

static inline const ovi_section_view *ovi_section_of(const ovi_section_views *sections,
                                                     ovi_section kind, uint32_t profile) {
  return &sections->own[(int)kind - (int)OVI_SECTION_ISLANDS][profile];
}

/* First step: the header, of which at least OVI_AT_SECTIONS bytes are there, or all if the file is
 * shorter; tells how long it is. OVL_OK, or what is wrong, with the fault. */
ovl_result ovi_world_check_begin(const uint8_t *bytes, uint64_t byte_count, uint64_t *header_bytes,
                                 ovl_fault *fault);

/* Second step: all of the header. Fills `shared` and finds the sections; all behind them is still
 * to be looked at. */
ovl_result ovi_world_check_frame(ovi_shared *shared, ovi_section_views *sections,
                                 const uint8_t *bytes, uint64_t byte_count, ovl_fault *fault);

/* Says that all of the file is in memory behind the header. */
void ovi_sections_hold_all(ovi_section_views *sections, const uint8_t *bytes);

/* Whether a world may be checked region by region when they are first touched: it has neither
 * directed layers nor estimates. Profiles are in memory, and the first OVI_LANDMARKS_FIRSTS bytes
 * of landmarks. */
bool ovi_world_can_page(const ovi_shared *shared, const ovi_section_views *sections);

/* Third step: everything else, or all that is not checked region by region, or chunk by chunk, when
 * it is touched. `layers` has room for one a profile; they keep the address of `shared`. */
ovl_result ovi_world_check(ovi_shared *shared, ovi_layer *layers, const ovi_section_views *sections,
                           bool on_touch, ovl_fault *fault);

#endif
