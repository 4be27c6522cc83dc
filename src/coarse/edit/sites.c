/* Keeps sites in a list with a hash map by region, and their cells in scratch memory. */
#include "coarse/edit/sites.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- The list ---------------------------------------------------------------- */

ovi_site *ovi_sites_find(const ovi_sites *sites, uint32_t region) {
  const uint32_t *number = ovi_number_map_find(&sites->numbers, region);
  return number != NULL ? ovi_site_at(sites, *number) : NULL;
}

ovi_site *ovi_sites_make(ovi_sites *sites, uint32_t region) {
  const uint32_t profiles = sites->shared->profile_count;
  ovi_site *site = ovi_sites_find(sites, region);
  if (site != NULL) {
    return site;
  }
  site = ovi_scratch_take(sites->scratch, 1, sizeof(ovi_site));
  ovi_site_layer *layers = ovi_scratch_take(sites->scratch, profiles, sizeof(ovi_site_layer));
  if (site == NULL || layers == NULL || ovi_buffer_add(&sites->list, sizeof(ovi_site *)) == NULL) {
    return NULL;
  }
  uint32_t *number = ovi_number_map_add(&sites->numbers, region);
  if (number == NULL) {
    return NULL;
  }
  *site = (ovi_site){.place = ovi_region_place(sites->layers, region), .layers = layers};
  for (uint32_t profile = 0; profile < profiles; profile++) {
    layers[profile] = (ovi_site_layer){.site = site};
  }
  OVI_ASSERT(region < ovi_region_count(sites->layers) && *number == OVI_NO_VALUE);
  *number = sites->count;
  ((ovi_site **)(void *)sites->list.bytes)[sites->count++] = site;
  return site;
}

ovi_rectangle ovi_sites_regions(const ovi_sites *sites, ovi_rectangle box) {
  const ovi_shared *shared = sites->shared;
  box = ovi_rectangle_common(box, (ovi_rectangle){0, 0, shared->plane.width, shared->plane.height});
  return ovi_rectangle_is_empty(box) ? (ovi_rectangle){0, 0, 0, 0}
                                     : ovi_rectangle_squares(box, shared->plane.region_cells);
}

ovi_site *ovi_sites_make_nth(ovi_sites *sites, ovi_rectangle regions, uint32_t i) {
  OVI_ASSERT(i < ovi_sites_count(regions));
  const uint32_t columns = (uint32_t)(regions.x1 - regions.x0);
  const uint32_t rx = (uint32_t)regions.x0 + i % columns;
  const uint32_t ry = (uint32_t)regions.y0 + i / columns;
  return ovi_sites_make(sites, ry * (uint32_t)sites->shared->plane.regions_x + rx);
}

/* ---- Cells ------------------------------------------------------------------- */

static uint64_t cells_of(const ovi_site *site) {
  return (uint64_t)site->place.w * (uint64_t)site->place.h;
}

bool ovi_site_add_extra(ovi_sites *sites, ovi_site *site, uint32_t profile) {
  OVI_ASSERT(site->cells.extra[profile] == NULL);
  uint8_t *extra = ovi_scratch_take(sites->scratch, cells_of(site), sizeof(uint8_t));
  if (extra != NULL) {
    memset(extra, 0, (size_t)cells_of(site));
    site->cells.extra[profile] = extra;
  }
  return extra != NULL;
}

bool ovi_site_add_heights(ovi_sites *sites, ovi_site *site) {
  site->cells.heights = ovi_scratch_take(sites->scratch, cells_of(site), sizeof(uint16_t));
  if (site->cells.heights != NULL) {
    memset(site->cells.heights, 0, (size_t)cells_of(site) * sizeof(uint16_t));
  }
  return site->cells.heights != NULL;
}

/* Reads the extra costs of cells, for all profiles that have some. False: no memory. */
static bool read_extras(ovi_sites *sites, ovi_site *site) {
  uint8_t *spare = NULL;
  for (uint32_t profile = 0; profile < sites->shared->profile_count; profile++) {
    const ovi_layer *layer = &sites->layers[profile];
    const ovi_region view = ovi_region_view(layer, site->place.id);
    site->cells.extra[profile] = NULL;
    if (!ovi_region_may_have_extra(layer, &view)) {
      continue;
    }
    spare =
        spare != NULL ? spare : ovi_scratch_take(sites->scratch, cells_of(site), sizeof(uint8_t));
    if (spare == NULL) {
      return false;
    }
    if (ovi_region_read_extra(layer, &view, site->cells.terrain, spare)) {
      site->cells.extra[profile] = spare;
      spare = NULL;
    }
  }
  return true;
}

bool ovi_site_read(ovi_sites *sites, ovi_site *site) {
  if (site->cells.terrain != NULL) {
    return true;
  }
  const ovi_region view = ovi_region_view(sites->layers, site->place.id);
  if (!ovi_layer_has_block(sites->layers, view.block)) {
    return false;
  }
  site->cells.extra =
      ovi_scratch_take(sites->scratch, sites->shared->profile_count, sizeof(uint8_t *));
  uint8_t *terrain = ovi_scratch_take(sites->scratch, cells_of(site), sizeof(uint8_t));
  if (site->cells.extra == NULL || terrain == NULL ||
      (view.cells.heights != NULL && !ovi_site_add_heights(sites, site))) {
    return false;
  }
  site->cells.terrain = terrain;
  ovi_region_read_terrain(&view, terrain);
  if (view.cells.heights != NULL) {
    ovi_region_read_heights(&view, site->cells.heights);
  }
  return read_extras(sites, site);
}

/* Sets *to to a copy of some bytes, or to NULL if `from` is. False: no memory. */
static bool sites_copy(ovi_sites *sites, void **to, const void *from, uint64_t bytes) {
  *to = NULL;
  if (from == NULL) {
    return true;
  }
  *to = ovi_scratch_take(sites->scratch, bytes, 1);
  if (*to != NULL) {
    memcpy(*to, from, (size_t)bytes);
  }
  return *to != NULL;
}

bool ovi_site_begin_edits(ovi_sites *sites, ovi_site *site) {
  const uint64_t cells = cells_of(site);
  const uint32_t profiles = sites->shared->profile_count;
  void *terrain;
  void *heights;
  if (site->edited) {
    return true;
  }
  OVI_ASSERT(site->before.terrain == NULL);
  uint8_t **extra = ovi_scratch_take(sites->scratch, profiles, sizeof(uint8_t *));
  if (extra == NULL || !ovi_site_read(sites, site) ||
      !sites_copy(sites, &terrain, site->cells.terrain, cells) ||
      !sites_copy(sites, &heights, site->cells.heights, cells * sizeof(uint16_t))) {
    return false;
  }
  for (uint32_t profile = 0; profile < profiles; profile++) {
    void *copy;
    if (!sites_copy(sites, &copy, site->cells.extra[profile], cells)) {
      return false;
    }
    extra[profile] = copy;
  }
  site->before = (ovi_site_cells){terrain, heights, extra};
  site->edited = true;
  return true;
}

bool ovi_sites_read(ovi_sites *sites, ovi_rectangle box) {
  const ovi_rectangle regions = ovi_sites_regions(sites, box);
  bool are_read = true;
  for (uint32_t i = 0; are_read && i < ovi_sites_count(regions); i++) {
    ovi_site *site = ovi_sites_make_nth(sites, regions, i);
    are_read = site != NULL && ovi_site_read(sites, site);
  }
  return are_read;
}

ovl_result ovi_sites_read_all(ovi_sites *sites, ovi_progress *progress) {
  const uint32_t count = ovi_region_count(sites->layers);
  ovl_result result = OVL_OK;
  ovi_progress_expect(progress, count);
  ovi_layer_begin_pass(sites->layers);
  for (uint32_t id = 0; result == OVL_OK && id < count; id++) {
    ovi_site *site = ovi_sites_make(sites, id);
    result = site != NULL && ovi_site_read(sites, site) ? ovi_progress_add_item(progress, id, count)
                                                        : OVL_NO_MEMORY;
    ovi_layer_unpin(sites->layers);
  }
  ovi_layer_end_pass(sites->layers);
  return result;
}

/* ---- As a source of cells ----------------------------------------------------- */

/* A run of cells of a row that lies in one site. */
typedef struct cell_run {
  const ovi_site *site;
  uint32_t first; /* index among the site's cells */
  int32_t count;
} cell_run;

static cell_run run_at(const ovi_sites *sites, int32_t x, int32_t y, int32_t w) {
  const ovi_site *site = ovi_sites_find(sites, ovi_region_at(sites->layers, x, y));
  const int32_t rest = site->place.x + site->place.w - x;
  OVI_ASSERT(rest > 0 && site->cells.terrain != NULL);
  return (cell_run){site, (uint32_t)((y - site->place.y) * site->place.w + x - site->place.x),
                    rest < w ? rest : w};
}

static void read_terrain(const void *user, int32_t x, int32_t y, int32_t w, uint8_t *out) {
  while (w > 0) {
    const cell_run run = run_at(user, x, y, w);
    memcpy(out, run.site->cells.terrain + run.first, (size_t)run.count);
    x += run.count;
    out += run.count;
    w -= run.count;
  }
}

static void read_heights(const void *user, int32_t x, int32_t y, int32_t w, uint16_t *out) {
  while (w > 0) {
    const cell_run run = run_at(user, x, y, w);
    const uint16_t *heights = run.site->cells.heights;
    if (heights != NULL) {
      memcpy(out, heights + run.first, (size_t)run.count * sizeof(uint16_t));
    } else {
      memset(out, 0, (size_t)run.count * sizeof(uint16_t));
    }
    x += run.count;
    out += run.count;
    w -= run.count;
  }
}

static void add_extra(const void *user, int32_t profile, int32_t x, int32_t y, int32_t w,
                      uint8_t *weights) {
  while (w > 0) {
    const cell_run run = run_at(user, x, y, w);
    const uint8_t *extra = run.site->cells.extra[profile];
    for (int32_t i = 0; extra != NULL && i < run.count; i++) {
      weights[i] = weights[i] != 0 ? (uint8_t)(weights[i] + extra[run.first + (uint32_t)i]) : 0;
    }
    x += run.count;
    weights += run.count;
    w -= run.count;
  }
}

ovi_cell_source ovi_sites_source(const ovi_sites *sites) {
  return (ovi_cell_source){read_terrain, read_heights, add_extra, sites};
}
