/* Writing a region's block from its map and its drafts, one a profile. */
#ifndef OVI_BLOCK_WRITER_H
#define OVI_BLOCK_WRITER_H

#include <stdint.h>

#include "arena.h"
#include "cell_writer.h"
#include "draft.h"
#include "fine_search.h"

/* The drafts of one layer whose own waypoints a region shares; NULL beyond the edge. */
typedef struct ovi_block_sources {
  const ovi_draft *draft; /* the region itself */
  const ovi_draft *left, *above, *above_left, *above_right;
} ovi_block_sources;

/* A port while its block is written. 8 bytes. */
typedef struct ovi_block_port {
  uint16_t cell;      /* OVI_PORT */
  uint16_t component; /* in reading order first, as stored later */
  uint32_t share;     /* units: its half of the crossing step */
} ovi_block_port;

/* One worker's memory. */
typedef struct ovi_block_writer {
  ovi_cell_writer cells;
  ovi_window window;
  ovi_fine_search search;
  ovi_block_port *ports;
  uint16_t *order;    /* ports by component */
  uint16_t *renumber; /* component in reading order -> as stored */
  uint16_t *begins;   /* of each linked component in order */
  uint32_t *costs;    /* a triangle for each linked component */
  uint32_t max_ports;
} ovi_block_writer;

/* Takes memory for regions of `cells` x `cells` with up to max_ports ports. */
void ovi_block_writer_place(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                            uint32_t max_ports);

/* Once, when the memory is there. */
void ovi_block_writer_clear(ovi_block_writer *writer);

/* Ports of the region, and bytes that its part takes at the most. */
uint32_t ovi_block_ports(const ovi_block_sources *sources);
uint64_t ovi_part_most_bytes(const ovi_block_sources *sources);

/* Writes the block to out, which is zeroed; `sources` has one entry a profile. Returns its
 * length. */
uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out);

#endif
