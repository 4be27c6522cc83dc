/* Gathers the labels of a border in rows, finds the shapes of the rows, and writes them. */
#include "coarse/labels/label_bundles.h"

#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/slice.h"

enum { BUNDLE_COSTS = 8 }; /* that take as long as one expansion: many are joined from two labels */

/* A step takes 2 bytes of the table and saves one byte each time it is used. */
#define WORTH_IT 2u
#define NO_CODE OVI_LABEL_MOST_STEPS
#define STEP_COUNT 65536u

void ovi_bundles_reserve(ovi_bundle_maker *maker, ovi_arena *arena, uint32_t nodes) {
  maker->starts = ovi_arena_take(arena, nodes, sizeof(uint8_t));
  maker->marks = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  maker->codes = ovi_arena_take(arena, STEP_COUNT, sizeof(uint32_t));
}

void ovi_bundles_begin(ovi_bundle_maker *maker, const ovi_layer *layer,
                       const ovi_grown_labels *grown) {
  const uint32_t nodes = grown->graph->node_count;
  maker->grown = *grown;
  maker->memory = (ovi_scratch){.allocator = maker->allocator};
  memset(maker->starts, 1, nodes);
  memset(maker->marks, 0, nodes * sizeof(uint32_t));
  memset(maker->codes, 0, STEP_COUNT * sizeof(uint32_t));
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    uint8_t *starts = maker->starts + grown->graph->firsts[id];
    memset(starts, 0, groups.begins[OVI_OWN_GROUPS]);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      if (groups.begins[group] != groups.begins[group + 1]) {
        starts[groups.begins[group]] = 1;
      }
    }
  }
}

void ovi_bundles_release(ovi_bundle_maker *maker) {
  ovi_scratch_release(&maker->memory);
  maker->list = maker->last = NULL;
}

/* ---- Rows ------------------------------------------------------------------------ */

static uint32_t entry_hub(const ovi_label_growth *label, uint32_t place) {
  return place < label->count ? label->blocks[place / OVI_LABEL_BLOCK].hubs[place % OVI_LABEL_BLOCK]
                              : UINT32_MAX;
}

/* The number of different hubs in the labels of some waypoints. */
static uint32_t count_rows(ovi_bundle_maker *maker, uint32_t first, uint32_t count) {
  uint32_t rows = 0;
  maker->mark++;
  for (uint32_t node = first; node < first + count; node++) {
    const ovi_label_growth *label = &maker->grown.labels[maker->grown.rank[node]];
    for (uint32_t place = 0; place < label->count; place++) {
      uint32_t *mark = &maker->marks[entry_hub(label, place)];
      rows += *mark != maker->mark ? 1 : 0;
      *mark = maker->mark;
    }
  }
  return rows;
}

/* Fills ranks, and all costs row by row. */
static void fill_rows(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle,
                      uint32_t *costs) {
  const ovi_grown_labels *grown = &maker->grown;
  const ovi_label_growth *labels[OVI_BUNDLE_MOST];
  uint32_t places[OVI_BUNDLE_MOST] = {0}; /* of each label: its next entry */
  for (uint32_t i = 0; i < bundle->count; i++) {
    labels[i] = &grown->labels[grown->rank[bundle->first + i]];
  }
  for (uint32_t row = 0; row < bundle->rows; row++) {
    uint32_t hub = UINT32_MAX; /* the next one, of which some labels have an entry */
    for (uint32_t i = 0; i < bundle->count; i++) {
      const uint32_t own = entry_hub(labels[i], places[i]);
      hub = own < hub ? own : hub;
    }
    OVI_ASSERT(row == 0 || bundle->ranks[row - 1] < hub);
    bundle->ranks[row] = hub;
    for (uint32_t i = 0; i < bundle->count; i++) {
      const ovi_label_block *block = &labels[i]->blocks[places[i] / OVI_LABEL_BLOCK];
      const bool has_it = entry_hub(labels[i], places[i]) == hub;
      costs[(size_t)row * bundle->count + i] =
          has_it ? block->costs[places[i] % OVI_LABEL_BLOCK] : OVI_GRAPH_FAR;
      places[i] += has_it ? 1 : 0;
    }
  }
  for (uint32_t column = 0; column < bundle->count; column++) {
    /* Find the costs that the label of the column does not have. */
    const uint32_t rank = grown->rank[bundle->first + column];
    ovi_labels_spread(grown, rank, 0, false);
    for (uint32_t row = 0; row < bundle->rows; row++) {
      uint32_t *cost = &costs[(size_t)row * bundle->count + column];
      if (*cost == OVI_GRAPH_FAR) {
        *cost = ovi_labels_joined(grown, bundle->ranks[row]);
      }
    }
    ovi_labels_spread(grown, rank, 0, true);
  }
}

/* ---- Shapes ---------------------------------------------------------------------- */

/* Finds the shapes of all rows by a hash of their steps; false: there are too many. `steps` has
 * room for one shape more than there may be. */
static bool find_shapes(ovi_label_bundle *bundle, const uint32_t *costs, int32_t *steps) {
  uint16_t slots[2 * OVI_BUNDLE_MOST_SHAPES] = {0}; /* the shape, plus 1; 0: free */
  const size_t width = bundle->count - 1;
  uint32_t count = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    const uint32_t *own = costs + (size_t)row * bundle->count;
    int32_t *shape = steps + count * width;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < width; i++) {
      shape[i] = (int32_t)own[i + 1] - (int32_t)own[i];
      hash = (hash ^ (uint32_t)shape[i]) * 16777619u;
      hash ^= hash >> 15;
    }
    uint16_t *slot = &slots[hash % (2 * OVI_BUNDLE_MOST_SHAPES)];
    while (*slot != 0 &&
           memcmp(steps + (size_t)(*slot - 1) * width, shape, width * sizeof(int32_t)) != 0) {
      slot = &slots[++hash % (2 * OVI_BUNDLE_MOST_SHAPES)];
    }
    if (*slot == 0 && count == OVI_BUNDLE_MOST_SHAPES) {
      return false;
    }
    if (*slot == 0) {
      *slot = (uint16_t)++count;
    }
    bundle->costs[row] = own[0];
    bundle->row_shapes[row] = (uint8_t)(*slot - 1);
  }
  bundle->shapes = count;
  return true;
}

/* ---- Bundles --------------------------------------------------------------------- */

/* Tries to bundle `count` waypoints; false: they have too many shapes. `room`: for their costs and
 * then for steps. */
static bool try_bundle(ovi_bundle_maker *maker, ovi_label_bundle *bundle, uint32_t *room) {
  const size_t costs = (size_t)bundle->rows * bundle->count;
  int32_t *steps = (int32_t *)(void *)(room + costs);
  fill_rows(maker, bundle, room);
  if (!find_shapes(bundle, room, steps)) {
    return false;
  }
  const size_t count = (size_t)bundle->shapes * (bundle->count - 1);
  bundle->steps = ovi_scratch_take(&maker->memory, count + 1, sizeof(int32_t));
  if (bundle->steps == NULL) {
    maker->no_memory = true;
    return true;
  }
  memcpy(bundle->steps, steps, count * sizeof(int32_t));
  /* Counts steps, finds the greatest cost of a row, and whether all costs fit. */
  for (size_t i = 0; i < count; i++) {
    if (steps[i] >= INT16_MIN && steps[i] <= INT16_MAX) {
      maker->codes[steps[i] - INT16_MIN]++;
    }
  }
  for (size_t i = 0; i < costs; i++) {
    const uint32_t cost = room[i];
    maker->overflows |=
        cost >= OVI_GRAPH_FAR || (uint64_t)cost << maker->grown.graph->shift >= OVI_LABEL_COSTS_END;
    maker->most_cost = cost > maker->most_cost ? cost : maker->most_cost;
  }
  return true;
}

/* Bundles waypoints from `first` on, at most `count`; returns how many. */
static uint32_t make_bundle(ovi_bundle_maker *maker, uint32_t first, uint32_t count) {
  uint32_t rows = count_rows(maker, first, count);
  while (rows > UINT16_MAX) { /* one label alone has fewer entries */
    count /= 2;
    rows = count_rows(maker, first, count);
  }
  const uint64_t room_bytes =
      ((uint64_t)rows + OVI_BUNDLE_MOST_SHAPES + 1) * count * sizeof(uint32_t);
  ovi_label_bundle *bundle = ovi_scratch_take(&maker->memory, 1, sizeof *bundle);
  uint32_t *numbers = ovi_scratch_take(&maker->memory, rows, 2 * sizeof(uint32_t) + 1);
  uint32_t *room = ovi_allocate(maker->allocator, room_bytes);
  maker->no_memory |= bundle == NULL || numbers == NULL || room == NULL;
  while (!maker->no_memory) {
    *bundle = (ovi_label_bundle){.first = first,
                                 .count = count,
                                 .rows = count_rows(maker, first, count),
                                 .ranks = numbers,
                                 .costs = numbers + rows,
                                 .row_shapes = (uint8_t *)(numbers + 2 * (size_t)rows)};
    if (try_bundle(maker, bundle, room)) {
      *(maker->last != NULL ? &maker->last->next : &maker->list) = bundle;
      maker->last = bundle;
      break;
    }
    count /= 2;
  }
  ovi_release(maker->allocator, room, room_bytes);
  return count;
}

/* Returns the number of steps that occur more than `times` times. */
static uint32_t count_above(const ovi_bundle_maker *maker, uint32_t times) {
  uint32_t count = 0;
  for (uint32_t step = 0; step < STEP_COUNT; step++) {
    count += maker->codes[step] > times;
  }
  return count;
}

/* Fills the table with the steps that occur most often, and gives them their codes. */
static void choose_steps(ovi_bundle_maker *maker) {
  uint32_t times = 0; /* steps that occur more often all fit the table */
  for (uint32_t bit = (uint32_t)1 << 31; bit != 0; bit >>= 1) {
    times += count_above(maker, times + bit - 1) > OVI_LABEL_MOST_STEPS ? bit : 0;
  }
  uint32_t spare = OVI_LABEL_MOST_STEPS - count_above(maker, times);
  OVI_ASSERT(spare <= OVI_LABEL_MOST_STEPS);
  maker->steps = 0;
  for (uint32_t step = 0; step < STEP_COUNT; step++) {
    const bool fills = maker->codes[step] == times && spare != 0;
    const bool chosen = (fills || maker->codes[step] > times) && maker->codes[step] > WORTH_IT;
    spare -= fills ? 1 : 0;
    maker->codes[step] = chosen ? maker->steps : NO_CODE;
    if (chosen) {
      maker->table[maker->steps++] = (int32_t)step + INT16_MIN;
    }
  }
}

bool ovi_bundles_make(ovi_bundle_maker *maker, uint64_t *budget) {
  const uint32_t nodes = maker->grown.graph->node_count;
  while (maker->node < nodes && *budget != 0) {
    /* The waypoints from the next one on that belong to one border and reach each other. */
    const uint32_t first = maker->node;
    const ovi_grown_labels *grown = &maker->grown;
    uint32_t count = 1;
    ovi_labels_spread(grown, grown->rank[first], 0, false);
    while (count < OVI_BUNDLE_MOST && first + count < nodes && maker->starts[first + count] == 0 &&
           ovi_labels_joined(grown, grown->rank[first + count]) < OVI_GRAPH_FAR) {
      count++;
    }
    ovi_labels_spread(grown, grown->rank[first], 0, true);
    count = make_bundle(maker, first, count);
    if (maker->no_memory || maker->overflows) {
      return true;
    }
    maker->node += count;
    ovi_slice_pay(budget, 1 + (uint64_t)maker->last->rows * count / BUNDLE_COSTS);
  }
  if (maker->node == nodes) {
    choose_steps(maker);
  }
  return maker->node == nodes;
}

/* ---- Packing --------------------------------------------------------------------- */

static uint32_t code_of(const ovi_bundle_maker *maker, int32_t step) {
  return step >= INT16_MIN && step <= INT16_MAX ? maker->codes[step - INT16_MIN] : NO_CODE;
}

/* The bytes of a step of a shape: 1, 2 or 4. */
static uint32_t step_bytes(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle,
                           uint32_t shape) {
  uint32_t bytes = 1;
  for (uint32_t i = 0; i < bundle->count - 1; i++) {
    const int32_t step = bundle->steps[(size_t)shape * (bundle->count - 1) + i];
    const uint32_t own = code_of(maker, step) != NO_CODE          ? 1
                         : step >= INT16_MIN && step <= INT16_MAX ? 2
                                                                  : 4;
    bytes = own > bytes ? own : bytes;
  }
  return bytes;
}

uint32_t ovi_bundle_cost_bytes(const ovi_bundle_maker *maker) {
  return maker->most_cost > 0xffffffu ? 4 : maker->most_cost > 0xffffu ? 3 : 2;
}

uint64_t ovi_bundle_measure(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle) {
  uint64_t bytes =
      OVI_BUNDLE_HEADER_BYTES +
      (uint64_t)bundle->rows * ((bundle->shapes > 1 ? 1 : 0) + ovi_bundle_cost_bytes(maker) + 1);
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    bytes += bundle->ranks[row] - next < OVI_LABEL_FAR_GAP ? 0 : 2;
    next = bundle->ranks[row] + 1;
  }
  for (uint32_t shape = 0; shape < bundle->shapes; shape++) {
    bytes += (uint64_t)step_bytes(maker, bundle, shape) * (bundle->count - 1);
  }
  return bytes;
}

uint8_t *ovi_bundle_write(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle,
                          uint8_t *at) {
  const uint32_t cost_bytes = ovi_bundle_cost_bytes(maker);
  uint8_t *header = at;
  OVI_ASSERT(bundle->count >= 1 && bundle->rows >= 1 && bundle->shapes >= 1 &&
             bundle->shapes <= OVI_BUNDLE_MOST_SHAPES);
  uint8_t *row_shapes = at + OVI_BUNDLE_HEADER_BYTES;
  uint8_t *costs = row_shapes + (bundle->shapes > 1 ? bundle->rows : 0);
  uint32_t numbers[OVI_BUNDLE_MOST_SHAPES] = {0};
  uint32_t shapes = 0;
  ovi_put_u32(header + OVI_BUNDLE_FIRST, bundle->first);
  ovi_put_u16(header + OVI_BUNDLE_COUNT, bundle->count);
  ovi_put_u16(header + OVI_BUNDLE_ROWS, bundle->rows);
  at = costs + (size_t)bundle->rows * cost_bytes;
  for (uint32_t kind = 0; kind < 3; kind++) {
    /* Writes the steps of the shapes whose steps take so many bytes, and numbers them on. */
    const uint32_t bytes = 1u << kind;
    const uint32_t before = shapes;
    for (uint32_t shape = 0; shape < bundle->shapes; shape++) {
      if (step_bytes(maker, bundle, shape) != bytes) {
        continue;
      }
      for (uint32_t i = 0; i < bundle->count - 1; i++, at += bytes) {
        const int32_t step = bundle->steps[(size_t)shape * (bundle->count - 1) + i];
        if (bytes == 1) {
          *at = (uint8_t)code_of(maker, step);
        } else if (bytes == 2) {
          ovi_put_u16(at, (uint16_t)step);
        } else {
          ovi_put_u32(at, (uint32_t)step);
        }
      }
      numbers[shape] = shapes++;
    }
    ovi_put_u16(header + OVI_BUNDLE_NARROW + 2 * kind, shapes - before);
  }
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    if (bundle->shapes > 1) {
      row_shapes[row] = (uint8_t)numbers[bundle->row_shapes[row]];
    }
    for (uint32_t byte = 0; byte < cost_bytes; byte++) {
      costs[(size_t)row * cost_bytes + byte] = (uint8_t)(bundle->costs[row] >> 8 * byte);
    }
    OVI_ASSERT(bundle->ranks[row] >= next);
    const uint32_t gap = bundle->ranks[row] - next;
    next = bundle->ranks[row] + 1;
    *at = (uint8_t)gap;
    if (gap >= OVI_LABEL_FAR_GAP) {
      *at = (uint8_t)(OVI_LABEL_FAR_GAP + (gap >> 16));
      ovi_put_u16(at + 1, gap & 0xffffu);
      at += 2;
    }
    at++;
  }
  OVI_ASSERT((uint64_t)(at - header) == ovi_bundle_measure(maker, bundle));
  return at;
}
