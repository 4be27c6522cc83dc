/* The stages of making a file. */
#include "coarse/file/file_maker.h"

#include "coarse/blocks/map_sections.h"
#include "coarse/check/layer_check.h"
#include "coarse/file/file_blocks.h"
#include "coarse/format/checksums.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/islands/islands.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

typedef ovi_file_maker baker;

/* What is as long as an expansion. */
enum { COPIED_BYTES = 1024, SUMMED_REGIONS = 8, LABELLED_SLOTS = 8 };
enum { CELL_EXPANSIONS = 4000 }; /* what a cell of an overlay takes */

static uint32_t own_section(const baker *b, int kind, uint32_t profile) {
  return ovi_own_section(b->profiles, kind, profile);
}

static bool has_overlays(const baker *b) {
  return ovi_overlays_are_wanted(b->bake->overlays, b->bake->map.width, b->bake->map.height);
}

/* ---- Views of what is there ----------------------------------------------- */

static ovi_shared share(const baker *b) {
  const ovi_map *map = &b->bake->map;
  const uint8_t *bytes = b->image->bytes;
  return (ovi_shared){.bytes = bytes,
                      .byte_count = b->image->used,
                      .table = bytes + b->sections[OVI_SECTION_TABLE].at,
                      .blocks = bytes + b->sections[OVI_SECTION_BLOCKS].at,
                      .profiles = bytes + b->sections[OVI_SECTION_PROFILES].at,
                      .floors = bytes + b->sections[OVI_SECTION_FLOORS].at,
                      .links = bytes + b->sections[OVI_SECTION_LINKS].at,
                      .width = map->width,
                      .height = map->height,
                      .region_cells = map->region_cells,
                      .regions_x = b->regions_x,
                      .regions_y = b->regions_y,
                      .spacing = map->spacing,
                      .floor_count = (uint32_t)map->floor_count,
                      .profile_count = b->profiles,
                      .link_count = (uint32_t)map->link_count,
                      .entry_bytes = ovi_table_entry_bytes(b->profiles),
                      .block_head_bytes = ovi_block_head_bytes(b->profiles),
                      .fingerprint = b->fingerprint,
                      .has_heights = b->has_heights,
                      .has_overlays = has_overlays(b)};
}

static uint8_t *profile_entry(const baker *b, uint32_t profile) {
  return b->image->bytes + b->sections[OVI_SECTION_PROFILES].at +
         (uint64_t)profile * OVI_PROFILE_BYTES;
}

/* A layer of the image, as far as it is there. */
static ovi_layer view(const baker *b, const ovi_shared *shared, uint32_t profile) {
  ovi_layer layer = {0};
  ovi_layer_begin(&layer, shared, profile);
  ovi_layer_read_profile(&layer, profile_entry(b, profile));
  ovi_layer_find_islands(&layer, b->image->bytes +
                                     b->sections[own_section(b, OVI_SECTION_ISLANDS, profile)].at);
  return layer;
}

/* ---- Sections ------------------------------------------------------------- */

/* Ends the section that reaches from `at` to what the image holds now. */
static void end_section(baker *b, uint32_t number, uint64_t at) {
  uint64_t bytes = b->image->used - at;
  b->sections[number] =
      (ovi_section_place){at, bytes, ovi_hash64(0, b->image->bytes + at, (size_t)bytes)};
}

static uint64_t padded(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

/* The same for one that is checked chunk by chunk, behind whose bytes there is room for the sums.
 */
static void end_chunked(baker *b, uint32_t number, uint64_t at) {
  const uint64_t bytes = b->image->used - at;
  const uint64_t sum = ovi_chunks_end(b->image->bytes + at, ovi_chunked_content(bytes));
  b->sections[number] = (ovi_section_place){at, bytes, sum};
}

/* All that progress counts: the regions, and as much again for the labels of each. */
static uint64_t work_of(const baker *b) {
  uint64_t labels = b->bake->label_bytes_per_cell != 0 && !has_overlays(b) ? b->profiles : 0;
  return b->regions * (1 + labels);
}

/* False if the caller stops the work. */
bool ovi_file_reports(const ovi_file_maker *b) {
  return b->bake->progress == NULL ||
         b->bake->progress(b->bake->progress_user, b->done, work_of(b));
}

/* ---- What follows on the blocks ------------------------------------------------ */

/* One pass over the blocks of a layer: sums for its profile, first slots for the table. */
static ovi_profile_totals sum_layer(baker *b, uint32_t profile) {
  ovi_shared shared = share(b);
  ovi_layer layer = {0};
  ovi_profile_totals totals = {0};
  ovi_layer_begin(&layer, &shared, profile);
  for (uint32_t id = 0; id < b->regions; id++) {
    const ovi_region region = ovi_region_view(&layer, id);
    uint8_t *entry =
        b->image->bytes + b->sections[OVI_SECTION_TABLE].at + (uint64_t)id * shared.entry_bytes;
    ovi_put_u32(entry + OVI_TABLE_SLOTS + 4 * (uint64_t)profile, totals.slots);
    ovi_totals_add(&totals, &region);
  }
  ovi_totals_end(&totals);
  return totals;
}

/* Writes the entry of a profile, but for its islands. */
static void put_profile(const baker *b, uint32_t profile, const ovi_profile_totals *totals) {
  uint8_t *entry = profile_entry(b, profile);
  const uint8_t *given = b->bake->given.profiles;
  if (given == NULL) {
    ovi_put_profile(entry, &b->bake->map, (int32_t)profile);
  } else {
    memcpy(entry, given + (uint64_t)profile * OVI_PROFILE_BYTES, OVI_PROFILE_BYTES);
  }
  ovi_put_totals(entry, totals);
}

static void put_floors(const baker *b, uint8_t *floors) {
  if (b->bake->given.profiles == NULL) {
    ovi_put_floors(floors, &b->bake->map);
  } else {
    memcpy(floors, b->bake->given.floors, (size_t)b->bake->map.floor_count * OVI_FLOOR_BYTES);
  }
}

static void put_links(const baker *b, uint8_t *links) {
  if (b->bake->given.profiles == NULL) {
    ovi_put_links(links, &b->bake->map);
  } else if (b->bake->map.link_count != 0) {
    memcpy(links, b->bake->given.links, (size_t)b->bake->map.link_count * OVI_LINK_BYTES);
  }
}

static ovl_result add_map_sections(baker *b) {
  const ovi_map *map = &b->bake->map;
  uint64_t at = b->image->used;
  if (ovi_buffer_add(b->image, padded((uint64_t)b->profiles * OVI_PROFILE_BYTES)) == NULL) {
    return OVL_NO_MEMORY;
  }
  b->sections[OVI_SECTION_PROFILES].at = at;
  for (uint32_t profile = 0; profile < b->profiles; profile++) {
    ovi_profile_totals totals = sum_layer(b, profile);
    put_profile(b, profile, &totals);
  }
  end_section(b, OVI_SECTION_PROFILES, at);
  at = b->image->used;
  uint8_t *floors = ovi_buffer_add(b->image, (uint64_t)map->floor_count * OVI_FLOOR_BYTES);
  if (floors == NULL) {
    return OVL_NO_MEMORY;
  }
  put_floors(b, floors);
  end_section(b, OVI_SECTION_FLOORS, at);
  at = b->image->used;
  uint8_t *links = ovi_buffer_add(b->image, (uint64_t)map->link_count * OVI_LINK_BYTES);
  if (links == NULL) {
    return OVL_NO_MEMORY;
  }
  put_links(b, links);
  end_section(b, OVI_SECTION_LINKS, at);
  return OVL_OK;
}

/* Of a directed layer. */
static ovl_result add_directed_islands(baker *b, uint32_t profile) {
  const uint64_t at = b->image->used;
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  ovi_directed_islands islands;
  ovl_result result = ovi_directed_islands_find(&islands, &layer, b->bake->allocator);
  if (result == OVL_OK) {
    uint8_t *out =
        ovi_buffer_add(b->image, ovi_chunked_bytes(padded(ovi_directed_islands_bytes(&islands))));
    result = out != NULL ? OVL_OK : OVL_NO_MEMORY;
    if (out != NULL) {
      ovi_directed_islands_write(&islands, out);
      ovi_put_u32(profile_entry(b, profile) + OVI_PROFILE_ISLANDS, islands.count);
    }
  }
  ovi_directed_islands_release(&islands);
  if (result == OVL_OK) {
    end_chunked(b, own_section(b, OVI_SECTION_ISLANDS, profile), at);
  }
  return result;
}

static ovl_result add_islands(baker *b, uint32_t profile) {
  if ((profile_entry(b, profile)[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
    return add_directed_islands(b, profile);
  }
  uint64_t at = b->image->used;
  uint64_t slots = ovi_get_u32(profile_entry(b, profile) + OVI_PROFILE_SLOTS);
  uint64_t slot_bytes = slots * sizeof(uint32_t) + 1;
  if (ovi_buffer_add(b->image, ovi_chunked_bytes(padded(slots * 4))) == NULL) {
    return OVL_NO_MEMORY;
  }
  uint32_t *numbers = ovi_allocate(b->bake->allocator, slot_bytes);
  if (numbers == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  uint32_t islands = ovi_islands_label(&layer, numbers, (uint32_t)slots);
  ovi_put_u32(profile_entry(b, profile) + OVI_PROFILE_ISLANDS, islands);
  for (uint64_t i = 0; i < slots; i++) {
    ovi_put_u32(b->image->bytes + at + 4 * i, numbers[i]);
  }
  ovi_release(b->bake->allocator, numbers, slot_bytes);
  end_chunked(b, own_section(b, OVI_SECTION_ISLANDS, profile), at);
  return OVL_OK;
}

/* Puts the overlays that a layer has behind the image. */
static ovl_result put_overlays(baker *b, uint32_t profile, const ovi_layer *layer) {
  ovi_section_place *place = &b->sections[own_section(b, OVI_SECTION_OVERLAYS, profile)];
  place->at = b->image->used;
  const ovl_result result = ovi_overlays_add(layer, b->image, &place->checksum);
  place->bytes = b->image->used - place->at;
  return result;
}

static void drop_overlays(baker *b) {
  if (b->overlays != NULL) {
    ovi_overlays_release(b->overlays);
    ovi_release(b->bake->allocator, b->overlays, sizeof(*b->overlays));
    b->overlays = NULL;
  }
}

static ovl_result begin_overlays(baker *b, const ovi_layer *layer) {
  b->overlays = ovi_allocate(b->bake->allocator, sizeof(*b->overlays));
  return b->overlays != NULL
             ? ovi_overlays_begin(b->overlays, layer, b->bake->allocator, b->bake->jobs)
             : OVL_NO_MEMORY;
}

/* Goes on with the overlays of a profile, a row of cells at a time; true: they are there, or there
 * is a result. */
static bool add_overlays(baker *b, uint32_t profile, uint64_t *budget) {
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  if (!has_overlays(b) || layer.profile.is_directed) {
    end_section(b, own_section(b, OVI_SECTION_OVERLAYS, profile), b->image->used);
    ovi_slice_pay(budget, 1);
    return true;
  }
  const ovi_layer *version = b->bake->version;
  if (version != NULL && !version[profile].overlay.outdated) {
    b->result = put_overlays(b, profile, &version[profile]);
    ovi_slice_pay(budget, version[profile].overlay.bytes / COPIED_BYTES);
    return true;
  }
  if (b->overlays == NULL) {
    b->result = begin_overlays(b, &layer);
  }
  while (b->result == OVL_OK && !ovi_overlays_are_made(b->overlays)) {
    if (*budget == 0) {
      return false;
    }
    const uint64_t cells = (uint64_t)ovi_clusters_x(&layer, b->overlays->level);
    b->result = ovi_overlays_make_row(b->overlays, &layer);
    ovi_slice_pay(budget, cells * CELL_EXPANSIONS);
  }
  if (b->result == OVL_OK) {
    b->result = put_overlays(b, profile, &b->overlays->layer);
  }
  drop_overlays(b);
  return true;
}

/* ---- Estimates ------------------------------------------------------------ */

/* Landmarks would be the greatest part of what a larger body takes: it gets a quarter of
 * them, unless it has no other estimate. */
static uint32_t landmark_count(const baker *b, const ovi_layer *layer) {
  const uint32_t count = b->bake->later ? 0 : (uint32_t)b->bake->landmarks;
  const bool is_spare =
      layer->number != 0 && layer->profile.body_cells > 1 && !layer->profile.is_directed;
  return is_spare ? (count + 3) / 4 : count;
}

static void look(void *user, ovi_shared *shared, ovi_layer *layer) {
  const baker *b = user;
  *shared = share(b);
  *layer = view(b, shared, b->profile);
}

/* Landmarks, then labels. */
static void begin_estimates(baker *b) {
  const ovi_map *map = &b->bake->map;
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, b->profile);
  const ovi_estimate_task task = {.image = b->image,
                                  .allocator = b->bake->allocator,
                                  .view = look,
                                  .view_user = b,
                                  .landmarks = landmark_count(b, &layer),
                                  .cells = (uint64_t)map->width * (uint64_t)map->height,
                                  .bytes_per_cell = b->bake->label_bytes_per_cell,
                                  .later = b->bake->later,
                                  .progress = b->bake->progress,
                                  .progress_user = b->bake->progress_user,
                                  .done = b->done,
                                  .share = b->regions,
                                  .total = work_of(b)};
  ovi_estimates_begin(&b->estimates, &task);
}

static ovl_result end_estimates(baker *b) {
  ovi_estimate_maker *maker = &b->estimates;
  b->sections[own_section(b, OVI_SECTION_LANDMARKS, b->profile)] = maker->sections[0];
  b->sections[own_section(b, OVI_SECTION_LABELS, b->profile)] = maker->sections[1];
  const ovl_result result = maker->result;
  ovi_estimates_release(maker);
  if (result != OVL_OK || b->bake->label_bytes_per_cell == 0) {
    return result;
  }
  b->done += b->regions;
  return ovi_file_reports(b) ? OVL_OK : OVL_STOPPED;
}

static bool add_estimates(void *work, uint64_t *budget) {
  baker *b = work;
  if (has_overlays(b)) {
    for (uint32_t profile = 0; profile < b->profiles; profile++) {
      end_section(b, own_section(b, OVI_SECTION_LANDMARKS, profile), b->image->used);
      end_section(b, own_section(b, OVI_SECTION_LABELS, profile), b->image->used);
    }
    ovi_slice_pay(budget, 1);
    return true;
  }
  for (; b->profile < b->profiles; b->profile++) {
    if (b->stages.at == 0) {
      begin_estimates(b);
      b->stages.at = 1;
    }
    if (!ovi_estimates_make(&b->estimates, budget)) {
      return false;
    }
    b->stages.at = 0;
    b->result = end_estimates(b);
    if (b->result != OVL_OK) {
      return true;
    }
  }
  return true;
}

/* ---- The whole file ------------------------------------------------------ */

static bool add_all_overlays(void *work, uint64_t *budget) {
  baker *b = work;
  while (b->stages.at < b->profiles && b->result == OVL_OK) {
    if (*budget == 0 || !add_overlays(b, (uint32_t)b->stages.at, budget)) {
      return false;
    }
    b->stages.at++;
  }
  return true;
}

/* The primary sections are all there: what was left open of them is closed. */
static bool close_primary(void *work, uint64_t *budget) {
  baker *b = work;
  ovi_section_place *table = &b->sections[OVI_SECTION_TABLE];
  ovi_section_place *profiles = &b->sections[OVI_SECTION_PROFILES];
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, 0);
  uint64_t checksum = 0;
  for (uint32_t id = 0; id < b->regions; id++) {
    checksum = ovi_mix64(checksum ^ ovi_get_u64(ovi_region_block(&layer, id)));
  }
  b->sections[OVI_SECTION_BLOCKS].checksum = checksum;
  table->checksum = ovi_chunks_end(b->image->bytes + table->at, ovi_chunked_content(table->bytes));
  profiles->checksum = ovi_hash64(0, b->image->bytes + profiles->at, (size_t)profiles->bytes);
  ovi_put_settings(b->image->bytes, b->bake, b->has_heights);
  b->fingerprint = ovi_file_fingerprint(b->image->bytes, b->sections, b->profiles);
  ovi_slice_pay(budget, b->regions / SUMMED_REGIONS);
  return true;
}

static bool put_header(void *work, uint64_t *budget) {
  const baker *b = work;
  const ovi_given *given = &b->bake->given;
  const ovi_file_end end = {.sections = b->sections,
                            .profiles = b->profiles,
                            .bytes = b->image->used,
                            .map_fingerprint = given->profiles != NULL
                                                   ? given->map_fingerprint
                                                   : ovi_map_fingerprint(&b->bake->map),
                            .fingerprint = b->fingerprint};
  ovi_put_header(b->image->bytes, &end);
  ovi_slice_pay(budget, 1);
  return true;
}

/* ---- All ------------------------------------------------------------------------ */

static ovl_result check_blocks(const baker *b) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < b->profiles; profile++) {
    ovi_shared shared = share(b);
    const ovi_layer layer = view(b, &shared, profile);
    result = ovi_layer_graph_check(&layer, b->bake->fault);
  }
  return result;
}

static bool add_maps(void *work, uint64_t *budget) {
  baker *b = work;
  b->result = add_map_sections(b);
  if (b->result == OVL_OK && b->bake->is_doubtful) {
    b->result = check_blocks(b);
  }
  ovi_slice_pay(budget, (uint64_t)b->regions * b->profiles / SUMMED_REGIONS);
  return true;
}

static bool add_all_islands(void *work, uint64_t *budget) {
  baker *b = work;
  while (b->stages.at < b->profiles && b->result == OVL_OK) {
    if (*budget == 0) {
      return false;
    }
    const uint32_t profile = (uint32_t)b->stages.at++;
    b->result = add_islands(b, profile);
    ovi_slice_pay(budget, 1 + b->image->used / UINT16_MAX);
  }
  return true;
}

void ovi_file_begin(ovi_file_maker *maker, const ovi_bake *bake, ovi_buffer *image) {
  const ovi_map *map = &bake->map;
  const int32_t side = map->region_cells;
  *maker = (ovi_file_maker){.bake = bake,
                            .image = image,
                            .profiles = (uint32_t)map->profile_count,
                            .regions_x = (map->width + side - 1) / side,
                            .regions_y = (map->height + side - 1) / side,
                            .has_heights = bake->version == NULL && map->has_heights};
  maker->regions = (uint32_t)maker->regions_x * (uint32_t)maker->regions_y;
}

bool ovi_file_make(ovi_file_maker *maker, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {
      ovi_file_make_room, ovi_file_copy_blocks, add_maps,      add_all_islands,
      add_all_overlays,   close_primary,        add_estimates, put_header};
  while (maker->result == OVL_OK && maker->stages.number < 8) {
    if (!ovi_stages_run(&maker->stages, stages, maker->stages.number + 1, maker, budget)) {
      return false;
    }
  }
  return true;
}

void ovi_file_release(ovi_file_maker *maker) {
  ovi_buffer_growth_release(&maker->growth);
  ovi_estimates_release(&maker->estimates);
  drop_overlays(maker);
}
