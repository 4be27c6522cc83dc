/* The stages of making a file. */
#include "coarse/file/file_maker.h"

#include "coarse/blocks/map_sections.h"
#include "coarse/check/layer_check.h"
#include "coarse/file/file_blocks.h"
#include "coarse/format/sections.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/islands/islands.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

/* What is as long as an expansion. */
enum { FILE_COPIED_BYTES = 1024, SUMMED_REGIONS = 8, LABELLED_SLOTS = 8 };
enum { CELL_EXPANSIONS = 4000 }; /* what a cell of an overlay takes */

static uint32_t own_section(const ovi_file_maker *maker, int kind, uint32_t profile) {
  return ovi_own_section(maker->profiles, kind, profile);
}

static bool has_overlays(const ovi_file_maker *maker) {
  return ovi_overlays_are_wanted(maker->bake->overlays, maker->bake->map.width,
                                 maker->bake->map.height);
}

/* ---- Views of what is there ----------------------------------------------- */

static ovi_shared share(const ovi_file_maker *maker) {
  const ovi_map *map = &maker->bake->map;
  const uint8_t *bytes = maker->image->bytes;
  return (ovi_shared){.file.bytes = bytes,
                      .file.count = maker->image->used,
                      .file.table = bytes + maker->sections[OVI_SECTION_TABLE].at,
                      .file.blocks = bytes + maker->sections[OVI_SECTION_BLOCKS].at,
                      .file.profiles = bytes + maker->sections[OVI_SECTION_PROFILES].at,
                      .file.floors = bytes + maker->sections[OVI_SECTION_FLOORS].at,
                      .file.links = bytes + maker->sections[OVI_SECTION_LINKS].at,
                      .plane.width = map->width,
                      .plane.height = map->height,
                      .plane.region_cells = map->region_cells,
                      .plane.regions_x = maker->regions_x,
                      .plane.regions_y = maker->regions_y,
                      .plane.spacing = map->spacing,
                      .floor_count = (uint32_t)map->floor_count,
                      .profile_count = maker->profiles,
                      .link_count = (uint32_t)map->link_count,
                      .entry_bytes = ovi_table_entry_bytes(maker->profiles),
                      .block_head_bytes = ovi_block_head_bytes(maker->profiles),
                      .fingerprint = maker->fingerprint,
                      .has_heights = maker->has_heights,
                      .has_overlays = has_overlays(maker)};
}

static uint8_t *profile_entry(const ovi_file_maker *maker, uint32_t profile) {
  return maker->image->bytes + maker->sections[OVI_SECTION_PROFILES].at +
         (uint64_t)profile * OVI_PROFILE_BYTES;
}

/* A layer of the image, as far as it is there. */
static ovi_layer file_view(const ovi_file_maker *maker, const ovi_shared *shared,
                           uint32_t profile) {
  ovi_layer layer = {0};
  ovi_layer_begin(&layer, shared, profile);
  ovi_layer_read_profile(&layer, profile_entry(maker, profile));
  ovi_layer_find_islands(&layer,
                         maker->image->bytes +
                             maker->sections[own_section(maker, OVI_SECTION_ISLANDS, profile)].at);
  return layer;
}

/* ---- Sections ------------------------------------------------------------- */

/* Ends the section that reaches from `at` to what the image holds now. */
static void end_section(ovi_file_maker *maker, uint32_t number, uint64_t at) {
  uint64_t bytes = maker->image->used - at;
  maker->sections[number] =
      (ovi_section_place){at, bytes, ovi_hash64(0, maker->image->bytes + at, (size_t)bytes)};
}

static uint64_t file_padded(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

/* The same for one that is checked chunk by chunk, behind whose bytes there is room for the sums.
 */
static void end_chunked(ovi_file_maker *maker, uint32_t number, uint64_t at) {
  const uint64_t bytes = maker->image->used - at;
  const uint64_t sum = ovi_chunks_end(maker->image->bytes + at, ovi_chunked_content(bytes));
  maker->sections[number] = (ovi_section_place){at, bytes, sum};
}

/* All that progress counts: the regions, and as much again for the labels of each. */
static uint64_t work_of(const ovi_file_maker *maker) {
  uint64_t labels =
      maker->bake->label_bytes_per_cell != 0 && !has_overlays(maker) ? maker->profiles : 0;
  return maker->regions * (1 + labels);
}

/* False if the caller stops the work. */
bool ovi_file_reports(const ovi_file_maker *maker) {
  return maker->bake->progress == NULL ||
         maker->bake->progress(maker->bake->progress_user, maker->done, work_of(maker));
}

/* ---- What follows on the blocks ------------------------------------------------ */

/* One pass over the blocks of a layer: sums for its profile, first slots for the table. */
static ovi_profile_totals sum_layer(ovi_file_maker *maker, uint32_t profile) {
  ovi_shared shared = share(maker);
  ovi_layer layer = {0};
  ovi_profile_totals totals = {0};
  ovi_layer_begin(&layer, &shared, profile);
  for (uint32_t id = 0; id < maker->regions; id++) {
    const ovi_region region = ovi_region_view(&layer, id);
    uint8_t *entry = maker->image->bytes + maker->sections[OVI_SECTION_TABLE].at +
                     (uint64_t)id * shared.entry_bytes;
    ovi_put_u32(entry + OVI_TABLE_SLOTS + 4 * (uint64_t)profile, totals.slots);
    ovi_totals_add(&totals, &region);
  }
  ovi_totals_end(&totals);
  return totals;
}

/* Writes the entry of a profile, but for its islands. */
static void put_profile(const ovi_file_maker *maker, uint32_t profile,
                        const ovi_profile_totals *totals) {
  uint8_t *entry = profile_entry(maker, profile);
  const uint8_t *given = maker->bake->given.profiles;
  if (given == NULL) {
    ovi_put_profile(entry, &maker->bake->map, (int32_t)profile);
  } else {
    memcpy(entry, given + (uint64_t)profile * OVI_PROFILE_BYTES, OVI_PROFILE_BYTES);
  }
  ovi_put_totals(entry, totals);
}

static void put_floors(const ovi_file_maker *maker, uint8_t *floors) {
  if (maker->bake->given.profiles == NULL) {
    ovi_put_floors(floors, &maker->bake->map);
  } else {
    memcpy(floors, maker->bake->given.floors,
           (size_t)maker->bake->map.floor_count * OVI_FLOOR_BYTES);
  }
}

static void file_put_links(const ovi_file_maker *maker, uint8_t *links) {
  if (maker->bake->given.profiles == NULL) {
    ovi_put_links(links, &maker->bake->map);
  } else if (maker->bake->map.link_count != 0) {
    memcpy(links, maker->bake->given.links, (size_t)maker->bake->map.link_count * OVI_LINK_BYTES);
  }
}

static ovl_result add_map_sections(ovi_file_maker *maker) {
  const ovi_map *map = &maker->bake->map;
  uint64_t at = maker->image->used;
  if (ovi_buffer_add(maker->image, file_padded((uint64_t)maker->profiles * OVI_PROFILE_BYTES)) ==
      NULL) {
    return OVL_NO_MEMORY;
  }
  maker->sections[OVI_SECTION_PROFILES].at = at;
  for (uint32_t profile = 0; profile < maker->profiles; profile++) {
    ovi_profile_totals totals = sum_layer(maker, profile);
    put_profile(maker, profile, &totals);
  }
  end_section(maker, OVI_SECTION_PROFILES, at);
  at = maker->image->used;
  uint8_t *floors = ovi_buffer_add(maker->image, (uint64_t)map->floor_count * OVI_FLOOR_BYTES);
  if (floors == NULL) {
    return OVL_NO_MEMORY;
  }
  put_floors(maker, floors);
  end_section(maker, OVI_SECTION_FLOORS, at);
  at = maker->image->used;
  uint8_t *links = ovi_buffer_add(maker->image, (uint64_t)map->link_count * OVI_LINK_BYTES);
  if (links == NULL) {
    return OVL_NO_MEMORY;
  }
  file_put_links(maker, links);
  end_section(maker, OVI_SECTION_LINKS, at);
  return OVL_OK;
}

/* Of a directed layer. */
static ovl_result add_directed_islands(ovi_file_maker *maker, uint32_t profile) {
  const uint64_t at = maker->image->used;
  ovi_shared shared = share(maker);
  ovi_layer layer = file_view(maker, &shared, profile);
  ovi_directed_islands islands;
  ovl_result result = ovi_directed_islands_find(&islands, &layer, maker->bake->allocator);
  if (result == OVL_OK) {
    uint8_t *out = ovi_buffer_add(
        maker->image, ovi_chunked_bytes(file_padded(ovi_directed_islands_bytes(&islands))));
    result = out != NULL ? OVL_OK : OVL_NO_MEMORY;
    if (out != NULL) {
      ovi_directed_islands_write(&islands, out);
      ovi_put_u32(profile_entry(maker, profile) + OVI_PROFILE_ISLANDS, islands.count);
    }
  }
  ovi_directed_islands_release(&islands);
  if (result == OVL_OK) {
    end_chunked(maker, own_section(maker, OVI_SECTION_ISLANDS, profile), at);
  }
  return result;
}

static ovl_result add_islands(ovi_file_maker *maker, uint32_t profile) {
  if ((profile_entry(maker, profile)[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
    return add_directed_islands(maker, profile);
  }
  uint64_t at = maker->image->used;
  uint64_t slots = ovi_get_u32(profile_entry(maker, profile) + OVI_PROFILE_SLOTS);
  uint64_t slot_bytes = slots * sizeof(uint32_t) + 1;
  if (ovi_buffer_add(maker->image, ovi_chunked_bytes(file_padded(slots * 4))) == NULL) {
    return OVL_NO_MEMORY;
  }
  uint32_t *numbers = ovi_allocate(maker->bake->allocator, slot_bytes);
  if (numbers == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_shared shared = share(maker);
  ovi_layer layer = file_view(maker, &shared, profile);
  uint32_t islands = ovi_islands_label(&layer, numbers, (uint32_t)slots);
  ovi_put_u32(profile_entry(maker, profile) + OVI_PROFILE_ISLANDS, islands);
  for (uint64_t i = 0; i < slots; i++) {
    ovi_put_u32(maker->image->bytes + at + 4 * i, numbers[i]);
  }
  ovi_release(maker->bake->allocator, numbers, slot_bytes);
  end_chunked(maker, own_section(maker, OVI_SECTION_ISLANDS, profile), at);
  return OVL_OK;
}

/* Puts the overlays that a layer has behind the image. */
static ovl_result file_put_overlays(ovi_file_maker *maker, uint32_t profile,
                                    const ovi_layer *layer) {
  ovi_section_place *place = &maker->sections[own_section(maker, OVI_SECTION_OVERLAYS, profile)];
  place->at = maker->image->used;
  const ovl_result result = ovi_overlays_add(layer, maker->image, &place->checksum);
  place->bytes = maker->image->used - place->at;
  return result;
}

static void drop_overlays(ovi_file_maker *maker) {
  if (maker->overlays != NULL) {
    ovi_overlays_release(maker->overlays);
    ovi_release(maker->bake->allocator, maker->overlays, sizeof(*maker->overlays));
    maker->overlays = NULL;
  }
}

static ovl_result file_begin_overlays(ovi_file_maker *maker, const ovi_layer *layer) {
  maker->overlays = ovi_allocate(maker->bake->allocator, sizeof(*maker->overlays));
  return maker->overlays != NULL
             ? ovi_overlays_begin(maker->overlays, layer, maker->bake->allocator, maker->bake->jobs)
             : OVL_NO_MEMORY;
}

/* Goes on with the overlays of a profile, a row of cells at a time; true: they are there, or there
 * is a result. */
static bool add_overlays(ovi_file_maker *maker, uint32_t profile, uint64_t *budget) {
  ovi_shared shared = share(maker);
  ovi_layer layer = file_view(maker, &shared, profile);
  if (!has_overlays(maker) || layer.profile.is_directed) {
    end_section(maker, own_section(maker, OVI_SECTION_OVERLAYS, profile), maker->image->used);
    ovi_slice_pay(budget, 1);
    return true;
  }
  const ovi_layer *version = maker->bake->version;
  if (version != NULL && !version[profile].overlay.is_outdated) {
    maker->result = file_put_overlays(maker, profile, &version[profile]);
    ovi_slice_pay(budget, version[profile].overlay.bytes / FILE_COPIED_BYTES);
    return true;
  }
  if (maker->overlays == NULL) {
    maker->result = file_begin_overlays(maker, &layer);
  }
  while (maker->result == OVL_OK && !ovi_overlays_are_made(maker->overlays)) {
    if (*budget == 0) {
      return false;
    }
    const uint64_t cells = (uint64_t)ovi_clusters_x(&layer, maker->overlays->level);
    maker->result = ovi_overlays_make_row(maker->overlays, &layer);
    ovi_slice_pay(budget, cells * CELL_EXPANSIONS);
  }
  if (maker->result == OVL_OK) {
    maker->result = file_put_overlays(maker, profile, &maker->overlays->layer);
  }
  drop_overlays(maker);
  return true;
}

/* ---- Estimates ------------------------------------------------------------ */

/* Landmarks would be the greatest part of what a larger body takes: it gets a quarter of
 * them, unless it has no other estimate. */
static uint32_t landmark_count(const ovi_file_maker *maker, const ovi_layer *layer) {
  const uint32_t count = maker->bake->later ? 0 : (uint32_t)maker->bake->landmarks;
  const bool is_spare =
      layer->number != 0 && layer->profile.body_cells > 1 && !layer->profile.is_directed;
  return is_spare ? (count + 3) / 4 : count;
}

static void file_scan(void *user, ovi_shared *shared, ovi_layer *layer) {
  const ovi_file_maker *maker = user;
  *shared = share(maker);
  *layer = file_view(maker, shared, maker->profile);
}

/* Landmarks, then labels. */
static void begin_estimates(ovi_file_maker *maker) {
  const ovi_map *map = &maker->bake->map;
  ovi_shared shared = share(maker);
  ovi_layer layer = file_view(maker, &shared, maker->profile);
  const ovi_estimate_task task = {.image = maker->image,
                                  .allocator = maker->bake->allocator,
                                  .view = file_scan,
                                  .view_user = maker,
                                  .landmarks = landmark_count(maker, &layer),
                                  .cells = (uint64_t)map->width * (uint64_t)map->height,
                                  .bytes_per_cell = maker->bake->label_bytes_per_cell,
                                  .later = maker->bake->later,
                                  .progress = maker->bake->progress,
                                  .progress_user = maker->bake->progress_user,
                                  .done = maker->done,
                                  .share = maker->regions,
                                  .total = work_of(maker)};
  ovi_estimates_begin(&maker->estimates, &task);
}

static ovl_result end_estimates(ovi_file_maker *file_maker) {
  ovi_estimate_maker *maker = &file_maker->estimates;
  file_maker->sections[own_section(file_maker, OVI_SECTION_LANDMARKS, file_maker->profile)] =
      maker->sections[0];
  file_maker->sections[own_section(file_maker, OVI_SECTION_LABELS, file_maker->profile)] =
      maker->sections[1];
  const ovl_result result = maker->result;
  ovi_estimates_release(maker);
  if (result != OVL_OK || file_maker->bake->label_bytes_per_cell == 0) {
    return result;
  }
  file_maker->done += file_maker->regions;
  return ovi_file_reports(file_maker) ? OVL_OK : OVL_STOPPED;
}

static bool add_estimates(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  if (has_overlays(maker)) {
    for (uint32_t profile = 0; profile < maker->profiles; profile++) {
      end_section(maker, own_section(maker, OVI_SECTION_LANDMARKS, profile), maker->image->used);
      end_section(maker, own_section(maker, OVI_SECTION_LABELS, profile), maker->image->used);
    }
    ovi_slice_pay(budget, 1);
    return true;
  }
  for (; maker->profile < maker->profiles; maker->profile++) {
    if (maker->stages.at == 0) {
      begin_estimates(maker);
      maker->stages.at = 1;
    }
    if (!ovi_estimates_make(&maker->estimates, budget)) {
      return false;
    }
    maker->stages.at = 0;
    maker->result = end_estimates(maker);
    if (maker->result != OVL_OK) {
      return true;
    }
  }
  return true;
}

/* ---- The whole file ------------------------------------------------------ */

static bool add_all_overlays(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  while (maker->stages.at < maker->profiles && maker->result == OVL_OK) {
    if (*budget == 0 || !add_overlays(maker, (uint32_t)maker->stages.at, budget)) {
      return false;
    }
    maker->stages.at++;
  }
  return true;
}

/* The primary sections are all there: what was left open of them is closed. */
static bool close_primary(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  ovi_section_place *table = &maker->sections[OVI_SECTION_TABLE];
  ovi_section_place *profiles = &maker->sections[OVI_SECTION_PROFILES];
  ovi_shared shared = share(maker);
  ovi_layer layer = file_view(maker, &shared, 0);
  uint64_t checksum = 0;
  for (uint32_t id = 0; id < maker->regions; id++) {
    checksum = ovi_mix64(checksum ^ ovi_get_u64(ovi_region_block(&layer, id)));
  }
  maker->sections[OVI_SECTION_BLOCKS].checksum = checksum;
  table->checksum =
      ovi_chunks_end(maker->image->bytes + table->at, ovi_chunked_content(table->bytes));
  profiles->checksum = ovi_hash64(0, maker->image->bytes + profiles->at, (size_t)profiles->bytes);
  ovi_put_settings(maker->image->bytes, maker->bake, maker->has_heights);
  maker->fingerprint = ovi_file_fingerprint(maker->image->bytes, maker->sections, maker->profiles);
  ovi_slice_pay(budget, maker->regions / SUMMED_REGIONS);
  return true;
}

static bool file_put_header(void *work, uint64_t *budget) {
  const ovi_file_maker *maker = work;
  const ovi_given *given = &maker->bake->given;
  const ovi_file_end end = {.sections = maker->sections,
                            .profiles = maker->profiles,
                            .bytes = maker->image->used,
                            .map_fingerprint = given->profiles != NULL
                                                   ? given->map_fingerprint
                                                   : ovi_map_fingerprint(&maker->bake->map),
                            .fingerprint = maker->fingerprint};
  ovi_put_header(maker->image->bytes, &end);
  ovi_slice_pay(budget, 1);
  return true;
}

/* ---- All ------------------------------------------------------------------------ */

static ovl_result file_check_blocks(const ovi_file_maker *maker) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < maker->profiles; profile++) {
    ovi_shared shared = share(maker);
    const ovi_layer layer = file_view(maker, &shared, profile);
    result = ovi_layer_graph_check(&layer, maker->bake->fault);
  }
  return result;
}

static bool add_maps(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  maker->result = add_map_sections(maker);
  if (maker->result == OVL_OK && maker->bake->is_doubtful) {
    maker->result = file_check_blocks(maker);
  }
  ovi_slice_pay(budget, (uint64_t)maker->regions * maker->profiles / SUMMED_REGIONS);
  return true;
}

static bool add_all_islands(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  while (maker->stages.at < maker->profiles && maker->result == OVL_OK) {
    if (*budget == 0) {
      return false;
    }
    const uint32_t profile = (uint32_t)maker->stages.at++;
    maker->result = add_islands(maker, profile);
    ovi_slice_pay(budget, 1 + maker->image->used / UINT16_MAX);
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
  static const ovi_stage_fn stages[] = {ovi_file_make_room, ovi_file_copy_blocks, add_maps,
                                        add_all_islands,    add_all_overlays,     close_primary,
                                        add_estimates,      file_put_header};
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
