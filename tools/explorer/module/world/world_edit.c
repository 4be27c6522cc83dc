/* Edits of the world in slot 0; saving it, or what differs from its file alone. */
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_page.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"
#include "tools/explorer/module/world/world_history.h"
#include "tools/explorer/module/world/world_route.h"
#include "tools/explorer/module/world/world_survey.h"

/* ---- Edits ---- */

static ovl_result apply(const ovl_edit *edit, size_t count, ovl_world **next) {
  ovl_fault fault = {0};
  const ovl_result result = ovl_world_apply(world_shown(), edit, count, next, &fault);
  module_keep_fault(&fault);
  return result;
}

/* Lists the regions in which two versions differ, and forgets what was known of them. */
static void forget_between(const ovl_world *older, const ovl_world *newer) {
  module_list_rebuilt(newer, older);
  const uint32_t *rebuilt = module_rebuilt();
  for (size_t i = 0; i < (size_t)module_numbers()[0]; i++) {
    world_survey_forget(rebuilt[i]);
  }
}

/* Sets the terrain of squares of cells, of which the upper left ones lie at `count` places of the
 * plane, x and y. Number 0: regions rebuilt. An ovl_result. */
EXPLORER_CALL(world_edit)
int32_t world_edit(const int32_t *places, int32_t count, int32_t side, int32_t terrain) {
  ovl_world *next = NULL;
  const uint32_t bytes = (uint32_t)count * (uint32_t)sizeof(ovl_edit);
  if (world_shown() == NULL || count <= 0) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_edit *list = module_allocate(bytes);
  if (list == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < count; i++) {
    const ovl_cell cell = world_cell_at(places[2 * i], places[2 * i + 1]);
    list[i] = ovl_edit_rect(cell, side, side, (uint8_t)terrain);
    result = cell.floor < 0 ? OVL_START_OUTSIDE : result;
  }
  if (result == OVL_OK) {
    result = apply(list, (size_t)count, &next);
  }
  module_release(list, bytes);
  if (result == OVL_OK) {
    forget_between(world_shown(), next);
    world_history_add(next);
  }
  return (int32_t)result;
}

/* The regions that the last edit rebuilt, or undo changed, or with 1 all since the file. Number 0:
 * how many. */
EXPLORER_CALL(world_rebuilt) const uint32_t *world_rebuilt(int32_t all) {
  if (all != 0) {
    module_list_rebuilt(world_shown(), world_base());
  }
  return module_rebuilt();
}

/* Undoes the last edit (-1), or does the one again that was undone last (1). Number 0: regions that
 * are not as before. OVL_BAD_ARGUMENT: there is no such edit. */
EXPLORER_CALL(world_undo) int32_t world_undo(int32_t edits_later) {
  const ovl_world *other = world_history_at(edits_later);
  if (other == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  forget_between(edits_later < 0 ? other : world_shown(), edits_later < 0 ? world_shown() : other);
  world_history_move(edits_later);
  return OVL_OK;
}

/* Takes all edits back. */
EXPLORER_CALL(world_revert) int32_t world_revert(void) {
  world_route_end();
  world_history_begin(world_base(), world_base());
  return OVL_OK;
}

/* ---- Saving ---- */

static bool take_bytes(void *user, const void *bytes, size_t byte_count) {
  (void)user;
  return page_take(bytes, (uint32_t)byte_count);
}

/* Saves the world, or what differs from its file as a patch: page_take gets the bytes. An
 * ovl_result. */
EXPLORER_CALL(world_save) int32_t world_save(void) {
  const ovl_save_def def = {.write = take_bytes};
  ovl_fault fault = {0};
  const ovl_result result =
      world_shown() == NULL ? OVL_BAD_ARGUMENT : ovl_world_save(world_shown(), &def, &fault);
  module_keep_fault(&fault);
  return (int32_t)result;
}

EXPLORER_CALL(world_save_patch) int32_t world_save_patch(void) {
  ovl_fault fault = {0};
  const ovl_save_def def = {.write = take_bytes};
  const ovl_result result = world_shown() == NULL
                                ? OVL_BAD_ARGUMENT
                                : ovl_world_save_patch(world_base(), world_shown(), &def, &fault);
  module_keep_fault(&fault);
  return (int32_t)result;
}

/* Applies a patch to the file as it was opened. An ovl_result. */
EXPLORER_CALL(world_open_patch)
int32_t world_open_patch(const uint8_t *bytes, uint32_t byte_count) {
  ovl_fault fault = {0};
  ovl_world *edited = NULL;
  if (world_base() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result =
      ovl_world_open_patch(world_base(), bytes, byte_count, NULL, &edited, &fault);
  module_keep_fault(&fault);
  if (result == OVL_OK) {
    world_route_end();
    world_history_begin(world_base(), edited);
  }
  return (int32_t)result;
}
