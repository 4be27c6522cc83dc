/* Bakes a map band by band, a band being one row of regions.
 *
 * Invariant: three bands of drafts are alive at most: the one whose blocks are
 * written, the one above it (its waypoints are shared) and the one below (its
 * components decide about waypoints). So the memory beside the world itself
 * grows with the width of a map, not with its height. Within a band the regions
 * do not depend on each other and can be spread over threads; blocks are put
 * into the file in their order, so its bytes do not depend on the threads. */
#include "baker.h"

#include <string.h>

#include "block_writer.h"
#include "fingerprint.h"
#include "hash64.h"
#include "islands.h"
#include "label_maker.h"
#include "landmarks.h"
#include "le_bytes.h"

#define BANDS 3

typedef struct baker {
  const ovi_bake *bake;
  ovi_image *image;
  int32_t regions_x, regions_y;
  int32_t workers;
  int32_t band; /* at work */
  ovi_draft *drafts[BANDS];
  uint8_t *draft_memory;
  uint64_t draft_bytes;
  ovi_block_writer *writers; /* one a worker */
  uint8_t *writer_memory;
  uint64_t writer_bytes;
  uint32_t writer_ports;
  uint8_t *block_memory; /* the blocks of a band */
  uint64_t block_bytes;
  uint64_t *block_at; /* where each begins */
  uint32_t *block_length;
} baker;

/* ---- Image --------------------------------------------------------------- */

/* Adds zeroed bytes; NULL if there is no memory. */
static uint8_t *image_add(ovi_image *image, uint64_t bytes) {
  if (image->used + bytes > image->capacity) {
    uint64_t capacity = image->capacity + image->capacity / 2 + bytes;
    uint8_t *grown = ovi_allocate(image->allocator, capacity);
    if (grown == NULL) {
      return NULL;
    }
    if (image->bytes != NULL) {
      memcpy(grown, image->bytes, (size_t)image->used);
    }
    ovi_release(image->allocator, image->bytes, image->capacity);
    image->bytes = grown;
    image->capacity = capacity;
  }
  uint8_t *added = image->bytes + image->used;
  memset(added, 0, (size_t)bytes);
  image->used += bytes;
  return added;
}

static uint8_t *table_entry(const ovi_image *image, uint32_t region) {
  return image->bytes + OVI_HEADER_BYTES + (uint64_t)region * OVI_TABLE_ENTRY_BYTES;
}

/* ---- Memory -------------------------------------------------------------- */

static void place_drafts(baker *b, ovi_arena *arena) {
  for (int band = 0; band < BANDS; band++) {
    b->drafts[band] = ovi_arena_take(arena, (uint64_t)b->regions_x, sizeof(ovi_draft));
    for (int32_t rx = 0; rx < b->regions_x; rx++) {
      ovi_draft counted;
      ovi_draft *draft = arena->block != NULL ? &b->drafts[band][rx] : &counted;
      ovi_draft_place(draft, arena, b->bake->map.region_cells);
    }
  }
  b->block_at = ovi_arena_take(arena, (uint64_t)b->regions_x, sizeof(uint64_t));
  b->block_length = ovi_arena_take(arena, (uint64_t)b->regions_x, sizeof(uint32_t));
}

static ovl_result make_drafts(baker *b) {
  ovi_arena count = {NULL, 0};
  place_drafts(b, &count);
  b->draft_bytes = count.used;
  b->draft_memory = ovi_allocate(b->bake->allocator, count.used);
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
    ovi_block_writer_place(writer, arena, b->bake->map.region_cells, b->writer_ports);
  }
}

/* Writers grow with the most ports that a region has had so far. */
static ovl_result make_writers(baker *b, uint32_t ports) {
  if (b->writer_memory != NULL && ports <= b->writer_ports) {
    return OVL_OK;
  }
  ovi_release(b->bake->allocator, b->writer_memory, b->writer_bytes);
  b->writer_ports = ports + ports / 2 + 16;
  ovi_arena count = {NULL, 0};
  place_writers(b, &count);
  b->writer_bytes = count.used;
  b->writer_memory = ovi_allocate(b->bake->allocator, count.used);
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
    ovi_release(b->bake->allocator, b->block_memory, b->block_bytes);
    b->block_bytes = bytes;
    b->block_memory = ovi_allocate(b->bake->allocator, bytes);
  }
  if (b->block_memory == NULL) {
    b->block_bytes = 0;
    return OVL_NO_MEMORY;
  }
  memset(b->block_memory, 0, (size_t)bytes);
  return OVL_OK;
}

/* ---- The steps, each for one region of a band ---------------------------- */

static ovi_draft *draft_at(const baker *b, int32_t rx, int32_t ry) {
  bool inside = rx >= 0 && rx < b->regions_x && ry >= 0 && ry < b->regions_y;
  return inside ? &b->drafts[ry % BANDS][rx] : NULL;
}

static void label_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  const ovi_map *map = &b->bake->map;
  ovi_draft *draft = draft_at(b, rx, b->band);
  ovl_world partition = {.width = map->width,
                         .height = map->height,
                         .region_cells = map->region_cells,
                         .regions_x = b->regions_x};
  (void)worker;
  draft->place = ovi_region_place(&partition, (uint32_t)(b->band * b->regions_x + rx));
  ovi_draft_label(draft, map);
}

static void choose_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  ovi_draft_neighbours neighbours = {draft_at(b, rx + 1, b->band), draft_at(b, rx, b->band + 1),
                                     draft_at(b, rx + 1, b->band + 1),
                                     draft_at(b, rx - 1, b->band + 1)};
  (void)worker;
  ovi_draft_choose(draft_at(b, rx, b->band), &b->bake->map, &neighbours);
}

static ovi_block_sources sources_at(const baker *b, int32_t rx) {
  return (ovi_block_sources){draft_at(b, rx, b->band), draft_at(b, rx - 1, b->band),
                             draft_at(b, rx, b->band - 1), draft_at(b, rx - 1, b->band - 1),
                             draft_at(b, rx + 1, b->band - 1)};
}

static void write_job(void *context, int32_t rx, int32_t worker) {
  baker *b = context;
  ovi_block_sources sources = sources_at(b, rx);
  b->block_length[rx] = ovi_block_write(&b->writers[worker], &b->bake->map, &sources,
                                        b->block_memory + b->block_at[rx]);
}

static void run_jobs(baker *b, int32_t band, void (*job)(void *, int32_t, int32_t)) {
  b->band = band;
  if (b->bake->jobs != NULL) {
    b->bake->jobs->run(b->bake->jobs->user, b->regions_x, job, b);
    return;
  }
  for (int32_t rx = 0; rx < b->regions_x; rx++) {
    job(b, rx, 0);
  }
}

/* ---- Bands --------------------------------------------------------------- */

static ovl_result prepare_blocks(baker *b, int32_t band) {
  uint32_t ports = 0;
  uint64_t bytes = 0;
  b->band = band;
  for (int32_t rx = 0; rx < b->regions_x; rx++) {
    ovi_block_sources sources = sources_at(b, rx);
    uint32_t here = ovi_block_ports(&sources);
    ports = here > ports ? here : ports;
    b->block_at[rx] = bytes;
    bytes += (ovi_block_most_bytes(&sources) + 63) & ~(uint64_t)63;
  }
  ovl_result result = make_writers(b, ports);
  return result == OVL_OK ? make_blocks(b, bytes) : result;
}

/* Puts the blocks of a band into the file and names them in the table. */
static ovl_result collect_blocks(baker *b, int32_t band, uint64_t blocks_begin) {
  for (int32_t rx = 0; rx < b->regions_x; rx++) {
    uint64_t at = b->image->used - blocks_begin;
    uint8_t *out = image_add(b->image, b->block_length[rx]);
    if (out == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(out, b->block_memory + b->block_at[rx], b->block_length[rx]);
    uint8_t *entry = table_entry(b->image, (uint32_t)(band * b->regions_x + rx));
    ovi_put_u64(entry, at);
    ovi_put_u32(entry + 8, b->block_length[rx]);
  }
  return OVL_OK;
}

/* All that progress counts: the regions, and as much again for labels. */
static uint64_t work_of(const baker *b) {
  uint64_t regions = (uint64_t)b->regions_x * (uint64_t)b->regions_y;
  return b->bake->label_bytes_per_cell != 0 ? 2 * regions : regions;
}

/* False if the caller stops the work. */
static bool reports(const baker *b, uint64_t done) {
  return b->bake->progress == NULL || b->bake->progress(b->bake->progress_user, done, work_of(b));
}

static ovl_result bake_bands(baker *b) {
  uint64_t blocks_begin = b->image->used;
  run_jobs(b, 0, label_job);
  for (int32_t band = 0; band < b->regions_y; band++) {
    if (band + 1 < b->regions_y) {
      run_jobs(b, band + 1, label_job);
    }
    run_jobs(b, band, choose_job);
    ovl_result result = prepare_blocks(b, band);
    if (result != OVL_OK) {
      return result;
    }
    run_jobs(b, band, write_job);
    result = collect_blocks(b, band, blocks_begin);
    if (result != OVL_OK) {
      return result;
    }
    uint64_t done = (uint64_t)(band + 1) * (uint64_t)b->regions_x;
    if (!reports(b, done)) {
      return OVL_STOPPED;
    }
  }
  return OVL_OK;
}

/* ---- The whole file ------------------------------------------------------ */

/* Order does not matter to a sum, so edits can change it a cell at a time. */
static uint64_t map_fingerprint(const ovi_map *map) {
  uint64_t sum = ovi_mix64((uint64_t)map->width << 32 | (uint64_t)map->height);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      uint64_t cell = (uint64_t)y * (uint64_t)map->width + (uint64_t)x;
      sum += ovi_mix64(cell << 8 | ovi_map_terrain(map, x, y));
    }
  }
  return sum;
}

typedef struct totals {
  uint32_t components, max_ports, min_weight;
  uint64_t own_ports, open_cells, checksum;
} totals;

/* One pass over the blocks: sums for the header, first slots for the table. */
static totals sum_blocks(ovi_image *image, const ovl_world *world) {
  totals t = {0, 0, 255, 0, 0, 0};
  uint32_t regions = ovi_region_count(world);
  for (uint32_t id = 0; id < regions; id++) {
    ovi_region region = ovi_region_view(world, id);
    ovi_put_u32(table_entry(image, id) + 12, t.components);
    t.components += region.components;
    t.max_ports = region.ports > t.max_ports ? region.ports : t.max_ports;
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      t.own_ports += ovi_region_group_count(&region, group);
    }
    t.open_cells += ovi_get_u16(region.block + OVI_BLOCK_OPEN_CELLS);
    uint32_t weight = region.block[OVI_BLOCK_MIN_WEIGHT];
    t.min_weight = weight != 0 && weight < t.min_weight ? weight : t.min_weight;
    t.checksum = ovi_mix64(t.checksum ^ ovi_get_u64(region.block + OVI_BLOCK_CHECKSUM));
  }
  t.min_weight = t.open_cells != 0 ? t.min_weight : 1;
  return t;
}

/* A view of the image while it has blocks and a table. */
static ovl_world image_world(const baker *b, uint64_t blocks_begin) {
  ovl_world world = {.width = b->bake->map.width,
                     .height = b->bake->map.height,
                     .region_cells = b->bake->map.region_cells,
                     .regions_x = b->regions_x,
                     .regions_y = b->regions_y,
                     .table = b->image->bytes + OVI_HEADER_BYTES,
                     .blocks = b->image->bytes + blocks_begin,
                     .weights = b->bake->map.weights};
  return world;
}

static ovl_result add_islands(baker *b, uint64_t blocks_begin, totals *t, uint32_t *islands) {
  uint64_t bytes = ((uint64_t)t->components * 4 + 7) & ~(uint64_t)7;
  uint64_t at = b->image->used;
  uint64_t slot_bytes = (uint64_t)t->components * sizeof(uint32_t) + 1;
  if (image_add(b->image, bytes) == NULL) {
    return OVL_NO_MEMORY;
  }
  uint32_t *slots = ovi_allocate(b->bake->allocator, slot_bytes);
  if (slots == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_world world = image_world(b, blocks_begin);
  *islands = ovi_islands_label(&world, slots, t->components);
  for (uint32_t i = 0; i < t->components; i++) {
    ovi_put_u32(b->image->bytes + at + 4 * (uint64_t)i, slots[i]);
  }
  ovi_release(b->bake->allocator, slots, slot_bytes);
  return OVL_OK;
}

typedef struct section_place {
  uint64_t at, bytes, checksum;
} section_place;

static void put_section(uint8_t *header, int section, section_place place) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  uint8_t *entry = header + OVI_AT_SECTIONS + section * OVI_SECTION_BYTES;
  memcpy(entry, names[section], 4);
  ovi_put_u64(entry + 8, place.at);
  ovi_put_u64(entry + 16, place.bytes);
  ovi_put_u64(entry + 24, place.checksum);
}

static void put_header(const baker *b, const totals *t, uint32_t islands,
                       const section_place sections[OVI_SECTION_COUNT], uint64_t fingerprint) {
  const ovi_map *map = &b->bake->map;
  uint8_t *header = b->image->bytes;
  memcpy(header, OVI_WORLD_MAGIC, 8);
  ovi_put_u32(header + OVI_AT_VERSION, OVI_WORLD_VERSION);
  ovi_put_u32(header + OVI_AT_HEADER_BYTES, OVI_HEADER_BYTES);
  ovi_put_u64(header + OVI_AT_FILE_BYTES, b->image->used);
  ovi_put_u32(header + OVI_AT_WIDTH, (uint32_t)map->width);
  ovi_put_u32(header + OVI_AT_HEIGHT, (uint32_t)map->height);
  ovi_put_u16(header + OVI_AT_REGION_CELLS, (uint32_t)map->region_cells);
  ovi_put_u16(header + OVI_AT_SPACING, (uint32_t)map->spacing);
  header[OVI_AT_CORNERS] = map->corners;
  header[OVI_AT_MIN_WEIGHT] = (uint8_t)t->min_weight;
  ovi_put_u16(header + OVI_AT_MAX_PORTS, t->max_ports);
  ovi_put_u32(header + OVI_AT_ISLANDS, islands);
  ovi_put_u32(header + OVI_AT_ISLAND_SLOTS, t->components);
  ovi_put_u64(header + OVI_AT_WAYPOINTS, t->own_ports);
  ovi_put_u64(header + OVI_AT_OPEN_CELLS, t->open_cells);
  ovi_put_u64(header + OVI_AT_MAP_FINGERPRINT, map_fingerprint(map));
  memcpy(header + OVI_AT_WEIGHTS, map->weights, 256);
  ovi_put_u32(header + OVI_AT_SECTION_COUNT, OVI_SECTION_COUNT);
  for (int section = 0; section < OVI_SECTION_COUNT; section++) {
    put_section(header, section, sections[section]);
  }
  ovi_put_u64(header + OVI_AT_FINGERPRINT, fingerprint);
  ovi_put_u64(header + OVI_AT_HEADER_CHECKSUM, ovi_hash64(0, header, OVI_AT_HEADER_CHECKSUM));
}

static uint64_t fingerprint_of(const ovi_map *map,
                               const section_place sections[OVI_SECTION_COUNT]) {
  ovi_primary primary = {.weights = map->weights,
                         .width = (uint32_t)map->width,
                         .height = (uint32_t)map->height,
                         .region_cells = (uint32_t)map->region_cells,
                         .spacing = (uint32_t)map->spacing,
                         .corners = map->corners};
  for (int section = 0; section < OVI_PRIMARY_SECTIONS; section++) {
    primary.checksums[section] = sections[section].checksum;
  }
  return ovi_primary_fingerprint(&primary);
}

/* A view of the image with all primary sections. */
static ovl_world primary_world(const baker *b, const section_place sections[OVI_SECTION_COUNT],
                               const totals *t, uint32_t islands) {
  ovl_world world = image_world(b, sections[OVI_SECTION_BLOCKS].at);
  world.waypoints = t->own_ports;
  world.island_count = islands;
  world.islands = b->image->bytes + sections[OVI_SECTION_ISLANDS].at;
  world.min_weight = (uint8_t)t->min_weight;
  world.max_ports = (uint16_t)t->max_ports;
  world.fingerprint = fingerprint_of(&b->bake->map, sections);
  return world;
}

static ovl_result add_landmarks(baker *b, ovi_graph_trees *trees,
                                const section_place sections[OVI_SECTION_COUNT], const totals *t,
                                uint32_t islands) {
  uint32_t count = (uint32_t)b->bake->landmarks;
  ovl_world world = image_world(b, sections[OVI_SECTION_BLOCKS].at);
  world.waypoints = t->own_ports;
  uint64_t at = b->image->used;
  if (image_add(b->image, ovi_landmarks_most_bytes(&world, count)) == NULL) {
    return OVL_NO_MEMORY;
  }
  world = primary_world(b, sections, t, islands);
  uint64_t bytes = 0;
  ovl_result result = ovi_landmarks_make(&world, count, trees, b->image->bytes + at, &bytes);
  b->image->used = at + bytes;
  return result;
}

static ovl_result add_labels(baker *b, ovi_graph_trees *trees,
                             const section_place sections[OVI_SECTION_COUNT], const totals *t,
                             uint32_t islands) {
  ovl_world world = primary_world(b, sections, t, islands);
  const ovi_map *map = &b->bake->map;
  uint64_t regions = (uint64_t)b->regions_x * (uint64_t)b->regions_y;
  ovi_label_task task = {.allocator = b->bake->allocator,
                         .trees = trees,
                         .cells = (uint64_t)map->width * (uint64_t)map->height,
                         .bytes_per_cell = b->bake->label_bytes_per_cell,
                         .progress = b->bake->progress,
                         .progress_user = b->bake->progress_user,
                         .done = regions,
                         .total = work_of(b)};
  ovi_label_maker maker;
  ovl_result result = ovi_labels_make(&maker, &world, &task);
  if (result == OVL_OK) {
    uint64_t at = b->image->used;
    bool fits = image_add(b->image, ovi_label_maker_bytes(&maker)) != NULL;
    if (fits) {
      ovi_label_maker_write(&maker, world.fingerprint, b->image->bytes + at);
    }
    result = fits ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_label_maker_release(&maker);
  return result == OVL_OK && task.bytes_per_cell != 0 && !reports(b, task.total) ? OVL_STOPPED
                                                                                 : result;
}

/* A section that reaches from `at` to what the image holds now. */
static section_place section_from(const ovi_image *image, uint64_t at) {
  uint64_t bytes = image->used - at;
  return (section_place){at, bytes, ovi_hash64(0, image->bytes + at, (size_t)bytes)};
}

/* Landmarks, then labels: both from the same trees. */
static ovl_result add_estimates(baker *b, section_place sections[OVI_SECTION_COUNT],
                                const totals *t, uint32_t islands) {
  ovl_world world = primary_world(b, sections, t, islands);
  ovi_graph_trees trees;
  uint64_t marks_begin = b->image->used;
  ovl_result result = ovi_graph_trees_begin(&trees, &world, b->bake->allocator);
  if (result == OVL_OK) {
    result = add_landmarks(b, &trees, sections, t, islands);
  }
  if (result == OVL_OK) {
    sections[OVI_SECTION_LANDMARKS] = section_from(b->image, marks_begin);
    uint64_t labels_begin = b->image->used;
    result = add_labels(b, &trees, sections, t, islands);
    sections[OVI_SECTION_LABELS] = section_from(b->image, labels_begin);
  }
  ovi_graph_trees_release(&trees);
  return result;
}

static ovl_result bake_file(baker *b) {
  ovi_image *image = b->image;
  uint64_t regions = (uint64_t)b->regions_x * (uint64_t)b->regions_y;
  uint64_t blocks_begin = OVI_HEADER_BYTES + regions * OVI_TABLE_ENTRY_BYTES;
  if (image_add(image, blocks_begin) == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = bake_bands(b);
  if (result != OVL_OK) {
    return result;
  }
  uint64_t islands_begin = image->used;
  ovl_world world = image_world(b, blocks_begin);
  totals t = sum_blocks(image, &world);
  uint32_t islands = 0;
  result = add_islands(b, blocks_begin, &t, &islands);
  if (result != OVL_OK) {
    return result;
  }
  uint64_t table_bytes = blocks_begin - OVI_HEADER_BYTES;
  section_place sections[OVI_SECTION_COUNT] = {
      {OVI_HEADER_BYTES, table_bytes,
       ovi_hash64(0, image->bytes + OVI_HEADER_BYTES, (size_t)table_bytes)},
      {blocks_begin, islands_begin - blocks_begin, t.checksum},
      section_from(image, islands_begin),
      {0, 0, 0},
      {0, 0, 0}};
  result = add_estimates(b, sections, &t, islands);
  if (result != OVL_OK) {
    return result;
  }
  put_header(b, &t, islands, sections, fingerprint_of(&b->bake->map, sections));
  return OVL_OK;
}

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_image *image) {
  baker b = {.bake = bake, .image = image};
  int32_t side = bake->map.region_cells;
  b.regions_x = (bake->map.width + side - 1) / side;
  b.regions_y = (bake->map.height + side - 1) / side;
  b.workers = bake->jobs != NULL ? bake->jobs->workers : 1;
  ovl_result result = make_drafts(&b);
  if (result == OVL_OK) {
    result = bake_file(&b);
  }
  ovi_release(bake->allocator, b.draft_memory, b.draft_bytes);
  ovi_release(bake->allocator, b.writer_memory, b.writer_bytes);
  ovi_release(bake->allocator, b.block_memory, b.block_bytes);
  return result;
}
