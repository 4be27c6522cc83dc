/* Writing the blocks of stale sites, and keeping those that are others.
 *
 * Waypoints of groups that were not chosen anew are taken from the version's block: where they
 * are, and in a directed layer what crossing them costs, out of what leaving there costs. */
#include "coarse/edit/rebuild_blocks.h"

#include "coarse/blocks/band_baker.h"
#include "coarse/blocks/block_writer.h"
#include "coarse/edit/rebuild_drafts.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "common/step_cost.h"

/* Blocks that are written at once. */
enum { ROUND_BLOCKS = 64 };

/* A worker's memory: a writer, and for each profile stand-ins for the drafts around a region. */
typedef struct worker {
  ovi_block_writer writer;
  ovi_draft (*beside)[OVI_OWN_GROUPS]; /* by the group of theirs that the region shares */
} worker;

typedef struct block_work {
  ovi_rebuild_work *work;
  worker *workers;
  ovi_site **list;  /* of this round */
  uint8_t **blocks; /* where they are written; lengths */
  uint32_t *bytes;
} block_work;

/* ---- Waypoints ---------------------------------------------------------------- */

/* The site and draft whose own group a region shares; of its own groups, its own. NULL: it was not
 * chosen anew. */
static const ovi_draft *chosen_draft(const ovi_rebuild_work *work, const ovi_site *site,
                                     uint32_t profile, int group) {
  if (group < OVI_OWN_GROUPS) {
    const ovi_site_layer *layer = &site->layers[profile];
    return (layer->chosen >> group & 1u) != 0 ? layer->draft : NULL;
  }
  if (!ovi_region_has_neighbour(work->rebuild->layers, &site->place, group)) {
    return NULL;
  }
  const ovi_site *owner =
      ovi_sites_find(&work->sites, ovi_neighbour_id(work->rebuild->layers, site->place.id, group));
  const int own = group - OVI_OWN_GROUPS;
  return owner != NULL && (owner->layers[profile].chosen >> own & 1u) != 0
             ? owner->layers[profile].draft
             : NULL;
}

/* What leaving a region by a port costs beside the weights; OVI_STEP_BLOCKED. */
static uint32_t exit_of(const ovi_layer *layer, const ovi_region *view, int group, uint32_t port) {
  const uint32_t component = ovi_port_component(view, port);
  const ovi_clique clique = ovi_region_clique(view, component);
  const uint32_t exit = ovi_square_exit(&clique, ovi_port_place(view, port, component));
  const uint32_t cell = ovi_port_cell(view, port);
  const uint32_t weight = ovi_region_weight(layer, view, ovi_port_x(cell), ovi_port_y(cell));
  return exit != OVI_NO_COST_32 ? exit - ovi_step_cost(weight, ovi_port_is_diagonal(group, cell))
                                : OVI_STEP_BLOCKED;
}

/* A port of a group as the version has it, in the region's own half of a waypoint. */
static ovi_draft_port known_port(const ovi_rebuild_work *work, const ovi_site *site,
                                 uint32_t profile, int group, uint32_t number) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const ovi_region view = ovi_region_view(layer, site->place.id);
  const bool second = group >= OVI_OWN_GROUPS;
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  const uint32_t port = groups.begins[group] + number;
  const uint32_t cell = ovi_port_cell(&view, port);
  const uint32_t component =
      ovi_draft_component(site->layers[profile].draft, ovi_port_x(cell), ovi_port_y(cell));
  ovi_draft_port known = {
      (uint16_t)cell, (uint16_t)cell, (uint16_t)component, (uint16_t)component, {0, 0}};
  if (layer->profile.is_directed) {
    const int opposite = ovi_group_opposite(group);
    const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, &view, group));
    const ovi_port_groups other_groups = ovi_port_groups_of(&other);
    known.extra[second ? 1 : 0] = exit_of(layer, &view, group, port);
    known.extra[second ? 0 : 1] =
        exit_of(layer, &other, opposite, other_groups.begins[opposite] + number);
  }
  return known;
}

/* Puts the known ports of a group into a draft. */
static void put_known_ports(const ovi_rebuild_work *work, const ovi_site *site, uint32_t profile,
                            int group, ovi_draft *draft) {
  const int own = group & (OVI_OWN_GROUPS - 1);
  const uint8_t *layer_block =
      ovi_region_layer_block(ovi_work_layer(work, profile), site->place.id);
  draft->port_counts[own] = ovi_layer_group_count(layer_block, group);
  for (uint32_t i = 0; i < draft->port_counts[own]; i++) {
    draft->ports[own][i] = known_port(work, site, profile, group, i);
  }
}

/* The draft that shares a group from outside. */
static const ovi_draft *beside(const ovi_rebuild_work *work, worker *own, const ovi_site *site,
                               uint32_t profile, int group) {
  const ovi_draft *chosen = chosen_draft(work, site, profile, group);
  if (chosen != NULL || !ovi_region_has_neighbour(work->rebuild->layers, &site->place, group)) {
    return chosen;
  }
  ovi_draft *stand_in = &own->beside[profile][group - OVI_OWN_GROUPS];
  put_known_ports(work, site, profile, group, stand_in);
  return stand_in;
}

static ovi_block_sources sources_of(const ovi_rebuild_work *work, worker *own, const ovi_site *site,
                                    uint32_t profile) {
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if (chosen_draft(work, site, profile, group) == NULL) {
      put_known_ports(work, site, profile, group, site->layers[profile].draft);
    }
  }
  return (ovi_block_sources){.draft = site->layers[profile].draft,
                             .left = beside(work, own, site, profile, OVI_GROUP_W),
                             .above = beside(work, own, site, profile, OVI_GROUP_N),
                             .above_left = beside(work, own, site, profile, OVI_GROUP_NW),
                             .above_right = beside(work, own, site, profile, OVI_GROUP_NE),
                             .before = ovi_work_layer(work, profile)};
}

static uint32_t count_ports(const ovi_rebuild_work *work, const ovi_site *site, uint32_t profile) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const uint8_t *layer_block = ovi_region_layer_block(layer, site->place.id);
  uint32_t count = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const ovi_draft *draft = chosen_draft(work, site, profile, group);
    count += draft != NULL ? draft->port_counts[group & (OVI_OWN_GROUPS - 1)]
                           : ovi_layer_group_count(layer_block, group);
  }
  return layer->profile.is_directed
             ? count + ovi_directed_count_ends(&work->directed, (int32_t)profile, site->place.id)
             : count;
}

/* ---- Memory ------------------------------------------------------------------- */

static bool place_stand_ins(ovi_rebuild_work *work, worker *own) {
  const uint32_t profiles = ovi_work_profiles(work);
  const uint64_t side = (uint64_t)work->map.region_cells;
  own->beside = ovi_work_take(work, profiles, sizeof(own->beside[0]));
  for (uint32_t i = 0; own->beside != NULL && i < profiles * OVI_OWN_GROUPS; i++) {
    const uint32_t group = i % OVI_OWN_GROUPS;
    ovi_draft *draft = &own->beside[i / OVI_OWN_GROUPS][group];
    const uint64_t most = group == OVI_GROUP_E || group == OVI_GROUP_S ? 3 * side : 1;
    draft->ports[group] = ovi_work_take(work, most, sizeof(ovi_draft_port));
    if (draft->ports[group] == NULL) {
      return false;
    }
  }
  return own->beside != NULL;
}

static bool make_workers(ovi_rebuild_work *work, block_work *b, const ovi_port_capacity *room) {
  b->workers = ovi_work_take(work, (uint64_t)work->workers, sizeof(worker));
  for (int32_t i = 0; b->workers != NULL && i < work->workers; i++) {
    ovi_arena counted = {NULL, 0};
    ovi_block_writer_reserve(&b->workers[i].writer, &counted, work->map.region_cells, room);
    ovi_arena cut = {ovi_work_take(work, counted.used, 1), 0};
    if (cut.block == NULL || !place_stand_ins(work, &b->workers[i])) {
      return false;
    }
    ovi_block_writer_reserve(&b->workers[i].writer, &cut, work->map.region_cells, room);
    ovi_block_writer_clear(&b->workers[i].writer);
  }
  return b->workers != NULL;
}

/* What a site's block takes at the most, and its writer. */
static ovl_result measure(const ovi_rebuild_work *work, const ovi_site *site,
                          ovi_port_capacity *room, uint64_t *bytes) {
  *bytes = ovi_block_head_bytes(ovi_work_profiles(work)) + ovi_cells_most_bytes(&site->place);
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    const ovi_draft *draft = site->layers[profile].draft;
    const uint32_t ports = count_ports(work, site, profile);
    const uint64_t costs = ovi_port_costs_most(draft, ports);
    room->ports = ports > room->ports ? ports : room->ports;
    room->costs = costs > room->costs ? costs : room->costs;
    *bytes += ovi_layer_block_most_bytes(draft, ports);
  }
  *bytes = (*bytes + 63) & ~(uint64_t)63;
  if (*bytes > OVI_BLOCK_MOST_BYTES) {
    *work->rebuild->fault = (ovl_fault){"bytes of a region: its profiles have too many links",
                                        site->place.id, *bytes, OVI_BLOCK_MOST_BYTES};
    return OVL_BAD_ARGUMENT;
  }
  return OVL_OK;
}

/* ---- Writing ------------------------------------------------------------------ */

static void write_job(void *context, int32_t index, int32_t number) {
  const block_work *b = context;
  const ovi_rebuild_work *work = b->work;
  worker *own = &b->workers[number];
  ovi_block_sources sources[OVL_MAX_PROFILES];
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    sources[profile] = sources_of(work, own, b->list[index], profile);
  }
  memset(b->blocks[index], 0, b->bytes[index]);
  b->bytes[index] = ovi_block_write(&own->writer, &work->map, sources, b->blocks[index]);
}

/* Gives a block unless the version has the same. */
static bool give(ovi_rebuild *r, uint32_t region, const uint8_t *block, uint32_t bytes) {
  const bool is_same = ovi_region_block_bytes(r->layers, region) == bytes &&
                       memcmp(ovi_region_block(r->layers, region), block, bytes) == 0;
  if (is_same && !r->anew) {
    return true;
  }
  ovi_blob *blob = ovi_blob_make(r->allocator, bytes);
  if (blob == NULL) {
    return false;
  }
  memcpy(blob->data, block, bytes);
  r->blocks[r->block_count++] = (ovi_rebuilt_block){region, blob};
  return true;
}

/* Room for a round's blocks, each as large as it may become. */
typedef struct round_room {
  uint8_t *memory;
  uint64_t bytes;
} round_room;

static ovl_result write_round(block_work *b, uint32_t count, round_room *room) {
  ovi_rebuild *r = b->work->rebuild;
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; i++) {
    all += b->bytes[i];
  }
  if (all > room->bytes) {
    ovi_release(r->allocator, room->memory, room->bytes);
    room->memory = ovi_allocate(r->allocator, all);
    room->bytes = room->memory != NULL ? all : 0;
  }
  if (room->memory == NULL) {
    return OVL_NO_MEMORY;
  }
  uint8_t *at = room->memory;
  for (uint32_t i = 0; i < count; i++) {
    b->blocks[i] = at;
    at += b->bytes[i];
  }
  ovi_jobs_run(b->work->rebuild->jobs, count, write_job, b);
  for (uint32_t i = 0; i < count; i++) {
    if (!give(r, b->list[i]->place.id, b->blocks[i], b->bytes[i])) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

static ovl_result write_rounds(block_work *b, uint32_t count) {
  ovi_site **list = b->list;
  uint32_t *bytes = b->bytes;
  round_room room = {NULL, 0};
  ovl_result result = OVL_OK;
  for (uint32_t first = 0; result == OVL_OK && first < count; first += ROUND_BLOCKS) {
    b->list = list + first;
    b->bytes = bytes + first;
    result = write_round(b, count - first < ROUND_BLOCKS ? count - first : ROUND_BLOCKS, &room);
  }
  ovi_release(b->work->rebuild->allocator, room.memory, room.bytes);
  return result;
}

/* Lists the stale sites, which have their drafts then. */
static ovl_result list_stale(ovi_rebuild_work *work, block_work *b, uint32_t *count) {
  const uint32_t most = work->sites.count;
  b->list = ovi_work_take(work, most, sizeof(ovi_site *));
  b->bytes = ovi_work_take(work, most, sizeof(uint32_t));
  b->blocks = ovi_work_take(work, ROUND_BLOCKS, sizeof(uint8_t *));
  work->rebuild->blocks = ovi_work_take(work, most, sizeof(ovi_rebuilt_block));
  if (b->list == NULL || b->bytes == NULL || b->blocks == NULL || work->rebuild->blocks == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < most; i++) { /* a site that is made meanwhile is not stale */
    ovi_site *site = work->sites.list[i];
    if (!site->stale) {
      continue;
    }
    b->list[(*count)++] = site;
    if (!ovi_site_read(&work->sites, site)) {
      return OVL_NO_MEMORY;
    }
    for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
      if (!ovi_work_want_draft(work, site, profile)) {
        return OVL_NO_MEMORY;
      }
    }
  }
  return ovi_work_make_drafts(work);
}

ovl_result ovi_work_write(ovi_rebuild_work *work) {
  block_work b = {.work = work};
  uint32_t count = 0;
  ovi_port_capacity room = {0, 0, work->directed.profiles != 0, ovi_map_has_some_rule(&work->map)};
  ovl_result result = list_stale(work, &b, &count);
  for (uint32_t i = 0; result == OVL_OK && i < count; i++) {
    uint64_t bytes = 0;
    result = measure(work, b.list[i], &room, &bytes);
    b.bytes[i] = (uint32_t)bytes;
  }
  if (result != OVL_OK || count == 0) {
    return result;
  }
  return make_workers(work, &b, &room) ? write_rounds(&b, count) : OVL_NO_MEMORY;
}

/* ---- All anew ----------------------------------------------------------------- */

static ovl_result bake_bands(ovi_rebuild_work *work, ovi_band_baker *bands) {
  ovl_result result = ovi_bands_begin(bands);
  for (uint32_t id = 0; result == OVL_OK && id < ovi_region_count(work->rebuild->layers); id++) {
    const int32_t rx = (int32_t)(id % (uint32_t)bands->regions_x);
    if (rx == 0) {
      result = ovi_bands_bake(bands, (int32_t)(id / (uint32_t)bands->regions_x));
    }
    if (result == OVL_OK) {
      uint32_t bytes;
      const uint8_t *block = ovi_bands_block(bands, rx, &bytes);
      result = give(work->rebuild, id, block, bytes) ? OVL_OK : OVL_NO_MEMORY;
    }
  }
  return result;
}

ovl_result ovi_work_write_all(ovi_rebuild_work *work) {
  ovi_rebuild *r = work->rebuild;
  const uint32_t regions = ovi_region_count(r->layers);
  ovi_directed directed;
  r->blocks = ovi_work_take(work, regions, sizeof(ovi_rebuilt_block));
  const ovi_rectangle all = {0, 0, r->shared->plane.width, r->shared->plane.height};
  if (r->blocks == NULL || !ovi_sites_read(&work->sites, all)) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = ovi_directed_find(&directed, &work->map, r->allocator, r->fault);
  work->map.directed = &directed;
  ovi_band_baker bands = {
      .map = &work->map, .allocator = r->allocator, .jobs = r->jobs, .fault = r->fault};
  r->directed = directed.profiles;
  if (result == OVL_OK) {
    result = bake_bands(work, &bands);
    ovi_bands_release(&bands);
  }
  ovi_memory_release(&directed.memory);
  work->map.directed = &work->directed;
  return result;
}
