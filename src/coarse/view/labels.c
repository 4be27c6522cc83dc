/* Reading labels: what the waypoints of a bundle cost is first joined for each shape, so that a row
 * takes a few instructions however many waypoints there are. */
#include "coarse/view/labels.h"

#include <stddef.h>

#include "coarse/view/ports.h"

enum { PORT_BITS = 10, STAMP_BIT = 48 };
#define STAMP_STEP ((uint64_t)1 << STAMP_BIT)
#define OLDEST_STAMP (UINT64_MAX - (STAMP_STEP - 1))

/* Makes every slot older than any goal. */
static void forget_slots(ovi_label_table *table) {
  for (uint32_t hub = 0; hub < table->capacity; hub++) {
    table->slots[hub] = OLDEST_STAMP;
  }
}

void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs) {
  table->slots = ovi_arena_take(arena, hubs, sizeof(uint64_t));
  table->capacity = table->slots != NULL ? hubs : 0;
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

/* ---- Bundles -------------------------------------------------------------------- */

/* A bundle that is being read. */
typedef struct label_bundle {
  uint32_t first, count; /* waypoints */
  uint32_t rows;
  uint32_t shapes;
  uint32_t middle, wide; /* the first shapes with steps of an i16 and of an i32 */
  uint32_t cost_mask;
  const uint8_t *row_shapes; /* NULL: there is one shape */
  const uint8_t *costs;
  const uint8_t *steps;
  const uint8_t *gaps;
} label_bundle;

static inline uint32_t bundle_begin(const ovi_layer *layer, uint64_t waypoint) {
  return ovi_get_u32(layer->labels.begins + 4 * waypoint);
}

static inline label_bundle open_bundle(const ovi_layer *layer, uint64_t waypoint) {
  const uint8_t *at = layer->labels.data + bundle_begin(layer, waypoint);
  const uint32_t cost_bytes = layer->labels.cost_bytes;
  label_bundle bundle = {.first = ovi_get_u32(at + OVI_BUNDLE_FIRST),
                         .count = ovi_get_u16(at + OVI_BUNDLE_COUNT),
                         .rows = ovi_get_u16(at + OVI_BUNDLE_ROWS),
                         .middle = ovi_get_u16(at + OVI_BUNDLE_NARROW),
                         .cost_mask = UINT32_MAX >> (32 - 8 * cost_bytes)};
  const uint64_t steps = bundle.count - 1;
  bundle.wide = bundle.middle + ovi_get_u16(at + OVI_BUNDLE_MIDDLE);
  bundle.shapes = bundle.wide + ovi_get_u16(at + OVI_BUNDLE_WIDE);
  at += OVI_BUNDLE_HEADER_BYTES;
  bundle.row_shapes = bundle.shapes > 1 ? at : NULL;
  bundle.costs = at + (bundle.shapes > 1 ? bundle.rows : 0);
  bundle.steps = bundle.costs + (uint64_t)bundle.rows * cost_bytes;
  bundle.gaps =
      bundle.steps + steps * (bundle.middle + 2 * (uint64_t)(bundle.wide - bundle.middle) +
                              4 * (uint64_t)(bundle.shapes - bundle.wide));
  return bundle;
}

/* The steps of a shape. */
typedef struct shape_steps {
  const uint8_t *at;
  uint32_t bytes; /* of a step */
} shape_steps;

static inline shape_steps steps_of(const label_bundle *bundle, uint32_t shape) {
  const uint64_t steps = bundle->count - 1;
  const uint8_t *at = bundle->steps;
  if (shape < bundle->middle) {
    return (shape_steps){at + steps * shape, 1};
  }
  at += steps * bundle->middle;
  if (shape < bundle->wide) {
    return (shape_steps){at + 2 * steps * (shape - bundle->middle), 2};
  }
  at += 2 * steps * (bundle->wide - bundle->middle);
  return (shape_steps){at + 4 * steps * (shape - bundle->wide), 4};
}

/* A step, modulo 2^32. */
static inline uint32_t label_step_at(const ovi_layer *layer, shape_steps steps, uint64_t i) {
  return steps.bytes == 1   ? layer->labels.table[steps.at[i]]
         : steps.bytes == 2 ? ovi_label_step(ovi_get_u16(steps.at + 2 * i))
                            : ovi_get_u32(steps.at + 4 * i);
}

/* What the cost of a waypoint is beyond that of the first one, with rows of a shape. */
static inline int32_t difference_at(const ovi_layer *layer, const label_bundle *bundle,
                                    uint32_t shape, uint64_t place) {
  const shape_steps steps = steps_of(bundle, shape);
  uint32_t sum = 0; /* see ovi_bundle_check */
  for (uint64_t i = 0; i < place; i++) {
    sum += label_step_at(layer, steps, i);
  }
  return (int32_t)sum;
}

static inline uint64_t shifted(int32_t difference, uint32_t shift) {
  return (uint64_t)(int64_t)difference << shift;
}

/* The rank of the next row, from that behind the row before. */
static inline uint32_t next_rank(const uint8_t **gaps, uint32_t rank) {
  const uint32_t gap = *(*gaps)++;
  if (gap < OVI_LABEL_FAR_GAP) {
    return rank + gap;
  }
  *gaps += 2;
  return rank + ((gap - OVI_LABEL_FAR_GAP) << 16 | ovi_get_u16(*gaps - 2));
}

static inline uint32_t row_shape(const label_bundle *bundle, uint32_t row) {
  return bundle->row_shapes != NULL ? bundle->row_shapes[row] : 0;
}

static inline uint32_t row_cost(const ovi_layer *layer, const label_bundle *bundle, uint32_t row) {
  return ovi_get_u32(bundle->costs + (uint64_t)layer->labels.cost_bytes * row) & bundle->cost_mask;
}

/* ---- Joining --------------------------------------------------------------------- */

/* Costs with the ports behind them, as slots have them but for the stamp. Sums of them wrap, but
 * are above 0 where labels are valid. */
#define KEY_FAR ((uint64_t)1 << 60)

static inline uint32_t key_shift(const ovi_layer *layer) { return layer->labels.shift + PORT_BITS; }

/* The ends that lie in a bundle. */
typedef struct bundle_ends {
  label_bundle bundle;
  uint64_t keys[OVI_BUNDLE_MOST];         /* of each waypoint; KEY_FAR: it is left out */
  int64_t shapes[OVI_BUNDLE_MOST_SHAPES]; /* the least over the waypoints, with a row of each shape
                                             whose cost is 0 */
} bundle_ends;

/* Joins the ends with shapes up to before `end`, whose steps take so many bytes. */
OVI_FORCE_INLINE void join_shapes(bundle_ends *here, const ovi_layer *layer, uint32_t shape,
                                  uint32_t end, uint32_t step_bytes) {
  const uint64_t steps = here->bundle.count - 1;
  const uint32_t shift = key_shift(layer);
  for (; shape < end; shape++) {
    const shape_steps own = {steps_of(&here->bundle, shape).at, step_bytes};
    int64_t least = (int64_t)here->keys[0];
    uint32_t sum = 0;
    for (uint64_t i = 0; i < steps; i++) {
      sum += label_step_at(layer, own, i);
      const int64_t key = (int64_t)(here->keys[i + 1] + shifted((int32_t)sum, shift));
      least = key < least ? key : least;
    }
    here->shapes[shape] = least;
  }
}

/* Opens the bundle of a waypoint and joins the ends in it; `with_ports`: keys end with the ports of
 * the ends. False: none is reached. */
static bool join_ends(bundle_ends *here, const ovi_layer *layer, const ovi_label_ends *ends,
                      uint64_t waypoint, bool with_ports) {
  bool is_reached = false;
  here->bundle = open_bundle(layer, waypoint);
  for (uint32_t i = 0; i < here->bundle.count; i++) {
    const uint64_t place = (uint64_t)here->bundle.first + i - ends->first; /* modulo 2^64 */
    const uint64_t cost = place < ends->count ? ends->costs[place] : OVI_LABEL_NONE;
    const uint64_t port = with_ports ? ends->port + place : 0;
    here->keys[i] = cost != OVI_LABEL_NONE ? (cost << PORT_BITS) + port : KEY_FAR;
    is_reached = is_reached || cost != OVI_LABEL_NONE;
  }
  if (is_reached) {
    join_shapes(here, layer, 0, here->bundle.middle, 1);
    join_shapes(here, layer, here->bundle.middle, here->bundle.wide, 2);
    join_shapes(here, layer, here->bundle.wide, here->bundle.shapes, 4);
  }
  return is_reached;
}

static void add_bundle(ovi_label_table *table, const ovi_layer *layer, const bundle_ends *here) {
  const label_bundle bundle = here->bundle;
  const uint32_t shift = key_shift(layer);
  const uint8_t *gaps = bundle.gaps;
  uint64_t *slots = table->slots;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle.rows; row++) {
    const uint32_t rank = next_rank(&gaps, next);
    const uint64_t cost = (uint64_t)row_cost(layer, &bundle, row) << shift;
    const uint64_t slot = table->stamp + cost + (uint64_t)here->shapes[row_shape(&bundle, row)];
    slots[rank] = slot < slots[rank] ? slot : slots[rank];
    next = rank + 1;
  }
}

void ovi_labels_add_all(ovi_label_table *table, const ovi_layer *layer,
                        const ovi_label_ends *ends) {
  bundle_ends here;
  for (uint64_t waypoint = ends->first; waypoint < ends->first + ends->count;
       waypoint = (uint64_t)here.bundle.first + here.bundle.count) {
    if (join_ends(&here, layer, ends, waypoint, true)) {
      add_bundle(table, layer, &here);
    }
  }
}

void ovi_labels_add(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                    ovi_label_cost to_goal) {
  const ovi_label_ends ends = {waypoint, 1, to_goal.port, &to_goal.cost};
  ovi_labels_add_all(table, layer, &ends);
}

/* A row, by its number in the bundle. */
typedef struct label_row {
  uint32_t number, rank;
} label_row;

/* Finds the first row by which a route is cheapest, if one costs less than *least, which is
 * lowered.
 */
static bool join_row(const ovi_label_table *table, const ovi_layer *layer, const bundle_ends *here,
                     uint64_t *least, label_row *best) {
  const label_bundle bundle = here->bundle;
  const uint32_t shift = key_shift(layer);
  const uint8_t *gaps = bundle.gaps;
  const uint64_t before = *least;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle.rows; row++) {
    const uint32_t rank = next_rank(&gaps, next);
    const uint64_t cost = (uint64_t)row_cost(layer, &bundle, row) << shift;
    const uint64_t all =
        table->slots[rank] - table->stamp + cost + (uint64_t)here->shapes[row_shape(&bundle, row)];
    if (all < *least) {
      *least = all;
      *best = (label_row){row, rank};
    }
    next = rank + 1;
  }
  return *least < before;
}

/* The waypoint of a bundle over which a row is joined. */
static uint32_t joined_place(const ovi_layer *layer, const bundle_ends *here, uint32_t shape) {
  uint32_t place = 0;
  while (place < here->bundle.count - 1 &&
         (int64_t)(here->keys[place] + shifted(difference_at(layer, &here->bundle, shape, place),
                                               key_shift(layer))) != here->shapes[shape]) {
    place++;
  }
  return place;
}

ovi_label_join ovi_labels_find_all(const ovi_label_table *table, const ovi_layer *layer,
                                   const ovi_label_ends *ends) {
  ovi_label_join join = {.all = {OVI_LABEL_NONE, 0}};
  uint64_t least = STAMP_STEP;
  bundle_ends here;
  for (uint64_t waypoint = ends->first; waypoint < ends->first + ends->count;
       waypoint = (uint64_t)here.bundle.first + here.bundle.count) {
    label_row row = {0, 0};
    if (join_ends(&here, layer, ends, waypoint, false) &&
        join_row(table, layer, &here, &least, &row)) {
      const uint32_t shape = row_shape(&here.bundle, row.number);
      const uint32_t place = joined_place(layer, &here, shape);
      const int64_t cost = (int64_t)row_cost(layer, &here.bundle, row.number) +
                           difference_at(layer, &here.bundle, shape, place);
      join.place = here.bundle.first + place - (uint32_t)ends->first;
      join.hub = (ovi_label_hub){row.rank, (uint64_t)cost << layer->labels.shift};
      join.all = (ovi_label_cost){least >> PORT_BITS, (uint32_t)least & (OVI_LABEL_PORTS - 1)};
    }
  }
  return join;
}

/* ---- From single waypoints --------------------------------------------------------- */

/* The least cost to the goal over the rows of each shape, of the bundle's first waypoint. */
static void join_rows(const ovi_label_table *table, const ovi_layer *layer, const label_bundle *of,
                      uint64_t *least) {
  const label_bundle bundle = *of;
  const uint32_t shift = key_shift(layer);
  const uint8_t *gaps = bundle.gaps;
  uint32_t next = 0;
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    least[shape] = KEY_FAR;
  }
  for (uint32_t row = 0; row < bundle.rows && bundle.shapes != 0; row++) {
    const uint32_t rank = next_rank(&gaps, next);
    const uint32_t shape = row_shape(&bundle, row);
    const uint64_t slot = table->slots[rank] - table->stamp;
    const uint64_t key = slot + ((uint64_t)row_cost(layer, &bundle, row) << shift);
    least[shape] = slot < STAMP_STEP && key < least[shape] ? key : least[shape];
    next = rank + 1;
  }
}

/* The first hub by which a waypoint costs so much, given the differences of its costs by shape. It
 * is the first one on its cheapest paths, so that all waypoints on the way there name it. */
static ovi_label_hub joined_hub(const ovi_label_table *table, const ovi_layer *layer,
                                const label_bundle *bundle, const int32_t *differences,
                                uint64_t key) {
  const uint8_t *gaps = bundle->gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    const uint32_t rank = next_rank(&gaps, next);
    const int64_t cost =
        (int64_t)row_cost(layer, bundle, row) + differences[row_shape(bundle, row)];
    if (table->slots[rank] - table->stamp + ((uint64_t)cost << key_shift(layer)) == key) {
      return (ovi_label_hub){rank, (uint64_t)cost << layer->labels.shift};
    }
    next = rank + 1;
  }
  return (ovi_label_hub){0, 0};
}

ovi_label_cost ovi_labels_find(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub) {
  const label_bundle bundle = open_bundle(layer, waypoint);
  uint64_t rows[OVI_BUNDLE_MOST_SHAPES];
  int32_t differences[OVI_BUNDLE_MOST_SHAPES];
  uint64_t least = STAMP_STEP;
  join_rows(table, layer, &bundle, rows);
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    differences[shape] = difference_at(layer, &bundle, shape, waypoint - bundle.first);
    const uint64_t key = rows[shape] + shifted(differences[shape], key_shift(layer));
    least = key < least ? key : least;
  }
  if (least == STAMP_STEP) {
    return (ovi_label_cost){OVI_LABEL_NONE, 0};
  }
  *hub = joined_hub(table, layer, &bundle, differences, least);
  return (ovi_label_cost){least >> PORT_BITS, (uint32_t)least & (OVI_LABEL_PORTS - 1)};
}

void ovi_labels_left(const ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                     ovi_labels_to_goal *left) {
  const label_bundle bundle = open_bundle(layer, waypoint);
  const uint32_t shift = key_shift(layer);
  uint64_t rows[OVI_BUNDLE_MOST_SHAPES];
  join_rows(table, layer, &bundle, rows);
  left->first = bundle.first;
  left->count = bundle.count;
  for (uint32_t i = 0; i < bundle.count; i++) {
    left->costs[i] = OVI_LABEL_NONE;
  }
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    const shape_steps steps = steps_of(&bundle, shape);
    uint32_t sum = 0;
    for (uint32_t i = 0; rows[shape] != KEY_FAR && i < bundle.count; i++) {
      const uint64_t cost = (rows[shape] + shifted((int32_t)sum, shift)) >> PORT_BITS;
      left->costs[i] = cost < left->costs[i] ? cost : left->costs[i];
      sum += i + 1 < bundle.count ? label_step_at(layer, steps, i) : 0;
    }
  }
}

uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank) {
  const label_bundle bundle = open_bundle(layer, waypoint);
  const uint8_t *gaps = bundle.gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle.rows && next <= rank; row++) {
    next = next_rank(&gaps, next) + 1;
    if (next > rank) {
      const int64_t cost =
          (int64_t)row_cost(layer, &bundle, row) +
          difference_at(layer, &bundle, row_shape(&bundle, row), waypoint - bundle.first);
      return next == rank + 1 ? (uint64_t)cost << layer->labels.shift : OVI_LABEL_NONE;
    }
  }
  return OVI_LABEL_NONE;
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

/* ---- Checking -------------------------------------------------------------------- */

/* The bytes before the gaps, as the header says. */
static uint64_t fixed_bytes(const ovi_layer *layer, const label_bundle *bundle) {
  return (uint64_t)(bundle->gaps - layer->labels.data) - bundle_begin(layer, bundle->first);
}

/* Whether the numbers of the header are possible, and the arrays lie within the bundle. */
static bool header_is_valid(const ovi_layer *layer, uint64_t waypoint, uint64_t bytes) {
  const uint8_t *at = layer->labels.data + bundle_begin(layer, waypoint);
  if (bytes < OVI_BUNDLE_HEADER_BYTES || ovi_get_u32(at + OVI_BUNDLE_FIRST) != waypoint) {
    return false;
  }
  const uint32_t count = ovi_get_u16(at + OVI_BUNDLE_COUNT);
  const uint32_t shapes = (uint32_t)ovi_get_u16(at + OVI_BUNDLE_NARROW) +
                          ovi_get_u16(at + OVI_BUNDLE_MIDDLE) + ovi_get_u16(at + OVI_BUNDLE_WIDE);
  if (count < 1 || count > OVI_BUNDLE_MOST || ovi_get_u16(at + OVI_BUNDLE_ROWS) == 0 ||
      shapes < 1 || shapes > OVI_BUNDLE_MOST_SHAPES) {
    return false;
  }
  const label_bundle bundle = open_bundle(layer, waypoint);
  return fixed_bytes(layer, &bundle) <= bytes;
}

/* The least and the greatest difference of a shape. */
typedef struct shape_range {
  int64_t least, most;
} shape_range;

/* The greatest cost that a label may have. */
static int64_t most_cost(const ovi_layer *layer) {
  const uint64_t most = (OVI_LABEL_COSTS_END >> layer->labels.shift) - 1;
  return most < OVI_LABEL_MOST ? (int64_t)most : (int64_t)OVI_LABEL_MOST;
}

/* False: a difference is impossible. */
static bool measure_shape(const ovi_layer *layer, const label_bundle *bundle, uint32_t shape,
                          shape_range *range) {
  const shape_steps steps = steps_of(bundle, shape);
  const int64_t most = most_cost(layer);
  int64_t difference = 0;
  *range = (shape_range){0, 0};
  for (uint64_t i = 0; i < bundle->count - 1; i++) {
    difference += (int32_t)label_step_at(layer, steps, i);
    range->least = difference < range->least ? difference : range->least;
    range->most = difference > range->most ? difference : range->most;
  }
  return range->least >= -most && range->most <= most;
}

/* Whether ranks are those of hubs, shapes exist and no cost is impossible. `end`: of the bundle. */
static bool rows_are_valid(const ovi_layer *layer, const label_bundle *bundle,
                           const shape_range *ranges, const uint8_t *end) {
  const int64_t most = most_cost(layer);
  const uint8_t *gaps = bundle->gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    if (gaps >= end || (*gaps >= OVI_LABEL_FAR_GAP && end - gaps < 3)) {
      return false;
    }
    next = next_rank(&gaps, next) + 1;
    const uint32_t shape = row_shape(bundle, row);
    if (next > layer->labels.count || shape >= bundle->shapes) {
      return false;
    }
    const int64_t cost = row_cost(layer, bundle, row);
    if (cost + ranges[shape].least < 0 || cost + ranges[shape].most > most) {
      return false;
    }
  }
  return gaps == end;
}

uint64_t ovi_bundle_check(const ovi_layer *layer, uint64_t waypoint) {
  const uint32_t begin = bundle_begin(layer, waypoint);
  uint64_t behind = waypoint + 1;
  while (behind < layer->labels.count && bundle_begin(layer, behind) == begin) {
    behind++;
  }
  const uint64_t bytes = bundle_begin(layer, behind) - begin;
  shape_range ranges[OVI_BUNDLE_MOST_SHAPES];
  if (!header_is_valid(layer, waypoint, bytes)) {
    return 0;
  }
  const label_bundle bundle = open_bundle(layer, waypoint);
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    if (!measure_shape(layer, &bundle, shape, &ranges[shape])) {
      return 0;
    }
  }
  const uint8_t *end = layer->labels.data + begin + bytes;
  return bundle.count == behind - waypoint && rows_are_valid(layer, &bundle, ranges, end) ? behind
                                                                                          : 0;
}
