/* Overland: steering for units that your own code moves from point to point. */
#ifndef OVERLAND_MOVE_H
#define OVERLAND_MOVE_H

#include "overland_flow.h"
#include "overland_inspect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A unit that moves freely, at points in 1/256 of a cell, asks where to steer: at the corner, the
 * farthest point of its way in sight. The way is that of a flow, or a segment of a route or path.
 *
 *     ovl_mover mover = {.world = world, .radius = 60, .side_cells = 8};
 *     each tick: ovl_flow_prepare(flow, cells of the units, ...);
 *                for each unit: ovl_flow_ahead(flow, &mover, point, &ahead, NULL);
 *                velocity = ahead.dx, ahead.dy by its speed, and what keeps units apart;
 *                ovl_world_ray(&mover, point, point + velocity, &ray, NULL); point = ray.end;
 *
 * A unit that ends all its moves by ovl_world_ray never enters a wall. Where a ray is stopped, rays
 * along x and along y let it slide on. tests/examples/example_steering.c moves two armies like
 * this. In static builds these calls are in the library overland_crowd. */
typedef struct ovl_ahead {
  ovl_point corner; /* the last point of the way, going along it, before it first gets out of sight:
                       the middle of a cell. No wall is between, and the line there costs about as
                       much as the way at most */
  int32_t dx, dy;   /* direction to it: of length 256; 0, 0 if the unit is there. Of hexagons it is
                       axial, as ovl_point is, and so are lengths */
  int32_t distance; /* to it, 1/256 of a cell, rounded down */
  /* How far the mover can go to the left and right of that direction, from where it is and from the
   * corner: 1/256 of a cell, up to mover->side_cells. */
  int32_t left, right;
  int32_t corner_left, corner_right;
  bool last;     /* the way ends at the corner: its goal, a link, the end of the segment, of the
                    tiles of the flow or of the mover's sight */
  uint32_t link; /* number of the link that the way takes from the corner; UINT32_MAX: none */
  bool back;     /* from the link's `to` to its `from` */
  size_t leg;    /* of a segment: see ovl_segment_ahead */
  uint64_t cost_to_go; /* of a flow: cost units, from the corner's cell, or from the one before it
                          if it has no tile; 0 on a goal */
} ovl_ahead;

/* Looks along the way of a flow, whose profile is the mover's; makes no tiles, so any number of
 * threads may call it as ovl_flow_peek. Errors, with *ahead zeroed: those of ovl_flow_peek
 * (OVL_NOT_READY: the region of the unit has no tile), of ovl_world_ray, and OVL_BAD_ARGUMENT
 * (sight_cells, side_cells). Time: about 2 us, a few rays of up to 16 cells; 3 with both sides.
 */
OVL_API ovl_result ovl_flow_ahead(const ovl_flow *flow, const ovl_mover *mover, ovl_point from,
                                  ovl_ahead *ahead, ovl_fault *fault);

/* Looks along a segment of ovl_route_next, or a path of ovl_find_path; which was not
 * smoothed by OVL_SMOOTH_ANY. ahead->leg is the number of the point at which the unit's leg
 * begins: 0 for a new segment; the call moves it on, and otherwise it is left alone. All legs
 * that are links are listed in segment->links; the caller moves `leg` on when the unit has taken
 * one.
 *
 * Errors, with *ahead zeroed but for `leg`: OVL_OFF_ROUTE (nothing of the leg or of its ends is in
 * sight: ask for a segment from the unit's cell); OVL_BAD_ARGUMENT (no points; leg, also one at
 * another angle; sight_cells, side_cells); those of ovl_world_ray. Time: 1 to 4 us. */
OVL_API ovl_result ovl_segment_ahead(const ovl_path *segment, const ovl_mover *mover,
                                     ovl_point from, ovl_ahead *ahead, ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
