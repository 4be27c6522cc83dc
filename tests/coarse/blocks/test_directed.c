/* Checks the bake of a directed layer (its steps differ with the direction) against a plain reading
 * of the step rule: components, waypoints, costs and islands. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "overland_bake.h"
#include "overland_inspect.h"
#include "tests/model/entrance_model.h"
#include "tests/model/step_world.h"

/* [a][b]: whether cell a leads to cell b by steps of a map, and by links. */
typedef struct cell_pairs {
  uint8_t to[STEP_MAP_CELLS][STEP_MAP_CELLS];
} cell_pairs;

static void find_reachable(const step_map *map, cell_pairs *pairs, int32_t start, bool both_ways) {
  int32_t stack[STEP_MAP_CELLS];
  int32_t depth = 0;
  memset(pairs->to[start], 0, sizeof pairs->to[start]);
  pairs->to[start][start] = 1;
  stack[depth++] = start;
  while (depth > 0) {
    const int32_t cell = stack[--depth];
    for (int i = 0; i < 8 + map->hop_count; i++) {
      int32_t next = -1;
      if (i < 8) {
        next = step_world_neighbour(map, cell, i);
        const bool there = next >= 0 && step_map_cost(map, cell % map->width, cell / map->width,
                                                      i) != STEP_UNREACHED;
        const bool back =
            both_ways && next >= 0 &&
            step_map_cost(map, next % map->width, next / map->width, (i + 4) % 8) != STEP_UNREACHED;
        next = there || back ? next : -1;
      } else if (map->hops[i - 8].from == cell) {
        next = map->hops[i - 8].to;
      }
      if (next >= 0 && pairs->to[start][next] == 0) {
        pairs->to[start][next] = 1;
        stack[depth++] = next;
      }
    }
  }
}

static void find_all_reachable(const step_map *map, cell_pairs *pairs, bool both_ways) {
  for (int32_t cell = 0; cell < map->width * map->height; cell++) {
    find_reachable(map, pairs, cell, both_ways);
  }
}

/* ---- Local components ------------------------------------------------------ */

static void check_components(test_state *t, const ovi_region *region, const cell_pairs *inside,
                             const cell_pairs *joined) {
  const int32_t cells = region->w * region->h;
  for (int32_t a = 0; a < cells && t->failures == 0; a++) {
    const uint32_t one = ovi_region_component(region, a % region->w, a / region->w);
    for (int32_t b = 0; b < cells; b++) {
      const uint32_t two = ovi_region_component(region, b % region->w, b / region->w);
      if (one == OVI_NO_COMPONENT || two == OVI_NO_COMPONENT) {
        continue;
      }
      CHECK(t, (one == two) == (inside->to[a][b] != 0 && inside->to[b][a] != 0),
            "cells %" PRId32 " and %" PRId32 " of region %" PRIu32 " are of components %" PRIu32
            " and %" PRIu32,
            a, b, region->id, one, two);
      const uint32_t clique = ovi_region_clique_of(region, one);
      CHECK(t,
            clique >= region->components.linked ||
                (clique == ovi_region_clique_of(region, two)) == (joined->to[a][b] != 0),
            "cells %" PRId32 " and %" PRId32 " of region %" PRIu32 " are joined wrongly", a, b,
            region->id);
    }
  }
}

static void directed_components(test_state *t) {
  cell_pairs *inside = malloc(2 * sizeof *inside);
  if (inside == NULL) {
    abort();
  }
  for (uint64_t i = 0; test_more(t, i, 300, 4000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    for (uint32_t id = 0; id < ovi_region_count(world.layer) && t->failures == 0; id++) {
      const ovi_region region = ovi_region_view(world.layer, id);
      const step_map cut = step_world_cut(&world, id);
      find_all_reachable(&cut, &inside[0], false);
      find_all_reachable(&cut, &inside[1], true);
      check_components(t, &region, &inside[0], &inside[1]);
    }
    step_world_free(&world);
  }
  free(inside);
}

/* ---- Waypoints ------------------------------------------------------------- */

/* A crossing as a port of a region stores it. */
typedef struct port_view {
  uint32_t port;
  int group; /* OVI_GROUP_COUNT: a link that begins here; OVI_GROUP_COUNT + 1: one that ends here */
  uint32_t link; /* its number */
  uint32_t clique;
  uint32_t place; /* there */
  int32_t cell;   /* of the map */
  int32_t local;  /* of the region */
  int direction;  /* of the step that leaves the region by it */
} port_view;

static port_view view_port(const step_world *world, const ovi_region *region, uint32_t port) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const uint32_t cell = ovi_port_cell(region, port);
  port_view view = {.port = port, .clique = ovi_port_component(region, port)};
  view.place = ovi_port_place(region, port, view.clique);
  view.local = ovi_port_y(cell) * region->w + ovi_port_x(cell);
  view.cell = (region->y + ovi_port_y(cell)) * world->map.width + region->x + ovi_port_x(cell);
  if (port >= groups.begins[8]) {
    view.link = ovi_get_u32(region->ports.link_numbers + 4 * (uint64_t)(port - groups.begins[8]));
    view.group = OVI_GROUP_COUNT + (port - groups.begins[8] >= region->ports.links_out ? 1 : 0);
    return view;
  }
  view.group = ovi_port_group(&groups, port);
  view.direction = ovi_port_direction(view.group, cell);
  return view;
}

/* Whether some waypoint leads from the component of one cell to that of another. */
static bool waypoint_leads(const step_world *world, int32_t from, int32_t to) {
  const int32_t width = world->map.width;
  const ovi_region region =
      ovi_region_view(world->layer, ovi_region_at(world->layer, from % width, from / width));
  const ovi_region other =
      ovi_region_view(world->layer, ovi_region_at(world->layer, to % width, to / width));
  const uint32_t here =
      ovi_region_component(&region, from % width - region.x, from / width - region.y);
  const uint32_t there = ovi_region_component(&other, to % width - other.x, to / width - other.y);
  for (uint32_t port = 0;
       port < region.ports.count - region.ports.links_out - region.ports.links_in; port++) {
    const port_view view = view_port(world, &region, port);
    const int32_t next = step_world_neighbour(&world->map, view.cell, view.direction);
    const ovi_clique clique = ovi_region_clique(&region, view.clique);
    if (ovi_region_at(world->layer, next % width, next / width) == other.id &&
        ovi_region_component(&region, view.local % region.w, view.local / region.w) == here &&
        ovi_region_component(&other, next % width - other.x, next / width - other.y) == there &&
        (!clique.is_square || ovi_square_exit(&clique, view.place) != OVI_NO_COST_32)) {
      return true;
    }
  }
  return false;
}

static bool is_legal(const step_map *map, int32_t cell, int direction) {
  const int32_t to = step_world_neighbour(map, cell, direction);
  return to >= 0 &&
         step_map_cost(map, cell % map->width, cell / map->width, direction) != STEP_UNREACHED;
}

static bool has_straight_detour(const step_map *map, int32_t cell, int direction) {
  for (int side = 1; side <= 7; side += 6) { /* to the right of it, to the left */
    const int first = (direction + side) % 8;
    const int second = (direction + 8 - side) % 8;
    if (is_legal(map, cell, first) &&
        is_legal(map, step_world_neighbour(map, cell, first), second)) {
      return true;
    }
  }
  return false;
}

static void directed_builder_rule(test_state *t) {
  uint32_t undirected = 0;
  for (uint64_t i = 0; test_more(t, i, 600, 8000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    const int32_t width = world.map.width;
    for (int32_t step = 0; step < 8 * width * world.map.height && t->failures == 0; step++) {
      const int32_t cell = step / 8;
      const int direction = step % 8;
      const int32_t to = step_world_neighbour(&world.map, cell, direction);
      if (!is_legal(&world.map, cell, direction) ||
          ovi_region_at(world.layer, cell % width, cell / width) ==
              ovi_region_at(world.layer, to % width, to / width) ||
          (direction % 2 != 0 && has_straight_detour(&world.map, cell, direction))) {
        continue;
      }
      CHECK(t, waypoint_leads(&world, cell, to),
            "no waypoint for the step from %" PRId32 ",%" PRId32 " to %d", cell % width,
            cell / width, direction);
    }
    undirected += !world.layer->profile.is_directed;
    step_world_free(&world);
  }
  CHECK(t, t->failures != 0 || undirected > 100, "only %u worlds were undirected",
        (unsigned)undirected);
}

/* ---- Entrances ------------------------------------------------------------- */

/* The directions in which a straight crossing is legal: 1 out, 2 back. */
static int crossing_ways(const step_map *map, int32_t cell, int direction) {
  const int32_t to = step_world_neighbour(map, cell, direction);
  return (is_legal(map, cell, direction) ? 1 : 0) +
         (to >= 0 && is_legal(map, to, (direction + 4) % 8) ? 2 : 0);
}

/* Whether a crossing and the next one along the border belong to one entrance. */
static bool is_one_entrance(const step_map *map, int32_t cell, int direction, int along) {
  const int32_t other = step_world_neighbour(map, cell, direction);
  const int32_t next = step_world_neighbour(map, cell, along);
  const int32_t next_other = step_world_neighbour(map, other, along);
  return crossing_ways(map, cell, direction) == crossing_ways(map, next, direction) &&
         is_legal(map, cell, along) && is_legal(map, next, (along + 4) % 8) &&
         is_legal(map, other, along) && is_legal(map, next_other, (along + 4) % 8);
}

static bool is_waypoint_in(const step_world *world, const ovi_region *region, int group,
                           int32_t cell, int direction) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  for (uint32_t port = groups.begins[group]; port < groups.begins[group + 1]; port++) {
    const port_view view = view_port(world, region, port);
    if (view.cell == cell && view.direction == direction) {
      return true;
    }
  }
  return false;
}

/* Checks the waypoints of an entrance from a cell on, whose last is `last` cells further. */
static void check_entrance(const step_world *world, test_state *t, const ovi_region *region,
                           int group, int32_t first, int32_t last) {
  const int32_t along = group == OVI_GROUP_E ? world->map.width : 1;
  const int32_t across = group == OVI_GROUP_E ? 1 : world->map.width;
  entrance_model entrance = {.last = last, .spacing = world->spacing_cells};
  const int directions[3] = {group == OVI_GROUP_E ? 0 : 2, 1, group == OVI_GROUP_E ? 7 : 3};
  for (int32_t i = 0; i <= last; i++) {
    const int32_t cell = first + i * along;
    entrance.near[i] = world->map.weights[cell];
    entrance.far[i] = world->map.weights[cell + across];
    for (int slant = 1; slant <= 2; slant++) {
      entrance.is_legal[i][slant - 1] = crossing_ways(&world->map, cell, directions[slant]) ==
                                        crossing_ways(&world->map, cell, directions[0]);
    }
  }
  for (int32_t i = 0; i <= last; i++) {
    for (int slant = 0; slant <= 2; slant++) {
      const int32_t to = i + (slant == 1 ? 1 : slant == 2 ? -1 : 0);
      CHECK(t,
            to < 0 || to > last ||
                is_waypoint_in(world, region, group, first + i * along, directions[slant]) ==
                    entrance_model_is_waypoint(&entrance, i, slant),
            "of the entrance from cell %" PRId32 " on, step %" PRId32 ", slant %d", first, i,
            slant);
    }
  }
}

static void check_border(const step_world *world, test_state *t, const ovi_region *region,
                         int group) {
  const bool is_right = group == OVI_GROUP_E;
  const int direction = is_right ? 0 : 2;
  const int along = is_right ? 2 : 0;
  const int32_t length = is_right ? region->h : region->w;
  for (int32_t at = 0, begin = 0; at < length && t->failures == 0; at++) {
    const int32_t x = region->x + (is_right ? region->w - 1 : at);
    const int32_t y = region->y + (is_right ? at : region->h - 1);
    const int32_t cell = y * world->map.width + x;
    const bool crosses = crossing_ways(&world->map, cell, direction) != 0;
    const bool goes_on =
        crosses && at + 1 < length && is_one_entrance(&world->map, cell, direction, along);
    begin = crosses ? begin : at + 1;
    if (!crosses || goes_on) {
      CHECK(t, crosses || !is_waypoint_in(world, region, group, cell, direction),
            "a waypoint at %" PRId32 ",%" PRId32 ", where nothing crosses", x, y);
      continue;
    }
    const int32_t first = cell - (at - begin) * (is_right ? world->map.width : 1);
    check_entrance(world, t, region, group, first, at - begin);
    begin = at + 1;
  }
}

static void directed_entrances(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 600, 8000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    for (uint32_t id = 0; world.layer->profile.is_directed && id < ovi_region_count(world.layer);
         id++) {
      const ovi_region region = ovi_region_view(world.layer, id);
      if (ovi_region_has_neighbour(world.layer, &region, OVI_GROUP_E)) {
        check_border(&world, t, &region, OVI_GROUP_E);
      }
      if (ovi_region_has_neighbour(world.layer, &region, OVI_GROUP_S)) {
        check_border(&world, t, &region, OVI_GROUP_S);
      }
    }
    step_world_free(&world);
  }
}

/* ---- Costs ----------------------------------------------------------------- */

/* The cost of leaving by a port, its half of the step included. */
static uint64_t exit_cost(const step_world *world, const port_view *view) {
  ovl_link_def link;
  if (view->group >= OVI_GROUP_COUNT) {
    ovl_world_link(world->world, view->link, &link);
    const uint64_t cost = view->group == OVI_GROUP_COUNT ? link.cost : link.cost_back;
    return cost != 0 ? cost : STEP_UNREACHED;
  }
  const int32_t next = step_world_neighbour(&world->map, view->cell, view->direction);
  const uint64_t k = view->direction % 2 != 0 ? 99 : 70;
  const uint64_t cost = step_map_cost(&world->map, view->cell % world->map.width,
                                      view->cell / world->map.width, view->direction);
  return cost != STEP_UNREACHED ? cost - k * world->map.weights[next] : STEP_UNREACHED;
}

static bool can_enter(const step_world *world, const port_view *view) {
  ovl_link_def link;
  if (view->group >= OVI_GROUP_COUNT) {
    ovl_world_link(world->world, view->link, &link);
    return view->group > OVI_GROUP_COUNT || link.cost_back != 0;
  }
  const int32_t next = step_world_neighbour(&world->map, view->cell, view->direction);
  return is_legal(&world->map, next, (view->direction + 4) % 8);
}

static uint64_t half_step_of(const step_world *world, const port_view *view) {
  const uint64_t k = view->direction % 2 != 0 ? 99 : 70;
  return view->group >= OVI_GROUP_COUNT ? 0 : k * world->map.weights[view->cell];
}

static uint64_t known(uint32_t cost) { return cost != OVI_NO_COST_32 ? cost : STEP_UNREACHED; }

/* Checks the costs of entering by one port and leaving by each other one. */
static void check_column(const step_world *world, test_state *t, const ovi_region *region,
                         uint32_t port) {
  const step_map cut = step_world_cut(world, region->id);
  const port_view from = view_port(world, region, port);
  const ovi_clique clique = ovi_region_clique(region, from.clique);
  const step_seed seed = {from.local % region->w, from.local / region->w, 0, OVI_ANY_DIRECTION};
  const step_question question = {.seeds = &seed, .seed_count = 1};
  uint64_t distances[STEP_MAP_CELLS];
  step_judge(&cut, question, distances);
  for (uint32_t place = 0; place < clique.count && t->failures == 0; place++) {
    const port_view to = view_port(world, region, ovi_clique_port(&clique, place));
    const uint64_t leaving = exit_cost(world, &to);
    uint64_t cost = leaving;
    if (to.port != port && cost != STEP_UNREACHED) {
      cost = can_enter(world, &from) && distances[to.local] != STEP_UNREACHED
                 ? half_step_of(world, &from) + distances[to.local] + leaving
                 : STEP_UNREACHED;
    }
    CHECK(t, known(ovi_square_cost(&clique, place, from.place)) == cost,
          "region %" PRIu32 ", in by %" PRIu32 " and out by %" PRIu32 ": %" PRIu32
          ", should %" PRIu64,
          region->id, port, to.port, ovi_square_cost(&clique, place, from.place), cost);
  }
}

static void directed_costs(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 2000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    for (uint32_t id = 0; world.layer->profile.is_directed && id < ovi_region_count(world.layer);
         id++) {
      const ovi_region region = ovi_region_view(world.layer, id);
      for (uint32_t port = 0; port < region.ports.count && t->failures == 0; port++) {
        check_column(&world, t, &region, port);
      }
    }
    step_world_free(&world);
  }
}

/* ---- Islands --------------------------------------------------------------- */

/* Marks the islands that an island leads to, itself included. */
static void find_reachable_islands(const ovi_layer *layer, uint32_t island, uint8_t *reached) {
  uint32_t begin;
  uint32_t end;
  if (reached[island] != 0) {
    return;
  }
  reached[island] = 1;
  ovi_island_arcs(layer, island, &begin, &end);
  for (; begin < end; begin++) {
    find_reachable_islands(layer, ovi_island_of_arc(layer, begin), reached);
  }
}

static void check_reach_from(const step_world *world, test_state *t, const cell_pairs *pairs,
                             int32_t from) {
  uint8_t reached[STEP_MAP_CELLS + 1] = {0};
  const int32_t width = world->map.width;
  const uint32_t island = ovi_layer_island(world->layer, from % width, from / width);
  if (island == 0) {
    return;
  }
  find_reachable_islands(world->layer, island, reached);
  for (int32_t to = 0; to < width * world->map.height && t->failures == 0; to++) {
    const uint32_t other = ovi_layer_island(world->layer, to % width, to / width);
    if (other == 0) {
      continue;
    }
    CHECK(t, (reached[other] != 0) == (pairs->to[from][to] != 0),
          "from %" PRId32 " to %" PRId32 " by islands %d, by steps %d", from, to, reached[other],
          pairs->to[from][to]);
    CHECK(t, (other == island) == (pairs->to[from][to] != 0 && pairs->to[to][from] != 0),
          "cells %" PRId32 " and %" PRId32 " are of islands %" PRIu32 " and %" PRIu32, from, to,
          island, other);
    CHECK(t,
          pairs->to[from][to] == 0 || ovi_layer_weak_island(world->layer, island) ==
                                          ovi_layer_weak_island(world->layer, other),
          "one leads to the other and they are of two weak islands");
  }
}

static void directed_islands(test_state *t) {
  cell_pairs *pairs = malloc(sizeof *pairs);
  if (pairs == NULL) {
    abort();
  }
  for (uint64_t i = 0; test_more(t, i, 400, 6000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    find_all_reachable(&world.map, pairs, false);
    for (int32_t from = 0;
         world.layer->profile.is_directed && from < world.map.width * world.map.height; from++) {
      check_reach_from(&world, t, pairs, from);
    }
    step_world_free(&world);
  }
  free(pairs);
}

/* ---- The whole ------------------------------------------------------------- */

/* Whether the cost or legality of some step does not follow from weights, or there is a link. */
static bool differs(const step_map *map) {
  step_map plain = *map;
  plain.level = true;
  memset(plain.heights, 0, sizeof plain.heights);
  memset(plain.extras, 0, sizeof plain.extras);
  for (int32_t step = 0; step < 8 * map->width * map->height; step++) {
    const int32_t x = step / 8 % map->width;
    const int32_t y = step / 8 / map->width;
    if (step_world_neighbour(map, step / 8, step % 8) >= 0 &&
        step_map_cost(map, x, y, step % 8) != step_map_cost(&plain, x, y, step % 8)) {
      return true;
    }
  }
  return map->hop_count != 0;
}

static void directed_only_if_needed(test_state *t) {
  uint32_t undirected = 0;
  for (uint64_t i = 0; test_more(t, i, 600, 6000); i++) {
    step_world world;
    if (!step_world_make(&world, t, i)) {
      continue;
    }
    ovl_profile_info info;
    ovl_world_profile(world.world, 0, &info);
    CHECK(t, world.layer->profile.is_directed == (info.uses_step_rule || differs(&world.map)),
          "the layer is %s", world.layer->profile.is_directed ? "directed" : "undirected");
    undirected += !world.layer->profile.is_directed;
    step_world_free(&world);
  }
  CHECK(t, undirected > 10, "only %u worlds were undirected", (unsigned)undirected);
}

const test_entry test_directed_table[] = {
    {"directed_components", directed_components},
    {"directed_builder_rule", directed_builder_rule},
    {"directed_entrances", directed_entrances},
    {"directed_costs", directed_costs},
    {"directed_islands", directed_islands},
    {"directed_only_if_needed", directed_only_if_needed},
    {NULL, NULL},
};
