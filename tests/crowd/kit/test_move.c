/* Units that steer at the corners of flows and segments arrive, on worlds with every feature, and
 * pass no wall: each move is a ray. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "overland_move.h"
#include "tests/model/model_fixture.h"

enum { UNIT = OVL_POINT_UNIT, MOST_MOVES = 60000, WALKS = 4, SIGHT = 12 };

static ovl_point middle_of(ovl_cell cell) {
  return (ovl_point){(int64_t)cell.x * UNIT + UNIT / 2, (int64_t)cell.y * UNIT + UNIT / 2,
                     cell.floor};
}

/* A unit on its way. */
typedef struct walker {
  ovl_mover mover;
  bool is_hexagonal;
  ovl_point at;
  ovl_cell goal;
  int32_t speed;
} walker;

static int32_t cell_below(int64_t at) {
  return (int32_t)(at >= 0 ? at / UNIT : -((-at + UNIT - 1) / UNIT));
}

/* The cell that holds a point; of hexagons that of which it is off the middle by less than half a
 * step on each of the three axes. */
static ovl_cell cell_of_unit(const walker *unit, ovl_point at) {
  const ovl_cell below = {cell_below(at.x), cell_below(at.y), at.floor};
  ovl_cell cell = below;
  for (int i = 0; i < 9 && unit->is_hexagonal; i++) {
    const ovl_cell other = {below.x + i % 3 - 1, below.y + i / 3 - 1, at.floor};
    const int64_t x = at.x - middle_of(other).x;
    const int64_t y = at.y - middle_of(other).y;
    const bool is_off = 2 * x + y < -UNIT || 2 * x + y >= UNIT || x + 2 * y < -UNIT ||
                        x + 2 * y >= UNIT || x - y < -UNIT || x - y >= UNIT;
    cell = is_off ? cell : other;
  }
  return cell;
}

/* The square of a length. */
static int64_t square_of(const walker *unit, int64_t dx, int64_t dy) {
  return dx * dx + dy * dy + (unit->is_hexagonal ? dx * dy : 0);
}

/* Moves to a point, or slides along the wall that is before it. */
static void move_walker(walker *unit, int64_t dx, int64_t dy) {
  ovl_ray ray;
  const ovl_point begin = unit->at;
  ovl_world_ray(&unit->mover, begin, (ovl_point){begin.x + dx, begin.y + dy, begin.floor}, &ray,
                NULL);
  unit->at = ray.end;
  if (ray.stop != OVL_RAY_FREE) {
    ovl_world_ray(&unit->mover, unit->at, (ovl_point){begin.x + dx, unit->at.y, begin.floor}, &ray,
                  NULL);
    unit->at = ray.end;
    ovl_world_ray(&unit->mover, unit->at, (ovl_point){unit->at.x, begin.y + dy, begin.floor}, &ray,
                  NULL);
    unit->at = ray.end;
  }
}

static bool is_point(ovl_point a, ovl_point b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* Checks what does not depend on the kind of way. */
static void check_ahead(const walker *unit, test_state *t, const ovl_ahead *ahead) {
  ovl_ray ray;
  ovl_world_ray(&unit->mover, unit->at, ahead->corner, &ray, NULL);
  const int64_t dx = ahead->corner.x - unit->at.x;
  const int64_t dy = ahead->corner.y - unit->at.y;
  const int64_t distance = ahead->distance;
  CHECK(t, ray.stop == OVL_RAY_FREE, "the corner is not in sight");
  CHECK(t, is_point(ahead->corner, middle_of(cell_of_unit(unit, ahead->corner))),
        "the middle of a cell");
  CHECK(t,
        distance * distance <= square_of(unit, dx, dy) &&
            (distance + 1) * (distance + 1) > square_of(unit, dx, dy),
        "the distance to the corner");
  if (distance == 0) {
    return;
  }
  CHECK(t,
        llabs(dx * UNIT - ahead->dx * distance) <= distance &&
            llabs(dy * UNIT - ahead->dy * distance) <= distance,
        "the direction to the corner");
  int64_t right_x = -ahead->dy;
  int64_t right_y = ahead->dx;
  if (unit->is_hexagonal) { /* a quarter turn on the screen */
    const int64_t x = -ahead->dx - 2 * ahead->dy;
    const int64_t y = 2 * ahead->dx + ahead->dy;
    const int64_t length = (int64_t)sqrt((double)square_of(unit, x, y));
    right_x = x * UNIT / length;
    right_y = y * UNIT / length;
    CHECK(t, llabs(square_of(unit, right_x, right_y) - UNIT * UNIT) < 4 * UNIT, "of length 256");
    CHECK(t,
          llabs(2 * right_x * ahead->dx + 2 * right_y * ahead->dy + right_x * ahead->dy +
                right_y * ahead->dx) < 8 * UNIT,
          "at right angles");
  }
  const int32_t sides[4] = {ahead->left, ahead->right, ahead->corner_left, ahead->corner_right};
  for (int i = 0; i < 4; i++) {
    const int64_t reach = unit->mover.side_cells;
    const int64_t sign = i % 2 == 0 ? -1 : 1;
    const ovl_point from = i < 2 ? unit->at : ahead->corner;
    const ovl_point to = {from.x + sign * right_x * reach, from.y + sign * right_y * reach,
                          from.floor};
    ovl_world_ray(&unit->mover, from, to, &ray, NULL);
    const int64_t gone = llabs(ray.end.x - from.x) + llabs(ray.end.y - from.y);
    const int64_t all = llabs(to.x - from.x) + llabs(to.y - from.y);
    CHECK(t, all == 0 || llabs(reach * UNIT * gone / all - sides[i]) <= reach + 1,
          "side %d is %" PRId32 ", not %" PRId64, i, sides[i],
          all != 0 ? reach * UNIT * gone / all : 0);
  }
}

/* Steps toward the corner, and sometimes aside, as if it were pushed. */
static void step_walker(walker *unit, test_random *random, const ovl_ahead *ahead) {
  const int64_t step = ahead->distance < unit->speed ? ahead->distance : unit->speed;
  if (ahead->distance <= unit->speed) {
    move_walker(unit, ahead->corner.x - unit->at.x, ahead->corner.y - unit->at.y);
  } else {
    move_walker(unit, ahead->dx * step / UNIT, ahead->dy * step / UNIT);
  }
  if (test_random_between(random, 0, 9) == 0) {
    move_walker(unit, test_random_between(random, -UNIT, UNIT),
                test_random_between(random, -UNIT, UNIT));
  }
}

/* The other end of a link. */
static ovl_point link_end(const walker *unit, uint32_t link, bool back) {
  ovl_link_def def;
  ovl_world_link(unit->mover.world, link, &def);
  return middle_of(back ? def.from : def.to);
}

/* Draws who walks where; false: there is no way. */
static bool draw_walker(model_fixture *f, walker *unit, ovl_query *query) {
  static const int32_t radii[2][4] = {{0, 60, 100, UNIT / 2}, {0, 30, 50, UNIT / 4}};
  const bool is_hexagonal = (f->model.features & MODEL_HEXAGONS) != 0;
  ovl_profile_info info;
  *query = model_fixture_query(f);
  ovl_world_profile(f->world, query->profile, &info);
  const bool is_cut = info.def.corners == OVL_CORNERS_ONE || info.def.corners == OVL_CORNERS_FREE;
  *unit = (walker){
      .mover = {f->world, query->profile,
                is_cut ? 0 : radii[is_hexagonal][test_random_between(&f->random, 0, 3)], SIGHT, 4},
      .is_hexagonal = is_hexagonal,
      .at = middle_of(query->start),
      .goal = query->goal,
      .speed = test_random_between(&f->random, 20, UNIT)};
  return ovl_reaches(f->planner, f->world, query) == OVL_OK && query->start.floor < INT32_MAX;
}

static bool is_on_graph(const walker *unit, ovl_point at) {
  ovl_floor_info floor;
  ovl_world_floor(unit->mover.world, at.floor, &floor);
  return floor.graph;
}

/* ---- Flows ------------------------------------------------------------------------------- */

/* Checks that the corner is on the way of the flow. */
static void check_on_way(const walker *unit, test_state *t, const ovl_flow *flow,
                         const ovl_ahead *ahead) {
  ovl_cell at = cell_of_unit(unit, unit->at);
  const ovl_cell corner = cell_of_unit(unit, ahead->corner);
  ovl_flow_step step = {.link = UINT32_MAX};
  int32_t cells = 0;
  while (cells <= SIGHT && !model_same_cells(at, corner) &&
         ovl_flow_peek(flow, at, &step) == OVL_OK && step.link == UINT32_MAX) {
    at = step.next;
    cells++;
  }
  const bool has_tile = ovl_flow_peek(flow, at, &step) == OVL_OK;
  CHECK(t,
        model_same_cells(at, corner) && cells <= SIGHT &&
            (!has_tile || step.cost_to_go == ahead->cost_to_go),
        "the corner is on the way");
}

static void walk_by_flow(model_fixture *f, test_state *t) {
  walker unit;
  ovl_query query;
  ovl_flow *flow = NULL;
  const ovl_flow_def def = {.world = f->world};
  if (!draw_walker(f, &unit, &query) || ovl_flow_create(&def, &flow, NULL) != OVL_OK ||
      ovl_flow_begin(flow, f->world, &query) != OVL_OK) {
    ovl_flow_destroy(flow);
    return;
  }
  model_fixture_context(f, t, &query);
  int moves = 0;
  for (; moves < MOST_MOVES && t->failures == 0; moves++) {
    ovl_flow_step step;
    ovl_ahead ahead;
    const ovl_cell cell = cell_of_unit(&unit, unit.at);
    if (ovl_flow_next(flow, cell, &step) != OVL_OK || model_same_cells(step.next, cell)) {
      break;
    }
    if (is_on_graph(&unit, unit.at)) { /* links alone lead on */
      unit.at = middle_of(step.next);
      continue;
    }
    const ovl_result result = ovl_flow_ahead(flow, &unit.mover, unit.at, &ahead, NULL);
    CHECK(t, result == OVL_OK, "flow: %s", ovl_result_text(result));
    if (result != OVL_OK) {
      break;
    }
    check_ahead(&unit, t, &ahead);
    check_on_way(&unit, t, flow, &ahead);
    if (ahead.distance == 0 && ahead.link != UINT32_MAX) {
      unit.at = link_end(&unit, ahead.link, ahead.back);
    } else {
      CHECK(t, ahead.distance != 0, "it stands, and its goal is elsewhere");
      step_walker(&unit, &f->random, &ahead);
    }
  }
  ovl_flow_step end = {.cost_to_go = 1};
  const bool is_lost = ovl_flow_next(flow, cell_of_unit(&unit, unit.at), &end) == OVL_UNREACHABLE;
  CHECK(t, end.cost_to_go == 0 || is_lost,
        "after %d moves it is at %" PRId64 ",%" PRId64 " of floor %" PRId32, moves, unit.at.x,
        unit.at.y, unit.at.floor);
  ovl_flow_destroy(flow);
}

static void move_by_flow(test_state *t) {
  model_fixture_ask(t, walk_by_flow, WALKS, model_usual_limits(), 200, 5000);
}

/* ---- Segments ----------------------------------------------------------------------------- */

/* Walks a whole path; a unit that was pushed out of sight of it asks for another one. */
static void walk_by_segment(model_fixture *f, test_state *t) {
  walker unit;
  ovl_query query;
  if (!draw_walker(f, &unit, &query)) {
    return;
  }
  ovl_path path = model_fixture_path(f);
  ovl_ahead ahead = {.leg = 0};
  query.smoothing = query.smoothing == OVL_SMOOTH_ANY ? OVL_SMOOTH_GRID : query.smoothing;
  model_fixture_context(f, t, &query);
  ovl_result found = ovl_find_path(f->planner, f->world, &query, &path);
  int moves = 0;
  for (; moves < MOST_MOVES && t->failures == 0 && found == OVL_OK; moves++) {
    ovl_cell cell = cell_of_unit(&unit, unit.at);
    if (model_same_cells(cell, path.points[path.count - 1])) {
      break;
    }
    const size_t before = ahead.leg;
    const bool on_graph = is_on_graph(&unit, unit.at);
    const ovl_result result =
        on_graph ? OVL_OK : ovl_segment_ahead(&path, &unit.mover, unit.at, &ahead, NULL);
    CHECK(t, result == OVL_OK || result == OVL_OFF_ROUTE, "segment: %s", ovl_result_text(result));
    CHECK(t, ahead.leg >= before && ahead.leg < path.count, "the leg moves on");
    if (result == OVL_OFF_ROUTE) {
      query.start = cell;
      found = ovl_find_path(f->planner, f->world, &query, &path);
      ahead.leg = 0;
    } else if (on_graph || (ahead.distance == 0 && ahead.link != UINT32_MAX)) {
      unit.at = middle_of(path.points[++ahead.leg]);
    } else {
      check_ahead(&unit, t, &ahead);
      CHECK(t, ahead.distance != 0, "it stands, and its goal is elsewhere");
      step_walker(&unit, &f->random, &ahead);
    }
  }
  CHECK(t, found != OVL_OK || moves < MOST_MOVES,
        "it is at %" PRId64 ",%" PRId64 " of floor %" PRId32, unit.at.x, unit.at.y, unit.at.floor);
}

static void move_by_segment(test_state *t) {
  model_fixture_ask(t, walk_by_segment, WALKS, model_usual_limits(), 200, 5000);
}

static void move_by_flow_over_hexagons(test_state *t) {
  model_limits limits = model_usual_limits();
  limits.also = MODEL_HEXAGONS;
  model_fixture_ask(t, walk_by_flow, WALKS, limits, 120, 3000);
}

static void move_by_segment_over_hexagons(test_state *t) {
  model_limits limits = model_usual_limits();
  limits.also = MODEL_HEXAGONS;
  model_fixture_ask(t, walk_by_segment, WALKS, limits, 120, 3000);
}

const test_entry test_move_table[] = {
    {"move_by_flow_over_hexagons", move_by_flow_over_hexagons},
    {"move_by_segment_over_hexagons", move_by_segment_over_hexagons},
    {"move_by_flow", move_by_flow},
    {"move_by_segment", move_by_segment},
    {NULL, NULL},
};
