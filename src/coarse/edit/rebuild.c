/* The steps of a rebuild: edits the cells, finds the regions whose steps may have changed, makes
 * their drafts, chooses waypoints, and writes blocks. */
#include "coarse/edit/rebuild.h"

#include "coarse/blocks/map_steps.h"
#include "coarse/edit/edits.h"
#include "coarse/edit/rebuild_blocks.h"
#include "coarse/edit/rebuild_drafts.h"
#include "coarse/edit/rebuild_links.h"
#include "coarse/format/limits.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "common/slice.h"
#include "fine/body.h"
#include "overland_edit.h"

/* ---- The map ------------------------------------------------------------------ */

/* Fills the map as far as it is known without cells, and makes the edits. */
static ovl_result begin_work(ovi_rebuild *work) {
  const ovi_rebuild_input *input = &work->input;
  const ovi_shared *shared = input->shared;
  ovl_profile_def *profiles =
      ovi_work_allocate(work, shared->profile_count, sizeof(ovl_profile_def));
  ovi_map_floor *floors = ovi_work_allocate(work, shared->floor_count, sizeof(ovi_map_floor));
  if (floors == NULL || profiles == NULL) {
    return OVL_NO_MEMORY;
  }
  work->source = ovi_sites_source(&work->sites);
  work->workers = ovi_jobs_workers(input->jobs);
  work->output.map_fingerprint = shared->map_fingerprint;
  work->map = (ovi_map){.floors = floors,
                        .floor_count = (int32_t)shared->floor_count,
                        .source = &work->source,
                        .profiles = profiles,
                        .profile_count = (int32_t)shared->profile_count,
                        .plane = shared->plane,
                        .directed = &work->directed,
                        .has_heights = shared->has_heights,
                        .most_rise = UINT16_MAX /* an upper bound */};
  for (uint32_t i = 0; i < shared->floor_count; i++) {
    const uint8_t *entry = shared->file.floors + (uint64_t)i * OVI_FLOOR_BYTES;
    floors[i] = (ovi_map_floor){.def = {.width = (int32_t)ovi_get_u32(entry),
                                        .height = (int32_t)ovi_get_u32(entry + 4),
                                        .graph = ovi_get_u32(entry + 12) != 0},
                                .y = (int32_t)ovi_get_u32(entry + 8)};
    ovi_floor_size(&floors[i].def, &floors[i].w, &floors[i].h);
    floors[i].rows = floors[i].h;
  }
  for (uint32_t i = 0; i < shared->profile_count; i++) {
    const ovi_layer_profile *profile = &ovi_work_layer(work, i)->profile;
    profiles[i] = (ovl_profile_def){.corners = (ovl_corners)profile->corners,
                                    .body_cells = profile->body_cells,
                                    .max_climb = ovi_climb_of((uint32_t)profile->climb),
                                    .max_drop = ovi_climb_of((uint32_t)profile->drop),
                                    .climb_cost = profile->climb_cost,
                                    .drop_cost = profile->drop_cost};
    memcpy(profiles[i].wall_cost, profile->wall_cost, OVL_WALL_CELLS);
    memcpy(profiles[i].weights, profile->weights, sizeof(profiles[i].weights));
    work->directed.profiles |= (uint32_t)profile->is_directed << i;
    work->map.rule.profiles |= (uint32_t)profile->asks_rule << i;
  }
  if (work->map.rule.profiles != 0) {
    if (input->step_rule == NULL) {
      return OVL_NEEDS_RULE;
    }
    work->map.rule.fn = input->step_rule;
    work->map.rule.user = input->step_rule_user;
  }
  return ovi_work_make_edits(work);
}

/* ---- Heights ------------------------------------------------------------------ */

/* Finds whether some cell of the edited map has a height: first among those that were edited, then
 * with a pass that ends at the first one. */
static ovl_result find_heights(ovi_rebuild *work) {
  const ovi_layer *layers = work->input.layers;
  const uint32_t count = ovi_region_count(layers);
  bool *found = &work->output.has_heights;
  ovl_result result = OVL_OK;
  *found = false;
  for (uint32_t i = 0; i < work->sites.count && !*found; i++) {
    const ovi_site *site = ovi_site_at(&work->sites, i);
    const uint16_t *heights = site->edited ? site->cells.heights : NULL;
    const int32_t cells = site->place.w * site->place.h;
    for (int32_t at = 0; heights != NULL && at < cells && !*found; at++) {
      *found = heights[at] != 0;
    }
  }
  ovi_layer_begin_pass(layers);
  for (uint32_t id = 0; result == OVL_OK && !*found && id < count; id++) {
    const ovi_site *site = ovi_sites_find(&work->sites, id);
    const ovi_region view = ovi_region_view(layers, id);
    uint32_t height;
    const bool is_level = ovi_region_is_level(&view, &height);
    *found = (site == NULL || !site->edited) && (!is_level || height != 0);
    result = ovi_work_pass(work, id, count);
  }
  ovi_layer_end_pass(layers);
  return result;
}

/* If an edit changes heights, finds whether the edited map has some, and checks that costs within a
 * region fit their number, for each profile: see bake_request.c. The cells of the whole map are
 * read only if that depends on the greatest rise. */
static ovl_result check_heights(ovi_rebuild *work) {
  const ovi_rebuild_input *input = &work->input;
  const int32_t side = work->map.plane.region_cells;
  size_t edit = 0; /* the first edit of heights */
  while (edit < input->count && input->edits[edit].kind != OVL_EDIT_HEIGHT) {
    edit++;
  }
  work->output.has_heights = input->shared->has_heights;
  if (edit == input->count) {
    return OVL_OK;
  }
  ovl_result result = find_heights(work);
  work->map.has_heights = work->output.has_heights;
  uint32_t rise = UINT16_MAX;
  bool is_known = false;
  for (int32_t i = 0; result == OVL_OK && i < work->map.profile_count; i++) {
    const ovl_profile_def *profile = &work->map.profiles[i];
    const bool has_rule = ovi_map_has_rule(&work->map, i);
    if (ovi_most_inner_cost(profile, side, rise, has_rule) < OVI_INNER_COST_END) {
      continue;
    }
    if (!is_known) {
      result = ovi_sites_read_all(&work->sites, input->progress);
      if (result != OVL_OK) {
        return result;
      }
      bool unused;
      rise = ovi_map_find_rise(&work->map, &unused);
      is_known = true;
    }
    const uint64_t highest = ovi_most_inner_cost(profile, side, rise, has_rule);
    if (highest >= OVI_INNER_COST_END) {
      const ovl_cell cell = ovi_map_to_plane(&work->map, input->edits[edit].cell);
      *input->fault =
          (ovl_fault){"height: highest possible cost of a path inside a region",
                      input->is_difference ? ovi_region_at(input->layers, cell.x, cell.y) : edit,
                      highest, OVI_INNER_COST_END - 1};
      return OVL_BAD_ARGUMENT;
    }
  }
  return result;
}

/* ---- Changed regions ------------------------------------------------------------- */

/* Marks the regions that have cells in a box: as changed, or else as regions that may have steps.
 * False: no memory. */
static bool mark_regions(ovi_rebuild *work, ovi_rectangle box, uint32_t profile, bool is_changed) {
  const ovi_rectangle regions = ovi_sites_regions(&work->sites, box);
  for (uint32_t i = 0; i < ovi_sites_count(regions); i++) {
    ovi_site *site = ovi_sites_make_nth(&work->sites, regions, i);
    if (site == NULL) {
      return false;
    }
    ovi_site_layer *layer = &site->layers[profile];
    const ovi_region *place = &site->place;
    const bool holds_border = box.x0 <= place->x || box.y0 <= place->y ||
                              box.x1 >= place->x + place->w || box.y1 >= place->y + place->h;
    layer->is_changed = layer->is_changed || is_changed;
    layer->may_have_steps = layer->may_have_steps || !is_changed;
    layer->border_changed = layer->border_changed || (is_changed && holds_border);
    if (is_changed &&
        ovi_work_wall_cells(work, profile) != 0) { /* weights are those of positions */
      layer->weighed = ovi_rectangle_join(
          layer->weighed,
          ovi_rectangle_common(
              box, (ovi_rectangle){place->x, place->y, place->x + place->w, place->y + place->h}));
    }
    site->stale = site->stale || is_changed;
  }
  return true;
}

/* A box of cells, and the cells around it; none around an empty one. */
static ovi_rectangle with_neighbours(ovi_rectangle cells) {
  return ovi_rectangle_is_empty(cells) ? cells : ovi_rectangle_grow(cells, 1);
}

/* Marks the regions that the changes of a site affect for a profile. Whether a step is legal, and
 * its extra cost, depend on positions and heights up to one cell away; where heights forbid none,
 * heights alone decide about the extra cost. Weights, with what walls cost, depend on positions as
 * far as walls reach. False: no memory. */
static bool mark_changes(ovi_rebuild *work, const ovi_site_changes *changes, uint32_t profile) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const bool may_have_steps = ovi_map_may_have_steps(&work->map, (int32_t)profile);
  ovi_rectangle positions =
      changes->opened; /* and those at which a body covers some of its cells */
  if (!ovi_rectangle_is_empty(positions)) {
    const int topology = layer->profile.corners;
    const int32_t before = ovi_body_before(topology, layer->profile.body_cells);
    const int32_t behind = ovi_body_behind(topology, layer->profile.body_cells);
    positions = (ovi_rectangle){positions.x0 - behind, positions.y0 - behind, positions.x1 + before,
                                positions.y1 + before};
    positions = ovi_rectangle_grow(positions, ovi_work_wall_cells(work, profile));
  }
  if (ovi_work_wall_cells(work, profile) != 0) {
    positions = ovi_rectangle_join(positions, changes->cells);
  }
  const ovi_rectangle steps = with_neighbours(ovi_rectangle_join(positions, changes->cells));
  if (!layer->profile.is_directed) {
    return mark_regions(work, positions, profile, true) &&
           (!may_have_steps || mark_regions(work, steps, profile, false));
  }
  if (ovi_map_may_forbid_steps(&work->map, (int32_t)profile)) {
    return mark_regions(work, steps, profile, true);
  }
  return mark_regions(work, positions, profile, true) &&
         (!may_have_steps || mark_regions(work, with_neighbours(changes->raised), profile, true));
}

/* Finds what the edits changed in each edited site, and the regions that this affects. */
static ovl_result find_changes(ovi_rebuild *work) {
  const uint32_t count = work->sites.count;
  for (uint32_t i = 0; i < count; i++) {
    ovi_site *site = ovi_site_at(&work->sites, i);
    if (!site->edited) {
      continue;
    }
    if (ovi_site_add_fingerprint(&work->sites, site, &work->output.map_fingerprint)) {
      site->stale = true;
    }
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      const ovi_site_changes changes = ovi_site_find_changes(&work->sites, site, profile);
      OVI_ASSERT(site->layers[profile].draft == NULL);
      site->stale = site->stale || !ovi_rectangle_is_empty(changes.cells);
      site->layers[profile].weighed =
          ovi_rectangle_join(site->layers[profile].weighed, changes.cells);
      if (!mark_changes(work, &changes, profile)) {
        return OVL_NO_MEMORY;
      }
    }
  }
  return OVL_OK;
}

/* ---- Links --------------------------------------------------------------------- */

/* Outputs the section of links if an edit changed it. The map has to be baked if it lost its last
 * height or got its first. */
static ovl_result output_links(ovi_rebuild *work) {
  const ovi_shared *shared = work->input.shared;
  const uint8_t *links = work->links;
  const uint64_t bytes = (uint64_t)shared->link_count * OVI_LINK_BYTES;
  work->output.needs_bake = work->output.has_heights != shared->has_heights;
  if (links == NULL || memcmp(links, shared->file.links, (size_t)bytes) == 0) {
    return OVL_OK;
  }
  for (uint64_t i = 0; i < shared->link_count; i++) { /* see ovi_frame_fingerprint */
    const uint64_t at = i * OVI_LINK_BYTES;
    work->output.map_fingerprint += ovi_hash64(i + 2, links + at, OVI_LINK_BYTES) -
                                    ovi_hash64(i + 2, shared->file.links + at, OVI_LINK_BYTES);
  }
  work->output.links = ovi_blob_copy(work->input.allocator, links, bytes);
  return work->output.links != NULL ? OVL_OK : OVL_NO_MEMORY;
}

/* ---- Steps --------------------------------------------------------------------- */

/* Ends a step of a rebuild. Where something could not be read, the reason takes the place of a
 * result that may have come of that. */
static ovl_result end_step(const ovi_rebuild *work, ovl_result result) {
  const ovl_result outcome = ovi_work_outcome(work);
  const bool gives_way = result == OVL_OK || result == OVL_NO_MEMORY;
  return outcome != OVL_OK && gives_way ? outcome : result;
}

ovl_result ovi_rebuild_run(ovi_rebuild *work, const ovi_rebuild_input *input) {
  memset(work, 0, sizeof *work);
  work->input = *input;
  work->scratch.allocator = work->pending.allocator = input->allocator;
  work->sites = (ovi_sites){.shared = input->shared,
                            .layers = input->layers,
                            .scratch = &work->scratch,
                            .list = {.allocator = input->allocator},
                            .numbers = {.allocator = input->allocator}};
  ovl_result result = end_step(work, begin_work(work));
  result = result == OVL_OK ? end_step(work, ovi_work_read_links(work)) : result;
  result = result == OVL_OK ? end_step(work, check_heights(work)) : result;
  result = result == OVL_OK ? end_step(work, find_changes(work)) : result;
  result = result == OVL_OK ? end_step(work, output_links(work)) : result;
  if (result == OVL_OK && !work->output.needs_bake) {
    result = end_step(work, ovi_work_make_changed_drafts(work));
    result = result == OVL_OK ? end_step(work, ovi_work_find_links(work)) : result;
    result = result == OVL_OK ? end_step(work, ovi_work_find_directed(work)) : result;
  }
  if (result == OVL_OK && work->output.needs_bake) {
    return end_step(work, ovi_sites_read_all(&work->sites, work->input.progress));
  }
  result = result == OVL_OK ? end_step(work, ovi_work_choose(work)) : result;
  result = result == OVL_OK ? end_step(work, ovi_work_find_link_ends(work)) : result;
  return result == OVL_OK ? end_step(work, ovi_work_write(work)) : result;
}

void ovi_rebuild_release(ovi_rebuild *rebuild) {
  for (uint32_t i = 0; i < rebuild->output.block_count; i++) {
    ovi_blob_drop(rebuild->input.allocator, rebuild->output.blocks[i].block);
  }
  ovi_blob_drop(rebuild->input.allocator, rebuild->output.links);
  ovi_number_map_release(&rebuild->sites.numbers);
  ovi_buffer_release(&rebuild->sites.list);
  ovi_buffer_release(&rebuild->pending);
  ovi_scratch_release(&rebuild->scratch);
  rebuild->output = (ovi_rebuild_output){0};
}
