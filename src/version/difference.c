/* Finds what differs between two versions: links by their section, cells region by region. The
 * bytes are read in difference_edits.c. */
#include "version/difference.h"

#include "coarse/format/fault.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Worlds that match ------------------------------------------------------------- */

/* What of two worlds does not correspond; NULL: all does. */
static const char *find_mismatch(const ovl_world *a, const ovl_world *b) {
  const ovi_shared *one = &a->shared;
  const ovi_shared *two = &b->shared;
  if (one->plane.region_cells != two->plane.region_cells) {
    return "worlds: side of a region";
  }
  if (one->plane.origin_x != two->plane.origin_x || one->plane.origin_y != two->plane.origin_y) {
    return "worlds: origin";
  }
  if (one->floor_count != two->floor_count ||
      memcmp(one->file.floors, two->file.floors, (size_t)one->floor_count * OVI_FLOOR_BYTES) != 0) {
    return "worlds: floors";
  }
  bool match = one->profile_count == two->profile_count;
  for (uint32_t i = 0; i < one->profile_count && match; i++) {
    const uint8_t *profile_a = one->file.profiles + (uint64_t)i * OVI_PROFILE_BYTES;
    const uint8_t *profile_b = two->file.profiles + (uint64_t)i * OVI_PROFILE_BYTES;
    match =
        memcmp(profile_a, profile_b, OVI_PROFILE_MIN_WEIGHT) == 0 &&
        memcmp(profile_a + OVI_PROFILE_CLIMB, profile_b + OVI_PROFILE_CLIMB,
               OVI_PROFILE_ISLANDS - OVI_PROFILE_CLIMB) == 0 &&
        memcmp(profile_a + OVI_PROFILE_WALLS, profile_b + OVI_PROFILE_WALLS, OVL_WALL_CELLS) == 0 &&
        a->layers[i].profile.asks_rule == b->layers[i].profile.asks_rule;
  }
  if (!match) {
    return "worlds: profiles";
  }
  match = one->link_count == two->link_count;
  for (uint32_t i = 0; i < one->link_count && match; i++) {
    match = memcmp(ovi_link_entry(a->layers, i), ovi_link_entry(b->layers, i), OVI_LINK_FLAGS) == 0;
  }
  return match ? NULL : "worlds: links";
}

ovl_result ovi_worlds_match(const ovl_world *a, const ovl_world *b, ovl_fault *fault) {
  const char *what = find_mismatch(a, b);
  return what == NULL ? OVL_OK : ovi_check_fail(fault, OVL_OTHER_WORLD, what, 0);
}

/* ---- Cells ---------------------------------------------------------------------------- */

/* The value of an extra cost where the profile can't stand. */
#define CANNOT_STAND UINT32_MAX

enum { ENDS = 3, MOST_CELLS = OVL_MAX_REGION_CELLS * OVL_MAX_REGION_CELLS };

/* The cells of a region in one version. */
typedef struct version_cells {
  const ovl_world *world;
  uint8_t terrain[MOST_CELLS];
  uint32_t values[MOST_CELLS]; /* of one property */
} version_cells;

/* The comparison of a region. It is allocated, for it is too large for a stack. */
typedef struct difference_work {
  ovi_difference *difference;
  const ovi_difference_ends *versions;
  ovl_fault *fault;
  ovi_region place;   /* of the region */
  ovl_edit_kind kind; /* of the property */
  uint32_t profile;
  version_cells ends[ENDS]; /* from, to, kept */
  int end_count;            /* without the last one, if there is no such version */
  uint8_t extra[MOST_CELLS];
  uint16_t heights[MOST_CELLS];
} difference_work;

static int32_t cell_count(const difference_work *work) { return work->place.w * work->place.h; }

/* Reads a property of all cells of the region. */
static void read_property(difference_work *work, version_cells *end) {
  const ovi_layer *layer = &end->world->layers[work->profile];
  const ovi_region view = ovi_region_view(layer, work->place.id);
  const bool is_extra = work->kind == OVL_EDIT_EXTRA;
  const bool is_height = work->kind == OVL_EDIT_HEIGHT;
  OVI_ASSERT(cell_count(work) <= MOST_CELLS);
  if (is_extra) {
    ovi_region_read_extra(layer, &view, end->terrain, work->extra);
  } else if (is_height) {
    ovi_region_read_heights(&view, work->heights);
  }
  for (int32_t y = 0; y < view.h; y++) {
    uint64_t open[2] = {0, 0};
    if (is_extra) {
      ovi_region_open_row(&view, y, open);
    }
    for (int32_t x = 0; x < view.w; x++) {
      const int32_t at = y * view.w + x;
      end->values[at] = is_height                   ? work->heights[at]
                        : !is_extra                 ? end->terrain[at]
                        : ovi_get_bit(open, x) != 0 ? work->extra[at]
                                                    : CANNOT_STAND;
    }
  }
}

/* Returns whether a value differs from that before the edits, and counts. */
static bool has_changed(uint32_t before, uint32_t now) {
  return now != CANNOT_STAND && now != (before != CANNOT_STAND ? before : 0);
}

/* Returns whether the property that was read has to be set in a cell. */
static bool cell_differs(const difference_work *work, int32_t at) {
  const uint32_t before = work->ends[0].values[at];
  return has_changed(before, work->ends[1].values[at]) &&
         (work->end_count < ENDS || !has_changed(before, work->ends[2].values[at]));
}

/* ---- Edits ------------------------------------------------------------------------------ */

/* The cells that differ: the rectangle of the region that holds them, their number, and whether all
 * get one value. */
typedef struct differing_cells {
  ovi_rectangle box;
  uint32_t count;
  uint32_t value; /* of the first */
  bool is_one_value;
} differing_cells;

/* Adds an edit of cells that differ. False: no memory. */
static bool put_edit(difference_work *work, const differing_cells *found) {
  const ovi_rectangle *box = &found->box;
  const int32_t w = box->x1 - box->x0;
  const int32_t h = box->y1 - box->y0;
  const uint32_t width = ovi_difference_width(work->kind);
  const uint32_t mask_bytes = (int32_t)found->count != w * h ? (uint32_t)(w * h + 7) / 8 : 0;
  const uint32_t value_bytes = found->is_one_value ? 0 : found->count * width;
  uint8_t *at = ovi_buffer_add(&work->difference->bytes,
                               OVI_DIFFERENCE_EDIT_BYTES + mask_bytes + value_bytes);
  if (at == NULL) {
    return false;
  }
  const uint8_t bytes[] = {(uint8_t)work->kind,
                           (uint8_t)work->profile,
                           (uint8_t)box->x0,
                           (uint8_t)box->y0,
                           (uint8_t)w,
                           (uint8_t)h,
                           (uint8_t)((mask_bytes != 0 ? OVI_DIFFERENCE_MASK : 0) |
                                     (value_bytes != 0 ? OVI_DIFFERENCE_VALUES : 0))};
  OVI_ASSERT(found->count >= 1 && found->count <= (uint32_t)(w * h) && w <= UINT8_MAX &&
             h <= UINT8_MAX);
  ovi_put_u32(at, work->place.id);
  memcpy(at + 4, bytes, sizeof bytes);
  ovi_put_u16(at + OVI_DIFFERENCE_VALUE, (uint16_t)(found->is_one_value ? found->value : 0));
  uint8_t *mask = at + OVI_DIFFERENCE_EDIT_BYTES;
  uint8_t *values = mask + mask_bytes;
  for (int32_t i = 0; i < w * h; i++) {
    const int32_t cell = (box->y0 + i / w) * work->place.w + box->x0 + i % w;
    if (!cell_differs(work, cell)) {
      continue;
    }
    if (mask_bytes != 0) {
      mask[i / 8] = (uint8_t)(mask[i / 8] | 1 << i % 8);
    }
    if (value_bytes != 0) {
      const uint32_t value = work->ends[1].values[cell];
      values[0] = (uint8_t)value;
      values[width - 1] = (uint8_t)(value >> 8 * (width - 1));
      values += width;
    }
  }
  OVI_ASSERT(values == mask + mask_bytes + value_bytes);
  work->difference->edits++;
  return true;
}

/* Compares a property of the region, and adds an edit of the cells that differ. */
static ovl_result compare_property(difference_work *work, ovl_edit_kind kind, uint32_t profile) {
  work->kind = kind;
  work->profile = profile;
  /* Extra costs differ only if a cell of one of the two versions has one. */
  bool may_differ = kind != OVL_EDIT_EXTRA;
  for (int i = 0; i < 2 && !may_differ; i++) {
    const ovi_layer *layer = &work->ends[i].world->layers[profile];
    const ovi_region view = ovi_region_view(layer, work->place.id);
    may_differ = ovi_region_may_have_extra(layer, &view);
  }
  if (!may_differ) {
    return OVL_OK;
  }
  for (int i = 0; i < work->end_count; i++) {
    read_property(work, &work->ends[i]);
  }
  differing_cells found = {.is_one_value = true};
  for (int32_t at = 0; at < cell_count(work); at++) {
    if (cell_differs(work, at)) {
      const uint32_t value = work->ends[1].values[at];
      found.value = found.count == 0 ? value : found.value;
      found.is_one_value = found.is_one_value && value == found.value;
      found.count++;
      found.box = ovi_rectangle_join(found.box,
                                     ovi_rectangle_of_one(at % work->place.w, at / work->place.w));
    }
  }
  if (found.count == 0) {
    return OVL_OK;
  }
  const ovl_world *world = work->ends[0].world;
  const ovl_cell corner = {work->place.x, work->place.y, 0};
  const int32_t floor = ovi_world_from_plane(world, corner).floor;
  ovi_rectangle unused;
  if (!ovi_world_floor_rectangle(world, floor, &unused)) {
    return ovi_check_fail(work->fault, OVL_OTHER_WORLD, "worlds: places of a graph floor",
                          (uint64_t)floor);
  }
  return put_edit(work, &found) ? OVL_OK : OVL_NO_MEMORY;
}

/* ---- Regions ------------------------------------------------------------------------------ */

/* Compares all properties of a region, unless its blocks are the same. */
static ovl_result compare_region(difference_work *work, uint32_t id) {
  const ovl_world *world = work->ends[0].world;
  const ovi_layer *to = work->ends[1].world->layers;
  const uint8_t *block = ovi_region_block(world->layers, id);
  const uint8_t *block_to = ovi_region_block(to, id);
  const uint32_t bytes = ovi_region_block_bytes(world->layers, id);
  if (block == block_to ||
      (bytes == ovi_region_block_bytes(to, id) && memcmp(block, block_to, bytes) == 0)) {
    return OVL_OK;
  }
  work->place = ovi_region_place(world->layers, id);
  for (int i = 0; i < work->end_count; i++) {
    const ovi_region view = ovi_region_view(work->ends[i].world->layers, id);
    ovi_region_read_terrain(&view, work->ends[i].terrain);
  }
  ovl_result result = compare_property(work, OVL_EDIT_TERRAIN, 0);
  for (uint32_t i = 0; i < world->shared.profile_count && result == OVL_OK; i++) {
    result = compare_property(work, OVL_EDIT_EXTRA, i);
  }
  return result == OVL_OK ? compare_property(work, OVL_EDIT_HEIGHT, 0) : result;
}

/* The first region from `id` on whose blocks may differ; UINT32_MAX: none. */
static uint32_t next_region(const difference_work *work, uint32_t id) {
  const ovl_world *from = work->ends[0].world;
  const ovl_world *to = work->ends[1].world;
  if (from->base == to->base) {
    return ovi_delta_tree_next_apart(&to->delta, &from->delta, id);
  }
  return id < ovi_region_count(from->layers) ? id : UINT32_MAX;
}

/* Compares the regions that may differ, and counts all. */
static ovl_result compare_regions(difference_work *work) {
  ovi_progress *progress = work->versions->progress;
  const uint32_t count = ovi_region_count(work->versions->from->layers);
  ovl_result result = OVL_OK;
  ovi_progress_expect(progress, count);
  for (uint32_t id = next_region(work, 0); id != UINT32_MAX && result == OVL_OK;
       id = next_region(work, id + 1)) {
    OVI_ASSERT(id < count && id >= progress->done);
    result = compare_region(work, id);
    ovl_result outcome = OVL_OK;
    for (int i = 0; i < work->end_count; i++) { /* it may leave the caches */
      const ovi_layer *layer = work->ends[i].world->layers;
      outcome = outcome == OVL_OK ? ovi_layer_outcome(layer) : outcome;
      ovi_layer_unpin(layer);
    }
    result = outcome != OVL_OK ? outcome : result;
    result = result == OVL_OK ? ovi_progress_add(progress, id - progress->done) : result;
  }
  progress->done = count;
  return result;
}

/* ---- Links ---------------------------------------------------------------------------------- */

/* Lists the links that are open in one version and closed in the other. */
static ovl_result compare_links(difference_work *work) {
  const ovl_world *from = work->ends[0].world;
  OVI_ASSERT(from->shared.link_count == work->ends[1].world->shared.link_count);
  for (uint32_t i = 0; i < from->shared.link_count; i++) {
    const uint8_t *flags = ovi_link_entry(from->layers, i) + OVI_LINK_FLAGS;
    const uint8_t *flags_to = ovi_link_entry(work->ends[1].world->layers, i) + OVI_LINK_FLAGS;
    const uint32_t was_closed = ovi_get_u32(flags) & OVI_LINK_CLOSED;
    if (was_closed == (ovi_get_u32(flags_to) & OVI_LINK_CLOSED)) {
      continue; /* where a third version has changed it too, both agree */
    }
    uint8_t *link = ovi_buffer_add(&work->difference->bytes, OVI_DIFFERENCE_LINK_BYTES);
    if (link == NULL) {
      return OVL_NO_MEMORY;
    }
    ovi_put_u32(link, i << 1 | (was_closed != 0));
    work->difference->links++;
  }
  return OVL_OK;
}

ovl_result ovi_difference_find(ovi_difference *difference, const ovi_difference_ends *ends,
                               ovl_fault *fault) {
  const ovl_allocator *allocator = difference->bytes.allocator;
  ovl_result result = OVL_NO_MEMORY;
  difference_work *work = ovi_allocate(allocator, sizeof *work);
  if (work != NULL) {
    work->difference = difference;
    work->versions = ends;
    work->fault = fault;
    work->ends[0].world = ends->from;
    work->ends[1].world = ends->to;
    work->ends[2].world = ends->kept;
    work->end_count = ends->kept != NULL ? ENDS : ENDS - 1;
    for (int i = 0; i < work->end_count; i++) {
      ovi_world_begin_call(work->ends[i].world);
    }
    result = compare_links(work);
    result = result == OVL_OK ? compare_regions(work) : result;
    for (int i = 0; i < work->end_count; i++) {
      result = ovi_world_end_faulty_call(work->ends[i].world, result, fault);
    }
  }
  ovi_release(allocator, work, sizeof *work);
  return ovi_fault_end(fault, result);
}
