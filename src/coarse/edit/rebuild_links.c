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

ovl_result ovi_work_read_links(ovi_rebuild *work) {
  const uint32_t count = work->input.shared->link_count;
  if (count == 0) {
    return OVL_OK;
  }
  ovl_link_def *links = ovi_work_allocate(work, count, sizeof(ovl_link_def));
  if (links == NULL) {
    return OVL_NO_MEMORY;
  }
  const uint8_t *now = work->links != NULL ? work->links : work->input.shared->file.links;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *entry = now + (uint64_t)i * OVI_LINK_BYTES;
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
  return OVL_OK;
}

/* ---- Serving ------------------------------------------------------------------ */

/* The profiles, of those in `profiles`, to which a cell of the plane was open before the edits. */
static uint32_t open_before(const ovi_rebuild *work, ovl_cell cell, uint32_t profiles) {
  uint32_t open = 0;
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    const ovi_layer *layer = &work->input.layers[profile];
    if ((profiles >> profile & 1u) != 0 && ovi_layer_weight(layer, cell.x, cell.y) != 0) {
      open |= (uint32_t)1 << profile;
    }
  }
  return open;
}

/* The profiles, of those in `profiles`, to which a cell is open after the edits. Changed sites must
 * have their drafts. */
static uint32_t open_now(const ovi_rebuild *work, ovl_cell cell, uint32_t profiles) {
  const uint32_t region = ovi_region_at(work->input.layers, cell.x, cell.y);
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

/* The profiles that a link would serve, from those that can stand at both of its ends. */
static link_service service_of(const ovi_rebuild *work, uint32_t number) {
  const ovi_link link = ovi_link_at(work->input.layers, number);
  const uint32_t own = work->map.links[number].profiles;
  const uint32_t allowed = own != 0 ? own : UINT32_MAX;
  return (link_service){open_before(work, link.second, open_before(work, link.first, allowed)),
                        open_now(work, link.second, open_now(work, link.first, allowed))};
}

/* The site of a link's end. NULL: there is none. */
static ovi_site *end_site(const ovi_rebuild *work, uint32_t number, bool second) {
  return ovi_sites_find(&work->sites, ovi_link_region(work->input.layers, number, second));
}

/* If the profiles that a link serves may have changed, adds those that it would serve if it were
 * open to work->served; if they did, makes the sites of both of its ends stale. */
ovl_result ovi_work_find_links(ovi_rebuild *work) {
  const ovi_layer *layers = work->input.layers;
  const uint32_t count = work->input.shared->link_count;
  ovl_result result = OVL_OK;
  ovi_layer_begin_pass(layers);
  for (uint32_t i = 0; result == OVL_OK && i < count; i++) {
    const uint32_t flags = ovi_get_u32(ovi_link_entry(layers, i) + OVI_LINK_FLAGS);
    const bool closed_before = (flags & OVI_LINK_CLOSED) != 0;
    const bool closed_now = work->map.links[i].closed;
    if (closed_before != closed_now || ovi_work_site_is_changed(work, end_site(work, i, false)) ||
        ovi_work_site_is_changed(work, end_site(work, i, true))) {
      const link_service service = service_of(work, i);
      const uint32_t served_before = closed_before ? 0 : service.before;
      const uint32_t served_now = closed_now ? 0 : service.now;
      work->served |= service.now;
      for (int end = 0; served_now != served_before && result == OVL_OK && end < 2; end++) {
        ovi_site *site = ovi_sites_make(&work->sites, ovi_link_region(layers, i, end != 0));
        if (site != NULL) {
          site->stale = true;
        }
        result = site != NULL ? OVL_OK : OVL_NO_MEMORY;
      }
    }
    result = result == OVL_OK ? ovi_work_pass(work, i, count) : result;
  }
  ovi_layer_end_pass(layers);
  return result;
}

ovl_result ovi_work_find_link_ends(ovi_rebuild *work) {
  const uint32_t count = work->input.shared->link_count;
  ovi_directed *directed = &work->directed;
  if (count == 0) {
    return OVL_OK;
  }
  directed->map = &work->map;
  directed->served = ovi_work_allocate(work, count, sizeof(uint32_t));
  directed->ends = ovi_work_allocate(work, 2 * (uint64_t)count, sizeof(ovi_link_end));
  directed->begins =
      ovi_work_allocate(work, (uint64_t)ovi_region_count(work->input.layers) + 2, sizeof(uint32_t));
  if (directed->served == NULL || directed->ends == NULL || directed->begins == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = OVL_OK;
  ovi_layer_begin_pass(work->input.layers);
  for (uint32_t i = 0; result == OVL_OK && i < count; i++) {
    const ovi_site *first = end_site(work, i, false);
    const ovi_site *second = end_site(work, i, true);
    const bool is_stale = (first != NULL && first->stale) || (second != NULL && second->stale);
    directed->served[i] = is_stale && !work->map.links[i].closed ? service_of(work, i).now : 0;
    result = ovi_work_pass(work, i, count);
  }
  ovi_layer_end_pass(work->input.layers);
  if (result == OVL_OK) {
    ovi_directed_sort_ends(directed);
  }
  return result;
}

/* ---- Directedness ------------------------------------------------------------- */

/* Finds whether some step of a region does not follow from weights after the edits. */
static ovl_result region_has_steps(ovi_rebuild *work, const ovi_region *place, uint32_t profile,
                                   bool *found) {
  ovi_draft_workspace *workspace = ovi_work_workspaces(work);
  if (workspace == NULL || !ovi_work_read_around(work, place, profile, 1)) {
    return OVL_NO_MEMORY;
  }
  *found = ovi_map_has_steps(&workspace->window, &work->map, (int32_t)profile, place);
  return OVL_OK;
}

/* Finds what keeps a layer directed, of three things in order: a link that would serve the profile
 * if it were open; a region that is known to have steps which do not follow from weights; and, if
 * there is none, a region that has some after the edits. */
static ovl_result find_reason(ovi_rebuild *work, uint32_t profile, bool *found) {
  const ovi_layer *layers = work->input.layers;
  const uint32_t links = work->input.shared->link_count;
  const bool may_have_steps = ovi_map_may_have_steps(&work->map, (int32_t)profile);
  const uint32_t regions = may_have_steps ? ovi_region_count(layers) : 0;
  ovl_result result = OVL_OK;
  *found = false;
  ovi_layer_begin_pass(layers);
  for (uint32_t i = 0; result == OVL_OK && !*found && i < links; i++) {
    *found = (service_of(work, i).now >> profile & 1u) != 0;
    result = ovi_work_pass(work, i, links);
  }
  for (uint32_t id = 0; result == OVL_OK && !*found && id < regions; id++) {
    /* Its draft says so if the edits changed it, else its block. */
    const ovi_site *site = ovi_sites_find(&work->sites, id);
    const uint8_t *block = ovi_region_layer_block(ovi_work_layer(work, profile), id);
    *found = site != NULL && site->layers[profile].is_changed
                 ? site->layers[profile].draft->stepped
                 : (block[OVI_LAYER_FLAGS] & OVI_FLAG_STEPPED) != 0;
    result = ovi_work_pass(work, id, regions);
  }
  for (uint32_t id = 0; result == OVL_OK && !*found && id < regions; id++) {
    const ovi_region place = ovi_region_place(layers, id);
    result = region_has_steps(work, &place, profile, found);
    result = result == OVL_OK ? ovi_work_pass(work, id, regions) : result;
  }
  ovi_layer_end_pass(layers);
  return result;
}

/* Finds whether a layer is directed after the edits. */
static ovl_result find_layer(ovi_rebuild *work, uint32_t profile, bool *directed) {
  *directed = ovi_work_layer(work, profile)->profile.is_directed;
  if (ovi_map_has_rule(&work->map, (int32_t)profile)) {
    return OVL_OK;
  }
  if (*directed) {
    bool changed = false;
    for (uint32_t i = 0; i < work->sites.count; i++) {
      changed = changed || ovi_site_at(&work->sites, i)->layers[profile].is_changed;
    }
    return changed ? find_reason(work, profile, directed) : OVL_OK;
  }
  *directed = (work->served >> profile & 1u) != 0;
  if (!ovi_map_may_have_steps(&work->map, (int32_t)profile)) {
    return OVL_OK;
  }
  /* Steps of an undirected layer that do not follow from weights now are around edits. */
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < work->sites.count && !*directed; i++) {
    const ovi_site *site = ovi_site_at(&work->sites, i);
    if (site->layers[profile].may_have_steps) {
      result = region_has_steps(work, &site->place, profile, directed);
    }
  }
  return result;
}

ovl_result ovi_work_find_directed(ovi_rebuild *work) {
  ovl_result result = OVL_OK;
  uint32_t directed = 0; /* a bit for each profile whose layer is directed now */
  for (uint32_t profile = 0; result == OVL_OK && profile < ovi_work_profiles(work); profile++) {
    bool is_directed = false;
    result = find_layer(work, profile, &is_directed);
    directed |= is_directed ? 1U << profile : 0;
  }
  work->output.needs_bake = result == OVL_OK && directed != work->directed.profiles;
  return result;
}
