/* The steps of a rebuild: edits the cells, finds the regions whose steps may have changed, makes
 * their drafts, chooses waypoints, and writes blocks. */
#include "coarse/edit/rebuild.h"

#include "coarse/blocks/map_steps.h"
#include "coarse/edit/rebuild_blocks.h"
#include "coarse/edit/rebuild_drafts.h"
#include "coarse/edit/rebuild_links.h"
#include "coarse/format/limits.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "overland_edit.h"

/* ---- The map ------------------------------------------------------------------ */

static bool read_floors(ovi_rebuild_work *work) {
  const ovi_shared *shared = work->input->shared;
  ovi_map *map = &work->map;
  map->floors = ovi_work_allocate(work, shared->floor_count, sizeof(ovi_map_floor));
  map->floor_count = map->floors != NULL ? (int32_t)shared->floor_count : 0;
  for (int32_t i = 0; i < map->floor_count; i++) {
    const uint8_t *entry = shared->file.floors + (uint64_t)i * OVI_FLOOR_BYTES;
    ovi_map_floor *floor = &map->floors[i];
    *floor = (ovi_map_floor){.def = {.width = (int32_t)ovi_get_u32(entry),
                                     .height = (int32_t)ovi_get_u32(entry + 4),
                                     .graph = ovi_get_u32(entry + 12) != 0},
                             .y = (int32_t)ovi_get_u32(entry + 8)};
    ovi_floor_size(&floor->def, &floor->w, &floor->h);
    floor->rows = floor->h;
  }
  return map->floors != NULL;
}

static bool read_profiles(ovi_rebuild_work *work) {
  ovi_map *map = &work->map;
  const uint32_t count = ovi_work_profiles(work);
  ovl_profile_def *profiles = ovi_work_allocate(work, count, sizeof(ovl_profile_def));
  if (profiles == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    const ovi_layer *layer = ovi_work_layer(work, i);
    profiles[i] = (ovl_profile_def){.corners = (ovl_corners)layer->profile.corners,
                                    .body_cells = layer->profile.body_cells,
                                    .climb = layer->profile.climb,
                                    .drop = layer->profile.drop,
                                    .climb_cost = layer->profile.climb_cost,
                                    .drop_cost = layer->profile.drop_cost};
    memcpy(profiles[i].weights, layer->profile.weights, sizeof(profiles[i].weights));
    work->directed.profiles |= (uint32_t)layer->profile.is_directed << i;
    map->rule.profiles |= (uint32_t)layer->profile.asks_rule << i;
  }
  map->profiles = profiles;
  map->profile_count = (int32_t)count;
  return true;
}

static ovl_result begin(ovi_rebuild_work *work, ovi_scratch *scratch) {
  const ovi_rebuild_input *input = work->input;
  ovi_map *map = &work->map;
  ovi_sites_begin(&work->sites, input->shared, input->layers, scratch);
  work->source = ovi_sites_source(&work->sites);
  work->workers = ovi_jobs_workers(input->jobs);
  map->source = &work->source;
  map->directed = &work->directed;
  map->plane = input->shared->plane;
  map->has_heights = input->shared->has_heights;
  map->most_rise = UINT16_MAX; /* an upper bound */
  if (!read_floors(work) || !read_profiles(work)) {
    return OVL_NO_MEMORY;
  }
  if (map->rule.profiles != 0) {
    if (input->step_rule == NULL) {
      return OVL_NEEDS_RULE;
    }
    map->rule.fn = input->step_rule;
    map->rule.user = input->step_rule_user;
  }
  work->edits = (ovi_edits){.sites = &work->sites,
                            .map = map,
                            .list = input->edits,
                            .count = input->count,
                            .fault = input->fault};
  return OVL_OK;
}

/* The result of a step, or the outcome of the pager after it: what follows from a placeholder is
 * not used. */
static ovl_result step_outcome(const ovi_rebuild_work *work, ovl_result result) {
  return result == OVL_OK ? ovi_layer_outcome(work->input->layers) : result;
}

/* ---- Heights ------------------------------------------------------------------ */

/* The index of the first edit of heights; `count` if there is none. */
static size_t first_height_edit(const ovi_rebuild_input *input) {
  size_t i = 0;
  while (i < input->count && input->edits[i].kind != OVL_EDIT_HEIGHT) {
    i++;
  }
  return i;
}

/* Whether some cell of the edited map has a height. */
static bool find_heights(const ovi_rebuild_work *work) {
  const ovi_sites *sites = &work->sites;
  for (uint32_t i = 0; i < sites->count; i++) {
    const ovi_site *site = ovi_site_at(sites, i);
    const uint16_t *heights = site->edited ? site->cells.heights : NULL;
    for (int32_t at = 0; heights != NULL && at < site->place.w * site->place.h; at++) {
      if (heights[at] != 0) {
        return true;
      }
    }
  }
  for (uint32_t id = 0; id < ovi_region_count(sites->layers); id++) {
    const ovi_site *site = ovi_sites_find(sites, id);
    const ovi_region view = ovi_region_view(sites->layers, id);
    uint32_t height;
    const bool is_level = ovi_region_is_level(&view, &height);
    ovi_layer_unpin(sites->layers);
    if ((site == NULL || !site->edited) && (!is_level || height != 0)) {
      return true;
    }
  }
  return false;
}

/* Checks that costs within a region fit their number, for each profile: see bake_request.c. The
 * cells of the whole map are read only if that depends on the greatest rise. */
static ovl_result check_rise(ovi_rebuild_work *work, size_t edit) {
  uint32_t rise = UINT16_MAX;
  bool is_known = false;
  for (int32_t i = 0; i < work->map.profile_count; i++) {
    const bool has_rule = ovi_map_has_rule(&work->map, i);
    const int32_t side = work->map.plane.region_cells;
    if (ovi_most_inner_cost(&work->map.profiles[i], side, rise, has_rule) < OVI_INNER_COST_END) {
      continue;
    }
    if (!is_known) {
      if (!ovi_sites_read_all(&work->sites)) {
        return OVL_NO_MEMORY;
      }
      if (step_outcome(work, OVL_OK) != OVL_OK) {
        return step_outcome(work, OVL_OK);
      }
      bool unused;
      rise = ovi_map_find_rise(&work->map, &unused);
      is_known = true;
    }
    const uint64_t highest = ovi_most_inner_cost(&work->map.profiles[i], side, rise, has_rule);
    if (highest >= OVI_INNER_COST_END) {
      *work->input->fault = (ovl_fault){"height: highest possible cost of a path inside a region",
                                        edit, highest, OVI_INNER_COST_END - 1};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}

static ovl_result check_heights(ovi_rebuild_work *work) {
  const size_t edit = first_height_edit(work->input);
  work->output->has_heights = work->input->shared->has_heights;
  if (edit == work->input->count) {
    return OVL_OK;
  }
  work->output->has_heights = find_heights(work);
  work->map.has_heights = work->output->has_heights;
  return check_rise(work, edit);
}

/* ---- Changed regions ------------------------------------------------------------- */

/* The positions at which a body covers some cell of the box. */
static ovi_rectangle covering_positions(ovi_rectangle box, int32_t body) {
  return ovi_rectangle_is_empty(box)
             ? box
             : (ovi_rectangle){box.x0 - (body - 1), box.y0 - (body - 1), box.x1, box.y1};
}

/* Whether a box holds some cell along the sides of a region. */
static bool holds_border(const ovi_rectangle *box, const ovi_region *place) {
  return box->x0 <= place->x || box->y0 <= place->y || box->x1 >= place->x + place->w ||
         box->y1 >= place->y + place->h;
}

/* Marks the regions that have cells in a box: as changed, or else as regions that may have steps.
 * False: no memory. */
static bool mark_regions(ovi_rebuild_work *work, ovi_rectangle box, uint32_t profile,
                         bool is_changed) {
  const ovi_rectangle regions = ovi_sites_regions(&work->sites, box);
  for (uint32_t i = 0; i < ovi_sites_count(regions); i++) {
    ovi_site *site = ovi_sites_make_nth(&work->sites, regions, i);
    if (site == NULL) {
      return false;
    }
    ovi_site_layer *layer = &site->layers[profile];
    layer->is_changed = layer->is_changed || is_changed;
    layer->may_have_steps = layer->may_have_steps || !is_changed;
    layer->border_changed =
        layer->border_changed || (is_changed && holds_border(&box, &site->place));
    site->stale = site->stale || is_changed;
  }
  return true;
}

/* Marks the regions that the changes of a site affect for a profile. A step depends on positions
 * and heights up to one cell away. False: no memory. */
static bool mark_changes(ovi_rebuild_work *work, const ovi_site_changes *changes,
                         uint32_t profile) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const ovi_rectangle positions = covering_positions(changes->opened, layer->profile.body_cells);
  ovi_rectangle steps = ovi_rectangle_join(positions, changes->cells);
  if (!ovi_rectangle_is_empty(steps)) {
    steps = ovi_rectangle_grow(steps, 1);
  }
  if (layer->profile.is_directed) {
    return mark_regions(work, steps, profile, true);
  }
  return mark_regions(work, positions, profile, true) &&
         (!ovi_map_may_have_steps(&work->map, (int32_t)profile) ||
          mark_regions(work, steps, profile, false));
}

static ovl_result find_changes(ovi_rebuild_work *work) {
  const uint32_t count = work->sites.count;
  for (uint32_t i = 0; i < count; i++) {
    ovi_site *site = ovi_site_at(&work->sites, i);
    if (!site->edited) {
      continue;
    }
    if (ovi_site_add_fingerprint(&work->sites, site, &work->output->map_fingerprint)) {
      site->stale = true;
    }
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      const ovi_site_changes changes = ovi_site_find_changes(&work->sites, site, profile);
      site->stale = site->stale || !ovi_rectangle_is_empty(changes.cells);
      site->layers[profile].weighed = changes.cells;
      if (!mark_changes(work, &changes, profile)) {
        return OVL_NO_MEMORY;
      }
    }
  }
  return OVL_OK;
}

/* ---- Links --------------------------------------------------------------------- */

/* Outputs the section of links if an edit changed it. */
static ovl_result output_links(ovi_rebuild_work *work) {
  const ovi_shared *shared = work->input->shared;
  const uint8_t *links = work->edits.links;
  const uint64_t bytes = (uint64_t)shared->link_count * OVI_LINK_BYTES;
  if (links == NULL || memcmp(links, shared->file.links, (size_t)bytes) == 0) {
    return OVL_OK;
  }
  for (uint64_t i = 0; i < shared->link_count; i++) { /* see ovi_map_fingerprint */
    const uint64_t at = i * OVI_LINK_BYTES;
    work->output->map_fingerprint += ovi_hash64(i + 2, links + at, OVI_LINK_BYTES) -
                                     ovi_hash64(i + 2, shared->file.links + at, OVI_LINK_BYTES);
  }
  work->output->links = ovi_blob_make(work->input->allocator, bytes);
  if (work->output->links == NULL) {
    return OVL_NO_MEMORY;
  }
  memcpy(work->output->links->data, links, (size_t)bytes);
  return OVL_OK;
}

/* ---- All ----------------------------------------------------------------------- */

/* Writes the blocks that changed, unless all blocks have to be written. */
static ovl_result rebuild_stale(ovi_rebuild_work *work) {
  ovl_result result = step_outcome(work, ovi_work_make_changed_drafts(work));
  if (result == OVL_OK) {
    result = ovi_work_find_directed(work, &work->output->directed);
  }
  result = step_outcome(work, result);
  work->output->is_complete = work->output->directed != work->directed.profiles;
  if (result != OVL_OK || work->output->is_complete) {
    return result;
  }
  result = ovi_work_choose(work);
  if (result == OVL_OK) {
    result = step_outcome(work, ovi_work_find_link_ends(work));
  }
  return result == OVL_OK ? step_outcome(work, ovi_work_write(work)) : result;
}

static ovl_result run_rebuild(ovi_rebuild_work *work) {
  work->output->map_fingerprint = work->input->shared->map_fingerprint;
  ovl_result result = ovi_edits_make(&work->edits);
  if (result == OVL_OK && !ovi_work_read_links(work)) {
    return OVL_NO_MEMORY;
  }
  result = step_outcome(work, result);
  if (result == OVL_OK) {
    result = step_outcome(work, check_heights(work));
  }
  if (result == OVL_OK) {
    result = step_outcome(work, find_changes(work));
  }
  if (result == OVL_OK) {
    result = output_links(work);
  }
  work->output->is_complete = work->output->has_heights != work->input->shared->has_heights;
  if (result == OVL_OK && !work->output->is_complete) {
    result = rebuild_stale(work);
  }
  return result == OVL_OK && work->output->is_complete ? ovi_work_write_all(work) : result;
}

ovl_result ovi_rebuild_run(ovi_rebuild *rebuild) {
  ovi_rebuild_work work = {.input = &rebuild->input, .output = &rebuild->output};
  rebuild->output = (ovi_rebuild_output){0};
  rebuild->scratch = (ovi_scratch){.allocator = rebuild->input.allocator};
  ovl_result result = begin(&work, &rebuild->scratch);
  result = result == OVL_OK ? run_rebuild(&work) : result;
  ovi_sites_release(&work.sites);
  return result;
}

void ovi_rebuild_release(ovi_rebuild *rebuild) {
  for (uint32_t i = 0; i < rebuild->output.block_count; i++) {
    ovi_blob_drop(rebuild->input.allocator, rebuild->output.blocks[i].block);
  }
  ovi_blob_drop(rebuild->input.allocator, rebuild->output.links);
  ovi_scratch_release(&rebuild->scratch);
  rebuild->output = (ovi_rebuild_output){0};
}
