/* Units on closed ground, at the limits of goals, handles and links. */
#include <inttypes.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"

/* A wall grows by the cell of a unit: it stays on the side of its goal. In a lake nobody moves. */
static void units_stay_before_a_wall_that_grows(test_state *t) {
  static char cells[40][41];
  const char *rows[41] = {NULL};
  for (int32_t y = 0; y < 40; y++) {
    memset(cells[y], '.', 40);
    cells[y][30] = '#';
    rows[y] = cells[y];
  }
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 29, 20, 0, 0);
  scene_send(&s, unit, 5, 20);
  scene_edit(&s, 26, 18, 4, 5, 0);
  CHECK(t, scene_run(&s, 60) && s.cell[unit].x == 5, "it is at %d", (int)s.cell[unit].x);
  for (int32_t i = 0; i < 40; i++) {
    scene_add(&s, 14 + i % 4, 14 + i / 4, 0, 0);
  }
  scene_edit(&s, 0, 0, 30, 40, 0);
  const uint64_t moves = ovl_units_count(s.units).moves;
  scene_tick(&s, 40);
  CHECK(t, ovl_units_count(s.units).moves == moves, "they leave the lake");
  scene_edit(&s, 0, 0, 14, 40, 1);
  for (int tick = 0; tick < 80; tick++) {
    ovl_units_tick(s.units, s.world, s.budget, NULL);
  }
  CHECK(t, ovl_units_count(s.units).moves == moves + 40, "they do not leave the lake");
  scene_free(&s);
}

const test_entry test_units_limits_table[] = {
    {"units_stay_before_a_wall_that_grows", units_stay_before_a_wall_that_grows},
    {NULL, NULL},
};
