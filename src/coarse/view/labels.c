/* Reading labels: the entries of a label are decoded in batches, one field after the other, so that
 * processors decode several at once. */
#include "coarse/view/labels.h"

#include <stddef.h>

#include "coarse/view/layer_steps.h"
#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/step_cost.h"

enum { PORT_BITS = 10, STAMP_BIT = 48 };
#define STAMP_STEP ((uint64_t)1 << STAMP_BIT)
#define OLDEST_STAMP (UINT64_MAX - (STAMP_STEP - 1))

ovi_label_bound ovi_label_bound_of(const ovi_layer *layer, uint32_t shift) {
  uint32_t weight = (ovi_layer_is_balanced(layer) ? 4u : 2u) * layer->profile.min_weight;
  uint32_t straight = OVI_K_STRAIGHT * weight;
  uint32_t diagonal = OVI_K_DIAGONAL * weight;
  ovi_label_bound bound = {straight >> shift, (diagonal - straight) >> shift, 0};
  /* Two half crossings, at most a diagonal step, and what the shifts cut off. */
  bound.slack = bound.straight + bound.more + 2;
  return bound;
}

void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs) {
  table->slots = ovi_arena_take(arena, hubs, sizeof(uint64_t));
}

/* Makes every slot older than any goal. */
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

/* Stamps fall, so that slots of earlier goals are greater. */
void ovi_label_table_begin(ovi_label_table *table) {
  if (table->stamp == 0) {
    forget_slots(table);
    table->stamp = OLDEST_STAMP;
  }
  table->stamp -= STAMP_STEP;
}

/* A label that is being read. */
typedef struct label_reader {
  const uint8_t *gaps;
  const uint8_t *codes;
  const uint8_t *excesses;
  const uint8_t *more;    /* the rest of the next long gap */
  const uint8_t *escapes; /* the end of the next escaped excess */
  uint32_t count;
  int32_t x, y;
  uint32_t rank; /* of the entry read last, plus 1 */
} label_reader;

static inline uint32_t label_begin(const ovi_layer *layer, uint64_t waypoint) {
  return ovi_get_u32(layer->labels.begins + 4 * waypoint);
}

/* The bytes of the first excesses: one an entry, and one more for each bit that is set. */
static inline uint32_t excess_bytes(const uint8_t *codes, uint32_t count) {
  uint32_t bytes = count;
  for (uint32_t i = 0; i < ovi_label_code_bytes(count); i += 8) {
    uint64_t bits = ovi_get_u64(codes + i);
    bytes += (uint32_t)ovi_count_bits(
        bits & ovi_low_bits((int32_t)(count - 8 * i < 64 ? count - 8 * i : 64)));
  }
  return bytes;
}

static inline label_reader open_label(const ovi_layer *layer, uint64_t waypoint) {
  const uint8_t *label = layer->labels.data + label_begin(layer, waypoint);
  label_reader reader = {
      .count = ovi_get_u16(label), .x = ovi_get_u16(label + 2), .y = ovi_get_u16(label + 4)};
  reader.gaps = label + OVI_LABEL_HEADER_BYTES;
  reader.codes = reader.gaps + ovi_label_gap_bytes(reader.count);
  reader.excesses = reader.codes + ovi_label_code_bytes(reader.count);
  reader.more = reader.excesses + excess_bytes(reader.codes, reader.count);
  reader.escapes = layer->labels.data + label_begin(layer, waypoint + 1);
  return reader;
}

/* Reads a gap that is OVI_LABEL_LONG_GAP or more. */
static inline uint32_t read_long_gap(label_reader *reader) {
  uint32_t more = *reader->more++;
  if (more < OVI_LABEL_FAR_GAP) {
    return OVI_LABEL_LONG_GAP + more;
  }
  reader->more += 2;
  return (more - OVI_LABEL_FAR_GAP) << 16 | ovi_get_u16(reader->more - 2);
}

/* Reads an excess; OVI_LABEL_ESCAPED_EXCESS: it stands at the end of the label. `wide` is 0 or 1.
 */
static inline uint32_t read_excess(label_reader *reader, const uint16_t *table, uint32_t wide) {
  uint32_t value = ovi_get_u16(reader->excesses);
  uint32_t excess = table[value & 0xffu];
  reader->excesses += 1 + wide;
  return wide != 0 ? value : excess;
}

static inline uint32_t read_escape(label_reader *reader) {
  reader->escapes -= 4;
  return ovi_get_u32(reader->escapes);
}

static inline uint32_t cost_of(const label_reader *reader, const ovi_label_bound *bound,
                               uint32_t hub, uint32_t excess) {
  int32_t dx = reader->x - (int32_t)(hub & 0xffffu);
  int32_t dy = reader->y - (int32_t)(hub >> 16);
  return ovi_label_bound_between(bound, dx, dy) + excess - bound->slack;
}

/* Some entries of a label. */
enum { BATCH = 64, GAPS_A_WORD = 16 };
typedef struct label_batch {
  uint32_t ranks[BATCH];
  uint32_t hubs[BATCH];
  uint32_t excesses[BATCH];
  uint32_t costs[BATCH];
} label_batch;

/* Spreads the 4-bit gaps of a batch; the section is padded, so that reading a whole batch stays
 * inside. */
static inline void spread_gaps(const uint8_t *gaps, uint32_t *spread) {
  for (int i = 0; i < BATCH / 2; i++) {
    spread[2 * i] = gaps[i] & 0xfu;
    spread[2 * i + 1] = (uint32_t)gaps[i] >> 4;
  }
}

/* Reads the ranks of a batch and the hubs of these ranks. */
static inline void read_ranks(label_reader *reader, const uint8_t *hubs, uint32_t first,
                              uint32_t count, label_batch *batch) {
  const uint8_t *gaps = reader->gaps + first / 2;
  spread_gaps(gaps, batch->ranks);
  for (uint32_t i = 0; i < count; i += GAPS_A_WORD) {
    uint64_t word = ovi_get_u64(gaps + i / 2);
    word &= word >> 2;
    word &= word >> 1 & 0x1111111111111111u; /* a bit for each long gap */
    word &= ovi_low_bits((int32_t)(count - i < GAPS_A_WORD ? 4 * (count - i) : 64));
    for (; word != 0; word &= word - 1) {
      batch->ranks[i + (uint32_t)ovi_lowest_bit(word) / 4] = read_long_gap(reader);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t rank = batch->ranks[i] + reader->rank;
    batch->ranks[i] = rank;
    batch->hubs[i] = ovi_get_u32(hubs + 4 * (uint64_t)rank);
    reader->rank = rank + 1;
  }
}

static inline void read_excesses(label_reader *reader, const uint16_t *table, uint32_t first,
                                 uint32_t count, label_batch *batch) {
  uint64_t codes = ovi_get_u64(reader->codes + first / 8);
  for (uint32_t i = 0; i < count; i++, codes >>= 1) {
    uint32_t excess = read_excess(reader, table, (uint32_t)codes & 1u);
    batch->excesses[i] = excess != OVI_LABEL_ESCAPED_EXCESS ? excess : read_escape(reader);
  }
}

/* Reads the entries from `first`, a multiple of BATCH, and returns how many. */
static uint32_t read_batch(label_reader *from, const ovi_layer *layer, uint32_t first,
                           label_batch *batch) {
  label_reader reader = *from; /* in registers */
  uint32_t count = reader.count - first < BATCH ? reader.count - first : BATCH;
  const ovi_label_bound bound = layer->labels.bound;
  read_ranks(&reader, layer->labels.hubs, first, count, batch);
  read_excesses(&reader, layer->labels.table, first, count, batch);
  for (uint32_t i = 0; i < count; i++) {
    batch->costs[i] = cost_of(&reader, &bound, batch->hubs[i], batch->excesses[i]);
  }
  *from = reader;
  return count;
}

void ovi_labels_add(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                    ovi_label_cost to_goal) {
  label_reader reader = open_label(layer, waypoint);
  uint32_t shift = layer->labels.shift + PORT_BITS;
  uint64_t base = table->stamp + (to_goal.cost << PORT_BITS) + to_goal.port;
  uint64_t *slots = table->slots;
  label_batch batch;
  for (uint32_t first = 0; first < reader.count; first += BATCH) {
    uint32_t count = read_batch(&reader, layer, first, &batch);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t slot = base + ((uint64_t)batch.costs[i] << shift);
      uint64_t before = slots[batch.ranks[i]];
      slots[batch.ranks[i]] = slot < before ? slot : before;
    }
  }
}

ovi_label_cost ovi_labels_find(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub) {
  label_reader reader = open_label(layer, waypoint);
  uint32_t shift = layer->labels.shift + PORT_BITS;
  uint64_t least = STAMP_STEP;
  label_batch batch;
  for (uint32_t first = 0; first < reader.count; first += BATCH) {
    uint32_t count = read_batch(&reader, layer, first, &batch);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t cost =
          table->slots[batch.ranks[i]] - table->stamp + ((uint64_t)batch.costs[i] << shift);
      if (cost < least) {
        least = cost;
        *hub = (ovi_label_hub){batch.ranks[i], (uint64_t)batch.costs[i] << layer->labels.shift};
      }
    }
  }
  return (ovi_label_cost){least < STAMP_STEP ? least >> PORT_BITS : OVI_LABEL_NONE,
                          (uint32_t)least & (OVI_LABEL_PORTS - 1)};
}

/* The cost of entry `i`, whose excess is escaped: all entries before it must be read to find it. */
static uint32_t escaped_cost(const ovi_layer *layer, uint64_t waypoint, uint32_t i) {
  label_reader reader = open_label(layer, waypoint);
  label_batch batch = {.costs = {0}};
  for (uint32_t first = 0; first <= i; first += BATCH) {
    read_batch(&reader, layer, first, &batch);
  }
  return batch.costs[i % BATCH];
}

uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank) {
  label_reader reader = open_label(layer, waypoint);
  uint32_t i = 0;
  for (; i < reader.count; i++, reader.rank++) {
    const uint32_t gap = (uint32_t)reader.gaps[i / 2] >> 4 * (i % 2) & 0xfu;
    reader.rank += gap != OVI_LABEL_LONG_GAP ? gap : read_long_gap(&reader);
    if (reader.rank >= rank) {
      break;
    }
  }
  if (i == reader.count || reader.rank != rank) {
    return OVI_LABEL_NONE;
  }
  reader.excesses += excess_bytes(reader.codes, i);
  const uint32_t excess =
      read_excess(&reader, layer->labels.table, (uint32_t)reader.codes[i / 8] >> i % 8 & 1u);
  const uint32_t hub = ovi_get_u32(layer->labels.hubs + 4 * (uint64_t)rank);
  const uint32_t cost = excess != OVI_LABEL_ESCAPED_EXCESS
                            ? cost_of(&reader, &layer->labels.bound, hub, excess)
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

/* Whether the fixed parts of a label fit in its bytes. Each count is read after its bytes were
 * found to be there. */
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

/* Reads the rank of an entry; false if its gap is not there. */
static bool read_checked_rank(label_reader *reader, uint32_t i) {
  uint32_t gap = (uint32_t)reader->gaps[i / 2] >> 4 * (i % 2) & 0xfu;
  if (gap == OVI_LABEL_LONG_GAP) {
    ptrdiff_t rest = reader->escapes - reader->more;
    if (rest < 1 || (*reader->more >= OVI_LABEL_FAR_GAP && rest < 3)) {
      return false;
    }
    gap = read_long_gap(reader);
  }
  reader->rank += gap + 1;
  return true;
}

bool ovi_label_is_valid(const ovi_layer *layer, uint64_t waypoint) {
  if (!lengths_are_valid(layer, waypoint)) {
    return false;
  }
  label_reader reader = open_label(layer, waypoint);
  for (uint32_t i = 0; i < reader.count; i++) {
    if (!read_checked_rank(&reader, i) || reader.rank > layer->labels.count) {
      return false;
    }
    uint32_t excess =
        read_excess(&reader, layer->labels.table, (uint32_t)reader.codes[i / 8] >> i % 8 & 1u);
    if (excess == OVI_LABEL_ESCAPED_EXCESS) {
      if (reader.escapes - reader.more < 4) {
        return false;
      }
      excess = read_escape(&reader);
    }
    uint32_t hub = ovi_get_u32(layer->labels.hubs + 4 * (uint64_t)(reader.rank - 1));
    uint32_t cost = cost_of(&reader, &layer->labels.bound, hub, excess);
    if (cost >= OVI_LABEL_COSTS_END >> layer->labels.shift || cost > OVI_LABEL_MOST) {
      return false;
    }
  }
  return reader.more == reader.escapes;
}
