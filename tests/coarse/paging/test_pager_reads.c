/* Worlds whose reader fails now and then, returns other bytes the second time, or lacks the end of
 * the file: calls that are made again have the same results as in memory, and meanwhile nothing is
 * read or written out of bounds, which a sanitizer would find. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/overlay/cluster/overlay_section.h"
#include "common/le_bytes.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tests/query/trace_log.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"
#include "world/world.h"

enum { MOST_TRIES = 5000 };

/* ---- Many regions ------------------------------------------------------------- */

/* A world whose region table has several chunks, with entries that lie in two of them. */
static ovl_world *bake_many(test_state *t, test_random *random) {
  const ovl_profile_def profiles[2] = {{.name = "first"}, {.name = "second"}};
  ovl_bake_def def = {.width = 200, .height = 200};
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  def.tuning.region_cells = 8;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  return fixture_bake_rocks(t, random, def, 85);
}

/* Asks for a path until no read fails. */
static ovl_result find_again(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                             ovl_path *path) {
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = ovl_find_path(planner, world, query, path);
  }
  return result;
}

/* ---- Traces --------------------------------------------------------------------------------- */

/* Finds a path with a trace. */
static void trace_path(model_fixture *f, const ovl_world *world, ovl_planner *planner,
                       const ovl_query *query, trace_log *log) {
  ovl_query traced = *query;
  ovl_path path = model_fixture_path(f);
  ovl_query_more more = traced.more != NULL ? *traced.more : (ovl_query_more){0};
  more.trace = trace_log_take;
  more.trace_user = log;
  traced.more = &more;
  trace_log_clear(log);
  ovl_find_path(planner, world, &traced, &path);
}

/* The trace of a path by a reader has the events of one in memory. */
static void a_reader_changes_no_trace(test_state *t) {
  const model_limits limits = {.max_side = 90, .max_region = 14, .most_profiles = 2};
  trace_log in_memory = {0};
  trace_log by_reader = {0};
  uint64_t events = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    model_fixture f;
    ovl_world *read = NULL;
    if (!paged_fixture_make(&f, t, i, limits)) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    if (CHECK(t, paged_open_read(&reader, 8u << 20, &read) == OVL_OK, "open")) {
      ovl_planner *planner = fixture_turn_planner(t, read);
      for (int k = 0; k < 6 && t->failures == 0; k++) {
        const ovl_query query = model_fixture_query(&f);
        trace_path(&f, f.world, f.planner, &query, &in_memory);
        trace_path(&f, read, planner, &query, &by_reader);
        model_fixture_context(&f, t, &query);
        const size_t differs = trace_log_difference(&in_memory, &by_reader);
        CHECK(t, differs == SIZE_MAX && in_memory.count == by_reader.count,
              "%zu events, %zu by a reader; number %zu is another", in_memory.count,
              by_reader.count, differs);
        events += trace_log_count(&by_reader, OVL_TRACE_STRING, UINT32_MAX);
      }
      ovl_planner_destroy(planner);
    }
    ovl_world_close(read);
    free(bytes.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || events > 100, "only %" PRIu64 " runs", events);
  trace_log_free(&in_memory);
  trace_log_free(&by_reader);
}

/* ---- Starts that are moved ------------------------------------------------------- */

/* Asks from a start that may be moved, once in memory and once by a reader with little memory, all
 * of whose reads fail once if `misses`. Returns how often the query called the reader. */
static uint64_t ask_moved(test_state *t, const ovl_world *world, ovl_cell start, ovl_cell goal,
                          bool misses) {
  static ovl_cell points[40000];
  world_bytes bytes = fixture_save(t, world);
  paged_reader reader = paged_reader_of(&bytes, t->case_seed);
  ovl_world *read = NULL;
  ovl_query query = {0};
  ovl_path path = {.points = points, .capacity = 40000};
  query.start = start;
  query.goal = goal;
  query.move_start = true;
  uint8_t *missed_before = calloc(bytes.count, 1);
  ovl_planner *whole = fixture_turn_planner(t, world);
  const ovl_result expected = ovl_find_path(whole, world, &query, &path);
  const ovl_cell first = points[0];
  const uint64_t cost = path.cost;
  const ovl_result opened = paged_open_read(&reader, 512u << 10, &read);
  if (CHECK(t, opened == OVL_OK && missed_before != NULL, "open: %s", ovl_result_text(opened))) {
    ovl_planner *planner = fixture_turn_planner(t, read);
    reader.missed_before = misses ? missed_before : NULL;
    reader.calls = 0;
    const ovl_result found = find_again(planner, read, &query, &path);
    CHECK(t,
          expected == found &&
              (expected != OVL_OK || (path.cost == cost && fixture_same_cells(points[0], first))),
          "in memory '%s', by a reader '%s'", ovl_result_text(expected), ovl_result_text(found));
    ovl_planner_destroy(planner);
  }
  ovl_planner_destroy(whole);
  ovl_world_close(read);
  free(missed_before);
  free(bytes.bytes);
  return reader.calls;
}

/* The places of a floor graph lie in rows of their own, and all are open. */
static void starts_of_floor_graphs_are_open(test_state *t) {
  static const uint8_t terrain[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  test_begin_case(t, 0);
  const ovl_floor_def floors[] = {{.width = 4, .height = 4, .terrain = terrain},
                                  {.width = 136, .height = 1, .graph = true}};
  const ovl_link_def link = {.from = {40, 0, 1}, .to = {1, 1, 0}, .cost = 5000};
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.more.floors = floors;
  def.more.floor_count = 2;
  def.more.links = &link;
  def.more.link_count = 1;
  def.tuning.region_cells = 8;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  const ovl_result baked = ovl_world_bake(&def, &world, NULL);
  if (CHECK(t, baked == OVL_OK, "bake: %s", ovl_result_text(baked))) {
    ask_moved(t, world, (ovl_cell){40, 0, 1}, (ovl_cell){3, 1, 0}, true);
    ask_moved(t, world, (ovl_cell){135, 0, 1}, (ovl_cell){3, 1, 0}, true);
  }
  ovl_world_close(world);
}

/* The nearest open cell of a start in the sea, whose whole floor would not fit into memory. */
static void starts_are_moved_ring_by_ring(test_state *t) {
  enum { SIDE = 1600 };
  uint8_t *terrain = test_allocate(SIDE, SIDE);
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  test_begin_case(t, 0);
  for (int32_t y = 0; y < SIDE; y++) { /* the land has many coasts, so that its regions are large */
    for (int32_t x = 0; x < SIDE; x++) {
      terrain[y * SIDE + x] = x > 200 && (x * 7 + y * 3) % 5 != 0;
    }
  }
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  const ovl_result baked = ovl_world_bake(&def, &world, NULL);
  if (CHECK(t, baked == OVL_OK, "bake: %s", ovl_result_text(baked))) {
    const uint64_t calls =
        ask_moved(t, world, (ovl_cell){20, 30, 0}, (ovl_cell){220, 40, 0}, false);
    CHECK(t, calls < 200, "the reader was called %" PRIu64 " times", calls);
  }
  ovl_world_close(world);
  free(terrain);
}

/* ---- Files that are cut short ---------------------------------------------------------- */

/* The error names the place that could not be read, a region or more before the end at most. */
static void check_cut(test_state *t, const ovl_planner *planner, ovl_result result, size_t end) {
  const ovl_fault *fault = ovl_planner_fault(planner);
  CHECK(t,
        result == OVL_READ_FAILED && strcmp(fault->what, "read") == 0 && fault->where + 65536 > end,
        "'%s', %s at %" PRIu64 " of %zu", ovl_result_text(result), fault->what, fault->where, end);
}

/* A file that lacks its end is found out when that is first touched; queries elsewhere are
 * answered, before and afterwards. */
static void cut_files_serve_what_they_have(test_state *t) {
  uint32_t failed = 0;
  uint32_t answered = 0;
  for (uint64_t i = 0; test_more(t, i, 12, 300); i++) {
    static ovl_cell points[40000];
    test_random random = {test_begin_case(t, i)};
    ovl_world *world = bake_many(t, &random);
    if (world == NULL) {
      continue;
    }
    world_bytes bytes = fixture_save(t, world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    ovl_world *read = NULL;
    const ovl_result opened = paged_open_read(&reader, 8u << 20, &read);
    CHECK(t, opened == OVL_OK, "open: %s", ovl_result_text(opened));
    reader.count = (size_t)read->base->paged->overlays[0].at; /* there are no clusters */
    ovl_planner *planner = fixture_turn_planner(t, read);
    ovl_planner *whole = fixture_turn_planner(t, world);
    for (int k = 0; k < 40 && t->failures == 0; k++) {
      ovl_query query = {0};
      ovl_path path = {.points = points, .capacity = 40000};
      const int32_t x = test_random_between(&random, 0, 180);
      const int32_t y = test_random_between(&random, 0, 180);
      query.start = (ovl_cell){x, y, 0};
      query.goal = (ovl_cell){x + test_random_between(&random, 0, k % 2 == 0 ? 6 : 19),
                              k % 2 == 0 ? y + 3
                              : y > 90   ? y - 90
                                         : y + 90,
                              0};
      const ovl_result expected = ovl_find_path(whole, world, &query, &path);
      const uint64_t cost = path.cost;
      const ovl_result found = ovl_find_path(planner, read, &query, &path);
      if (found == expected) {
        CHECK(t, found != OVL_OK || path.cost == cost, "another cost");
        answered++;
      } else {
        check_cut(t, planner, found, reader.count);
        failed++;
      }
    }
    ovl_planner_destroy(planner);
    ovl_planner_destroy(whole);
    ovl_world_close(read);
    ovl_world_close(world);
    free(bytes.bytes);
  }
  CHECK(t, t->failures != 0 || (failed > 20 && answered > 100),
        "%" PRIu32 " failed, %" PRIu32 " answered", failed, answered);
}

/* ---- The two pieces of a cluster ---------------------------------------------- */

/* Reads a piece of the first cluster with ports of a world whose first tables are damaged, in place
 * or by a reader. */
static void read_damaged_tables(test_state *t, ovl_world *world, uint32_t number) {
  ovi_layer layer = world->layers[0];
  ovi_pager *pager = &world->base->pager;
  layer.store.source = &pager->source;
  ovi_pager_begin(pager);
  const ovi_piece_bytes front = ovi_overlay_piece(&layer, number, OVI_CLUSTER_FRONT);
  CHECK(t, ovi_get_u16(front.bytes + OVI_CLUSTER_PORTS) != 0 && ovi_pager_outcome(pager) == OVL_OK,
        "the front was not read alone: %s", ovl_result_text(ovi_pager_outcome(pager)));
  const ovi_piece_bytes tables = ovi_overlay_piece(&layer, number, OVI_CLUSTER_TABLES);
  CHECK(t, tables.count == 0 && ovi_pager_outcome(pager) == OVL_WRONG_CHECKSUM,
        "damaged tables are used: %s", ovl_result_text(ovi_pager_outcome(pager)));
}

/* The front of a cluster's block is checked and used without its tables; damage of these is found
 * as soon as they are touched. */
static void fronts_are_read_without_tables(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  ovl_world *world = bake_many(t, &random);
  if (world == NULL) {
    return;
  }
  const ovi_layer *layer = &world->layers[0];
  uint32_t number = 0;
  while (number + 1 < ovi_cluster_count(layer) &&
         ovi_get_u16(ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT).bytes +
                     OVI_CLUSTER_PORTS) == 0) {
    number++;
  }
  world_bytes bytes = fixture_save(t, world);
  uint8_t *blocks =
      file_section(bytes.bytes, OVI_SECTION_OVERLAYS) + ovi_overlay_head_of(layer).bytes;
  const ovi_piece_bytes tables = ovi_overlay_piece(layer, number, OVI_CLUSTER_TABLES);
  blocks[(size_t)(tables.bytes - layer->overlay.blocks) + tables.count / 2] ^= 1;
  paged_reader reader = paged_reader_of(&bytes, t->case_seed);
  ovl_world *opened[2] = {NULL, NULL};
  CHECK(t,
        paged_open_in_place(&bytes, &opened[0]) == OVL_OK &&
            paged_open_read(&reader, 1u << 20, &opened[1]) == OVL_OK,
        "open");
  for (int i = 0; i < 2 && opened[i] != NULL; i++) {
    read_damaged_tables(t, opened[i], number);
    ovl_world_close(opened[i]);
  }
  ovl_world_close(world);
  free(bytes.bytes);
}

/* ---- Readers that return other bytes -------------------------------------------- */

typedef struct fickle {
  world_bytes bytes;
  int begins;      /* how often the first bytes of the file were read */
  uint32_t number; /* sections that the second read adds to the header */
} fickle;

static bool read_fickle(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  fickle *f = user;
  if (offset > f->bytes.count || byte_count > f->bytes.count - offset) {
    return false;
  }
  memcpy(bytes, f->bytes.bytes + offset, byte_count);
  if (offset == 0 && ++f->begins == 2) {
    uint8_t *header = bytes;
    const uint32_t count = ovi_get_u32(header + OVI_AT_SECTION_COUNT);
    const uint32_t length = ovi_get_u32(header + OVI_AT_HEADER_BYTES);
    ovi_put_u32(header + OVI_AT_SECTION_COUNT, count + f->number);
    ovi_put_u32(header + OVI_AT_HEADER_BYTES, length + f->number * OVI_SECTION_BYTES);
  }
  return true;
}

/* The length of the header is read once: a second read with another length changes nothing. */
static void headers_are_read_once(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  ovl_world *world = bake_many(t, &random);
  fickle f = {.bytes = fixture_save(t, world)};
  for (f.number = 0; f.number < 80; f.number++) {
    ovl_open_def def = {0};
    ovl_world *read = NULL;
    def.byte_count = f.bytes.count;
    def.read = read_fickle;
    def.read_user = &f;
    f.begins = 0;
    const ovl_result result = ovl_world_open_def(&def, &read, NULL);
    CHECK(t, result == OVL_OK && f.begins == 1, "%u more sections: %s, %d times", f.number,
          ovl_result_text(result), f.begins);
    ovl_world_close(read);
  }
  ovl_world_close(world);
  free(f.bytes.bytes);
}

const test_entry test_pager_reads_table[] = {
    {"pager/a-reader-changes-no-trace", a_reader_changes_no_trace},
    {"pager/headers-are-read-once", headers_are_read_once},
    {"pager/cut-files-serve-what-they-have", cut_files_serve_what_they_have},
    {"pager/fronts-are-read-without-tables", fronts_are_read_without_tables},
    {"pager/starts-of-floor-graphs-are-open", starts_of_floor_graphs_are_open},
    {"pager/starts-are-moved-ring-by-ring", starts_are_moved_ring_by_ring},
    {NULL, NULL},
};
