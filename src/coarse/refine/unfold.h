/* Unfolds a route: from waypoints to legs, region by region.
 *
 * Invariant: each edge of a route stands for a path inside one region, whose cost is that of the
 * edge less the halves of the two steps at its ends. Most such paths are an octile move, one
 * diagonal and one straight run, which is tried first; on plain ground the others are stored, or
 * joined over ports in their middle. Only those at the ends of the route, and those that are not
 * stored, are searched for. The legs cost as much as the route. On plain ground string pulling
 * makes a good path of them; elsewhere they pass through pieces (coarse/refine/path_pieces).
 *
 * A route by labels leads up to a hub and down from it. On plain ground costs are the same in both
 * directions, so both halves are walked towards the hub, reading labels no further than to that
 * hub; the second half is then listed from its end. Other stops are given one by one. */
#ifndef OVERLAND_COARSE_REFINE_UNFOLD_H
#define OVERLAND_COARSE_REFINE_UNFOLD_H

#include "coarse/refine/label_walk.h"
#include "coarse/refine/path_pieces.h"
#include "coarse/view/inner_edges.h"
#include "common/slice.h"
#include "fine/local_search.h"
#include "fine/smooth/open_bits.h"
#include "fine/trace.h"

/* Receives what a route is unfolded to: straight and diagonal runs, each from where the one before
 * ends, and links. */
typedef struct ovi_unfold_sink {
  /* Runs that are one path, the cheapest inside some rectangle; `continues`: with those before.
   * Some may have no length. */
  void (*take_runs)(void *user, const ovl_cell *ends, uint32_t count, bool continues);
  /* A link: the cell where it ends, its cost and number, and whether it is taken from its second
   * end to its first. */
  void (*take_link)(void *user, ovl_cell to, uint64_t cost, uint32_t link, bool back);
  void *user;
} ovi_unfold_sink;

/* A route, and the memory to work in. */
typedef struct ovi_unfold_task {
  const ovi_layer *layer;
  ovl_cell start, goal;
  uint64_t cost; /* cost units, from start to goal */
  /* Of a route by labels whose stops are not given: */
  ovi_stop first;    /* the first waypoint */
  ovi_label_hub hub; /* on the route from there */
  uint32_t last;     /* port of the goal's region over which the route arrives */
  ovi_stop *stops;   /* room for stops, at least one; with too little for the second half of the
                        route, parts of it are walked more than once */
  uint32_t capacity; /* of `stops` */
  ovi_local_search *local;
  ovi_open_bits *bits;     /* open cells of the world, where strings can be pulled */
  ovi_path_pieces *pieces; /* elsewhere, of the same cells; else NULL */
  ovi_trace *trace;        /* receives the segments; NULL: none */
  ovi_unfold_sink sink;    /* with pieces it receives the links alone */
} ovi_unfold_task;

/* An unfolding in progress. */
typedef struct ovi_unfolding {
  ovi_unfold_task task;
  bool is_past_hub;
  ovl_cell at;     /* end of the last run */
  ovi_stop passed; /* the last stop, if any was passed */
  bool has_passed;
  bool is_listed;      /* the legs to the next stop are ahead in the pieces */
  uint32_t port;       /* of the region, in whose cell that is; UINT32_MAX: that of the last stop */
  uint64_t cost_to_go; /* cost units, from there to the goal */
  ovl_cell reported;   /* end of the last segment that the trace received */
  uint64_t unreported; /* cost units, from there to the goal */
  ovi_label_hub hub;   /* that the first half leads to */
  ovi_stop stop;       /* the next one of the first half */
  uint32_t count;      /* stops of the second half that are still to be passed */
  uint32_t listed;     /* how many of them are in task.stops: the next ones */
} ovi_unfolding;

void ovi_unfold_begin(ovi_unfolding *unfolding, const ovi_unfold_task *task);

/* Passes the next runs of a route to the sink: to a stop and over its step or link; NULL: from the
 * last stop to the goal. OVI_DONE, OVI_PAUSED; OVI_CORRUPT: the route does not belong to this
 * world.
 */
ovi_status ovi_unfold_to(ovi_unfolding *unfolding, const ovi_stop *stop);

/* Passes all runs of a route by labels, up to the one that ends at the goal. */
ovi_status ovi_unfold_run(ovi_unfolding *unfolding);

#endif
