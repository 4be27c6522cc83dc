/* Measures patches copied from another map: see bench_patches.h. */
#include "bench/edits/bench_patches.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"
#include "tools/game_map/game_map.h"
#include "tools/game_map/read/game_map_read.h"

#include <inttypes.h>
#include <stdlib.h>

/* Patches of one batch, and what is drawn next. */
struct patcher {
  struct bench_editor *editor;
  const struct game_floor *source;
  int32_t side; /* of a patch, cells */
  ovl_edit *edits;
  uint16_t *stamps; /* the cells of each patch, one patch after the other */
};

static int read_source(const struct bench_ground *ground, const char *path, struct game_map *map) {
  const struct bench_floor *floor = &ground->floors[0];
  const int code = game_map_read(&(struct map_files){.map = path}, map);
  if (code != EXIT_DONE) {
    return code;
  }
  const struct game_floor *source = &map->floors[0];
  if (source->width == floor->width && source->height == floor->height && source->terrain != NULL &&
      !floor->places) {
    return EXIT_DONE;
  }
  const int32_t width = source->width, height = source->height;
  game_map_free(map);
  return command_fail(EXIT_INPUT,
                      "%s: the map has %" PRId32 " x %" PRId32
                      " cells; floor 0 of the world has %" PRId32 " x %" PRId32,
                      path, width, height, floor->width, floor->height);
}

static uint64_t most_in_batch(const struct bench_patches_def *def) {
  return (def->count + def->batches - 1) / def->batches;
}

static bool reserve(struct patcher *patcher, const struct bench_patches_def *def) {
  const size_t most = (size_t)most_in_batch(def);
  const size_t cells = (size_t)patcher->side * (size_t)patcher->side;
  patcher->edits = calloc(most, sizeof *patcher->edits);
  patcher->stamps = calloc(most * cells, sizeof *patcher->stamps);
  return patcher->edits != NULL && patcher->stamps != NULL;
}

/* Draws a patch; its stamp is written to `stamp`. */
static ovl_edit draw_patch(struct patcher *patcher, uint16_t *stamp) {
  const struct game_floor *source = patcher->source;
  const int32_t side = patcher->side;
  const int32_t left = random_below(&patcher->editor->random, source->width - side + 1);
  const int32_t top = random_below(&patcher->editor->random, source->height - side + 1);
  const ovl_cell corner = patcher->editor->ground->floors[0].corner;
  ovl_edit edit = ovl_edit_rect((ovl_cell){corner.x + left, corner.y + top, 0}, side, side, 0);
  edit.stamp = stamp;
  for (int32_t y = 0; y < side; y++) {
    const uint8_t *row = source->terrain + (size_t)(top + y) * (size_t)source->width + (size_t)left;
    for (int32_t x = 0; x < side; x++) {
      *stamp++ = row[x];
    }
  }
  return edit;
}

/* Applies the patches; `us` gets the time of each batch. */
static ovl_result apply_batches(struct patcher *patcher, const struct bench_patches_def *def,
                                double *us) {
  const size_t cells = (size_t)patcher->side * (size_t)patcher->side;
  ovl_result result = OVL_OK;
  for (uint64_t batch = 0; batch < def->batches && result == OVL_OK; batch++) {
    const size_t first = (size_t)(batch * def->count / def->batches);
    const size_t end = (size_t)((batch + 1) * def->count / def->batches);
    for (size_t i = first; i < end; i++) {
      patcher->edits[i - first] = draw_patch(patcher, patcher->stamps + (i - first) * cells);
    }
    result = bench_editor_apply(patcher->editor, patcher->edits, end - first, &us[batch]);
  }
  return result;
}

/* How many cells of floor 0 differ from those of the ground. */
static ovl_result count_changed(const struct bench_editor *editor, uint64_t *changed) {
  const struct bench_floor *before = &editor->ground->floors[0];
  struct bench_ground after;
  const ovl_result result =
      bench_ground_read(bench_editor_newest(editor), editor->ground->profile, UINT64_MAX, &after);
  if (result != OVL_OK) {
    return result;
  }
  const size_t cells = (size_t)before->width * (size_t)before->height;
  for (size_t i = 0; i < cells; i++) {
    *changed += before->terrain[i] != after.floors[0].terrain[i] ? 1 : 0;
  }
  bench_ground_free(&after);
  return OVL_OK;
}

static int measure(struct patcher *patcher, const struct bench_patches_def *def,
                   struct bench_patches *patches) {
  double *us = calloc((size_t)def->batches, sizeof *us);
  if (us == NULL || !reserve(patcher, def)) {
    free(us);
    return command_fail_memory("the patches");
  }
  ovl_result result = apply_batches(patcher, def, us);
  if (result == OVL_OK) {
    patches->batch_us = bench_stats_summarize(us, (size_t)def->batches);
  }
  free(us);
  if (result == OVL_OK) {
    result = count_changed(patcher->editor, &patches->changed_cells);
  }
  return result == OVL_OK ? bench_states_measure(patcher->editor, &patches->states)
                          : command_fail_result("the benchmark", result, NULL);
}

int bench_patches_measure(const struct bench_ground *ground, const struct bench_patches_def *def,
                          struct bench_patches *patches) {
  struct game_map map;
  *patches = (struct bench_patches){0};
  int code = read_source(ground, def->map, &map);
  if (code != EXIT_DONE) {
    return code;
  }
  struct bench_editor editor = {.ground = ground, .random = def->seed};
  struct patcher patcher = {.editor = &editor, .source = &map.floors[0], .side = BENCH_PATCH_CELLS};
  const int32_t sides[2] = {map.floors[0].width, map.floors[0].height};
  for (int i = 0; i < 2; i++) {
    patcher.side = sides[i] < patcher.side ? sides[i] : patcher.side;
  }
  code = measure(&patcher, def, patches);
  bench_editor_replace(&editor, NULL);
  free(patcher.edits);
  free(patcher.stamps);
  game_map_free(&map);
  return code;
}
