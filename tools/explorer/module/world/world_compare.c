/* See world_compare.h. */
#include "tools/explorer/module/world/world_compare.h"

#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"

enum {
  MOST_SIDE = 128,
  MOST_PAIRS = 4096,
  PLACES = 4 * MOST_PAIRS, /* of pairs, by their hash */
  PAIR_NUMBERS = 5,
  MOST_REGIONS = 64
};

static struct {
  uint16_t *counts; /* a region */
  uint32_t regions, at, differing;
  double cells;
  double pairs[PAIR_NUMBERS * MOST_PAIRS];
  uint16_t place[PLACES]; /* the number of a pair, plus 1; 0: none */
  uint32_t pair_count;
  double left_out; /* runs of cells of further pairs */
  double heaviest[2 * MOST_REGIONS];
} compared;

static uint32_t values[4][MOST_SIDE * MOST_SIDE];

EXPLORER_CALL(world_compare_end) void world_compare_end(void) {
  module_release(compared.counts, compared.regions * (uint32_t)sizeof *compared.counts);
  compared.counts = NULL;
  compared.regions = 0;
}

static bool have_same_floors(const ovl_world *one, const ovl_world *two, int32_t floors) {
  for (int32_t i = 0; i < floors; i++) {
    ovl_floor_info a;
    ovl_floor_info b;
    ovl_world_floor(one, i, &a);
    ovl_world_floor(two, i, &b);
    if (a.corner.x != b.corner.x || a.corner.y != b.corner.y || a.width != b.width ||
        a.height != b.height || a.graph != b.graph) {
      return false;
    }
  }
  return true;
}

/* Begins to compare: 0: the worlds have other origins, sides, regions or floors, or there is no
 * memory. */
EXPLORER_CALL(world_compare_begin) int32_t world_compare_begin(void) {
  ovl_world_info a;
  ovl_world_info b;
  world_compare_end();
  if (world_at(0) == NULL || world_at(1) == NULL) {
    return 0;
  }
  ovl_world_describe(world_at(0), &a);
  ovl_world_describe(world_at(1), &b);
  if (a.floors != b.floors || a.partition.region_cells != b.partition.region_cells ||
      world_profile() >= b.profiles || !have_same_floors(world_at(0), world_at(1), a.floors)) {
    return 0;
  }
  compared.regions = (uint32_t)a.partition.regions_x * (uint32_t)a.partition.regions_y;
  const uint32_t bytes = compared.regions * (uint32_t)sizeof *compared.counts;
  compared.counts = module_allocate(bytes);
  if (compared.counts == NULL) {
    compared.regions = 0;
    return 0;
  }
  memset(compared.counts, 0, bytes);
  memset(compared.place, 0, sizeof compared.place);
  compared.at = compared.differing = compared.pair_count = 0;
  compared.cells = compared.left_out = 0;
  return 1;
}

/* Adds a run of cells that are in two islands; `cell` is the first of them. */
static void add_pair(uint32_t a, uint32_t b, ovl_cell cell) {
  uint32_t place = (a * 2654435761u ^ b * 2246822519u) % PLACES;
  while (compared.place[place] != 0) {
    double *pair = &compared.pairs[PAIR_NUMBERS * (compared.place[place] - 1)];
    if (pair[0] == a && pair[1] == b) {
      pair[2]++;
      return;
    }
    place = (place + 1) % PLACES;
  }
  if (compared.pair_count == MOST_PAIRS) {
    compared.left_out++;
    return;
  }
  double *pair = &compared.pairs[PAIR_NUMBERS * compared.pair_count++];
  compared.place[place] = (uint16_t)compared.pair_count;
  pair[0] = a;
  pair[1] = b;
  pair[2] = 1;
  const ovl_cell at = world_place_of(cell);
  pair[3] = at.x;
  pair[4] = at.y;
}

static ovl_result read_both(const ovl_region_info *info) {
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < 4 && result == OVL_OK; i++) {
    const ovl_cells cells = i < 2 ? OVL_CELLS_TERRAIN : OVL_CELLS_ISLAND;
    result = ovl_world_read_cells(world_at(i % 2), world_profile(), cells, info->corner, info->w,
                                  info->h, values[i], (size_t)info->w, NULL);
  }
  return result;
}

static ovl_result compare_region(uint32_t region) {
  ovl_region_info info;
  ovl_result result = ovl_world_region(world_at(0), world_profile(), (int32_t)region, &info, NULL);
  if (result == OVL_OK && info.w > 0 && info.h > 0) {
    result = read_both(&info);
  }
  if (result != OVL_OK) {
    return result;
  }
  uint32_t count = 0;
  uint32_t before[2] = {0, 0};
  for (int32_t i = 0; i < info.w * info.h; i++) {
    count += values[0][i] != values[1][i];
    const uint32_t a = values[2][i];
    const uint32_t b = values[3][i];
    if (a != 0 && b != 0 && (a != before[0] || b != before[1])) {
      add_pair(
          a, b,
          (ovl_cell){info.corner.x + i % info.w, info.corner.y + i / info.w, info.corner.floor});
    }
    before[0] = a;
    before[1] = b;
  }
  compared.cells += count;
  compared.differing += count != 0;
  compared.counts[region] = (uint16_t)count;
  return OVL_OK;
}

/* Compares up to `budget` more regions. Number 0: cells that differ so far, 1: regions with such
 * cells, 2: regions that are left, 3: runs of cells of pairs of islands that are left out, since
 * 4096 others are listed. An ovl_result. */
EXPLORER_CALL(world_compare_run) int32_t world_compare_run(int32_t budget) {
  ovl_result result = OVL_OK;
  while (budget > 0 && result == OVL_OK && compared.at < compared.regions) {
    result = compare_region(compared.at);
    compared.at += result == OVL_OK;
    budget--;
  }
  module_numbers()[0] = compared.cells;
  module_numbers()[1] = compared.differing;
  module_numbers()[2] = compared.regions - compared.at;
  module_numbers()[3] = compared.left_out;
  return (int32_t)result;
}

uint32_t world_compare_count(uint32_t region) {
  return region < compared.regions ? compared.counts[region] : 0;
}

/* Pairs of islands that share cells: the islands of both worlds, runs of shared cells, the
 * place of one of them, x and y; five doubles each. Number 0: how many. */
EXPLORER_CALL(world_compare_pairs) const double *world_compare_pairs(void) {
  module_numbers()[0] = compared.pair_count;
  return compared.pairs;
}

/* The 64 regions with the most cells that differ, in falling order: number and cells, two doubles
 * each. Number 0: how many. */
EXPLORER_CALL(world_compare_regions) const double *world_compare_regions(void) {
  uint32_t count = 0;
  for (uint32_t region = 0; region < compared.regions; region++) {
    const uint32_t cells = compared.counts[region];
    uint32_t at = count;
    while (at > 0 && compared.heaviest[2 * at - 1] < cells) {
      at--;
    }
    if (cells == 0 || at == MOST_REGIONS) {
      continue;
    }
    count += count < MOST_REGIONS;
    memmove(&compared.heaviest[2 * at + 2], &compared.heaviest[2 * at],
            (count - 1 - at) * 2 * sizeof *compared.heaviest);
    compared.heaviest[2 * at] = region;
    compared.heaviest[2 * at + 1] = cells;
  }
  module_numbers()[0] = count;
  return compared.heaviest;
}

ovl_result world_compare_cells(ovl_cell corner, int32_t w, int32_t h, const uint32_t *terrain,
                               uint32_t *out) {
  if (world_at(1) == NULL || compared.counts == NULL) {
    memset(out, 0, (size_t)w * (size_t)h * sizeof *out);
    return OVL_OK;
  }
  const ovl_result result = ovl_world_read_cells(world_at(1), world_profile(), OVL_CELLS_TERRAIN,
                                                 corner, w, h, out, (size_t)w, NULL);
  for (size_t i = 0; result == OVL_OK && i < (size_t)w * (size_t)h; i++) {
    out[i] = out[i] != terrain[i];
  }
  return result;
}
