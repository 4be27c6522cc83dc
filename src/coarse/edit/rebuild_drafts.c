/* Makes the drafts of sites, and finds the waypoints that depend on changed sites.
 *
 * The draft of a region that did not change is made from its block. Which waypoints may have
 * changed: those of a border or corner that the bounding box of changed weights and heights
 * touches, for waypoints lie at the lightest crossings; where steps follow from open cells and
 * corners are not free, those of a border along which some cell was opened or blocked. Otherwise,
 * if steps along the sides of a changed region may differ or lead to other components, those of all
 * groups that the region takes part in: its own and some of five regions around it. */
#include "coarse/edit/rebuild_drafts.h"

#include "coarse/blocks/entrances.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "fine/body.h"

/* ---- Drafts ------------------------------------------------------------------ */

bool ovi_work_read_around(ovi_rebuild *work, const ovi_region *place, uint32_t profile,
                          int32_t around) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const int topology = layer->profile.corners;
  const int32_t before = around + ovi_body_before(topology, layer->profile.body_cells);
  const int32_t behind = around + ovi_body_behind(topology, layer->profile.body_cells);
  const ovi_rectangle box = {place->x - before, place->y - before, place->x + place->w + behind,
                             place->y + place->h + behind};
  return ovi_sites_read(&work->sites, box);
}

ovi_draft_workspace *ovi_work_workspaces(ovi_rebuild *work) {
  const int32_t side = work->map.plane.region_cells;
  if (work->workspaces == NULL) {
    ovi_arena counted = {NULL, 0};
    ovi_draft_workspaces_reserve(&counted, work->workers, side);
    ovi_arena cut = {ovi_work_allocate(work, counted.used, 1), 0};
    work->workspaces = ovi_draft_workspaces_reserve(&cut, work->workers, side);
  }
  return work->workspaces;
}

bool ovi_work_request_draft(ovi_rebuild *work, ovi_site *site, uint32_t profile) {
  ovi_site_layer *layer = &site->layers[profile];
  if (layer->draft != NULL) {
    return true;
  }
  const bool is_limited = ovi_work_layer(work, profile)->profile.is_directed &&
                          ovi_map_may_forbid_steps(&work->map, (int32_t)profile);
  const int32_t walls = layer->is_changed ? ovi_work_wall_cells(work, profile) : 0;
  if ((layer->is_changed || is_limited) &&
      !ovi_work_read_around(work, &site->place, profile, (is_limited ? 1 : 0) + walls)) {
    return false;
  }
  ovi_arena counted = {NULL, 0};
  ovi_draft unused;
  ovi_draft_reserve(&unused, &counted, &work->map, (int32_t)profile);
  ovi_draft *draft = ovi_work_allocate(work, 1, sizeof(ovi_draft));
  ovi_arena cut = {ovi_work_allocate(work, counted.used, 1), 0};
  uint8_t *pending = ovi_buffer_add(&work->pending, sizeof(ovi_site_layer *));
  if (draft == NULL || cut.block == NULL || pending == NULL) {
    return false;
  }
  ovi_draft_reserve(draft, &cut, &work->map, (int32_t)profile);
  draft->place = site->place;
  layer->draft = draft;
  *(ovi_site_layer **)(void *)pending = layer;
  return true;
}

/* Drafts that are made at once, by jobs. */
enum { ROUND_DRAFTS = 256 };

/* Drafts that are worked on by jobs. */
typedef struct draft_jobs {
  ovi_rebuild *work;
  ovi_site_layer **list;
} draft_jobs;

static void label_job(void *context, int32_t index, int32_t worker) {
  const draft_jobs *jobs = context;
  const ovi_rebuild *work = jobs->work;
  const ovi_site_layer *layer = jobs->list[index];
  ovi_draft_workspace *workspace = work->workspaces != NULL ? &work->workspaces[worker] : NULL;
  if (layer->is_changed) {
    ovi_draft_label(layer->draft, &work->map, workspace);
  } else {
    ovi_draft_label_known(layer->draft, &work->map,
                          ovi_work_layer(work, (uint32_t)layer->draft->profile), workspace);
  }
}

ovl_result ovi_work_make_drafts(ovi_rebuild *work) {
  ovi_site_layer **list = (ovi_site_layer **)(void *)work->pending.bytes;
  const uint32_t count = (uint32_t)(work->pending.used / sizeof(ovi_site_layer *));
  if (work->directed.profiles != 0 && ovi_work_workspaces(work) == NULL) {
    return OVL_NO_MEMORY;
  }
  work->pending.used = 0;
  ovi_progress_expect(work->input.progress, count);
  ovl_result result = OVL_OK;
  for (uint32_t first = 0; result == OVL_OK && first < count; first += ROUND_DRAFTS) {
    draft_jobs round = {work, list + first};
    const uint32_t drafts = count - first < ROUND_DRAFTS ? count - first : ROUND_DRAFTS;
    ovi_jobs_run(work->input.jobs, drafts, label_job, &round);
    for (uint32_t i = 0; i < drafts; i++) {
      const ovi_draft *draft = round.list[i]->draft;
      OVI_ASSERT(draft->components <= draft->run_rows[draft->place.h]);
      if (draft->rule.wrong_answer != 0) {
        *work->input.fault = (ovl_fault){"answer of the step rule", draft->place.id,
                                         draft->rule.wrong_answer, OVI_MOST_STEP_COST};
        return OVL_BAD_ARGUMENT;
      }
    }
    result = ovi_progress_add(work->input.progress, drafts);
  }
  return result;
}

ovl_result ovi_work_make_changed_drafts(ovi_rebuild *work) {
  const uint32_t count = work->sites.count; /* sites created below are not changed */
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      ovi_site *site = ovi_site_at(&work->sites, i);
      if (site->layers[profile].is_changed && !ovi_work_request_draft(work, site, profile)) {
        return OVL_NO_MEMORY;
      }
    }
  }
  return ovi_work_make_drafts(work);
}

/* ---- Which waypoints ---------------------------------------------------------- */

/* The region `right` columns and `below` rows from a site's. UINT32_MAX: outside the map. */
static uint32_t region_beside(const ovi_rebuild *work, const ovi_site *site, int32_t right,
                              int32_t below) {
  return ovi_plane_region(&work->input.shared->plane, site->place.rx + right,
                          site->place.ry + below);
}

/* Requests own groups of the region `right` columns and `below` rows from a site's, if there is
 * one. False: no memory. */
static bool request_groups(ovi_rebuild *work, const ovi_site *site, uint32_t profile, int32_t right,
                           int32_t below, uint32_t groups) {
  const uint32_t id = region_beside(work, site, right, below);
  if (id == UINT32_MAX || groups == 0) {
    return true;
  }
  ovi_site *owner = ovi_sites_make(&work->sites, id);
  if (owner == NULL) {
    return false;
  }
  owner->layers[profile].requested |= groups;
  return true;
}

enum { E = 1 << OVI_GROUP_E, S = 1 << OVI_GROUP_S, SE = 1 << OVI_GROUP_SE, SW = 1 << OVI_GROUP_SW };

/* Sides of a region along which something changed. */
typedef struct changed_sides {
  bool right, left, above, below;
} changed_sides;

/* Requests the groups of the crossings along sides, and over the corners between two of them.
 * False: no memory. */
static bool request_sides(ovi_rebuild *work, const ovi_site *site, uint32_t profile,
                          const changed_sides *sides) {
  const uint32_t right_above = sides->right && sides->above ? SE : 0;
  const uint32_t left_above = sides->left && sides->above ? SW : 0;
  const uint32_t right_below = sides->right && sides->below ? SE : 0;
  const uint32_t left_below = sides->left && sides->below ? SW : 0;
  return request_groups(work, site, profile, 0, 0,
                        (sides->right ? E : 0u) | (sides->below ? S : 0u) | right_below |
                            left_below) &&
         request_groups(work, site, profile, -1, 0,
                        (sides->left ? E : 0u) | (left_below != 0 ? SE : 0u)) &&
         request_groups(work, site, profile, 0, -1,
                        (sides->above ? S : 0u) | right_above | left_above) &&
         request_groups(work, site, profile, 1, 0, right_below != 0 ? SW : 0u) &&
         request_groups(work, site, profile, -1, -1, left_above != 0 ? SE : 0u) &&
         request_groups(work, site, profile, 1, -1, right_above != 0 ? SW : 0u);
}

/* Requests the groups of the sides along which some cell was opened or blocked. False: no memory.
 */
static bool request_by_sides(ovi_rebuild *work, const ovi_site *site, uint32_t profile) {
  const ovi_draft *draft = site->layers[profile].draft;
  const ovi_region view = ovi_region_view(ovi_work_layer(work, profile), site->place.id);
  const int32_t last = site->place.w - 1;
  changed_sides sides = {false, false, false, false};
  for (int32_t y = 0; y < site->place.h; y++) {
    uint64_t before[2];
    ovi_region_open_row(&view, y, before);
    const uint64_t any[2] = {before[0] ^ draft->open[y][0], before[1] ^ draft->open[y][1]};
    const bool differs = (any[0] | any[1]) != 0;
    sides.above = sides.above || (y == 0 && differs);
    sides.below = sides.below || (y == site->place.h - 1 && differs);
    sides.left = sides.left || (any[0] & 1) != 0;
    sides.right = sides.right || ovi_get_bit(any, last) != 0;
  }
  return request_sides(work, site, profile, &sides);
}

/* Pairs of components before and after the edit: each has one partner at most. */
typedef struct component_pairs {
  uint16_t *now_of, *before_of; /* UINT16_MAX: none yet */
} component_pairs;

/* Pairs a cell's component before the edit with that after it, unless one of them is paired
 * already. False: one of them is paired with another. */
static bool pair_up_cell(const component_pairs *pairs, const ovi_region *view,
                         const ovi_draft *draft, int32_t x, int32_t y) {
  const uint32_t before = ovi_region_component(view, x, y);
  if (before == OVI_NO_COMPONENT) {
    return true;
  }
  const uint32_t now = ovi_draft_component(draft, x, y);
  if (pairs->now_of[before] == UINT16_MAX && pairs->before_of[now] == UINT16_MAX) {
    pairs->now_of[before] = (uint16_t)now;
    pairs->before_of[now] = (uint16_t)before;
  }
  return pairs->now_of[before] == now && pairs->before_of[now] == before;
}

/* Returns whether any two cells along the sides, where no cell was opened or blocked, are in one
 * component if and only if they were before. If there is no memory, sets *failed and returns true.
 */
static bool sides_have_same_components(ovi_rebuild *work, const ovi_site *site, uint32_t profile,
                                       bool *failed) {
  const ovi_draft *draft = site->layers[profile].draft;
  const ovi_region view = ovi_region_view(ovi_work_layer(work, profile), site->place.id);
  const component_pairs pairs = {
      ovi_work_allocate(work, view.components.count + 1, sizeof(uint16_t)),
      ovi_work_allocate(work, draft->components + 1, sizeof(uint16_t))};
  bool alike = true;
  OVI_ASSERT(site->layers[profile].is_changed && draft->place.w == view.w);
  *failed = pairs.now_of == NULL || pairs.before_of == NULL;
  if (*failed) {
    return true;
  }
  memset(pairs.now_of, 0xff, view.components.count * sizeof(uint16_t));
  memset(pairs.before_of, 0xff, draft->components * sizeof(uint16_t));
  for (int32_t x = 0; x < view.w; x++) {
    alike = alike && pair_up_cell(&pairs, &view, draft, x, 0) &&
            pair_up_cell(&pairs, &view, draft, x, view.h - 1);
  }
  for (int32_t y = 0; y < view.h; y++) {
    alike = alike && pair_up_cell(&pairs, &view, draft, 0, y) &&
            pair_up_cell(&pairs, &view, draft, view.w - 1, y);
  }
  return alike;
}

/* Requests all groups that a site takes part in where legality does not follow from open cells, or
 * corners are free: waypoints depend on the steps along the sides, and on which of them lead to the
 * same components. False: no memory. */
static bool request_by_components(ovi_rebuild *work, const ovi_site *site, uint32_t profile) {
  bool failed = false;
  if (!site->layers[profile].border_changed &&
      sides_have_same_components(work, site, profile, &failed)) {
    return !failed;
  }
  return request_groups(work, site, profile, 0, 0, OVI_ALL_OWN_GROUPS) &&
         request_groups(work, site, profile, -1, 0, E | SE) &&
         request_groups(work, site, profile, 1, 0, SW) &&
         request_groups(work, site, profile, 0, -1, S | SE | SW) &&
         request_groups(work, site, profile, -1, -1, SE) &&
         request_groups(work, site, profile, 1, -1, SW);
}

bool ovi_work_site_is_changed(const ovi_rebuild *work, const ovi_site *site) {
  bool changed = false;
  for (uint32_t profile = 0; site != NULL && profile < ovi_work_profiles(work); profile++) {
    changed = changed || site->layers[profile].is_changed;
  }
  return changed;
}

/* Requests the groups whose waypoints changed sites may have changed. False: no memory. */
static bool request_all_groups(ovi_rebuild *work) {
  const uint32_t count = work->sites.count; /* sites created below are not changed */
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      const ovi_site *site = ovi_site_at(&work->sites, i);
      const ovi_layer *layer = ovi_work_layer(work, profile);
      const bool by_sides =
          !ovi_has_free_diagonals(layer->profile.corners) &&
          (!layer->profile.is_directed || !ovi_map_may_forbid_steps(&work->map, (int32_t)profile));
      /* Those of the sides that the bounding box of the changed weights and heights touches, which
       * may be more than changed. */
      const ovi_rectangle *box = &site->layers[profile].weighed;
      const ovi_region *place = &site->place;
      const changed_sides sides = {box->x1 == place->x + place->w, box->x0 == place->x,
                                   box->y0 == place->y, box->y1 == place->y + place->h};
      if (!ovi_rectangle_is_empty(*box) && !request_sides(work, site, profile, &sides)) {
        return false;
      }
      if (site->layers[profile].is_changed &&
          !(by_sides ? request_by_sides(work, site, profile)
                     : request_by_components(work, site, profile))) {
        return false;
      }
    }
  }
  return true;
}

/* ---- Choosing ----------------------------------------------------------------- */

/* Bits for the places of ovi_draft_neighbours, by row and column, that the waypoints of an own
 * group depend on. */
enum { PLACES = 6 };
static const uint8_t group_needs[OVI_OWN_GROUPS] = {4, 16, 4 + 16 + 32, 1 + 8 + 16};

/* Requests the drafts of a site and of the neighbours that its requested groups depend on, and
 * reads the cells along their borders. False: no memory, or they could not be read. */
static bool request_neighbours(ovi_rebuild *work, ovi_site *owner, uint32_t profile) {
  const ovi_region *place = &owner->place;
  const int32_t left = (owner->layers[profile].requested & SW) != 0 ? 1 : 0;
  const ovi_rectangle crossed = {place->x - left, place->y, place->x + place->w + 1,
                                 place->y + place->h + 1};
  uint32_t needs = 0;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    const bool is_requested = (owner->layers[profile].requested >> group & 1u) != 0;
    needs |= is_requested ? group_needs[group] : 0;
  }
  for (int i = 0; i < PLACES; i++) {
    const uint32_t id = region_beside(work, owner, i % 3 - 1, i / 3);
    if ((needs >> i & 1u) == 0 || id == UINT32_MAX) {
      continue;
    }
    ovi_site *site = ovi_sites_make(&work->sites, id);
    if (site == NULL || !ovi_work_request_draft(work, site, profile)) {
      return false;
    }
  }
  return ovi_sites_read(&work->sites, crossed) && ovi_work_request_draft(work, owner, profile);
}

static void choose_job(void *context, int32_t index, int32_t worker) {
  const draft_jobs *jobs = context;
  ovi_site_layer *layer = jobs->list[index];
  const uint32_t profile = (uint32_t)layer->draft->profile;
  ovi_draft_neighbours neighbours;
  (void)worker;
  for (int i = 0; i < PLACES; i++) {
    const uint32_t id = region_beside(jobs->work, layer->site, i % 3 - 1, i / 3);
    const ovi_site *site = id != UINT32_MAX ? ovi_sites_find(&jobs->work->sites, id) : NULL;
    neighbours.at[i / 3][i % 3] = site != NULL ? site->layers[profile].draft : NULL;
  }
  OVI_ASSERT(layer->chosen == 0 && (layer->requested & ~(uint32_t)OVI_ALL_OWN_GROUPS) == 0);
  ovi_draft_choose(layer->draft, &jobs->work->map, &neighbours, layer->requested);
  layer->chosen = layer->requested;
}

/* Returns whether the chosen waypoints of a group equal the version's. */
static bool group_is_same(const ovi_rebuild *work, const ovi_site_layer *layer, int group) {
  const ovi_draft *draft = layer->draft;
  const ovi_region view =
      ovi_region_view(ovi_work_layer(work, (uint32_t)draft->profile), layer->site->place.id);
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  if (draft->port_counts[group] != groups.begins[group + 1] - groups.begins[group]) {
    return false;
  }
  for (uint32_t i = 0; i < draft->port_counts[group]; i++) {
    if (draft->ports[group][i].first != ovi_port_cell(&view, groups.begins[group] + i)) {
      return false;
    }
  }
  return true;
}

ovl_result ovi_work_choose(ovi_rebuild *work) {
  if (!request_all_groups(work)) {
    return OVL_NO_MEMORY;
  }
  const uint32_t profiles = ovi_work_profiles(work);
  const uint32_t most = work->sites.count * profiles;
  draft_jobs jobs = {work, ovi_work_allocate(work, most, sizeof(ovi_site_layer *))};
  if (jobs.list == NULL) {
    return OVL_NO_MEMORY;
  }
  uint32_t count = 0; /* layers of sites with requested groups */
  for (uint32_t i = 0; i < most; i++) {
    ovi_site_layer *layer = &ovi_site_at(&work->sites, i / profiles)->layers[i % profiles];
    if (layer->requested != 0) {
      jobs.list[count++] = layer;
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    ovi_site *site = jobs.list[i]->site;
    const uint32_t profile = (uint32_t)(jobs.list[i] - site->layers);
    if (!request_neighbours(work, site, profile)) {
      return OVL_NO_MEMORY;
    }
  }
  ovl_result result = ovi_work_make_drafts(work);
  result = result == OVL_OK ? ovi_work_outcome(work) : result;
  if (result != OVL_OK) {
    return result;
  }
  ovi_jobs_run(work->input.jobs, count, choose_job, &jobs);
  for (uint32_t i = 0; i < count * OVI_OWN_GROUPS; i++) {
    /* Make both sites of each chosen group stale whose waypoints changed. */
    ovi_site_layer *layer = jobs.list[i / OVI_OWN_GROUPS];
    const int group = (int)(i % OVI_OWN_GROUPS);
    if ((layer->chosen >> group & 1u) == 0 || group_is_same(work, layer, group)) {
      continue;
    }
    const uint32_t id = ovi_neighbour_id(work->input.layers, layer->site->place.id, group);
    ovi_site *other = ovi_sites_make(&work->sites, id);
    if (other == NULL) {
      return OVL_NO_MEMORY;
    }
    layer->site->stale = other->stale = true;
  }
  return OVL_OK;
}
