/* The paths of edges, as the layer block of a region stores them.
 *
 * An edge joins two ports of a region at a cost. Most edges are octile moves, one diagonal and one
 * straight run, or lead over a third port at the same cost; of most others the path inside the
 * region is stored, so that a route is unfolded without searches:
 *
 *   bytes     u32, of the rows
 *   rows      by rising first port: u8 the port, u16 the bytes of its entries, the entries
 *   entry     by rising second port: u8 the port, u8 the number of runs, and the runs from the
 *             first port on, u8 each: the direction, and above its 3 bits the steps less 1. One
 *             more run, which is not stored, leads straight on to the second port
 *
 * They are stored where all ground of the region weighs the same and no corner is cut, so that
 * steps cost the same in both directions; the second port of an entry is above the first. Longer
 * runs than a byte holds are several runs of one direction. Ports from OVI_PATH_PORTS on have no
 * entries, and paths of more runs than ovi_path_most_runs are not stored. */
#ifndef OVERLAND_COARSE_FORMAT_EDGE_PATHS_H
#define OVERLAND_COARSE_FORMAT_EDGE_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"
#include "common/le_bytes.h"

enum {
  OVI_PATH_PORTS = 256,
  OVI_PATH_MOST_RUNS = 128,
  OVI_PATH_LEAST_RUNS = 4, /* where there is no room for as many, no path is stored */
  OVI_RUN_STEPS = 32,      /* of one byte */
  OVI_PATH_ROW_BYTES = 3,  /* the head of a row */
  OVI_PATH_ENTRY_BYTES = 2 /* the head of an entry */
};

static inline int ovi_run_direction(uint8_t run) { return run & 7; }
static inline int32_t ovi_run_steps(uint8_t run) { return (run >> 3) + 1; }

/* The most runs of a path that is stored in a region with so many cells and stored costs: a power
 * of two, so that it seldom changes with the number of costs; 0: none are stored. If every edge had
 * a path of as many runs, they would take 3 bytes a cell; the worst maps have a third of that. */
static inline uint32_t ovi_path_most_runs(uint64_t cells, uint64_t costs) {
  uint32_t most = OVI_PATH_MOST_RUNS;
  while (most * costs > 3 * cells) {
    most /= 2;
  }
  return most >= OVI_PATH_LEAST_RUNS ? most : 0;
}

/* The most bytes of the paths of a region with so many cells and ports. */
static inline uint64_t ovi_paths_most_bytes(uint64_t cells, uint64_t ports) {
  const uint64_t rows = ports < OVI_PATH_PORTS ? ports : OVI_PATH_PORTS;
  const uint64_t edges = cells * 3 / OVI_PATH_LEAST_RUNS;
  return 4 + 3 * cells + OVI_PATH_ENTRY_BYTES * edges + OVI_PATH_ROW_BYTES * rows + 1;
}

/* The runs of a stored path. */
typedef struct ovi_edge_path {
  const uint8_t *runs;
  uint32_t count;
} ovi_edge_path;

/* ---- Reading ---------------------------------------------------------------------------- */

/* The bytes of paths that begin at `paths`, padded to 2. */
static inline uint64_t ovi_paths_bytes(const uint8_t *paths) {
  return 4 + (((uint64_t)ovi_get_u32(paths) + 1) & ~(uint64_t)1);
}

/* Goes over the entries, in their order. */
typedef struct ovi_path_cursor {
  const uint8_t *at, *row_end, *end;
  uint32_t from, to; /* the ports of the entry */
  ovi_edge_path path;
} ovi_path_cursor;

/* Begins before the first entry; `paths` NULL: there is none. */
static inline ovi_path_cursor ovi_paths_begin(const uint8_t *paths) {
  ovi_path_cursor cursor = {.at = NULL};
  if (paths != NULL) {
    cursor.at = cursor.row_end = paths + 4;
    cursor.end = cursor.at + ovi_get_u32(paths);
  }
  return cursor;
}

/* Moves on to the next entry; false at the end. Reads nothing beyond the end, whatever the bytes
 * say; `is_whole` tells whether heads and entries end where they should. */
bool ovi_paths_next(ovi_path_cursor *cursor, bool *is_whole);

/* Finds the path from one port to another; false: it is not stored. */
bool ovi_path_find(const uint8_t *paths, uint32_t from, uint32_t to, ovi_edge_path *path);

/* ---- Writing ---------------------------------------------------------------------------- */

/* Paths that are gathered row by row, the entries of each row in order, the rows in any. */
typedef struct ovi_path_rows {
  uint8_t *bytes; /* room for ovi_paths_most_bytes */
  uint32_t used;
  uint32_t row;     /* where the present row begins */
  uint32_t *begins; /* of each of OVI_PATH_PORTS ports: where its row begins; UINT32_MAX: it has
                       none */
} ovi_path_rows;

void ovi_path_rows_clear(ovi_path_rows *rows);

/* Begins the row of a port, which has none. */
void ovi_path_row_begin(ovi_path_rows *rows, uint32_t port);

/* Adds an entry to the row. */
void ovi_path_row_add(ovi_path_rows *rows, uint32_t to, ovi_edge_path path);

/* Ends the row; one without entries is left out. */
void ovi_path_row_end(ovi_path_rows *rows);

/* Writes the rows to `out`, whose bytes are zero, and returns the end of what was written; nothing
 * is where there are no rows. */
uint8_t *ovi_path_rows_write(const ovi_path_rows *rows, uint8_t *out);

#endif
