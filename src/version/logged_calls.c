/* Lists the edits of a log, and chooses how many of them a call takes. */
#include "version/logged_calls.h"

#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "overland_edit.h"

bool ovi_logged_calls_begin(ovi_logged_calls *calls, ovi_edit_log *log, const ovl_world *owner,
                            const ovl_allocator *allocator) {
  calls->log = ovi_edit_log_retain(log);
  calls->calls = log->calls;
  calls->total = log->total;
  calls->allocator = allocator;
  calls->edits = ovi_allocate(allocator, log->total * sizeof(ovl_edit));
  calls->counts = ovi_allocate(allocator, log->calls * sizeof(uint64_t));
  ovl_world_retain(owner, &calls->owner);
  if (calls->edits == NULL || calls->counts == NULL) {
    return false;
  }
  ovi_edit_log_list(log, calls->edits, calls->counts);
  return true;
}

void ovi_logged_calls_release(ovi_logged_calls *calls) {
  if (calls->log == NULL) {
    return;
  }
  ovi_release(calls->allocator, calls->edits, calls->total * sizeof(ovl_edit));
  ovi_release(calls->allocator, calls->counts, calls->calls * sizeof(uint64_t));
  ovi_edit_log_drop(calls->owner->allocator, calls->log);
  ovl_world_close(calls->owner);
}

/* ---- Whether calls can be one --------------------------------------------------- */

/* Whether a region has extra costs; one that could not be read counts as if it had. */
static bool region_has_extra(const ovl_world *world, uint32_t id) {
  bool has_extra = false;
  for (uint32_t profile = 0; profile < world->shared.profile_count && !has_extra; profile++) {
    const ovi_layer *layer = &world->layers[profile];
    const ovi_region region = ovi_region_view(layer, id);
    has_extra = ovi_region_may_have_extra(layer, &region);
  }
  return has_extra || ovi_layer_outcome(world->layers) != OVL_OK;
}

/* The side of the largest body, in cells. The position of a body is its upper left cell, so a wall
 * also blocks the positions of a body of N cells that lie up to N - 1 cells left of it or above. */
static int32_t largest_body(const ovl_world *world) {
  int32_t largest = 1;
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const int32_t cells = world->layers[i].profile.body_cells;
    largest = cells > largest ? cells : largest;
  }
  return largest;
}

/* Whether some region has extra costs of those with positions that the rectangle of an edit can
 * block; the part of it outside the map has none. */
static bool edit_meets_extra(const ovl_world *world, const ovl_edit *edit) {
  const ovi_layer *layer = &world->layers[0];
  ovi_rectangle floor;
  if (!ovi_world_floor_rectangle(world, edit->cell.floor, &floor)) {
    return false;
  }
  const int32_t x = floor.x0 + edit->cell.x;
  const int32_t y = floor.y0 + edit->cell.y;
  const int32_t beyond = largest_body(world) - 1;
  const ovi_rectangle box = ovi_rectangle_common(
      floor, (ovi_rectangle){x - beyond, y - beyond, x + edit->w, y + edit->h});
  if (ovi_rectangle_is_empty(box)) {
    return false;
  }
  ovi_region region;
  for (int32_t at_y = box.y0; at_y < box.y1; at_y = region.y + region.h) {
    for (int32_t at_x = box.x0; at_x < box.x1; at_x = region.x + region.w) {
      const uint32_t id = ovi_region_at(layer, at_x, at_y);
      if (region_has_extra(world, id)) {
        return true;
      }
      region = ovi_region_view(layer, id);
    }
  }
  return false;
}

/* Whether applying all edits of a log in one go gives the same as its calls one by one. */
static bool is_one_call(const ovi_logged_calls *calls, const ovl_world *world) {
  bool is_one = !calls->keeps_versions;
  for (uint64_t i = 0; i < calls->total && is_one; i++) {
    const ovl_edit *edit = &calls->edits[i];
    is_one = edit->kind == OVL_EDIT_LINK ||
             (edit->kind == OVL_EDIT_TERRAIN && !edit_meets_extra(world, edit));
  }
  return is_one;
}

ovl_result ovi_logged_calls_choose(const ovi_logged_calls *calls, const ovl_world *world,
                                   ovi_call_edits *edits) {
  *edits = (ovi_call_edits){calls->edits + calls->edit, (size_t)calls->counts[calls->call], NULL};
  if (calls->call == 0 && calls->calls > 1 && is_one_call(calls, world)) {
    *edits = (ovi_call_edits){calls->edits, (size_t)calls->total, calls->counts};
  }
  return ovi_layer_outcome(world->layers);
}

bool ovi_logged_calls_pass(ovi_logged_calls *calls, const ovi_call_edits *edits) {
  calls->call += edits->of_calls != NULL ? calls->calls : 1;
  calls->edit += edits->count;
  return calls->call == calls->calls;
}
