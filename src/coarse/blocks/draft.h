/* A draft: the data of a region and profile that must be known before its block can be written.
 * Invariant: a draft is filled in two steps, each from the map and from drafts that have finished
 * the step before: first open cells, runs and local components; then, once the regions to its right
 * and below have theirs, its own waypoints. */
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

/* A waypoint in the form that both of its regions store. 16 bytes. */
typedef struct ovi_draft_port {
  uint16_t first;           /* OVI_PORT in the region of its first cell */
  uint16_t second;          /* OVI_PORT in the other */
  uint16_t first_component; /* local components, numbered in reading order */
  uint16_t second_component;
  uint32_t extra[2]; /* extra cost of the step from the first cell, and back, in cost units;
                        OVI_STEP_BLOCKED */
} ovi_draft_port;

/* The waypoints of one group of a region. */
typedef struct ovi_port_list {
  const ovi_draft_port *ports;
  uint32_t count;
} ovi_port_list;

/* An answer of a step rule that is not 0, in the form of the file. */
typedef struct ovi_draft_exception {
  uint32_t key; /* cell * 8 + direction */
  uint32_t extra;
} ovi_draft_exception;

/* The answers of the caller's step rule within a region. */
typedef struct ovi_draft_rule {
  ovi_draft_exception *exceptions; /* by rising key */
  uint32_t count;
  uint32_t wrong_answer; /* an answer that is too large to be a cost; 0: none */
} ovi_draft_rule;

/* A region of one layer while it is baked. */
typedef struct ovi_draft {
  ovi_region place; /* only id, position and size are set */
  int32_t profile;
  uint64_t (*open)[2];      /* a bit for each open position, row by row */
  uint16_t *run_rows;       /* of each row: its first run; and one more */
  uint16_t *run_components; /* component of each run, numbered in reading order */
  uint32_t components;
  uint8_t *weights; /* of each cell, with what walls cost; NULL: those of the map. Of cells that are
                       no positions any */
  ovi_draft_port *ports[OVI_OWN_GROUPS];
  uint32_t port_counts[OVI_OWN_GROUPS];
  /* The following fields are used in directed layers only. */
  bool directed;
  bool
      stepped; /* the cost or legality of some step inside does not follow from its weights alone */
  uint64_t (*breaks)[2]; /* a bit for each cell where a run begins beside an open cell */
  uint8_t *steps; /* of each cell: a bit for each direction of a step that is legal if corners are
                     ignored, wherever it leads; NULL: all are between open cells */
  uint16_t *weak; /* of each component: the first of the components connected to it if direction is
                     ignored */
  ovi_draft_rule rule;
} ovi_draft;

/* The waypoints of an own group of a draft; none where there is no draft. */
static inline ovi_port_list ovi_draft_group(const ovi_draft *draft, int group) {
  return draft != NULL ? (ovi_port_list){draft->ports[group], draft->port_counts[group]}
                       : (ovi_port_list){NULL, 0};
}

/* Memory of one worker for drafts of directed layers. */
typedef struct ovi_draft_workspace {
  ovi_window window; /* the region and the cells around it: see ovi_map_steps_open */
  ovi_scc strong;
  uint8_t *legal; /* of each cell: a bit for each direction of a legal step that stays inside */
  uint32_t *sets; /* of each cell: a cell of those to which such steps connect it */
} ovi_draft_workspace;

/* Cuts a workspace for each worker out of an arena, for regions of up to `cells` x `cells`. */
ovi_draft_workspace *ovi_draft_workspaces_reserve(ovi_arena *arena, int32_t workers, int32_t cells);

/* Cuts the arrays of a draft out of an arena, for a profile and any region of the map. Sets
 * `profile` and `directed`. */
void ovi_draft_reserve(ovi_draft *draft, ovi_arena *arena, const ovi_map *map, int32_t profile);

/* First step: finds open cells, runs, and local components, by joining runs of neighbouring rows,
 * or from steps if some may be forbidden. Reads the cells of the region and those around it.
 * `place` must be set. `work` is used for directed layers only. Near-linear in the cells. */
void ovi_draft_label(ovi_draft *draft, const ovi_map *map, ovi_draft_workspace *work);

/* First step for a region of a version whose positions and heights are those of its block in
 * `layer`, and so are the weights of a profile with costs beside walls: open cells, the answers of
 * a rule and these weights are read from the block. The map is read only where steps may be
 * forbidden.
 */
void ovi_draft_label_known(ovi_draft *draft, const ovi_map *map, const ovi_layer *layer,
                           ovi_draft_workspace *work);

/* Enters the answers of the step rule into a window that has `margin` cells more on each side. */
void ovi_draft_paste_exceptions(const ovi_draft *draft, ovi_window *window, int32_t margin);

/* The extra cost of a legal step from a local cell, beyond that of its weights, in cost units; for
 * directed layers. */
uint32_t ovi_draft_extra(const ovi_draft *draft, const ovi_map *map, int32_t x, int32_t y,
                         int direction);

/* The component of an open local cell. O(1). */
uint32_t ovi_draft_component(const ovi_draft *draft, int32_t x, int32_t y);

#endif
