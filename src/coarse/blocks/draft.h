/* A region of one layer while it is baked: what is known before its block can be written.
 *
 * Invariant: a draft is filled in two steps, each from the map and from drafts
 * that finished the step before: first its runs and local components, then,
 * once the regions right of and below it have theirs, its own waypoints. */
#ifndef OVERLAND_COARSE_BLOCKS_DRAFT_H
#define OVERLAND_COARSE_BLOCKS_DRAFT_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "common/arena.h"
#include "common/bits.h"
#include "common/scc.h"
#include "fine/window.h"
#include "overland.h"

#include <stdint.h>

/* A waypoint as both of its regions will store it. 16 bytes. */
typedef struct ovi_draft_port {
  uint16_t first;           /* OVI_PORT in the region of its first cell */
  uint16_t second;          /* OVI_PORT in the other */
  uint16_t first_component; /* local components, numbered in reading order */
  uint16_t second_component;
  uint32_t extra[2]; /* from the first cell and back: what the step costs beside the weights;
                        OVI_STEP_BLOCKED */
} ovi_draft_port;

/* What a rule said of a step: as in the file. */
typedef struct ovi_draft_exception {
  uint32_t key; /* cell * 8 + direction */
  uint32_t extra;
} ovi_draft_exception;

typedef struct ovi_draft {
  ovi_region place; /* id, place and size only */
  int32_t profile;
  uint64_t (*open)[2];      /* rows of open cells */
  uint16_t *run_rows;       /* first run of each row, and one more */
  uint16_t *run_components; /* of each run, numbered in reading order */
  uint32_t components;
  ovi_draft_port *ports[OVI_OWN_GROUPS];
  uint32_t port_counts[OVI_OWN_GROUPS];
  /* Of a directed layer only: */
  bool directed;
  bool stepped;          /* some step inside is not what its weights say */
  uint64_t (*breaks)[2]; /* rows of cells where a run begins beside an open cell */
  uint8_t *steps;        /* of each cell a bit for each legal step, corners apart, that begins
                            there, wherever it leads */
  uint16_t *weak;        /* of each component: the first of those that are joined to it, if only
                            one way */
  ovi_draft_exception *exceptions; /* by rising key */
  uint32_t exception_count;
  uint32_t wrong_answer; /* that a rule gave: too much to be a cost; 0: none */
} ovi_draft;

/* What a worker needs beside, for directed layers. */
typedef struct ovi_draft_room {
  ovi_window window; /* around the region: see map_steps */
  ovi_strong strong;
  uint8_t *legal;  /* of each cell a bit for each legal step that stays inside */
  uint8_t *joined; /* and for each that leads there */
} ovi_draft_room;

void ovi_draft_room_reserve(ovi_draft_room *room, ovi_arena *arena, int32_t cells);

/* Takes memory for a draft of a region of up to `cells` x `cells`. */
void ovi_draft_reserve(ovi_draft *draft, ovi_arena *arena, const ovi_map *map, int32_t profile);

/* First step: open cells, runs, and local components: by joining runs of neighbouring
 * rows or, where steps differ with the direction, from the steps. Reads the region's cells
 * and those that touch it; place is set. `room` is for directed layers. */
void ovi_draft_label(ovi_draft *draft, const ovi_map *map, ovi_draft_room *room);

/* The same where a layer knows the region as it is: what is open, and what a rule said, are read
 * from its block; the map is read in directed layers only. */
void ovi_draft_label_known(ovi_draft *draft, const ovi_map *map, const ovi_layer *layer,
                           ovi_draft_room *room);

/* The part of it that looks at steps: whether some differ, what the rule says, unless it `asks`
 * no more; then the components, if some do. */
void ovi_draft_find_steps(ovi_draft *draft, const ovi_map *map, ovi_draft_room *room, bool asks);
void ovi_draft_join_steps(ovi_draft *draft, ovi_draft_room *room);

/* What a legal step from a local cell costs beside its weights, of a directed layer. */
uint32_t ovi_draft_extra(const ovi_draft *draft, const ovi_map *map, int32_t x, int32_t y,
                         int direction);

/* The component of an open local cell. */
uint32_t ovi_draft_component(const ovi_draft *draft, int32_t x, int32_t y);

#endif
