/* Reading labels. */
#include "labels.h"

#include <string.h>

#include "cost_rule.h"
#include "ports.h"

enum { PORT_BITS = 10, STAMP_BIT = 48 };
#define STAMP_STEP ((uint64_t)1 << STAMP_BIT)
#define OLDEST_STAMP (UINT64_MAX - (STAMP_STEP - 1))

ovi_label_bound ovi_label_bound_of(const ovl_world *world, uint32_t shift) {
  uint32_t weight = 2u * world->min_weight;
  uint32_t straight = OVI_K_STRAIGHT * weight;
  uint32_t diagonal = OVI_K_DIAGONAL * weight;
  return (ovi_label_bound){straight >> shift, (diagonal - straight) >> shift,
                           (diagonal >> shift) + 1};
}

void ovi_label_table_place(ovi_label_table *table, ovi_arena *arena, uint32_t hubs) {
  table->slots = ovi_arena_take(arena, hubs, sizeof(uint64_t));
}

static void forget_slots(ovi_label_table *table) {
  for (uint32_t hub = 0; hub < table->capacity; hub++) {
    table->slots[hub] = OLDEST_STAMP;
  }
}

void ovi_label_table_clear(ovi_label_table *table, uint32_t hubs) {
  table->capacity = hubs;
  table->stamp = OLDEST_STAMP;
  forget_slots(table);
}

/* Stamps fall, so that what is older is greater. */
void ovi_label_table_begin(ovi_label_table *table) {
  if (table->stamp == 0) {
    forget_slots(table);
    table->stamp = OLDEST_STAMP;
  }
  table->stamp -= STAMP_STEP;
}

/* A label that is being read. */
typedef struct reader {
  const uint8_t *codes;
  const uint8_t *data;
  uint32_t count;
  uint32_t code;
  int32_t x, y;
  uint32_t rank; /* of the entry read last, plus 1 */
} reader;

static inline uint32_t label_begin(const ovl_world *world, uint64_t waypoint) {
  return ovi_get_u32(world->label_begins + 4 * waypoint);
}

/* Waypoints have places by number, hubs by rank: a label's last hub is itself,
 * so its place is stored with it. */
static inline reader open_label(const ovl_world *world, uint64_t waypoint) {
  const uint8_t *label = world->label_data + label_begin(world, waypoint);
  uint32_t count = ovi_get_u16(label);
  reader r = {label + OVI_LABEL_HEADER_BYTES,
              label + OVI_LABEL_HEADER_BYTES + (count + 3) / 4,
              count,
              0,
              ovi_get_u16(label + 2),
              ovi_get_u16(label + 4),
              0};
  return r;
}

/* An entry: the hub, and the cost to it as stored. */
typedef struct entry {
  uint32_t rank;
  uint64_t cost;
} entry;

static inline entry read_entry(reader *r, const ovl_world *world, uint32_t i) {
  r->code = (i & 3) == 0 ? r->codes[i >> 2] : r->code >> 2;
  uint64_t word = ovi_get_u64(r->data);
  uint32_t far = r->code & OVI_LABEL_FAR_GAP;
  uint32_t wide = r->code >> 1 & 1;
  uint32_t gap = (uint32_t)word & (far != 0 ? 0xffffffu : 0xffu);
  uint32_t excess = (uint32_t)(word >> (8 + 16 * far)) & (wide != 0 ? 0xffffu : 0xffu);
  r->data += 2 + 2 * far + wide;
  if (wide != 0 && excess == OVI_LABEL_ESCAPE) {
    excess = ovi_get_u32(r->data);
    r->data += 4;
  }
  uint32_t rank = r->rank + gap;
  r->rank = rank + 1;
  uint32_t hub = ovi_get_u32(world->label_hubs + 4 * (uint64_t)rank);
  uint32_t bound = ovi_label_bound_between(&world->label_bound, r->x - (int32_t)(hub & 0xffffu),
                                           r->y - (int32_t)(hub >> 16));
  return (entry){rank, (uint64_t)bound + excess - world->label_bound.slack};
}

void ovi_labels_join(ovi_label_table *table, const ovl_world *world, uint64_t waypoint,
                     ovi_label_left left) {
  reader r = open_label(world, waypoint);
  uint32_t shift = world->label_shift + PORT_BITS;
  uint64_t base = table->stamp + (left.cost << PORT_BITS) + left.port;
  for (uint32_t i = 0; i < r.count; i++) {
    entry e = read_entry(&r, world, i);
    uint64_t slot = base + (e.cost << shift);
    uint64_t before = table->slots[e.rank];
    table->slots[e.rank] = slot < before ? slot : before;
  }
}

ovi_label_left ovi_labels_left(const ovi_label_table *table, const ovl_world *world,
                               uint64_t waypoint) {
  reader r = open_label(world, waypoint);
  uint32_t shift = world->label_shift + PORT_BITS;
  uint64_t least = STAMP_STEP;
  for (uint32_t i = 0; i < r.count; i++) {
    entry e = read_entry(&r, world, i);
    uint64_t left = table->slots[e.rank] - table->stamp + (e.cost << shift);
    least = left < least ? left : least;
  }
  return (ovi_label_left){least < STAMP_STEP ? least >> PORT_BITS : OVI_LABEL_NONE,
                          (uint32_t)least & (OVI_LABEL_PORTS - 1)};
}

void ovi_label_bases(const ovl_world *world, const ovi_region *region, const uint32_t begins[9],
                     uint32_t base[OVI_GROUP_COUNT]) {
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    base[group] = 0;
    if (begins[group] != begins[group + 1]) {
      ovl_stop first = ovi_waypoint_of_port(world, region, begins, begins[group]);
      uint32_t number = ovi_get_u32(world->label_firsts + 4 * (uint64_t)first.region);
      base[group] = number + first.number - begins[group];
    }
  }
}

bool ovi_label_is_sound(const ovl_world *world, uint64_t waypoint) {
  uint64_t begin = label_begin(world, waypoint);
  uint64_t bytes = label_begin(world, waypoint + 1) - begin;
  uint32_t count = bytes >= OVI_LABEL_HEADER_BYTES ? ovi_get_u16(world->label_data + begin) : 0;
  if (count == 0 || OVI_LABEL_HEADER_BYTES + (uint64_t)(count + 3) / 4 > bytes) {
    return false;
  }
  reader r = open_label(world, waypoint);
  const uint8_t *end = world->label_data + begin + bytes;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t code = r.codes[i >> 2] >> (2 * (i & 3));
    uint32_t gap = (code & OVI_LABEL_FAR_GAP) != 0 ? ovi_get_u32(r.data) & 0xffffffu : r.data[0];
    if (r.data >= end || gap >= world->label_count - r.rank) {
      return false;
    }
    uint64_t cost = read_entry(&r, world, i).cost;
    if (r.data > end || cost >= OVI_LABEL_COSTS_END >> world->label_shift) {
      return false;
    }
  }
  return r.data == end;
}
