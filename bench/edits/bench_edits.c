/* Measures edits: see bench_edits.h. */
#include "bench/edits/bench_edits.h"

#include "bench/edits/bench_editor.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"

#include <stdlib.h>

enum { CELLS_OF_BUILDING = BENCH_BUILDING_CELLS * BENCH_BUILDING_CELLS };

/* What draws edits and takes them back. */
struct toggler {
  struct bench_editor editor;
  uint8_t wall, floor; /* terrains: the commonest that blocks, and that is open */
  uint8_t *old;        /* terrain of what an edit covers, */
  uint16_t *stamp;     /* and the stamp that brings it back */
};

/* ---- The ground ---------------------------------------------------------- */

static bool blocks(const struct bench_ground *ground, uint8_t terrain) {
  return ground->rules.weights[terrain] == 0;
}

/* False if nothing blocks the profile, or nothing is open to it. */
static bool find_terrains(struct toggler *toggler) {
  const struct bench_ground *ground = toggler->editor.ground;
  uint64_t counts[256] = {0};
  for (int32_t i = 0; i < ground->floor_count; i++) {
    const struct bench_floor *floor = &ground->floors[i];
    const size_t cells = floor->places ? 0 : (size_t)floor->width * (size_t)floor->height;
    for (size_t cell = 0; cell < cells; cell++) {
      counts[floor->terrain[cell]]++;
    }
  }
  int wall = -1, open = -1;
  for (int i = 0; i < 256; i++) {
    int *best = blocks(ground, (uint8_t)i) ? &wall : &open;
    if (*best < 0 || counts[i] > counts[*best]) {
      *best = i;
    }
  }
  toggler->wall = (uint8_t)(wall >= 0 ? wall : 0);
  toggler->floor = (uint8_t)(open >= 0 ? open : 0);
  return wall >= 0 && open >= 0;
}

/* A floor of cells; floor 0 in a world of nothing but places. */
static int32_t random_floor(struct toggler *toggler) {
  enum { TRIES = 4096 };
  const struct bench_ground *ground = toggler->editor.ground;
  for (int i = 0; i < TRIES && ground->floor_count > 1; i++) {
    const int32_t number = random_below(&toggler->editor.random, ground->floor_count);
    if (!ground->floors[number].places) {
      return number;
    }
  }
  return 0;
}

static ovl_edit random_cell(struct toggler *toggler) {
  const int32_t number = random_floor(toggler);
  const struct bench_floor *floor = &toggler->editor.ground->floors[number];
  const ovl_cell cell = {floor->corner.x + random_below(&toggler->editor.random, floor->width),
                         floor->corner.y + random_below(&toggler->editor.random, floor->height),
                         number};
  const bool blocked = blocks(toggler->editor.ground,
                              ovl_world_terrain(bench_editor_newest(&toggler->editor), cell));
  return ovl_edit_rect(cell, 1, 1, blocked ? toggler->floor : toggler->wall);
}

/* Where open ground is too rare to be hit, a place anywhere. */
static ovl_edit random_building(struct toggler *toggler) {
  enum { TRIES = 4096 };
  ovl_edit edit = {.kind = OVL_EDIT_TERRAIN};
  for (int i = 0; i < TRIES; i++) {
    const int32_t number = random_floor(toggler);
    const struct bench_floor *floor = &toggler->editor.ground->floors[number];
    const int32_t w = floor->width < BENCH_BUILDING_CELLS ? floor->width : BENCH_BUILDING_CELLS;
    const int32_t h = floor->height < BENCH_BUILDING_CELLS ? floor->height : BENCH_BUILDING_CELLS;
    const ovl_cell corner = {
        floor->corner.x + random_below(&toggler->editor.random, floor->width - w + 1),
        floor->corner.y + random_below(&toggler->editor.random, floor->height - h + 1), number};
    const ovl_cell middle = {corner.x + w / 2, corner.y + h / 2, number};
    edit = ovl_edit_rect(corner, w, h, toggler->wall);
    if (!blocks(toggler->editor.ground,
                ovl_world_terrain(bench_editor_newest(&toggler->editor), middle))) {
      break;
    }
  }
  return edit;
}

static ovl_edit random_row(struct toggler *toggler) {
  const int32_t number = random_floor(toggler);
  const struct bench_floor *floor = &toggler->editor.ground->floors[number];
  const ovl_cell first = {floor->corner.x,
                          floor->corner.y + random_below(&toggler->editor.random, floor->height),
                          number};
  return ovl_edit_rect(first, floor->width, 1, toggler->wall);
}

/* ---- Edits --------------------------------------------------------------- */

/* The edit that undoes another; it points to the toggler's stamp. */
static ovl_result take_back(struct toggler *toggler, const ovl_edit *edit, ovl_edit *back) {
  const size_t cells = (size_t)edit->w * (size_t)edit->h;
  const ovl_result result =
      ovl_world_read_terrain(bench_editor_newest(&toggler->editor), edit->cell, edit->w, edit->h,
                             toggler->old, (size_t)edit->w, NULL);
  for (size_t i = 0; i < cells; i++) {
    toggler->stamp[i] = toggler->old[i];
  }
  *back = *edit;
  back->stamp = toggler->stamp;
  return result;
}

typedef ovl_edit (*draw_fn)(struct toggler *toggler);

/* done_us and back_us: a time for each edit and for taking it back. */
static ovl_result measure(struct toggler *toggler, uint64_t count, draw_fn draw, double *done_us,
                          double *back_us) {
  ovl_result result = OVL_OK;
  for (uint64_t i = 0; i < count && result == OVL_OK; i++) {
    ovl_edit back;
    const ovl_edit edit = draw(toggler);
    result = take_back(toggler, &edit, &back);
    if (result == OVL_OK) {
      result = bench_editor_apply(&toggler->editor, &edit, 1, &done_us[i]);
    }
    if (result == OVL_OK) {
      result = bench_editor_apply(&toggler->editor, &back, 1, &back_us[i]);
    }
  }
  return result;
}

static ovl_result measure_kinds(struct toggler *toggler, uint64_t count,
                                struct bench_edits *edits) {
  double *us = calloc(2 * (size_t)count, sizeof *us);
  if (us == NULL) {
    return OVL_NO_MEMORY;
  }
  double *back_us = us + count;
  const uint64_t cells = (count + 1) / 2; /* there and back are both toggles */
  ovl_result result = measure(toggler, cells, random_cell, us, us + cells);
  edits->cell_us = bench_stats_summarize(us, (size_t)(2 * cells));
  if (result == OVL_OK) {
    result = measure(toggler, count, random_building, us, back_us);
    edits->block_us = bench_stats_summarize(us, (size_t)count);
    edits->unblock_us = bench_stats_summarize(back_us, (size_t)count);
  }
  if (result == OVL_OK) {
    result = measure(toggler, count, random_row, us, back_us);
    edits->row_us = bench_stats_summarize(us, (size_t)count);
    edits->unrow_us = bench_stats_summarize(back_us, (size_t)count);
  }
  free(us);
  return result;
}

/* ---- Buildings ----------------------------------------------------------- */

static ovl_result put_up_buildings(struct toggler *toggler, struct bench_edits *edits) {
  double us;
  ovl_result result = OVL_OK;
  bench_editor_replace(&toggler->editor, NULL); /* what was measured is over */
  ovl_profile_info profile = {.open_cells = 0};
  ovl_world_profile(toggler->editor.ground->world, toggler->editor.ground->profile, &profile);
  const uint64_t room = profile.open_cells / (BENCH_BUILDING_SHARE * CELLS_OF_BUILDING);
  const uint64_t buildings = room < BENCH_BUILDINGS ? room : BENCH_BUILDINGS;
  for (uint64_t i = 0; i < buildings && result == OVL_OK; i++) {
    const ovl_edit building = random_building(toggler);
    result = bench_editor_apply(&toggler->editor, &building, 1, &us);
    edits->buildings++;
  }
  return result;
}

/* ---- All ----------------------------------------------------------------- */

static bool reserve(struct toggler *toggler) {
  size_t most = CELLS_OF_BUILDING;
  for (int32_t i = 0; i < toggler->editor.ground->floor_count; i++) {
    const size_t width = (size_t)toggler->editor.ground->floors[i].width;
    most = width > most ? width : most;
  }
  toggler->old = malloc(most);
  toggler->stamp = malloc(most * sizeof *toggler->stamp);
  return toggler->old != NULL && toggler->stamp != NULL;
}

int bench_edits_measure(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                        struct bench_edits *edits) {
  struct toggler toggler = {.editor = {.ground = ground, .random = seed}};
  *edits = (struct bench_edits){0};
  int code = EXIT_DONE;
  if (!reserve(&toggler)) {
    code = command_fail_memory("the edits");
  } else if (!find_terrains(&toggler)) {
    code = command_fail(EXIT_NO,
                        "no terrain blocks profile %s, or none is open to it: there is "
                        "nothing to toggle",
                        ground->rules.name);
  } else {
    ovl_result result = measure_kinds(&toggler, count, edits);
    if (result == OVL_OK) {
      result = put_up_buildings(&toggler, edits);
    }
    code = result == OVL_OK ? bench_states_measure(&toggler.editor, &edits->states)
                            : command_fail_result("the benchmark", result, NULL);
  }
  bench_editor_replace(&toggler.editor, NULL);
  free(toggler.old);
  free(toggler.stamp);
  return code;
}
