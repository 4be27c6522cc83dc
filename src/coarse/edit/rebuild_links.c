/* Links that begin or end to serve, and layers that begin or end to be directed.
 *
 * What makes a layer directed is looked for where edits were made; only if all that is known to
 * have made it so is gone, everywhere. */
#include "coarse/edit/rebuild_links.h"

#include "coarse/blocks/directed.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Reading ------------------------------------------------------------------ */

static const uint8_t *links_now(const ovi_rebuild_work *work) {
  return work->edits.links != NULL ? work->edits.links : work->rebuild->shared->file.links;
}

bool ovi_work_read_links(ovi_rebuild_work *work) {
  const uint32_t count = work->rebuild->shared->link_count;
  if (count == 0) {
    return true;
  }
  ovl_link_def *links = ovi_work_take(work, count, sizeof(ovl_link_def));
  if (links == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *entry = links_now(work) + (uint64_t)i * OVI_LINK_BYTES;
    const ovi_map *map = &work->map;
    links[i] =
        (ovl_link_def){.from = ovi_map_from_plane(map, (int32_t)ovi_get_u32(entry),
                                                  (int32_t)ovi_get_u32(entry + 4)),
                       .to = ovi_map_from_plane(map, (int32_t)ovi_get_u32(entry + OVI_LINK_TO),
                                                (int32_t)ovi_get_u32(entry + OVI_LINK_TO + 4)),
                       .cost = ovi_get_u32(entry + OVI_LINK_COST),
                       .cost_back = ovi_get_u32(entry + OVI_LINK_COST_BACK),
                       .profiles = ovi_get_u32(entry + OVI_LINK_PROFILES),
                       .closed = (ovi_get_u32(entry + OVI_LINK_FLAGS) & OVI_LINK_CLOSED) != 0};
  }
  work->map.links = links;
  work->map.link_count = (int32_t)count;
  return true;
}

/* ---- Serving ------------------------------------------------------------------ */

/* The profiles that may stand on a cell of the plane, of those asked for. */
static uint32_t open_before(const ovi_rebuild_work *work, ovl_cell cell, uint32_t profiles) {
  uint32_t open = 0;
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    const bool asked = (profiles >> profile & 1u) != 0;
    const ovi_layer *layer = ovi_work_layer(work, profile);
    if (asked && ovi_layer_weight(layer, cell.x, cell.y) != 0) {
      open |= (uint32_t)1 << profile;
    }
  }
  return open;
}

static uint32_t open_now(const ovi_rebuild_work *work, ovl_cell cell, uint32_t profiles) {
  const uint32_t region = ovi_region_at(work->rebuild->layers, cell.x, cell.y);
  const ovi_site *site = ovi_sites_find(&work->sites, region);
  uint32_t open = open_before(work, cell, profiles);
  for (uint32_t profile = 0; site != NULL && profile < ovi_work_profiles(work); profile++) {
    const ovi_site_layer *layer = &site->layers[profile];
    const uint32_t bit = (uint32_t)1 << profile;
    if ((profiles & bit) != 0 && layer->moved) {
      const uint64_t *row = layer->draft->open[cell.y - site->place.y];
      open = ovi_get_bit(row, cell.x - site->place.x) != 0 ? open | bit : open & ~bit;
    }
  }
  return open;
}

/* The profiles that a link serves, were it open. */
typedef struct link_service {
  uint32_t before, now;
} link_service;

static link_service service_of(const ovi_rebuild_work *work, uint32_t number) {
  const ovi_link link = ovi_link_at(work->rebuild->layers, number);
  const uint32_t own = work->map.links[number].profiles;
  const uint32_t may = own != 0 ? own : UINT32_MAX;
  return (link_service){open_before(work, link.second, open_before(work, link.first, may)),
                        open_now(work, link.second, open_now(work, link.first, may))};
}

static bool was_closed(const ovi_rebuild_work *work, uint32_t number) {
  const uint8_t *entry = ovi_link_entry(work->rebuild->layers, number);
  return (ovi_get_u32(entry + OVI_LINK_FLAGS) & OVI_LINK_CLOSED) != 0;
}

/* The site of a link's end, or NULL. */
static ovi_site *end_site(const ovi_rebuild_work *work, uint32_t number, bool second) {
  return ovi_sites_find(&work->sites, ovi_link_region(work->rebuild->layers, number, second));
}

static bool is_moved(const ovi_rebuild_work *work, const ovi_site *site) {
  bool moved = false;
  for (uint32_t profile = 0; site != NULL && profile < ovi_work_profiles(work); profile++) {
    moved = moved || site->layers[profile].moved;
  }
  return moved;
}

static bool make_stale(ovi_rebuild_work *work, uint32_t number, bool second) {
  ovi_site *site =
      ovi_sites_make(&work->sites, ovi_link_region(work->rebuild->layers, number, second));
  if (site != NULL) {
    site->stale = true;
  }
  return site != NULL;
}

/* Makes both ends of a link stale if whom it serves is another; tells whom it would serve now. */
static bool look_at_link(ovi_rebuild_work *work, uint32_t number, uint32_t *would_serve) {
  const bool closed_before = was_closed(work, number);
  const bool closed_now = work->map.links[number].closed;
  if (closed_before == closed_now && !is_moved(work, end_site(work, number, false)) &&
      !is_moved(work, end_site(work, number, true))) {
    return true;
  }
  const link_service service = service_of(work, number);
  const uint32_t served = closed_now ? 0 : service.now;
  *would_serve |= service.now;
  return served == (closed_before ? 0 : service.before) ||
         (make_stale(work, number, false) && make_stale(work, number, true));
}

ovl_result ovi_work_place_links(ovi_rebuild_work *work) {
  const uint32_t count = work->rebuild->shared->link_count;
  ovi_directed *d = &work->directed;
  if (count == 0) {
    return OVL_OK;
  }
  d->served = ovi_work_take(work, count, sizeof(uint32_t));
  d->ends = ovi_work_take(work, 2 * (uint64_t)count, sizeof(ovi_link_end));
  d->begins =
      ovi_work_take(work, (uint64_t)ovi_region_count(work->rebuild->layers) + 2, sizeof(uint32_t));
  if (d->served == NULL || d->ends == NULL || d->begins == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count; i++) {
    const ovi_site *first = end_site(work, i, false);
    const ovi_site *second = end_site(work, i, true);
    const bool matters = (first != NULL && first->stale) || (second != NULL && second->stale);
    d->served[i] = matters && !work->map.links[i].closed ? service_of(work, i).now : 0;
  }
  ovi_directed_sort_ends(d, &work->map, work->rebuild->layers);
  return OVL_OK;
}

/* ---- Directedness ------------------------------------------------------------- */

/* A window that steps are looked at in, made when it is needed; NULL: no memory. */
static ovi_window *make_window(ovi_rebuild_work *work) {
  ovi_arena counted = {NULL, 0};
  ovi_window unused;
  ovi_window *window = ovi_work_take(work, 1, sizeof(ovi_window));
  ovi_map_steps_reserve(&unused, &counted, work->map.region_cells);
  ovi_arena cut = {ovi_work_take(work, counted.used, 1), 0};
  if (window == NULL || cut.block == NULL) {
    return NULL;
  }
  ovi_map_steps_reserve(window, &cut, work->map.region_cells);
  return window;
}

static bool link_read_around(ovi_rebuild_work *work, const ovi_region *place, uint32_t profile) {
  const int32_t reach = ovi_work_layer(work, profile)->profile.body_cells;
  const ovi_rectangle box = {place->x - 1, place->y - 1, place->x + place->w + reach,
                             place->y + place->h + reach};
  return ovi_sites_read(&work->sites, box);
}

/* Whether heights count now near what was edited, in a layer in which they did not. */
static ovl_result find_new_slopes(ovi_rebuild_work *work, uint32_t profile, bool *found) {
  ovi_window *window = NULL;
  const uint32_t count = work->sites.count;
  for (uint32_t i = 0; i < count && !*found; i++) {
    const ovi_site *site = work->sites.list[i];
    if (!site->layers[profile].sloped) {
      continue;
    }
    window = window != NULL ? window : make_window(work);
    if (window == NULL || !link_read_around(work, &site->place, profile)) {
      return OVL_NO_MEMORY;
    }
    *found = ovi_directed_has_steps(window, &work->map, (int32_t)profile, &site->place);
  }
  return OVL_OK;
}

/* Whether some region's block says so that was not moved, or some draft of one that was. */
static bool has_known_slopes(const ovi_rebuild_work *work, uint32_t profile) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_site *site = ovi_sites_find(&work->sites, id);
    const bool moved = site != NULL && site->layers[profile].moved;
    if (moved ? site->layers[profile].draft->stepped
              : (ovi_region_layer_block(layer, id)[OVI_LAYER_FLAGS] & OVI_FLAG_STEPPED) != 0) {
      return true;
    }
  }
  return false;
}

/* Looks at all steps of the world. */
static ovl_result find_slopes(ovi_rebuild_work *work, uint32_t profile, bool *found) {
  ovi_window *window = make_window(work);
  for (uint32_t id = 0; id < ovi_region_count(work->rebuild->layers) && !*found; id++) {
    const ovi_region place = ovi_region_place(work->rebuild->layers, id);
    if (window == NULL || !link_read_around(work, &place, profile)) {
      return OVL_NO_MEMORY;
    }
    *found = ovi_directed_has_steps(window, &work->map, (int32_t)profile, &place);
  }
  return OVL_OK;
}

/* Whether some link would serve a profile. */
static bool has_link(const ovi_rebuild_work *work, uint32_t profile) {
  for (uint32_t i = 0; i < work->rebuild->shared->link_count; i++) {
    if ((service_of(work, i).now >> profile & 1u) != 0) {
      return true;
    }
  }
  return false;
}

/* Whether something moved in a layer. */
static bool layer_moved(const ovi_rebuild_work *work, uint32_t profile) {
  bool moved = false;
  for (uint32_t i = 0; i < work->sites.count; i++) {
    moved = moved || work->sites.list[i]->layers[profile].moved;
  }
  return moved;
}

static ovl_result find_layer(ovi_rebuild_work *work, uint32_t profile, uint32_t newly_served,
                             bool *directed) {
  const bool may_slope = ovi_directed_may_have_steps(&work->map, (int32_t)profile);
  *directed = ovi_work_layer(work, profile)->profile.is_directed;
  if (ovi_map_has_rule(&work->map, (int32_t)profile)) {
    return OVL_OK;
  }
  if (!*directed) {
    *directed = (newly_served >> profile & 1u) != 0;
    return *directed || !may_slope ? OVL_OK : find_new_slopes(work, profile, directed);
  }
  if (!layer_moved(work, profile) || has_link(work, profile) ||
      (may_slope && has_known_slopes(work, profile))) {
    return OVL_OK;
  }
  *directed = false;
  return may_slope ? find_slopes(work, profile, directed) : OVL_OK;
}

ovl_result ovi_work_find_directed(ovi_rebuild_work *work, uint32_t *directed) {
  uint32_t served = 0;
  for (uint32_t i = 0; i < work->rebuild->shared->link_count; i++) {
    if (!look_at_link(work, i, &served)) {
      return OVL_NO_MEMORY;
    }
  }
  *directed = 0;
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    bool is = false;
    const ovl_result result = find_layer(work, profile, served, &is);
    if (result != OVL_OK) {
      return result;
    }
    *directed |= (uint32_t)is << profile;
  }
  return OVL_OK;
}
