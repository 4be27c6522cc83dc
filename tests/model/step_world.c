/* Bakes worlds of step maps: a terrain is its own weight, the map's hops are one-way links. */
#include "tests/model/step_world.h"

#include <stdlib.h>
#include <string.h>

#include "coarse/format/limits.h"
#include "coarse/view/region.h"
#include "common/topology.h"
#include "overland_bake.h"

enum { UNDIRECTED_PERCENT = 25, OWN_RULE_PERCENT = 60 }; /* the latter of all others */

uint32_t step_world_rule(void *user, const ovl_step *step) {
  const step_map *map = user;
  return map->extras[step->from.y * map->width + step->from.x][step->direction];
}

static ovl_profile_def profile_of(const step_map *map) {
  ovl_profile_def profile = {0};
  for (int weight = 0; weight < 256; weight++) {
    profile.weights[weight] = (uint8_t)weight;
  }
  profile.corners = (ovl_corners)map->corners;
  profile.max_climb = ovi_climb_of(map->rule.most_rise);
  profile.max_drop = ovi_climb_of(map->rule.most_fall);
  profile.climb_cost = map->rule.rise_cost;
  profile.drop_cost = map->rule.fall_cost;
  return profile;
}

static int32_t links_of(step_map *map, ovl_link_def links[STEP_MAP_HOPS]) {
  int32_t count = 0;
  for (int32_t i = 0; i < map->hop_count; i++) {
    const step_hop hop = map->hops[i];
    if (hop.from != hop.to) {
      map->hops[count] = hop;
      links[count++] = (ovl_link_def){.from = {hop.from % map->width, hop.from / map->width, 0},
                                      .to = {hop.to % map->width, hop.to / map->width, 0},
                                      .cost = hop.cost};
    }
  }
  map->hop_count = count;
  return count;
}

/* The last link of some maps leads back as well, as the judge's next hop. */
static void lead_back(step_map *map, ovl_link_def links[STEP_MAP_HOPS], test_random *random) {
  const int32_t last = map->hop_count - 1;
  if (last >= 0 && map->hop_count < STEP_MAP_HOPS && test_random_percent(random, 50)) {
    links[last].cost_back = (uint32_t)test_random_between(random, 1, 9000);
    map->hops[map->hop_count++] =
        (step_hop){map->hops[last].to, map->hops[last].from, links[last].cost_back};
  }
}

bool step_world_make(step_world *w, test_state *t, uint64_t index) {
  test_random random = {test_begin_case(t, index)};
  memset(w, 0, sizeof *w);
  w->map = step_map_make(&random, false);
  if (w->map.corners == OVI_HEXAGONS) { /* the option space has worlds of hexagons */
    w->map.corners = OVL_CORNERS_FREE;
  }
  w->region_cells = test_random_between(&random, 8, 11);
  w->spacing_cells = test_random_between(&random, 1, 6);
  const bool is_even = test_random_percent(&random, UNDIRECTED_PERCENT);
  if (is_even) {
    w->map.level = true;
    memset(w->map.heights, 0, sizeof w->map.heights);
    w->map.hop_count = 0;
  }
  const bool asks = !is_even && test_random_percent(&random, OWN_RULE_PERCENT);
  if (!asks) {
    memset(w->map.extras, 0, sizeof w->map.extras);
  }
  ovl_profile_def profile = profile_of(&w->map);
  ovl_link_def links[STEP_MAP_HOPS];
  ovl_floor_def floor = {.width = w->map.width,
                         .height = w->map.height,
                         .terrain = w->map.weights,
                         .heights = w->map.level ? NULL : w->map.heights};
  ovl_bake_def def = {0};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = links;
  def.more.link_count = links_of(&w->map, links);
  lead_back(&w->map, links, &random);
  def.more.step_rule = asks ? step_world_rule : NULL;
  def.more.step_rule_user = &w->map;
  def.tuning.region_cells = w->region_cells;
  def.tuning.spacing_cells = w->spacing_cells;
  ovl_fault fault;
  ovl_result result = ovl_world_bake(&def, &w->world, &fault);
  if (!CHECK(t, result == OVL_OK, "the bake says: %s, %s", ovl_result_text(result), fault.what)) {
    return false;
  }
  w->layer = ovi_world_layer(w->world, 0);
  return true;
}

void step_world_free(step_world *w) { ovl_world_close(w->world); }

step_map step_world_cut(const step_world *w, uint32_t region) {
  const ovi_region place = ovi_region_place(w->layer, region);
  step_map cut = w->map;
  cut.width = place.w;
  cut.height = place.h;
  cut.hop_count = 0;
  for (int32_t cell = 0; cell < place.w * place.h; cell++) {
    const int32_t from = (place.y + cell / place.w) * w->map.width + place.x + cell % place.w;
    cut.weights[cell] = w->map.weights[from];
    cut.heights[cell] = w->map.heights[from];
    memcpy(cut.extras[cell], w->map.extras[from], sizeof cut.extras[cell]);
  }
  return cut;
}

int32_t step_world_neighbour(const step_map *map, int32_t cell, int direction) {
  static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  const int32_t x = cell % map->width + step_x[direction];
  const int32_t y = cell / map->width + step_y[direction];
  return x >= 0 && y >= 0 && x < map->width && y < map->height ? y * map->width + x : -1;
}
