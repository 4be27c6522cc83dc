/* The farthest point of a way in sight, and the free ground to both sides.
 *
 * A way is a list of stops, joined by straight legs, with the cost to come to each. The stops are
 * looked at one after the other, then the leg behind the last one in sight is halved. As in string
 * pulling, a point is in sight if a ray reaches it; and on ground of several weights, only if the
 * ray costs no more than the way. */
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland_move.h"
#include "world/inspect.h"

enum { USUAL_SIGHT = 16, MOST_STOPS = OVL_MAX_SIGHT_CELLS + 2 };

typedef struct way_stop {
  ovl_point at;
  uint64_t cost; /* cost units, along the way */
} way_stop;

typedef struct way_work {
  const ovl_mover *mover;
  int topology;
  ovl_point from;
  int64_t sight; /* 1/256 of a cell */
  ovl_result result;
  bool is_dear; /* the point that was looked at last is not behind a wall, but not in sight */
  uint32_t count;
  uint32_t seen; /* the last stop in sight, and the last point */
  way_stop best;
  way_stop stops[MOST_STOPS];
} way_work;

static inline int64_t steps_apart(int topology, ovl_point a, ovl_point b) {
  return ovi_point_steps(topology, b.x - a.x, b.y - a.y);
}

/* The cost of a line whose ground has a weight on average: at most this, 5 in 10,000 more if it is
 * straight or diagonal. A step over a cell of weight w costs 140 w, a diagonal one 198 w. */
static uint64_t steps_cost(int topology, ovl_point a, ovl_point b, uint32_t weight) {
  const int64_t dx = b.x < a.x ? a.x - b.x : b.x - a.x;
  const int64_t dy = b.y < a.y ? a.y - b.y : b.y - a.y;
  const int64_t diagonal = topology == OVI_HEXAGONS ? 0 : dx < dy ? dx : dy;
  return (uint64_t)(140 * steps_apart(topology, a, b) + 58 * diagonal) * weight /
         (OVL_POINT_UNIT * OVL_POINT_UNIT);
}

/* The same, exactly. */
static uint64_t line_cost(int topology, ovl_point a, ovl_point b, uint32_t weight) {
  return ovi_root(ovi_squared_length(topology, b.x - a.x, b.y - a.y)) * 140 * weight /
         (OVL_POINT_UNIT * OVL_POINT_UNIT);
}

/* Returns whether a point of the way is in sight. A line may cost as much as the way to there and
 * one cell more: the unit is seldom in the middle of a cell. */
static bool is_in_sight(way_work *way, const way_stop *stop) {
  ovl_ray ray;
  way->is_dear = false;
  if (steps_apart(way->topology, stop->at, way->from) > way->sight ||
      stop->at.floor != way->from.floor) {
    return false;
  }
  const ovl_result result = ovl_world_ray(way->mover, way->from, stop->at, &ray, NULL);
  if (result != OVL_OK) {
    way->result = result;
    return false;
  }
  const uint64_t most = stop->cost + (uint64_t)140 * ray.weight / OVL_POINT_UNIT;
  way->is_dear = ray.stop == OVL_RAY_FREE &&
                 steps_cost(way->topology, way->from, stop->at, ray.weight) + ray.extra > most &&
                 line_cost(way->topology, way->from, stop->at, ray.weight) + ray.extra > most;
  return ray.stop == OVL_RAY_FREE && !way->is_dear;
}

/* Looks at a point of a leg. Its cost is first taken in proportion to its place on the leg; if the
 * line is dearer, that of a ray along the leg counts. */
static bool is_part_in_sight(way_work *way, const way_stop *begin, way_stop *part) {
  ovl_ray ray;
  if (is_in_sight(way, part)) {
    return true;
  }
  if (!way->is_dear || ovl_world_ray(way->mover, begin->at, part->at, &ray, NULL) != OVL_OK) {
    return false;
  }
  part->cost = begin->cost + steps_cost(way->topology, begin->at, part->at, ray.weight) + ray.extra;
  return is_in_sight(way, part);
}

/* Looks at the stops, of which the first is in sight, and then into the leg behind the last one in
 * sight. */
static void look_along(way_work *way) {
  way->seen = 0;
  way->best = way->stops[0];
  while (way->seen + 1 < way->count && is_in_sight(way, &way->stops[way->seen + 1])) {
    way->best = way->stops[++way->seen];
  }
  if (way->seen + 1 >= way->count || way->result != OVL_OK) {
    return;
  }
  const way_stop a = way->stops[way->seen];
  const way_stop b = way->stops[way->seen + 1];
  const int64_t dx = b.at.x - a.at.x;
  const int64_t dy = b.at.y - a.at.y;
  const int64_t cells = steps_apart(way->topology, a.at, b.at) / OVL_POINT_UNIT;
  int64_t low = 0;
  int64_t high = cells;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    way_stop stop = {{a.at.x + dx * middle / cells, a.at.y + dy * middle / cells, a.at.floor},
                     a.cost + (b.cost - a.cost) * (uint64_t)middle / (uint64_t)cells};
    if (is_part_in_sight(way, &a, &stop)) {
      low = middle;
      way->best = stop;
    } else {
      high = middle;
    }
  }
}

/* ---- Sides ------------------------------------------------------------------------------ */

/* How far the mover can go in a direction of length 256. */
static int32_t free_ground(const way_work *way, ovl_point from, int64_t dx, int64_t dy) {
  ovl_ray ray;
  const ovl_mover *mover = way->mover;
  const int64_t reach = (int64_t)mover->side_cells * OVL_POINT_UNIT;
  const ovl_point to = {from.x + dx * mover->side_cells, from.y + dy * mover->side_cells,
                        from.floor};
  if (ovl_world_ray(mover, from, to, &ray, NULL) != OVL_OK) {
    return 0;
  }
  const int64_t all = steps_apart(way->topology, to, from);
  return (int32_t)(all != 0 ? reach * steps_apart(way->topology, ray.end, from) / all : 0);
}

/* The direction of a displacement that is not 0, of length 256. */
static ovl_cell length_256(int topology, int64_t dx, int64_t dy) {
  const int64_t length = (int64_t)ovi_root(ovi_squared_length(topology, dx, dy));
  return (ovl_cell){(int32_t)(dx * OVL_POINT_UNIT / length),
                    (int32_t)(dy * OVL_POINT_UNIT / length), 0};
}

/* Fills in the corner and all that follows from it. */
static void fill_ahead(const way_work *way, ovl_ahead *ahead) {
  const ovl_mover *mover = way->mover;
  const int64_t dx = way->best.at.x - way->from.x;
  const int64_t dy = way->best.at.y - way->from.y;
  const int64_t distance = (int64_t)ovi_root(ovi_squared_length(way->topology, dx, dy));
  ahead->corner = way->best.at;
  ahead->distance = (int32_t)distance;
  if (distance == 0) {
    return;
  }
  const ovl_cell onward = length_256(way->topology, dx, dy);
  ahead->dx = onward.x;
  ahead->dy = onward.y;
  if (mover->side_cells != 0) {
    ovl_cell right = ovi_across(way->topology, onward.x, onward.y);
    right = way->topology == OVI_HEXAGONS ? length_256(OVI_HEXAGONS, right.x, right.y) : right;
    ahead->left = free_ground(way, way->from, -right.x, -right.y);
    ahead->right = free_ground(way, way->from, right.x, right.y);
    ahead->corner_left = free_ground(way, way->best.at, -right.x, -right.y);
    ahead->corner_right = free_ground(way, way->best.at, right.x, right.y);
  }
}

/* Begins a call. */
static ovl_result begin_way(way_work *way, const ovl_mover *mover, ovl_point from,
                            ovl_fault *fault) {
  const int32_t sight = mover->sight_cells != 0 ? mover->sight_cells : USUAL_SIGHT;
  const ovi_argument arguments[] = {
      {"mover.sight_cells", sight, 1, OVL_MAX_SIGHT_CELLS},
      {"mover.side_cells", mover->side_cells, 0, OVL_MAX_SIGHT_CELLS}};
  way->mover = mover;
  way->topology = ovi_world_topology(mover->world);
  way->from = from;
  way->sight = (int64_t)sight * OVL_POINT_UNIT;
  way->result = OVL_OK;
  way->count = 0;
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

/* Ends a call that failed: tells the fault of a ray that fails in the same way, or else `what`. */
static ovl_result fail_way(const way_work *way, const char *what, ovl_ahead *ahead,
                           ovl_fault *fault) {
  ovl_ray ray;
  const ovl_result result = ovl_world_ray(way->mover, way->from, way->from, &ray, fault);
  *ahead = (ovl_ahead){.leg = ahead->leg};
  if (result == OVL_OK && fault != NULL) {
    *fault = (ovl_fault){.what = what, .where = ahead->leg};
  }
  return result != OVL_OK ? result : way->result;
}

/* ---- Flows ------------------------------------------------------------------------------ */

/* Lists the stops of a flow's way, where it turns. *last: the step at the end. */
static ovl_result list_flow(way_work *way, const ovl_flow *flow, ovl_flow_step *last) {
  ovl_cell at = ovi_cell_of_point(way->topology, way->from);
  ovl_flow_step step;
  const ovl_result result = ovl_flow_peek(flow, at, &step);
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t begin = step.cost_to_go;
  int32_t dx = 0;
  int32_t dy = 0;
  *last = step;
  way->stops[way->count++] = (way_stop){ovi_middle_of_cell(at), 0};
  bool is_known = true;
  for (int64_t cells = 0; is_known && cells * OVL_POINT_UNIT < way->sight; cells++) {
    const ovl_cell next = step.next;
    if (step.link != UINT32_MAX || ovi_cells_are_one(next, at)) {
      break;
    }
    /* Where the tiles end the way leads into one cell more. */
    is_known = ovl_flow_peek(flow, next, &step) == OVL_OK;
    *last = is_known ? step : *last;
    way->count -= cells != 0 && next.x - at.x == dx && next.y - at.y == dy ? 1 : 0;
    dx = next.x - at.x;
    dy = next.y - at.y;
    at = next;
    OVI_ASSERT(last->cost_to_go <= begin && way->count < MOST_STOPS);
    way->stops[way->count++] =
        (way_stop){ovi_middle_of_cell(at), is_known ? begin - last->cost_to_go : begin};
  }
  return OVL_OK;
}

ovl_result ovl_flow_ahead(const ovl_flow *flow, const ovl_mover *mover, ovl_point from,
                          ovl_ahead *ahead, ovl_fault *fault) {
  way_work way;
  ovl_flow_step last;
  ovl_result result = begin_way(&way, mover, from, fault);
  *ahead = (ovl_ahead){.link = 0};
  if (result != OVL_OK) {
    return result;
  }
  result = list_flow(&way, flow, &last);
  if (result != OVL_OK) {
    if (fault != NULL) {
      *fault = (ovl_fault){.what = result == OVL_NOT_READY      ? "flow: no tile"
                                   : result == OVL_BAD_ARGUMENT ? "flow: no goal"
                                                                : "from"};
    }
    return result;
  }
  look_along(&way);
  if (way.result != OVL_OK) {
    return fail_way(&way, "world", ahead, fault);
  }
  fill_ahead(&way, ahead);
  ahead->last = way.seen + 1 == way.count;
  ahead->link = ahead->last ? last.link : UINT32_MAX;
  ahead->back = ahead->last && last.back;
  ovl_flow_step step;
  const bool is_known =
      ovl_flow_peek(flow, ovi_cell_of_point(way.topology, way.best.at), &step) == OVL_OK;
  ahead->cost_to_go = is_known ? step.cost_to_go : last.cost_to_go;
  return OVL_OK;
}

/* ---- Segments --------------------------------------------------------------------------- */

/* The link that leg `leg` is; NULL: it is none, or there is no such leg. */
static const ovl_path_link *link_of_leg(const ovl_path *segment, size_t leg) {
  for (size_t i = 0; i < segment->link_count && i < segment->link_capacity; i++) {
    if (segment->links[i].point == leg + 1) {
      return &segment->links[i];
    }
  }
  return NULL;
}

/* The point of a leg that is nearest to the unit, in the middle of a cell. */
static ovl_point nearest_of_leg(const way_work *way, const ovl_path *segment, size_t leg) {
  const ovl_point a = ovi_middle_of_cell(segment->points[leg]);
  if (leg + 1 >= segment->count || link_of_leg(segment, leg) != NULL) {
    return a;
  }
  const ovl_point b = ovi_middle_of_cell(segment->points[leg + 1]);
  const int64_t dx = (b.x - a.x) / OVL_POINT_UNIT;
  const int64_t dy = (b.y - a.y) / OVL_POINT_UNIT;
  const int64_t cells = steps_apart(way->topology, a, b) / OVL_POINT_UNIT;
  const ovl_cell sums = ovi_along(way->topology, (int32_t)dx, (int32_t)dy);
  const int64_t square = OVL_POINT_UNIT * (sums.x * dx + sums.y * dy); /* cells, by 1/256 of one */
  const int64_t along = sums.x * (way->from.x - a.x) + sums.y * (way->from.y - a.y);
  const int64_t at = along <= 0 ? 0 : along >= square ? cells : along * cells / square;
  return cells == 0 ? a
                    : (ovl_point){a.x + dx * OVL_POINT_UNIT * at / cells,
                                  a.y + dy * OVL_POINT_UNIT * at / cells, a.floor};
}

/* Returns whether a leg is straight or diagonal, or a link. */
static bool is_grid_leg(const way_work *way, const ovl_path *segment, size_t leg) {
  const ovl_cell a = segment->points[leg];
  const ovl_cell b = segment->points[leg + 1];
  const int64_t dx = (int64_t)b.x - a.x;
  const int64_t dy = (int64_t)b.y - a.y;
  return dx == 0 || dy == 0 || dx == -dy || (dx == dy && way->topology != OVI_HEXAGONS) ||
         link_of_leg(segment, leg) != NULL;
}

/* Lists the stops of a segment from one in sight on: where the unit's leg is nearest to it, or an
 * end of the leg, which is then moved on. False: none is in sight. */
static bool list_segment(way_work *way, const ovl_path *segment, size_t *leg) {
  const bool is_link = link_of_leg(segment, *leg) != NULL;
  if (*leg + 1 < segment->count && !is_grid_leg(way, segment, *leg)) {
    way->result = OVL_BAD_ARGUMENT;
    return false;
  }
  const bool has_next = *leg + 1 < segment->count && !is_link;
  const ovl_point tried[3] = {nearest_of_leg(way, segment, *leg),
                              ovi_middle_of_cell(segment->points[*leg]),
                              ovi_middle_of_cell(segment->points[*leg + (has_next ? 1 : 0)])};
  ovl_ray ray = {.stop = OVL_RAY_CELL};
  int i = 0;
  for (; i < 3 && ray.stop != OVL_RAY_FREE && way->result == OVL_OK; i++) {
    way->result = ovl_world_ray(way->mover, way->from, tried[i], &ray, NULL);
  }
  if (ray.stop != OVL_RAY_FREE || way->result != OVL_OK) {
    way->result = way->result == OVL_OK ? OVL_OFF_ROUTE : way->result;
    return false;
  }
  *leg += i == 3 && has_next ? 1 : 0;
  way_stop stop = {tried[i - 1],
                   steps_cost(way->topology, way->from, tried[i - 1], ray.weight) + ray.extra};
  way->stops[way->count++] = stop;
  for (size_t at = *leg;
       way->result == OVL_OK && at + 1 < segment->count && link_of_leg(segment, at) == NULL &&
       way->count < MOST_STOPS && steps_apart(way->topology, stop.at, way->from) <= way->sight;
       at++) {
    const ovl_point next = ovi_middle_of_cell(segment->points[at + 1]);
    way->result = is_grid_leg(way, segment, at)
                      ? ovl_world_ray(way->mover, stop.at, next, &ray, NULL)
                      : OVL_BAD_ARGUMENT;
    stop.cost += steps_cost(way->topology, stop.at, next, ray.weight) + ray.extra;
    stop.at = next;
    way->stops[way->count++] = stop;
  }
  return way->result == OVL_OK;
}

/* Moves `leg` on to the leg that is nearest to the unit, of those whose begin is in sight. */
static size_t nearest_leg(const way_work *way, const ovl_path *segment, size_t leg) {
  uint64_t nearest = UINT64_MAX;
  size_t found = leg;
  for (size_t at = leg; at <= leg + way->seen; at++) {
    const ovl_point point = nearest_of_leg(way, segment, at);
    const uint64_t square =
        ovi_squared_length(way->topology, point.x - way->from.x, point.y - way->from.y);
    if (square <= nearest) {
      nearest = square;
      found = at;
    }
  }
  return found;
}

ovl_result ovl_segment_ahead(const ovl_path *segment, const ovl_mover *mover, ovl_point from,
                             ovl_ahead *ahead, ovl_fault *fault) {
  way_work way;
  size_t leg = ahead->leg;
  const size_t count = segment->count < segment->capacity ? segment->count : segment->capacity;
  const ovi_argument arguments[] = {
      {"segment: points", count == segment->count && count > 0, 1, 1},
      {"ahead.leg", leg < INT32_MAX ? (int64_t)leg : INT32_MAX, 0, (int64_t)count - 1}};
  ovl_result result = begin_way(&way, mover, from, fault);
  *ahead = (ovl_ahead){.leg = leg};
  result = result == OVL_OK ? OVI_ARGUMENTS_CHECK(arguments, 0, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  if (list_segment(&way, segment, &leg)) {
    look_along(&way);
  }
  if (way.result != OVL_OK) {
    return fail_way(&way,
                    way.result == OVL_OFF_ROUTE      ? "from"
                    : way.result == OVL_BAD_ARGUMENT ? "segment: a line at another angle"
                                                     : "world",
                    ahead, fault);
  }
  fill_ahead(&way, ahead);
  const size_t end = leg + way.seen;
  const ovl_path_link *link = link_of_leg(segment, end);
  ahead->last = way.seen + 1 == way.count;
  ahead->link = ahead->last && link != NULL ? link->link : UINT32_MAX;
  ahead->back = ahead->last && link != NULL && link->back;
  ahead->leg = nearest_leg(&way, segment, leg);
  return OVL_OK;
}
