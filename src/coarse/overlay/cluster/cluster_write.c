/* Writes the two pieces of a block one behind the other. Its costs have 16 bits where these hold
 * them all, without the low bits that are 0 in all; else 32, and the rows of the tables are stored
 * a second time, rounded to 16 bits. */
#include "coarse/overlay/cluster/cluster_write.h"

#include "common/bits.h"
#include "common/compiler.h"

uint64_t ovi_cluster_most_bytes(const ovi_cluster_counts *counts) {
  const uint64_t front =
      ovi_padded8(ovi_front_costs_begin(counts->ports, counts->linked) + 4 * counts->costs);
  const uint64_t rows =
      ovi_inner_all_costs(counts->level, counts->is_directed, counts->ports, counts->inner);
  return front + ovi_inner_rows_begin(counts->level, counts->is_directed, counts->waypoints) +
         ovi_padded8(6 * rows);
}

/* ---- Costs ----------------------------------------------------------------------------- */

/* The tables of a block: in the order in which they are stored, with the number of their costs. */
typedef struct row_tables {
  const uint32_t *costs[3];
  uint64_t counts[3];
} row_tables;

static row_tables tables_of(const ovi_cluster_numbers *numbers) {
  const ovi_cluster_counts *counts = &numbers->counts;
  const uint64_t table = (uint64_t)counts->inner * ovi_inner_row_costs(counts->ports);
  const uint64_t square = (uint64_t)counts->inner * ovi_inner_row_costs(counts->inner);
  return (row_tables){{numbers->to_ports, numbers->from_ports, numbers->between},
                      {table, counts->is_directed ? table : 0, counts->level > 1 ? square : 0}};
}

/* How costs are stored. */
typedef struct cost_form {
  bool wide;
  uint32_t shift;     /* of narrow costs of the front, from units */
  uint32_t row_shift; /* of rows */
  uint32_t row_most;  /* the greatest cost of a row, as it is stored */
} cost_form;

/* Ors and the maximum of costs. */
static void scan_costs(const uint32_t *costs, uint64_t count, uint32_t *bits, uint32_t *most) {
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t cost = costs[i] != OVI_NO_COST_32 ? costs[i] : 0;
    *bits |= cost;
    *most = cost > *most ? cost : *most;
  }
}

static cost_form form_of(const ovi_cluster_numbers *numbers, const row_tables *tables) {
  uint32_t bits = 0;
  uint32_t row_most = 0;
  for (int i = 0; i < 3; i++) {
    scan_costs(tables->costs[i], tables->counts[i], &bits, &row_most);
  }
  uint32_t most = row_most;
  scan_costs(numbers->costs, numbers->counts.costs, &bits, &most);
  OVI_ASSERT(most <= OVI_OVERLAY_MOST_COST >> numbers->shift);
  most <<= numbers->shift;
  row_most <<= numbers->shift;
  uint32_t shift = bits != 0 ? (uint32_t)ovi_lowest_bit(bits) + numbers->shift : 0;
  shift = shift < OVI_MOST_COST_SHIFT ? shift : OVI_MOST_COST_SHIFT;
  const bool wide = most >> shift > OVI_ROW_MOST;
  uint32_t row_shift = shift;
  while (wide && row_most >> row_shift > OVI_ROW_MOST / 2) { /* so that most sums fit */
    row_shift++;
  }
  OVI_ASSERT(row_shift <= OVI_MOST_ROW_SHIFT && row_most >> row_shift <= OVI_ROW_MOST);
  return (cost_form){wide, wide ? 0 : shift, row_shift, row_most >> row_shift};
}

/* Put costs with 32 bits, shifted left, or with 16, shifted right then; return where they end.
 * Simple loops, which compilers turn into vector code. */
static uint8_t *put_wide(const uint32_t *costs, uint64_t count, uint32_t left, uint8_t *at) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u32(at + 4 * i, costs[i] != OVI_NO_COST_32 ? costs[i] << left : OVI_NO_COST_32);
  }
  return at + 4 * count;
}

static uint8_t *put_narrow(const uint32_t *costs, uint64_t count, uint32_t left, uint32_t right,
                           uint8_t *at) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u16(at + 2 * i,
                costs[i] != OVI_NO_COST_32 ? costs[i] << left >> right : OVI_NO_COST_16);
  }
  return at + 2 * count;
}

/* ---- Pieces ---------------------------------------------------------------------------- */

static uint8_t *put_list_u32(const uint32_t *numbers, uint32_t count, uint8_t *at) {
  for (uint32_t i = 0; i < count; i++) {
    ovi_put_u32(at + 4 * (uint64_t)i, numbers[i]);
  }
  return at + 4 * (uint64_t)count;
}

static uint8_t *put_list_u16(const uint32_t *numbers, uint32_t count, uint8_t *at) {
  for (uint32_t i = 0; i < count; i++) {
    ovi_put_u16(at + 2 * (uint64_t)i, numbers[i]);
  }
  return at + 2 * (uint64_t)count;
}

/* Pads what begins at a multiple of 8 with zeros; returns where it ends. */
static uint8_t *pad_piece(const uint8_t *begin, uint8_t *at) {
  const uint64_t bytes = (uint64_t)(at - begin);
  memset(at, 0, (size_t)(ovi_padded8(bytes) - bytes));
  return at + (ovi_padded8(bytes) - bytes);
}

/* Puts the front, and returns where it ends. */
static uint8_t *put_front(const ovi_cluster_numbers *numbers, cost_form form, uint8_t *out) {
  const ovi_cluster_counts *counts = &numbers->counts;
  const uint32_t ports = counts->ports;
  uint8_t *at = out + OVI_CLUSTER_HEADER_BYTES;
  memset(out, 0, OVI_CLUSTER_HEADER_BYTES);
  ovi_put_u16(out + OVI_CLUSTER_PORTS, ports);
  ovi_put_u16(out + OVI_CLUSTER_LINKED, counts->linked);
  out[OVI_CLUSTER_FLAGS] = form.wide ? OVI_CLUSTER_WIDE : 0;
  out[OVI_CLUSTER_SHIFT] = (uint8_t)form.shift;
  ovi_put_u16(out + OVI_CLUSTER_WAYPOINTS, counts->waypoints);
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group,
                numbers->groups.begins[group + 1] - numbers->groups.begins[group]);
  }
  ovi_put_u16(out + OVI_CLUSTER_INNER, counts->inner);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_OUT, numbers->links[0]);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_IN, numbers->links[1]);
  at = put_list_u32(numbers->below, ports, at);
  at = put_list_u32(numbers->middles, ports, at);
  uint64_t costs = 0;
  for (uint32_t c = 0; c < counts->linked; c++, at += 4) {
    ovi_put_u32(at, (uint32_t)costs);
    costs += ovi_clique_costs(numbers->linked_begins[c + 1] - numbers->linked_begins[c],
                              counts->is_directed);
  }
  OVI_ASSERT(costs == counts->costs && numbers->linked_begins[counts->linked] == ports);
  at = put_list_u16(numbers->linked_begins, counts->linked + 1, at);
  at = put_list_u16(numbers->order, ports, at);
  for (uint32_t i = 0; i < ports; i++) { /* places */
    ovi_put_u16(at + 2 * (uint64_t)numbers->order[i], i);
  }
  at += 2 * (uint64_t)ports;
  OVI_ASSERT((uint64_t)(at - out) == ovi_front_costs_begin(ports, counts->linked));
  at = form.wide ? put_wide(numbers->costs, costs, numbers->shift, at)
                 : put_narrow(numbers->costs, costs, numbers->shift, form.shift, at);
  at = pad_piece(out, at);
  ovi_put_u32(out + OVI_CLUSTER_FRONT_BYTES, (uint32_t)(at - out));
  return at;
}

/* Puts the tables, and returns where they end. */
static uint8_t *put_tables(const ovi_cluster_numbers *numbers, const row_tables *tables,
                           cost_form form, uint8_t *out) {
  const ovi_cluster_counts *counts = &numbers->counts;
  ovi_put_u16(out + OVI_TABLES_ROW_MOST, form.row_most);
  ovi_put_u16(out + OVI_TABLES_ROW_SHIFT, form.row_shift);
  uint8_t *at = put_list_u16(numbers->runs, ovi_cluster_runs(counts->level, counts->is_directed),
                             out + OVI_TABLES_RUNS);
  for (uint32_t i = 0; i < counts->waypoints; i++, at += 2) {
    const uint32_t node = numbers->nodes[i];
    OVI_ASSERT(node == UINT32_MAX || node < counts->ports + counts->inner);
    ovi_put_u16(at, node == UINT32_MAX     ? OVI_NO_INNER
                    : node < counts->ports ? numbers->order[node]
                                           : node);
  }
  at = pad_piece(out, at);
  OVI_ASSERT((uint64_t)(at - out) ==
             ovi_inner_rows_begin(counts->level, counts->is_directed, counts->waypoints));
  for (int i = 0; i < 3; i++) {
    at = put_narrow(tables->costs[i], tables->counts[i], numbers->shift, form.row_shift, at);
  }
  for (int i = 0; form.wide && i < 3; i++) {
    at = put_wide(tables->costs[i], tables->counts[i], numbers->shift, at);
  }
  return pad_piece(out, at);
}

uint32_t ovi_cluster_write(const ovi_cluster_numbers *numbers, uint8_t *out) {
  const row_tables tables = tables_of(numbers);
  const cost_form form = form_of(numbers, &tables);
  uint8_t *const front_end = put_front(numbers, form, out);
  const uint8_t *end = put_tables(numbers, &tables, form, front_end);
  OVI_ASSERT((uint64_t)(end - out) <= ovi_cluster_most_bytes(&numbers->counts));
  return (uint32_t)(end - out);
}
