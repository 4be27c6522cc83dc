/* Reading labels. */
#include "coarse/view/labels.h"

#include <stddef.h>

#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/step_cost.h"

enum { PORT_BITS = 10, STAMP_BIT = 48 };
#define STAMP_STEP ((uint64_t)1 << STAMP_BIT)
#define OLDEST_STAMP (UINT64_MAX - (STAMP_STEP - 1))

ovi_label_bound ovi_label_bound_of(const ovi_layer *layer, uint32_t shift) {
  uint32_t weight = 2u * layer->profile.min_weight;
  uint32_t straight = OVI_K_STRAIGHT * weight;
  uint32_t diagonal = OVI_K_DIAGONAL * weight;
  ovi_label_bound bound = {straight >> shift, (diagonal - straight) >> shift, 0};
  /* Two half crossings, at most a diagonal step, and what the shifts have cut off. */
  bound.slack = bound.straight + bound.more + 2;
  return bound;
}

void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs) {
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
  const uint8_t *more;    /* of the next long gap */
  const uint8_t *escapes; /* behind the next one of an excess */
  uint32_t count;
  int32_t x, y;
  uint32_t rank; /* of the entry read last, plus 1 */
} reader;

static inline uint32_t label_begin(const ovi_layer *layer, uint64_t waypoint) {
  return ovi_get_u32(layer->labels.begins + 4 * waypoint);
}

/* Bytes of the first excesses: one an entry and one for each bit that is set. */
static inline uint32_t excess_bytes(const uint8_t *codes, uint32_t count) {
  uint32_t bytes = count;
  for (uint32_t i = 0; i < ovi_label_code_bytes(count); i += 8) {
    uint64_t bits = ovi_get_u64(codes + i);
    bytes += (uint32_t)ovi_count_bits(
        bits & ovi_low_bits((int32_t)(count - 8 * i < 64 ? count - 8 * i : 64)));
  }
  return bytes;
}

static inline reader open_label(const ovi_layer *layer, uint64_t waypoint) {
  const uint8_t *label = layer->labels.data + label_begin(layer, waypoint);
  reader r = {
      .count = ovi_get_u16(label), .x = ovi_get_u16(label + 2), .y = ovi_get_u16(label + 4)};
  r.gaps = label + OVI_LABEL_HEADER_BYTES;
  r.codes = r.gaps + ovi_label_gap_bytes(r.count);
  r.excesses = r.codes + ovi_label_code_bytes(r.count);
  r.more = r.excesses + excess_bytes(r.codes, r.count);
  r.escapes = layer->labels.data + label_begin(layer, waypoint + 1);
  return r;
}

/* A gap that is OVI_LABEL_LONG_GAP or more. */
static inline uint32_t read_long_gap(reader *r) {
  uint32_t more = *r->more++;
  if (more < OVI_LABEL_FAR_GAP) {
    return OVI_LABEL_LONG_GAP + more;
  }
  r->more += 2;
  return (more - OVI_LABEL_FAR_GAP) << 16 | ovi_get_u16(r->more - 2);
}

/* An excess, OVI_LABEL_ESCAPED_EXCESS if it is elsewhere; `wide` is 0 or 1. */
static inline uint32_t read_excess(reader *r, const uint16_t *table, uint32_t wide) {
  uint32_t value = ovi_get_u16(r->excesses);
  uint32_t excess = table[value & 0xffu];
  r->excesses += 1 + wide;
  return wide != 0 ? value : excess;
}

static inline uint32_t read_escape(reader *r) {
  r->escapes -= 4;
  return ovi_get_u32(r->escapes);
}

static inline uint32_t cost_of(const reader *r, const ovi_label_bound *bound, uint32_t hub,
                               uint32_t excess) {
  int32_t dx = r->x - (int32_t)(hub & 0xffffu);
  int32_t dy = r->y - (int32_t)(hub >> 16);
  return ovi_label_bound_between(bound, dx, dy) + excess - bound->slack;
}

/* Some entries of a label, read part by part: what one part of one entry needs, most
 * processors then do for several at once. */
enum { BATCH = 64, GAPS_A_WORD = 16 };
typedef struct batch {
  uint32_t ranks[BATCH];
  uint32_t hubs[BATCH];
  uint32_t excesses[BATCH];
  uint32_t costs[BATCH];
} batch;

/* Lays the gaps of a batch out; the section is padded for what lies behind. */
static inline void spread_gaps(const uint8_t *gaps, uint32_t *spread) {
  for (int i = 0; i < BATCH / 2; i++) {
    spread[2 * i] = gaps[i] & 0xfu;
    spread[2 * i + 1] = (uint32_t)gaps[i] >> 4;
  }
}

static inline void read_ranks(reader *r, uint32_t first, uint32_t count, batch *b) {
  const uint8_t *gaps = r->gaps + first / 2;
  spread_gaps(gaps, b->ranks);
  for (uint32_t i = 0; i < count; i += GAPS_A_WORD) {
    uint64_t word = ovi_get_u64(gaps + i / 2);
    word &= word >> 2;
    word &= word >> 1 & 0x1111111111111111u; /* a bit for each long gap */
    word &= ovi_low_bits((int32_t)(count - i < GAPS_A_WORD ? 4 * (count - i) : 64));
    for (; word != 0; word &= word - 1) {
      b->ranks[i + (uint32_t)ovi_lowest_bit(word) / 4] = read_long_gap(r);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    b->ranks[i] += r->rank;
    r->rank = b->ranks[i] + 1;
  }
}

static inline void read_excesses(reader *r, const uint16_t *table, uint32_t first, uint32_t count,
                                 batch *b) {
  uint64_t codes = ovi_get_u64(r->codes + first / 8);
  for (uint32_t i = 0; i < count; i++, codes >>= 1) {
    uint32_t excess = read_excess(r, table, (uint32_t)codes & 1u);
    b->excesses[i] = excess != OVI_LABEL_ESCAPED_EXCESS ? excess : read_escape(r);
  }
}

/* Reads the entries from `first`, a multiple of BATCH, and returns how many. */
static uint32_t read_batch(reader *from, const ovi_layer *layer, uint32_t first, batch *b) {
  reader r = *from; /* in registers */
  uint32_t count = r.count - first < BATCH ? r.count - first : BATCH;
  const ovi_label_bound bound = layer->labels.bound;
  const uint8_t *hubs = layer->labels.hubs;
  read_ranks(&r, first, count, b);
  for (uint32_t i = 0; i < count; i++) {
    b->hubs[i] = ovi_get_u32(hubs + 4 * (uint64_t)b->ranks[i]);
  }
  read_excesses(&r, layer->labels.table, first, count, b);
  for (uint32_t i = 0; i < count; i++) {
    b->costs[i] = cost_of(&r, &bound, b->hubs[i], b->excesses[i]);
  }
  *from = r;
  return count;
}

void ovi_labels_join(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                     ovi_label_left left) {
  reader r = open_label(layer, waypoint);
  uint32_t shift = layer->labels.shift + PORT_BITS;
  uint64_t base = table->stamp + (left.cost << PORT_BITS) + left.port;
  uint64_t *slots = table->slots;
  batch b;
  for (uint32_t first = 0; first < r.count; first += BATCH) {
    uint32_t count = read_batch(&r, layer, first, &b);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t slot = base + ((uint64_t)b.costs[i] << shift);
      uint64_t before = slots[b.ranks[i]];
      slots[b.ranks[i]] = slot < before ? slot : before;
    }
  }
}

ovi_label_left ovi_labels_left(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub) {
  reader r = open_label(layer, waypoint);
  uint32_t shift = layer->labels.shift + PORT_BITS;
  uint64_t least = STAMP_STEP;
  batch b;
  for (uint32_t first = 0; first < r.count; first += BATCH) {
    uint32_t count = read_batch(&r, layer, first, &b);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t left = table->slots[b.ranks[i]] - table->stamp + ((uint64_t)b.costs[i] << shift);
      if (left < least) {
        least = left;
        *hub = (ovi_label_hub){b.ranks[i], (uint64_t)b.costs[i] << layer->labels.shift};
      }
    }
  }
  return (ovi_label_left){least < STAMP_STEP ? least >> PORT_BITS : OVI_LABEL_NONE,
                          (uint32_t)least & (OVI_LABEL_PORTS - 1)};
}

/* The cost of entry `i`, whose excess is elsewhere: only who reads all that come
 * before knows where. */
static uint32_t escaped_cost(const ovi_layer *layer, uint64_t waypoint, uint32_t i) {
  reader r = open_label(layer, waypoint);
  batch b = {.costs = {0}};
  for (uint32_t first = 0; first <= i; first += BATCH) {
    read_batch(&r, layer, first, &b);
  }
  return b.costs[i % BATCH];
}

uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank) {
  reader r = open_label(layer, waypoint);
  uint32_t i = 0;
  for (; i < r.count; i++, r.rank++) {
    const uint32_t gap = (uint32_t)r.gaps[i / 2] >> 4 * (i % 2) & 0xfu;
    r.rank += gap != OVI_LABEL_LONG_GAP ? gap : read_long_gap(&r);
    if (r.rank >= rank) {
      break;
    }
  }
  if (i == r.count || r.rank != rank) {
    return OVI_LABEL_NONE;
  }
  r.excesses += excess_bytes(r.codes, i);
  const uint32_t excess =
      read_excess(&r, layer->labels.table, (uint32_t)r.codes[i / 8] >> i % 8 & 1u);
  const uint32_t hub = ovi_get_u32(layer->labels.hubs + 4 * (uint64_t)rank);
  const uint32_t cost = excess != OVI_LABEL_ESCAPED_EXCESS
                            ? cost_of(&r, &layer->labels.bound, hub, excess)
                            : escaped_cost(layer, waypoint, i);
  return (uint64_t)cost << layer->labels.shift;
}

void ovi_label_bases(const ovi_layer *layer, const ovi_region *region,
                     const ovi_port_groups *groups, uint32_t base[OVI_GROUP_COUNT]) {
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    base[group] = 0;
    if (groups->begins[group] != groups->begins[group + 1]) {
      ovl_stop first = ovi_waypoint_of_port(layer, region, groups, groups->begins[group]);
      uint32_t number = ovi_first_waypoint(layer, first.region);
      base[group] = number + first.number - groups->begins[group];
    }
  }
}

/* Lengths first, so that nothing is read that is not the label's; every count comes
 * from bytes that have been found to be there. */
static bool lengths_are_valid(const ovi_layer *layer, uint64_t waypoint) {
  uint64_t begin = label_begin(layer, waypoint);
  uint64_t bytes = label_begin(layer, waypoint + 1) - begin;
  const uint8_t *label = layer->labels.data + begin;
  if (bytes < OVI_LABEL_HEADER_BYTES || ovi_get_u16(label) == 0) {
    return false;
  }
  uint32_t count = ovi_get_u16(label);
  uint64_t gaps = OVI_LABEL_HEADER_BYTES + (uint64_t)ovi_label_gap_bytes(count);
  uint64_t fixed = gaps + ovi_label_code_bytes(count);
  return fixed <= bytes && fixed + excess_bytes(label + gaps, count) <= bytes;
}

/* Reads an entry's rank if its gap is there. */
static bool checks_rank(reader *r, uint32_t i) {
  uint32_t gap = (uint32_t)r->gaps[i / 2] >> 4 * (i % 2) & 0xfu;
  if (gap == OVI_LABEL_LONG_GAP) {
    ptrdiff_t left = r->escapes - r->more;
    if (left < 1 || (*r->more >= OVI_LABEL_FAR_GAP && left < 3)) {
      return false;
    }
    gap = read_long_gap(r);
  }
  r->rank += gap + 1;
  return true;
}

bool ovi_label_is_valid(const ovi_layer *layer, uint64_t waypoint) {
  if (!lengths_are_valid(layer, waypoint)) {
    return false;
  }
  reader r = open_label(layer, waypoint);
  for (uint32_t i = 0; i < r.count; i++) {
    if (!checks_rank(&r, i) || r.rank > layer->labels.count) {
      return false;
    }
    uint32_t excess = read_excess(&r, layer->labels.table, (uint32_t)r.codes[i / 8] >> i % 8 & 1u);
    if (excess == OVI_LABEL_ESCAPED_EXCESS) {
      if (r.escapes - r.more < 4) {
        return false;
      }
      excess = read_escape(&r);
    }
    uint32_t hub = ovi_get_u32(layer->labels.hubs + 4 * (uint64_t)(r.rank - 1));
    uint32_t cost = cost_of(&r, &layer->labels.bound, hub, excess);
    if (cost >= OVI_LABEL_COSTS_END >> layer->labels.shift || cost > OVI_LABEL_MOST) {
      return false;
    }
  }
  return r.more == r.escapes;
}
