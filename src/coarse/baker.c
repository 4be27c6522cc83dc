/* Assembles a world file: blocks band by band, then what all profiles share, then the
 * islands and the estimates of each.
 *
 * Invariant: the file grows at its end only, and each section is made from those before
 * it, read back through the same views that a world is used by. */
#include "baker.h"

#include <string.h>

#include "band_baker.h"
#include "directed.h"
#include "directed_islands.h"
#include "fingerprint.h"
#include "hash64.h"
#include "islands.h"
#include "label_maker.h"
#include "landmarks.h"
#include "le_bytes.h"
#include "map_sections.h"

/* A section while its place in the file becomes known. */
typedef struct section_place {
  uint64_t at, bytes, checksum;
} section_place;

#define MOST_SECTIONS (OVI_SHARED_SECTIONS + OVL_MAX_PROFILES * OVI_OWN_SECTIONS)

typedef struct baker {
  const ovi_bake *bake;
  ovi_image *image;
  uint32_t profiles;
  uint32_t regions;
  int32_t regions_x, regions_y;
  uint64_t blocks_checksum;
  uint64_t fingerprint;
  uint64_t done; /* of the work that progress counts */
  section_place sections[MOST_SECTIONS];
} baker;

/* The number of a profile's own section: islands of all, then landmarks and labels of each. */
static uint32_t own_section(const baker *b, int kind, uint32_t profile) {
  if (kind == OVI_SECTION_ISLANDS) {
    return OVI_SHARED_SECTIONS + profile;
  }
  return OVI_SHARED_SECTIONS + b->profiles + 2 * profile +
         (kind == OVI_SECTION_LANDMARKS ? 0u : 1u);
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
                      .has_heights = map->has_heights};
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
      (section_place){at, bytes, ovi_hash64(0, b->image->bytes + at, (size_t)bytes)};
}

static uint64_t padded(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

/* All that progress counts: the regions, and as much again for the labels of each. */
static uint64_t work_of(const baker *b) {
  uint64_t labels = b->bake->label_bytes_per_cell != 0 ? b->profiles : 0;
  return b->regions * (1 + labels);
}

/* False if the caller stops the work. */
static bool reports(const baker *b) {
  return b->bake->progress == NULL ||
         b->bake->progress(b->bake->progress_user, b->done, work_of(b));
}

static ovl_result add_blocks(baker *b, ovi_band_baker *bands) {
  uint64_t header_bytes = ovi_header_bytes(ovi_section_count(b->profiles));
  uint64_t table_bytes = padded((uint64_t)b->regions * ovi_table_entry_bytes(b->profiles));
  uint64_t blocks_begin = header_bytes + table_bytes;
  if (ovi_image_add(b->image, blocks_begin) == NULL) {
    return OVL_NO_MEMORY;
  }
  b->sections[OVI_SECTION_TABLE] = (section_place){header_bytes, table_bytes, 0};
  bands->table_at = header_bytes;
  for (int32_t band = 0; band < b->regions_y; band++) {
    ovl_result result = ovi_bands_bake(bands, band, blocks_begin);
    if (result != OVL_OK) {
      return result;
    }
    b->done += (uint64_t)b->regions_x;
    if (!reports(b)) {
      return OVL_STOPPED;
    }
  }
  b->sections[OVI_SECTION_BLOCKS] = (section_place){blocks_begin, b->image->used - blocks_begin, 0};
  return OVL_OK;
}

/* One pass over the blocks of a layer: sums for its profile, first slots for the table. */
static ovi_profile_totals sum_layer(baker *b, uint32_t profile) {
  ovi_shared shared = share(b);
  ovi_layer layer = {0};
  ovi_profile_totals t = {.min_weight = UINT8_MAX};
  ovi_layer_begin(&layer, &shared, profile);
  for (uint32_t id = 0; id < b->regions; id++) {
    ovi_region region = ovi_region_view(&layer, id);
    uint8_t *entry =
        b->image->bytes + b->sections[OVI_SECTION_TABLE].at + (uint64_t)id * shared.entry_bytes;
    ovi_put_u32(entry + OVI_TABLE_SLOTS + 4 * (uint64_t)profile, t.slots);
    t.slots += region.components;
    t.max_ports = region.ports > t.max_ports ? region.ports : t.max_ports;
    t.exceptions = region.exceptions > t.exceptions ? region.exceptions : t.exceptions;
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      t.waypoints += ovi_region_group_count(&region, group);
    }
    t.waypoints += region.links_out;
    t.links += region.links_out;
    t.open_cells += ovi_get_u16(region.part + OVI_PART_OPEN_CELLS);
    uint32_t weight = region.part[OVI_PART_MIN_WEIGHT];
    t.min_weight = weight != 0 && weight < t.min_weight ? weight : t.min_weight;
    t.directed = t.directed || (region.flags & OVI_FLAG_DIRECTED) != 0;
  }
  t.min_weight = t.open_cells != 0 ? t.min_weight : 1;
  return t;
}

static ovl_result add_map_sections(baker *b) {
  const ovi_map *map = &b->bake->map;
  uint64_t at = b->image->used;
  if (ovi_image_add(b->image, padded((uint64_t)b->profiles * OVI_PROFILE_BYTES)) == NULL) {
    return OVL_NO_MEMORY;
  }
  b->sections[OVI_SECTION_PROFILES].at = at;
  for (uint32_t profile = 0; profile < b->profiles; profile++) {
    ovi_profile_totals totals = sum_layer(b, profile);
    ovi_put_profile(profile_entry(b, profile), map, (int32_t)profile, &totals);
  }
  end_section(b, OVI_SECTION_PROFILES, at);
  at = b->image->used;
  uint8_t *floors = ovi_image_add(b->image, (uint64_t)map->floor_count * OVI_FLOOR_BYTES);
  if (floors == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_put_floors(floors, map);
  end_section(b, OVI_SECTION_FLOORS, at);
  at = b->image->used;
  uint8_t *links = ovi_image_add(b->image, (uint64_t)map->link_count * OVI_LINK_BYTES);
  if (links == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_put_links(links, map);
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
    uint8_t *out = ovi_image_add(b->image, padded(ovi_directed_islands_bytes(&islands)));
    result = out != NULL ? OVL_OK : OVL_NO_MEMORY;
    if (out != NULL) {
      ovi_directed_islands_write(&islands, out);
      ovi_put_u32(profile_entry(b, profile) + OVI_PROFILE_ISLANDS, islands.count);
    }
  }
  ovi_directed_islands_release(&islands);
  end_section(b, own_section(b, OVI_SECTION_ISLANDS, profile), at);
  return result;
}

static ovl_result add_islands(baker *b, uint32_t profile) {
  if ((profile_entry(b, profile)[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
    return add_directed_islands(b, profile);
  }
  uint64_t at = b->image->used;
  uint64_t slots = ovi_get_u32(profile_entry(b, profile) + OVI_PROFILE_SLOTS);
  uint64_t slot_bytes = slots * sizeof(uint32_t) + 1;
  if (ovi_image_add(b->image, padded(slots * 4)) == NULL) {
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
  end_section(b, own_section(b, OVI_SECTION_ISLANDS, profile), at);
  return OVL_OK;
}

/* ---- Estimates ------------------------------------------------------------ */

/* Landmarks would be the greatest part of what a larger body takes: it gets a quarter of
 * them, unless it has no other estimate. */
static uint32_t landmark_count(const baker *b, const ovi_layer *layer) {
  const uint32_t count = (uint32_t)b->bake->landmarks;
  const bool is_spare = layer->number != 0 && layer->body_cells > 1 && !layer->directed;
  return is_spare ? (count + 3) / 4 : count;
}

static ovl_result add_landmarks(baker *b, ovi_graph_trees *trees, uint32_t profile) {
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  const uint32_t count = landmark_count(b, &layer);
  uint64_t at = b->image->used;
  if (ovi_image_add(b->image, ovi_landmarks_most_bytes(&layer, count)) == NULL) {
    return OVL_NO_MEMORY;
  }
  shared = share(b); /* the image may have moved */
  layer = view(b, &shared, profile);
  uint64_t bytes = 0;
  ovl_result result = ovi_landmarks_make(&layer, count, trees, b->image->bytes + at, &bytes);
  b->image->used = at + bytes;
  end_section(b, own_section(b, OVI_SECTION_LANDMARKS, profile), at);
  return result;
}

static ovl_result add_labels(baker *b, ovi_graph_trees *trees, uint32_t profile) {
  const ovi_map *map = &b->bake->map;
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  ovi_label_task task = {.allocator = b->bake->allocator,
                         .trees = trees,
                         .cells = (uint64_t)map->width * (uint64_t)map->height,
                         .bytes_per_cell = b->bake->label_bytes_per_cell,
                         .progress = b->bake->progress,
                         .progress_user = b->bake->progress_user,
                         .done = b->done,
                         .share = b->regions,
                         .total = work_of(b)};
  ovi_label_maker maker;
  ovl_result result = ovi_labels_make(&maker, &layer, &task);
  if (result == OVL_OK) {
    uint64_t at = b->image->used;
    bool fits = ovi_image_add(b->image, ovi_label_maker_bytes(&maker)) != NULL;
    if (fits) {
      ovi_label_maker_write(&maker, b->fingerprint, b->image->bytes + at);
      end_section(b, own_section(b, OVI_SECTION_LABELS, profile), at);
    }
    result = fits ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_label_maker_release(&maker);
  if (result != OVL_OK || task.bytes_per_cell == 0) {
    return result;
  }
  b->done += b->regions;
  return reports(b) ? OVL_OK : OVL_STOPPED;
}

/* Landmarks, then labels: both from the same trees. */
static ovl_result add_estimates(baker *b, uint32_t profile) {
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, profile);
  ovi_graph_trees trees;
  ovl_result result = ovi_graph_trees_begin(&trees, &layer, b->bake->allocator);
  if (result == OVL_OK) {
    result = add_landmarks(b, &trees, profile);
  }
  if (result == OVL_OK) {
    result = add_labels(b, &trees, profile);
  }
  ovi_graph_trees_release(&trees);
  return result;
}

/* ---- The whole file ------------------------------------------------------ */

static void put_sections(const baker *b, uint8_t *header) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  for (uint32_t number = 0; number < ovi_section_count(b->profiles); number++) {
    uint32_t own = number - OVI_SHARED_SECTIONS;
    uint32_t kind = number;
    uint32_t profile = 0;
    if (number >= OVI_SHARED_SECTIONS + b->profiles) {
      profile = (own - b->profiles) / 2;
      kind = OVI_SECTION_LANDMARKS + (own - b->profiles) % 2;
    } else if (number >= OVI_SHARED_SECTIONS) {
      profile = own;
      kind = OVI_SECTION_ISLANDS;
    }
    uint8_t *entry = header + OVI_AT_SECTIONS + (uint64_t)number * OVI_SECTION_BYTES;
    memcpy(entry, names[kind], 4);
    ovi_put_u32(entry + 4, profile);
    ovi_put_u64(entry + 8, b->sections[number].at);
    ovi_put_u64(entry + 16, b->sections[number].bytes);
    ovi_put_u64(entry + 24, b->sections[number].checksum);
  }
}

static void put_settings(const baker *b, uint8_t *header) {
  const ovi_map *map = &b->bake->map;
  memcpy(header, OVI_WORLD_MAGIC, 8);
  ovi_put_u32(header + OVI_AT_VERSION, OVI_WORLD_VERSION);
  ovi_put_u32(header + OVI_AT_WIDTH, (uint32_t)map->width);
  ovi_put_u32(header + OVI_AT_HEIGHT, (uint32_t)map->height);
  ovi_put_u16(header + OVI_AT_REGION_CELLS, (uint32_t)map->region_cells);
  ovi_put_u16(header + OVI_AT_SPACING, (uint32_t)map->spacing);
  ovi_put_u16(header + OVI_AT_FLOORS, (uint32_t)map->floor_count);
  ovi_put_u16(header + OVI_AT_PROFILES, b->profiles);
  ovi_put_u32(header + OVI_AT_LINKS, (uint32_t)map->link_count);
  header[OVI_AT_HEIGHTS] = map->has_heights;
  header[OVI_AT_LANDMARKS] = (uint8_t)b->bake->landmarks;
  ovi_put_u16(header + OVI_AT_LABEL_BUDGET, (uint32_t)b->bake->label_bytes_per_cell);
}

/* The primary sections are all there: what was left open of them is closed. */
static void settle_primary(baker *b) {
  uint64_t checksums[OVI_SHARED_SECTIONS + OVL_MAX_PROFILES];
  const uint32_t count = OVI_SHARED_SECTIONS + b->profiles;
  section_place *table = &b->sections[OVI_SECTION_TABLE];
  section_place *profiles = &b->sections[OVI_SECTION_PROFILES];
  ovi_shared shared = share(b);
  ovi_layer layer = view(b, &shared, 0);
  uint64_t checksum = 0;
  for (uint32_t id = 0; id < b->regions; id++) {
    checksum = ovi_mix64(checksum ^ ovi_get_u64(ovi_region_block(&layer, id)));
  }
  b->sections[OVI_SECTION_BLOCKS].checksum = checksum;
  table->checksum = ovi_hash64(0, b->image->bytes + table->at, (size_t)table->bytes);
  profiles->checksum = ovi_hash64(0, b->image->bytes + profiles->at, (size_t)profiles->bytes);
  put_settings(b, b->image->bytes);
  for (uint32_t i = 0; i < count; i++) {
    checksums[i] = b->sections[i].checksum;
  }
  b->fingerprint = ovi_primary_fingerprint(b->image->bytes, checksums, count);
}

static void put_header(const baker *b) {
  uint8_t *header = b->image->bytes;
  const uint64_t header_bytes = ovi_header_bytes(ovi_section_count(b->profiles));
  ovi_put_u32(header + OVI_AT_HEADER_BYTES, (uint32_t)header_bytes);
  ovi_put_u64(header + OVI_AT_FILE_BYTES, b->image->used);
  ovi_put_u64(header + OVI_AT_MAP_FINGERPRINT, ovi_map_fingerprint(&b->bake->map));
  ovi_put_u64(header + OVI_AT_FINGERPRINT, b->fingerprint);
  ovi_put_u32(header + OVI_AT_SECTION_COUNT, ovi_section_count(b->profiles));
  put_sections(b, header);
  ovi_put_u64(header + header_bytes - 8, ovi_hash64(0, header, (size_t)header_bytes - 8));
}

static ovl_result bake_file(baker *b, ovi_band_baker *bands) {
  ovl_result result = add_blocks(b, bands);
  if (result == OVL_OK) {
    result = add_map_sections(b);
  }
  for (uint32_t profile = 0; result == OVL_OK && profile < b->profiles; profile++) {
    result = add_islands(b, profile);
  }
  if (result != OVL_OK) {
    return result;
  }
  settle_primary(b);
  for (uint32_t profile = 0; result == OVL_OK && profile < b->profiles; profile++) {
    result = add_estimates(b, profile);
  }
  if (result == OVL_OK) {
    put_header(b);
  }
  return result;
}

static ovl_result bake_map(const ovi_bake *bake, const ovi_map *map, ovi_image *image) {
  ovi_band_baker bands = {.map = map,
                          .allocator = bake->allocator,
                          .jobs = bake->jobs,
                          .image = image,
                          .fault = bake->fault};
  ovl_result result = ovi_bands_begin(&bands);
  baker b = {.bake = bake,
             .image = image,
             .profiles = (uint32_t)bake->map.profile_count,
             .regions = (uint32_t)bands.regions_x * (uint32_t)bands.regions_y,
             .regions_x = bands.regions_x,
             .regions_y = bands.regions_y};
  if (result == OVL_OK) {
    result = bake_file(&b, &bands);
  }
  ovi_bands_release(&bands);
  return result;
}

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_image *image) {
  ovi_map map = bake->map;
  ovi_directed directed;
  map.directed = &directed;
  ovl_result result = ovi_directed_find(&directed, &map, bake->allocator, bake->fault);
  if (result == OVL_OK) {
    result = bake_map(bake, &map, image);
  }
  ovi_directed_release(&directed);
  return result;
}
