/* A small world drawn with letters, and units in it that are watched at every tick: '#' blocks, all
 * else is ground. */
#ifndef OVERLAND_TESTS_UNITS_UNIT_SCENE_H
#define OVERLAND_TESTS_UNITS_UNIT_SCENE_H

#include "overland_units.h"
#include "tests/support/test.h"

enum { SCENE_UNITS = 512 };

typedef struct unit_scene {
  test_state *t;
  ovl_world *world;
  ovl_units *units;
  int32_t width, height;
  int32_t body; /* side of the bodies of all units */
  uint64_t budget;
  ovl_unit unit[SCENE_UNITS];
  ovl_cell cell[SCENE_UNITS]; /* where each stood after the last tick */
  uint32_t count;
  uint16_t *taken; /* number of the unit, from 1, on each cell */
  const ovl_jobs *jobs;
  uint64_t most_expansions; /* of a tick */
} unit_scene;

/* Settings of a scene; zeros are the defaults. */
typedef struct scene_settings {
  int32_t region_cells, body, lanes, flows;
  bool no_labels, ground_slows;
} scene_settings;

/* The rows end with NULL. */
unit_scene scene_make(test_state *t, const char *const *rows, scene_settings settings);
/* The same of what is given to a bake: of the settings, those of units count. */
unit_scene scene_make_from(test_state *t, const ovl_bake_def *def, scene_settings settings);
void scene_free(unit_scene *scene);

/* Adds a unit; its number. */
uint32_t scene_add(unit_scene *scene, int32_t x, int32_t y, uint8_t side, uint8_t priority);
/* Takes a unit away and adds it anew elsewhere, as another one under its number. */
void scene_add_again(unit_scene *scene, uint32_t number, int32_t x, int32_t y);
void scene_send(unit_scene *scene, uint32_t number, int32_t x, int32_t y);

/* Ticks, with all moves checked: legal, from where the unit stood, into free cells. */
void scene_tick(unit_scene *scene, uint32_t ticks);

/* Ticks until all units with goals have arrived or stand beside; false if they do not within
 * `most`. */
bool scene_run(unit_scene *scene, uint32_t most);

ovl_unit_info scene_look(const unit_scene *scene, uint32_t number);

/* Sets cells x..x+w-1, y..y+h-1 to a terrain: the world is then the next version. */
void scene_edit(unit_scene *scene, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t terrain);

#endif
