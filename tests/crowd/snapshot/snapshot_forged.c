/* Snapshots of units whose state was changed in memory, to what no ticks lead to: they are refused,
 * or they are harmless; and units of other definitions. */
#include "tests/crowd/snapshot/snapshot_forged.h"

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_units.h"

#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "overland_flow.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 512, HEIGHT = 64, GROUP = 40 };

static const ovl_world *give(void *user, uint64_t identity) {
  (void)identity;
  return user;
}

/* A group that walks in lanes around two walls, until its guide has some gates. */
static ovl_units *make_group(test_state *t, const ovl_units_def *def) {
  ovl_unit ids[GROUP];
  ovl_units *units = NULL;
  CHECK(t, ovl_units_create(def, &units, NULL) == OVL_OK, "create");
  for (int32_t i = 0; i < GROUP; i++) {
    const ovl_unit_def unit = {.cell = {10 + i % 8, 10 + i / 8, 0}};
    CHECK(t, ovl_unit_add(units, def->world, &unit, &ids[i]) == OVL_OK, "add");
  }
  ovl_units_send(units, def->world, ids, GROUP, (ovl_cell){500, 10, 0});
  const ovi_guide *guide = units->sharing.guides;
  for (int32_t tick = 0; tick < 400 && (guide->count < 4 || guide->ended || tick < 20); tick++) {
    ovl_units_tick(units, def->world, 20000, NULL);
  }
  CHECK(t, guide->order != 0 && guide->count >= 4 && !guide->ended, "no guide of many gates");
  return units;
}

static ovl_world *make_world(test_state *t) {
  ovl_world *world = NULL;
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT};
  ovl_profile_def profile = {.name = "walker"};
  uint8_t *terrain = test_allocate(WIDTH * HEIGHT, 1);
  memset(terrain, 1, WIDTH * HEIGHT);
  for (int32_t y = 0; y < 50; y++) {
    terrain[y * WIDTH + 200] = terrain[y * WIDTH + 330] = 0;
  }
  def.terrain = terrain;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  free(terrain);
  return world;
}

/* Saves units and restores them in others, which are ticked. Returns what is refused; "": nothing.
 */
static const char *restored(test_state *t, ovl_units *from, ovl_units *into, ovl_world *world) {
  size_t used = 0;
  const size_t most = ovl_units_save_bytes(from);
  uint8_t *bytes = test_allocate(most, 1);
  CHECK(t, ovl_units_save(from, bytes, most, &used) == OVL_OK, "save");
  const ovl_result result = ovl_units_restore(into, bytes, used, give, world);
  const char *what = ovl_units_fault(into)->what;
  CHECK(t, result == (what[0] == 0 ? OVL_OK : OVL_CORRUPT), "%s", what);
  for (int32_t i = 0; i < 100 && result == OVL_OK; i++) {
    ovl_units_tick(into, world, 20000, NULL);
  }
  free(bytes);
  return what;
}

typedef struct forgery {
  void (*forge)(ovl_units *units, ovi_guide *guide, ovi_gate *last);
  const char *what; /* is refused; "": nothing */
} forgery;

static void forge_nothing(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  (void)guide;
  (void)last;
}

static void forge_direction(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  (void)guide;
  last->along_x = last->along_y = 0;
}

static void forge_width(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  (void)last;
  guide->ended = true;
  guide->width = 0;
}

static void forge_low_cost(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  (void)guide;
  last->cost_to_go = 1;
}

static void forge_same_cost(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  last->cost_to_go = ovi_guide_gate(guide, guide->count - 2)->cost_to_go;
}

static void forge_gate(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)units;
  (void)guide;
  last->cell.x = INT32_MIN + 5;
}

static void forge_goal(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)guide;
  (void)last;
  units->unit[3].goal.x = INT32_MIN;
}

static void forge_place(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)guide;
  (void)last;
  units->unit[3].order.place.y = INT32_MAX;
}

static void forge_ride(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)guide;
  (void)last;
  units->unit[3].pace.on_link = true;
  units->unit[3].pace.link = 7;
}

static void forge_cell(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)guide;
  (void)last;
  units->unit[3].cell.x = INT32_MAX;
}

/* A lane plans for a unit that follows a flow. */
static void forge_lane(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  ovi_unit_lane *lane = &units->planning.lanes[0];
  ovi_unit *unit = &units->unit[3];
  (void)last;
  unit->flow = guide->flow;
  lane->task->request = 3;
  ovl_world_retain(units->sharing.flows[guide->flow - 1].world, &lane->task->world);
  lane->ask = OVL_UNIT_REQUEST_ROUTE;
  lane->serial = unit->plan.serial;
  lane->asked = (ovl_route){.position = unit->cell, .goal = unit->goal};
}

static void forge_later_lane(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  forge_lane(units, guide, last);
  units->planning.lanes[0].serial++;
}

/* A unit that walks as its flow says plans its own route, as after an exchange of goals. */
static void forge_alone(ovl_units *units, ovi_guide *guide, ovi_gate *last) {
  (void)guide;
  (void)last;
  for (uint32_t i = 0; i < GROUP; i++) {
    units->unit[i].order.alone = true;
    ovi_unit_ask(units, &units->unit[i], OVL_UNIT_REQUEST_ROUTE);
  }
}

void snapshot_forged_is_refused(test_state *t) {
  static const forgery all[] = {
      {forge_nothing, ""},
      {forge_direction, "guide: direction"},
      {forge_width, "guide: width"},
      {forge_low_cost, ""},
      {forge_same_cost, "guide: cost to go"},
      {forge_gate, "guide: outside the world"},
      {forge_goal, "unit: goal"},
      {forge_place, "unit: goal"},
      {forge_ride, "unit: link without room"},
      {forge_cell, "unit: its cell is outside"},
      {forge_lane, "lane: its unit follows a flow"},
      {forge_alone, ""},
      {forge_later_lane, "lane: serial"},
  };
  ovl_world *world = make_world(t);
  ovl_units_def def = {.world = world, .flows = 2};
  ovl_units *into = NULL;
  def.capacity = GROUP;
  CHECK(t, ovl_units_create(&def, &into, NULL) == OVL_OK, "create");
  for (size_t i = 0; i < sizeof all / sizeof *all && t->failures == 0; i++) {
    ovl_units *units = make_group(t, &def);
    ovi_guide *guide = units->sharing.guides;
    all[i].forge(units, guide,
                 &guide->gates[(guide->begin + guide->count - 1) & (OVI_GUIDE_GATES - 1)]);
    const char *what = restored(t, units, into, world);
    CHECK(t, strcmp(what, all[i].what) == 0, "%zu: \"%s\", not \"%s\"", i, what, all[i].what);
    ovl_units_destroy(units);
  }
  ovl_units_destroy(into);
  ovl_world_close(world);
}

void snapshot_needs_flows_of_one_size(test_state *t) {
  ovl_world *world = make_world(t);
  ovl_units_def def = {.world = world, .flows = 2};
  ovl_units *into = NULL;
  def.capacity = 3000;
  CHECK(t, ovl_units_create(&def, &into, NULL) == OVL_OK, "create");
  def.capacity = GROUP;
  ovl_units *units = make_group(t, &def);
  const char *what = restored(t, units, into, world);
  CHECK(t, strncmp(what, "flow_bytes", 10) == 0, "flows of another size: \"%s\"", what);
  for (uint32_t i = 0; i < GROUP; i++) {
    ovl_unit_stop(units, ovl_units_at(units, units->unit[i].cell));
  }
  ovl_units_tick(units, world, 20000, NULL);
  what = restored(t, units, into, world);
  CHECK(t, what[0] == 0, "another capacity: \"%s\"", what);
  ovl_units_destroy(units);
  ovl_units_destroy(into);
  ovl_world_close(world);
}

void snapshot_goes_on_without_a_flow(test_state *t) {
  ovl_world *world = make_world(t);
  ovl_units_def def = {.world = world, .flows = 1};
  ovl_units *into = NULL;
  def.capacity = GROUP;
  CHECK(t, ovl_units_create(&def, &into, NULL) == OVL_OK, "create");
  ovl_units *units = make_group(t, &def);
  ovi_shared_flow *flow = &units->sharing.flows[0];
  CHECK(t, flow->world != NULL && flow->flow != NULL, "no flow");
  ovl_flow_destroy(flow->flow); /* as if there had been no memory to restore it */
  flow->flow = NULL;
  const char *what = restored(t, units, into, world);
  CHECK(t, what[0] == 0, "restore: %s", what);
  ovl_units_tick(units, world, 20000, NULL);
  CHECK(t, flow->world == NULL, "a flow without memory goes on");
  ovl_units_destroy(units);
  ovl_units_destroy(into);
  ovl_world_close(world);
}
