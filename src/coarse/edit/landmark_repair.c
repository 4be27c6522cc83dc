/* Lowering numbers, region by region. */
#include "coarse/edit/landmark_repair.h"

#include "coarse/view/landmark_costs.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/number_map.h"

/* Rows that are lowered by, at most: some of any edit, and more for each region. */
enum { ROWS_OF_ALL = 1024, ROWS_OF_A_REGION = 256 };

#define NO_DRAFT UINT32_MAX

/* A row is to be passed on through the region that owns the waypoint, or through the other. */
enum { DIRTY_HERE = 1, DIRTY_BEYOND = 2 };

/* The numbers of the waypoints that a region owns, while they change. */
typedef struct draft {
  uint32_t region, profile;
  uint32_t own;     /* waypoints */
  uint32_t *values; /* a row for each */
  uint8_t *dirty;   /* behind these: of each */
  uint64_t bytes;   /* of both */
  uint32_t next;    /* in the queue */
  bool is_changed, is_queued;
} draft;

typedef struct repair_work {
  const ovi_landmark_repair *update;
  const ovl_allocator *allocator;
  draft *drafts;
  uint32_t count, capacity;
  ovi_number_map numbers; /* of drafts, by region and profile */
  uint32_t head, tail;    /* of the queue */
  uint32_t **rows;        /* of each port of the region in hand */
  uint8_t **dirty;
  uint32_t *owners; /* drafts */
  uint32_t ports;   /* room */
  uint64_t rows_left;
  bool failed; /* no memory */
} repair_work;

/* ---- Drafts ------------------------------------------------------------------- */

static uint64_t draft_key(const repair_work *work, uint32_t profile, uint32_t region) {
  return (uint64_t)region * work->update->profiles + profile;
}

/* The draft of a region for a profile; NO_DRAFT if there is none. */
static uint32_t find_draft(const repair_work *work, uint32_t profile, uint32_t region) {
  const uint32_t *number = ovi_number_map_find(&work->numbers, draft_key(work, profile, region));
  return number != NULL ? *number : NO_DRAFT;
}

/* Twice the room for drafts. */
static bool repair_grow(repair_work *work) {
  const uint32_t capacity = work->capacity != 0 ? 2 * work->capacity : 32;
  draft *drafts = ovi_allocate(work->allocator, capacity * sizeof(draft));
  if (drafts == NULL) {
    return false;
  }
  if (work->count != 0) {
    memcpy(drafts, work->drafts, work->count * sizeof(draft));
  }
  ovi_release(work->allocator, work->drafts, work->capacity * sizeof(draft));
  work->drafts = drafts;
  work->capacity = capacity;
  return true;
}

static uint32_t mark_count(const repair_work *work, uint32_t profile) {
  return work->update->after[profile].landmarks.count;
}

/* A new draft of so many waypoints, nothing of it set; NO_DRAFT: no memory. */
static uint32_t add_draft(repair_work *work, uint32_t profile, uint32_t region, uint32_t own) {
  if (work->count == work->capacity && !repair_grow(work)) {
    work->failed = true;
    return NO_DRAFT;
  }
  const uint64_t values = (uint64_t)own * mark_count(work, profile) * sizeof(uint32_t);
  draft made = {.region = region, .profile = profile, .own = own, .bytes = values + own + 1};
  made.values = ovi_allocate(work->allocator, made.bytes);
  uint32_t *number = made.values != NULL
                         ? ovi_number_map_add(&work->numbers, draft_key(work, profile, region))
                         : NULL;
  if (number == NULL) {
    ovi_release(work->allocator, made.values, made.bytes);
    work->failed = true;
    return NO_DRAFT;
  }
  made.dirty = (uint8_t *)made.values + values;
  memset(made.dirty, 0, own + 1);
  made.next = NO_DRAFT;
  work->drafts[work->count] = made;
  *number = work->count;
  return work->count++;
}

static uint32_t own_count(const ovi_region *region) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  return groups.begins[OVI_OWN_GROUPS];
}

/* The draft of a region that was not rebuilt: as it was before. */
static uint32_t draft_of(repair_work *work, uint32_t profile, uint32_t id) {
  const uint32_t found = find_draft(work, profile, id);
  if (found != NO_DRAFT) {
    return found;
  }
  const ovi_layer *before = &work->update->before[profile];
  const ovi_region region = ovi_region_view(before, id);
  const uint32_t number = add_draft(work, profile, id, own_count(&region));
  if (number == NO_DRAFT) {
    return NO_DRAFT;
  }
  draft *made = &work->drafts[number];
  for (uint32_t i = 0; i < made->own; i++) {
    const ovi_landmark_costs costs = ovi_landmark_costs_at(before, &region, i, i);
    ovi_landmark_costs_read(before, &costs, made->values + (uint64_t)i * before->landmarks.count);
  }
  return number;
}

static void queue(repair_work *work, uint32_t number) {
  draft *queued = &work->drafts[number];
  if (queued->is_queued) {
    return;
  }
  queued->is_queued = true;
  queued->next = NO_DRAFT;
  if (work->head == NO_DRAFT) {
    work->head = number;
  } else {
    work->drafts[work->tail].next = number;
  }
  work->tail = number;
}

/* ---- Regions that were rebuilt -------------------------------------------------- */

/* The number before of a waypoint; UINT32_MAX: there was none. */
static uint32_t number_before(const ovi_region *was, const ovi_port_groups *groups, int group,
                              uint32_t cell) {
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    if (ovi_port_cell(was, port) == cell) {
      return port;
    }
  }
  return UINT32_MAX;
}

/* Waypoints that stayed have their numbers, new ones none. All rows are to be passed on here. */
static void begin_region(repair_work *work, uint32_t profile, uint32_t id) {
  const ovi_layer *before = &work->update->before[profile];
  const uint32_t count = before->landmarks.count;
  const ovi_region was = ovi_region_view(before, id);
  const ovi_region is = ovi_region_view(&work->update->after[profile], id);
  const ovi_port_groups groups = ovi_port_groups_of(&is);
  const ovi_port_groups groups_before = ovi_port_groups_of(&was);
  const uint32_t number = add_draft(work, profile, id, groups.begins[OVI_OWN_GROUPS]);
  if (number == NO_DRAFT) {
    return;
  }
  draft *made = &work->drafts[number];
  made->is_changed = true;
  for (uint32_t i = 0; i < made->own; i++) {
    uint32_t *row = made->values + (uint64_t)i * count;
    const uint32_t old =
        number_before(&was, &groups_before, ovi_port_group(&groups, i), ovi_port_cell(&is, i));
    made->dirty[i] = DIRTY_HERE;
    if (old != UINT32_MAX) {
      const ovi_landmark_costs costs = ovi_landmark_costs_at(before, &was, old, old);
      ovi_landmark_costs_read(before, &costs, row);
      continue;
    }
    for (uint32_t mark = 0; mark < count; mark++) {
      row[mark] = OVI_NO_LANDMARK;
    }
  }
  queue(work, number);
}

/* ---- Lowering ----------------------------------------------------------------- */

/* Signed, because that is what SSE2 can compare: all are below 2^30. */
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

/* Caps landmarks instead. */
static void cap(ovi_layer *layer, const uint32_t *from, const uint32_t *to, uint32_t cost) {
  for (uint32_t i = 0; i < layer->landmarks.count; i++) {
    const int32_t most = (int32_t)(from[i] + cost);
    if ((int32_t)to[i] > most && most < layer->landmarks.caps[i]) {
      layer->landmarks.caps[i] = most;
      layer->landmarks.is_capped = true;
    }
  }
}

/* Finds the rows of a region's ports. */
static bool repair_find_rows(repair_work *work, uint32_t number, const ovi_region *region,
                             const ovi_port_groups *groups) {
  const uint32_t profile = work->drafts[number].profile;
  const uint64_t count = mark_count(work, profile);
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
      owner = draft_of(work, profile, id);
      if (owner == NO_DRAFT) {
        return false;
      }
    }
    const draft *owning = &work->drafts[owner];
    for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
      const uint32_t waypoint = first + port - groups->begins[group];
      work->rows[port] = owning->values + waypoint * count;
      work->dirty[port] = &owning->dirty[waypoint];
      work->owners[port] = owner;
    }
  }
  return true;
}

/* The same of rows that other regions own. */
static bool begin_foreign(repair_work *work, uint32_t profile, uint32_t id) {
  const ovi_region region = ovi_region_view(&work->update->after[profile], id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (!repair_find_rows(work, find_draft(work, profile, id), &region, &groups)) {
    return false;
  }
  for (uint32_t port = groups.begins[OVI_OWN_GROUPS]; port < groups.begins[OVI_GROUP_COUNT];
       port++) {
    *work->dirty[port] |= DIRTY_BEYOND;
  }
  return true;
}

/* A row was lowered: it is to be passed on through the region on its other side. */
static bool pass_on(repair_work *work, const ovi_region *region, const ovi_port_groups *groups,
                    uint32_t port, bool again) {
  const bool is_own = port < groups->begins[OVI_OWN_GROUPS];
  const uint32_t owner = work->owners[port];
  const uint32_t profile = work->drafts[owner].profile;
  uint32_t other = owner;
  *work->dirty[port] |= is_own ? DIRTY_BEYOND : DIRTY_HERE;
  work->drafts[owner].is_changed = true;
  if (is_own) {
    const int group = ovi_port_group(groups, port);
    other =
        draft_of(work, profile, ovi_region_neighbour(&work->update->after[profile], region, group));
    if (other == NO_DRAFT) {
      return false;
    }
  }
  queue(work, other);
  if (again) {
    *work->dirty[port] |= is_own ? DIRTY_HERE : DIRTY_BEYOND;
    queue(work, find_draft(work, profile, region->id));
  }
  return true;
}

/* Passes one row on within its clique. Where the shift does not divide a cost, ways over a third
 * may be less than the way itself, by one: then what is lowered is passed on here again. */
static bool pass_row(repair_work *work, const ovi_region *region, const ovi_port_groups *groups,
                     const ovi_clique *clique, uint32_t place) {
  ovi_layer *layer =
      &work->update->after[work->drafts[work->owners[ovi_clique_port(clique, place)]].profile];
  const uint32_t *from = work->rows[ovi_clique_port(clique, place)];
  const uint32_t bits = ((uint32_t)1 << layer->landmarks.shift) - 1;
  const bool lowers = work->rows_left != 0;
  for (uint32_t to = 0; to < clique->count; to++) {
    const uint32_t port = ovi_clique_port(clique, to);
    if (to == place) {
      continue;
    }
    const uint32_t whole = ovi_clique_cost(clique, place, to);
    uint32_t cost = whole >> layer->landmarks.shift;
    cost = cost < OVI_NO_LANDMARK ? cost : OVI_NO_LANDMARK;
    if (!lowers) {
      cap(layer, from, work->rows[port], cost);
    } else if (repair_lower(from, work->rows[port], cost, layer->landmarks.count) &&
               !pass_on(work, region, groups, port, (whole & bits) != 0)) {
      return false;
    }
  }
  work->rows_left -= lowers ? 1 : 0;
  return true;
}

static bool take_dirty(const repair_work *work, const ovi_port_groups *groups, uint32_t port) {
  const uint8_t bit = port < groups->begins[OVI_OWN_GROUPS] ? DIRTY_HERE : DIRTY_BEYOND;
  const bool is_dirty = (*work->dirty[port] & bit) != 0;
  *work->dirty[port] &= (uint8_t)~bit;
  return is_dirty;
}

/* Passes on all rows of a region that are to be. */
static bool mend_region(repair_work *work, uint32_t number) {
  const draft queued = work->drafts[number];
  const ovi_layer *layer = &work->update->after[queued.profile];
  const ovi_region region = ovi_region_view(layer, queued.region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (!repair_find_rows(work, number, &region, &groups)) {
    return false;
  }
  for (uint32_t component = 0; component < region.components.linked; component++) {
    const ovi_clique clique = ovi_region_clique(&region, component);
    for (uint32_t place = 0; place < clique.count; place++) {
      if (take_dirty(work, &groups, ovi_clique_port(&clique, place)) &&
          !pass_row(work, &region, &groups, &clique, place)) {
        return false;
      }
    }
  }
  return true;
}

static bool mend(repair_work *work) {
  while (work->head != NO_DRAFT) {
    const uint32_t number = work->head;
    work->head = work->drafts[number].next;
    work->drafts[number].is_queued = false;
    if (!mend_region(work, number)) {
      return false;
    }
  }
  return true;
}

/* ---- Into the tree -------------------------------------------------------------- */

/* The rows of a layer as they will be; NULL: the base's. */
static const uint32_t *rows_of(const repair_work *work, uint32_t profile, uint32_t region,
                               uint32_t *count) {
  const uint32_t number = find_draft(work, profile, region);
  const uint32_t marks = mark_count(work, profile);
  if (number != NO_DRAFT && work->drafts[number].is_changed) {
    *count = work->drafts[number].own * marks;
    return work->drafts[number].values;
  }
  const ovi_region view = ovi_region_view(&work->update->before[profile], region);
  *count = own_count(&view) * marks;
  return view.costs.landmarks;
}

static bool put_marks(const repair_work *work, uint32_t region) {
  const uint32_t profiles = work->update->profiles;
  uint64_t words = profiles;
  uint32_t count = 0;
  for (uint32_t profile = 0; profile < profiles; profile++) {
    words += rows_of(work, profile, region, &count) != NULL ? count : 0;
  }
  ovi_blob *blob = ovi_blob_make(work->update->living->allocator, words * sizeof(uint32_t));
  if (blob == NULL) {
    return false;
  }
  uint32_t *begins = (uint32_t *)(void *)blob->data;
  uint32_t at = profiles;
  for (uint32_t profile = 0; profile < profiles; profile++) {
    const uint32_t *rows = rows_of(work, profile, region, &count);
    begins[profile] = rows != NULL && count != 0 ? at : 0;
    if (begins[profile] != 0) {
      memcpy(begins + at, rows, (size_t)count * sizeof(uint32_t));
      at += count;
    }
  }
  ovi_replaced replaced = {.landmarks = blob};
  const ovi_replaced *now = ovi_delta_tree_find(work->update->living, region);
  if (now != NULL) {
    replaced.version = now->version;
    replaced.block = ovi_blob_retain(now->block);
    replaced.islands = ovi_blob_retain(now->islands);
  }
  return ovi_delta_tree_put(work->update->living, region, replaced);
}

/* Each region with its first draft. */
static bool put_all(const repair_work *work) {
  for (uint32_t i = 0; i < work->count; i++) {
    bool is_put = !work->drafts[i].is_changed;
    for (uint32_t profile = 0; !is_put && profile < work->update->profiles; profile++) {
      const uint32_t other = find_draft(work, profile, work->drafts[i].region);
      is_put = other < i && work->drafts[other].is_changed;
    }
    if (!is_put && !put_marks(work, work->drafts[i].region)) {
      return false;
    }
  }
  return true;
}

/* ---- All ------------------------------------------------------------------------ */

static bool take_rows(repair_work *work) {
  for (uint32_t profile = 0; profile < work->update->profiles; profile++) {
    const uint32_t ports = work->update->after[profile].graph.max_ports;
    work->ports = ports > work->ports ? ports : work->ports;
  }
  const uint64_t ports = (uint64_t)work->ports + 1;
  work->rows = ovi_allocate(work->allocator, ports * sizeof(*work->rows));
  work->dirty = ovi_allocate(work->allocator, ports * sizeof(*work->dirty));
  work->owners = ovi_allocate(work->allocator, ports * sizeof(*work->owners));
  return work->rows != NULL && work->dirty != NULL && work->owners != NULL;
}

static void repair_release(repair_work *work) {
  const uint64_t ports = (uint64_t)work->ports + 1;
  for (uint32_t i = 0; i < work->count; i++) {
    ovi_release(work->allocator, work->drafts[i].values, work->drafts[i].bytes);
  }
  ovi_release(work->allocator, work->drafts, work->capacity * sizeof(draft));
  ovi_number_map_release(&work->numbers);
  ovi_release(work->allocator, work->rows, ports * sizeof(*work->rows));
  ovi_release(work->allocator, work->dirty, ports * sizeof(*work->dirty));
  ovi_release(work->allocator, work->owners, ports * sizeof(*work->owners));
}

/* Whether a layer has landmarks that are to be mended. */
static bool is_mended(ovi_layer *layer) {
  for (uint32_t mark = 0; !layer->landmarks.is_stale && mark < OVL_MAX_LANDMARKS; mark++) {
    layer->landmarks.caps[mark] = (int32_t)OVI_NO_LANDMARK;
  }
  layer->landmarks.is_stale = true;
  return layer->landmarks.count != 0 && !layer->profile.is_directed;
}

static bool mend_layer(repair_work *work, uint32_t profile) {
  const uint32_t regions = work->update->region_count;
  work->rows_left = ROWS_OF_ALL + (uint64_t)regions * ROWS_OF_A_REGION;
  for (uint32_t i = 0; i < regions && !work->failed; i++) {
    begin_region(work, profile, work->update->regions[i]);
  }
  for (uint32_t i = 0; i < regions && !work->failed; i++) {
    work->failed = !begin_foreign(work, profile, work->update->regions[i]);
  }
  return !work->failed && mend(work);
}

ovl_result ovi_landmarks_repair(const ovi_landmark_repair *update) {
  repair_work work = {.update = update,
                      .allocator = update->allocator,
                      .head = NO_DRAFT,
                      .numbers = {.allocator = update->allocator}};
  bool fits = take_rows(&work);
  for (uint32_t profile = 0; fits && profile < update->profiles; profile++) {
    if (is_mended(&update->after[profile])) {
      fits = mend_layer(&work, profile);
    }
  }
  fits = fits && put_all(&work);
  repair_release(&work);
  return fits ? OVL_OK : OVL_NO_MEMORY;
}
