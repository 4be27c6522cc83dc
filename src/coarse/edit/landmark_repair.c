/* Lowers landmark costs until no edge violates the bound. Regions with lowered rows wait in a
 * queue; a row is passed on through both regions of its waypoint. */
#include "coarse/edit/landmark_repair.h"

#include "coarse/view/landmark_costs.h"
#include "common/arena.h"
#include "common/buffer.h"
#include "common/compiler.h"
#include "common/number_map.h"

/* The most rows that are passed on in one layer: a number for each edit, and one for each replaced
 * region. */
enum { ROWS_PER_EDIT = 1024, ROWS_PER_REGION = 256 };

#define NO_TABLE UINT32_MAX

/* A row has to be passed on through the region that owns its waypoint, or through the other region
 * of the waypoint. */
enum { DIRTY_IN_OWNER = 1, DIRTY_IN_OTHER = 2 };

/* The landmark costs of the waypoints that a region owns, while they change. */
typedef struct cost_table {
  uint32_t region, profile;
  uint32_t waypoints;
  uint32_t *costs; /* a row for each waypoint */
  uint8_t *dirty;  /* in the same memory: flags of each waypoint */
  uint64_t bytes;  /* of both */
  uint32_t next;   /* table in the queue */
  bool is_changed, is_queued;
} cost_table;

/* The row of a port. */
typedef struct port_row {
  uint32_t *costs;
  uint8_t *dirty;
  uint32_t table; /* that has the row */
} port_row;

typedef struct repair_work {
  const ovi_update *update;
  ovi_buffer tables;
  ovi_number_map numbers; /* of tables, by region and profile */
  uint32_t head, tail;    /* of the queue */
  port_row *rows;         /* of the ports of the current region */
  uint64_t row_bytes;
  uint64_t row_budget; /* rows that may still be passed on */
  bool failed;         /* no memory */
} repair_work;

/* ---- Tables ------------------------------------------------------------------- */

static cost_table *table_at(const repair_work *work, uint32_t number) {
  return (cost_table *)(void *)work->tables.bytes + number;
}

static uint32_t table_count(const repair_work *work) {
  return (uint32_t)(work->tables.used / sizeof(cost_table));
}

static uint64_t table_key(const repair_work *work, uint32_t profile, uint32_t region) {
  return (uint64_t)region * work->update->profiles + profile;
}

/* The table of a region for a profile; NO_TABLE: there is none. */
static uint32_t find_table(const repair_work *work, uint32_t profile, uint32_t region) {
  const uint32_t *number = ovi_number_map_find(&work->numbers, table_key(work, profile, region));
  return number != NULL ? *number : NO_TABLE;
}

static uint32_t repair_landmarks(const repair_work *work, uint32_t profile) {
  return work->update->after[profile].landmarks.count;
}

/* Adds a table whose costs are not set. NO_TABLE: no memory. */
static uint32_t add_table(repair_work *work, uint32_t profile, uint32_t region,
                          uint32_t waypoints) {
  const ovl_allocator *allocator = work->update->allocator;
  const uint64_t bytes = (uint64_t)waypoints * repair_landmarks(work, profile) * sizeof(uint32_t);
  cost_table table = {.region = region,
                      .profile = profile,
                      .waypoints = waypoints,
                      .bytes = bytes + waypoints + 1,
                      .next = NO_TABLE};
  uint8_t *memory = ovi_allocate(allocator, table.bytes);
  const uint32_t count = table_count(work);
  uint32_t *number =
      memory != NULL ? ovi_number_map_add(&work->numbers, table_key(work, profile, region)) : NULL;
  if (number == NULL || ovi_buffer_add(&work->tables, sizeof(cost_table)) == NULL) {
    ovi_release(allocator, memory, table.bytes);
    work->failed = true;
    return NO_TABLE;
  }
  table.costs = (uint32_t *)(void *)memory;
  table.dirty = memory + bytes;
  memset(table.dirty, 0, waypoints + 1);
  *table_at(work, count) = table;
  *number = count;
  return count;
}

static uint32_t own_waypoints(const ovi_region *region) {
  return ovi_port_groups_of(region).begins[OVI_OWN_GROUPS];
}

static void read_landmark_row(const ovi_layer *layer, const ovi_region *region, uint32_t port,
                              uint32_t *row) {
  const ovi_landmark_costs costs = ovi_landmark_costs_at(layer, region, port, port);
  ovi_landmark_costs_read(layer, &costs, row);
}

/* The table of a region; of one that was not replaced it is read when it is first used. */
static uint32_t table_of(repair_work *work, uint32_t profile, uint32_t id) {
  const uint32_t found = find_table(work, profile, id);
  if (found != NO_TABLE) {
    return found;
  }
  const ovi_layer *before = &work->update->before[profile];
  const ovi_region region = ovi_region_view(before, id);
  const uint32_t number = add_table(work, profile, id, own_waypoints(&region));
  for (uint32_t i = 0; number != NO_TABLE && i < table_at(work, number)->waypoints; i++) {
    read_landmark_row(before, &region, i,
                      table_at(work, number)->costs + (uint64_t)i * before->landmarks.count);
  }
  return number;
}

static void queue(repair_work *work, uint32_t number) {
  cost_table *table = table_at(work, number);
  if (table->is_queued) {
    return;
  }
  table->is_queued = true;
  table->next = NO_TABLE;
  if (work->head == NO_TABLE) {
    work->head = number;
  } else {
    table_at(work, work->tail)->next = number;
  }
  work->tail = number;
}

/* ---- Replaced regions ----------------------------------------------------------- */

/* The number of a waypoint in the region before the edit; UINT32_MAX: it is new. */
static uint32_t number_before(const ovi_region *before, const ovi_port_groups *groups, int group,
                              uint32_t cell) {
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    if (ovi_port_cell(before, port) == cell) {
      return port;
    }
  }
  return UINT32_MAX;
}

/* Begins a replaced region: waypoints that remain keep their costs, new ones have none. All rows
 * are to be passed on in it. */
static void begin_region(repair_work *work, uint32_t profile, uint32_t id) {
  const ovi_layer *before = &work->update->before[profile];
  const uint32_t count = before->landmarks.count;
  const ovi_region old_region = ovi_region_view(before, id);
  const ovi_region region = ovi_region_view(&work->update->after[profile], id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const ovi_port_groups old_groups = ovi_port_groups_of(&old_region);
  const uint32_t number = add_table(work, profile, id, groups.begins[OVI_OWN_GROUPS]);
  if (number == NO_TABLE) {
    return;
  }
  cost_table *table = table_at(work, number);
  table->is_changed = true;
  for (uint32_t i = 0; i < table->waypoints; i++) {
    uint32_t *row = table->costs + (uint64_t)i * count;
    const uint32_t old = number_before(&old_region, &old_groups, ovi_port_group(&groups, i),
                                       ovi_port_cell(&region, i));
    table->dirty[i] = DIRTY_IN_OWNER;
    if (old != UINT32_MAX) {
      read_landmark_row(before, &old_region, old, row);
      continue;
    }
    for (uint32_t landmark = 0; landmark < count; landmark++) {
      row[landmark] = OVI_NO_LANDMARK;
    }
  }
  queue(work, number);
}

/* ---- Lowering ----------------------------------------------------------------- */

/* Lowers a row to another plus the cost of an edge; returns whether it changed. Signed, because
 * SSE2 compares signed numbers: all are below 2^30. */
static bool repair_lower(const uint32_t *restrict from, uint32_t *restrict to, uint32_t cost,
                         uint32_t count) {
  uint32_t changed = 0;
  for (uint32_t i = 0; i < count; i++) {
    const int32_t most = (int32_t)(from[i] + cost);
    const int32_t now = (int32_t)to[i];
    const int32_t less = most < now ? most : now;
    changed |= (uint32_t)(less ^ now);
    to[i] = (uint32_t)less;
  }
  return changed != 0;
}

/* Lowers the caps of landmarks where the row would have to be lowered. */
static void cap(ovi_layer *layer, const uint32_t *from, const uint32_t *to, uint32_t cost) {
  for (uint32_t i = 0; i < layer->landmarks.count; i++) {
    const int32_t most = (int32_t)(from[i] + cost);
    if ((int32_t)to[i] > most && most < layer->landmarks.caps[i]) {
      layer->landmarks.caps[i] = most;
      layer->landmarks.is_capped = true;
    }
  }
}

/* Finds the rows of a region's ports: its own, and those in the tables of its neighbours. False: no
 * memory. */
static bool repair_find_rows(repair_work *work, uint32_t number, const ovi_region *region,
                             const ovi_port_groups *groups) {
  const uint32_t profile = table_at(work, number)->profile;
  const uint64_t count = repair_landmarks(work, profile);
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (groups->begins[group] == groups->begins[group + 1]) {
      continue;
    }
    uint32_t owner = number;
    uint32_t first = groups->begins[group];
    if (group >= OVI_OWN_GROUPS) {
      const uint32_t id = ovi_region_neighbour(&work->update->after[profile], region, group);
      const ovi_region other = ovi_region_view(&work->update->after[profile], id);
      const ovi_port_groups other_groups = ovi_port_groups_of(&other);
      first = other_groups.begins[ovi_group_opposite(group)];
      owner = table_of(work, profile, id);
      if (owner == NO_TABLE) {
        return false;
      }
    }
    uint32_t *costs = table_at(work, owner)->costs + first * count;
    uint8_t *dirty = table_at(work, owner)->dirty + first;
    const uint32_t end = groups->begins[group + 1];
    for (uint32_t port = groups->begins[group]; port < end; port++, costs += count, dirty++) {
      work->rows[port] = (port_row){costs, dirty, owner};
    }
  }
  return true;
}

/* Marks the rows of a replaced region's ports that other regions own. */
static bool begin_foreign(repair_work *work, uint32_t profile, uint32_t id) {
  const ovi_region region = ovi_region_view(&work->update->after[profile], id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (!repair_find_rows(work, find_table(work, profile, id), &region, &groups)) {
    return false;
  }
  for (uint32_t port = groups.begins[OVI_OWN_GROUPS]; port < groups.begins[OVI_GROUP_COUNT];
       port++) {
    *work->rows[port].dirty |= DIRTY_IN_OTHER;
  }
  return true;
}

/* Queues the other region of a row that was lowered; `again`: this region, too. False: no memory.
 */
static bool propagate(repair_work *work, const ovi_region *region, const ovi_port_groups *groups,
                      uint32_t port, bool again) {
  const port_row *row = &work->rows[port];
  const bool is_own = port < groups->begins[OVI_OWN_GROUPS];
  const uint32_t profile = table_at(work, row->table)->profile;
  uint32_t other = row->table;
  *row->dirty |= is_own ? DIRTY_IN_OTHER : DIRTY_IN_OWNER;
  table_at(work, row->table)->is_changed = true;
  if (is_own) {
    const int group = ovi_port_group(groups, port);
    other =
        table_of(work, profile, ovi_region_neighbour(&work->update->after[profile], region, group));
    if (other == NO_TABLE) {
      return false;
    }
  }
  queue(work, other);
  if (again) {
    *row->dirty |= is_own ? DIRTY_IN_OWNER : DIRTY_IN_OTHER;
    queue(work, find_table(work, profile, region->id));
  }
  return true;
}

/* Passes one row on to the others of its clique. Where the shift does not divide a cost, a path
 * over a third port may be lower than the direct one, by one; then the lowered row is passed on in
 * this region again. False: no memory. */
static bool relax_row(repair_work *work, const ovi_region *region, const ovi_port_groups *groups,
                      const ovi_clique *clique, uint32_t place) {
  const port_row *rows = work->rows;
  const port_row *row = &rows[ovi_clique_port(clique, place)];
  const uint32_t *from = row->costs;
  ovi_layer *layer = &work->update->after[table_at(work, row->table)->profile];
  const uint32_t count = layer->landmarks.count;
  const uint32_t shift = layer->landmarks.shift;
  const uint32_t remainder = ((uint32_t)1 << shift) - 1;
  const bool lowers = work->row_budget != 0;
  for (uint32_t to = 0; to < clique->count; to++) {
    const uint32_t port = ovi_clique_port(clique, to);
    if (to == place) {
      continue;
    }
    const uint32_t whole = ovi_clique_cost(clique, place, to);
    uint32_t cost = whole >> shift;
    cost = cost < OVI_NO_LANDMARK ? cost : OVI_NO_LANDMARK;
    if (!lowers) {
      cap(layer, from, rows[port].costs, cost);
    } else if (repair_lower(from, rows[port].costs, cost, count) &&
               !propagate(work, region, groups, port, (whole & remainder) != 0)) {
      return false;
    }
  }
  work->row_budget -= lowers ? 1 : 0;
  return true;
}

/* Clears the flag of a port's row for the current region; returns whether it was set. */
static bool clear_dirty(const repair_work *work, const ovi_port_groups *groups, uint32_t port) {
  uint8_t *dirty = work->rows[port].dirty;
  const uint8_t bit = port < groups->begins[OVI_OWN_GROUPS] ? DIRTY_IN_OWNER : DIRTY_IN_OTHER;
  const bool is_dirty = (*dirty & bit) != 0;
  *dirty &= (uint8_t)~bit;
  return is_dirty;
}

/* Passes on all dirty rows of a region. False: no memory. */
static bool repair_region(repair_work *work, uint32_t number) {
  const cost_table table = *table_at(work, number);
  const ovi_layer *layer = &work->update->after[table.profile];
  const ovi_region region = ovi_region_view(layer, table.region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (!repair_find_rows(work, number, &region, &groups)) {
    return false;
  }
  for (uint32_t component = 0; component < region.components.linked; component++) {
    const ovi_clique clique = ovi_region_clique(&region, component);
    for (uint32_t place = 0; place < clique.count; place++) {
      if (clear_dirty(work, &groups, ovi_clique_port(&clique, place)) &&
          !relax_row(work, &region, &groups, &clique, place)) {
        return false;
      }
    }
  }
  return true;
}

static bool repair_queued(repair_work *work) {
  while (work->head != NO_TABLE) {
    const uint32_t number = work->head;
    work->head = table_at(work, number)->next;
    table_at(work, number)->is_queued = false;
    if (!repair_region(work, number)) {
      return false;
    }
  }
  return true;
}

/* ---- Storing -------------------------------------------------------------------- */

/* The costs that a region will have in a layer, and their number; NULL: those of the base. */
static const uint32_t *costs_of(const repair_work *work, uint32_t profile, uint32_t region,
                                uint32_t *count) {
  const uint32_t number = find_table(work, profile, region);
  const uint32_t landmarks = repair_landmarks(work, profile);
  if (number != NO_TABLE && table_at(work, number)->is_changed) {
    *count = table_at(work, number)->waypoints * landmarks;
    return table_at(work, number)->costs;
  }
  const ovi_region view = ovi_region_view(&work->update->before[profile], region);
  *count = own_waypoints(&view) * landmarks;
  return view.costs.landmarks;
}

static bool put_landmarks(const repair_work *work, uint32_t region) {
  const uint32_t profiles = work->update->profiles;
  uint64_t words = profiles;
  uint32_t count = 0;
  for (uint32_t profile = 0; profile < profiles; profile++) {
    words += costs_of(work, profile, region, &count) != NULL ? count : 0;
  }
  ovi_blob *blob = ovi_blob_make(work->update->allocator, words * sizeof(uint32_t));
  if (blob == NULL) {
    return false;
  }
  uint32_t *begins = (uint32_t *)(void *)blob->data;
  uint32_t at = profiles;
  for (uint32_t profile = 0; profile < profiles; profile++) {
    const uint32_t *costs = costs_of(work, profile, region, &count);
    begins[profile] = costs != NULL && count != 0 ? at : 0;
    if (begins[profile] != 0) {
      memcpy(begins + at, costs, (size_t)count * sizeof(uint32_t));
      at += count;
    }
  }
  return ovi_update_put(work->update, region, NULL, blob);
}

/* Stores each region that has a changed table, once for all its tables. */
static bool put_all(const repair_work *work) {
  for (uint32_t i = 0; i < table_count(work); i++) {
    const uint32_t region = table_at(work, i)->region;
    bool is_put = !table_at(work, i)->is_changed;
    for (uint32_t profile = 0; !is_put && profile < work->update->profiles; profile++) {
      const uint32_t other = find_table(work, profile, region);
      is_put = other < i && table_at(work, other)->is_changed;
    }
    if (!is_put && !put_landmarks(work, region)) {
      return false;
    }
  }
  return true;
}

/* ---- All ------------------------------------------------------------------------ */

static bool allocate_rows(repair_work *work) {
  uint32_t most = 0;
  for (uint32_t profile = 0; profile < work->update->profiles; profile++) {
    const uint32_t ports = work->update->after[profile].graph.max_ports;
    most = ports > most ? ports : most;
  }
  work->row_bytes = ((uint64_t)most + 1) * sizeof(port_row);
  work->rows = ovi_allocate(work->update->allocator, work->row_bytes);
  return work->rows != NULL;
}

static void repair_release(repair_work *work) {
  for (uint32_t i = 0; i < table_count(work); i++) {
    ovi_release(work->update->allocator, table_at(work, i)->costs, table_at(work, i)->bytes);
  }
  ovi_buffer_release(&work->tables);
  ovi_number_map_release(&work->numbers);
  ovi_release(work->update->allocator, work->rows, work->row_bytes);
}

/* Marks the landmarks of a layer as edited; returns whether they can be repaired. */
static bool begin_layer(ovi_layer *layer) {
  for (uint32_t i = 0; !layer->landmarks.is_stale && i < OVL_MAX_LANDMARKS; i++) {
    layer->landmarks.caps[i] = (int32_t)OVI_NO_LANDMARK;
  }
  layer->landmarks.is_stale = true;
  return layer->landmarks.count != 0 && !layer->profile.is_directed;
}

static bool repair_layer(repair_work *work, uint32_t profile) {
  const uint32_t regions = work->update->region_count;
  work->row_budget = ROWS_PER_EDIT + (uint64_t)regions * ROWS_PER_REGION;
  for (uint32_t i = 0; i < regions && !work->failed; i++) {
    begin_region(work, profile, work->update->regions[i]);
  }
  for (uint32_t i = 0; i < regions && !work->failed; i++) {
    work->failed = !begin_foreign(work, profile, work->update->regions[i]);
  }
  return !work->failed && repair_queued(work);
}

ovl_result ovi_landmarks_repair(const ovi_update *update) {
  repair_work work = {.update = update,
                      .tables = {.allocator = update->allocator},
                      .numbers = {.allocator = update->allocator},
                      .head = NO_TABLE};
  bool fits = allocate_rows(&work);
  for (uint32_t profile = 0; fits && profile < update->profiles; profile++) {
    if (begin_layer(&update->after[profile])) {
      fits = repair_layer(&work, profile);
    }
  }
  fits = fits && put_all(&work);
  repair_release(&work);
  return fits ? OVL_OK : OVL_NO_MEMORY;
}
