/* Making a world file from its blocks: what all profiles share, then the islands and the estimates
 * of each; in slices or in one go.
 *
 * Invariant: the file grows at its end only, and each section is made from those before
 * it, read back through the same views that a world is used by. What is made does not depend on how
 * it was sliced. */
#ifndef OVERLAND_COARSE_FILE_FILE_MAKER_H
#define OVERLAND_COARSE_FILE_FILE_MAKER_H

#include "coarse/file/bake_file.h"
#include "coarse/file/estimate_maker.h"
#include "coarse/file/file_frame.h"
#include "coarse/overlay/make/overlay_maker.h"

/* A file while it is made; not to be moved. */
typedef struct ovi_file_maker {
  const ovi_bake *bake;
  ovi_buffer *image;
  uint32_t profiles;
  uint32_t regions;
  int32_t regions_x, regions_y;
  uint64_t fingerprint;
  uint64_t done;    /* of the work that progress counts */
  bool has_heights; /* some cell's is not 0 */
  ovi_section_place sections[OVI_FILE_MOST_SECTIONS];
  uint32_t profile;            /* whose estimates are made */
  ovi_overlay_maker *overlays; /* of the profile in hand; NULL: none are made */
  ovi_estimate_maker estimates;
  ovi_buffer_growth growth;
  ovi_stages stages; /* what is in hand */
  ovl_result result;
} ovi_file_maker;

/* Begins a file in an empty image. In any case it is to be released. */
void ovi_file_begin(ovi_file_maker *maker, const ovi_bake *bake, ovi_buffer *image);

/* Tells that blocks and their table are there, from `at` on. */
void ovi_file_blocks_are_there(ovi_file_maker *maker, uint64_t table_at, uint64_t blocks_at);

/* Goes on: with the blocks of a version, unless they are there, then with all that follows on
 * them. True: the file is made, or the result is OVL_NO_MEMORY or OVL_STOPPED. */
bool ovi_file_make(ovi_file_maker *maker, uint64_t *budget);

void ovi_file_release(ovi_file_maker *maker);

/* False if the caller stops the work. */
bool ovi_file_reports(const ovi_file_maker *maker);

#endif
