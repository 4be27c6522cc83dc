/* Bakes a part of a world: some bands of regions, written as they are made.
 *
 * Invariant: the blocks are those that a bake of the whole map writes. Of the map are read the
 * bands of the part, one more band on either side, and the cells that touch those or that bodies
 * there cover. */
#ifndef OVERLAND_COARSE_FILE_PART_MAKER_H
#define OVERLAND_COARSE_FILE_PART_MAKER_H

#include "coarse/file/bake.h"

typedef struct ovi_part {
  const ovi_bake *bake; /* of the whole map; only the rows that the part needs have to be there */
  int32_t index, count;
  int32_t first_band, bands;
  uint64_t identity;
  const ovi_layer *from; /* the layers, one a profile, of an older world with the same settings:
                            blocks whose cells did not change are copied from it; NULL: none */
  ovl_write_fn write;
  void *write_user;
} ovi_part;

/* The rows of the plane, from *first on, that the blocks of some bands depend on. */
void ovi_part_rows(const ovi_map *map, int topology, int32_t first_band, int32_t bands,
                   int32_t *first, int32_t *rows);

/* Bakes and writes a part. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, OVL_WRITE_FAILED, or
 * OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_part_bake(const ovi_part *part);

/* The memory that baking a part will probably take, in bytes. */
uint64_t ovi_part_bytes_needed(const ovi_part *part);

#endif
