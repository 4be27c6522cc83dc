/* A cell's graph, searched from each of its ports. */
#include "coarse/overlay/make/overlay_costs.h"

#include "common/compiler.h"

/* ---- Rooms ------------------------------------------------------------------------- */

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint64_t larger64(uint64_t a, uint64_t b) { return a > b ? a : b; }

void ovi_overlay_room_grow(ovi_overlay_room_sizes *sizes, const ovi_cell_plan *plan) {
  const ovi_part_labels *labels = plan->labels;
  sizes->below_ports = larger(sizes->below_ports, labels->begins[OVI_OVERLAY_PLACES]);
  sizes->nodes = larger(sizes->nodes, plan->ports + labels->waypoints);
  sizes->cliques = larger(sizes->cliques, labels->cliques + 1);
  sizes->slots = larger(sizes->slots, labels->slots + OVI_GRAPH_LANES);
  sizes->largest = larger(sizes->largest, labels->largest);
  sizes->costs = larger64(sizes->costs, labels->costs);
  sizes->block_costs = larger64(sizes->block_costs, plan->costs);
}

void ovi_overlay_room_reserve(ovi_overlay_room *room, const ovi_overlay_room_sizes *sizes,
                              ovi_arena *arena) {
  ovi_flat_graph *graph = &room->graph;
  *graph = (ovi_flat_graph){.clique_count = sizes->cliques, .slot_count = sizes->slots};
  graph->nodes = ovi_arena_take(arena, sizes->nodes, sizeof(ovi_graph_node));
  graph->cliques = ovi_arena_take(arena, sizes->cliques, sizeof(ovi_graph_clique));
  graph->members = ovi_arena_take(arena, sizes->slots, sizeof(uint32_t));
  graph->costs = ovi_arena_take(arena, sizes->costs, sizeof(uint32_t));
  ovi_graph_search_reserve(&room->search, graph, arena);
  room->nodes = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  room->places = ovi_arena_take(arena, sizes->largest, sizeof(uint32_t));
  room->costs = ovi_arena_take(arena, sizes->block_costs, sizeof(uint32_t));
}

/* ---- The graph ---------------------------------------------------------------------- */

/* A cell's graph while it is laid out. */
typedef struct cluster_layout {
  ovi_overlay_room *room;
  const ovi_layer *layer;
  uint32_t level;
  const ovi_cell_plan *plan;
  ovi_below_box box;
  int32_t fan;
  uint32_t all_bits; /* of all costs */
} cluster_layout;

/* The first clique is empty: that of what has none on one side. */
static void begin_graph(cluster_layout *layout) {
  ovi_overlay_room *room = layout->room;
  ovi_flat_graph *graph = &room->graph;
  graph->node_count = layout->plan->ports;
  graph->cliques[0] = (ovi_graph_clique){.count = 0};
  graph->clique_count = 1;
  graph->slot_count = OVI_GRAPH_LANES;
  graph->cost_count = 0;
  graph->max_cost = 0;
  for (uint32_t i = 0; i < OVI_GRAPH_LANES; i++) {
    graph->members[i] = OVI_NO_NODE;
  }
  for (uint32_t i = 0; i < layout->plan->labels->begins[OVI_OVERLAY_PLACES]; i++) {
    room->nodes[i] = OVI_NO_NODE;
  }
  for (uint32_t place = 0; place < layout->plan->ports; place++) {
    const uint32_t below = layout->plan->below[layout->plan->order[place]];
    room->nodes[layout->plan->labels->begins[below >> 16] + (below & 0xffffu)] = place;
    graph->nodes[place] = (ovi_graph_node){.clique = {0, 0}};
  }
}

/* Makes nodes of the waypoints that a place owns, and finds those that it shares with places
 * before. */
static void number_place(cluster_layout *layout, int32_t x, int32_t y) {
  ovi_overlay_room *room = layout->room;
  const uint32_t *firsts = layout->plan->labels->begins;
  const ovi_below *below = &room->below;
  uint32_t *nodes = room->nodes + firsts[y * layout->fan + x];
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const int32_t other_x = x + ovi_group_x(group);
    const int32_t other_y = y + ovi_group_y(group);
    if (below->groups.begins[group + 1] == below->groups.begins[group] || other_x < 0 ||
        other_y < 0 || other_x >= layout->box.w || other_y >= layout->box.h) {
      continue;
    }
    if (group < OVI_OWN_GROUPS) {
      for (uint32_t port = below->groups.begins[group]; port < below->groups.begins[group + 1];
           port++) {
        room->graph.nodes[room->graph.node_count] = (ovi_graph_node){.clique = {0, 0}};
        nodes[port] = room->graph.node_count++;
      }
      continue;
    }
    ovi_below_view(&room->beside, layout->layer, layout->level - 1,
                   ovi_below_id(&layout->box, other_x, other_y));
    const uint32_t *theirs = room->nodes + firsts[other_y * layout->fan + other_x] +
                             room->beside.groups.begins[ovi_group_opposite(group)];
    memcpy(nodes + below->groups.begins[group], theirs,
           ovi_below_shared(below, &room->beside, group) * sizeof(*nodes));
  }
}

/* The costs of a clique between `count` of its places. */
static void cluster_add_costs(cluster_layout *layout, const ovi_clique *clique, uint32_t count) {
  ovi_flat_graph *graph = &layout->room->graph;
  const uint32_t *places = layout->room->places;
  const uint32_t stride = ovi_graph_padded(count);
  uint32_t *costs = graph->costs + graph->cost_count;
  for (uint32_t row = 0; row < count; row++) {
    const uint64_t at = ovi_clique_at(places[row], 0);
    for (uint32_t column = 0; column < row; column++) {
      const uint32_t cost = ovi_clique_cost_at(clique, at + places[column]);
      costs[(uint64_t)row * stride + column] = cost;
      costs[(uint64_t)column * stride + row] = cost;
      layout->all_bits |= cost;
      graph->max_cost = larger(graph->max_cost, cost);
    }
    for (uint32_t column = count; column < stride; column++) {
      costs[(uint64_t)row * stride + column] = 0;
    }
    costs[(uint64_t)row * stride + row] = 0;
  }
  graph->cost_count += (uint64_t)count * stride;
}

/* Adds a clique, as far as its members are nodes. `nodes` are those of its place's ports. */
static void add_clique(cluster_layout *layout, const ovi_clique *clique, const uint32_t *nodes) {
  ovi_flat_graph *graph = &layout->room->graph;
  uint32_t count = 0;
  for (uint32_t place = 0; place < clique->count; place++) {
    if (nodes[ovi_clique_port(clique, place)] != OVI_NO_NODE) {
      layout->room->places[count++] = place;
    }
  }
  if (count < 2) {
    return;
  }
  const uint32_t number = graph->clique_count++;
  graph->cliques[number] =
      (ovi_graph_clique){count, count, graph->slot_count, 0, graph->cost_count};
  for (uint32_t i = 0; i < ovi_graph_padded(count); i++) {
    const uint32_t slot = graph->slot_count++;
    if (i >= count) {
      graph->members[slot] = OVI_NO_NODE;
      continue;
    }
    const uint32_t name = nodes[ovi_clique_port(clique, layout->room->places[i])];
    ovi_graph_node *node = &graph->nodes[name];
    const uint32_t side = node->clique[0] == 0 ? 0 : 1;
    graph->members[slot] = name;
    node->clique[side] = number;
    node->slot[side] = slot;
  }
  cluster_add_costs(layout, clique, count);
}

static void cluster_lay_out(cluster_layout *layout) {
  ovi_overlay_room *room = layout->room;
  begin_graph(layout);
  for (int32_t y = 0; y < layout->box.h; y++) {
    for (int32_t x = 0; x < layout->box.w; x++) {
      ovi_below_view(&room->below, layout->layer, layout->level - 1,
                     ovi_below_id(&layout->box, x, y));
      number_place(layout, x, y);
    }
  }
  for (int32_t y = 0; y < layout->box.h; y++) {
    for (int32_t x = 0; x < layout->box.w; x++) {
      ovi_below_view(&room->below, layout->layer, layout->level - 1,
                     ovi_below_id(&layout->box, x, y));
      const uint32_t *nodes = room->nodes + layout->plan->labels->begins[y * layout->fan + x];
      for (uint32_t component = 0; component < room->below.linked; component++) {
        const ovi_clique clique = ovi_below_clique(&room->below, component);
        add_clique(layout, &clique, nodes);
      }
    }
  }
  ovi_flat_graph *graph = &room->graph;
  graph->shift = layout->all_bits != 0 ? (uint32_t)ovi_lowest_bit(layout->all_bits) : 0;
  graph->max_cost >>= graph->shift;
  for (uint64_t i = 0; i < graph->cost_count; i++) {
    graph->costs[i] >>= graph->shift;
  }
}

/* ---- Searches ------------------------------------------------------------------------ */

/* A search from one port to those before it in its component. */
typedef struct port_search {
  ovi_graph_search *search;
  uint32_t begin, root; /* nodes; the ports are numbered first, by their places in the order */
  uint32_t left;        /* ports that are still looked for */
  uint32_t *row;        /* a cost for each */
} port_search;

static bool cluster_turn(void *user, uint32_t node) {
  port_search *search = user;
  if (node >= search->begin && node < search->root) {
    search->row[node - search->begin] = search->search->cost;
    if (--search->left == 0) {
      return false;
    }
  }
  ovi_graph_expand(search->search, node);
  return !search->search->overflows;
}

/* Fills a triangle, in shifted units. False: a cost does not fit. */
static bool find_costs(ovi_overlay_room *room, const ovi_cell_plan *plan) {
  uint32_t *row = room->costs;
  const uint32_t most = OVI_LABEL_MOST >> room->graph.shift;
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint32_t begin = plan->linked_begins[c];
    for (uint32_t root = begin + 1; root < plan->linked_begins[c + 1]; root++) {
      port_search search = {&room->search, begin, root, root - begin, row};
      ovi_graph_add_root(&room->search, root);
      ovi_best_first(&room->search, ovi_graph_pop, &search, cluster_turn, OVI_SLICE_ENDLESS);
      uint64_t endless = OVI_SLICE_ENDLESS;
      ovi_graph_search_reset(&room->search, &endless);
      ovi_bucket_ring_clear(&room->search.open, room->graph.max_cost);
      for (uint32_t i = 0; i < root - begin; i++) {
        if (room->search.overflows || row[i] > most) {
          return false;
        }
      }
      row += root - begin;
    }
  }
  return true;
}

/* ---- The block ------------------------------------------------------------------------ */

static uint64_t costs_begin(const ovi_cell_plan *plan) {
  return OVI_CLUSTER_HEADER_BYTES + 12 * (uint64_t)plan->ports + 6 * (uint64_t)plan->linked + 2;
}

uint64_t ovi_overlay_block_most(const ovi_cell_plan *plan) {
  const uint64_t bytes = (costs_begin(plan) + 4 * plan->costs + 7) & ~(uint64_t)7;
  return plan->too_large || bytes > OVI_BLOCK_MOST_BYTES ? UINT64_MAX : bytes;
}

static uint32_t cluster_put_costs(const ovi_overlay_room *room, const ovi_cell_plan *plan,
                                  uint8_t *out) {
  uint32_t bits = 0;
  uint32_t most = 0;
  for (uint64_t i = 0; i < plan->costs; i++) {
    const uint32_t cost = room->costs[i] << room->graph.shift;
    bits |= cost;
    most = larger(most, cost);
  }
  uint32_t shift = bits != 0 ? (uint32_t)ovi_lowest_bit(bits) : 0;
  shift = shift < OVI_MOST_COST_SHIFT ? shift : OVI_MOST_COST_SHIFT;
  const bool wide = most >> shift > UINT16_MAX;
  out[OVI_CLUSTER_FLAGS] = wide ? OVI_CLUSTER_WIDE : 0;
  out[OVI_CLUSTER_SHIFT] = (uint8_t)(wide ? 0 : shift);
  uint8_t *at = out + costs_begin(plan);
  for (uint64_t i = 0; i < plan->costs; i++) {
    const uint32_t cost = room->costs[i] << room->graph.shift;
    if (wide) {
      ovi_put_u32(at + 4 * i, cost);
    } else {
      ovi_put_u16(at + 2 * i, cost >> shift);
    }
  }
  return (uint32_t)((costs_begin(plan) + (wide ? 4 : 2) * plan->costs + 7) & ~(uint64_t)7);
}

/* What is known of each port, and of each component. */
static void cluster_put_ports(const cluster_layout *layout, uint8_t *out) {
  const ovi_cell_plan *plan = layout->plan;
  const ovi_cluster cell = ovi_overlay_view_block(layout->layer, layout->level, plan->id, out);
  uint8_t *below = out + (cell.below - out);
  uint8_t *middles = out + (cell.middles - out);
  for (uint32_t port = 0; port < plan->ports; port++) {
    const uint32_t stored = plan->below[port];
    const int32_t place = (int32_t)(stored >> 16);
    const ovi_half_cells middle = ovi_overlay_middle(
        layout->layer, layout->level - 1,
        ovi_below_id(&layout->box, place % layout->fan, place / layout->fan), stored & 0xffffu);
    ovi_put_u32(below + 4 * (uint64_t)port, stored);
    ovi_put_u32(
        middles + 4 * (uint64_t)port,
        ovi_overlay_along(layout->layer, &cell, ovi_port_group(&cell.groups, port), middle));
  }
  uint64_t costs = 0;
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint64_t size = plan->linked_begins[c + 1] - plan->linked_begins[c];
    ovi_put_u32(out + (cell.cost_begins - out) + 4 * (uint64_t)c, (uint32_t)costs);
    ovi_put_u16(out + (cell.linked_begins - out) + 2 * ((uint64_t)c + 1),
                plan->linked_begins[c + 1]);
    costs += size * (size - 1) / 2;
  }
  for (uint32_t place = 0; place < plan->ports; place++) {
    ovi_put_u16(out + (cell.order - out) + 2 * (uint64_t)place, plan->order[place]);
    ovi_put_u16(out + (cell.places - out) + 2 * (uint64_t)plan->order[place], place);
  }
}

uint32_t ovi_overlay_block_write(ovi_overlay_room *room, const ovi_layer *layer, uint32_t level,
                                 const ovi_cell_plan *plan, uint8_t *out) {
  cluster_layout layout = {.room = room,
                           .layer = layer,
                           .level = level,
                           .plan = plan,
                           .box = ovi_below_box_of(layer, level, plan->id),
                           .fan = ovi_overlay_fan(level)};
  if (plan->costs != 0) {
    cluster_lay_out(&layout);
    uint64_t at = 0;
    uint64_t endless = OVI_SLICE_ENDLESS;
    if (!ovi_graph_fits(&room->graph)) {
      return 0;
    }
    ovi_graph_search_clear(&room->search, &at, &endless);
    if (!find_costs(room, plan)) {
      return 0;
    }
  }
  ovi_put_u16(out + OVI_CLUSTER_PORTS, plan->ports);
  ovi_put_u16(out + OVI_CLUSTER_LINKED, plan->linked);
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group, plan->groups[group]);
  }
  cluster_put_ports(&layout, out);
  return cluster_put_costs(room, plan, out);
}
