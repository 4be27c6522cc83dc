/* Bakes a band in three passes, each a job for every region of a row: drafts, then waypoints, then
 * blocks. */
#include "coarse/blocks/band_baker.h"

#include "coarse/blocks/directed.h"
#include "coarse/blocks/entrances.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "common/topology.h"

/* ---- Memory -------------------------------------------------------------- */

static void reserve_drafts(void *user, ovi_arena *arena) {
  ovi_band_baker *baker = user;
  for (int band = 0; band < OVI_BANDS; band++) {
    const int32_t drafts = baker->map->plane.regions_x * baker->map->profile_count;
    baker->drafts.bands[band] = ovi_arena_take(arena, (uint64_t)drafts, sizeof(ovi_draft));
    for (int32_t i = 0; i < drafts; i++) {
      ovi_draft counted;
      ovi_draft *draft = arena->block != NULL ? &baker->drafts.bands[band][i] : &counted;
      ovi_draft_reserve(draft, arena, baker->map, i % baker->map->profile_count);
    }
  }
  if (baker->map->directed->profiles != 0) {
    baker->drafts.workspaces =
        ovi_draft_workspaces_reserve(arena, baker->workers, baker->map->plane.region_cells);
  }
  baker->blocks.begins =
      ovi_arena_take(arena, (uint64_t)baker->map->plane.regions_x, sizeof(uint64_t));
  baker->blocks.lengths =
      ovi_arena_take(arena, (uint64_t)baker->map->plane.regions_x, sizeof(uint32_t));
  baker->blocks.sources = ovi_arena_take(
      arena, (uint64_t)baker->map->plane.regions_x * (uint64_t)baker->map->profile_count,
      sizeof(ovi_block_sources));
}

static void reserve_writers(void *user, ovi_arena *arena) {
  ovi_band_baker *baker = user;
  baker->writers.workers =
      ovi_arena_take(arena, (uint64_t)baker->workers, sizeof(ovi_block_writer));
  for (int32_t i = 0; i < baker->workers; i++) {
    ovi_block_writer counted;
    ovi_block_writer *writer = arena->block != NULL ? &baker->writers.workers[i] : &counted;
    ovi_block_writer_reserve(writer, arena, baker->map->plane.region_cells,
                             &baker->writers.capacity);
  }
}

/* The given capacity with a reserve of a half for later bands. */
static ovi_port_capacity capacity_for(const ovi_band_baker *baker, uint32_t ports, uint64_t costs) {
  return (ovi_port_capacity){ports + ports / 2 + 16, costs + costs / 2,
                             baker->map->directed->profiles != 0,
                             ovi_map_has_some_rule(baker->map)};
}

/* ---- The steps, each for one region of a band ---------------------------- */

/* Returns whether a stale region lies at most `distance` regions away. A block shares waypoints
 * with the regions around it, and their choice reads one region further, so drafts are needed at
 * distance 2 and waypoints at distance 1. */
static bool is_written_near(const ovi_band_baker *baker, int32_t rx, int32_t ry, int32_t distance) {
  if (baker->stale == NULL) {
    return true;
  }
  for (int32_t y = ry - distance; y <= ry + distance; y++) {
    const int32_t row = y - baker->first_band;
    for (int32_t x = rx - distance; x <= rx + distance && row >= 0 && row < baker->bands; x++) {
      if (x >= 0 && x < baker->map->plane.regions_x &&
          baker->stale[(int64_t)row * baker->map->plane.regions_x + x] != 0) {
        return true;
      }
    }
  }
  return false;
}

/* The draft of a region; NULL beyond the edge of the plane. */
static ovi_draft *draft_at(const ovi_band_baker *baker, int32_t rx, int32_t ry, int32_t profile) {
  bool inside =
      rx >= 0 && rx < baker->map->plane.regions_x && ry >= 0 && ry < baker->map->plane.regions_y;
  return inside ? &baker->drafts.bands[ry % OVI_BANDS][rx * baker->map->profile_count + profile]
                : NULL;
}

static void band_label_job(void *context, int32_t rx, int32_t worker) {
  ovi_band_baker *baker = context;
  const ovi_layer layer = {.partition = baker->map->plane};
  ovi_draft_workspace *capacity =
      baker->drafts.workspaces != NULL ? &baker->drafts.workspaces[worker] : NULL;
  if (!is_written_near(baker, rx, baker->band, 2)) {
    return;
  }
  for (int32_t profile = 0; profile < baker->map->profile_count; profile++) {
    ovi_draft *draft = draft_at(baker, rx, baker->band, profile);
    draft->place =
        ovi_region_place(&layer, (uint32_t)(baker->band * baker->map->plane.regions_x + rx));
    ovi_draft_label(draft, baker->map, capacity);
  }
}

static void band_choose_job(void *context, int32_t rx, int32_t worker) {
  ovi_band_baker *baker = context;
  (void)worker;
  if (!is_written_near(baker, rx, baker->band, 1)) {
    return;
  }
  for (int32_t profile = 0; profile < baker->map->profile_count; profile++) {
    ovi_draft_neighbours neighbours;
    for (int i = 0; i < 6; i++) {
      neighbours.at[i / 3][i % 3] = draft_at(baker, rx + i % 3 - 1, baker->band + i / 3, profile);
    }
    ovi_draft_choose(draft_at(baker, rx, baker->band, profile), baker->map, &neighbours,
                     OVI_ALL_OWN_GROUPS);
  }
}

/* The sources of the block of a region of the present band, one for each profile. */
static ovi_block_sources *band_sources(const ovi_band_baker *baker, int32_t rx) {
  return baker->blocks.sources + (int64_t)rx * baker->map->profile_count;
}

/* Finds what the block of a region of the present band is written from. */
static void band_find_sources(const ovi_band_baker *baker, int32_t rx) {
  ovi_block_sources *sources = band_sources(baker, rx);
  for (int32_t profile = 0; profile < baker->map->profile_count; profile++) {
    const ovi_draft *draft = draft_at(baker, rx, baker->band, profile);
    const ovi_draft *owners[OVI_OWN_GROUPS] = {draft_at(baker, rx - 1, baker->band, profile),
                                               draft_at(baker, rx, baker->band - 1, profile),
                                               draft_at(baker, rx - 1, baker->band - 1, profile),
                                               draft_at(baker, rx + 1, baker->band - 1, profile)};
    sources[profile] = (ovi_block_sources){.draft = draft};
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      sources[profile].groups[group] = ovi_draft_group(draft, group);
      sources[profile].groups[OVI_OWN_GROUPS + group] = ovi_draft_group(owners[group], group);
    }
  }
}

static void band_write_job(void *context, int32_t rx, int32_t worker) {
  ovi_band_baker *baker = context;
  if (is_written_near(baker, rx, baker->band, 0)) {
    baker->blocks.lengths[rx] =
        ovi_block_write(&baker->writers.workers[worker], baker->map, band_sources(baker, rx),
                        baker->blocks.memory + baker->blocks.begins[rx]);
  }
}

static void run_band_jobs(ovi_band_baker *baker, int32_t band,
                          void (*job)(void *, int32_t, int32_t)) {
  baker->band = band;
  ovi_jobs_run(baker->jobs, (uint32_t)baker->map->plane.regions_x, job, baker);
}

/* ---- Bands --------------------------------------------------------------- */

/* Makes room for the blocks of the current band. */
static ovl_result prepare_blocks(ovi_band_baker *baker) {
  ovi_port_capacity *here = &baker->writers.capacity;
  ovi_port_capacity most = {0, 0, false, false};
  uint64_t bytes = 0;
  for (int32_t rx = 0; rx < baker->map->plane.regions_x; rx++) {
    uint64_t block_bytes;
    baker->blocks.begins[rx] = bytes;
    baker->blocks.lengths[rx] = 0;
    if (!is_written_near(baker, rx, baker->band, 0)) {
      continue;
    }
    band_find_sources(baker, rx);
    if (ovi_block_measure(baker->map, band_sources(baker, rx), &most, &block_bytes, baker->fault) !=
        OVL_OK) {
      return OVL_BAD_ARGUMENT;
    }
    bytes += block_bytes;
  }
  if (bytes == 0) { /* no region of the band is stale */
    return OVL_OK;
  }
  /* Makes the writers large enough for the regions of the band. They only grow. */
  if (baker->writers.memory.block == NULL || most.ports > here->ports || most.costs > here->costs) {
    ovi_memory_release(&baker->writers.memory);
    *here = capacity_for(baker, most.ports > here->ports ? most.ports : here->ports,
                         most.costs > here->costs ? most.costs : here->costs);
    if (!ovi_memory_take(&baker->writers.memory, baker->allocator, reserve_writers, baker)) {
      return OVL_NO_MEMORY;
    }
  }
  if (bytes > baker->blocks.bytes) {
    ovi_release(baker->allocator, baker->blocks.memory, baker->blocks.bytes);
    baker->blocks.bytes = bytes;
    baker->blocks.memory = ovi_allocate(baker->allocator, bytes);
  }
  if (baker->blocks.memory == NULL) {
    baker->blocks.bytes = 0;
    return OVL_NO_MEMORY;
  }
  memset(baker->blocks.memory, 0, (size_t)bytes);
  return OVL_OK;
}

ovl_result ovi_bands_begin(ovi_band_baker *baker) {
  baker->workers = ovi_jobs_workers(baker->jobs);
  baker->own = *baker->map;
  baker->own.directed = &baker->directed;
  baker->map = &baker->own;
  return ovi_directed_find(&baker->directed, baker->map, baker->allocator, baker->fault);
}

/* Assumes for each region a draft of open land: two runs a row, and waypoints as dense as the
 * spacing asks for. */
uint64_t ovi_bands_bytes_needed(const ovi_band_baker *given) {
  ovi_band_baker baker = *given;
  const int32_t side = baker.map->plane.region_cells;
  uint16_t run_rows[OVL_MAX_REGION_CELLS + 1] = {0};
  ovi_draft draft = {.place = {.w = side, .h = side}, .run_rows = run_rows, .components = 1};
  run_rows[side] = (uint16_t)(2 * side);
  baker.workers = ovi_jobs_workers(baker.jobs);
  const uint32_t ports = 4 * ((uint32_t)(side / baker.map->plane.spacing) + 2);
  uint64_t bytes =
      ovi_block_head_bytes((uint32_t)baker.map->profile_count) + ovi_cells_most_bytes(&draft.place);
  for (int32_t profile = 0; profile < baker.map->profile_count; profile++) {
    draft.directed = ovi_directed_has(baker.map->directed, profile);
    bytes += ovi_layer_block_most_bytes(&draft, ports);
  }
  baker.writers.capacity = capacity_for(&baker, ports, ovi_port_costs_most(&draft, ports));
  ovi_arena count = {NULL, 0};
  reserve_drafts(&baker, &count);
  reserve_writers(&baker, &count);
  return count.used + (uint64_t)baker.map->plane.regions_x * bytes;
}

/* Fills the drafts of a band, if there is one: first step. Fails with the fault if the step rule
 * answered with a number that is no cost. */
static ovl_result label_band(ovi_band_baker *baker, int32_t band) {
  if (band < 0 || band >= baker->map->plane.regions_y) {
    return OVL_OK;
  }
  run_band_jobs(baker, band, band_label_job);
  for (int32_t i = 0; i < baker->map->plane.regions_x * baker->map->profile_count; i++) {
    const ovi_draft *draft = &baker->drafts.bands[band % OVI_BANDS][i];
    if (draft->rule.wrong_answer != 0) {
      *baker->fault = (ovl_fault){"answer of the step rule", draft->place.id,
                                  draft->rule.wrong_answer, OVI_MOST_STEP_COST};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}

ovl_result ovi_bands_bake(ovi_band_baker *baker, int32_t band) {
  ovl_result result = OVL_OK;
  OVI_ASSERT(band == baker->first_band || band == baker->band + 1);
  if (band == baker->first_band) {
    const bool has_drafts =
        ovi_memory_take(&baker->drafts.memory, baker->allocator, reserve_drafts, baker);
    result = has_drafts ? label_band(baker, band - 1) : OVL_NO_MEMORY;
    result = result == OVL_OK ? label_band(baker, band) : result;
    if (result == OVL_OK && band > 0) {
      run_band_jobs(baker, band - 1, band_choose_job);
    }
  }
  if (result == OVL_OK) {
    result = label_band(baker, band + 1);
  }
  if (result != OVL_OK) {
    return result;
  }
  run_band_jobs(baker, band, band_choose_job);
  result = prepare_blocks(baker);
  if (result == OVL_OK) {
    run_band_jobs(baker, band, band_write_job);
  }
  return result;
}

void ovi_bands_release(ovi_band_baker *baker) {
  ovi_memory_release(&baker->directed.memory);
  ovi_memory_release(&baker->drafts.memory);
  ovi_memory_release(&baker->writers.memory);
  ovi_release(baker->allocator, baker->blocks.memory, baker->blocks.bytes);
}
