/* Places the two armies of a battle and gives each squad its goal.
 *
 * Invariant: starts and goals lie on one island of the world before the first rock falls. */
#include "bench/battle/battle_armies.h"

#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "bench/battle/battle_ways.h"
#include "bench/measure/bench_random.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ZONE_PARTS = 5 };

/* ---- The field ----------------------------------------------------------- */

/* The island of the most cells, the first of equals, and the floor on which most of them lie. */
struct island {
  uint32_t number;
  int32_t floor;
  size_t cells; /* on that floor */
};

/* counts[i] is of island i. */
static void count_islands(const ovl_world *world, int32_t profile, int32_t floor,
                          const ovl_floor_info *info, size_t *counts) {
  for (int32_t y = 0; y < info->height; y++) {
    for (int32_t x = 0; x < info->width; x++) {
      counts[ovl_world_island(world, profile, (ovl_cell){x, y, floor})]++;
    }
  }
}

static bool find_island(const struct battle *battle, struct island *island) {
  ovl_profile_info profile = {.islands = 0};
  ovl_floor_info floor;
  ovl_world_profile(battle->world, battle->def.profile, &profile);
  *island = (struct island){0};
  for (int32_t number = 0; ovl_world_floor(battle->world, number, &floor); number++) {
    size_t *counts = floor.graph ? NULL : calloc((size_t)profile.islands + 1, sizeof *counts);
    if (counts == NULL && !floor.graph) {
      return false;
    }
    for (uint64_t i = 1; counts != NULL && i <= profile.islands; i++) {
      if (i == 1) {
        count_islands(battle->world, battle->def.profile, number, &floor, counts);
      }
      if (counts[i] > island->cells) {
        *island = (struct island){(uint32_t)i, number, counts[i]};
      }
    }
    free(counts);
  }
  return true;
}

/* Along x, or along y if it is the other way round. */
static void list_cells(struct battle *battle, const struct island *island, bool along_y) {
  ovl_floor_info floor;
  ovl_world_floor(battle->world, island->floor, &floor);
  const int32_t most = along_y ? floor.height : floor.width;
  const int32_t across = along_y ? floor.width : floor.height;
  battle->field.count = 0;
  for (int32_t i = 0; i < most; i++) {
    for (int32_t j = 0; j < across; j++) {
      const ovl_cell cell = {along_y ? j : i, along_y ? i : j, island->floor};
      if (ovl_world_island(battle->world, battle->def.profile, cell) == island->number) {
        battle->field.cells[battle->field.count++] = cell;
      }
    }
  }
}

static int find_field(struct battle *battle) {
  struct island island;
  if (!find_island(battle, &island)) {
    return command_fail_memory("the islands");
  }
  if (island.cells < ZONE_PARTS) {
    return command_fail(EXIT_NO, "the world has no island with room for two armies");
  }
  battle->field.cells = malloc(island.cells * sizeof *battle->field.cells);
  if (battle->field.cells == NULL) {
    return command_fail_memory("the cells of the largest island");
  }
  list_cells(battle, &island, false);
  int32_t left = INT32_MAX, right = 0, top = INT32_MAX, bottom = 0;
  for (size_t i = 0; i < battle->field.count; i++) {
    const ovl_cell cell = battle->field.cells[i];
    left = cell.x < left ? cell.x : left;
    right = cell.x > right ? cell.x : right;
    top = cell.y < top ? cell.y : top;
    bottom = cell.y > bottom ? cell.y : bottom;
  }
  if (bottom - top > right - left) {
    list_cells(battle, &island, true);
  }
  return EXIT_DONE;
}

/* A cell of the field's end 0 or 1, by its place there. */
static ovl_cell zone_cell(const struct battle_field *field, int end, size_t place) {
  const size_t cells = field->count / ZONE_PARTS;
  return field->cells[end == 0 ? place : field->count - cells + place];
}

static size_t random_place(struct battle *battle) {
  const size_t cells = battle->field.count / ZONE_PARTS;
  return (size_t)(bench_random_next(&battle->random) % cells);
}

/* ---- Units --------------------------------------------------------------- */

static int make_units(struct battle *battle) {
  ovl_units_def def = ovl_units_def_default(battle->world);
  def.capacity = battle->def.units;
  def.stop_capacity = BATTLE_STOPS;
  def.lanes = BATTLE_LANES;
  const ovl_result result = ovl_units_create(&def, &battle->units, NULL);
  return result == OVL_OK ? EXIT_DONE : command_fail_result("the units", result, NULL);
}

/* On the first place from a random one on where nobody stands. */
static int add_soldier(struct battle *battle, size_t number) {
  const int army = (int)(number % BATTLE_ARMIES);
  const size_t places = battle->field.count / ZONE_PARTS;
  const size_t first = random_place(battle);
  struct battle_soldier *soldier = &battle->soldiers[number];
  ovl_unit_def def = {.profile = battle->def.profile, .side = (uint8_t)army};
  for (size_t i = 0; i < places; i++) {
    def.cell = zone_cell(&battle->field, army, (first + i) % places);
    const ovl_result result = ovl_unit_add(battle->units, battle->world, &def, &soldier->unit);
    if (result == OVL_OK) {
      battle_watch_add(battle, number, def.cell);
      return EXIT_DONE;
    }
    if (result != OVL_START_BLOCKED) {
      return command_fail_result("a unit", result, NULL);
    }
  }
  return command_fail(EXIT_NO,
                      "each end of the largest island has %zu cells: there is no room for %" PRId32
                      " units",
                      places, battle->def.units);
}

/* The squad that begins with a soldier: every second one from it on, all of one army. */
static int send_squad(struct battle *battle, size_t first) {
  ovl_unit squad[BATTLE_SQUAD_UNITS];
  size_t count = 0;
  const int army = (int)(first % BATTLE_ARMIES);
  for (size_t i = first; i < (size_t)battle->def.units && count < BATTLE_SQUAD_UNITS;
       i += BATTLE_ARMIES) {
    squad[count++] = battle->soldiers[i].unit;
  }
  const ovl_cell place = zone_cell(&battle->field, 1 - army, random_place(battle));
  const ovl_result result = ovl_units_send(battle->units, battle->world, squad, count, place);
  return result == OVL_OK ? EXIT_DONE : command_fail_result("an order", result, NULL);
}

int battle_raise_armies(struct battle *battle) {
  const size_t units = (size_t)battle->def.units;
  int code = find_field(battle);
  if (code == EXIT_DONE) {
    code = make_units(battle);
  }
  for (size_t i = 0; i < units && code == EXIT_DONE; i++) {
    code = add_soldier(battle, i);
  }
  for (size_t i = 0; i < units && code == EXIT_DONE; i++) {
    if (i / BATTLE_ARMIES % BATTLE_SQUAD_UNITS == 0) {
      code = send_squad(battle, i);
    }
  }
  return code == EXIT_DONE ? battle_begin_ways(battle) : code;
}
