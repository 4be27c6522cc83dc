/* Tests publishers: a version stays open exactly as long as it is current or a reader is in it, and
 * readers on other threads see whole versions only, in their order. Also tests threads that search
 * one world whose regions are checked at their first use, and one that saves a world which others
 * search and edit. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"
#include "tests/support/query_more.h"
#include "tools/base/platform.h"
#include "version/version.h"

enum { SIDE = 40, WALL = 20 };

/* Bakes a square of open ground with a wall across it that has one gap. */
static ovl_world *bake_gap(test_state *t, int32_t gap, const ovl_allocator *allocator) {
  uint8_t terrain[SIDE * SIDE];
  memset(terrain, 1, sizeof terrain);
  for (int32_t y = 0; y < SIDE; y++) {
    terrain[y * SIDE + WALL] = y == gap;
  }
  ovl_bake_def def = {0};
  def.width = SIDE;
  def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.allocator = allocator != NULL ? *allocator : def.allocator;
  ovl_world *world = NULL;
  ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result));
  return world;
}

/* ---- One thread ---------------------------------------------------------- */

/* A publisher of copies of one world. */
typedef struct publish_case {
  counting_allocator counts;
  ovl_allocator hooks;
  ovl_world *origin;
  uint64_t origin_blocks; /* blocks of memory of the origin alone */
  ovl_publisher *publisher;
} publish_case;

static bool begin_publish(publish_case *c, test_state *t) {
  memset(c, 0, sizeof *c);
  c->hooks = counting_allocator_hooks(&c->counts);
  c->origin = bake_gap(t, 3, &c->hooks);
  if (c->origin == NULL) {
    return false;
  }
  c->origin_blocks = c->counts.live;
  ovl_result result = ovl_publisher_create(ovi_version_copy(c->origin), NULL, &c->publisher);
  return CHECK(t, result == OVL_OK, "create: %s", ovl_result_text(result));
}

static void end_publish(publish_case *c, test_state *t) {
  ovl_publisher_destroy(c->publisher);
  CHECK(t, c->counts.live == c->origin_blocks, "%" PRIu64 " blocks are left of the versions",
        c->counts.live - c->origin_blocks);
  ovl_world_close(c->origin);
  CHECK(t, c->counts.live == 0 && c->counts.wrong_releases == 0, "%" PRIu64 " blocks are left",
        c->counts.live);
}

/* Number of versions that are not closed: each is one block, and so is the publisher. */
static uint64_t open_versions(const publish_case *c) {
  return c->counts.live - c->origin_blocks - 1;
}

static const ovl_world *publish_one(publish_case *c, test_state *t) {
  ovl_world *version = ovi_version_copy(c->origin);
  ovl_result result = ovl_publisher_publish(c->publisher, version);
  CHECK(t, result == OVL_OK, "publish: %s", ovl_result_text(result));
  CHECK(t, ovl_publisher_current(c->publisher) == version, "another version is current");
  return version;
}

static void entered_versions_stay(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    const ovl_world *first = ovl_publisher_enter(c.publisher);
    CHECK(t, first == ovl_publisher_current(c.publisher), "not the current version was entered");
    const ovl_world *second = publish_one(&c, t);
    CHECK(t, open_versions(&c) == 2, "%" PRIu64 " versions, not the reader's and the current one",
          open_versions(&c));
    CHECK(t, ovl_publisher_enter(c.publisher) == second, "an older version was entered");
    ovl_publisher_leave(c.publisher, second);
    CHECK(t, ovl_publisher_collect(c.publisher) == 1 && open_versions(&c) == 2,
          "closed under its reader");
    ovl_publisher_leave(c.publisher, first);
    CHECK(t, ovl_publisher_collect(c.publisher) == 0 && open_versions(&c) == 1,
          "not closed behind its reader");
  }
  end_publish(&c, t);
}

static void unread_versions_are_closed_by_the_next(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    for (int i = 0; i < 200; i++) {
      publish_one(&c, t);
      CHECK(t, open_versions(&c) == 1, "%" PRIu64 " versions", open_versions(&c));
    }
  }
  end_publish(&c, t);
}

static void many_readers_hold_one_version(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    const ovl_world *first = ovl_publisher_current(c.publisher);
    for (int i = 0; i < 10; i++) {
      ovl_publisher_enter(c.publisher);
      ovl_publisher_collect(c.publisher); /* counts readers of the current version too */
    }
    ovl_publisher_leave(c.publisher, first);
    publish_one(&c, t);
    for (int i = 0; i < 8; i++) {
      ovl_publisher_leave(c.publisher, first);
    }
    CHECK(t, ovl_publisher_collect(c.publisher) == 1, "closed under its last reader");
    ovl_publisher_leave(c.publisher, first);
    CHECK(t, ovl_publisher_collect(c.publisher) == 0, "not closed behind its last reader");
  }
  end_publish(&c, t);
}

static void too_many_held_versions_are_busy(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    const ovl_world *held[OVL_PUBLISHER_MAX_VERSIONS - 1];
    for (int i = 0; i < OVL_PUBLISHER_MAX_VERSIONS - 1; i++) {
      held[i] = ovl_publisher_enter(c.publisher);
      publish_one(&c, t);
    }
    ovl_world *late = ovi_version_copy(c.origin);
    const ovl_world *current = ovl_publisher_current(c.publisher);
    ovl_result result = ovl_publisher_publish(c.publisher, late);
    CHECK(t, result == OVL_FULL, "one more: %s", ovl_result_text(result));
    CHECK(t, ovl_publisher_current(c.publisher) == current,
          "the publication failed, but the current version changed");
    ovl_publisher_leave(c.publisher, held[30]);
    result = ovl_publisher_publish(c.publisher, late);
    CHECK(t, result == OVL_OK, "with room again: %s", ovl_result_text(result));
    CHECK(t, ovl_publisher_enter(c.publisher) == late, "the late version is not current");
    ovl_publisher_leave(c.publisher, late);
    for (int i = 0; i < OVL_PUBLISHER_MAX_VERSIONS - 1; i++) {
      if (i != 30) {
        ovl_publisher_leave(c.publisher, held[i]);
      }
    }
    CHECK(t, ovl_publisher_collect(c.publisher) == 0, "%" PRIu32 " are left",
          ovl_publisher_collect(c.publisher));
  }
  end_publish(&c, t);
}

/* Publishes one version again, through another handle: while it is current, and while it is an
 * older one that has a reader. */
static void a_version_can_be_published_again(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    ovl_world *shared = NULL;
    const ovl_world *first = ovl_publisher_enter(c.publisher);
    ovl_world_retain(first, &shared);
    CHECK(t, ovl_publisher_publish(c.publisher, shared) == OVL_OK, "again while it is current");
    CHECK(t, ovl_publisher_collect(c.publisher) == 0, "it counts as an older version");
    publish_one(&c, t);
    ovl_world_retain(first, &shared);
    CHECK(t, ovl_publisher_publish(c.publisher, shared) == OVL_OK, "again while it is read");
    CHECK(t, ovl_publisher_current(c.publisher) == first, "it is not current");
    CHECK(t, ovl_publisher_enter(c.publisher) == first, "it is not entered");
    publish_one(&c, t);
    ovl_publisher_leave(c.publisher, first);
    CHECK(t, ovl_publisher_collect(c.publisher) == 1, "closed under its other reader");
    ovl_publisher_leave(c.publisher, first);
    CHECK(t, ovl_publisher_collect(c.publisher) == 0, "not closed behind both");
  }
  end_publish(&c, t);
}

static void leaving_another_world_does_nothing(test_state *t) {
  publish_case c;
  if (begin_publish(&c, t)) {
    const ovl_world *first = ovl_publisher_enter(c.publisher);
    publish_one(&c, t);
    ovl_publisher_leave(c.publisher, c.origin);
    ovl_publisher_leave(c.publisher, NULL);
    CHECK(t, ovl_publisher_collect(c.publisher) == 1, "closed though its reader did not leave");
    ovl_publisher_leave(c.publisher, first);
  }
  end_publish(&c, t);
}

static void without_memory_the_caller_keeps_the_world(test_state *t) {
  counting_allocator counts = {0};
  ovl_allocator hooks = counting_allocator_hooks(&counts);
  ovl_world *world = bake_gap(t, 3, &hooks);
  ovl_publisher *publisher = (ovl_publisher *)(void *)t; /* must become NULL */
  counts.fail_at = counts.allocations + 1;
  ovl_result result = ovl_publisher_create(world, NULL, &publisher);
  CHECK(t, result == OVL_NO_MEMORY && publisher == NULL, "create: %s", ovl_result_text(result));
  ovl_allocator none = {NULL, NULL, NULL};
  result = ovl_publisher_create(world, &none, &publisher);
  CHECK(t, result == OVL_BAD_ARGUMENT && publisher == NULL, "no functions: %s",
        ovl_result_text(result));
  ovl_publisher_destroy(NULL);
  ovl_world_close(world);
  CHECK(t, counts.live == 0, "%" PRIu64 " blocks are left", counts.live);
}

/* ---- Many threads -------------------------------------------------------- */

enum { READERS = 3, GAPS = 8 };

/* State that the writer and the readers share. */
typedef struct battle {
  ovl_publisher *publisher;
  uint64_t costs[GAPS];  /* of the path through each gap; version n has gap n % GAPS */
  uint32_t most_answers; /* of one reader */
  atomic_uint begun;     /* number of the last version whose publication began; */
  atomic_uint ended;     /* and of the last one whose publication ended */
  atomic_uint readers_done;
  uint32_t wrong_answers[READERS + 1];
  uint32_t wrong_versions[READERS + 1];
  uint32_t answers[READERS + 1];
} race;

static int32_t row_of(uint32_t version) { return 1 + 4 * (int32_t)(version % GAPS); }

static uint64_t cost_across(ovl_planner *planner, const ovl_world *world) {
  ovl_query query = {0};
  ovl_cell points[64];
  ovl_path path = {.points = points, .capacity = 64};
  query.start = (ovl_cell){1, 1, 0};
  query.goal = (ovl_cell){SIDE - 2, 2, 0};
  return ovl_find_path(planner, world, &query, &path) == OVL_OK ? path.cost : 0;
}

/* Enters a version, searches it and leaves, again and again. The version must be one that was
 * current meanwhile and no older than the one before, and the cost must be that of its gap. */
static void read_versions(race *b, int32_t reader) {
  const ovl_world *first = ovl_publisher_enter(b->publisher);
  ovl_planner_def def = {.world = first};
  ovl_planner *planner = NULL;
  uint64_t last = 0;
  b->wrong_answers[reader] += ovl_planner_create(&def, &planner, NULL) != OVL_OK;
  ovl_publisher_leave(b->publisher, first);
  while (planner != NULL && b->answers[reader] < b->most_answers) {
    const uint64_t ended = atomic_load(&b->ended);
    const ovl_world *world = ovl_publisher_enter(b->publisher);
    const uint64_t begun = atomic_load(&b->begun);
    ovl_world *shared = NULL;
    ovl_version_info info;
    ovl_world_retain(world, &shared);
    ovl_world_version(world, &info);
    b->wrong_versions[reader] +=
        info.version < ended || info.version < last || info.version > begun;
    ovl_publisher_leave(b->publisher, world);
    b->wrong_answers[reader] += cost_across(planner, shared) != b->costs[info.version % GAPS];
    ovl_world_close(shared);
    b->answers[reader]++;
    last = info.version;
  }
  ovl_planner_destroy(planner);
  atomic_fetch_add(&b->readers_done, 1);
}

/* Edits and publishes until all readers are done: each version has another gap than the one before.
 */
static void publish_versions(race *b) {
  for (uint32_t version = 1; atomic_load(&b->readers_done) < READERS; version++) {
    const ovl_edit edits[2] = {ovl_edit_rect((ovl_cell){WALL, row_of(version - 1), 0}, 1, 1, 0),
                               ovl_edit_rect((ovl_cell){WALL, row_of(version), 0}, 1, 1, 1)};
    ovl_world *made = NULL;
    if (ovl_world_apply(ovl_publisher_current(b->publisher), edits, 2, &made, NULL) != OVL_OK) {
      b->wrong_answers[0]++;
      return;
    }
    atomic_store(&b->begun, version);
    while (ovl_publisher_publish(b->publisher, made) == OVL_FULL) {
    }
    atomic_store(&b->ended, version);
  }
}

static void run_thread(void *context, int32_t index, int32_t worker) {
  race *b = context;
  (void)worker;
  if (index == 0) {
    publish_versions(b);
  } else {
    read_versions(b, index);
  }
}

/* Finds the cost of the path through each gap. */
static void measure_gaps(race *b, test_state *t) {
  for (uint32_t gap = 0; gap < GAPS && t->failures == 0; gap++) {
    ovl_world *world = bake_gap(t, row_of(gap), NULL);
    ovl_planner_def def = {.world = world};
    ovl_planner *planner = NULL;
    CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
    b->costs[gap] = cost_across(planner, world);
    ovl_planner_destroy(planner);
    ovl_world_close(world);
  }
}

static void threads_read_whole_versions(test_state *t) {
  static race b;
  memset(&b, 0, sizeof b);
  b.most_answers = t->is_long ? 100000 : 2000;
  measure_gaps(&b, t);
  ovl_world *first = bake_gap(t, row_of(0), NULL);
  struct platform_pool *pool = platform_pool_create(READERS + 1);
  if (!CHECK(t, pool != NULL && ovl_publisher_create(first, NULL, &b.publisher) == OVL_OK,
             "no threads")) {
    return;
  }
  const ovl_jobs *jobs = platform_pool_jobs(pool);
  jobs->run(jobs->user, READERS + 1, run_thread, &b);
  platform_pool_destroy(pool);
  for (int i = 0; i <= READERS; i++) {
    CHECK(t, b.wrong_versions[i] == 0 && b.wrong_answers[i] == 0,
          "thread %d: %" PRIu32 " wrong versions and %" PRIu32 " wrong answers of %" PRIu32, i,
          b.wrong_versions[i], b.wrong_answers[i], b.answers[i]);
  }
  CHECK(t, ovl_publisher_collect(b.publisher) == 0, "versions are held without a reader");
  ovl_publisher_destroy(b.publisher);
}

/* ---- Threads that check one world ----------------------------------------- */

enum { SEARCHERS = 4, QUERIES = 40 };

/* A world whose regions are checked at their first use, queries, and their costs. */
typedef struct checking {
  const ovl_world *world;
  ovl_query queries[QUERIES];
  ovl_query_more mores[QUERIES];
  uint64_t costs[QUERIES];
  uint32_t wrong[SEARCHERS];
} checking;

static uint64_t cost_of(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  ovl_path path = {.points = NULL};
  const ovl_result result = ovl_find_path(planner, world, query, &path);
  return result == OVL_OK || result == OVL_MORE_ROOM ? path.cost : (uint64_t)result;
}

static void search_world(void *context, int32_t index, int32_t worker) {
  checking *all = context;
  ovl_planner_def def = {.world = all->world};
  ovl_planner *planner = NULL;
  (void)worker;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    all->wrong[index]++;
    return;
  }
  for (int i = 0; i < QUERIES; i++) {
    const int at = index % 2 == 0 ? i : QUERIES - 1 - i;
    all->wrong[index] += cost_of(planner, all->world, &all->queries[at]) != all->costs[at];
  }
  ovl_planner_destroy(planner);
}

/* All threads search a world that no thread has read before, in two orders. Opened in place they
 * share the results of checks; by a reader each has its own copies of regions. */
static void threads_share_a_world_not_yet_checked(test_state *t) {
  static checking all;
  const model_limits limits = {.max_side = 120, .max_region = 10, .most_profiles = 1};
  struct platform_pool *pool = platform_pool_create(SEARCHERS);
  const ovl_jobs *jobs = platform_pool_jobs(pool);
  for (uint64_t i = 0; test_more(t, i, 24, 600); i++) {
    model_fixture f;
    ovl_world *world = NULL;
    const bool is_labelled = i % 4 == 0;
    if (!(is_labelled ? paged_labelled_make : paged_fixture_make)(&f, t, i / 2, limits)) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, 0);
    reader.is_shared = true;
    const ovl_result result = i % 2 == 0 ? paged_open_in_place(&bytes, &world)
                                         : paged_open_read(&reader, 1 << 20, &world);
    if (CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result))) {
      memset(&all, 0, sizeof all);
      all.world = world;
      for (int k = 0; k < QUERIES; k++) {
        all.queries[k] = model_fixture_query(&f);
        query_own_more(&all.queries[k], &all.mores[k]);
        all.costs[k] = cost_of(f.planner, f.world, &all.queries[k]);
      }
      jobs->run(jobs->user, SEARCHERS, search_world, &all);
      for (int k = 0; k < SEARCHERS; k++) {
        CHECK(t, all.wrong[k] == 0, "thread %d: %" PRIu32 " wrong answers", k, all.wrong[k]);
      }
    }
    ovl_world_close(world);
    model_fixture_free(&f);
    free(bytes.bytes);
  }
  platform_pool_destroy(pool);
}

/* ---- A thread that saves ---------------------------------------------------- */

enum { SAVES = 6, RACED_EDITS = 20, SAVERS = 4 };

/* A world that is saved by the first thread, edited by the second and searched by the others. */
typedef struct saved_race {
  const ovl_world *world;
  checking searched;
  world_bytes expected;
  atomic_int saves, edits; /* made so far: both threads go on until there are enough */
  uint32_t wrong[SAVERS];
} saved_race;

static bool is_raced(saved_race *all) {
  return atomic_load(&all->saves) >= SAVES && atomic_load(&all->edits) >= RACED_EDITS;
}

static void save_raced(saved_race *all) {
  for (; !is_raced(all); atomic_fetch_add(&all->saves, 1)) {
    world_bytes found = {NULL, 0};
    const ovl_save_def def = {.write = fixture_append, .write_user = &found};
    const ovl_result result = ovl_world_save(all->world, &def, NULL);
    all->wrong[0] += result != OVL_OK || found.count != all->expected.count ||
                     memcmp(found.bytes, all->expected.bytes, found.count) != 0;
    free(found.bytes);
  }
}

/* Makes one version after the other. */
static void edit_raced(saved_race *all) {
  ovl_world *version = NULL;
  ovl_world_retain(all->world, &version);
  for (int32_t i = 0; !is_raced(all); i = atomic_fetch_add(&all->edits, 1) + 1) {
    const ovl_cell cell = {i * 7 % SIDE, i * 13 % SIDE, 0};
    const ovl_edit edit = ovl_edit_rect(cell, 1, 1, (uint8_t)(i % 2));
    ovl_world *next = NULL;
    all->wrong[1] += ovl_world_apply(version, &edit, 1, &next, NULL) != OVL_OK;
    if (next != NULL) {
      ovl_world_close(version);
      version = next;
    }
  }
  ovl_world_close(version);
}

static void run_raced(void *context, int32_t index, int32_t worker) {
  saved_race *all = context;
  if (index == 0) {
    save_raced(all);
  } else if (index == 1) {
    edit_raced(all);
  } else {
    search_world(&all->searched, index, worker);
    all->wrong[index] += all->searched.wrong[index];
  }
}

static void draw_searches(checking *searched, test_state *t, const ovl_world *world) {
  test_random random = {t->case_seed};
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  searched->world = world;
  for (int k = 0; k < QUERIES && planner != NULL; k++) {
    ovl_query *query = &searched->queries[k];
    *query = (ovl_query){0};
    query->start = (ovl_cell){test_random_between(&random, 0, WALL - 1), k, 0};
    query->goal = (ovl_cell){test_random_between(&random, WALL + 1, SIDE - 1), k, 0};
    searched->costs[k] = cost_of(planner, world, query);
  }
  ovl_planner_destroy(planner);
}

/* A world that a reader fetches, as it is in its file and edited, is saved by one thread while
 * others edit and search it. */
static void one_thread_saves_what_others_edit_and_search(test_state *t) {
  static saved_race all;
  struct platform_pool *pool = platform_pool_create(SAVERS);
  const ovl_jobs *jobs = platform_pool_jobs(pool);
  ovl_world *origin = bake_gap(t, 3, NULL);
  const world_bytes bytes = fixture_save(t, origin);
  for (uint64_t i = 0; test_more(t, i, 4, 40) && t->failures == 0; i++) {
    const ovl_edit edit = ovl_edit_rect((ovl_cell){5, 5, 0}, 9, 2, 0);
    paged_reader reader = paged_reader_of(&bytes, test_begin_case(t, i));
    ovl_world *read = NULL;
    ovl_world *version = NULL;
    reader.is_shared = true;
    memset(&all, 0, sizeof all);
    CHECK(t, paged_open_read(&reader, 1 << 16, &read) == OVL_OK, "open");
    CHECK(t, ovl_world_apply(read, &edit, i % 2, &version, NULL) == OVL_OK, "apply");
    if (t->failures == 0) {
      all.world = version;
      all.expected = fixture_save(t, version);
      draw_searches(&all.searched, t, version);
      jobs->run(jobs->user, SAVERS, run_raced, &all);
      for (int k = 0; k < SAVERS; k++) {
        CHECK(t, all.wrong[k] == 0, "thread %d: %" PRIu32 " wrong results", k, all.wrong[k]);
      }
      free(all.expected.bytes);
    }
    ovl_world_close(version);
    ovl_world_close(read);
  }
  platform_pool_destroy(pool);
  ovl_world_close(origin);
  free(bytes.bytes);
}

const test_entry test_publish_table[] = {
    {"publish/entered-versions-stay", entered_versions_stay},
    {"publish/unread-versions-are-closed-by-the-next", unread_versions_are_closed_by_the_next},
    {"publish/many-readers-hold-one-version", many_readers_hold_one_version},
    {"publish/too-many-held-versions-are-busy", too_many_held_versions_are_busy},
    {"publish/a-version-can-be-published-again", a_version_can_be_published_again},
    {"publish/leaving-another-world-does-nothing", leaving_another_world_does_nothing},
    {"publish/without-memory-the-caller-keeps-the-world",
     without_memory_the_caller_keeps_the_world},
    {"publish/threads-read-whole-versions", threads_read_whole_versions},
    {"publish/threads-share-a-world-not-yet-checked", threads_share_a_world_not_yet_checked},
    {"publish/one-thread-saves-what-others-edit-and-search",
     one_thread_saves_what_others_edit_and_search},
    {NULL, NULL},
};
