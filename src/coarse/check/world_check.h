/* The gate of the library: checks the bytes of a world file and points views at them. */
#ifndef OVERLAND_COARSE_CHECK_WORLD_CHECK_H
#define OVERLAND_COARSE_CHECK_WORLD_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/layer.h"
#include "overland.h"

/* Reads the settings of a header into `shared`. False if one is impossible; the fault says which.
 */
bool ovi_world_read_settings(ovi_shared *shared, const uint8_t *header, ovl_fault *fault);

/* First step: the header, of which at least OVI_AT_SECTIONS bytes are there, or all if the file is
 * shorter; tells how long it is. OVL_OK, or what is wrong, with the fault. */
ovl_result ovi_world_check_begin(const uint8_t *bytes, uint64_t byte_count, uint64_t *header_bytes,
                                 ovl_fault *fault);

/* Second step: all of the header. Fills `shared` and finds the sections; all behind them is still
 * to be looked at. */
ovl_result ovi_world_check_frame(ovi_shared *shared, ovi_section_views *sections,
                                 const uint8_t *bytes, uint64_t byte_count, ovl_fault *fault);

/* Whether a world may be checked region by region when they are first touched: it has neither
 * directed layers nor estimates. Profiles are in memory, and the first OVI_LANDMARKS_FIRSTS bytes
 * of landmarks. */
bool ovi_world_can_page(const ovi_shared *shared, const ovi_section_views *sections);

/* Third step: everything else, or all that is not checked region by region, or chunk by chunk, when
 * it is touched. `layers` has room for one a profile; they keep the address of `shared`. */
ovl_result ovi_world_check(ovi_shared *shared, ovi_layer *layers, const ovi_section_views *sections,
                           bool on_touch, ovl_fault *fault);

#endif
