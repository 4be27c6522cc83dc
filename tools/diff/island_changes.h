/* The cells that were closed, opened, cut off or joined between two versions of a world.
 *
 * A piece is the cells that have the same island before and the same island after. The largest
 * piece of an old island stays; the others are cut off from it. The largest piece of a new island
 * was there; the others are joined to it. */
#ifndef OVERLAND_TOOLS_DIFF_ISLAND_CHANGES_H
#define OVERLAND_TOOLS_DIFF_ISLAND_CHANGES_H

#include "overland.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The two versions, and the profile in each. */
struct diff_worlds {
  const ovl_world *world[2]; /* before, after */
  const char *path[2];
  int32_t profile[2];
};

struct island_piece {
  uint32_t island[2]; /* before and after; 0: blocked */
  uint64_t cells;
  ovl_cell first; /* of them */
  bool is_cut_off, is_joined;
};

/* The change of a cell. */
enum cell_change { CELL_SAME, CELL_CLOSED, CELL_OPENED, CELL_CUT_OFF, CELL_JOINED, CELL_CHANGES };

struct island_changes {
  struct island_piece *pieces;
  size_t count, capacity;       /* capacity: a power of two, of a table by their islands */
  uint64_t cells[CELL_CHANGES]; /* how many cells each became of */
  uint64_t pieces_cut, pieces_joined;
};

/* Compares all cells of all floors. An exit code, after one line on standard error if it is not
 * EXIT_DONE; *changes is then empty. */
int island_changes_find(const struct diff_worlds *worlds, struct island_changes *changes);
void island_changes_free(struct island_changes *changes);

/* Returns the change of a cell with these islands before and after. */
enum cell_change island_changes_of(const struct island_changes *changes, uint32_t before,
                                   uint32_t after);

#endif
