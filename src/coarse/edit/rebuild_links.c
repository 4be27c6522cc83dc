/* Finds changed links, and which layers are directed.
 *
 * The steps that make a layer directed are searched around edits; the whole map is searched only if
 * none of the steps and links that are known to make it directed remains. */
#include "coarse/edit/rebuild_links.h"

#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/edit/rebuild_drafts.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"

/* ---- Reading ------------------------------------------------------------------ */

static const uint8_t *links_now(const ovi_rebuild_work *work) {
  return work->edits.links != NULL ? work->edits.links : work->input->shared->file.links;
}

bool ovi_work_read_links(ovi_rebuild_work *work) {
  const uint32_t count = work->input->shared->link_count;
  if (count == 0) {
    return true;
  }
  ovl_link_def *links = ovi_work_allocate(work, count, sizeof(ovl_link_def));
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

/* The profiles, of those in `profiles`, to which a cell of the plane was open before the edits. */
static uint32_t open_before(const ovi_rebuild_work *work, ovl_cell cell, uint32_t profiles) {
  uint32_t open = 0;
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    const ovi_layer *layer = ovi_work_layer(work, profile);
    if ((profiles >> profile & 1u) != 0 && ovi_layer_weight(layer, cell.x, cell.y) != 0) {
      open |= (uint32_t)1 << profile;
    }
  }
  return open;
}

/* The profiles, of those in `profiles`, to which a cell is open after the edits. Changed sites must
 * have their drafts. */
static uint32_t open_now(const ovi_rebuild_work *work, ovl_cell cell, uint32_t profiles) {
  const uint32_t region = ovi_region_at(work->input->layers, cell.x, cell.y);
  const ovi_site *site = ovi_sites_find(&work->sites, region);
  uint32_t open = open_before(work, cell, profiles);
  for (uint32_t profile = 0; site != NULL && profile < ovi_work_profiles(work); profile++) {
    const ovi_site_layer *layer = &site->layers[profile];
    const uint32_t bit = (uint32_t)1 << profile;
    if ((profiles & bit) != 0 && layer->is_changed) {
      const uint64_t *row = layer->draft->open[cell.y - site->place.y];
      open = ovi_get_bit(row, cell.x - site->place.x) != 0 ? open | bit : open & ~bit;
    }
  }
  return open;
}

/* The profiles that a link would serve if it were open. */
typedef struct link_service {
  uint32_t before, now;
} link_service;

static link_service service_of(const ovi_rebuild_work *work, uint32_t number) {
  const ovi_link link = ovi_link_at(work->input->layers, number);
  const uint32_t own = work->map.links[number].profiles;
  const uint32_t allowed = own != 0 ? own : UINT32_MAX;
  return (link_service){open_before(work, link.second, open_before(work, link.first, allowed)),
                        open_now(work, link.second, open_now(work, link.first, allowed))};
}

static bool was_closed(const ovi_rebuild_work *work, uint32_t number) {
  const uint8_t *entry = ovi_link_entry(work->input->layers, number);
  return (ovi_get_u32(entry + OVI_LINK_FLAGS) & OVI_LINK_CLOSED) != 0;
}

/* The site of a link's end. NULL: there is none. */
static ovi_site *end_site(const ovi_rebuild_work *work, uint32_t number, bool second) {
  return ovi_sites_find(&work->sites, ovi_link_region(work->input->layers, number, second));
}

static bool site_is_changed(const ovi_rebuild_work *work, const ovi_site *site) {
  bool changed = false;
  for (uint32_t profile = 0; site != NULL && profile < ovi_work_profiles(work); profile++) {
    changed = changed || site->layers[profile].is_changed;
  }
  return changed;
}

static bool make_stale(ovi_rebuild_work *work, uint32_t number, bool second) {
  ovi_site *site =
      ovi_sites_make(&work->sites, ovi_link_region(work->input->layers, number, second));
  if (site != NULL) {
    site->stale = true;
  }
  return site != NULL;
}

/* Makes the sites of both ends of a link stale if the profiles that it serves changed. If they may
 * have changed, adds the profiles that it would serve if it were open to *would_serve. False: no
 * memory. */
static bool find_link_changes(ovi_rebuild_work *work, uint32_t number, uint32_t *would_serve) {
  const bool closed_before = was_closed(work, number);
  const bool closed_now = work->map.links[number].closed;
  if (closed_before == closed_now && !site_is_changed(work, end_site(work, number, false)) &&
      !site_is_changed(work, end_site(work, number, true))) {
    return true;
  }
  const link_service service = service_of(work, number);
  const uint32_t served = closed_now ? 0 : service.now;
  *would_serve |= service.now;
  return served == (closed_before ? 0 : service.before) ||
         (make_stale(work, number, false) && make_stale(work, number, true));
}

ovl_result ovi_work_find_link_ends(ovi_rebuild_work *work) {
  const uint32_t count = work->input->shared->link_count;
  ovi_directed *directed = &work->directed;
  if (count == 0) {
    return OVL_OK;
  }
  directed->served = ovi_work_allocate(work, count, sizeof(uint32_t));
  directed->ends = ovi_work_allocate(work, 2 * (uint64_t)count, sizeof(ovi_link_end));
  directed->begins = ovi_work_allocate(work, (uint64_t)ovi_region_count(work->input->layers) + 2,
                                       sizeof(uint32_t));
  if (directed->served == NULL || directed->ends == NULL || directed->begins == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count; i++) {
    const ovi_site *first = end_site(work, i, false);
    const ovi_site *second = end_site(work, i, true);
    const bool is_stale = (first != NULL && first->stale) || (second != NULL && second->stale);
    directed->served[i] = is_stale && !work->map.links[i].closed ? service_of(work, i).now : 0;
  }
  ovi_directed_sort_ends(directed, &work->map, work->input->layers);
  return OVL_OK;
}

/* ---- Directedness ------------------------------------------------------------- */

/* Allocates a window in which steps are examined. NULL: no memory. */
static ovi_window *make_window(ovi_rebuild_work *work) {
  ovi_arena counted = {NULL, 0};
  ovi_window unused;
  ovi_window *window = ovi_work_allocate(work, 1, sizeof(ovi_window));
  ovi_map_steps_reserve(&unused, &counted, work->map.plane.region_cells);
  ovi_arena cut = {ovi_work_allocate(work, counted.used, 1), 0};
  if (window == NULL || cut.block == NULL) {
    return NULL;
  }
  ovi_map_steps_reserve(window, &cut, work->map.plane.region_cells);
  return window;
}

/* Whether some step of a region does not follow from weights after the edits. Creates the window if
 * *window is NULL. */
static ovl_result region_has_steps(ovi_rebuild_work *work, ovi_window **window,
                                   const ovi_region *place, uint32_t profile, bool *found) {
  *window = *window != NULL ? *window : make_window(work);
  if (*window == NULL || !ovi_work_read_around(work, place, profile, 1)) {
    return OVL_NO_MEMORY;
  }
  *found = ovi_map_has_steps(*window, &work->map, (int32_t)profile, place);
  return OVL_OK;
}

/* Finds whether an undirected layer has steps now that do not follow from weights, which are then
 * around edits. */
static ovl_result find_new_steps(ovi_rebuild_work *work, uint32_t profile, bool *found) {
  ovi_window *window = NULL;
  const uint32_t count = work->sites.count;
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < count && !*found; i++) {
    const ovi_site *site = ovi_site_at(&work->sites, i);
    if (site->layers[profile].may_have_steps) {
      result = region_has_steps(work, &window, &site->place, profile, found);
    }
  }
  return result;
}

/* Whether the block of some unchanged region, or the draft of a changed one, has steps that do not
 * follow from weights. */
static bool has_known_steps(const ovi_rebuild_work *work, uint32_t profile) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_site *site = ovi_sites_find(&work->sites, id);
    const bool changed = site != NULL && site->layers[profile].is_changed;
    if (changed ? site->layers[profile].draft->stepped
                : (ovi_region_layer_block(layer, id)[OVI_LAYER_FLAGS] & OVI_FLAG_STEPPED) != 0) {
      return true;
    }
  }
  return false;
}

/* Finds whether a layer has steps that do not follow from weights, in all regions. */
static ovl_result find_steps(ovi_rebuild_work *work, uint32_t profile, bool *found) {
  ovi_window *window = NULL;
  ovl_result result = OVL_OK;
  const uint32_t regions = ovi_region_count(work->input->layers);
  for (uint32_t id = 0; result == OVL_OK && id < regions && !*found; id++) {
    const ovi_region place = ovi_region_place(work->input->layers, id);
    result = region_has_steps(work, &window, &place, profile, found);
  }
  return result;
}

/* Whether some link would serve a profile if it were open. */
static bool has_link(const ovi_rebuild_work *work, uint32_t profile) {
  for (uint32_t i = 0; i < work->input->shared->link_count; i++) {
    if ((service_of(work, i).now >> profile & 1u) != 0) {
      return true;
    }
  }
  return false;
}

/* Whether some site of a layer changed. */
static bool layer_is_changed(const ovi_rebuild_work *work, uint32_t profile) {
  bool changed = false;
  for (uint32_t i = 0; i < work->sites.count; i++) {
    changed = changed || ovi_site_at(&work->sites, i)->layers[profile].is_changed;
  }
  return changed;
}

/* Finds whether a layer is directed after the edits. `newly_served` has a bit for each profile that
 * a changed link would serve. */
static ovl_result find_layer(ovi_rebuild_work *work, uint32_t profile, uint32_t newly_served,
                             bool *directed) {
  const bool may_have_steps = ovi_map_may_have_steps(&work->map, (int32_t)profile);
  *directed = ovi_work_layer(work, profile)->profile.is_directed;
  if (ovi_map_has_rule(&work->map, (int32_t)profile)) {
    return OVL_OK;
  }
  if (!*directed) {
    *directed = (newly_served >> profile & 1u) != 0;
    return *directed || !may_have_steps ? OVL_OK : find_new_steps(work, profile, directed);
  }
  if (!layer_is_changed(work, profile) || has_link(work, profile) ||
      (may_have_steps && has_known_steps(work, profile))) {
    return OVL_OK;
  }
  *directed = false;
  return may_have_steps ? find_steps(work, profile, directed) : OVL_OK;
}

ovl_result ovi_work_find_directed(ovi_rebuild_work *work, uint32_t *directed) {
  uint32_t served = 0;
  for (uint32_t i = 0; i < work->input->shared->link_count; i++) {
    if (!find_link_changes(work, i, &served)) {
      return OVL_NO_MEMORY;
    }
  }
  *directed = 0;
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    bool is_directed = false;
    const ovl_result result = find_layer(work, profile, served, &is_directed);
    if (result != OVL_OK) {
      return result;
    }
    *directed |= (uint32_t)is_directed << profile;
  }
  return OVL_OK;
}
