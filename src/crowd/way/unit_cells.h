/* Tables from cells to numbers: the unit on a cell, the number of claims on it. A number of 0 is
 * that of a cell which is not in the table. */
#ifndef OVERLAND_CROWD_UNIT_CELLS_H
#define OVERLAND_CROWD_UNIT_CELLS_H

#include "common/compiler.h"
#include "common/number_map.h"
#include "overland.h"

/* The key of a cell and a side. */
static inline uint64_t ovi_cell_key(ovl_cell cell, uint32_t side) {
  return ((uint64_t)side << 40 | (uint64_t)(uint32_t)cell.floor << 32 |
          (uint64_t)((uint32_t)cell.y & 0xffffu) << 16 | ((uint32_t)cell.x & 0xffffu)) +
         1;
}

static inline uint32_t ovi_cell_number(const ovi_number_map *table, uint64_t key) {
  const uint32_t *number = ovi_number_map_find(table, key);
  return number != NULL ? *number : 0;
}

/* Sets the number of a key; 0 removes it. The table has room. */
static inline void ovi_cell_set_number(ovi_number_map *table, uint64_t key, uint32_t number) {
  if (number != 0) {
    uint32_t *entry = ovi_number_map_add(table, key);
    OVI_ASSERT(entry != NULL);
    *entry = number;
  } else {
    ovi_number_map_remove(table, key);
  }
}

/* Adds to the number of a key; the sum must not be below 0. The table has room. */
static inline void ovi_cell_add_number(ovi_number_map *table, uint64_t key, int32_t more) {
  uint32_t *number = ovi_number_map_add(table, key);
  OVI_ASSERT(number != NULL);
  *number = *number != OVI_NO_VALUE ? *number : 0;
  OVI_ASSERT(more >= 0 || *number >= (uint32_t)-more);
  *number += (uint32_t)more;
  if (*number == 0) {
    ovi_number_map_remove(table, key);
  }
}

#endif
