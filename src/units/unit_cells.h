/* A hash table from cells to numbers: the unit on a cell, the number of claims on it.
 *
 * Open addressing with linear probing; removal shifts later entries back (Knuth, The Art of
 * Computer Programming, 6.4, algorithm R), so removed entries take no room.
 *
 * Invariant: lookups depend on what was set, never on the order in which it was set. */
#ifndef OVERLAND_UNITS_UNIT_CELLS_H
#define OVERLAND_UNITS_UNIT_CELLS_H

#include "common/arena.h"
#include "overland.h"

/* 16 bytes, accessed at random. */
typedef struct ovi_cell_entry {
  uint64_t key; /* 0: free */
  uint32_t value;
} ovi_cell_entry;

typedef struct ovi_cell_table {
  ovi_cell_entry *entries;
  uint32_t mask; /* entries - 1 */
} ovi_cell_table;

/* The key of a cell and a side: never 0. */
static inline uint64_t ovi_cell_key(ovl_cell cell, uint32_t side) {
  return ((uint64_t)side << 40 | (uint64_t)(uint32_t)cell.floor << 32 |
          (uint64_t)((uint32_t)cell.y & 0xffffu) << 16 | ((uint32_t)cell.x & 0xffffu)) +
         1;
}

/* Reserves memory for up to `count` cells at once. */
void ovi_cell_table_reserve(ovi_cell_table *table, ovi_arena *arena, uint64_t count);

/* Empties the table, whose memory has been reserved. */
void ovi_cell_table_clear(ovi_cell_table *table);

/* Returns the number of a key; 0 if it has none. */
uint32_t ovi_cell_table_find(const ovi_cell_table *table, uint64_t key);

/* Sets the number of a key; 0 removes it. */
void ovi_cell_table_set(ovi_cell_table *table, uint64_t key, uint32_t value);

/* Adds to the number of a key; the sum must not be below 0. */
void ovi_cell_table_add(ovi_cell_table *table, uint64_t key, int32_t more);

#endif
