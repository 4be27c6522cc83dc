/* Writes the legs of the fine tier into the caller's path, smoothed: which smoothing runs, and
 * where it begins and ends (at links, and at the ends of segments).
 *
 *     legs -> string pulling or grid smoothing -> tally -> lines at any angle -> points
 *
 * with the stages that the smoothing asks for. Strings are pulled where all open ground weighs the
 * same and no corner is cut; grid smoothing serves elsewhere, and neither where turns cost. The
 * tally joins legs of one direction to runs and sums the cost of the grid path. Points beyond the
 * caller's capacity are counted, not stored. Nothing is smoothed across a link: the stages end
 * before it and begin again behind it. */
#ifndef OVERLAND_QUERY_PATH_WRITER_H
#define OVERLAND_QUERY_PATH_WRITER_H

#include "coarse/refine/refine.h"
#include "coarse/view/layer_steps.h"
#include "fine/smooth/smooth.h"
#include "fine/smooth/string_pulling.h"
#include "overland.h"
#include "world/world.h"

/* Legs of one direction, joined. */
typedef struct ovi_path_run {
  bool is_open; /* the tally has not passed it on yet */
  ovl_cell from;
  ovi_leg leg;
  int32_t heading; /* three times the sign of the way down, and that of the way to the right */
} ovi_path_run;

/* The stage before the tally. */
typedef enum ovi_path_stage { OVI_STAGE_NONE, OVI_STAGE_STRING, OVI_STAGE_GRID } ovi_path_stage;

typedef struct ovi_path_writer {
  ovl_path *path;
  const ovl_world *world;
  const ovi_layer *layer;
  ovl_smoothing smoothing;
  ovi_layer_ground ground;
  ovi_path_stage stage;
  ovi_string_pulling string;
  ovi_smoother grid, line;
  ovi_path_run run;    /* the last one */
  ovi_trace *trace;    /* receives the runs of a smoothed path; NULL: none */
  uint64_t cost_limit; /* of the path; UINT64_MAX: none */
  bool is_cut;         /* the path has reached it */
  bool is_ended;       /* the stages hold nothing any more */
  ovl_cell last;       /* the point that was written last */
} ovi_path_writer;

/* Checks the caller's buffers: where there is a capacity there is memory. */
ovl_result ovi_path_check(const ovl_path *path, ovl_fault *fault);

/* Clears all of a path that a call fills in; the buffers are the caller's. */
void ovi_path_clear(ovl_path *path);

/* Begins at the path's first cell, which is a cell of the plane like all that follow. The points
 * and their capacity are the caller's. The tiles are the planner's, used where the grid is
 * smoothed. There is no trace and no limit yet. */
void ovi_path_begin(ovi_path_writer *writer, const ovl_world *world, const ovi_layer *layer,
                    ovl_smoothing smoothing, bool turns, ovi_ground_tiles *tiles, ovl_path *path,
                    ovl_cell first);

/* The sink that takes the legs. */
ovi_leg_sink ovi_path_sink(ovi_path_writer *writer);

/* Takes runs on plain ground, for an ovi_unfold_sink. */
void ovi_path_runs(void *user, const ovl_cell *ends, uint32_t count, bool continues);

/* Takes a link, which the path goes on behind, for an ovi_unfold_sink. */
void ovi_path_link(void *user, ovl_cell to, uint64_t cost, uint32_t link, bool back);

/* Writes the segment that a refiner has found: its cells, or a link. */
void ovi_segment_write(const ovi_refiner *refiner, ovi_path_writer *writer);

/* Unpins all regions of this task; the writer looks up again what it keeps of them. */
void ovi_path_unpin(ovi_path_writer *writer);

/* Ends the path. OVL_OK, or OVL_MORE_ROOM if points or links did not fit. */
ovl_result ovi_path_end(ovi_path_writer *writer);

#endif
