/* Baking a part of a world: some bands, written one after the other.
 *
 * Invariant: the blocks are those that a bake of the whole map writes. What is read of the map
 * is the bands of the part and one band more on either side, and what touches those. */
#ifndef OVERLAND_COARSE_FILE_PART_MAKER_H
#define OVERLAND_COARSE_FILE_PART_MAKER_H

#include "coarse/file/bake.h"

typedef struct ovi_part {
  const ovi_bake *bake; /* of the whole map, of which the rows that the part needs are there */
  int32_t index, count;
  int32_t first_band, bands;
  uint64_t identity;
  const ovi_layer *from; /* NULL, or the layers, one a profile, of a world with the same settings,
                            whose regions are taken over where they are the same */
  ovl_write_fn write;
  void *write_user;
} ovi_part;

/* Rows of the plane, from *first on, that decide about the blocks of some bands. */
void ovi_part_rows(const ovi_map *map, int32_t first_band, int32_t bands, int32_t *first,
                   int32_t *rows);

/* OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, OVL_WRITE_FAILED, or OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_part_bake(const ovi_part *part);

/* What it will take, in bytes, most likely. */
uint64_t ovi_part_bytes_needed(const ovi_part *part);

#endif
