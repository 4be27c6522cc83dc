/* Tests rebases and commits, by worlds made by hand: which values are kept, what becomes of history
 * and routes, and what is refused. The option space judges their cells by a model that merges them
 * one by one, and their bytes by a bake of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"

/* ---- Worlds made by hand ------------------------------------------------------------ */

enum { SIDE = 64, REGION = 16 };

/* Bakes open ground, for the default profile or another one. */
static ovl_world *bake_square(test_state *t, const ovl_profile_def *profile,
                              const ovl_allocator *allocator) {
  static uint8_t terrain[SIDE * SIDE];
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_floor_def floor = {.width = SIDE, .height = SIDE, .terrain = terrain};
  const ovl_profile_def plain = {0};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = profile != NULL ? profile : &plain;
  def.more.profile_count = 1;
  def.tuning.region_cells = REGION;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  if (allocator != NULL) {
    def.allocator = *allocator;
  }
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what);
  return world;
}

/* Applies one edit; the version before stays open. */
static ovl_world *with(test_state *t, const ovl_world *world, ovl_edit edit) {
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  CHECK(t, ovl_world_apply(world, &edit, 1, &next, &fault) == OVL_OK, "apply: %s", fault.what);
  return next;
}

static void close_all(ovl_world *const *worlds, size_t count) {
  for (size_t i = 0; i < count; i++) {
    ovl_world_close(worlds[i]);
  }
}

static ovl_edit extra_of(int32_t x, int32_t y, int32_t w, int32_t h, uint32_t value) {
  return (ovl_edit){.kind = OVL_EDIT_EXTRA, .cell = {x, y, 0}, .w = w, .h = h, .value = value};
}

static ovl_world *rebase(test_state *t, const ovl_world *fork, const ovl_world *old_base,
                         const ovl_world *new_base, ovl_keep keep) {
  ovl_world *rebased = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  ovl_apply_def def = {0};
  def.keep = keep;
  const ovl_result result = ovl_world_rebase(fork, old_base, new_base, &def, &rebased, &fault);
  CHECK(t, result == OVL_OK, "rebase: %s (%s)", ovl_result_text(result), fault.what);
  return rebased;
}

static uint32_t weight_at(const ovl_world *world, int32_t x, int32_t y) {
  return world != NULL ? ovl_world_weight(world, 0, (ovl_cell){x, y, 0}) : UINT32_MAX;
}

/* Both change the extra cost of a cell for one profile: `keep` says whose stays, for each profile.
 */
static void extra_costs_of_each_profile_are_kept_as_asked(test_state *t) {
  ovl_profile_def profiles[] = {{.name = "default"}, {.name = "default"}};
  profiles[1].name[0] = 'o';
  uint8_t terrain[64 * 64];
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def def = {0};
  const ovl_floor_def floor = {.width = 64, .height = 64, .terrain = terrain};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  ovl_world *base = NULL;
  CHECK(t, ovl_world_bake(&def, &base, NULL) == OVL_OK, "bake");
  for (int32_t profile = 0; profile < 2 && base != NULL; profile++) {
    ovl_edit edit = extra_of(20, 20, 1, 1, 5);
    edit.profile = profile;
    ovl_world *fork = with(t, base, edit);
    edit.value = 9;
    ovl_world *next = with(t, base, edit);
    for (int keep = 0; keep < OVL_KEEP_COUNT; keep++) {
      ovl_world *rebased = rebase(t, fork, base, next, (ovl_keep)keep);
      const uint32_t weight = ovl_world_weight(rebased, profile, (ovl_cell){20, 20, 0});
      CHECK(t, weight == (keep == OVL_KEEP_FIRST ? 13 : 17), "profile %d, keep %d: %u", profile,
            keep, weight);
      ovl_world_close(rebased);
    }
    ovl_world_close(fork);
    ovl_world_close(next);
  }
  ovl_world_close(base);
}

/* The parent's heavy ground comes to where the fork's danger is: they do not fit a byte. */
static void extra_costs_are_lowered_where_they_do_not_fit(test_state *t) {
  ovl_profile_def profile = {0};
  memset(profile.weights + 1, OVL_PLAIN_WEIGHT, sizeof profile.weights - 1);
  profile.weights[2] = 200;
  ovl_world *base = bake_square(t, &profile, NULL);
  ovl_world *fork = with(t, base, extra_of(20, 20, 8, 1, 100));
  ovl_world *heavy = with(t, base, ovl_edit_rect((ovl_cell){20, 20, 0}, 4, 1, 2));
  ovl_world *rebased = rebase(t, fork, base, heavy, OVL_KEEP_FIRST);
  CHECK(t, weight_at(rebased, 20, 20) == 255 && weight_at(rebased, 25, 20) == 108, "%u and %u",
        weight_at(rebased, 20, 20), weight_at(rebased, 25, 20));
  ovl_world *committed = rebase(t, heavy, base, fork, OVL_KEEP_DIFFERENCE);
  if (t->failures == 0) {
    fixture_check_same(t, rebased, committed, "committed");
  }
  ovl_world *const worlds[] = {base, fork, heavy, rebased, committed};
  close_all(worlds, sizeof worlds / sizeof(ovl_world *));
}

/* ---- History ------------------------------------------------------------------------ */

static ovl_version_info info_of(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info;
}

/* The identity follows from those of the three versions and from `keep`, and from nothing else. */
static void a_rebase_is_one_step_of_history(test_state *t) {
  ovl_world *base = bake_square(t, NULL, NULL);
  ovl_world *fork = with(t, base, ovl_edit_rect((ovl_cell){2, 2, 0}, 5, 5, 0));
  ovl_world *next = with(t, base, ovl_edit_rect((ovl_cell){40, 40, 0}, 5, 5, 0));
  ovl_world *same = with(t, base, ovl_edit_rect((ovl_cell){40, 40, 0}, 5, 5, 0));
  ovl_world *later = with(t, next, ovl_edit_rect((ovl_cell){60, 60, 0}, 1, 1, 0));
  ovl_world *made[] = {rebase(t, fork, base, next, OVL_KEEP_FIRST),
                       rebase(t, fork, base, next, OVL_KEEP_DIFFERENCE),
                       rebase(t, fork, base, later, OVL_KEEP_FIRST),
                       rebase(t, fork, next, later, OVL_KEEP_FIRST),
                       rebase(t, later, base, next, OVL_KEEP_FIRST),
                       rebase(t, fork, base, base, OVL_KEEP_FIRST),
                       rebase(t, fork, base, same, OVL_KEEP_FIRST)};
  enum { MADE = sizeof made / sizeof(ovl_world *) };
  for (int i = 0; i < MADE && t->failures == 0; i++) {
    const ovl_version_info info = info_of(made[i]);
    CHECK(t, info.version == (i == 4 ? 3u : 2u), "%d: version %" PRIu64, i, info.version);
    for (int k = 0; k < i; k++) {
      CHECK(t, (info.identity == info_of(made[k]).identity) == (i == MADE - 1 && k == 0),
            "identities %d and %d", k, i);
    }
  }
  close_all(made, MADE);
  ovl_world *const worlds[] = {base, fork, next, same, later};
  close_all(worlds, sizeof worlds / sizeof(ovl_world *));
}

/* Walks a route of one version in another one; returns the last result. */
static ovl_result walk(test_state *t, ovl_planner *planner, const ovl_world *world,
                       ovl_route *route) {
  static ovl_cell points[4 * SIDE * SIDE];
  ovl_result result = OVL_OK;
  for (int i = 0; result == OVL_OK && !route->done && i < 1000; i++) {
    ovl_path path = {.points = points, .capacity = sizeof points / sizeof *points};
    result = ovl_route_next(planner, world, route, route->position, &path);
  }
  CHECK(t, result == OVL_OK || result == OVL_BEGIN_AGAIN, "%s", ovl_result_text(result));
  return result;
}

/* Routes of the fork go on in the rebased version until they come to what was rebuilt. */
static void routes_of_the_fork_go_on(test_state *t) {
  ovl_world *base = bake_square(t, NULL, NULL);
  ovl_world *fork = with(t, base, ovl_edit_rect((ovl_cell){30, 2, 0}, 2, 5, 0));
  ovl_world *next = with(t, base, ovl_edit_rect((ovl_cell){20, 20, 0}, 1, 44, 0));
  ovl_world *rebased = rebase(t, fork, base, next, OVL_KEEP_FIRST);
  const ovl_planner_def def = {.world = base};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  for (int i = 0; i < 2 && t->failures == 0; i++) {
    const int32_t y = i == 0 ? 8 : 52; /* far from the parent's edit, and through it */
    ovl_query query = {0};
    ovl_route route;
    query.start = (ovl_cell){1, y, 0};
    query.goal = (ovl_cell){62, y, 0};
    CHECK(t, ovl_route_begin(planner, fork, &query, &route) == OVL_OK, "begin");
    const ovl_result result = walk(t, planner, rebased, &route);
    CHECK(t, result == (i == 0 ? OVL_OK : OVL_BEGIN_AGAIN), "route %d: %s", i,
          ovl_result_text(result));
  }
  uint32_t regions[16];
  size_t count = 0;
  CHECK(t, ovl_world_rebuilt(rebased, 1, regions, 16, &count) == OVL_OK && count >= 3 && count < 9,
        "%zu regions", count);
  ovl_planner_destroy(planner);
  ovl_world *const worlds[] = {base, fork, next, rebased};
  close_all(worlds, sizeof worlds / sizeof(ovl_world *));
}

/* ---- Other worlds -------------------------------------------------------------------- */

static void check_other(test_state *t, const ovl_world *base, ovl_world *other, const char *what) {
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_world *const orders[3][3] = {
      {other, base, base}, {base, other, base}, {base, base, other}};
  for (int i = 0; i < 3; i++) {
    ovl_world *made = other;
    const ovl_result result =
        ovl_world_rebase(orders[i][0], orders[i][1], orders[i][2], NULL, &made, &fault);
    CHECK(t, result == OVL_OTHER_WORLD && made == NULL, "%s, %d: %s", what, i,
          ovl_result_text(result));
    CHECK(t, strcmp(fault.what, what) == 0, "'%s', not '%s'", fault.what, what);
  }
  ovl_world_close(other);
}

static void other_worlds_are_refused(test_state *t) {
  static uint8_t terrain[SIDE * SIDE];
  ovl_floor_def floors[2] = {{.width = SIDE, .height = SIDE, .terrain = terrain},
                             {.width = 5, .height = 1, .graph = true}};
  ovl_profile_def profile = {0};
  ovl_link_def link = {.from = {1, 1, 0}, .to = {2, 0, 1}, .cost = 100, .cost_back = 100};
  memset(profile.weights + 1, OVL_PLAIN_WEIGHT, sizeof profile.weights - 1);
  profile.max_climb = 1;
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def def = {0};
  def.more.floors = floors;
  def.more.floor_count = 2;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = &link;
  def.more.link_count = 1;
  def.tuning.region_cells = REGION;
  ovl_world *base = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  CHECK(t, ovl_world_bake(&def, &base, &fault) == OVL_OK, "bake: %s", fault.what);
  for (int i = 0; i < 7 && t->failures == 0; i++) {
    static const char *const what[] = {
        "worlds: side of a region", "worlds: floors", "worlds: floors",
        "worlds: profiles",         "worlds: links",  "worlds: links",
        "worlds: profiles"};
    ovl_bake_def changed = def;
    ovl_floor_def some[2] = {floors[0], floors[1]};
    ovl_profile_def heavy = profile;
    ovl_link_def moved = link;
    ovl_world *other = NULL;
    some[0].height = i == 1 ? SIDE - 1 : SIDE;
    some[1] = i == 2 ? (ovl_floor_def){.width = 6, .height = 1, .graph = true} : some[1];
    heavy.weights[7] = i == 3 ? 9 : heavy.weights[7];
    heavy.max_climb += i == 6 ? 256 : 0; /* another second byte */
    moved.to.x = i == 4 ? 3 : 2;
    changed.more.floors = some;
    changed.more.profiles = &heavy;
    changed.more.links = &moved;
    changed.more.link_count = i == 5 ? 0 : 1;
    changed.tuning.region_cells = i == 0 ? 8 : REGION;
    CHECK(t, ovl_world_bake(&changed, &other, NULL) == OVL_OK, "bake %d", i);
    check_other(t, base, other, what[i]);
  }
  ovl_world_close(base);
}

/* ---- Memory --------------------------------------------------------------------------- */

/* Many edits of one rectangle cost what one costs. */
static void no_edit_is_remembered(test_state *t) {
  enum { EDITS = 60 };
  uint64_t allocations[2] = {0};
  uint64_t bytes[2] = {0};
  for (int many = 0; many < 2 && t->failures == 0; many++) {
    counting_allocator counts = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counts);
    ovl_world *base = bake_square(t, NULL, &hooks);
    ovl_world *next = with(t, base, ovl_edit_rect((ovl_cell){5, 5, 0}, 1, 1, 0));
    ovl_world *fork = NULL;
    ovl_world_retain(base, &fork);
    for (int i = 0; i < (many != 0 ? EDITS : 1); i++) {
      ovl_world *next_fork = with(t, fork, extra_of(20, 20, 12, 12, i % 2 == 0 ? 8 : 16));
      ovl_world_close(fork);
      fork = next_fork;
    }
    const uint64_t before = counts.allocations;
    ovl_world *rebased = rebase(t, fork, base, next, OVL_KEEP_FIRST);
    ovl_world *committed = rebase(t, next, base, fork, OVL_KEEP_DIFFERENCE);
    allocations[many] = counts.allocations - before;
    bytes[many] = counts.live_bytes;
    ovl_world_close(rebased);
    ovl_world_close(committed);
    ovl_world_close(fork);
    ovl_world_close(next);
    ovl_world_close(base);
    CHECK(t, counts.live == 0 && counts.wrong_releases == 0, "%" PRIu64 " blocks are left",
          counts.live);
  }
  CHECK(t, allocations[0] == allocations[1] && bytes[1] < bytes[0] + 16384,
        "%" PRIu64 " and %" PRIu64 " allocations, %" PRIu64 " and %" PRIu64 " bytes",
        allocations[0], allocations[1], bytes[0], bytes[1]);
}

/* Versions that come of different files share no tree, and give the same: each of the three in turn
 * is opened from a file of its own, by a reader. Whichever read of a rebase fails, the call says
 * so, and gets through later. */
static void versions_of_different_files_are_rebased_alike(test_state *t) {
  ovl_world *base = bake_square(t, NULL, NULL);
  ovl_world *fork = with(t, base, ovl_edit_rect((ovl_cell){20, 20, 0}, 16, 16, 0));
  ovl_world *parent = with(t, base, ovl_edit_rect((ovl_cell){40, 0, 0}, 1, SIDE, 0));
  ovl_world *expected = rebase(t, fork, base, parent, OVL_KEEP_FIRST);
  for (int k = 0; k < 3; k++) {
    const ovl_world *worlds[] = {fork, base, parent};
    world_bytes bytes = fixture_save(t, worlds[k]);
    paged_reader reader = paged_reader_of(&bytes, 1);
    ovl_world *read = NULL;
    ovl_world *made = NULL;
    CHECK(t, paged_open_read(&reader, 1 << 20, &read) == OVL_OK, "open");
    worlds[k] = read;
    int failed = 0;
    for (; made == NULL && failed < 1000 && t->failures == 0; failed++) {
      ovl_fault fault = {"", 0, 0, 0};
      reader.fails_at = reader.calls; /* the next read, each time */
      ovl_result result = ovl_world_rebase(worlds[0], worlds[1], worlds[2], NULL, &made, &fault);
      reader.fails_at = UINT64_MAX;
      CHECK(t, (result == OVL_OK) == (made != NULL), "%s", ovl_result_text(result));
      if (result == OVL_READ_FAILED) {
        CHECK(t, fault.what[0] != 0, "no fault");
        result = ovl_world_rebase(worlds[0], worlds[1], worlds[2], NULL, &made, NULL);
      }
      CHECK(t, result == OVL_OK || result == OVL_READ_FAILED, "%s", ovl_result_text(result));
    }
    if (made != NULL) {
      fixture_check_same(t, expected, made, "rebased");
    }
    ovl_world_close(made);
    ovl_world_close(read);
    free(bytes.bytes);
  }
  ovl_world *const worlds[] = {base, fork, parent, expected};
  close_all(worlds, sizeof worlds / sizeof(ovl_world *));
}

/* ---- Progress ----------------------------------------------------------------------- */

/* Counts calls, of which `most` are allowed, and whether the work that was done ever fell. */
typedef struct rebase_progress {
  uint64_t calls, most, done;
  bool fell;
} rebase_progress;

static bool count_progress(void *user, uint64_t done, uint64_t total) {
  rebase_progress *progress = user;
  progress->fell = progress->fell || done < progress->done || done > total;
  progress->done = done;
  return ++progress->calls <= progress->most;
}

/* A rebase that keeps nothing new compares and does not rebuild: each of its calls is a comparison.
 */
static void a_rebase_tells_what_it_compares_and_can_be_stopped(test_state *t) {
  static const uint8_t terrain[96 * 96];
  ovl_bake_def bake = {0};
  bake.width = bake.height = 96;
  bake.terrain = terrain;
  memset(bake.weights, OVL_PLAIN_WEIGHT, sizeof bake.weights);
  bake.tuning.region_cells = 16;
  ovl_world *base = NULL;
  ovl_world *edited = NULL;
  ovl_world *rebased = NULL;
  const ovl_edit edit = ovl_edit_rect((ovl_cell){2, 2, 0}, 70, 70, 1);
  CHECK(t, ovl_world_bake(&bake, &base, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_world_apply(base, &edit, 1, &edited, NULL) == OVL_OK, "apply");
  rebase_progress progress = {.most = UINT64_MAX};
  ovl_apply_def def = {0};
  def.progress = count_progress;
  def.progress_user = &progress;
  CHECK(t, ovl_world_rebase(edited, base, edited, &def, &rebased, NULL) == OVL_OK, "rebase");
  CHECK(t, progress.calls >= 25 && !progress.fell, "%" PRIu64 " calls", progress.calls);
  ovl_world_close(rebased);
  progress = (rebase_progress){.most = UINT64_MAX};
  CHECK(t, ovl_world_rebase(base, base, edited, &def, &rebased, NULL) == OVL_OK, "rebase");
  CHECK(t, progress.calls > 25 && !progress.fell, "%" PRIu64 " calls, or fell", progress.calls);
  ovl_world_close(rebased);
  progress = (rebase_progress){.most = 3};
  ovl_fault fault;
  CHECK(t, ovl_world_rebase(base, base, edited, &def, &rebased, &fault) == OVL_STOPPED, "stopped");
  CHECK(t, rebased == NULL && progress.calls == 4, "%" PRIu64 " calls", progress.calls);
  ovl_world_close(edited);
  ovl_world_close(base);
}

const test_entry test_rebase_table[] = {
    {"rebase/tells-what-it-compares-and-can-be-stopped",
     a_rebase_tells_what_it_compares_and_can_be_stopped},
    {"rebase/extra-costs-of-each-profile-are-kept-as-asked",
     extra_costs_of_each_profile_are_kept_as_asked},
    {"rebase/extra-costs-are-lowered-where-they-do-not-fit",
     extra_costs_are_lowered_where_they_do_not_fit},
    {"rebase/is-one-step-of-history", a_rebase_is_one_step_of_history},
    {"rebase/routes-of-the-fork-go-on", routes_of_the_fork_go_on},
    {"rebase/other-worlds-are-refused", other_worlds_are_refused},
    {"rebase/no-edit-is-remembered", no_edit_is_remembered},
    {"rebase/versions-of-different-files-are-rebased-alike",
     versions_of_different_files_are_rebased_alike},
    {NULL, NULL},
};
