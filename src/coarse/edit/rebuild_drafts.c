/* Drafts of sites, and the waypoints that depend on them.
 *
 * A draft of a region that no edit moved is made from its block. Which waypoints may be others:
 * where steps follow from open cells and corners are not free, those of a border along which some
 * cell was opened or blocked; else, if steps along its sides may be others or lead to other
 * components, all groups that a region that moved takes part in, which are those of itself and
 * of five regions around it. */
#include "coarse/edit/rebuild_drafts.h"

#include "coarse/blocks/entrances.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/jobs.h"

/* ---- Drafts ------------------------------------------------------------------ */

/* What a draft reads of the map: what touches the region, and what bodies there cover. */
static bool draft_read_around(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile) {
  const ovi_region *place = &site->place;
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const int32_t around = layer->profile.is_directed ? 1 : 0;
  const int32_t reach = around + layer->profile.body_cells - 1;
  const ovi_rectangle box = {place->x - around, place->y - around, place->x + place->w + reach,
                             place->y + place->h + reach};
  return ovi_sites_read(&work->sites, box);
}

static ovi_draft *make_draft(ovi_rebuild_work *work, uint32_t profile) {
  ovi_arena counted = {NULL, 0};
  ovi_draft unused;
  ovi_draft *draft = ovi_work_take(work, 1, sizeof(ovi_draft));
  ovi_draft_reserve(&unused, &counted, &work->map, (int32_t)profile);
  ovi_arena cut = {ovi_work_take(work, counted.used, 1), 0};
  if (draft == NULL || cut.block == NULL) {
    return NULL;
  }
  ovi_draft_reserve(draft, &cut, &work->map, (int32_t)profile);
  return draft;
}

bool ovi_work_want_draft(ovi_rebuild_work *work, ovi_site *site, uint32_t profile) {
  ovi_site_layer *layer = &site->layers[profile];
  if (layer->draft != NULL) {
    return true;
  }
  if ((layer->moved || ovi_work_layer(work, profile)->profile.is_directed) &&
      !draft_read_around(work, site, profile)) {
    return false;
  }
  layer->draft = make_draft(work, profile);
  if (layer->draft == NULL) {
    return false;
  }
  layer->draft->place = site->place;
  layer->next = work->pending;
  work->pending = layer;
  work->pending_count++;
  return true;
}

/* Work on drafts, spread over workers. */
typedef struct draft_jobs {
  ovi_rebuild_work *work;
  ovi_site_layer **list;
} draft_jobs;

static void label_job(void *context, int32_t index, int32_t worker) {
  const draft_jobs *jobs = context;
  const ovi_rebuild_work *work = jobs->work;
  const ovi_site_layer *layer = jobs->list[index];
  ovi_draft_workspace *room = work->rooms != NULL ? &work->rooms[worker] : NULL;
  if (layer->moved) {
    ovi_draft_label(layer->draft, &work->map, room);
  } else {
    ovi_draft_label_known(layer->draft, &work->map,
                          ovi_work_layer(work, (uint32_t)layer->draft->profile), room);
  }
}

static bool make_rooms(ovi_rebuild_work *work) {
  if (work->rooms != NULL || work->directed.profiles == 0) {
    return true;
  }
  ovi_draft_workspace *rooms =
      ovi_work_take(work, (uint64_t)work->workers, sizeof(ovi_draft_workspace));
  for (int32_t i = 0; rooms != NULL && i < work->workers; i++) {
    ovi_arena counted = {NULL, 0};
    ovi_draft_workspace_reserve(&rooms[i], &counted, work->map.region_cells);
    ovi_arena cut = {ovi_work_take(work, counted.used, 1), 0};
    if (cut.block == NULL) {
      return false;
    }
    ovi_draft_workspace_reserve(&rooms[i], &cut, work->map.region_cells);
  }
  work->rooms = rooms;
  return rooms != NULL;
}

ovl_result ovi_work_make_drafts(ovi_rebuild_work *work) {
  const uint32_t count = work->pending_count;
  draft_jobs jobs = {work, ovi_work_take(work, count, sizeof(ovi_site_layer *))};
  if (jobs.list == NULL || !make_rooms(work)) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count; i++, work->pending = work->pending->next) {
    jobs.list[i] = work->pending;
  }
  work->pending_count = 0;
  ovi_jobs_run(work->rebuild->jobs, count, label_job, &jobs);
  for (uint32_t i = 0; i < count; i++) {
    const ovi_draft *draft = jobs.list[i]->draft;
    if (draft->rule.wrong_answer != 0) {
      *work->rebuild->fault = (ovl_fault){"answer of the step rule", draft->place.id,
                                          draft->rule.wrong_answer, OVI_MOST_STEP_COST};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}

ovl_result ovi_work_move_drafts(ovi_rebuild_work *work) {
  const uint32_t count = work->sites.count; /* of which some moved */
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      ovi_site *site = work->sites.list[i];
      if (site->layers[profile].moved && !ovi_work_want_draft(work, site, profile)) {
        return OVL_NO_MEMORY;
      }
    }
  }
  return ovi_work_make_drafts(work);
}

/* ---- Which waypoints ---------------------------------------------------------- */

/* Wants own groups of the region so far from a site's, if there is one. */
static bool want_groups(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile,
                        int32_t right, int32_t below, uint32_t groups) {
  const ovi_shared *shared = work->rebuild->shared;
  const int32_t rx = site->place.rx + right;
  const int32_t ry = site->place.ry + below;
  if (rx < 0 || ry < 0 || rx >= shared->plane.regions_x || ry >= shared->plane.regions_y) {
    return true;
  }
  ovi_site *owner = ovi_sites_make(&work->sites, (uint32_t)(ry * shared->plane.regions_x + rx));
  if (owner == NULL) {
    return false;
  }
  owner->layers[profile].wanted |= groups;
  return true;
}

enum { E = 1 << OVI_GROUP_E, S = 1 << OVI_GROUP_S, SE = 1 << OVI_GROUP_SE, SW = 1 << OVI_GROUP_SW };

/* All that a site takes part in. */
static bool want_all_around(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile) {
  return want_groups(work, site, profile, 0, 0, OVI_ALL_OWN_GROUPS) &&
         want_groups(work, site, profile, -1, 0, E | SE) &&
         want_groups(work, site, profile, 1, 0, SW) &&
         want_groups(work, site, profile, 0, -1, S | SE | SW) &&
         want_groups(work, site, profile, -1, -1, SE) &&
         want_groups(work, site, profile, 1, -1, SW);
}

/* By the sides along which something was opened or blocked. */
static bool want_by_sides(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile) {
  const ovi_draft *draft = site->layers[profile].draft;
  const ovi_region view = ovi_region_view(ovi_work_layer(work, profile), site->place.id);
  const int32_t last = site->place.w - 1;
  uint64_t any[2] = {0, 0};
  bool right = false;
  bool left = false;
  bool above = false;
  bool below = false;
  for (int32_t y = 0; y < site->place.h; y++) {
    uint64_t before[2];
    ovi_region_open_row(&view, y, before);
    any[0] = before[0] ^ draft->open[y][0];
    any[1] = before[1] ^ draft->open[y][1];
    const bool differs = (any[0] | any[1]) != 0;
    above = above || (y == 0 && differs);
    below = below || (y == site->place.h - 1 && differs);
    left = left || (any[0] & 1) != 0;
    right = right || ovi_get_bit(any, last) != 0;
  }
  return want_groups(work, site, profile, 0, 0, (right ? E : 0u) | (below ? S : 0u)) &&
         (!left || want_groups(work, site, profile, -1, 0, E)) &&
         (!above || want_groups(work, site, profile, 0, -1, S));
}

/* Pairs of components, old and new, of which each has one partner. */
typedef struct pairing {
  uint16_t *now_of, *before_of; /* UINT16_MAX: none yet */
} pairing;

static bool pair_up(const pairing *p, uint32_t before, uint32_t now) {
  if (p->now_of[before] == UINT16_MAX && p->before_of[now] == UINT16_MAX) {
    p->now_of[before] = (uint16_t)now;
    p->before_of[now] = (uint16_t)before;
  }
  return p->now_of[before] == now && p->before_of[now] == before;
}

static bool pair_up_cell(const pairing *p, const ovi_region *view, const ovi_draft *draft,
                         int32_t x, int32_t y) {
  const uint32_t before = ovi_region_component(view, x, y);
  return before == OVI_NO_COMPONENT || pair_up(p, before, ovi_draft_component(draft, x, y));
}

/* Whether the cells along the sides, which are as open as they were, are parted among components
 * as they were; true, too, if there is no memory to tell, for *failed. */
static bool parts_sides_alike(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile,
                              bool *failed) {
  const ovi_draft *draft = site->layers[profile].draft;
  const ovi_region view = ovi_region_view(ovi_work_layer(work, profile), site->place.id);
  const pairing p = {ovi_work_take(work, view.components.count + 1, sizeof(uint16_t)),
                     ovi_work_take(work, draft->components + 1, sizeof(uint16_t))};
  bool alike = true;
  *failed = p.now_of == NULL || p.before_of == NULL;
  if (*failed) {
    return true;
  }
  memset(p.now_of, 0xff, view.components.count * sizeof(uint16_t));
  memset(p.before_of, 0xff, draft->components * sizeof(uint16_t));
  for (int32_t x = 0; x < view.w; x++) {
    alike = alike && pair_up_cell(&p, &view, draft, x, 0) &&
            pair_up_cell(&p, &view, draft, x, view.h - 1);
  }
  for (int32_t y = 0; y < view.h; y++) {
    alike = alike && pair_up_cell(&p, &view, draft, 0, y) &&
            pair_up_cell(&p, &view, draft, view.w - 1, y);
  }
  return alike;
}

/* Where steps decide, or corners are free: waypoints depend on steps along the sides, and on which
 * of them lead to the same components. */
static bool want_by_parts(ovi_rebuild_work *work, const ovi_site *site, uint32_t profile) {
  bool failed = false;
  if (!site->layers[profile].at_border && parts_sides_alike(work, site, profile, &failed)) {
    return !failed;
  }
  return want_all_around(work, site, profile);
}

static bool want_all_groups(ovi_rebuild_work *work) {
  const uint32_t count = work->sites.count; /* of which some moved */
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      const ovi_site *site = work->sites.list[i];
      const ovi_layer *layer = ovi_work_layer(work, profile);
      const bool by_sides =
          !layer->profile.is_directed && layer->profile.corners != OVL_CORNERS_FREE;
      if (site->layers[profile].moved &&
          !(by_sides ? want_by_sides(work, site, profile) : want_by_parts(work, site, profile))) {
        return false;
      }
    }
  }
  return true;
}

/* ---- Choosing ----------------------------------------------------------------- */

/* Where the drafts lie that ovi_draft_group_needs names. */
enum { NEIGHBOURS = 5 };
static const int8_t neighbour_x[NEIGHBOURS] = {-1, 1, 0, 1, -1};
static const int8_t neighbour_y[NEIGHBOURS] = {0, 0, 1, 1, 1};

/* The number of such a neighbour; UINT32_MAX beyond the edge. */
static uint32_t neighbour_of(const ovi_rebuild_work *work, const ovi_site *site, int neighbour) {
  const ovi_shared *shared = work->rebuild->shared;
  const int32_t rx = site->place.rx + neighbour_x[neighbour];
  const int32_t ry = site->place.ry + neighbour_y[neighbour];
  const bool inside = rx >= 0 && rx < shared->plane.regions_x && ry < shared->plane.regions_y;
  return inside ? (uint32_t)(ry * shared->plane.regions_x + rx) : UINT32_MAX;
}

/* Drafts of an owner and of what its wanted groups depend on. */
static bool want_neighbours(ovi_rebuild_work *work, ovi_site *owner, uint32_t profile) {
  uint32_t needs = 0;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    const bool wanted = (owner->layers[profile].wanted >> group & 1u) != 0;
    needs |= wanted ? ovi_draft_group_needs(group) : 0;
  }
  for (int i = 0; i < NEIGHBOURS; i++) {
    const uint32_t id = neighbour_of(work, owner, i);
    if ((needs >> i & 1u) == 0 || id == UINT32_MAX) {
      continue;
    }
    ovi_site *site = ovi_sites_make(&work->sites, id);
    if (site == NULL || !ovi_work_want_draft(work, site, profile)) {
      return false;
    }
  }
  return ovi_work_want_draft(work, owner, profile);
}

static const ovi_draft *draft_beside(const ovi_rebuild_work *work, const ovi_site *site,
                                     uint32_t profile, int neighbour) {
  const uint32_t id = neighbour_of(work, site, neighbour);
  const ovi_site *beside = id != UINT32_MAX ? ovi_sites_find(&work->sites, id) : NULL;
  return beside != NULL ? beside->layers[profile].draft : NULL;
}

static void choose_job(void *context, int32_t index, int32_t worker) {
  const draft_jobs *jobs = context;
  ovi_site_layer *layer = jobs->list[index];
  const uint32_t profile = (uint32_t)layer->draft->profile;
  const ovi_draft *beside[NEIGHBOURS];
  (void)worker;
  for (int i = 0; i < NEIGHBOURS; i++) {
    beside[i] = draft_beside(jobs->work, layer->site, profile, i);
  }
  const ovi_draft_neighbours neighbours = {beside[0], beside[1], beside[2], beside[3], beside[4]};
  ovi_draft_choose(layer->draft, &jobs->work->map, &neighbours, layer->wanted);
  layer->chosen = layer->wanted;
}

/* Whether a group that was chosen is what the version has. */
static bool is_as_before(const ovi_rebuild_work *work, const ovi_site_layer *layer, int group) {
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

/* Makes both regions of a group stale whose waypoints are others. */
static bool compare(ovi_rebuild_work *work, ovi_site_layer *layer) {
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if ((layer->chosen >> group & 1u) == 0 || is_as_before(work, layer, group)) {
      continue;
    }
    const uint32_t id = ovi_neighbour_id(work->rebuild->layers, layer->site->place.id, group);
    ovi_site *other = ovi_sites_make(&work->sites, id);
    if (other == NULL) {
      return false;
    }
    layer->site->stale = other->stale = true;
  }
  return true;
}

ovl_result ovi_work_choose(ovi_rebuild_work *work) {
  uint32_t count = 0;
  if (!want_all_groups(work)) {
    return OVL_NO_MEMORY;
  }
  const uint32_t most = work->sites.count * ovi_work_profiles(work);
  draft_jobs jobs = {work, ovi_work_take(work, most, sizeof(ovi_site_layer *))};
  if (jobs.list == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < most; i++) { /* the sites that are made meanwhile own nothing wanted */
    ovi_site *site = work->sites.list[i / ovi_work_profiles(work)];
    const uint32_t profile = i % ovi_work_profiles(work);
    if (site->layers[profile].wanted == 0) {
      continue;
    }
    if (!want_neighbours(work, site, profile)) {
      return OVL_NO_MEMORY;
    }
    jobs.list[count++] = &site->layers[profile];
  }
  ovl_result result = ovi_work_make_drafts(work);
  if (result == OVL_OK) {
    ovi_jobs_run(work->rebuild->jobs, count, choose_job, &jobs);
  }
  for (uint32_t i = 0; result == OVL_OK && i < count; i++) {
    result = compare(work, jobs.list[i]) ? OVL_OK : OVL_NO_MEMORY;
  }
  return result;
}
