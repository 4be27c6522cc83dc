/* Reading labels: what the waypoints of a bundle cost is first joined for each shape, so that a row
 * takes a few instructions however many waypoints there are. */
#include "coarse/view/labels.h"

#include <stddef.h>

#include "coarse/view/label_bundle.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"

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
  OVI_ASSERT(table->stamp % STAMP_STEP == 0);
}

static inline uint64_t shifted(int32_t difference, uint32_t shift) {
  return (uint64_t)(int64_t)difference << shift;
}

/* ---- Joining --------------------------------------------------------------------- */

/* Costs with the ports behind them, as slots have them but for the stamp. Sums of them wrap, but
 * are above 0 where labels are valid. */
#define KEY_FAR ((uint64_t)1 << 60)

static inline uint32_t key_shift(const ovi_layer *layer) { return layer->labels.shift + PORT_BITS; }

/* The ends that lie in a bundle. */
typedef struct bundle_ends {
  ovi_bundle_view bundle;
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
    const ovi_shape_steps own = {ovi_bundle_steps(&here->bundle, shape).at, step_bytes};
    int64_t least = (int64_t)here->keys[0];
    uint32_t sum = 0;
    for (uint64_t i = 0; i < steps; i++) {
      sum += ovi_bundle_step(layer, own, i);
      const int64_t key = (int64_t)(here->keys[i + 1] + shifted((int32_t)sum, shift));
      least = key < least ? key : least;
    }
    here->shapes[shape] = least;
  }
}

/* Opens the bundle whose bytes begin here and joins the ends in it; `with_ports`: keys end with the
 * ports of the ends. False: none is reached. */
OVI_FORCE_INLINE bool join_ends(bundle_ends *here, const ovi_layer *layer,
                                const ovi_label_ends *ends, const uint8_t *bytes, bool with_ports) {
  bool is_reached = false;
  here->bundle = ovi_bundle_open(layer, bytes);
  OVI_ASSERT(here->bundle.count != 0 && here->bundle.count <= OVI_BUNDLE_MOST);
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

void ovi_labels_add_all(ovi_label_table *table, const ovi_layer *layer,
                        const ovi_label_ends *ends) {
  const uint32_t shift = key_shift(layer);
  uint64_t *slots = table->slots;
  bundle_ends here;
  const uint8_t *bytes = NULL;
  for (uint64_t waypoint = ends->first;
       waypoint < ends->first + ends->count && (bytes = ovi_bundle_find(layer, waypoint)) != NULL;
       waypoint = (uint64_t)here.bundle.first + here.bundle.count) {
    if (!join_ends(&here, layer, ends, bytes, true)) {
      continue;
    }
    const ovi_bundle_view bundle = here.bundle;
    const uint8_t *gaps = bundle.gaps;
    uint32_t next = 0;
    for (uint32_t row = 0; row < bundle.rows; row++) {
      const uint32_t rank = ovi_next_rank(&gaps, &next);
      OVI_ASSERT(rank < layer->labels.count);
      const uint64_t cost = (uint64_t)ovi_row_cost(layer, &bundle, row) << shift;
      const uint64_t slot =
          table->stamp + cost + (uint64_t)here.shapes[ovi_row_shape(&bundle, row)];
      slots[rank] = slot < slots[rank] ? slot : slots[rank];
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
  const ovi_bundle_view bundle = here->bundle;
  const uint32_t shift = key_shift(layer);
  const uint8_t *gaps = bundle.gaps;
  const uint64_t before = *least;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle.rows; row++) {
    const uint32_t rank = ovi_next_rank(&gaps, &next);
    const uint64_t cost = (uint64_t)ovi_row_cost(layer, &bundle, row) << shift;
    const uint64_t all = table->slots[rank] - table->stamp + cost +
                         (uint64_t)here->shapes[ovi_row_shape(&bundle, row)];
    if (all < *least) {
      *least = all;
      *best = (label_row){row, rank};
    }
  }
  return *least < before;
}

ovi_label_join ovi_labels_find_all(const ovi_label_table *table, const ovi_layer *layer,
                                   const ovi_label_ends *ends) {
  ovi_label_join join = {.all = {OVI_LABEL_NONE, 0}};
  uint64_t least = STAMP_STEP;
  bundle_ends here;
  const uint8_t *bytes = NULL;
  for (uint64_t waypoint = ends->first;
       waypoint < ends->first + ends->count && (bytes = ovi_bundle_find(layer, waypoint)) != NULL;
       waypoint = (uint64_t)here.bundle.first + here.bundle.count) {
    label_row row = {0, 0};
    if (join_ends(&here, layer, ends, bytes, false) &&
        join_row(table, layer, &here, &least, &row)) {
      const uint32_t shape = ovi_row_shape(&here.bundle, row.number);
      /* The waypoint over which the row is joined. */
      uint32_t place = 0;
      int32_t difference = 0;
      while (place < here.bundle.count - 1 &&
             (int64_t)(here.keys[place] + shifted(difference, key_shift(layer))) !=
                 here.shapes[shape]) {
        place++;
        difference = ovi_bundle_difference(layer, &here.bundle, shape, place);
      }
      const int64_t cost = (int64_t)ovi_row_cost(layer, &here.bundle, row.number) + difference;
      join.place = here.bundle.first + place - (uint32_t)ends->first;
      join.hub = (ovi_label_hub){row.rank, (uint64_t)cost << layer->labels.shift};
      join.all = (ovi_label_cost){least >> PORT_BITS, (uint32_t)least & (OVI_LABEL_PORTS - 1)};
    }
  }
  return join;
}

/* ---- From single waypoints --------------------------------------------------------- */

/* The least cost to the goal over the rows of each shape, of the bundle's first waypoint. */
static void join_rows(const ovi_label_table *table, const ovi_layer *layer,
                      const ovi_bundle_view *of, uint64_t *least) {
  const ovi_bundle_view bundle = *of;
  const uint32_t shift = key_shift(layer);
  const uint8_t *gaps = bundle.gaps;
  uint32_t next = 0;
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    least[shape] = KEY_FAR;
  }
  for (uint32_t row = 0; row < bundle.rows && bundle.shapes != 0; row++) {
    const uint32_t rank = ovi_next_rank(&gaps, &next);
    const uint32_t shape = ovi_row_shape(&bundle, row);
    const uint64_t slot = table->slots[rank] - table->stamp;
    const uint64_t key = slot + ((uint64_t)ovi_row_cost(layer, &bundle, row) << shift);
    least[shape] = slot < STAMP_STEP && key < least[shape] ? key : least[shape];
  }
}

/* The first hub by which a waypoint costs so much, given the differences of its costs by shape. It
 * is the first one on its cheapest paths, so that all waypoints on the way there name it. */
static ovi_label_hub joined_hub(const ovi_label_table *table, const ovi_layer *layer,
                                const ovi_bundle_view *bundle, const int32_t *differences,
                                uint64_t key) {
  const uint8_t *gaps = bundle->gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    const uint32_t rank = ovi_next_rank(&gaps, &next);
    const int64_t cost =
        (int64_t)ovi_row_cost(layer, bundle, row) + differences[ovi_row_shape(bundle, row)];
    if (table->slots[rank] - table->stamp + ((uint64_t)cost << key_shift(layer)) == key) {
      return (ovi_label_hub){rank, (uint64_t)cost << layer->labels.shift};
    }
  }
  return (ovi_label_hub){0, 0};
}

ovi_label_cost ovi_labels_find(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub) {
  const uint8_t *bytes = ovi_bundle_find(layer, waypoint);
  if (bytes == NULL) {
    return (ovi_label_cost){OVI_LABEL_NONE, 0};
  }
  const ovi_bundle_view bundle = ovi_bundle_open(layer, bytes);
  uint64_t rows[OVI_BUNDLE_MOST_SHAPES];
  int32_t differences[OVI_BUNDLE_MOST_SHAPES];
  uint64_t least = STAMP_STEP;
  join_rows(table, layer, &bundle, rows);
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    differences[shape] = ovi_bundle_difference(layer, &bundle, shape, waypoint - bundle.first);
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
                     ovi_bundle_costs *left) {
  const uint8_t *bytes = ovi_bundle_find(layer, waypoint);
  if (bytes == NULL) {
    *left = (ovi_bundle_costs){waypoint, 1, {OVI_LABEL_NONE}};
    return;
  }
  const ovi_bundle_view bundle = ovi_bundle_open(layer, bytes);
  const uint32_t shift = key_shift(layer);
  uint64_t rows[OVI_BUNDLE_MOST_SHAPES];
  join_rows(table, layer, &bundle, rows);
  left->first = bundle.first;
  left->count = bundle.count;
  for (uint32_t i = 0; i < bundle.count; i++) {
    left->costs[i] = OVI_LABEL_NONE;
  }
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    const ovi_shape_steps steps = ovi_bundle_steps(&bundle, shape);
    uint32_t sum = 0;
    for (uint32_t i = 0; rows[shape] != KEY_FAR && i < bundle.count; i++) {
      const uint64_t cost = (rows[shape] + shifted((int32_t)sum, shift)) >> PORT_BITS;
      left->costs[i] = cost < left->costs[i] ? cost : left->costs[i];
      sum += i + 1 < bundle.count ? ovi_bundle_step(layer, steps, i) : 0;
    }
  }
}

/* The row of a hub; UINT32_MAX: there is none. */
static uint32_t row_of_hub(const ovi_bundle_view *bundle, uint32_t rank) {
  const uint8_t *gaps = bundle->gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows && next <= rank; row++) {
    ovi_next_rank(&gaps, &next);
    if (next > rank) {
      return next == rank + 1 ? row : UINT32_MAX;
    }
  }
  return UINT32_MAX;
}

uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank) {
  ovi_bundle_costs left;
  ovi_labels_left_to_hub(layer, waypoint, rank, &left);
  return left.costs[waypoint - left.first];
}

void ovi_labels_left_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank,
                            ovi_bundle_costs *left) {
  const uint8_t *bytes = ovi_bundle_find(layer, waypoint);
  if (bytes == NULL) {
    *left = (ovi_bundle_costs){waypoint, 1, {OVI_LABEL_NONE}};
    return;
  }
  const ovi_bundle_view bundle = ovi_bundle_open(layer, bytes);
  const uint32_t row = row_of_hub(&bundle, rank);
  left->first = bundle.first;
  left->count = bundle.count;
  if (row == UINT32_MAX) {
    for (uint32_t i = 0; i < bundle.count; i++) {
      left->costs[i] = OVI_LABEL_NONE;
    }
    return;
  }
  const ovi_shape_steps steps = ovi_bundle_steps(&bundle, ovi_row_shape(&bundle, row));
  uint32_t cost = ovi_row_cost(layer, &bundle, row);
  left->costs[0] = (uint64_t)cost << layer->labels.shift;
  for (uint32_t i = 1; i < bundle.count; i++) {
    cost += ovi_bundle_step(layer, steps, i - 1);
    left->costs[i] = (uint64_t)cost << layer->labels.shift;
  }
}
