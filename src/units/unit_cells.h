/* A table of cells with a number each: who stands on a cell, how many will pass it.
 *
 * Open addressing with linear probing; an entry that goes is closed up behind (Knuth, The Art of
 * Computer Programming, 6.4, algorithm R), so the table never fills with what is gone.
 *
 * Invariant: what is found depends on what was set, never on the order of setting. */
#ifndef OVERLAND_UNITS_UNIT_CELLS_H
#define OVERLAND_UNITS_UNIT_CELLS_H

#include "common/arena.h"
#include "overland.h"

/* 16 bytes, touched at random. */
typedef struct ovi_cell_entry {
  uint64_t key; /* 0: free */
  uint32_t value;
} ovi_cell_entry;

typedef struct ovi_cell_table {
  ovi_cell_entry *entries;
  uint32_t mask; /* entries - 1 */
} ovi_cell_table;

/* What a cell is known by, as one of a side's: never 0. */
static inline uint64_t ovi_cell_key(ovl_cell cell, uint32_t side) {
  return ((uint64_t)side << 40 | (uint64_t)(uint32_t)cell.floor << 32 |
          (uint64_t)((uint32_t)cell.y & 0xffffu) << 16 | ((uint32_t)cell.x & 0xffffu)) +
         1;
}

/* Takes memory for up to `count` cells at once. */
void ovi_cell_table_reserve(ovi_cell_table *table, ovi_arena *arena, uint64_t count);

/* Empties it, once the memory is there. */
void ovi_cell_table_clear(ovi_cell_table *table);

/* The number of a cell; 0 if it has none. */
uint32_t ovi_cell_table_find(const ovi_cell_table *table, uint64_t key);

/* Gives a cell a number; 0 takes it away. */
void ovi_cell_table_set(ovi_cell_table *table, uint64_t key, uint32_t value);

/* Adds to the number of a cell, which stays 0 or above. */
void ovi_cell_table_add(ovi_cell_table *table, uint64_t key, int32_t more);

#endif
