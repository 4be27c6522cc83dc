/* Ways beside a path; see the header.
 *
 * From the end of a unit's path straight lines lead to a cell beside the end of the segment, or
 * where that is not in sight to one beside its middle first, and so on. A cell beside the segment
 * lies on the line across it, at the unit's share of the free cells there. */
#include "crowd/way/beside.h"

#include "crowd/way/unit_line.h"
#include "overland_inspect.h"

enum {
  BESIDE_TREND_STEPS = 8, /* before and behind a cell that tell the direction of the way */
  BESIDE_LEAST_FREE = 12, /* cells across the way */
  BESIDE_LEAST_STEPS = 8, /* between two cells beside the segment */
  BESIDE_CELLS = OVI_WAY_STEPS + 1,
  BESIDE_FLAT_STEPS =
      3, /* by which the middle of a line may lie elsewhere than beside the segment */
  BESIDE_ENDS = 8
};

/* The cells of a segment. */
typedef struct beside_cells {
  ovl_cell at[BESIDE_CELLS];
  int32_t last;
} beside_cells;

static bool list_beside(const ovl_path *segment, beside_cells *all) {
  all->at[0] = segment->points[0];
  all->last = 0;
  for (size_t i = 1; i < segment->count; i++) {
    while (!ovi_cells_are_one(all->at[all->last], segment->points[i])) {
      if (all->last + 1 == BESIDE_CELLS) {
        return false;
      }
      all->at[all->last + 1] = ovi_cell_toward(all->at[all->last], segment->points[i]);
      all->last++;
    }
  }
  return true;
}

/* Walks across the way as far as cells are free. */
static ovi_lane_leg walk_across(const ovl_world *world, int32_t profile, ovl_cell from, int32_t dx,
                                int32_t dy, int32_t most) {
  ovi_lane_leg leg = {.end = from};
  ovi_line line = ovi_line_along(from, dx, dy);
  uint32_t done = 1;
  while (leg.count < most && done == 1) {
    done = ovi_lane_leg_step(world, profile, &line, &leg);
  }
  leg.count -= done == 2 ? 1 : 0; /* a step around a rock, behind which it would go on */
  return leg;
}

static ovl_cell beside_cell(const ovl_world *world, int32_t profile, const beside_cells *all,
                            int32_t at, ovi_beside place, bool *narrow) {
  const ovl_cell from = all->at[at > BESIDE_TREND_STEPS ? at - BESIDE_TREND_STEPS : 0];
  const ovl_cell to =
      all->at[at + BESIDE_TREND_STEPS < all->last ? at + BESIDE_TREND_STEPS : all->last];
  ovl_cell cell = all->at[at];
  if (ovi_cells_are_one(from, to)) {
    return cell;
  }
  const ovi_lane_leg left =
      walk_across(world, profile, cell, to.y - from.y, from.x - to.x, place.most);
  const ovi_lane_leg right =
      walk_across(world, profile, cell, from.y - to.y, to.x - from.x, place.most);
  *narrow = *narrow || left.count + right.count < BESIDE_LEAST_FREE;
  const int32_t wanted = (left.count + right.count) * place.share / OVI_BESIDE_PARTS - left.count;
  const ovi_lane_leg *leg = wanted < 0 ? &left : &right;
  for (int32_t i = 0; i < ovi_magnitude(wanted); i++) {
    cell = ovi_cell_beside(cell, leg->steps[i]);
  }
  return cell;
}

/* Adds a straight line to a cell. */
static bool add_straight(ovi_way *way, const ovl_world *world, int32_t profile, ovl_cell to,
                         ovl_cell *end) {
  const int32_t steps = ovi_steps_between(OVI_SQUARES, *end, to);
  ovi_lane_leg leg = {.end = *end};
  if (steps > OVI_WAY_STEPS || !ovi_lane_leg_to(world, profile, to, 1 + steps / 8, &leg) ||
      leg.count + OVI_WAY_SPARE > (int32_t)ovi_way_room(way) ||
      !ovi_is_as_cheap(leg.cost, ovi_length(*end, to), ovl_world_weight(world, profile, to), 1)) {
    return false;
  }
  for (int32_t i = 0; i < leg.count; i++) {
    ovi_way_push_back(way, leg.steps[i]);
  }
  *end = to;
  return true;
}

/* Returns whether the middle of a line lies about as far beside the segment. */
static bool is_flat(const ovl_world *world, int32_t profile, const beside_cells *all,
                    ovi_beside place, int32_t at, int32_t next, ovl_cell from, ovl_cell to) {
  const ovl_cell middle = {(from.x + to.x) / 2, (from.y + to.y) / 2, from.floor};
  bool narrow = false;
  const ovl_cell wanted = beside_cell(world, profile, all, (at + next) / 2, place, &narrow);
  return ovi_steps_between(OVI_SQUARES, middle, wanted) <= BESIDE_FLAT_STEPS;
}

bool ovi_way_beside(ovi_way *way, const ovl_world *world, int32_t profile, const ovl_path *segment,
                    ovi_beside place, bool exact, ovl_cell *end) {
  const ovi_way before = *way;
  beside_cells all;
  int32_t ends[BESIDE_ENDS];
  int32_t count = 1;
  int32_t at = 0;
  bool narrow = false; /* where two streams could not pass each other: a queue waits before it */
  ovl_cell cell = *end;
  if (segment->link_count != 0 || !list_beside(segment, &all)) {
    return false;
  }
  ends[0] = all.last;
  for (int32_t i = 0; i <= all.last; i += BESIDE_LEAST_STEPS) {
    (void)beside_cell(world, profile, &all, i, place, &narrow);
  }
  while (count != 0) {
    const int32_t next = ends[count - 1];
    const ovl_cell to = exact && next == all.last
                            ? all.at[next]
                            : beside_cell(world, profile, &all, next, place, &narrow);
    const bool is_short = next - at < BESIDE_LEAST_STEPS;
    if (narrow) {
      *way = before;
      return false;
    }
    if (((next - at < 2 * BESIDE_LEAST_STEPS ||
          is_flat(world, profile, &all, place, at, next, cell, to)) &&
         add_straight(way, world, profile, to, &cell)) ||
        (is_short && add_straight(way, world, profile, all.at[next], &cell))) {
      at = next;
      count--;
    } else if (count == BESIDE_ENDS || is_short) {
      *way = before;
      return false;
    } else {
      ends[count++] = (at + next) / 2;
    }
  }
  *end = cell;
  return true;
}
