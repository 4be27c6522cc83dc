/* The check of a world file, in three steps, which also makes the layers that read it.
 *
 * Everything that passes is trusted everywhere else. */
#ifndef OVERLAND_COARSE_CHECK_WORLD_CHECK_H
#define OVERLAND_COARSE_CHECK_WORLD_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/layer.h"
#include "common/slice.h"
#include "overland.h"

/* Reads the settings of a header into `shared`. False: one is out of its range, with the fault. */
bool ovi_world_read_settings(ovi_shared *shared, const uint8_t *header, ovl_fault *fault);

/* The checks of the sections that describe what was given to a bake. */

/* Checks that the settings of a profile are in their ranges. */
bool ovi_given_profile_is_valid(const ovi_shared *shared, uint32_t number, ovl_fault *fault);

/* Checks that floors lie in the plane where a bake puts them, and records in `shared` whether one
 * of them is the whole plane. */
ovl_result ovi_given_floors_check(ovi_shared *shared, ovl_fault *fault);

/* Checks that links join cells of the plane at costs in their range. */
ovl_result ovi_given_links_check(const ovi_shared *shared, ovl_fault *fault);

/* Checks that places have names, and lie on the floors that they name. */
ovl_result ovi_given_places_check(const ovi_shared *shared, ovl_fault *fault);

/* First step: checks the beginning of the header and gives its length. At least OVI_AT_SECTIONS
 * bytes are in memory, or all if the file is shorter. OVL_OK, or the error with the fault. */
ovl_result ovi_world_check_begin(const uint8_t *bytes, uint64_t byte_count, uint64_t *header_bytes,
                                 ovl_fault *fault);

/* Second step: checks the whole header, fills `shared` and finds the sections, which are not read.
 */
ovl_result ovi_world_check_frame(ovi_shared *shared, ovi_section_views *sections,
                                 const uint8_t *bytes, uint64_t byte_count, ovl_fault *fault);

/* Third step: checks everything else; with `on_touch` all but the regions, chunks, clusters and
 * bundles of labels, which are checked when they are first touched. `layers` has room for one a
 * profile; they keep the address of `shared`. OVL_STOPPED: the progress stopped it. */
ovl_result ovi_world_check(ovi_shared *shared, ovi_layer *layers, const ovi_section_views *sections,
                           bool on_touch, ovi_progress *progress, ovl_fault *fault);

/* The work of checking all regions and clusters, as progress counts it. */
uint64_t ovi_world_check_work(const ovi_shared *shared);

#endif
