/* The benchmark's own judge of paths: see bench_check.h.
 *
 * Every leg is walked cell by cell; each step is looked at alone. */
#include "bench/measure/bench_check.h"

#include "overland_inspect.h"
#include "tools/map/scenario_file.h"

#include <stdlib.h>

enum { STRAIGHT_FACTOR = 70, DIAGONAL_FACTOR = 99 };

/* ---- The ground ---------------------------------------------------------- */

static ovl_result read_floor(const ovl_world *world, int32_t number, uint64_t most_cells,
                             struct bench_floor *floor) {
  ovl_floor_info info;
  if (!ovl_world_floor(world, number, &info)) {
    return OVL_BAD_ARGUMENT;
  }
  *floor = (struct bench_floor){info.corner, info.width, info.height, NULL, info.graph};
  const uint64_t cells = (uint64_t)info.width * (uint64_t)info.height;
  if (cells > most_cells) {
    return OVL_OK;
  }
  floor->terrain = cells <= SIZE_MAX ? malloc((size_t)cells) : NULL;
  if (floor->terrain == NULL) {
    return OVL_NO_MEMORY;
  }
  return ovl_world_read_terrain(world, info.corner, info.width, info.height, floor->terrain,
                                (size_t)info.width, NULL);
}

ovl_result bench_ground_read(const ovl_world *world, int32_t profile, uint64_t most_cells,
                             struct bench_ground *ground) {
  ovl_world_info info;
  ovl_profile_info rules;
  ovl_world_describe(world, &info);
  *ground =
      (struct bench_ground){.world = world, .profile = profile, .kind = cell_kind_of_world(world)};
  if (!ovl_world_profile(world, profile, &rules)) {
    return OVL_BAD_ARGUMENT;
  }
  ground->rules = rules.def;
  ground->unit = (double)OVL_STRAIGHT_COST * info.cost_scale;
  ground->plain = scenario_counts_steps(world, profile);
  ovl_result result = OVL_OK;
  while (ground->floor_count < info.floors && result == OVL_OK) {
    result =
        read_floor(world, ground->floor_count, most_cells, &ground->floors[ground->floor_count]);
    ground->floor_count++;
  }
  if (result != OVL_OK) {
    bench_ground_free(ground);
  }
  return result;
}

void bench_ground_free(struct bench_ground *ground) {
  for (int32_t i = 0; i < ground->floor_count; i++) {
    free(ground->floors[i].terrain);
  }
  ground->floor_count = 0;
}

bool bench_ground_has(const struct bench_ground *ground, ovl_cell cell) {
  if (cell.floor < 0 || cell.floor >= ground->floor_count) {
    return false;
  }
  const struct bench_floor *floor = &ground->floors[cell.floor];
  const int64_t x = (int64_t)cell.x - floor->corner.x, y = (int64_t)cell.y - floor->corner.y;
  return x >= 0 && y >= 0 && x < floor->width && y < floor->height;
}

/* The weight of a cell alone, as if a body covered it and no other. */
static uint32_t cell_weight(const struct bench_ground *ground, ovl_cell cell) {
  if (!bench_ground_has(ground, cell)) {
    return 0;
  }
  const struct bench_floor *floor = &ground->floors[cell.floor];
  if (floor->terrain == NULL) {
    return ground->rules.weights[ovl_world_terrain(ground->world, cell)];
  }
  const size_t index = (size_t)(cell.y - floor->corner.y) * (size_t)floor->width +
                       (size_t)(cell.x - floor->corner.x);
  return ground->rules.weights[floor->terrain[index]];
}

/* On a graph floor every cell can be stood on, at the weight of plain ground. */
uint32_t bench_ground_weight(const struct bench_ground *ground, ovl_cell cell) {
  if (bench_ground_has(ground, cell) && ground->floors[cell.floor].places) {
    return OVL_PLAIN_WEIGHT;
  }
  for (int32_t y = 0; y < ground->rules.body_cells; y++) {
    for (int32_t x = 0; x < ground->rules.body_cells; x++) {
      if (cell_weight(ground, (ovl_cell){cell.x + x, cell.y + y, cell.floor}) == 0) {
        return 0;
      }
    }
  }
  const uint32_t weight = cell_weight(ground, cell);
  const uint32_t with_extra =
      ground->plain ? 0 : ovl_world_weight(ground->world, ground->profile, cell);
  return with_extra > weight ? with_extra : weight;
}

/* ---- Steps --------------------------------------------------------------- */

/* What a step costs by its height; false if it is too steep. */
static bool take_height(const struct bench_ground *ground, ovl_cell from, ovl_cell to,
                        uint64_t *cost) {
  const ovl_profile_def *rules = &ground->rules;
  const int32_t rise = ovl_world_height(ground->world, to) - ovl_world_height(ground->world, from);
  if ((rise > 0 && rules->max_climb != 0 && rise > rules->max_climb) ||
      (rise < 0 && rules->max_drop != 0 && -rise > rules->max_drop)) {
    return false;
  }
  *cost += rise > 0 ? (uint64_t)rise * rules->climb_cost : (uint64_t)-rise * rules->drop_cost;
  return true;
}

/* What a step between two cells beside each other costs as far as weights and heights
 * tell; 0 if it is not legal. */
static uint64_t bare_step(const struct bench_ground *ground, ovl_cell from, ovl_cell to,
                          uint64_t factor) {
  const uint64_t from_weight = bench_ground_weight(ground, from);
  const uint64_t to_weight = bench_ground_weight(ground, to);
  uint64_t cost = factor * (from_weight + to_weight);
  if (from_weight == 0 || to_weight == 0 || ground->floors[from.floor].places) {
    return 0;
  }
  return ground->plain || take_height(ground, from, to, &cost) ? cost : 0;
}

/* Whether two straight steps lead around a diagonal one. */
static bool detour_is_legal(const struct bench_ground *ground, ovl_cell from, ovl_cell beside,
                            ovl_cell to) {
  return bare_step(ground, from, beside, STRAIGHT_FACTOR) != 0 &&
         bare_step(ground, beside, to, STRAIGHT_FACTOR) != 0;
}

static bool corner_is_legal(const struct bench_ground *ground, ovl_cell from, ovl_cell to) {
  const ovl_cell across = {to.x, from.y, from.floor};
  const ovl_cell down = {from.x, to.y, from.floor};
  const int detours = (detour_is_legal(ground, from, across, to) ? 1 : 0) +
                      (detour_is_legal(ground, from, down, to) ? 1 : 0);
  switch (ground->rules.corners) {
  case OVL_CORNERS_STRICT:
    return detours == 2;
  case OVL_CORNERS_ONE:
    return detours >= 1;
  case OVL_CORNERS_FREE:
    return true;
  case OVL_CORNERS_NONE:
  case OVL_CORNERS_COUNT:
    break;
  }
  return false;
}

/* ---- Legs ---------------------------------------------------------------- */

static int32_t sign(int64_t value) { return (value > 0) - (value < 0); }

/* The link whose leg ends at a point; *next is the first that is left. */
static const ovl_path_link *link_to(const struct bench_route *route, size_t point, size_t *next) {
  const bool is_link = *next < route->link_count && route->links[*next].point == point;
  return is_link ? &route->links[(*next)++] : NULL;
}

/* Walks one straight or diagonal leg. */
static bool each_cell_of_leg(ovl_cell cell, ovl_cell end, bench_cell_fn visit, void *user,
                             ovl_cell *at) {
  const int64_t across = (int64_t)end.x - cell.x, down = (int64_t)end.y - cell.y;
  if ((across != 0 && down != 0 && llabs(across) != llabs(down)) || cell.floor != end.floor) {
    *at = cell;
    return false;
  }
  const int64_t steps = llabs(across) > llabs(down) ? llabs(across) : llabs(down);
  for (int64_t step = 0; step < steps; step++) {
    cell.x += sign(across);
    cell.y += sign(down);
    if (!visit(user, cell, NULL)) {
      return false;
    }
  }
  return true;
}

bool bench_each_cell(const struct bench_route *route, bench_cell_fn visit, void *user,
                     ovl_cell *at) {
  const ovl_cell *points = route->points;
  size_t next_link = 0;
  if (route->point_count > 0 && !visit(user, points[0], NULL)) {
    return false;
  }
  for (size_t i = 1; i < route->point_count; i++) {
    const ovl_path_link *link = link_to(route, i, &next_link);
    const bool good = link != NULL ? visit(user, points[i], link)
                                   : each_cell_of_leg(points[i - 1], points[i], visit, user, at);
    if (!good) {
      return false;
    }
  }
  return true;
}

/* ---- Judging ------------------------------------------------------------- */

/* What is known after the cells so far. */
struct judge {
  const struct bench_ground *ground;
  ovl_cell last;
  bool begun;
  uint64_t cost, straight_steps, diagonal_steps;
  const char *wrong;
};

static bool same_cell(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool judge_link(struct judge *judge, ovl_cell from, ovl_cell to, const ovl_path_link *link) {
  ovl_link_def def;
  const bool known = ovl_world_link(judge->ground->world, link->link, &def);
  const bool ends = known && same_cell(from, link->back ? def.to : def.from) &&
                    same_cell(to, link->back ? def.from : def.to);
  const bool served =
      known && (def.profiles == 0 || (def.profiles >> judge->ground->profile & 1U) != 0);
  const uint32_t cost = known ? (link->back ? def.cost_back : def.cost) : 0;
  if (!ends || !served || cost == 0) {
    judge->wrong = !ends ? "no such link leads there" : "the profile may not take the link so";
    return false;
  }
  judge->cost += cost;
  return true;
}

static bool judge_step(struct judge *judge, ovl_cell from, ovl_cell to) {
  const enum cell_kind kind = judge->ground->kind;
  const bool diagonal = from.x != to.x && from.y != to.y && kind != CELL_HEXAGONS;
  if (!cell_kind_is_step(kind, from, to)) {
    judge->wrong = "the step leads to no neighbour";
    return false;
  }
  const uint64_t cost =
      bare_step(judge->ground, from, to, diagonal ? DIAGONAL_FACTOR : STRAIGHT_FACTOR);
  if (cost == 0) {
    judge->wrong = "the step is too steep, or there is none between places";
    return false;
  }
  if (diagonal && !corner_is_legal(judge->ground, from, to)) {
    judge->wrong = "the diagonal step cuts a corner";
    return false;
  }
  judge->straight_steps += diagonal ? 0 : 1;
  judge->diagonal_steps += diagonal ? 1 : 0;
  judge->cost += cost;
  return true;
}

static bool judge_cell(void *user, ovl_cell cell, const ovl_path_link *link) {
  struct judge *judge = user;
  const ovl_cell from = judge->last;
  judge->last = cell;
  if (bench_ground_weight(judge->ground, cell) == 0) {
    judge->wrong = "the cell is blocked or outside";
    return false;
  }
  if (!judge->begun) {
    judge->begun = true;
    return true;
  }
  return link != NULL ? judge_link(judge, from, cell, link) : judge_step(judge, from, cell);
}

const char *bench_check_path(const struct bench_ground *ground, const struct bench_claim *claim,
                             ovl_cell *at) {
  const struct bench_route *route = &claim->route;
  struct judge judge = {.ground = ground};
  *at = claim->start;
  if (route->point_count == 0 || !same_cell(route->points[0], claim->start)) {
    return "it does not begin at the start";
  }
  if (!bench_each_cell(route, judge_cell, &judge, at)) {
    if (judge.wrong == NULL) {
      return "a leg is neither straight nor diagonal";
    }
    *at = judge.last;
    return judge.wrong;
  }
  *at = claim->goal;
  if (!same_cell(route->points[route->point_count - 1], claim->goal)) {
    return "it does not end at the goal";
  }
  if (judge.cost != claim->cost) {
    return "the cost is not the sum of its steps";
  }
  if (judge.straight_steps != claim->straight_steps ||
      judge.diagonal_steps != claim->diagonal_steps) {
    return "the numbers of steps are not those of its cells";
  }
  return NULL;
}
