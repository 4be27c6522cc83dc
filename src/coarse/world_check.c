/* The gate of the library: what passes here is trusted everywhere else.
 *
 * Checksums find what was damaged; they do not stop a file that was made to
 * harm. So every number that is used as an index, a length or a count is
 * checked as well, both sides of each border against each other, and what decides
 * about the cost of a step. Whether the costs between waypoints are the right ones
 * is left to ovl_world_verify: a wrong one gives a worse path or OVL_CORRUPT. */
#include "world_check.h"

#include <string.h>

#include "fingerprint.h"
#include "hash64.h"
#include "label_check.h"
#include "landmarks.h"
#include "ports.h"

static ovl_result fail(ovl_fault *fault, ovl_result result, const char *what, uint64_t where) {
  fault->what = what;
  fault->where = where;
  return result;
}

static ovl_result fail_values(ovl_fault *fault, ovl_result result, const char *what, uint64_t where,
                              uint64_t found, uint64_t expected) {
  fault->found = found;
  fault->expected = expected;
  return fail(fault, result, what, where);
}

/* ---- Header -------------------------------------------------------------- */

static ovl_result check_frame(const uint8_t *bytes, uint64_t byte_count, ovl_fault *fault) {
  uint64_t magic_bytes = byte_count < 8 ? byte_count : 8;
  if (((uintptr_t)bytes & 7u) != 0) {
    return fail_values(fault, OVL_MISALIGNED, "address of the bytes, modulo 8", 0,
                       (uintptr_t)bytes & 7u, 0);
  }
  if (byte_count == 0 || memcmp(bytes, OVI_WORLD_MAGIC, (size_t)magic_bytes) != 0) {
    return fail(fault, OVL_NOT_A_WORLD, "magic", OVI_AT_MAGIC);
  }
  if (byte_count >= OVI_AT_HEADER_BYTES) {
    uint32_t version = ovi_get_u32(bytes + OVI_AT_VERSION);
    if (version != OVI_WORLD_VERSION) {
      return fail_values(fault, OVL_OTHER_VERSION, "version", OVI_AT_VERSION, version,
                         OVI_WORLD_VERSION);
    }
  }
  if (byte_count < OVI_AT_SECTIONS) {
    return fail_values(fault, OVL_WRONG_LENGTH, "header", 0, byte_count, OVI_HEADER_BYTES);
  }
  uint32_t sections = ovi_get_u32(bytes + OVI_AT_SECTION_COUNT);
  uint64_t header_bytes = ovi_header_bytes(sections);
  if (sections > OVI_MOST_SECTIONS || ovi_get_u32(bytes + OVI_AT_HEADER_BYTES) != header_bytes) {
    return fail_values(fault, OVL_CORRUPT, "length of the header", OVI_AT_HEADER_BYTES,
                       ovi_get_u32(bytes + OVI_AT_HEADER_BYTES), header_bytes);
  }
  if (byte_count < header_bytes) {
    return fail_values(fault, OVL_WRONG_LENGTH, "header", 0, byte_count, header_bytes);
  }
  uint64_t stored = ovi_get_u64(bytes + header_bytes - 8);
  uint64_t checksum = ovi_hash64(0, bytes, (size_t)header_bytes - 8);
  if (stored != checksum) {
    return fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of the header", header_bytes - 8,
                       stored, checksum);
  }
  uint64_t file_bytes = ovi_get_u64(bytes + OVI_AT_FILE_BYTES);
  if (file_bytes != byte_count) {
    return fail_values(fault, OVL_WRONG_LENGTH, "length of the file", OVI_AT_FILE_BYTES, byte_count,
                       file_bytes);
  }
  return OVL_OK;
}

/* A field that must lie within bounds. */
static bool in_range(ovl_fault *fault, const char *what, uint64_t where, uint64_t value,
                     uint64_t low, uint64_t high) {
  if (value >= low && value <= high) {
    return true;
  }
  fail_values(fault, OVL_CORRUPT, what, where, value, value < low ? low : high);
  return false;
}

static bool read_settings(ovl_world *world, const uint8_t *bytes, ovl_fault *fault) {
  uint32_t width = ovi_get_u32(bytes + OVI_AT_WIDTH);
  uint32_t height = ovi_get_u32(bytes + OVI_AT_HEIGHT);
  uint32_t side = ovi_get_u16(bytes + OVI_AT_REGION_CELLS);
  uint32_t spacing = ovi_get_u16(bytes + OVI_AT_SPACING);
  if (!in_range(fault, "width", OVI_AT_WIDTH, width, 1, OVL_MAX_SIDE_CELLS) ||
      !in_range(fault, "height", OVI_AT_HEIGHT, height, 1, OVL_MAX_SIDE_CELLS) ||
      !in_range(fault, "region size", OVI_AT_REGION_CELLS, side, OVL_MIN_REGION_CELLS,
                OVL_MAX_REGION_CELLS) ||
      !in_range(fault, "spacing", OVI_AT_SPACING, spacing, 1, OVL_MAX_REGION_CELLS) ||
      !in_range(fault, "corner rule", OVI_AT_CORNERS, bytes[OVI_AT_CORNERS], 0,
                OVL_CORNERS_COUNT - 1) ||
      !in_range(fault, "least weight", OVI_AT_MIN_WEIGHT, bytes[OVI_AT_MIN_WEIGHT], 1, 255)) {
    return false;
  }
  world->width = (int32_t)width;
  world->height = (int32_t)height;
  world->region_cells = (int32_t)side;
  world->regions_x = (int32_t)((width + side - 1) / side);
  world->regions_y = (int32_t)((height + side - 1) / side);
  world->corners = bytes[OVI_AT_CORNERS];
  world->min_weight = bytes[OVI_AT_MIN_WEIGHT];
  world->max_ports = ovi_get_u16(bytes + OVI_AT_MAX_PORTS);
  world->waypoints = ovi_get_u64(bytes + OVI_AT_WAYPOINTS);
  world->island_count = ovi_get_u32(bytes + OVI_AT_ISLANDS);
  world->fingerprint = ovi_get_u64(bytes + OVI_AT_FINGERPRINT);
  world->weights = bytes + OVI_AT_WEIGHTS;
  return true;
}

typedef struct section_view {
  uint64_t at, bytes, checksum;
} section_view;

/* The section that a name stands for; OVI_SECTION_COUNT: none that is known. */
static int section_named(const uint8_t *name) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  int section = 0;
  while (section < OVI_SECTION_COUNT && memcmp(name, names[section], 4) != 0) {
    section++;
  }
  return section;
}

/* Sections lie one behind the other, from the header to the end of the file; one
 * of an unknown name is passed over, and each known name stands once. */
static ovl_result find_sections(ovl_world *world, section_view sections[OVI_SECTION_COUNT],
                                ovl_fault *fault) {
  uint64_t regions = ovi_region_count(world);
  uint64_t slots = ovi_get_u32(world->bytes + OVI_AT_ISLAND_SLOTS);
  uint32_t count = ovi_get_u32(world->bytes + OVI_AT_SECTION_COUNT);
  uint64_t at = ovi_header_bytes(count);
  uint32_t known = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t entry_at = OVI_AT_SECTIONS + (uint64_t)i * OVI_SECTION_BYTES;
    const uint8_t *entry = world->bytes + entry_at;
    section_view view = {ovi_get_u64(entry + 8), ovi_get_u64(entry + 16), ovi_get_u64(entry + 24)};
    int section = section_named(entry);
    if (view.at != at || view.bytes > world->byte_count - at || view.bytes % 8 != 0 ||
        ovi_get_u32(entry + 4) != 0) {
      return fail_values(fault, OVL_CORRUPT, "place of a section", entry_at, view.at, at);
    }
    at += view.bytes;
    if (section < OVI_SECTION_COUNT) {
      known += (uint32_t)1 << (4 * section); /* a digit for each name */
      sections[section] = view;
    }
  }
  if (known != 0x11111u) {
    return fail(fault, OVL_CORRUPT, "names of the sections", OVI_AT_SECTIONS);
  }
  uint64_t table_bytes = regions * OVI_TABLE_ENTRY_BYTES;
  uint64_t island_bytes = (slots * 4 + 7) & ~(uint64_t)7;
  if (sections[OVI_SECTION_TABLE].bytes != table_bytes ||
      sections[OVI_SECTION_ISLANDS].bytes != island_bytes || at != world->byte_count) {
    return fail_values(fault, OVL_CORRUPT, "lengths of the sections", OVI_AT_SECTIONS, at,
                       world->byte_count);
  }
  world->table = world->bytes + sections[OVI_SECTION_TABLE].at;
  world->blocks = world->bytes + sections[OVI_SECTION_BLOCKS].at;
  world->islands = world->bytes + sections[OVI_SECTION_ISLANDS].at;
  world->island_bytes = island_bytes;
  world->mark_bytes = sections[OVI_SECTION_LANDMARKS].bytes;
  world->label_bytes = sections[OVI_SECTION_LABELS].bytes;
  return OVL_OK;
}

/* The fingerprint is what routes know a world by, so it is not believed either. */
static ovl_result check_fingerprint(const ovl_world *world,
                                    const section_view sections[OVI_SECTION_COUNT],
                                    ovl_fault *fault) {
  ovi_primary primary = {.weights = world->weights,
                         .width = (uint32_t)world->width,
                         .height = (uint32_t)world->height,
                         .region_cells = (uint32_t)world->region_cells,
                         .spacing = ovi_get_u16(world->bytes + OVI_AT_SPACING),
                         .corners = world->corners};
  for (int section = 0; section < OVI_PRIMARY_SECTIONS; section++) {
    primary.checksums[section] = sections[section].checksum;
  }
  uint64_t fingerprint = ovi_primary_fingerprint(&primary);
  if (fingerprint != world->fingerprint) {
    return fail_values(fault, OVL_CORRUPT, "fingerprint", OVI_AT_FINGERPRINT, world->fingerprint,
                       fingerprint);
  }
  return OVL_OK;
}

static ovl_result check_sum(const ovl_world *world, const section_view *section, const char *what,
                            ovl_fault *fault) {
  uint64_t checksum = ovi_hash64(0, world->bytes + section->at, (size_t)section->bytes);
  if (checksum != section->checksum) {
    return fail_values(fault, OVL_WRONG_CHECKSUM, what, section->at, checksum, section->checksum);
  }
  return OVL_OK;
}

/* ---- Blocks -------------------------------------------------------------- */

/* The weights of the open terrains that a region has. */
typedef struct weight_range {
  uint32_t least, most;
} weight_range;

static bool slot_is_sound(const ovl_world *world, const ovi_region *region, uint32_t slot,
                          weight_range *range) {
  if (slot >= ovi_get_u16(region->block + OVI_BLOCK_SLOTS)) {
    return false;
  }
  uint32_t weight = world->weights[region->palette[slot]];
  bool open = (region->flags & OVI_FLAG_OPEN) != 0 ||
              ((region->flags & OVI_FLAG_CLOSED) == 0 && (slot & 1) != 0);
  if (!open) {
    return weight == 0;
  }
  range->least = weight < range->least ? weight : range->least;
  range->most = weight > range->most ? weight : range->most;
  return weight >= world->min_weight;
}

static bool slots_are_sound(const ovl_world *world, const ovi_region *region, weight_range *range) {
  uint32_t planes = region->block[OVI_BLOCK_PLANES];
  if (planes <= 1) {
    return slot_is_sound(world, region, 0, range) &&
           (planes == 0 || slot_is_sound(world, region, 1, range));
  }
  for (int32_t y = 0; y < region->h; y++) {
    for (int32_t x = 0; x < region->w; x++) {
      if (!slot_is_sound(world, region, ovi_region_slot(region, x, y), range)) {
        return false;
      }
    }
  }
  return true;
}

static bool cells_are_sound(const ovl_world *world, const ovi_region *region) {
  uint32_t both = OVI_FLAG_OPEN | OVI_FLAG_CLOSED;
  uint32_t all = both | OVI_FLAG_ONE_WEIGHT | OVI_FLAG_WIDE;
  if ((region->flags & ~all) != 0 || (region->flags & both) == both ||
      ((region->flags & both) == 0 && region->block[OVI_BLOCK_PLANES] == 0) ||
      ovi_get_u32(region->block + OVI_BLOCK_SPARE) != 0) {
    return false;
  }
  weight_range range = {UINT32_MAX, 0};
  if (!slots_are_sound(world, region, &range)) {
    return false;
  }
  bool one = range.most != 0 && range.least == range.most;
  return one == ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) &&
         region->block[OVI_BLOCK_MIN_WEIGHT] == (range.most != 0 ? range.least : 0);
}

static bool components_are_sound(const ovi_region *region) {
  uint32_t runs = 0;
  uint32_t open = 0;
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t row[2];
    ovi_region_open_row(region, y, row);
    if ((row[0] & ~ovi_low_bits(region->w)) != 0 ||
        (row[1] & ~ovi_low_bits(region->w > 64 ? region->w - 64 : 0)) != 0) {
      return false; /* open cells beyond the region's edge */
    }
    if (region->runs != 0 && ovi_get_u16(region->run_rows + 2 * y) != runs) {
      return false;
    }
    open += (uint32_t)(ovi_count_bits(row[0]) + ovi_count_bits(row[1]));
    runs += (uint32_t)(ovi_count_bits(row[0] & ~(row[0] << 1)) +
                       ovi_count_bits(row[1] & ~(row[1] << 1 | row[0] >> 63)));
  }
  if (open != ovi_get_u16(region->block + OVI_BLOCK_OPEN_CELLS)) {
    return false;
  }
  if (region->runs == 0) {
    return region->components == (open != 0 ? 1u : 0u);
  }
  if (runs != region->runs) {
    return false;
  }
  for (uint32_t run = 0; run < runs; run++) {
    if (ovi_get_u16(region->run_components + 2 * (uint64_t)run) >= region->components) {
      return false;
    }
  }
  return true;
}

/* Order and places are each other's inverse, and the costs are the triangles. */
static bool links_are_sound(const ovi_region *region) {
  uint64_t costs = 0;
  uint32_t begin = 0;
  uint32_t shift = region->block[OVI_BLOCK_COST_SHIFT];
  if (region->linked > region->components || (region->linked == 0) != (region->ports == 0) ||
      shift > 16) {
    return false;
  }
  for (uint32_t c = 0; c < region->linked; c++) {
    uint32_t end = region->ports;
    if (region->linked > 1) {
      if (ovi_get_u16(region->linked_begins + 2 * (uint64_t)c) != begin) {
        return false;
      }
      end = ovi_get_u16(region->linked_begins + 2 * (uint64_t)(c + 1));
    }
    if (end <= begin || end > region->ports) {
      return false;
    }
    uint64_t size = end - begin;
    costs += size * (size - 1) / 2;
    begin = end;
  }
  if (begin != region->ports || costs != ovi_get_u32(region->block + OVI_BLOCK_COSTS)) {
    return false;
  }
  for (uint32_t i = 0; region->linked > 1 && i < region->ports; i++) {
    uint32_t port = ovi_get_u16(region->port_order + 2 * (uint64_t)i);
    if (port >= region->ports || ovi_get_u16(region->port_places + 2 * (uint64_t)port) != i) {
      return false;
    }
  }
  return true;
}

static bool port_is_sound(const ovi_region *region, int group, uint32_t port) {
  uint32_t cell = ovi_port_cell(region, port);
  int32_t x = ovi_port_x(cell);
  int32_t y = ovi_port_y(cell);
  if (x >= region->w || y >= region->h || cell >> 14 == 3) {
    return false;
  }
  int32_t dx;
  int32_t dy;
  ovi_port_step(group, cell, &dx, &dy);
  bool leaves_x = x + dx < 0 || x + dx >= region->w;
  bool leaves_y = y + dy < 0 || y + dy >= region->h;
  return leaves_x == (ovi_group_x(group) != 0) && leaves_y == (ovi_group_y(group) != 0) &&
         ovi_region_component(region, x, y) == ovi_port_component(region, port);
}

/* The other side must know the same waypoints, in the same order. It is looked
 * at from the owner, once both blocks are known to be sound in themselves. */
static bool group_is_shared(const ovl_world *world, const ovi_region *region, int group,
                            const uint32_t begins[9]) {
  uint32_t count = begins[group + 1] - begins[group];
  if (!ovi_region_has_neighbour(world, region, group)) {
    return count == 0;
  }
  ovi_region other = ovi_region_view(world, ovi_region_neighbour(world, region, group));
  uint32_t other_begins[9];
  ovi_group_begins(&other, other_begins);
  int opposite = ovi_group_opposite(group);
  if (other_begins[opposite + 1] - other_begins[opposite] != count) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t here = ovi_port_cell(region, begins[group] + i);
    uint32_t there = ovi_port_cell(&other, other_begins[opposite] + i);
    int32_t dx;
    int32_t dy;
    ovi_port_step(group, here, &dx, &dy);
    if (here >> 14 != there >> 14 ||
        region->x + ovi_port_x(here) + dx != other.x + ovi_port_x(there) ||
        region->y + ovi_port_y(here) + dy != other.y + ovi_port_y(there)) {
      return false;
    }
  }
  return true;
}

/* Whether the ports of a group are sound, and no two of them the same. */
static bool group_is_sound(const ovi_region *region, int group, const uint32_t begins[9]) {
  for (uint32_t port = begins[group]; port < begins[group + 1]; port++) {
    if (!port_is_sound(region, group, port)) {
      return false;
    }
    for (uint32_t other = begins[group]; other < port; other++) {
      if (ovi_port_cell(region, other) == ovi_port_cell(region, port)) {
        return false;
      }
    }
  }
  return true;
}

static const char *unsound_part(const ovl_world *world, const ovi_region *region) {
  uint32_t begins[9];
  if (!cells_are_sound(world, region)) {
    return "terrain of a region";
  }
  if (!components_are_sound(region)) {
    return "local components of a region";
  }
  ovi_group_begins(region, begins);
  if (begins[8] != region->ports || region->ports > world->max_ports || !links_are_sound(region)) {
    return "waypoints of a region";
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (!group_is_sound(region, group, begins)) {
      return "a waypoint of a region";
    }
  }
  return NULL;
}

/* Bounds first: nothing of a block is read before its length is known to hold
 * what its header says. */
static ovl_result check_block(ovl_world *world, uint32_t id, uint64_t section_bytes,
                              ovl_fault *fault) {
  const uint8_t *entry = ovi_region_entry(world, id);
  uint64_t at = ovi_get_u64(entry);
  uint64_t bytes = ovi_get_u32(entry + 8);
  uint64_t where = (uint64_t)(world->blocks - world->bytes) + at;
  if (at % 8 != 0 || bytes % 8 != 0 || bytes < OVI_BLOCK_HEADER_BYTES || at > section_bytes ||
      bytes > section_bytes - at) {
    return fail(fault, OVL_CORRUPT, "place of a region's block", id);
  }
  const uint8_t *block = world->blocks + at;
  uint64_t checksum = ovi_hash64(0, block + 8, (size_t)bytes - 8);
  if (ovi_get_u64(block + OVI_BLOCK_CHECKSUM) != checksum) {
    return fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of a region", where, checksum,
                       ovi_get_u64(block + OVI_BLOCK_CHECKSUM));
  }
  ovi_region region = ovi_region_place(world, id);
  if (block[OVI_BLOCK_PLANES] > 9 || ovi_get_u16(block + OVI_BLOCK_SLOTS) > 512 ||
      ovi_region_bytes(&region, block) != bytes) {
    return fail(fault, OVL_CORRUPT, "length of a region's block", where);
  }
  ovi_region_layout(&region, block);
  world->is_plain = world->is_plain && ovi_block_is_plain(world, region.block);
  const char *part = unsound_part(world, &region);
  return part != NULL ? fail(fault, OVL_CORRUPT, part, where) : OVL_OK;
}

static ovl_result check_blocks(ovl_world *world, const section_view *section, ovl_fault *fault) {
  uint32_t regions = ovi_region_count(world);
  uint64_t checksum = 0;
  uint64_t slots = 0;
  uint64_t open_cells = 0;
  uint64_t bytes = 0;
  world->is_plain = true;
  for (uint32_t id = 0; id < regions; id++) {
    ovl_result result = check_block(world, id, section->bytes, fault);
    if (result != OVL_OK) {
      return result;
    }
    const uint8_t *block = ovi_region_block(world, id);
    checksum = ovi_mix64(checksum ^ ovi_get_u64(block + OVI_BLOCK_CHECKSUM));
    if (ovi_get_u32(ovi_region_entry(world, id) + 12) != slots) {
      return fail(fault, OVL_CORRUPT, "first island of a region", id);
    }
    slots += ovi_get_u16(block + OVI_BLOCK_COMPONENTS);
    open_cells += ovi_get_u16(block + OVI_BLOCK_OPEN_CELLS);
    bytes += ovi_get_u32(ovi_region_entry(world, id) + 8);
  }
  if (checksum != section->checksum) {
    return fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of the blocks", section->at, checksum,
                       section->checksum);
  }
  if (bytes != section->bytes) {
    return fail_values(fault, OVL_CORRUPT, "lengths of the blocks", section->at, bytes,
                       section->bytes);
  }
  if (slots != ovi_get_u32(world->bytes + OVI_AT_ISLAND_SLOTS) ||
      open_cells != ovi_get_u64(world->bytes + OVI_AT_OPEN_CELLS)) {
    return fail(fault, OVL_CORRUPT, "number of local components or open cells",
                OVI_AT_ISLAND_SLOTS);
  }
  return OVL_OK;
}

static ovl_result check_borders(const ovl_world *world, ovl_fault *fault) {
  uint32_t regions = ovi_region_count(world);
  uint64_t waypoints = 0;
  for (uint32_t id = 0; id < regions; id++) {
    ovi_region region = ovi_region_view(world, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    waypoints += begins[OVI_OWN_GROUPS];
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      if (!group_is_shared(world, &region, group, begins)) {
        return fail(fault, OVL_CORRUPT, "waypoints that two regions share", id);
      }
    }
  }
  if (waypoints != world->waypoints) {
    return fail_values(fault, OVL_CORRUPT, "number of waypoints", OVI_AT_WAYPOINTS, waypoints,
                       world->waypoints);
  }
  return OVL_OK;
}

static ovl_result check_islands(const ovl_world *world, ovl_fault *fault) {
  uint64_t slots = ovi_get_u32(world->bytes + OVI_AT_ISLAND_SLOTS);
  uint32_t islands = world->island_count;
  for (uint64_t i = 0; i < slots; i++) {
    uint32_t island = ovi_get_u32(world->islands + 4 * i);
    if (island == 0 || island > islands) {
      return fail_values(fault, OVL_CORRUPT, "island of a local component", i, island, islands);
    }
  }
  return OVL_OK;
}

/* Estimates: of this world, and with an entry for every waypoint. What bases and
 * deltas say is left as it is: costs are compared, nothing is found by them. */
static ovl_result check_landmarks(ovl_world *world, const section_view *section, ovl_fault *fault) {
  const uint8_t *bytes = world->bytes + section->at;
  uint32_t regions = ovi_region_count(world);
  if (section->bytes < OVI_MARKS_FIRSTS + 8 * (uint64_t)regions ||
      ovi_get_u64(bytes + OVI_MARKS_STAMP) != world->fingerprint) {
    return fail(fault, OVL_CORRUPT, "landmarks of another world", section->at);
  }
  uint32_t waypoint = 0;
  uint32_t component = 0;
  for (uint32_t id = 0; id < regions; id++) {
    const uint8_t *firsts = bytes + OVI_MARKS_FIRSTS + 8 * (uint64_t)id;
    ovi_region region = ovi_region_view(world, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    if (ovi_get_u32(firsts) != waypoint || ovi_get_u32(firsts + 4) != component) {
      return fail(fault, OVL_CORRUPT, "first waypoint of a region", id);
    }
    waypoint += begins[OVI_OWN_GROUPS];
    component += region.linked;
  }
  ovi_marks_size size = {ovi_get_u32(bytes + OVI_MARKS_COUNT), component,
                         bytes[OVI_MARKS_WIDE] != 0};
  ovi_marks_layout layout = ovi_landmarks_layout(world, &size);
  if (size.count > OVL_MAX_LANDMARKS || bytes[OVI_MARKS_SHIFT] > OVI_MARKS_MOST_SHIFT ||
      bytes[OVI_MARKS_BASE_SHIFT] > OVI_MARKS_MOST_BASE_SHIFT || bytes[OVI_MARKS_WIDE] > 1 ||
      bytes[OVI_MARKS_WIDE + 1] != 0 || layout.bytes != section->bytes) {
    return fail(fault, OVL_CORRUPT, "number of landmarks", section->at);
  }
  world->mark_count = size.count;
  world->mark_shift = bytes[OVI_MARKS_SHIFT];
  world->mark_base_shift = bytes[OVI_MARKS_BASE_SHIFT];
  world->mark_wide = size.is_wide;
  world->mark_firsts = bytes + OVI_MARKS_FIRSTS;
  world->mark_bases = bytes + layout.bases;
  world->mark_deltas = bytes + layout.deltas;
  return OVL_OK;
}

/* Everything behind the settings, once sections are found. */
static ovl_result check_sections(ovl_world *world, const section_view *sections, ovl_fault *fault) {
  static const char *const names[OVI_SECTION_COUNT] = {
      "checksum of the region table", "checksum of the blocks", "checksum of the islands",
      "checksum of the landmarks", "checksum of the labels"};
  for (int section = 0; section < OVI_SECTION_COUNT; section++) {
    ovl_result result = section == OVI_SECTION_BLOCKS
                            ? OVL_OK
                            : check_sum(world, &sections[section], names[section], fault);
    if (result != OVL_OK) {
      return result;
    }
  }
  ovl_result result = check_fingerprint(world, sections, fault);
  if (result == OVL_OK) {
    result = check_blocks(world, &sections[OVI_SECTION_BLOCKS], fault);
  }
  if (result == OVL_OK) {
    result = check_borders(world, fault);
  }
  if (result == OVL_OK) {
    result = check_islands(world, fault);
  }
  if (result == OVL_OK) {
    result = check_landmarks(world, &sections[OVI_SECTION_LANDMARKS], fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  const section_view *labels = &sections[OVI_SECTION_LABELS];
  const char *unsound = ovi_labels_check(world, world->bytes + labels->at, labels->bytes);
  return unsound != NULL ? fail(fault, OVL_CORRUPT, unsound, labels->at) : OVL_OK;
}

ovl_result ovi_world_check(ovl_world *world, const uint8_t *bytes, uint64_t byte_count,
                           ovl_fault *fault) {
  section_view sections[OVI_SECTION_COUNT];
  world->bytes = bytes;
  world->byte_count = byte_count;
  ovl_result result = check_frame(bytes, byte_count, fault);
  if (result == OVL_OK && !read_settings(world, bytes, fault)) {
    result = OVL_CORRUPT;
  }
  if (result == OVL_OK) {
    result = find_sections(world, sections, fault);
  }
  return result == OVL_OK ? check_sections(world, sections, fault) : result;
}
