/* The section of overlays of a layer that has them, however they came about: its head, which is
 * written as a whole, and behind it the blocks of all cells by their numbers. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_SECTION_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_SECTION_H

#include "coarse/overlay/overlay.h"
#include "common/buffer.h"

/* Bytes before the blocks; 0 without levels. And of all. */
uint64_t ovi_overlays_head_bytes(const ovi_layer *layer);
uint64_t ovi_overlays_bytes(const ovi_layer *layer);

/* Writes what is before the blocks; returns the section's checksum. */
uint64_t ovi_overlays_put_head(const ovi_layer *layer, uint8_t *out);

/* Adds the whole section to an image. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_overlays_add(const ovi_layer *layer, ovi_buffer *image, uint64_t *checksum);

#endif
