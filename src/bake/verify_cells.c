/* Reads the regions of a world into a table that is indexed by column and row modulo its height. */
#include "bake/verify_cells.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

static uint64_t verify_places(const ovi_verify_cells *cells) {
  const ovi_plane *plane = &cells->shared->plane;
  const int32_t rows = plane->regions_y < OVI_VERIFY_BANDS ? plane->regions_y : OVI_VERIFY_BANDS;
  return (uint64_t)plane->regions_x * (uint64_t)rows;
}

/* The cells of one place. */
static uint64_t verify_place_cells(const ovi_verify_cells *cells) {
  return (uint64_t)cells->shared->plane.region_cells * (uint64_t)cells->shared->plane.region_cells;
}

static void reserve_cells(void *user, ovi_arena *arena) {
  ovi_verify_cells *cells = user;
  const uint64_t places = verify_places(cells);
  const uint64_t all = places * verify_place_cells(cells);
  cells->held = ovi_arena_take(arena, places, sizeof(uint32_t));
  cells->extras = ovi_arena_take(arena, places, sizeof(uint32_t));
  cells->terrain = ovi_arena_take(arena, all, sizeof(uint8_t));
  cells->heights = cells->shared->has_heights ? ovi_arena_take(arena, all, sizeof(uint16_t)) : NULL;
}

ovl_result ovi_verify_cells_begin(ovi_verify_cells *cells, const ovi_shared *shared,
                                  const ovi_layer *layers, const ovl_allocator *allocator) {
  *cells = (ovi_verify_cells){.shared = shared, .layers = layers, .allocator = allocator};
  if (!ovi_memory_take(&cells->memory, allocator, reserve_cells, cells)) {
    return OVL_NO_MEMORY;
  }
  memset(cells->held, 0, (size_t)verify_places(cells) * sizeof(uint32_t));
  return OVL_OK;
}

void ovi_verify_cells_release(ovi_verify_cells *cells) {
  const uint64_t all = cells->shared != NULL ? verify_places(cells) * verify_place_cells(cells) : 0;
  for (uint32_t profile = 0; profile < OVL_MAX_PROFILES; profile++) {
    ovi_release(cells->allocator, cells->extra[profile], all);
    cells->extra[profile] = NULL;
  }
  ovi_memory_release(&cells->memory);
}

/* ---- Reading regions -------------------------------------------------------------------- */

/* Reads the extra costs of a region for one profile to its place. False: no memory. */
static bool read_place_extra(ovi_verify_cells *cells, uint32_t profile, uint32_t region,
                             uint64_t place) {
  const ovi_layer *layer = &cells->layers[profile];
  const ovi_region view = ovi_region_view(layer, region);
  const uint64_t first = place * verify_place_cells(cells);
  if (!ovi_region_may_have_extra(layer, &view)) {
    return true;
  }
  if (cells->extra[profile] == NULL) {
    cells->extra[profile] =
        ovi_allocate(cells->allocator, verify_places(cells) * verify_place_cells(cells));
  }
  if (cells->extra[profile] == NULL) {
    return false;
  }
  const bool has =
      ovi_region_read_extra(layer, &view, cells->terrain + first, cells->extra[profile] + first);
  cells->extras[place] |= (uint32_t)has << profile;
  return true;
}

/* Reads the cells of a region to its place. False: no memory. */
static bool read_place(ovi_verify_cells *cells, uint32_t region, uint64_t place) {
  const ovi_region view = ovi_region_view(cells->layers, region);
  const uint64_t first = place * verify_place_cells(cells);
  bool fits = true;
  cells->extras[place] = 0;
  ovi_region_read_terrain(&view, cells->terrain + first);
  if (cells->heights != NULL && view.cells.heights != NULL) {
    ovi_region_read_heights(&view, cells->heights + first);
  } else if (cells->heights != NULL) {
    memset(cells->heights + first, 0, (size_t)verify_place_cells(cells) * sizeof(uint16_t));
  }
  for (uint32_t profile = 0; profile < cells->shared->profile_count && fits; profile++) {
    fits = read_place_extra(cells, profile, region, place);
  }
  cells->held[place] = fits ? region + 1 : 0;
  return fits;
}

/* Holds a region, if it can be read. False: no memory. */
static bool hold_cells(ovi_verify_cells *cells, uint32_t region) {
  const uint64_t place = region % verify_places(cells);
  if (cells->held[place] == region + 1) {
    return true;
  }
  const bool is_there = ovi_layer_has_block(cells->layers, ovi_region_block(cells->layers, region));
  const bool fits = !is_there || read_place(cells, region, place);
  ovi_layer_unpin(cells->layers);
  return fits;
}

ovl_result ovi_verify_cells_load(ovi_verify_cells *cells, int32_t band) {
  const ovi_plane *plane = &cells->shared->plane;
  const int32_t first = band > OVI_VERIFY_BANDS_ABOVE ? band - OVI_VERIFY_BANDS_ABOVE : 0;
  const int32_t behind = band - OVI_VERIFY_BANDS_ABOVE + OVI_VERIFY_BANDS;
  const int32_t last = behind < plane->regions_y ? behind : plane->regions_y;
  const uint32_t end = (uint32_t)(last * plane->regions_x);
  ovl_result result = OVL_OK;
  for (uint32_t region = (uint32_t)(first * plane->regions_x); region < end; region++) {
    if (!hold_cells(cells, region)) {
      return OVL_NO_MEMORY;
    }
    const ovl_result outcome = ovi_layer_outcome(cells->layers);
    if (outcome != result) { /* a region that is wrong outweighs those that are late */
      result = outcome;
      cells->region = region;
    }
  }
  return result;
}

/* ---- The source ------------------------------------------------------------------------- */

/* A run of cells of a row that lies in one region. */
typedef struct verify_run {
  uint64_t place;
  uint64_t first; /* in the arrays of all places */
  int32_t count;
} verify_run;

static verify_run verify_run_at(const ovi_verify_cells *cells, int32_t x, int32_t y, int32_t w) {
  const uint32_t region = ovi_region_at(cells->layers, x, y);
  const uint64_t place = region % verify_places(cells);
  const ovi_region at = ovi_region_place(cells->layers, region);
  const int32_t rest = at.x + at.w - x;
  return (verify_run){place,
                      place * verify_place_cells(cells) + (uint64_t)((y - at.y) * at.w + x - at.x),
                      rest < w ? rest : w};
}

static void verify_terrain(const void *user, int32_t x, int32_t y, int32_t w, uint8_t *out) {
  const ovi_verify_cells *cells = user;
  while (w > 0) {
    const verify_run run = verify_run_at(cells, x, y, w);
    memcpy(out, cells->terrain + run.first, (size_t)run.count);
    x += run.count;
    out += run.count;
    w -= run.count;
  }
}

static void verify_heights(const void *user, int32_t x, int32_t y, int32_t w, uint16_t *out) {
  const ovi_verify_cells *cells = user;
  if (cells->heights == NULL) {
    memset(out, 0, (size_t)w * sizeof(uint16_t));
    return;
  }
  while (w > 0) {
    const verify_run run = verify_run_at(cells, x, y, w);
    memcpy(out, cells->heights + run.first, (size_t)run.count * sizeof(uint16_t));
    x += run.count;
    out += run.count;
    w -= run.count;
  }
}

static void verify_add_extra(const void *user, int32_t profile, int32_t x, int32_t y, int32_t w,
                             uint8_t *weights) {
  const ovi_verify_cells *cells = user;
  while (w > 0) {
    const verify_run run = verify_run_at(cells, x, y, w);
    const bool has = (cells->extras[run.place] >> profile & 1u) != 0;
    const uint8_t *extra = has ? cells->extra[profile] + run.first : NULL;
    for (int32_t i = 0; has && i < run.count; i++) {
      weights[i] = weights[i] != 0 ? (uint8_t)(weights[i] + extra[i]) : 0;
    }
    x += run.count;
    weights += run.count;
    w -= run.count;
  }
}

ovi_cell_source ovi_verify_cells_source(const ovi_verify_cells *cells) {
  return (ovi_cell_source){verify_terrain, verify_heights, verify_add_extra, cells};
}
