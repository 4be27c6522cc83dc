/* The gate of the library: checks the bytes of a world file and points views at them. */
#ifndef OVI_WORLD_CHECK_H
#define OVI_WORLD_CHECK_H

#include "layer.h"
#include "overland.h"

/* A section of the file. */
typedef struct ovi_section_view {
  uint64_t at, bytes, checksum;
} ovi_section_view;

/* All sections: those that are shared by kind, those of the profiles by kind and profile. */
typedef struct ovi_section_views {
  ovi_section_view shared[OVI_SECTION_ISLANDS];
  ovi_section_view own[OVI_SECTION_COUNT - OVI_SECTION_ISLANDS][OVL_MAX_PROFILES];
} ovi_section_views;

/* Reads the settings of a header into `shared`. False if one is impossible; the fault says which.
 */
bool ovi_world_read_settings(ovi_shared *shared, const uint8_t *header, ovl_fault *fault);

/* First step: the frame of the file and its settings. Fills `shared`; sections and all
 * behind them are still to be found. OVL_OK, or what is wrong, with the fault. */
ovl_result ovi_world_check_frame(ovi_shared *shared, const uint8_t *bytes, uint64_t byte_count,
                                 ovl_fault *fault);

/* Second step: everything else. `layers` has room for one a profile; they keep the
 * address of `shared`. */
ovl_result ovi_world_check(ovi_shared *shared, ovi_layer *layers, ovl_fault *fault);

#endif
