/* The list of sites, found by region, and their cells. */
#include "coarse/edit/sites.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- The list ---------------------------------------------------------------- */

enum { FIRST_SITES = 32 };

/* Makes the list twice as long; the old one is given back with all else. */
static bool sites_grow(ovi_sites *sites) {
  const uint32_t capacity = sites->capacity != 0 ? 2 * sites->capacity : FIRST_SITES;
  ovi_site **list = ovi_scratch_take(sites->scratch, capacity, sizeof(ovi_site *));
  if (list == NULL) {
    return false;
  }
  if (sites->count != 0) {
    memcpy(list, sites->list, sites->count * sizeof(ovi_site *));
  }
  sites->list = list;
  sites->capacity = capacity;
  return true;
}

void ovi_sites_release(ovi_sites *sites) { ovi_number_map_release(&sites->numbers); }

ovi_site *ovi_sites_find(const ovi_sites *sites, uint32_t region) {
  const uint32_t *number = ovi_number_map_find(&sites->numbers, region);
  return number != NULL ? sites->list[*number] : NULL;
}

static ovi_site *add_site(ovi_sites *sites, uint32_t region) {
  const uint32_t profiles = sites->shared->profile_count;
  if (sites->count == sites->capacity && !sites_grow(sites)) {
    return NULL;
  }
  ovi_site *site = ovi_scratch_take(sites->scratch, 1, sizeof(ovi_site));
  ovi_site_layer *layers = ovi_scratch_take(sites->scratch, profiles, sizeof(ovi_site_layer));
  if (site == NULL || layers == NULL) {
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
  *number = sites->count;
  sites->list[sites->count++] = site;
  return site;
}

ovi_site *ovi_sites_make(ovi_sites *sites, uint32_t region) {
  ovi_site *site = ovi_sites_find(sites, region);
  return site != NULL ? site : add_site(sites, region);
}

ovi_rectangle ovi_sites_regions(const ovi_sites *sites, ovi_rectangle box) {
  const ovi_shared *shared = sites->shared;
  box = ovi_rectangle_common(box, (ovi_rectangle){0, 0, shared->plane.width, shared->plane.height});
  return ovi_rectangle_is_empty(box) ? (ovi_rectangle){0, 0, 0, 0}
                                     : ovi_rectangle_squares(box, shared->plane.region_cells);
}

/* ---- Cells ------------------------------------------------------------------- */

static uint64_t cells_of(const ovi_site *site) {
  return (uint64_t)site->place.w * (uint64_t)site->place.h;
}

bool ovi_site_add_extra(ovi_sites *sites, ovi_site *site, uint32_t profile) {
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

/* What cells weigh beyond their terrain, of all profiles to whom some do. */
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

/* A copy of so many bytes; of NULL, NULL. False: no memory. */
static bool keep(ovi_sites *sites, void **to, const void *from, uint64_t bytes) {
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
  uint8_t **extra = ovi_scratch_take(sites->scratch, profiles, sizeof(uint8_t *));
  if (extra == NULL || !ovi_site_read(sites, site) ||
      !keep(sites, &terrain, site->cells.terrain, cells) ||
      !keep(sites, &heights, site->cells.heights, cells * sizeof(uint16_t))) {
    return false;
  }
  for (uint32_t profile = 0; profile < profiles; profile++) {
    void *kept;
    if (!keep(sites, &kept, site->cells.extra[profile], cells)) {
      return false;
    }
    extra[profile] = kept;
  }
  site->before = (ovi_site_cells){terrain, heights, extra};
  site->edited = true;
  return true;
}

bool ovi_sites_read(ovi_sites *sites, ovi_rectangle box) {
  const ovi_rectangle regions = ovi_sites_regions(sites, box);
  for (int32_t ry = regions.y0; ry < regions.y1; ry++) {
    for (int32_t rx = regions.x0; rx < regions.x1; rx++) {
      ovi_site *site = ovi_sites_make(sites, (uint32_t)(ry * sites->shared->plane.regions_x + rx));
      if (site == NULL || !ovi_site_read(sites, site)) {
        return false;
      }
    }
  }
  return true;
}

/* ---- As a source of cells ----------------------------------------------------- */

/* Cells of a row that lie in one site. */
typedef struct stretch {
  const ovi_site *site;
  uint32_t first; /* of the site's cells */
  int32_t count;
} stretch;

static stretch stretch_at(const ovi_sites *sites, int32_t x, int32_t y, int32_t w) {
  const ovi_site *site = ovi_sites_find(sites, ovi_region_at(sites->layers, x, y));
  const int32_t left = site->place.x + site->place.w - x;
  return (stretch){site, (uint32_t)((y - site->place.y) * site->place.w + x - site->place.x),
                   left < w ? left : w};
}

static void read_terrain(const void *user, int32_t x, int32_t y, int32_t w, uint8_t *out) {
  while (w > 0) {
    const stretch s = stretch_at(user, x, y, w);
    memcpy(out, s.site->cells.terrain + s.first, (size_t)s.count);
    x += s.count;
    out += s.count;
    w -= s.count;
  }
}

static void read_heights(const void *user, int32_t x, int32_t y, int32_t w, uint16_t *out) {
  while (w > 0) {
    const stretch s = stretch_at(user, x, y, w);
    const uint16_t *heights = s.site->cells.heights;
    if (heights != NULL) {
      memcpy(out, heights + s.first, (size_t)s.count * sizeof(uint16_t));
    } else {
      memset(out, 0, (size_t)s.count * sizeof(uint16_t));
    }
    x += s.count;
    out += s.count;
    w -= s.count;
  }
}

static void add_extra(const void *user, int32_t profile, int32_t x, int32_t y, int32_t w,
                      uint8_t *weights) {
  while (w > 0) {
    const stretch s = stretch_at(user, x, y, w);
    const uint8_t *extra = s.site->cells.extra[profile];
    for (int32_t i = 0; extra != NULL && i < s.count; i++) {
      weights[i] = weights[i] != 0 ? (uint8_t)(weights[i] + extra[s.first + (uint32_t)i]) : 0;
    }
    x += s.count;
    weights += s.count;
    w -= s.count;
  }
}

ovi_cell_source ovi_sites_source(const ovi_sites *sites) {
  return (ovi_cell_source){read_terrain, read_heights, add_extra, sites};
}
