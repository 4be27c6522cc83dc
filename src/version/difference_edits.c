/* Reads the bytes of a difference, as difference.h lays them out, and applies them: those of a
 * patch, or, for a rebase, of two versions, as one step of the history of a third one.
 *
 * Invariant: each edit lies in a region and on a floor of cells, and comes after those before it,
 * so that only what would become of a region can be wrong with edits that were read. */
#include "version/difference_edits.h"

#include "coarse/format/fault.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/scratch.h"
#include "version/difference.h"

typedef struct difference_reading {
  const ovl_world *world;
  const uint8_t *bytes;
  uint64_t at, end;
  uint64_t item;       /* where the link or edit begins */
  uint64_t least;      /* its order, at the least */
  ovi_buffer list;     /* of ovl_edit */
  ovi_scratch scratch; /* their stamps and masks */
  ovl_fault *fault;
} difference_reading;

static ovl_result fail_reading(const difference_reading *reading) {
  return ovi_check_fail(reading->fault, OVL_CORRUPT, "edits of a patch", reading->item);
}

/* Takes the next bytes; NULL: there are not so many. */
static const uint8_t *take_bytes(difference_reading *reading, uint64_t count) {
  if (reading->end - reading->at < count) {
    return NULL;
  }
  reading->at += count;
  return reading->bytes + reading->at - count;
}

/* Returns whether the next link or edit comes after those before it. */
static bool ascends(difference_reading *reading, uint64_t order) {
  const bool does_ascend = order >= reading->least;
  reading->least = order + 1;
  return does_ascend;
}

static ovl_result add_edit(difference_reading *reading, const ovl_edit *edit) {
  uint8_t *added = ovi_buffer_add(&reading->list, sizeof *edit);
  if (added != NULL) {
    *(ovl_edit *)(void *)added = *edit;
  }
  return added != NULL ? OVL_OK : OVL_NO_MEMORY;
}

/* Reads a link as an edit that opens or closes it. */
static ovl_result read_link(difference_reading *reading) {
  const uint8_t *bytes = take_bytes(reading, OVI_DIFFERENCE_LINK_BYTES);
  const uint32_t link = bytes != NULL ? ovi_get_u32(bytes) >> 1 : UINT32_MAX;
  if (link >= reading->world->shared.link_count || !ascends(reading, link)) {
    return fail_reading(reading);
  }
  const ovl_edit edit = ovl_edit_door(link, (bytes[0] & 1) != 0);
  return add_edit(reading, &edit);
}

/* Reads a mask, and counts the cells that it has, among so many. */
static ovl_result read_mask(difference_reading *reading, uint32_t *cells, const uint8_t **mask) {
  const uint8_t *bits = take_bytes(reading, (*cells + 7) / 8);
  if (bits == NULL) {
    return fail_reading(reading);
  }
  uint8_t *made = ovi_scratch_take(&reading->scratch, *cells, 1);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  uint32_t count = 0;
  for (uint32_t i = 0; i < *cells; i++) {
    made[i] = bits[i / 8] >> i % 8 & 1;
    count += made[i];
  }
  *cells = count;
  *mask = made;
  return OVL_OK;
}

/* Reads the values of so many cells, those that the mask of an edit has, or all. */
static ovl_result read_values(difference_reading *reading, uint32_t count, ovl_edit *edit) {
  const uint32_t width = ovi_difference_width(edit->kind);
  const uint8_t *at = take_bytes(reading, (uint64_t)count * width);
  if (at == NULL) {
    return fail_reading(reading);
  }
  const uint32_t cells = (uint32_t)(edit->w * edit->h);
  uint16_t *stamp = ovi_scratch_take(&reading->scratch, cells, sizeof *stamp);
  if (stamp == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < cells; i++) {
    const bool has_value = edit->mask == NULL || edit->mask[i] != 0;
    stamp[i] = !has_value ? 0 : width == 1 ? *at : ovi_get_u16(at);
    at += has_value ? width : 0;
  }
  edit->stamp = stamp;
  return OVL_OK;
}

/* Reads the rectangle of an edit. False: it is not within its region and a floor of cells. */
static bool read_rectangle(const ovl_world *world, uint32_t id, const uint8_t *bytes,
                           ovl_edit *edit) {
  const ovi_region region = ovi_region_place(world->layers, id);
  const ovi_rectangle box = {region.x + bytes[0], region.y + bytes[1],
                             region.x + bytes[0] + bytes[2], region.y + bytes[1] + bytes[3]};
  ovi_rectangle floor;
  edit->cell = ovi_world_from_plane(world, (ovl_cell){region.x, region.y, 0});
  edit->cell.x += bytes[0];
  edit->cell.y += bytes[1];
  edit->w = bytes[2];
  edit->h = bytes[3];
  return edit->w != 0 && edit->h != 0 && box.x1 <= region.x + region.w &&
         box.y1 <= region.y + region.h &&
         ovi_world_floor_rectangle(world, edit->cell.floor, &floor) && box.x1 <= floor.x1 &&
         box.y1 <= floor.y1;
}

/* Returns whether an edit has a property that there is, and a value that it can have. */
static bool is_property(const ovl_world *world, const ovl_edit *edit) {
  switch (edit->kind) {
  case OVL_EDIT_TERRAIN:
    return edit->profile == 0 && edit->value <= UINT8_MAX;
  case OVL_EDIT_EXTRA:
    return (uint32_t)edit->profile < world->shared.profile_count && edit->value <= UINT8_MAX;
  default:
    return edit->profile == 0 && edit->kind == OVL_EDIT_HEIGHT;
  }
}

/* Reads an edit of cells, and checks all of it but what its values lead to. */
static ovl_result read_edit(difference_reading *reading) {
  const ovl_world *world = reading->world;
  const uint8_t *head = take_bytes(reading, OVI_DIFFERENCE_EDIT_BYTES);
  if (head == NULL) {
    return fail_reading(reading);
  }
  const uint32_t id = ovi_get_u32(head);
  const uint32_t parts = head[OVI_DIFFERENCE_PARTS];
  ovl_edit edit = {.kind = (ovl_edit_kind)head[4],
                   .profile = head[OVI_DIFFERENCE_PROFILE],
                   .value = ovi_get_u16(head + OVI_DIFFERENCE_VALUE)};
  if (id >= ovi_region_count(world->layers) ||
      !ascends(reading, ((uint64_t)id << 8 | head[4]) << 8 | head[OVI_DIFFERENCE_PROFILE]) ||
      !is_property(world, &edit) ||
      !read_rectangle(world, id, head + OVI_DIFFERENCE_RECTANGLE, &edit) ||
      parts > (OVI_DIFFERENCE_MASK | OVI_DIFFERENCE_VALUES) ||
      head[OVI_DIFFERENCE_PARTS + 1] != 0 || ovi_get_u16(head + OVI_DIFFERENCE_VALUE + 2) != 0) {
    return fail_reading(reading);
  }
  ovl_result result = OVL_OK;
  uint32_t cells = (uint32_t)(edit.w * edit.h);
  if ((parts & OVI_DIFFERENCE_MASK) != 0) {
    result = read_mask(reading, &cells, &edit.mask);
  }
  if (result == OVL_OK && (parts & OVI_DIFFERENCE_VALUES) != 0) {
    result = read_values(reading, cells, &edit);
  }
  return result == OVL_OK ? add_edit(reading, &edit) : result;
}

ovl_result ovi_difference_apply(const ovi_difference_bytes *difference, const ovl_world *world,
                                const ovi_version_step *step, const ovl_apply_def *def,
                                ovl_world **version, ovl_fault *fault) {
  difference_reading reading = {.world = world,
                                .bytes = difference->bytes,
                                .at = difference->at,
                                .end = difference->end,
                                .list = {.allocator = world->allocator},
                                .scratch = {.allocator = world->allocator},
                                .fault = fault};
  ovl_result result = OVL_OK;
  for (uint64_t i = 0; i < (uint64_t)difference->links + difference->edits && result == OVL_OK;
       i++) {
    reading.item = reading.at;
    reading.least =
        i == difference->links ? 0 : reading.least; /* edits have an order of their own */
    result = i < difference->links ? read_link(&reading) : read_edit(&reading);
  }
  if (result == OVL_OK && reading.at != reading.end) {
    reading.item = reading.at;
    result = fail_reading(&reading);
  }
  if (result == OVL_OK) {
    OVI_ASSERT(reading.list.used ==
               ((uint64_t)difference->links + difference->edits) * sizeof(ovl_edit));
    const ovi_call_edits edits = {(const ovl_edit *)(const void *)reading.list.bytes,
                                  (size_t)(reading.list.used / sizeof(ovl_edit)), step};
    result = ovi_version_apply(world, &edits, def, version, fault);
  }
  ovi_buffer_release(&reading.list);
  ovi_scratch_release(&reading.scratch);
  return ovi_fault_end(fault, result);
}

/* ---- Rebases ------------------------------------------------------------------------------- */

ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *old_base,
                            const ovl_world *new_base, const ovl_apply_def *def,
                            ovl_world **rebased, ovl_fault *fault) {
  ovl_fault unused;
  ovi_difference difference = {.bytes = {.allocator = fork->allocator}};
  const ovl_keep keep = def != NULL ? def->keep : OVL_KEEP_FIRST;
  ovi_progress progress = {.report = def != NULL ? def->progress : NULL,
                           .user = def != NULL ? def->progress_user : NULL};
  const ovi_difference_ends ends = {.from = old_base,
                                    .to = new_base,
                                    .kept = keep == OVL_KEEP_FIRST ? fork : NULL,
                                    .progress = &progress};
  fault = ovi_fault_begin(fault, &unused);
  *rebased = NULL;
  ovl_result result = ovi_worlds_match(fork, old_base, fault);
  result = result == OVL_OK ? ovi_worlds_match(fork, new_base, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  result = ovi_difference_find(&difference, &ends, fault);
  if (result == OVL_OK) {
    const uint64_t worlds =
        ovi_mix64(old_base->shared.fingerprint ^ ovi_mix64(new_base->shared.fingerprint));
    const ovi_version_step step = {.change = ovi_mix64(worlds ^ ovi_mix64((uint64_t)keep)),
                                   .compared = progress.done};
    const ovi_difference_bytes bytes = {.bytes = difference.bytes.bytes,
                                        .end = difference.bytes.used,
                                        .links = difference.links,
                                        .edits = difference.edits};
    result = ovi_difference_apply(&bytes, fork, &step, def, rebased, fault);
  }
  ovi_buffer_release(&difference.bytes);
  return result;
}
