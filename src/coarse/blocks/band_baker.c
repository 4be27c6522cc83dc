/* Drafts, then waypoints, then blocks, each a job for every region of a band. */
#include "coarse/blocks/band_baker.h"

#include "coarse/blocks/directed.h"
#include "coarse/blocks/entrances.h"
#include "common/compiler.h"
#include "common/step_cost.h"

typedef ovi_band_baker baker;

/* ---- Memory -------------------------------------------------------------- */

static void place_drafts(baker *b, ovi_arena *arena) {
  for (int band = 0; band < OVI_BANDS; band++) {
    const int32_t drafts = b->regions_x * b->map->profile_count;
    b->drafts[band] = ovi_arena_take(arena, (uint64_t)drafts, sizeof(ovi_draft));
    for (int32_t i = 0; i < drafts; i++) {
      ovi_draft counted;
      ovi_draft *draft = arena->block != NULL ? &b->drafts[band][i] : &counted;
      ovi_draft_reserve(draft, arena, b->map, i % b->map->profile_count);
    }
  }
  if (b->map->directed->profiles != 0) {
    b->rooms = ovi_arena_take(arena, (uint64_t)b->workers, sizeof(ovi_draft_room));
    for (int32_t i = 0; i < b->workers; i++) {
      ovi_draft_room counted;
      ovi_draft_room *room = arena->block != NULL ? &b->rooms[i] : &counted;
      ovi_draft_room_reserve(room, arena, b->map->region_cells);
    }
  }
  b->block_at = ovi_arena_take(arena, (uint64_t)b->regions_x, sizeof(uint64_t));
  b->block_length = ovi_arena_take(arena, (uint64_t)b->regions_x, sizeof(uint32_t));
}

static ovl_result make_drafts(baker *b) {
  ovi_arena count = {NULL, 0};
  place_drafts(b, &count);
  b->draft_bytes = count.used;
  b->draft_memory = ovi_allocate(b->allocator, count.used);
  if (b->draft_memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {b->draft_memory, 0};
  place_drafts(b, &cut);
  return OVL_OK;
}

static void place_writers(baker *b, ovi_arena *arena) {
  b->writers = ovi_arena_take(arena, (uint64_t)b->workers, sizeof(ovi_block_writer));
  for (int32_t i = 0; i < b->workers; i++) {
    ovi_block_writer counted;
    ovi_block_writer *writer = arena->block != NULL ? &b->writers[i] : &counted;
    ovi_block_writer_reserve(writer, arena, b->map->region_cells, &b->writer_room);
  }
}

static bool asks_some_rule(const ovi_map *map) {
  bool asks = false;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    asks = asks || ovi_map_asks_rule(map, profile);
  }
  return asks;
}

/* Room for regions of so much, and more. */
static ovi_port_room room_for(const baker *b, uint32_t ports, uint64_t costs) {
  return (ovi_port_room){ports + ports / 2 + 16, costs + costs / 2, b->map->directed->profiles != 0,
                         asks_some_rule(b->map)};
}

/* Writers grow with the most that a region has needed so far. */
static ovl_result make_writers(baker *b, const ovi_port_room *room) {
  ovi_port_room *here = &b->writer_room;
  if (b->writer_memory != NULL && room->ports <= here->ports && room->costs <= here->costs) {
    return OVL_OK;
  }
  ovi_release(b->allocator, b->writer_memory, b->writer_bytes);
  const uint32_t ports = room->ports > here->ports ? room->ports : here->ports;
  const uint64_t costs = room->costs > here->costs ? room->costs : here->costs;
  *here = room_for(b, ports, costs);
  ovi_arena count = {NULL, 0};
  place_writers(b, &count);
  b->writer_bytes = count.used;
  b->writer_memory = ovi_allocate(b->allocator, count.used);
  if (b->writer_memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {b->writer_memory, 0};
  place_writers(b, &cut);
  for (int32_t i = 0; i < b->workers; i++) {
    ovi_block_writer_clear(&b->writers[i]);
  }
  return OVL_OK;
}

static ovl_result make_blocks(baker *b, uint64_t bytes) {
  if (bytes > b->block_bytes) {
    ovi_release(b->allocator, b->block_memory, b->block_bytes);
    b->block_bytes = bytes;
    b->block_memory = ovi_allocate(b->allocator, bytes);
  }
  if (b->block_memory == NULL) {
    b->block_bytes = 0;
    return OVL_NO_MEMORY;
  }
  memset(b->block_memory, 0, (size_t)bytes);
  return OVL_OK;
}

/* ---- The steps, each for one region of a band ---------------------------- */

/* Whether a block is written that lies so many regions away, or nearer. A block shares waypoints
 * with the regions around it, whose choice looks one region further. */
static bool writes_near(const baker *b, int32_t rx, int32_t ry, int32_t distance) {
  if (b->stale == NULL) {
    return true;
  }
  for (int32_t y = ry - distance; y <= ry + distance; y++) {
    const int32_t row = y - b->first_band;
    for (int32_t x = rx - distance; x <= rx + distance && row >= 0 && row < b->bands; x++) {
      if (x >= 0 && x < b->regions_x && b->stale[(int64_t)row * b->regions_x + x] != 0) {
        return true;
      }
    }
  }
  return false;
}

static ovi_draft *draft_at(const baker *b, int32_t rx, int32_t ry, int32_t profile) {
  bool inside = rx >= 0 && rx < b->regions_x && ry >= 0 && ry < b->regions_y;
  return inside ? &b->drafts[ry % OVI_BANDS][rx * b->map->profile_count + profile] : NULL;
}

static void label_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  ovi_layer partition = {.width = b->map->width,
                         .height = b->map->height,
                         .region_cells = b->map->region_cells,
                         .regions_x = b->regions_x};
  ovi_draft_room *room = b->rooms != NULL ? &b->rooms[worker] : NULL;
  if (!writes_near(b, rx, b->band, 2)) {
    return;
  }
  for (int32_t profile = 0; profile < b->map->profile_count; profile++) {
    ovi_draft *draft = draft_at(b, rx, b->band, profile);
    draft->place = ovi_region_place(&partition, (uint32_t)(b->band * b->regions_x + rx));
    ovi_draft_label(draft, b->map, room);
  }
}

static void choose_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  (void)worker;
  if (!writes_near(b, rx, b->band, 1)) {
    return;
  }
  for (int32_t profile = 0; profile < b->map->profile_count; profile++) {
    ovi_draft_neighbours neighbours = {
        draft_at(b, rx - 1, b->band, profile), draft_at(b, rx + 1, b->band, profile),
        draft_at(b, rx, b->band + 1, profile), draft_at(b, rx + 1, b->band + 1, profile),
        draft_at(b, rx - 1, b->band + 1, profile)};
    ovi_draft_choose(draft_at(b, rx, b->band, profile), b->map, &neighbours, OVI_ALL_OWN_GROUPS);
  }
}

static ovi_block_sources sources_at(const baker *b, int32_t rx, int32_t profile) {
  return (ovi_block_sources){
      draft_at(b, rx, b->band, profile),         draft_at(b, rx - 1, b->band, profile),
      draft_at(b, rx, b->band - 1, profile),     draft_at(b, rx - 1, b->band - 1, profile),
      draft_at(b, rx + 1, b->band - 1, profile), NULL};
}

static void write_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  ovi_block_sources sources[OVL_MAX_PROFILES];
  if (!writes_near(b, rx, b->band, 0)) {
    return;
  }
  for (int32_t profile = 0; profile < b->map->profile_count; profile++) {
    sources[profile] = sources_at(b, rx, profile);
  }
  b->block_length[rx] =
      ovi_block_write(&b->writers[worker], b->map, sources, b->block_memory + b->block_at[rx]);
}

static void run_jobs(baker *b, int32_t band, void (*job)(void *, int32_t, int32_t)) {
  b->band = band;
  if (b->jobs != NULL) {
    b->jobs->run(b->jobs->user, b->regions_x, job, b);
    return;
  }
  for (int32_t rx = 0; rx < b->regions_x; rx++) {
    job(b, rx, 0);
  }
}

/* ---- Bands --------------------------------------------------------------- */

static ovl_result prepare_blocks(baker *b, int32_t band) {
  ovi_port_room most = {0, 0, false, false};
  uint64_t bytes = 0;
  b->band = band;
  for (int32_t rx = 0; rx < b->regions_x; rx++) {
    const uint64_t begin = bytes;
    b->block_at[rx] = bytes;
    b->block_length[rx] = 0;
    if (!writes_near(b, rx, band, 0)) {
      continue;
    }
    bytes += ovi_block_head_bytes((uint32_t)b->map->profile_count) +
             ovi_cells_most_bytes(&draft_at(b, rx, band, 0)->place);
    for (int32_t profile = 0; profile < b->map->profile_count; profile++) {
      ovi_block_sources sources = sources_at(b, rx, profile);
      uint32_t ports = ovi_block_count_ports(b->map, &sources);
      uint64_t costs = ovi_port_costs_most(sources.draft, ports);
      most.ports = ports > most.ports ? ports : most.ports;
      most.costs = costs > most.costs ? costs : most.costs;
      bytes += ovi_part_most_bytes(sources.draft, ports);
    }
    bytes = (bytes + 63) & ~(uint64_t)63;
    if (bytes - begin > OVI_BLOCK_MOST_BYTES) {
      const uint64_t region = (uint64_t)band * (uint64_t)b->regions_x + (uint64_t)rx;
      *b->fault = (ovl_fault){"bytes of a region: its profiles have too many links", region,
                              bytes - begin, OVI_BLOCK_MOST_BYTES};
      return OVL_BAD_ARGUMENT;
    }
  }
  if (bytes == 0) { /* none is stale */
    return OVL_OK;
  }
  ovl_result result = make_writers(b, &most);
  return result == OVL_OK ? make_blocks(b, bytes) : result;
}

static void find_sizes(baker *b) {
  int32_t side = b->map->region_cells;
  b->regions_x = (b->map->width + side - 1) / side;
  b->regions_y = (b->map->height + side - 1) / side;
  b->workers = b->jobs != NULL ? b->jobs->workers : 1;
}

ovl_result ovi_bands_begin(ovi_band_baker *b) {
  find_sizes(b);
  return make_drafts(b);
}

/* A draft as open land has them: two runs a row, waypoints as far apart as they may be. */
uint64_t ovi_bands_bytes_needed(const ovi_band_baker *given) {
  ovi_band_baker b = *given;
  const int32_t side = b.map->region_cells;
  uint16_t run_rows[OVL_MAX_REGION_CELLS + 1] = {0};
  ovi_draft draft = {.place = {.w = side, .h = side}, .run_rows = run_rows, .components = 1};
  run_rows[side] = (uint16_t)(2 * side);
  find_sizes(&b);
  const uint32_t ports = 4 * ((uint32_t)(side / b.map->spacing) + 2);
  uint64_t bytes =
      ovi_block_head_bytes((uint32_t)b.map->profile_count) + ovi_cells_most_bytes(&draft.place);
  for (int32_t profile = 0; profile < b.map->profile_count; profile++) {
    draft.directed = ovi_directed_has(b.map->directed, profile);
    bytes += ovi_part_most_bytes(&draft, ports);
  }
  b.writer_room = room_for(&b, ports, ovi_port_costs_most(&draft, ports));
  ovi_arena count = {NULL, 0};
  place_drafts(&b, &count);
  place_writers(&b, &count);
  return count.used + (uint64_t)b.regions_x * bytes;
}

/* A rule's answer that is no cost, if a band of drafts met one. */
static ovl_result check_answers(const baker *b) {
  const int32_t profiles = b->map->profile_count;
  for (int32_t i = 0; i < b->regions_x * profiles; i++) {
    const ovi_draft *draft = &b->drafts[b->band % OVI_BANDS][i];
    if (draft->wrong_answer != 0) {
      *b->fault = (ovl_fault){"answer of the step rule", draft->place.id, draft->wrong_answer,
                              OVI_MOST_STEP_COST};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}

/* Drafts of a band, with their components. */
static ovl_result label_band(baker *b, int32_t band) {
  if (band < 0 || band >= b->regions_y) {
    return OVL_OK;
  }
  run_jobs(b, band, label_job);
  return check_answers(b);
}

ovl_result ovi_bands_bake(ovi_band_baker *b, int32_t band) {
  ovl_result result = OVL_OK;
  if (band == b->first_band) {
    result = label_band(b, band - 1);
    result = result == OVL_OK ? label_band(b, band) : result;
    if (result == OVL_OK && band > 0) {
      run_jobs(b, band - 1, choose_job);
    }
  }
  if (result == OVL_OK) {
    result = label_band(b, band + 1);
  }
  if (result != OVL_OK) {
    return result;
  }
  run_jobs(b, band, choose_job);
  result = prepare_blocks(b, band);
  if (result == OVL_OK) {
    run_jobs(b, band, write_job);
  }
  return result;
}

void ovi_bands_release(ovi_band_baker *b) {
  ovi_release(b->allocator, b->draft_memory, b->draft_bytes);
  ovi_release(b->allocator, b->writer_memory, b->writer_bytes);
  ovi_release(b->allocator, b->block_memory, b->block_bytes);
}
