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
  return (ovi_label_bound){straight >> shift, (diagonal - straight) >> shift};
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
  const uint8_t *gaps;
  const uint8_t *codes;
  const uint8_t *excesses;
  const uint8_t *gap_escapes;
  const uint8_t *excess_escapes; /* behind the next one */
  uint32_t count;
  uint32_t stretch;
  int32_t x, y;
  uint32_t rank; /* of the entry read last, plus 1 */
} reader;

static inline uint32_t label_begin(const ovl_world *world, uint64_t waypoint) {
  return ovi_get_u32(world->label_begins + 4 * waypoint);
}

static inline uint32_t code_bytes(uint32_t count) { return (count + 7) / 8; }

/* Bytes of the first excesses: one an entry and one for each bit that is set. */
static inline uint32_t excess_bytes(const uint8_t *codes, uint32_t count) {
  uint32_t bytes = count;
  for (uint32_t i = 0; i < code_bytes(count); i += 8) {
    uint64_t bits = ovi_get_u64(codes + i);
    bytes += (uint32_t)ovi_count_bits(
        bits & ovi_low_bits((int32_t)(count - 8 * i < 64 ? count - 8 * i : 64)));
  }
  return bytes;
}

static inline reader open_label(const ovl_world *world, uint64_t waypoint) {
  const uint8_t *label = world->label_data + label_begin(world, waypoint);
  reader r = {.count = ovi_get_u16(label),
              .x = ovi_get_u16(label + 2),
              .y = ovi_get_u16(label + 4),
              .stretch = label[6]};
  r.gaps = label + OVI_LABEL_HEADER_BYTES;
  r.codes = r.gaps + r.count;
  r.excesses = r.codes + code_bytes(r.count);
  r.gap_escapes = r.excesses + excess_bytes(r.codes, r.count);
  r.excess_escapes = world->label_data + label_begin(world, waypoint + 1);
  return r;
}

/* Moves on to an entry's hub. */
static inline uint32_t read_rank(reader *r, uint32_t i) {
  uint32_t gap = r->gaps[i];
  if (gap == OVI_LABEL_ESCAPED_GAP) {
    gap = ovi_get_u32(r->gap_escapes);
    r->gap_escapes += 4;
  }
  uint32_t rank = r->rank + gap;
  r->rank = rank + 1;
  return rank;
}

/* The bytes of an excess, as a number; `wide` is 0 or 1. */
static inline uint32_t read_raw_excess(reader *r, uint32_t wide) {
  uint32_t raw = ovi_get_u16(r->excesses) & (0xffu | (0u - wide));
  r->excesses += 1 + wide;
  return raw;
}

static inline int32_t read_escape(reader *r) {
  r->excess_escapes -= 4;
  return (int32_t)(ovi_get_u32(r->excess_escapes) & OVI_LABEL_MOST) - OVI_LABEL_BIAS;
}

static inline int32_t turn_excess(uint32_t raw) {
  const uint32_t turn = 0x10000u - OVI_LABEL_NEGATIVE;
  return (int32_t)((raw + turn) & 0xffffu) - (int32_t)turn - OVI_LABEL_BIAS;
}

/* A cost as stored. Of a label that is not sound it is some number. */
static inline uint32_t cost_of(const reader *r, const ovi_label_bound *bound, uint32_t hub,
                               int32_t excess) {
  int32_t dx = r->x - (int32_t)(hub & 0xffffu);
  int32_t dy = r->y - (int32_t)(hub >> 16);
  return ovi_label_guess(ovi_label_bound_between(bound, dx, dy), r->stretch) + (uint32_t)excess;
}

static inline uint32_t hub_at(const ovl_world *world, uint32_t rank) {
  return ovi_get_u32(world->label_hubs + 4 * (uint64_t)rank);
}

/* Some entries of a label, read part by part: what one part of one entry needs, most
 * processors then do for several at once. */
enum { BATCH = 64 };
typedef struct batch {
  uint32_t ranks[BATCH];
  uint32_t hubs[BATCH];
  int32_t excesses[BATCH];
  uint32_t costs[BATCH];
} batch;

static inline void read_excesses(reader *r, uint32_t first, uint32_t count, batch *b) {
  uint64_t codes = ovi_get_u64(r->codes + first / 8);
  for (uint32_t i = 0; i < count; i++, codes >>= 1) {
    uint32_t raw = read_raw_excess(r, (uint32_t)codes & 1u);
    b->excesses[i] = raw != OVI_LABEL_ESCAPED_EXCESS ? turn_excess(raw) : read_escape(r);
  }
}

/* Reads the entries from `first`, a multiple of BATCH, and returns how many. */
static uint32_t read_batch(reader *from, const ovl_world *world, uint32_t first, batch *b) {
  reader r = *from; /* in registers */
  uint32_t count = r.count - first < BATCH ? r.count - first : BATCH;
  const ovi_label_bound bound = world->label_bound;
  const uint8_t *hubs = world->label_hubs;
  for (uint32_t i = 0; i < count; i++) {
    b->ranks[i] = read_rank(&r, first + i);
    b->hubs[i] = ovi_get_u32(hubs + 4 * (uint64_t)b->ranks[i]);
  }
  read_excesses(&r, first, count, b);
  for (uint32_t i = 0; i < count; i++) {
    b->costs[i] = cost_of(&r, &bound, b->hubs[i], b->excesses[i]);
  }
  *from = r;
  return count;
}

void ovi_labels_join(ovi_label_table *table, const ovl_world *world, uint64_t waypoint,
                     ovi_label_left left) {
  reader r = open_label(world, waypoint);
  uint32_t shift = world->label_shift + PORT_BITS;
  uint64_t base = table->stamp + (left.cost << PORT_BITS) + left.port;
  uint64_t *slots = table->slots;
  batch b;
  for (uint32_t first = 0; first < r.count; first += BATCH) {
    uint32_t count = read_batch(&r, world, first, &b);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t slot = base + ((uint64_t)b.costs[i] << shift);
      uint64_t before = slots[b.ranks[i]];
      slots[b.ranks[i]] = slot < before ? slot : before;
    }
  }
}

ovi_label_left ovi_labels_left(const ovi_label_table *table, const ovl_world *world,
                               uint64_t waypoint, ovi_label_hub *hub) {
  reader r = open_label(world, waypoint);
  uint32_t shift = world->label_shift + PORT_BITS;
  uint64_t least = STAMP_STEP;
  batch b;
  for (uint32_t first = 0; first < r.count; first += BATCH) {
    uint32_t count = read_batch(&r, world, first, &b);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t left = table->slots[b.ranks[i]] - table->stamp + ((uint64_t)b.costs[i] << shift);
      if (left < least) {
        least = left;
        *hub = (ovi_label_hub){b.ranks[i], (uint64_t)b.costs[i] << world->label_shift};
      }
    }
  }
  return (ovi_label_left){least < STAMP_STEP ? least >> PORT_BITS : OVI_LABEL_NONE,
                          (uint32_t)least & (OVI_LABEL_PORTS - 1)};
}

uint64_t ovi_labels_to_hub(const ovl_world *world, uint64_t waypoint, uint32_t rank) {
  reader r = open_label(world, waypoint);
  uint32_t i = 0;
  while (i < r.count && read_rank(&r, i) < rank) {
    i++;
  }
  if (i == r.count || r.rank != rank + 1) {
    return OVI_LABEL_NONE;
  }
  r.excesses += excess_bytes(r.codes, i);
  uint32_t raw = read_raw_excess(&r, (uint32_t)(r.codes[i >> 3] >> (i & 7)) & 1u);
  int32_t excess = turn_excess(raw);
  if (raw == OVI_LABEL_ESCAPED_EXCESS) {
    batch b; /* only who reads all that come before knows which escape is whose */
    r = open_label(world, waypoint);
    for (uint32_t first = 0; first <= i; first += BATCH) {
      read_batch(&r, world, first, &b);
    }
    excess = b.excesses[i % BATCH];
  }
  return (uint64_t)cost_of(&r, &world->label_bound, hub_at(world, rank), excess)
         << world->label_shift;
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

/* Lengths first, so that nothing is read that is not the label's; every count comes
 * from bytes that have been found to be there. */
static bool lengths_are_sound(const ovl_world *world, uint64_t waypoint) {
  uint64_t begin = label_begin(world, waypoint);
  uint64_t bytes = label_begin(world, waypoint + 1) - begin;
  const uint8_t *label = world->label_data + begin;
  if (bytes < OVI_LABEL_HEADER_BYTES || ovi_get_u16(label) == 0) {
    return false;
  }
  uint32_t count = ovi_get_u16(label);
  uint64_t fixed = OVI_LABEL_HEADER_BYTES + (uint64_t)count + code_bytes(count);
  if (fixed + count > bytes) {
    return false;
  }
  const uint8_t *codes = label + OVI_LABEL_HEADER_BYTES + count;
  return fixed + excess_bytes(codes, count) <= bytes;
}

bool ovi_label_is_sound(const ovl_world *world, uint64_t waypoint) {
  if (!lengths_are_sound(world, waypoint)) {
    return false;
  }
  reader r = open_label(world, waypoint);
  for (uint32_t i = 0; i < r.count; i++) {
    bool escapes = r.gaps[i] == OVI_LABEL_ESCAPED_GAP;
    if (escapes && (r.excess_escapes - r.gap_escapes < 4 ||
                    ovi_get_u32(r.gap_escapes) >= world->label_count)) {
      return false;
    }
    uint32_t rank = read_rank(&r, i);
    uint32_t raw = read_raw_excess(&r, (uint32_t)(r.codes[i >> 3] >> (i & 7)) & 1u);
    escapes = raw == OVI_LABEL_ESCAPED_EXCESS;
    if (rank >= world->label_count || (escapes && r.excess_escapes - r.gap_escapes < 4)) {
      return false;
    }
    int32_t excess = escapes ? read_escape(&r) : turn_excess(raw);
    uint32_t cost = cost_of(&r, &world->label_bound, hub_at(world, rank), excess);
    if (cost >= OVI_LABEL_COSTS_END >> world->label_shift || cost > OVI_LABEL_MOST) {
      return false;
    }
  }
  return r.gap_escapes == r.excess_escapes;
}
