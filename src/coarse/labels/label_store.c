/* Allocates runs of blocks for growing labels, by capacity, and packs finished labels: the table of
 * excesses, sizes and bytes. */
#include "coarse/labels/label_store.h"

#include "common/compiler.h"
#include "common/le_bytes.h"

void ovi_label_pool_begin(ovi_label_pool *pool, const ovl_allocator *allocator) {
  *pool = (ovi_label_pool){.memory = {.allocator = allocator}};
  uint32_t capacity = 1;
  for (int step = 0; step < OVI_LABEL_STEPS; step++) {
    pool->capacities[step] = capacity;
    capacity += (capacity + 1) / 2;
  }
}

void ovi_label_pool_release(ovi_label_pool *pool) { ovi_scratch_release(&pool->memory); }

/* A free run of the step's capacity, or a new one; NULL: no memory. */
static ovi_label_block *allocate_run(ovi_label_pool *pool, uint32_t step) {
  ovi_label_free_run *free = pool->free_runs[step];
  if (free != NULL) {
    pool->free_runs[step] = free->next;
    return (ovi_label_block *)(void *)free;
  }
  return ovi_scratch_take(&pool->memory, pool->capacities[step], sizeof(ovi_label_block));
}

static void free_run(ovi_label_pool *pool, uint32_t step, ovi_label_block *run) {
  ovi_label_free_run *free = (ovi_label_free_run *)(void *)run;
  free->next = pool->free_runs[step];
  pool->free_runs[step] = free;
}

/* Moves a full label to a larger run, or allocates the first run of an empty one. False: no memory.
 */
static bool grow_run(ovi_label_pool *pool, ovi_label_growth *label) {
  uint32_t step = label->count != 0 ? label->step + 1 : 0;
  ovi_label_block *run = allocate_run(pool, step);
  if (run == NULL) {
    return false;
  }
  if (label->count != 0) {
    memcpy(run, label->blocks, label->count / OVI_LABEL_BLOCK * sizeof(ovi_label_block));
    free_run(pool, label->step, label->blocks);
  }
  label->blocks = run;
  label->step = step;
  return true;
}

bool ovi_label_add(ovi_label_pool *pool, ovi_label_growth *label, uint32_t hub, uint32_t cost) {
  uint32_t place = label->count % OVI_LABEL_BLOCK;
  uint32_t number = label->count / OVI_LABEL_BLOCK;
  if (place == 0) {
    if ((label->count == 0 || number == pool->capacities[label->step]) && !grow_run(pool, label)) {
      return false;
    }
    for (int i = 0; i < OVI_LABEL_BLOCK; i++) {
      label->blocks[number].hubs[i] = 0;
      label->blocks[number].costs[i] = OVI_GRAPH_FAR;
    }
  }
  label->blocks[number].hubs[place] = hub;
  label->blocks[number].costs[place] = cost;
  label->count++;
  return true;
}

/* ---- Packing ---------------------------------------------------------------- */

/* A value takes 2 bytes of the table and saves one byte each time it is used: it must be used more
 * often than this. */
#define WORTH_IT 2u
#define NO_CODE OVI_LABEL_MOST_VALUES

void ovi_label_packer_reserve(ovi_label_packer *packer, ovi_arena *arena) {
  packer->codes = ovi_arena_take(arena, OVI_LABEL_ESCAPED_EXCESS, sizeof(uint32_t));
}

void ovi_label_packer_clear(ovi_label_packer *packer) {
  memset(packer->codes, 0, OVI_LABEL_ESCAPED_EXCESS * sizeof(uint32_t));
  packer->values = 0;
}

void ovi_label_packer_count(ovi_label_packer *packer, const ovi_label_entries *label) {
  for (uint32_t i = 0; i < label->count; i++) {
    if (label->excesses[i] < OVI_LABEL_ESCAPED_EXCESS) {
      packer->codes[label->excesses[i]]++;
    }
  }
}

/* Number of excesses that occur more than `times` times. */
static uint32_t count_above(const ovi_label_packer *packer, uint32_t times) {
  uint32_t count = 0;
  for (uint32_t excess = 0; excess < OVI_LABEL_ESCAPED_EXCESS; excess++) {
    count += packer->codes[excess] > times;
  }
  return count;
}

void ovi_label_packer_choose(ovi_label_packer *packer) {
  uint32_t times = 0; /* excesses that occur more often all fit the table */
  for (uint32_t bit = (uint32_t)1 << 31; bit != 0; bit >>= 1) {
    times += count_above(packer, times + bit - 1) > OVI_LABEL_MOST_VALUES ? bit : 0;
  }
  uint32_t spare = OVI_LABEL_MOST_VALUES - count_above(packer, times);
  for (uint32_t excess = 0; excess < OVI_LABEL_ESCAPED_EXCESS; excess++) {
    bool fills = packer->codes[excess] == times && spare != 0;
    bool chosen = (fills || packer->codes[excess] > times) && packer->codes[excess] > WORTH_IT;
    spare -= fills ? 1 : 0;
    packer->codes[excess] = chosen ? packer->values : NO_CODE;
    if (chosen) {
      packer->excesses[packer->values++] = excess;
    }
  }
}

static inline uint32_t code_of(const ovi_label_packer *packer, uint32_t excess) {
  return excess < OVI_LABEL_ESCAPED_EXCESS ? packer->codes[excess] : NO_CODE;
}

/* Bytes that a gap takes beyond its half byte. */
static inline uint32_t gap_bytes(uint32_t gap) {
  return gap < OVI_LABEL_LONG_GAP ? 0 : gap < OVI_LABEL_LONG_GAP + OVI_LABEL_FAR_GAP ? 1 : 3;
}

/* Offset of the excesses in a packed label, in bytes. */
static uint32_t fixed_bytes(uint32_t count) {
  return OVI_LABEL_HEADER_BYTES + ovi_label_gap_bytes(count) + ovi_label_code_bytes(count);
}

static uint32_t store_excess_bytes(const ovi_label_packer *packer, const ovi_label_entries *label) {
  uint32_t bytes = label->count;
  for (uint32_t i = 0; i < label->count; i++) {
    bytes += code_of(packer, label->excesses[i]) == NO_CODE;
  }
  return bytes;
}

uint64_t ovi_label_packer_measure(const ovi_label_packer *packer, const ovi_label_entries *label) {
  uint64_t bytes = fixed_bytes(label->count) + store_excess_bytes(packer, label);
  uint32_t next = 0;
  for (uint32_t i = 0; i < label->count; i++) {
    bytes += gap_bytes(label->hubs[i] - next);
    bytes += label->excesses[i] >= OVI_LABEL_ESCAPED_EXCESS ? 4 : 0;
    next = label->hubs[i] + 1;
  }
  return bytes;
}

/* Writes the bytes of a long gap; returns their end. */
static uint8_t *write_gap(uint8_t *at, uint32_t gap) {
  if (gap < OVI_LABEL_LONG_GAP + OVI_LABEL_FAR_GAP) {
    *at = (uint8_t)(gap - OVI_LABEL_LONG_GAP);
    return at + 1;
  }
  *at = (uint8_t)(OVI_LABEL_FAR_GAP + (gap >> 16));
  ovi_put_u16(at + 1, gap & 0xffffu);
  return at + 3;
}

static void write_gaps(const ovi_label_entries *label, uint8_t *gaps, uint8_t *more) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < label->count; i++) {
    uint32_t gap = label->hubs[i] - next;
    uint32_t nibble = gap < OVI_LABEL_LONG_GAP ? gap : OVI_LABEL_LONG_GAP;
    gaps[i / 2] = (uint8_t)(gaps[i / 2] | nibble << 4 * (i % 2));
    more = gap < OVI_LABEL_LONG_GAP ? more : write_gap(more, gap);
    next = label->hubs[i] + 1;
  }
}

void ovi_label_packer_write(const ovi_label_packer *packer, const ovi_label_entries *label,
                            uint8_t *at, uint64_t bytes) {
  uint8_t *gaps = at + OVI_LABEL_HEADER_BYTES;
  uint8_t *codes = gaps + ovi_label_gap_bytes(label->count);
  uint8_t *excess = codes + ovi_label_code_bytes(label->count);
  uint8_t *escape = at + bytes;
  ovi_put_u16(at, label->count);
  ovi_put_u16(at + 2, label->x);
  ovi_put_u16(at + 4, label->y);
  for (uint32_t i = 0; i < label->count; i++) {
    uint32_t code = code_of(packer, label->excesses[i]);
    if (code != NO_CODE) {
      *excess++ = (uint8_t)code;
      continue;
    }
    bool fits = label->excesses[i] < OVI_LABEL_ESCAPED_EXCESS;
    codes[i / 8] = (uint8_t)(codes[i / 8] | 1u << (i % 8));
    ovi_put_u16(excess, fits ? label->excesses[i] : OVI_LABEL_ESCAPED_EXCESS);
    excess += 2;
    if (!fits) {
      escape -= 4;
      ovi_put_u32(escape, label->excesses[i]);
    }
  }
  write_gaps(label, gaps, excess);
}
