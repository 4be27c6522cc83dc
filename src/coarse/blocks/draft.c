/* Runs and local components of a region: connected-component labelling by runs
 * of open cells, joined with union-find (Rosenfeld and Pfaltz, 1966).
 *
 * Under every corner rule but the free one a legal diagonal step has a legal
 * detour of two straight steps, so straight contacts alone decide; under the
 * free rule runs that touch at a corner are joined too. */
#include "coarse/blocks/draft.h"

#include <string.h>

#include "coarse/blocks/directed.h"

static void place_steps(ovi_draft *draft, ovi_arena *arena, uint64_t side, bool asks_rule) {
  draft->breaks = ovi_arena_take(arena, side, sizeof(uint64_t[2]));
  draft->steps = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  draft->weak = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  if (asks_rule) {
    draft->exceptions = ovi_arena_take(arena, 8 * side * side, sizeof(ovi_draft_exception));
  }
}

void ovi_draft_reserve(ovi_draft *draft, ovi_arena *arena, const ovi_map *map, int32_t profile) {
  uint64_t side = (uint64_t)map->region_cells;
  *draft = (ovi_draft){.profile = profile, .directed = ovi_directed_has(map->directed, profile)};
  draft->open = ovi_arena_take(arena, side, sizeof(uint64_t[2]));
  draft->run_rows = ovi_arena_take(arena, side + 1, sizeof(uint16_t));
  uint64_t most_runs = draft->directed ? side * side : side * (side / 2 + 1);
  draft->run_components = ovi_arena_take(arena, most_runs, sizeof(uint16_t));
  if (draft->directed) {
    place_steps(draft, arena, side, ovi_map_asks_rule(map, profile));
  }
  /* Straight waypoints, and at most two slants beside each. */
  draft->ports[OVI_GROUP_E] = ovi_arena_take(arena, 3 * side, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_S] = ovi_arena_take(arena, 3 * side, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_SE] = ovi_arena_take(arena, 1, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_SW] = ovi_arena_take(arena, 1, sizeof(ovi_draft_port));
}

/* The next run of a row at or after bit *end: its first bit; sets *end past it.
 * Returns -1 if there is none. */
static int32_t next_run(const uint64_t row[2], int32_t w, int32_t *end) {
  int32_t x = *end;
  while (x < w && !ovi_get_bit(row, x)) {
    uint64_t ahead = row[x >> 6] >> (x & 63);
    x = ahead != 0 ? x + ovi_lowest_bit(ahead) : (x & ~63) + 64;
  }
  if (x >= w) {
    return -1;
  }
  int32_t begin = x;
  while (x < w && ovi_get_bit(row, x)) {
    uint64_t ahead = ~row[x >> 6] >> (x & 63);
    int32_t step = ahead != 0 ? ovi_lowest_bit(ahead) : 64;
    x = step < 64 - (x & 63) ? x + step : (x & ~63) + 64;
  }
  *end = x < w ? x : w;
  return begin;
}

static uint16_t find_root(uint16_t *parents, uint16_t run) {
  while (parents[run] != run) {
    parents[run] = parents[parents[run]];
    run = parents[run];
  }
  return run;
}

static void join(uint16_t *parents, uint16_t a, uint16_t b) {
  a = find_root(parents, a);
  b = find_root(parents, b);
  if (a < b) { /* the earlier run is the root, so roots come in reading order */
    parents[b] = a;
  } else {
    parents[a] = b;
  }
}

/* Joins the runs of row y with those of the row above that touch them. */
static void join_rows(ovi_draft *draft, int32_t y, int32_t reach) {
  const uint64_t *above = draft->open[y - 1];
  const uint64_t *here = draft->open[y];
  int32_t w = draft->place.w;
  int32_t above_end = 0;
  int32_t here_end = 0;
  int32_t above_begin = next_run(above, w, &above_end);
  int32_t here_begin = next_run(here, w, &here_end);
  uint16_t above_run = draft->run_rows[y - 1];
  uint16_t here_run = draft->run_rows[y];
  while (above_begin >= 0 && here_begin >= 0) {
    if (above_begin < here_end + reach && here_begin < above_end + reach) {
      join(draft->run_components, above_run, here_run);
    }
    if (above_end <= here_end) {
      above_begin = next_run(above, w, &above_end);
      above_run++;
    } else {
      here_begin = next_run(here, w, &here_end);
      here_run++;
    }
  }
}

static void read_open_cells(ovi_draft *draft, const ovi_map *map) {
  const ovi_region *place = &draft->place;
  uint64_t rows[OVI_MAP_ROWS][OVI_MAP_ROW_WORDS];
  ovi_map_open_rows(map, draft->profile, place->x, place->y, place->w, place->h, rows);
  for (int32_t y = 0; y < place->h; y++) {
    draft->open[y][0] = rows[y][0];
    draft->open[y][1] = rows[y][1];
  }
}

/* Joins all that touch. */
static void join_runs(ovi_draft *draft, const ovi_map *map) {
  uint16_t *parents = draft->run_components;
  uint16_t runs = 0;
  for (int32_t y = 0; y < draft->place.h; y++) {
    draft->run_rows[y] = runs;
    int32_t end = 0;
    while (next_run(draft->open[y], draft->place.w, &end) >= 0) {
      parents[runs] = runs;
      runs++;
    }
    if (y > 0) {
      join_rows(draft, y, map->profiles[draft->profile].corners == OVL_CORNERS_FREE ? 1 : 0);
    }
  }
  draft->run_rows[draft->place.h] = runs;
  /* A root comes before all that point to it, so it is numbered by then. */
  draft->components = 0;
  for (uint16_t run = 0; run < runs; run++) {
    uint16_t parent = parents[run];
    parents[run] = parent == run ? (uint16_t)draft->components++ : parents[parent];
  }
}

/* What follows from what is open. */
static void label_open(ovi_draft *draft, const ovi_map *map, ovi_draft_room *room, bool asks) {
  if (draft->directed) {
    ovi_draft_find_steps(draft, map, room, asks);
  }
  if (draft->stepped) {
    ovi_draft_join_steps(draft, room);
    return;
  }
  join_runs(draft, map);
  for (uint32_t i = 0; draft->directed && i < draft->components; i++) {
    draft->weak[i] = (uint16_t)i;
  }
}

void ovi_draft_label(ovi_draft *draft, const ovi_map *map, ovi_draft_room *room) {
  read_open_cells(draft, map);
  draft->exception_count = 0;
  label_open(draft, map, room, ovi_map_asks_rule(map, draft->profile));
}

void ovi_draft_label_known(ovi_draft *draft, const ovi_map *map, const ovi_layer *layer,
                           ovi_draft_room *room) {
  const ovi_region region = ovi_region_view(layer, draft->place.id);
  for (int32_t y = 0; y < draft->place.h; y++) {
    ovi_region_open_row(&region, y, draft->open[y]);
  }
  draft->exception_count = region.exceptions;
  for (uint32_t i = 0; i < region.exceptions; i++) {
    const uint8_t *entry = region.exception_list + 8 * (uint64_t)i;
    draft->exceptions[i] = (ovi_draft_exception){ovi_get_u32(entry), ovi_get_u32(entry + 4)};
  }
  label_open(draft, map, room, false);
}

uint32_t ovi_draft_component(const ovi_draft *draft, int32_t x, int32_t y) {
  const uint64_t *row = draft->open[y];
  uint64_t begins[2] = {row[0] & ~(row[0] << 1), row[1] & ~(row[1] << 1 | row[0] >> 63)};
  if (draft->directed) {
    begins[0] |= draft->breaks[y][0];
    begins[1] |= draft->breaks[y][1];
  }
  int32_t before = ovi_count_bits(begins[0] & ovi_low_bits(x + 1));
  if (x >= 64) {
    before += ovi_count_bits(begins[1] & ovi_low_bits(x - 63));
  }
  return draft->run_components[draft->run_rows[y] + before - 1];
}
