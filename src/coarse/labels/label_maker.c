/* Grows labels by a pruned search from each hub in the order of their ranks, then packs and writes
 * them; none are made if they would exceed the budget of bytes. The stages run in the order of
 * ovi_labels_make. */
#include "coarse/labels/label_maker.h"

#include "coarse/format/sections.h"
#include "common/bits.h"
#include "common/compiler.h"

enum {
  TURNS_A_REPORT = 65536, /* expansions between two calls of the progress callback */
  HUBS_BEND = 200 /* bends the curve of what is reported: more of the work lies in the first hubs */
};

/* The forecast of the size of labels while they grow. After so many hubs a share of the entries has
 * grown: all entries are at least forecast_percent[n] hundredths of those after 1/2^n of the hubs.
 * (Mazes have most of their entries first, and the percentages are theirs; random terrain, where
 * labels are largest, has two or three times as many to come.) An entry takes at least
 * FORECAST_QUARTERS quarters of a byte. Before FORECAST_HUBS hubs nothing is forecast. */
enum { FORECAST_HALVES = 6, FORECAST_HUBS = 64, FORECAST_QUARTERS = 5 };
static const uint32_t forecast_percent[FORECAST_HALVES + 1] = {100, 106, 112, 123, 142, 167, 200};

/* Items that take as long as one expansion. */
enum { LABEL_NODES = 64, ENTRIES = 48, LABEL_STEPS = 512 };

/* The stages, in their order. */
enum {
  LABEL_COUNT,
  LABEL_NUMBER,
  LABEL_FILL,
  LABEL_SHIFT,
  LABEL_ORDER,
  LABEL_SORT,
  LABEL_GROW,
  LABEL_CLOSE,
  LABEL_BUNDLE,
  LABEL_MEASURE,
  LABEL_STAGES
};

/* ---- The graph and the order of its nodes ------------------------------------ */

/* Ends the work without labels. */
static void label_abandon(ovi_label_maker *maker, ovl_labels reason, ovl_result result) {
  maker->reason = reason;
  maker->result = result;
}

static bool label_is_over(const ovi_label_maker *maker) {
  return maker->reason != OVL_LABELS_HELD || maker->result != OVL_OK;
}

/* The status with which a stage ends that has done its work. */
static ovi_status label_status(const ovi_label_maker *maker) {
  return label_is_over(maker) ? OVI_FAILED : OVI_DONE;
}

static void label_reserve(void *user, ovi_arena *arena) {
  ovi_label_maker *maker = user;
  ovi_graph_reserve(maker->graph, maker->layer, arena);
  const uint32_t nodes = maker->graph->node_count;
  const uint64_t largest = ovi_graph_padded(maker->graph->largest);
  ovi_label_order_reserve(&maker->order, arena);
  maker->filling.nodes = ovi_arena_take(arena, nodes, sizeof(ovi_graph_node));
  maker->filling.square = ovi_arena_take(arena, largest * (largest + 2), sizeof(uint32_t));
  maker->growing.grown =
      (ovi_grown_labels){.graph = maker->graph,
                         .rank = maker->order.rank,
                         .labels = ovi_arena_take(arena, nodes, sizeof(ovi_label_growth)),
                         .costs = ovi_arena_take(arena, nodes, sizeof(uint32_t))};
  ovi_bundles_reserve(&maker->packing.bundles, arena, nodes);
  ovi_way_closure_reserve(&maker->closure, arena);
}

/* Counts the graph, and takes memory for all but the growing labels unless there can be none. */
static ovi_status count_graph(void *work) {
  ovi_label_maker *maker = work;
  const ovi_flat_graph *graph = maker->graph;
  if (!ovi_graph_count(&maker->filling.maker, &maker->stages.item, maker->stages.budget)) {
    return OVI_PAUSED;
  }
  if (graph->node_count > OVL_MAX_LABEL_WAYPOINTS ||
      maker->layer->partition.height > OVL_MAX_SIDE_CELLS ||
      maker->layer->graph.max_ports > OVI_LABEL_PORTS) {
    label_abandon(maker, OVL_LABELS_TOO_MANY, OVL_OK);
  } else if (graph->node_count == 0) {
    label_abandon(maker, OVL_LABELS_NO_WAYPOINTS, OVL_OK);
  } else if (!ovi_memory_take(&maker->memory, maker->task.allocator, label_reserve, maker)) {
    label_abandon(maker, OVL_LABELS_HELD, OVL_NO_MEMORY);
  }
  return label_status(maker);
}

static ovi_status number_nodes(void *work) {
  ovi_label_maker *maker = work;
  return ovi_graph_number(&maker->filling.maker, &maker->stages.item, maker->stages.budget)
             ? label_status(maker)
             : OVI_PAUSED;
}

static ovi_status fill_graph(void *work) {
  ovi_label_maker *maker = work;
  return ovi_graph_fill(&maker->filling.maker, &maker->stages.item, maker->stages.budget)
             ? label_status(maker)
             : OVI_PAUSED;
}

static ovi_status shift_costs(void *work) {
  ovi_label_maker *maker = work;
  if (!ovi_graph_shift(maker->graph, &maker->stages.item, maker->stages.budget)) {
    return OVI_PAUSED;
  }
  if (!ovi_graph_fits(maker->graph)) {
    label_abandon(maker, OVL_LABELS_TOO_LONG, OVL_OK);
  } else {
    ovi_label_order_begin(&maker->order);
    ovi_slice_pay(maker->stages.budget,
                  (uint64_t)maker->graph->node_count * maker->order.trees.grown);
  }
  return label_status(maker);
}

/* Grows the trees that give the order, and renumbers the graph by it. */
static ovi_status order_nodes(void *work) {
  ovi_label_maker *maker = work;
  if (!ovi_label_order_grow(&maker->order, maker->stages.budget)) {
    return OVI_PAUSED;
  }
  if (maker->order.trees.overflows) {
    label_abandon(maker, OVL_LABELS_TOO_LONG, OVL_OK);
    return label_status(maker);
  }
  ovi_label_order_rank(&maker->order);
  ovi_graph_renumber(maker->graph, maker->order.rank, maker->filling.nodes);
  ovi_slice_pay(maker->stages.budget, maker->graph->node_count / LABEL_NODES);
  return label_status(maker);
}

/* Sorts the cliques of the renumbered graph, and begins labels that are empty. */
static ovi_status sort_cliques(void *work) {
  ovi_label_maker *maker = work;
  const uint32_t nodes = maker->graph->node_count;
  if (!ovi_graph_sort_cliques(maker->graph, maker->filling.square, &maker->stages.item,
                              maker->stages.budget)) {
    return OVI_PAUSED;
  }
  ovi_graph_search_clear(maker->search);
  for (uint32_t rank = 0; rank < nodes; rank++) {
    maker->growing.grown.labels[rank] = (ovi_label_growth){NULL, 0, 0};
    maker->growing.grown.costs[rank] = OVI_GRAPH_FAR;
  }
  ovi_hub_batch_begin(&maker->growing.batch, &maker->growing.grown, maker->task.jobs,
                      maker->task.allocator);
  ovi_slice_pay(maker->stages.budget, nodes / LABEL_NODES);
  return label_status(maker);
}

/* ---- Growing ------------------------------------------------------------- */

static ovi_labels_layout layout_of(const ovi_label_maker *maker) {
  const ovi_labels_counts counts = {.regions = ovi_region_count(maker->layer),
                                    .nodes = maker->graph->node_count,
                                    .steps = maker->packing.bundles.steps,
                                    .data_bytes = maker->data_bytes,
                                    .links = maker->closure.link_count,
                                    .ways = maker->closure.count};
  return ovi_labels_layout_of(counts);
}

static void add_entry(ovi_label_maker *maker, uint32_t node, uint32_t cost) {
  ovi_label_growth *label = &maker->growing.grown.labels[node];
  if (!ovi_label_add(&maker->growing.pool, label, maker->growing.hub, cost)) {
    label_abandon(maker, OVL_LABELS_HELD, OVL_NO_MEMORY);
  } else if (label->count == UINT16_MAX) {
    label_abandon(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
  }
  maker->data_bytes++;
}

static bool label_visit(void *user, uint32_t node) {
  ovi_label_maker *maker = user;
  maker->growing.turns++;
  const uint32_t cost = maker->search->cost;
  if (!label_is_over(maker) && !ovi_labels_cover(&maker->growing.grown, node, cost)) {
    maker->search->overflows |= (uint64_t)cost << maker->graph->shift >= OVI_LABEL_COSTS_END;
    add_entry(maker, node, cost);
    ovi_graph_expand(maker->search, node);
  }
  return true;
}

/* Ends the search from a hub: goes on to the next one, or gives the labels up where a cost is too
 * long for them, or where they are forecast to exceed the budget. */
static void end_hub(ovi_label_maker *maker) {
  OVI_ASSERT(maker->growing.hub == maker->stages.item);
  ovi_graph_retire(maker->search, (uint32_t)maker->stages.item);
  maker->stages.item++;
  if (label_is_over(maker)) {
    return;
  }
  if (maker->search->overflows) {
    label_abandon(maker, OVL_LABELS_TOO_LONG, OVL_OK);
    return;
  }
  /* A lower bound of the section's size, by the entries that have grown so far. Once the last hub
   * has been searched from, it is that of all entries, of a byte and a quarter each. */
  const uint64_t hubs = maker->stages.item;
  uint32_t halves = 0;
  while (halves <= FORECAST_HALVES && hubs << (halves + 1) <= maker->graph->node_count) {
    halves++;
  }
  const uint64_t entries = hubs < FORECAST_HUBS || halves > FORECAST_HALVES
                               ? 0
                               : maker->data_bytes * forecast_percent[halves] / 100;
  if (layout_of(maker).bytes > maker->budget_bytes ||
      entries * FORECAST_QUARTERS / 4 > maker->budget_bytes) {
    label_abandon(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
  }
}

/* Continues the search from one hub; true: it is finished. */
static bool grow_from(ovi_label_maker *maker, uint64_t *budget) {
  const uint32_t hub = (uint32_t)maker->stages.item;
  if (!maker->growing.is_searching) {
    maker->growing.hub = hub;
    maker->growing.is_searching = true;
    ovi_labels_spread(&maker->growing.grown, hub, 0, false);
    ovi_graph_add_root(maker->search, hub);
  }
  const uint64_t before = maker->growing.turns;
  const bool is_done = ovi_graph_search_run(maker->search, label_visit, maker, *budget);
  ovi_slice_pay(budget, maker->growing.turns - before);
  if (!is_done) {
    return false;
  }
  ovi_slice_pay(budget, ovi_graph_search_reset(maker->search));
  ovi_labels_spread(&maker->growing.grown, hub, 0, true);
  maker->growing.is_searching = false;
  end_hub(maker);
  return true;
}

/* Grows labels from a batch of hubs; those from the first incomplete one on are left. */
static void grow_batch(ovi_label_maker *maker, uint32_t count, uint64_t *budget) {
  ovi_hub_batch *batch = &maker->growing.batch;
  const uint64_t turns = ovi_hub_batch_search(batch, (uint32_t)maker->stages.item, count);
  maker->growing.turns += turns;
  ovi_slice_pay(budget, turns);
  for (uint32_t i = 0; i < count && batch->hubs[i].is_complete && !label_is_over(maker); i++) {
    /* Add what the hub found and no hub of the batch before it covers. */
    const uint32_t hub = (uint32_t)maker->stages.item;
    const ovi_batch_hub *found = &batch->hubs[i];
    maker->growing.hub = hub;
    ovi_labels_spread(&maker->growing.grown, hub, batch->first, false);
    for (uint32_t k = 0; k < found->count && !label_is_over(maker); k++) {
      if (!ovi_hub_batch_covers(batch, &found->entries[k])) {
        add_entry(maker, found->entries[k].node, found->entries[k].cost);
      }
    }
    ovi_labels_spread(&maker->growing.grown, hub, batch->first, true);
    end_hub(maker);
  }
}

static ovi_status grow_labels(void *work) {
  ovi_label_maker *maker = work;
  ovi_label_growing *growing = &maker->growing;
  const uint32_t nodes = maker->graph->node_count;
  while (maker->stages.item < nodes && !label_is_over(maker)) {
    const uint64_t before = maker->stages.item;
    const uint32_t together = ovi_hub_batch_size(&maker->growing.batch, (uint32_t)before);
    if (*maker->stages.budget != 0 && together > 1) {
      grow_batch(maker, together, maker->stages.budget);
    }
    const bool is_left = maker->stages.item == before && !label_is_over(maker);
    if (is_left && (*maker->stages.budget == 0 || !grow_from(maker, maker->stages.budget))) {
      return label_is_over(maker) ? OVI_FAILED : OVI_PAUSED;
    }
    if (!label_is_over(maker) && growing->turns - growing->reported >= TURNS_A_REPORT) {
      /* The part of the task's share that is done. The first hubs reach most waypoints and the last
       * few only their own, so that the work grows much as a logarithm. The rest is for packing the
       * labels. */
      const uint64_t share = maker->task.share;
      const uint64_t log = (uint64_t)ovi_log2(1 + HUBS_BEND * maker->stages.item / nodes);
      ovi_progress reported = *maker->task.progress;
      growing->reported = growing->turns;
      if (ovi_progress_add(&reported, share * log / (uint64_t)ovi_log2(1 + HUBS_BEND) * 7 / 8) !=
          OVL_OK) {
        label_abandon(maker, OVL_LABELS_HELD, OVL_STOPPED);
      }
    }
  }
  ovi_hub_batch_release(&maker->growing.batch);
  return label_status(maker);
}

/* ---- Ways ---------------------------------------------------------------- */

static ovi_status close_ways(void *work) {
  ovi_label_maker *maker = work;
  return ovi_way_closure_make(&maker->closure, maker->layer, &maker->growing.grown,
                              &maker->stages.item, maker->stages.budget)
             ? label_status(maker)
             : OVI_PAUSED;
}

/* ---- Packing ------------------------------------------------------------- */

static ovi_status make_bundles(void *work) {
  ovi_label_maker *maker = work;
  ovi_bundle_maker *bundles = &maker->packing.bundles;
  if (maker->stages.item == 0) {
    ovi_bundles_begin(bundles, maker->layer, &maker->growing.grown);
    maker->stages.item = 1;
  }
  if (!ovi_bundles_make(bundles, maker->stages.budget)) {
    return OVI_PAUSED;
  }
  if (bundles->no_memory) {
    label_abandon(maker, OVL_LABELS_HELD, OVL_NO_MEMORY);
  } else if (bundles->overflows) {
    label_abandon(maker, OVL_LABELS_TOO_LONG, OVL_OK);
  }
  ovi_label_pool_release(&maker->growing.pool);
  if (!label_is_over(maker)) {
    ovi_slice_pay(maker->stages.budget, LABEL_STEPS);
    maker->data_bytes = 0;
    maker->packing.next = bundles->list;
  }
  return label_status(maker);
}

/* Sums the sizes of the packed labels; abandons labels that exceed the budget. */
static ovi_status measure_labels(void *work) {
  ovi_label_maker *maker = work;
  for (; maker->packing.next != NULL && *maker->stages.budget != 0;
       maker->packing.next = maker->packing.next->next) {
    maker->data_bytes += ovi_bundle_measure(&maker->packing.bundles, maker->packing.next);
    ovi_slice_pay(maker->stages.budget, 1 + maker->packing.next->rows / ENTRIES);
  }
  if (maker->packing.next != NULL) {
    return OVI_PAUSED;
  }
  if (ovi_chunked_bytes(layout_of(maker).bytes) > maker->budget_bytes) {
    label_abandon(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
  }
  return label_status(maker);
}

/* ---- All ----------------------------------------------------------------- */

void ovi_labels_begin(ovi_label_maker *maker, const ovi_layer *layer, const ovi_label_task *task) {
  const uint64_t budget_bytes = task->cells * (uint64_t)task->bytes_per_cell;
  *maker = (ovi_label_maker){.layer = layer,
                             .task = *task,
                             .graph = &maker->order.trees.graph,
                             .search = &maker->order.trees.search,
                             .budget_bytes = budget_bytes < UINT32_MAX ? budget_bytes : UINT32_MAX};
  maker->packing.bundles.allocator = task->allocator;
  maker->growing.batch.memory.allocator = task->allocator;
  ovi_label_pool_begin(&maker->growing.pool, task->allocator);
  if (task->later) {
    maker->reason = OVL_LABELS_STALE;
    return;
  }
  if (task->bytes_per_cell == 0) {
    maker->reason = OVL_LABELS_NOT_ASKED;
    return;
  }
  ovi_graph_costs costs = OVI_GRAPH_PLAIN;
  if (layer->profile.is_directed && ovi_layer_is_balanced(layer)) {
    costs = OVI_GRAPH_BALANCED;
  } else if (layer->profile.is_directed) {
    costs = OVI_GRAPH_WALKING;
    if (!ovi_ways_serve(layer, &maker->closure.link_count, &maker->closure.count)) {
      maker->reason = OVL_LABELS_DIRECTED;
      return;
    }
  }
  maker->order.islands = layer->islands.count;
  maker->order.allocator = task->allocator;
  maker->order.jobs = task->jobs;
  ovi_graph_begin(&maker->filling.maker, maker->graph, layer, costs);
}

bool ovi_labels_make(ovi_label_maker *maker, uint64_t *budget) {
  static const ovi_stage stages[LABEL_STAGES] = {
      [LABEL_COUNT] = {"count the graph", count_graph},
      [LABEL_NUMBER] = {"number its nodes", number_nodes},
      [LABEL_FILL] = {"fill the graph", fill_graph},
      [LABEL_SHIFT] = {"make costs fit", shift_costs},
      [LABEL_ORDER] = {"order the hubs", order_nodes},
      [LABEL_SORT] = {"sort the cliques", sort_cliques},
      [LABEL_GROW] = {"grow labels", grow_labels},
      [LABEL_CLOSE] = {"close the ways over links", close_ways},
      [LABEL_BUNDLE] = {"bundle the labels", make_bundles},
      [LABEL_MEASURE] = {"measure the labels", measure_labels}};
  maker->stages.budget = budget;
  return label_is_over(maker) ||
         ovi_stages_do(&maker->stages, stages, LABEL_STAGES, maker, NULL) != OVI_PAUSED;
}

void ovi_label_maker_release(ovi_label_maker *maker) {
  ovi_hub_batch_release(&maker->growing.batch);
  ovi_label_pool_release(&maker->growing.pool);
  ovi_bundles_release(&maker->packing.bundles);
  ovi_memory_release(&maker->memory);
}

/* ---- The section --------------------------------------------------------- */

uint64_t ovi_label_maker_bytes(const ovi_label_maker *maker) {
  return ovi_chunked_bytes(maker->reason == OVL_LABELS_HELD ? layout_of(maker).bytes
                                                            : OVI_LABELS_TABLE);
}

void ovi_label_maker_begin_section(ovi_label_maker *maker, uint64_t fingerprint, uint8_t *section) {
  maker->packing.section = section;
  maker->packing.written = 0;
  maker->packing.next = maker->packing.bundles.list;
  ovi_put_u64(section + OVI_LABELS_STAMP, fingerprint);
  ovi_put_u16(section + OVI_LABELS_REASON, (uint32_t)maker->reason);
  ovi_put_u16(section + OVI_LABELS_BUDGET, (uint32_t)maker->task.bytes_per_cell);
  if (maker->reason != OVL_LABELS_HELD) {
    return;
  }
  const ovi_labels_layout at = layout_of(maker);
  ovi_put_u32(section + OVI_LABELS_COUNT, maker->graph->node_count);
  ovi_put_u16(section + OVI_LABELS_SHIFT, maker->graph->shift);
  ovi_put_u16(section + OVI_LABELS_COST_BYTES, ovi_bundle_cost_bytes(&maker->packing.bundles));
  ovi_put_u32(section + OVI_LABELS_DATA_BYTES, (uint32_t)maker->data_bytes);
  ovi_put_u32(section + OVI_LABELS_STEPS, maker->packing.bundles.steps);
  ovi_put_u16(section + OVI_LABELS_LINKS, maker->closure.link_count);
  ovi_put_u16(section + OVI_LABELS_WAYS, maker->closure.count);
  for (uint32_t i = 0; i < maker->packing.bundles.steps; i++) {
    ovi_put_u16(section + OVI_LABELS_TABLE + 2 * (size_t)i,
                (uint16_t)maker->packing.bundles.table[i]);
  }
  for (uint32_t id = 0; id < ovi_region_count(maker->layer); id++) {
    ovi_put_u32(section + at.firsts + 4 * (uint64_t)id, maker->graph->firsts[id]);
  }
  for (uint32_t rank = 0; rank < maker->graph->node_count; rank++) {
    uint8_t *hub = section + at.hubs + 4 * (uint64_t)rank;
    ovi_put_u16(hub, maker->graph->nodes[rank].x);
    ovi_put_u16(hub + 2, maker->graph->nodes[rank].y);
  }
  ovi_way_closure_write(&maker->closure, &at, section);
}

bool ovi_label_maker_write(ovi_label_maker *maker, uint64_t *budget) {
  if (maker->reason != OVL_LABELS_HELD) {
    return true;
  }
  const ovi_labels_layout at = layout_of(maker);
  uint8_t *begins = maker->packing.section + at.begins;
  uint8_t *data = maker->packing.section + at.data;
  for (; maker->packing.next != NULL && *budget != 0;
       maker->packing.next = maker->packing.next->next) {
    const ovi_label_bundle *bundle = maker->packing.next;
    for (uint32_t i = 0; i < bundle->count; i++) {
      ovi_put_u32(begins + 4 * ((uint64_t)bundle->first + i), (uint32_t)maker->packing.written);
    }
    maker->packing.written = (uint64_t)(ovi_bundle_write(&maker->packing.bundles, bundle,
                                                         data + maker->packing.written) -
                                        data);
    ovi_slice_pay(budget, 1 + bundle->rows / ENTRIES);
  }
  ovi_put_u32(begins + 4 * (uint64_t)maker->graph->node_count, (uint32_t)maker->data_bytes);
  OVI_ASSERT(maker->packing.next != NULL || maker->packing.written == maker->data_bytes);
  return maker->packing.next == NULL;
}
