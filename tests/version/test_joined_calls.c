/* The calls of a fork that is rebased are applied in one go only where that gives the same as one
 * after the other: extra costs and weights under walls that came and went are gone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

enum { SIDE = 64, CALLS = 40, NO_ROW = -1 };

/* Bakes open ground, 8 a step, with an extra cost of 5 on a row, for a body of so many cells. */
static ovl_world *bake_row(test_state *t, int32_t row, int32_t body, const ovl_allocator *hooks) {
  static uint8_t terrain[SIDE * SIDE];
  uint8_t extra[SIDE * SIDE] = {0};
  const uint8_t *const extras[1] = {extra};
  ovl_profile_def profile = ovl_profile_def_default();
  ovl_bake_def def = ovl_bake_def_default();
  memset(terrain, 1, sizeof terrain);
  if (row != NO_ROW) {
    memset(extra + row * SIDE, 5, SIDE);
  }
  profile.weights[1] = 8;
  profile.body_cells = body;
  const ovl_floor_def floor = {
      .width = SIDE, .height = SIDE, .terrain = terrain, .extra = row != NO_ROW ? extras : NULL};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = 0;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Makes a fork with calls of one edit each. */
static ovl_world *fork_with(test_state *t, const ovl_world *world, const ovl_edit *edits,
                            size_t count) {
  ovl_world *fork = NULL;
  CHECK(t, ovl_world_fork(world, &fork) == OVL_OK, "fork");
  for (size_t i = 0; i < count && t->failures == 0; i++) {
    ovl_world *next = NULL;
    CHECK(t, ovl_world_apply(fork, &edits[i], 1, NULL, &next, NULL) == OVL_OK, "edit");
    ovl_world_close(fork);
    fork = next;
  }
  return fork;
}

static ovl_world *rebase(test_state *t, const ovl_world *fork, const ovl_world *onto) {
  ovl_world *rebased = NULL;
  CHECK(t, ovl_world_rebase(fork, onto, NULL, &rebased, NULL) == OVL_OK, "rebase");
  return rebased;
}

static void close_all(ovl_world *const *worlds, size_t count) {
  for (size_t i = 0; i < count; i++) {
    ovl_world_close(worlds[i]);
  }
}

/* ---- Passing walls --------------------------------------------------------------------- */

static void check_weight(test_state *t, const ovl_world *world, ovl_cell cell, int expected) {
  const int weight = ovl_world_weight(world, 0, cell);
  CHECK(t, weight == expected, "%d,%d weighs %d, not %d", cell.x, cell.y, weight, expected);
}

/* Also where the extra costs stand in the parent alone. */
static void extra_costs_under_a_passing_wall_are_gone(test_state *t) {
  const ovl_edit wall[2] = {ovl_edit_rect((ovl_cell){30, 0, 0}, 1, SIDE, 0),
                            ovl_edit_rect((ovl_cell){30, 0, 0}, 1, SIDE, 1)};
  for (int32_t row = 5; row < SIDE && t->failures == 0; row += 12) {
    ovl_world *world = bake_row(t, row, 1, NULL);
    ovl_world *plain = bake_row(t, NO_ROW, 1, NULL);
    ovl_world *fork = fork_with(t, plain, wall, 2);
    ovl_world *rebased = rebase(t, fork, world);
    if (rebased != NULL) {
      check_weight(t, rebased, (ovl_cell){30, row, 0}, 8);
      check_weight(t, rebased, (ovl_cell){31, row, 0}, 13);
    }
    close_all((ovl_world *const[]){world, plain, fork, rebased}, 4);
  }
}

/* The fork itself had set the weight. */
static void a_weight_under_a_passing_wall_is_gone(test_state *t) {
  const ovl_cell cell = {30, 31, 0};
  const ovl_edit edits[3] = {
      {.kind = OVL_EDIT_WEIGHT, .cell = cell, .w = 1, .h = 1, .profile = 0, .value = 20},
      ovl_edit_set(cell, 0),
      ovl_edit_set(cell, 1)};
  ovl_world *world = bake_row(t, NO_ROW, 1, NULL);
  ovl_world *fork = fork_with(t, world, edits, 3);
  ovl_world *rebased = rebase(t, fork, world);
  if (rebased != NULL) {
    check_weight(t, fork, cell, 8);
    check_weight(t, rebased, cell, 8);
  }
  close_all((ovl_world *const[]){world, fork, rebased}, 3);
}

/* A wall blocks positions of a larger body beside it, in other regions: their costs are gone too.
 */
static void a_passing_wall_blocks_large_bodies_beside_it(test_state *t) {
  const ovl_edit wall[2] = {ovl_edit_rect((ovl_cell){0, 32, 0}, SIDE, 1, 0),
                            ovl_edit_rect((ovl_cell){0, 32, 0}, SIDE, 1, 1)};
  ovl_world *world = bake_row(t, 31, 2, NULL);
  ovl_world *fork = fork_with(t, world, wall, 2);
  ovl_world *rebased = rebase(t, fork, world);
  if (rebased != NULL) {
    check_weight(t, world, (ovl_cell){30, 31, 0}, 13);
    check_weight(t, fork, (ovl_cell){30, 31, 0}, 8);
    check_weight(t, rebased, (ovl_cell){30, 31, 0}, 8);
  }
  close_all((ovl_world *const[]){world, fork, rebased}, 3);
}

/* ---- Memory ---------------------------------------------------------------------------- */

/* Many calls that meet no extra costs: a call more costs the copy of its edits, not a region. */
static void calls_are_joined(test_state *t) {
  counting_allocator counts = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counts);
  ovl_world *world = bake_row(t, NO_ROW, 1, &hooks);
  ovl_edit edits[CALLS];
  uint64_t allocations[2];
  for (int32_t i = 0; i < CALLS; i++) {
    edits[i] = ovl_edit_set((ovl_cell){5 + i % 8, 5 + i / 8, 0}, 0);
  }
  for (int i = 0; i < 2; i++) {
    ovl_world *fork = fork_with(t, world, edits, i == 0 ? 1 : CALLS);
    const uint64_t before = counts.allocations;
    ovl_world *rebased = rebase(t, fork, world);
    allocations[i] = counts.allocations - before;
    close_all((ovl_world *const[]){rebased, fork}, 2);
  }
  CHECK(t, allocations[1] < allocations[0] + 2 * CALLS,
        "%" PRIu64 " allocations for one call, %" PRIu64 " for %d", allocations[0], allocations[1],
        CALLS);
  ovl_world_close(world);
}

/* A fork is rebased onto a world of another allocator, and closed before the result is used. */
static void forks_move_between_allocators(test_state *t) {
  counting_allocator counts[2] = {{0}, {0}};
  const ovl_allocator hooks[2] = {counting_allocator_hooks(&counts[0]),
                                  counting_allocator_hooks(&counts[1])};
  const uint16_t stamp[4] = {0, 1, 1, 0};
  const ovl_edit edits[2] = {
      {.kind = OVL_EDIT_TERRAIN, .cell = {40, 40, 0}, .w = 2, .h = 2, .stamp = stamp},
      ovl_edit_set((ovl_cell){50, 50, 0}, 0)};
  ovl_world *first = bake_row(t, NO_ROW, 1, &hooks[0]);
  ovl_world *second = bake_row(t, NO_ROW, 1, &hooks[1]);
  ovl_world *fork = fork_with(t, first, edits, 2);
  ovl_world *rebased = rebase(t, fork, second);
  close_all((ovl_world *const[]){fork, first}, 2);
  CHECK(t, counts[0].live == 0, "%" PRIu64 " blocks are left of the first", counts[0].live);
  if (rebased != NULL) {
    ovl_world *again = rebase(t, rebased, second);
    check_weight(t, again, (ovl_cell){40, 40, 0}, 0);
    check_weight(t, again, (ovl_cell){41, 40, 0}, 8);
    ovl_world_close(again);
  }
  close_all((ovl_world *const[]){rebased, second}, 2);
  CHECK(t, counts[1].live == 0 && counts[1].wrong_releases == 0, "%" PRIu64 " blocks are left",
        counts[1].live);
}

const test_entry test_joined_calls_table[] = {
    {"joined_calls/extra-costs-under-a-passing-wall-are-gone",
     extra_costs_under_a_passing_wall_are_gone},
    {"joined_calls/a-weight-under-a-passing-wall-is-gone", a_weight_under_a_passing_wall_is_gone},
    {"joined_calls/a-passing-wall-blocks-large-bodies-beside-it",
     a_passing_wall_blocks_large_bodies_beside_it},
    {"joined_calls/calls-are-joined", calls_are_joined},
    {"joined_calls/forks-move-between-allocators", forks_move_between_allocators},
    {NULL, NULL},
};
