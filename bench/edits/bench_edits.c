/* Measures edits: see bench_edits.h. */
#include "bench/edits/bench_edits.h"

#include "bench/measure/bench_passes.h"
#include "bench/measure/bench_problems.h"
#include "bench/measure/bench_random.h"
#include "bench/measure/bench_verdict.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_OF_BUILDING = BENCH_BUILDING_CELLS * BENCH_BUILDING_CELLS };

/* A world that is edited step by step. */
struct editor {
  const struct bench_ground *ground;
  ovl_world *own;      /* the newest version; NULL: none but the ground's yet */
  uint8_t wall, floor; /* terrains: the commonest that blocks, and that is open */
  uint64_t random;
  uint8_t *old;    /* terrain of what an edit covers, */
  uint16_t *stamp; /* and the stamp that brings it back */
};

static const ovl_world *newest(const struct editor *editor) {
  return editor->own != NULL ? editor->own : editor->ground->world;
}

/* ---- The ground ---------------------------------------------------------- */

static bool blocks(const struct bench_ground *ground, uint8_t terrain) {
  return ground->rules.weights[terrain] == 0;
}

/* False if nothing blocks the profile, or nothing is open to it. */
static bool find_terrains(struct editor *editor) {
  const struct bench_ground *ground = editor->ground;
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
  editor->wall = (uint8_t)(wall >= 0 ? wall : 0);
  editor->floor = (uint8_t)(open >= 0 ? open : 0);
  return wall >= 0 && open >= 0;
}

/* A floor of cells; floor 0 in a world of nothing but places. */
static int32_t random_floor(struct editor *editor) {
  enum { TRIES = 4096 };
  const struct bench_ground *ground = editor->ground;
  for (int i = 0; i < TRIES && ground->floor_count > 1; i++) {
    const int32_t number = bench_random_below(&editor->random, ground->floor_count);
    if (!ground->floors[number].places) {
      return number;
    }
  }
  return 0;
}

static ovl_edit random_cell(struct editor *editor) {
  const int32_t number = random_floor(editor);
  const struct bench_floor *floor = &editor->ground->floors[number];
  const ovl_cell cell = {bench_random_below(&editor->random, floor->width),
                         bench_random_below(&editor->random, floor->height), number};
  const bool blocked = blocks(editor->ground, ovl_world_terrain(newest(editor), cell));
  return ovl_edit_set(cell, blocked ? editor->floor : editor->wall);
}

/* Where open ground is too rare to be hit, a place anywhere. */
static ovl_edit random_building(struct editor *editor) {
  enum { TRIES = 4096 };
  ovl_edit edit = {.kind = OVL_EDIT_TERRAIN};
  for (int i = 0; i < TRIES; i++) {
    const int32_t number = random_floor(editor);
    const struct bench_floor *floor = &editor->ground->floors[number];
    const int32_t w = floor->width < BENCH_BUILDING_CELLS ? floor->width : BENCH_BUILDING_CELLS;
    const int32_t h = floor->height < BENCH_BUILDING_CELLS ? floor->height : BENCH_BUILDING_CELLS;
    const ovl_cell corner = {bench_random_below(&editor->random, floor->width - w + 1),
                             bench_random_below(&editor->random, floor->height - h + 1), number};
    const ovl_cell middle = {corner.x + w / 2, corner.y + h / 2, number};
    edit = ovl_edit_rect(corner, w, h, editor->wall);
    if (!blocks(editor->ground, ovl_world_terrain(newest(editor), middle))) {
      break;
    }
  }
  return edit;
}

static ovl_edit random_row(struct editor *editor) {
  const int32_t number = random_floor(editor);
  const struct bench_floor *floor = &editor->ground->floors[number];
  const ovl_cell first = {0, bench_random_below(&editor->random, floor->height), number};
  return ovl_edit_rect(first, floor->width, 1, editor->wall);
}

/* ---- Edits --------------------------------------------------------------- */

static ovl_result apply(struct editor *editor, const ovl_edit *edits, size_t count, double *us) {
  ovl_world *version = NULL;
  const double begin_us = platform_now_us();
  const ovl_result result = ovl_world_apply(newest(editor), edits, count, NULL, &version, NULL);
  if (result == OVL_OK) {
    ovl_world_close(editor->own);
    editor->own = version;
  }
  *us = platform_now_us() - begin_us;
  return result;
}

/* The edit that undoes another; it points to the editor's stamp. */
static ovl_result take_back(struct editor *editor, const ovl_edit *edit, ovl_edit *back) {
  const size_t cells = (size_t)edit->w * (size_t)edit->h;
  const ovl_result result = ovl_world_read_terrain(newest(editor), edit->cell, edit->w, edit->h,
                                                   editor->old, (size_t)edit->w);
  for (size_t i = 0; i < cells; i++) {
    editor->stamp[i] = editor->old[i];
  }
  *back = *edit;
  back->stamp = editor->stamp;
  return result;
}

typedef ovl_edit (*draw_fn)(struct editor *editor);

/* done_us and back_us: a time for each edit and for taking it back. */
static ovl_result measure(struct editor *editor, uint64_t count, draw_fn draw, double *done_us,
                          double *back_us) {
  ovl_result result = OVL_OK;
  for (uint64_t i = 0; i < count && result == OVL_OK; i++) {
    ovl_edit back;
    const ovl_edit edit = draw(editor);
    result = take_back(editor, &edit, &back);
    if (result == OVL_OK) {
      result = apply(editor, &edit, 1, &done_us[i]);
    }
    if (result == OVL_OK) {
      result = apply(editor, &back, 1, &back_us[i]);
    }
  }
  return result;
}

static ovl_result measure_kinds(struct editor *editor, uint64_t count, struct bench_edits *edits) {
  double *us = calloc(2 * (size_t)count, sizeof *us);
  if (us == NULL) {
    return OVL_NO_MEMORY;
  }
  double *back_us = us + count;
  const uint64_t cells = (count + 1) / 2; /* there and back are both toggles */
  ovl_result result = measure(editor, cells, random_cell, us, us + cells);
  edits->cell_us = bench_stats_summarize(us, (size_t)(2 * cells));
  if (result == OVL_OK) {
    result = measure(editor, count, random_building, us, back_us);
    edits->block_us = bench_stats_summarize(us, (size_t)count);
    edits->unblock_us = bench_stats_summarize(back_us, (size_t)count);
  }
  if (result == OVL_OK) {
    result = measure(editor, count, random_row, us, back_us);
    edits->row_us = bench_stats_summarize(us, (size_t)count);
    edits->unrow_us = bench_stats_summarize(back_us, (size_t)count);
  }
  free(us);
  return result;
}

/* ---- Plans --------------------------------------------------------------- */

static int fail(ovl_result result) { return command_fail_result("the benchmark", result, NULL); }

/* Plans the problems in one state of the world. */
static int plan(const ovl_world *world, int32_t profile, const struct bench_problems *problems,
                enum bench_state state, struct bench_edits *edits) {
  struct progress progress;
  struct bench_ground ground;
  struct bench_verdict verdict;
  ovl_result result = bench_ground_read(world, profile, UINT64_MAX, &ground);
  if (result != OVL_OK) {
    return fail(result);
  }
  progress_begin(&progress, "bench", PROGRESS_TERMINAL);
  struct bench_run run = {
      .world = world, .profile = profile, .problems = problems, .progress = &progress};
  result = bench_passes_make(&run);
  progress_end(&progress);
  if (result == OVL_OK) {
    result = bench_verdict_make(&run, &ground, &verdict);
  }
  bench_passes_free(&run);
  bench_ground_free(&ground);
  if (result != OVL_OK) {
    return fail(result);
  }
  edits->first_step_us[state] = verdict.us[BENCH_FIRST_STEPS];
  edits->estimate[state] = verdict.method;
  edits->queries += problems->count;
  edits->failed += verdict.failed;
  edits->illegal += verdict.illegal;
  return EXIT_DONE;
}

static ovl_result settle(struct editor *editor, struct bench_edits *edits) {
  enum { SLICE_EXPANSIONS = 100000 };
  ovl_refresh *settling = NULL;
  ovl_world *settled = NULL;
  bool done = false;
  const double begin_us = platform_now_us();
  ovl_result result = ovl_refresh_create(newest(editor), NULL, &settling);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(settling, SLICE_EXPANSIONS, &done);
    edits->settle_slices++;
  }
  if (result == OVL_OK) {
    result = ovl_refresh_apply(settling, newest(editor), &settled);
  }
  edits->settle_ms = (platform_now_us() - begin_us) / 1000;
  ovl_refresh_destroy(settling);
  if (result == OVL_OK) {
    ovl_world_close(editor->own);
    editor->own = settled;
  }
  return result;
}

/* In the world of the ground, then edited, then settled. */
static int plan_problems(struct editor *editor, const struct bench_problems *problems,
                         struct bench_edits *edits) {
  const int32_t profile = editor->ground->profile;
  int code = plan(editor->ground->world, profile, problems, BENCH_UNEDITED, edits);
  if (code == EXIT_DONE) {
    code = plan(newest(editor), profile, problems, BENCH_EDITED, edits);
  }
  if (code == EXIT_DONE) {
    const ovl_result result = settle(editor, edits);
    code = result == OVL_OK ? EXIT_DONE : fail(result);
  }
  if (code == EXIT_DONE) {
    code = plan(newest(editor), profile, problems, BENCH_SETTLED, edits);
  }
  return code;
}

/* The problems are drawn where the buildings stand already, so that their ends are open and reach
 * each other in every state. */
static int measure_plans(struct editor *editor, struct bench_edits *edits) {
  struct bench_ground edited;
  struct bench_problems problems;
  ovl_version_info version;
  ovl_world_version(newest(editor), &version);
  edits->rebuilt_regions = version.rebuilt_regions;
  edits->version_bytes = version.bytes;
  const ovl_result result =
      bench_ground_read(newest(editor), editor->ground->profile, UINT64_MAX, &edited);
  if (result != OVL_OK) {
    return fail(result);
  }
  int code = bench_problems_draw(&edited, BENCH_EDITED_PROBLEMS, editor->random, &problems);
  bench_ground_free(&edited);
  if (code == EXIT_DONE) {
    code = plan_problems(editor, &problems, edits);
    bench_problems_free(&problems);
  }
  return code;
}

static ovl_result put_up_buildings(struct editor *editor, struct bench_edits *edits) {
  double us;
  ovl_result result = OVL_OK;
  ovl_world_close(editor->own); /* what was measured is over */
  editor->own = NULL;
  ovl_profile_info profile = {.open_cells = 0};
  ovl_world_profile(editor->ground->world, editor->ground->profile, &profile);
  const uint64_t room = profile.open_cells / (BENCH_BUILDING_SHARE * CELLS_OF_BUILDING);
  const uint64_t buildings = room < BENCH_BUILDINGS ? room : BENCH_BUILDINGS;
  for (uint64_t i = 0; i < buildings && result == OVL_OK; i++) {
    const ovl_edit building = random_building(editor);
    result = apply(editor, &building, 1, &us);
    edits->buildings++;
  }
  return result;
}

/* ---- All ----------------------------------------------------------------- */

static bool reserve(struct editor *editor) {
  size_t most = CELLS_OF_BUILDING;
  for (int32_t i = 0; i < editor->ground->floor_count; i++) {
    const size_t width = (size_t)editor->ground->floors[i].width;
    most = width > most ? width : most;
  }
  editor->old = malloc(most);
  editor->stamp = malloc(most * sizeof *editor->stamp);
  return editor->old != NULL && editor->stamp != NULL;
}

int bench_edits_measure(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                        struct bench_edits *edits) {
  struct editor editor = {.ground = ground, .random = seed};
  *edits = (struct bench_edits){0};
  int code = EXIT_DONE;
  if (!reserve(&editor)) {
    code = command_fail_memory("the edits");
  } else if (!find_terrains(&editor)) {
    code = command_fail(EXIT_NO,
                        "no terrain blocks profile %s, or none is open to it: there is "
                        "nothing to toggle",
                        ground->rules.name);
  } else {
    ovl_result result = measure_kinds(&editor, count, edits);
    if (result == OVL_OK) {
      result = put_up_buildings(&editor, edits);
    }
    code = result == OVL_OK ? measure_plans(&editor, edits) : fail(result);
  }
  ovl_world_close(editor.own);
  free(editor.old);
  free(editor.stamp);
  return code;
}
