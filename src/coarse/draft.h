/* A region of one layer while it is baked: what is known before its block can be written.
 *
 * Invariant: a draft is filled in two steps, each from the map and from drafts
 * that finished the step before: first its runs and local components, then,
 * once the regions right of and below it have theirs, its own waypoints. */
#ifndef OVI_DRAFT_H
#define OVI_DRAFT_H

#include <stdint.h>

#include "arena.h"
#include "bits.h"
#include "map.h"
#include "overland.h"
#include "region.h"

/* A waypoint as both of its regions will store it. 8 bytes. */
typedef struct ovi_draft_port {
  uint16_t first;           /* OVI_PORT in the region of its first cell */
  uint16_t second;          /* OVI_PORT in the other */
  uint16_t first_component; /* local components, numbered in reading order */
  uint16_t second_component;
} ovi_draft_port;

typedef struct ovi_draft {
  ovi_region place; /* id, place and size only */
  int32_t profile;
  uint64_t (*open)[2];      /* rows of open cells */
  uint16_t *run_rows;       /* first run of each row, and one more */
  uint16_t *run_components; /* of each run, numbered in reading order */
  uint32_t components;
  ovi_draft_port *ports[OVI_OWN_GROUPS];
  uint32_t port_counts[OVI_OWN_GROUPS];
} ovi_draft;

/* Takes memory for a draft of a region of up to `cells` x `cells`. */
void ovi_draft_place(ovi_draft *draft, ovi_arena *arena, int32_t cells);

/* First step: open cells, runs, and local components by joining runs of
 * neighbouring rows. Reads the region's cells; place and profile are set. */
void ovi_draft_label(ovi_draft *draft, const ovi_map *map);

/* The component of an open local cell. */
uint32_t ovi_draft_component(const ovi_draft *draft, int32_t x, int32_t y);

/* The drafts around one whose own waypoints are chosen; NULL beyond the edge. */
typedef struct ovi_draft_neighbours {
  const ovi_draft *left, *right, *below, *below_right, *below_left;
} ovi_draft_neighbours;

/* Second step: entrances and waypoints, by the builder's rule. */
void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours);

#endif
