/* Writes the blocks of stale sites and outputs those that changed.
 *
 * Waypoints of groups that were not chosen anew are read from the version's block: their cells, and
 * in a directed layer the extra cost of crossing them, from the cost of leaving the region there.
 */
#include "coarse/edit/rebuild_blocks.h"

#include "coarse/blocks/block_writer.h"
#include "coarse/edit/rebuild_drafts.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "common/topology.h"

/* Blocks that are written at once, by jobs. */
enum { ROUND_BLOCKS = 64 };

typedef struct block_writing {
  ovi_rebuild *work;
  ovi_block_writer *writers; /* one for each worker */
  ovi_site **list;           /* all stale sites */
  uint32_t count;
  ovi_block_sources *sources; /* of each: one for each profile */
  uint32_t *bytes;  /* of each: the most bytes of its block; once that is written, its bytes */
  uint32_t first;   /* site of the current round */
  uint8_t **blocks; /* of the current round, in `memory` */
  uint8_t *memory;
  uint64_t memory_bytes;
} block_writing;

/* ---- Waypoints ---------------------------------------------------------------- */

/* The draft that owns the waypoints of a site's group: the site's own draft, or that of a
 * neighbour. NULL: they were not chosen anew. */
static const ovi_draft *chosen_draft(const ovi_rebuild *work, const ovi_site *site,
                                     uint32_t profile, int group) {
  if (group < OVI_OWN_GROUPS) {
    const ovi_site_layer *layer = &site->layers[profile];
    return (layer->chosen >> group & 1u) != 0 ? layer->draft : NULL;
  }
  if (!ovi_region_has_neighbour(work->input.layers, &site->place, group)) {
    return NULL;
  }
  const ovi_site *owner =
      ovi_sites_find(&work->sites, ovi_neighbour_id(work->input.layers, site->place.id, group));
  const int own = group - OVI_OWN_GROUPS;
  return owner != NULL && (owner->layers[profile].chosen >> own & 1u) != 0
             ? owner->layers[profile].draft
             : NULL;
}

/* The extra cost of leaving a region by a port, beyond that of the weights; OVI_STEP_BLOCKED. */
static uint32_t extra_cost_of(const ovi_layer *layer, const ovi_region *view, int group,
                              uint32_t port) {
  const uint32_t component = ovi_port_component(view, port);
  const ovi_clique clique = ovi_region_clique(view, component);
  const uint32_t exit = ovi_square_exit(&clique, ovi_port_place(view, port, component));
  const uint32_t cell = ovi_port_cell(view, port);
  const uint32_t weight = ovi_region_weight(layer, view, ovi_port_x(cell), ovi_port_y(cell));
  return exit != OVI_NO_COST_32
             ? exit - ovi_step_cost(weight, ovi_port_is_long(layer->profile.corners, group, cell))
             : OVI_STEP_BLOCKED;
}

/* Reads the ports of a group as they are in the version, with the cell and component of this region
 * on both sides. */
static void read_existing(const ovi_rebuild *work, const ovi_site *site, uint32_t profile,
                          int group, ovi_draft_port *ports, uint32_t count) {
  const ovi_layer *layer = ovi_work_layer(work, profile);
  const ovi_region view = ovi_region_view(layer, site->place.id);
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  const int own = group >= OVI_OWN_GROUPS ? 1 : 0; /* the side of this region */
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t port = groups.begins[group] + i;
    const uint32_t cell = ovi_port_cell(&view, port);
    const uint32_t component =
        ovi_draft_component(site->layers[profile].draft, ovi_port_x(cell), ovi_port_y(cell));
    ports[i] = (ovi_draft_port){
        (uint16_t)cell, (uint16_t)cell, (uint16_t)component, (uint16_t)component, {0, 0}};
    if (layer->profile.is_directed) {
      const int opposite = ovi_group_opposite(group);
      const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, &view, group));
      const ovi_port_groups other_groups = ovi_port_groups_of(&other);
      ports[i].extra[own] = extra_cost_of(layer, &view, group, port);
      ports[i].extra[1 - own] =
          extra_cost_of(layer, &other, opposite, other_groups.begins[opposite] + i);
    }
  }
}

/* Finds what the block of a site is written from. False: no memory. */
static bool rebuild_find_sources(ovi_rebuild *work, const ovi_site *site,
                                 ovi_block_sources *sources) {
  for (uint32_t profile = 0; profile < ovi_work_profiles(work); profile++) {
    const ovi_layer *layer = ovi_work_layer(work, profile);
    const uint8_t *layer_block = ovi_region_layer_block(layer, site->place.id);
    sources[profile] = (ovi_block_sources){.draft = site->layers[profile].draft, .before = layer};
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      const ovi_draft *chosen = chosen_draft(work, site, profile, group);
      if (chosen != NULL) {
        sources[profile].groups[group] = ovi_draft_group(chosen, group % OVI_OWN_GROUPS);
        continue;
      }
      const uint32_t count = ovi_layer_group_count(layer_block, group);
      ovi_draft_port *ports = ovi_work_allocate(work, count, sizeof(ovi_draft_port));
      if (ports == NULL) {
        return false;
      }
      read_existing(work, site, profile, group, ports, count);
      sources[profile].groups[group] = (ovi_port_list){ports, count};
    }
  }
  return true;
}

/* ---- Writing ------------------------------------------------------------------ */

static void write_job(void *context, int32_t index, int32_t worker) {
  const block_writing *writing = context;
  const ovi_rebuild *work = writing->work;
  const uint32_t site = writing->first + (uint32_t)index;
  memset(writing->blocks[index], 0, writing->bytes[site]);
  const uint32_t bytes = ovi_block_write(
      &writing->writers[worker], &work->map,
      writing->sources + (uint64_t)site * ovi_work_profiles(work), writing->blocks[index]);
  OVI_ASSERT(bytes <= writing->bytes[site] && bytes % 8 == 0);
  writing->bytes[site] = bytes;
}

/* Outputs a block, unless it equals the version's. False: no memory. */
static bool output_block(ovi_rebuild *work, uint32_t region, const uint8_t *block, uint32_t bytes) {
  if (ovi_region_block_bytes(work->input.layers, region) == bytes &&
      memcmp(ovi_region_block(work->input.layers, region), block, bytes) == 0) {
    return true;
  }
  ovi_blob *blob = ovi_blob_copy(work->input.allocator, block, bytes);
  if (blob == NULL) {
    return false;
  }
  work->output.blocks[work->output.block_count++] = (ovi_rebuilt_block){region, blob};
  return true;
}

/* Writes the blocks of `count` sites of the list from `first` on, and outputs them. */
static ovl_result write_round(block_writing *writing, uint32_t first, uint32_t count) {
  ovi_rebuild *work = writing->work;
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; i++) {
    all += writing->bytes[first + i];
  }
  if (all > writing->memory_bytes) {
    ovi_release(work->input.allocator, writing->memory, writing->memory_bytes);
    writing->memory = ovi_allocate(work->input.allocator, all);
    writing->memory_bytes = writing->memory != NULL ? all : 0;
  }
  if (writing->memory == NULL) {
    return OVL_NO_MEMORY;
  }
  uint8_t *at = writing->memory;
  for (uint32_t i = 0; i < count; i++) {
    writing->blocks[i] = at;
    at += writing->bytes[first + i];
  }
  writing->first = first;
  ovi_jobs_run(work->input.jobs, count, write_job, writing);
  for (uint32_t i = 0; i < count; i++) {
    if (!output_block(work, writing->list[first + i]->place.id, writing->blocks[i],
                      writing->bytes[first + i])) {
      return OVL_NO_MEMORY;
    }
  }
  return ovi_progress_add(work->input.progress, count);
}

/* Reads the cells and the block of a stale site, and the neighbours whose costs of leaving a region
 * by existing ports will be read, and requests its drafts. False: no memory, or they could not be
 * read. */
static bool prepare_stale(ovi_rebuild *work, ovi_site *site) {
  bool are_requested = ovi_site_read(&work->sites, site);
  ovi_region_block(work->input.layers, site->place.id);
  for (uint32_t profile = 0; are_requested && profile < ovi_work_profiles(work); profile++) {
    const ovi_layer *layer = ovi_work_layer(work, profile);
    are_requested = ovi_work_request_draft(work, site, profile);
    for (int group = 0; layer->profile.is_directed && group < OVI_GROUP_COUNT; group++) {
      if (ovi_region_has_neighbour(layer, &site->place, group) &&
          chosen_draft(work, site, profile, group) == NULL) {
        ovi_region_block(layer, ovi_neighbour_id(layer, site->place.id, group));
      }
    }
  }
  return are_requested;
}

/* Lists all stale sites, prepares them and makes their drafts. */
static ovl_result prepare_all(block_writing *writing) {
  ovi_rebuild *work = writing->work;
  const uint32_t most = work->sites.count;
  writing->list = ovi_work_allocate(work, most, sizeof(ovi_site *));
  work->output.blocks = ovi_work_allocate(work, most, sizeof(ovi_rebuilt_block));
  if (writing->list == NULL || work->output.blocks == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < most; i++) {
    ovi_site *site = ovi_site_at(&work->sites, i);
    if (site->stale) {
      writing->list[writing->count++] = site;
    }
  }
  for (uint32_t i = 0; i < writing->count; i++) {
    if (!prepare_stale(work, writing->list[i])) {
      return OVL_NO_MEMORY;
    }
  }
  const ovl_result result = ovi_work_make_drafts(work);
  return result == OVL_OK ? ovi_work_outcome(work) : result;
}

ovl_result ovi_work_write(ovi_rebuild *work) {
  const uint32_t profiles = ovi_work_profiles(work);
  const int32_t side = work->map.plane.region_cells;
  block_writing writing = {.work = work};
  ovl_result result = prepare_all(&writing);
  if (result != OVL_OK || writing.count == 0) {
    return result;
  }
  writing.sources =
      ovi_work_allocate(work, (uint64_t)writing.count * profiles, sizeof(ovi_block_sources));
  writing.bytes = ovi_work_allocate(work, writing.count, sizeof(uint32_t));
  writing.blocks = ovi_work_allocate(work, ROUND_BLOCKS, sizeof(uint8_t *));
  writing.writers = ovi_work_allocate(work, (uint64_t)work->workers, sizeof(ovi_block_writer));
  if (writing.sources == NULL || writing.bytes == NULL || writing.blocks == NULL ||
      writing.writers == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_port_capacity capacity = {0, 0, work->directed.profiles != 0,
                                ovi_map_has_some_rule(&work->map)};
  for (uint32_t i = 0; i < writing.count; i++) {
    ovi_block_sources *sources = writing.sources + (uint64_t)i * profiles;
    uint64_t bytes;
    if (!rebuild_find_sources(work, writing.list[i], sources)) {
      return OVL_NO_MEMORY;
    }
    result = ovi_block_measure(&work->map, sources, &capacity, &bytes, work->input.fault);
    if (result != OVL_OK) {
      return result;
    }
    writing.bytes[i] = (uint32_t)bytes;
  }
  ovi_arena arena = {NULL, 0};
  ovi_block_writer_reserve(&writing.writers[0], &arena, side, &capacity);
  for (int32_t i = 0; i < work->workers; i++) {
    ovi_arena cut = {ovi_work_allocate(work, arena.used, 1), 0};
    if (cut.block == NULL) {
      return OVL_NO_MEMORY;
    }
    ovi_block_writer_reserve(&writing.writers[i], &cut, side, &capacity);
  }
  ovi_progress_expect(work->input.progress, writing.count);
  for (uint32_t first = 0; result == OVL_OK && first < writing.count; first += ROUND_BLOCKS) {
    const uint32_t rest = writing.count - first;
    result = write_round(&writing, first, rest < ROUND_BLOCKS ? rest : ROUND_BLOCKS);
  }
  ovi_release(work->input.allocator, writing.memory, writing.memory_bytes);
  return result;
}
