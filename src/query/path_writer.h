/* From the legs that the fine tier finds to the caller's path.
 *
 *     legs -> taut string or grid stage -> tally -> line stage -> points
 *
 * with the stages that the smoothing asks for: the taut string where all open
 * ground weighs the same and no corner is cut, the grid stage elsewhere. The tally merges runs that
 * go straight on and sums what the grid path costs; points beyond the caller's capacity are counted
 * and not stored. Nothing is smoothed across a link: the stages are emptied before it and begin
 * anew behind it. */
#ifndef OVERLAND_QUERY_PATH_WRITER_H
#define OVERLAND_QUERY_PATH_WRITER_H

#include "coarse/refine/refine.h"
#include "coarse/view/layer_steps.h"
#include "fine/smooth/smooth.h"
#include "fine/smooth/string_pulling.h"
#include "overland.h"
#include "world/world.h"

typedef struct ovi_path_writer {
  ovl_path *path;
  const ovl_world *world;
  const ovi_layer *layer;
  ovl_smoothing smoothing;
  ovi_layer_ground ground;
  bool pulls; /* the taut string; else the grid stage */
  ovi_string_pulling string;
  ovi_smoother grid, line;
  ovi_leg run; /* the run that the tally still holds */
  ovl_cell run_from;
  bool run_holds;
  uint64_t cost_limit; /* where the path ends; UINT64_MAX: none */
  bool is_cut;         /* it has ended there */
  bool is_ended;       /* nothing is held any more */
  ovl_cell last;       /* point written last */
} ovi_path_writer;

/* Begins at the path's first cell, which like all that follow is one of the plane; path's points
 * and capacity are the caller's. */
void ovi_path_begin(ovi_path_writer *writer, const ovl_world *world, const ovi_layer *layer,
                    ovl_smoothing smoothing, ovl_path *path, ovl_cell first);

/* Smooths the path, once it has begun, by the grid stage, and so that turns cost. */
void ovi_path_turning(ovi_path_writer *writer, uint32_t turn_cost);

/* Ends the path, once it has begun, at the last cell that costs no more. */
void ovi_path_limit(ovi_path_writer *writer, uint64_t cost_limit);

/* Where legs go. */
ovi_leg_sink ovi_path_sink(ovi_path_writer *writer);

/* Goes on over a link, whose point is filled in. */
void ovi_path_link(ovi_path_writer *writer, ovl_cell to, uint64_t cost, ovl_path_link link);

/* Writes what refinement has found: a way on foot, or a link. */
void ovi_segment_write(const ovi_refiner *refiner, ovi_path_writer *writer);

/* Lets all regions leave that were looked into: what the writer keeps of them it looks up again. */
void ovi_path_let_go(ovi_path_writer *writer);

/* Ends the path: OVL_OK or OVL_MORE_ROOM. */
ovl_result ovi_path_end(ovi_path_writer *writer);

#endif
