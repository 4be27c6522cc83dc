/* Every allocation, write and read that a call makes fails once, and from then on: the call says
 * so, keeps nothing, and succeeds when it is tried again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_units.h"
#include "tests/bake/part_files.h"
#include "tests/model/edit_model.h"
#include "tests/model/model_fixture.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

enum { MOST_FAULTS = 100000, RESIDENT_BYTES = 1 << 20 };

/* What fails of a kind of callback. */
typedef struct fault_plan {
  uint64_t calls;   /* so far */
  uint64_t fail_at; /* this call, from 1; 0: none */
  bool goes_on;     /* and all behind it */
} fault_plan;

/* What a scenario works with. */
typedef struct faulty {
  model_fixture *f;
  world_bytes saved; /* its world's file */
  counting_allocator memory;
  ovl_allocator allocator;
  fault_plan writes, reads;
} faulty;

static bool fails(fault_plan *plan) {
  const uint64_t call = ++plan->calls;
  return plan->fail_at != 0 && (call == plan->fail_at || (plan->goes_on && call > plan->fail_at));
}

static bool write_nothing(void *user, const void *bytes, size_t byte_count) {
  (void)bytes;
  (void)byte_count;
  return !fails(&((faulty *)user)->writes);
}

static bool write_nowhere(void *user, uint64_t offset, const void *bytes, size_t byte_count) {
  (void)offset;
  return write_nothing(user, bytes, byte_count);
}

static bool read_saved(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  faulty *with = user;
  if (fails(&with->reads) || offset > with->saved.count ||
      byte_count > with->saved.count - offset) {
    return false;
  }
  memcpy(bytes, with->saved.bytes + offset, byte_count);
  return true;
}

/* ---- Scenarios: each ends at its first failure, and destroys what it made ------------------- */

typedef ovl_result (*scenario_fn)(faulty *with);

static ovl_result bake(faulty *with) {
  ovl_bake_def def = model_bake_def(&with->f->model);
  ovl_world *world = NULL;
  def.allocator = with->allocator;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result open_whole(faulty *with, ovl_world **world) {
  const ovl_open_def def = {.bytes = with->saved.bytes,
                            .byte_count = with->saved.count,
                            .check_all = true,
                            .allocator = with->allocator};
  return ovl_world_open_def(&def, world, NULL);
}

static ovl_result open_read(faulty *with, ovl_world **world) {
  ovl_open_def def = {0};
  def.byte_count = with->saved.count;
  def.read = read_saved;
  def.read_user = with;
  def.resident_bytes = RESIDENT_BYTES;
  def.allocator = with->allocator;
  return ovl_world_open_def(&def, world, NULL);
}

static ovl_result make_planner(faulty *with, const ovl_world *world, ovl_planner **planner) {
  ovl_planner_def def = {.world = world};
  def.allocator = with->allocator;
  return ovl_planner_create(&def, planner, NULL);
}

static ovl_query any_query(const faulty *with) {
  test_random random = {7};
  ovl_query query = {0};
  query.start = model_open_cell(&with->f->model, 0, &random);
  query.goal = model_open_cell(&with->f->model, 0, &random);
  query.move_start = query.move_goal = query.nearest = true;
  return query;
}

/* Failures of the answers themselves are none of this test's. */
static ovl_result only_faults(ovl_result result) {
  return result == OVL_NO_MEMORY || result == OVL_READ_FAILED || result == OVL_WRITE_FAILED
             ? result
             : OVL_OK;
}

static ovl_result find_path(faulty *with, const ovl_world *world) {
  ovl_planner *planner = NULL;
  const ovl_query query = any_query(with);
  ovl_path path = model_fixture_path(with->f);
  ovl_result result = make_planner(with, world, &planner);
  result = result == OVL_OK ? only_faults(ovl_find_path(planner, world, &query, &path)) : result;
  ovl_planner_destroy(planner);
  return result;
}

static ovl_result open_and_plan(faulty *with) {
  ovl_world *world = NULL;
  ovl_result result = open_whole(with, &world);
  result = result == OVL_OK ? find_path(with, world) : result;
  ovl_world_close(world);
  return result;
}

static ovl_result read_and_plan(faulty *with) {
  ovl_world *world = NULL;
  ovl_result result = open_read(with, &world);
  result = result == OVL_OK ? find_path(with, world) : result;
  ovl_world_close(world);
  return result;
}

static ovl_result make_blockers(faulty *with) {
  ovl_blockers *blockers = NULL;
  const ovl_result result =
      ovl_blockers_create(with->f->world, 0, &with->allocator, &blockers, NULL);
  ovl_blockers_destroy(blockers);
  return result;
}

static ovl_result make_flow_and_queue(faulty *with) {
  ovl_flow_def flow_def = {.world = with->f->world};
  ovl_queue_def queue_def = {.world = with->f->world};
  ovl_flow *flow = NULL;
  ovl_queue *queue = NULL;
  flow_def.allocator = queue_def.allocator = with->allocator;
  queue_def.lanes = 2;
  ovl_result result = ovl_flow_create(&flow_def, &flow, NULL);
  result = result == OVL_OK ? ovl_queue_create(&queue_def, &queue, NULL) : result;
  ovl_flow_destroy(flow);
  ovl_queue_destroy(queue);
  return result;
}

static ovl_result make_units(faulty *with) {
  ovl_units_def def = {.world = with->f->world};
  ovl_units *units = NULL;
  def.allocator = with->allocator;
  def.capacity = 8;
  def.flows = 1;
  const ovl_result result = ovl_units_create(&def, &units, NULL);
  ovl_units_destroy(units);
  return result;
}

/* A rock on the first cells. */
static ovl_result edit(const faulty *with, const ovl_world *world, ovl_world **version) {
  const model_floor *floor = &with->f->model.floors[0];
  const int32_t w = floor->width < 5 ? floor->width : 5;
  const ovl_edit rock = ovl_edit_rect((ovl_cell){0, 0, 0}, w, 1, 0);
  const ovl_apply_def def = edit_model_apply_def(&with->f->model);
  return ovl_world_apply_def(world, &rock, 1, &def, version, NULL);
}

/* Saves a world as it was opened, and edited. */
static ovl_result save_edited(faulty *with, ovl_result result, ovl_world *world) {
  ovl_world *version = NULL;
  ovl_world *kept = NULL;
  result =
      result == OVL_OK
          ? ovl_world_save(world, &(ovl_save_def){.write = write_nothing, .write_user = with}, NULL)
          : result;
  result = result == OVL_OK ? edit(with, world, &version) : result;
  result = result == OVL_OK ? ovl_world_retain(version, &kept) : result;
  result = result == OVL_OK
               ? ovl_world_save(version,
                                &(ovl_save_def){.write = write_nothing, .write_user = with}, NULL)
               : result;
  ovl_world_close(kept);
  ovl_world_close(version);
  ovl_world_close(world);
  return result;
}

static ovl_result open_and_save(faulty *with) {
  ovl_world *world = NULL;
  const ovl_result result = open_whole(with, &world);
  return save_edited(with, result, world);
}

static ovl_result read_and_save(faulty *with) {
  ovl_world *world = NULL;
  const ovl_result result = open_read(with, &world);
  return save_edited(with, result, world);
}

static ovl_result patch_and_rebase(faulty *with) {
  ovl_apply_def def = edit_model_apply_def(&with->f->model);
  world_bytes patch = {NULL, 0};
  const ovl_save_def to_patch = {.write = fixture_append, .write_user = &patch};
  const ovl_save_def to_nothing = {.write = write_nothing, .write_user = with};
  ovl_world *worlds[4] = {NULL};
  ovl_result result = open_whole(with, &worlds[0]);
  def.keep = OVL_KEEP_DIFFERENCE;
  result = result == OVL_OK ? edit(with, worlds[0], &worlds[1]) : result;
  result = result == OVL_OK ? ovl_world_save_patch(worlds[0], worlds[1], &to_patch, NULL) : result;
  result =
      result == OVL_OK ? ovl_world_save_patch(worlds[0], worlds[1], &to_nothing, NULL) : result;
  result = result == OVL_OK
               ? ovl_world_open_patch(worlds[0], patch.bytes, patch.count, &def, &worlds[2], NULL)
               : result;
  result = result == OVL_OK
               ? ovl_world_rebase(worlds[0], worlds[0], worlds[2], &def, &worlds[3], NULL)
               : result;
  for (int i = 3; i >= 0; i--) {
    ovl_world_close(worlds[i]);
  }
  free(patch.bytes);
  return result;
}

static ovl_result refresh_and_publish(faulty *with) {
  ovl_world *world = NULL;
  ovl_world *version = NULL;
  ovl_world *refreshed = NULL;
  ovl_refresh *refresh = NULL;
  ovl_publisher *publisher = NULL;
  bool done = false;
  ovl_result result = open_whole(with, &world);
  result = result == OVL_OK ? edit(with, world, &version) : result;
  result = result == OVL_OK ? ovl_refresh_create(version, &with->allocator, &refresh) : result;
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(refresh, 5000, &done);
  }
  result = result == OVL_OK ? ovl_refresh_apply(refresh, version, &refreshed) : result;
  result =
      result == OVL_OK ? ovl_publisher_create(refreshed, &with->allocator, &publisher) : result;
  if (publisher == NULL) {
    ovl_world_close(refreshed);
  }
  ovl_publisher_destroy(publisher);
  ovl_refresh_destroy(refresh);
  ovl_world_close(version);
  ovl_world_close(world);
  return result;
}

static ovl_result bake_part_from(faulty *with, const ovl_world *older) {
  ovl_part_def def = {0};
  def.from = older;
  def.bake = model_bake_def(&with->f->model);
  def.bake.allocator = with->allocator;
  def.write = write_nothing;
  def.write_user = with;
  return ovl_part_bake(&def, NULL);
}

static ovl_result bake_part(faulty *with) { return bake_part_from(with, NULL); }

static ovl_result bake_part_anew(faulty *with) { return bake_part_from(with, with->f->world); }

/* The parts of the world under test, for merges. */
static part_files parts;

static bool read_part(void *user, int32_t part, uint64_t offset, void *bytes, size_t byte_count) {
  const part_file *file = &parts.files[part];
  if (fails(&((faulty *)user)->reads) || offset > file->count ||
      byte_count > file->count - offset) {
    return false;
  }
  memcpy(bytes, file->bytes + offset, byte_count);
  return true;
}

static ovl_result merge(faulty *with) {
  ovl_merge_def def = {0};
  def.part_count = parts.count;
  def.read = read_part;
  def.read_user = with;
  def.write = write_nowhere;
  def.write_user = with;
  def.allocator = with->allocator;
  return ovl_parts_merge(&def, NULL);
}

/* ---- Failing each --------------------------------------------------------------------------- */

typedef struct scenario {
  const char *name;
  scenario_fn run;
} scenario;

static const scenario scenarios[] = {
    {"bake", bake},
    {"open and plan", open_and_plan},
    {"open by a reader and plan", read_and_plan},
    {"blockers", make_blockers},
    {"flow and queue", make_flow_and_queue},
    {"units", make_units},
    {"edit and save", open_and_save},
    {"edit and save by a reader", read_and_save},
    {"patch, rebase and commit", patch_and_rebase},
    {"refresh and publish", refresh_and_publish},
    {"bake a part", bake_part},
    {"bake a part from an older world", bake_part_anew},
    {"merge", merge},
};

/* The kinds of faults, and the result that tells of one. */
typedef enum fault_kind { FAULT_MEMORY, FAULT_WRITE, FAULT_READ, FAULT_KINDS } fault_kind;

static ovl_result run_faulty(faulty *with, const scenario *one, fault_kind kind, uint64_t at,
                             bool goes_on) {
  with->memory = (counting_allocator){.fail_at = kind == FAULT_MEMORY ? at : 0,
                                      .goes_on = kind == FAULT_MEMORY && goes_on};
  with->allocator = counting_allocator_hooks(&with->memory);
  with->writes = (fault_plan){.fail_at = kind == FAULT_WRITE ? at : 0, .goes_on = goes_on};
  with->reads = (fault_plan){.fail_at = kind == FAULT_READ ? at : 0, .goes_on = goes_on};
  return one->run(with);
}

/* Fails one call after the other of a kind, until the scenario makes no more of them. */
static void fail_each(faulty *with, test_state *t, const scenario *one, fault_kind kind,
                      bool goes_on) {
  static const ovl_result results[FAULT_KINDS] = {OVL_NO_MEMORY, OVL_WRITE_FAILED, OVL_READ_FAILED};
  bool is_hit = true;
  for (uint64_t at = 1; is_hit && t->failures == 0; at++) {
    const ovl_result result = run_faulty(with, one, kind, at, goes_on);
    const uint64_t calls = kind == FAULT_MEMORY  ? with->memory.allocations
                           : kind == FAULT_WRITE ? with->writes.calls
                                                 : with->reads.calls;
    is_hit = calls >= at;
    test_context(t, "%s: fault %" PRIu64 " of kind %d%s", one->name, at, (int)kind,
                 goes_on ? " and all behind it" : "");
    CHECK(t, result == (is_hit ? results[kind] : OVL_OK), "%s", ovl_result_text(result));
    CHECK(t, with->memory.live == 0 && with->memory.wrong_releases == 0,
          "%" PRIu64 " blocks are kept, %" PRIu64 " were given back with another size",
          with->memory.live, with->memory.wrong_releases);
    CHECK(t, at < MOST_FAULTS, "no end");
  }
}

static void fail_all(model_fixture *f, test_state *t) {
  faulty with = {.f = f, .saved = fixture_save(t, f->world)};
  const ovl_bake_def def = model_bake_def(&f->model);
  ovl_part_rows rows;
  test_random random = {t->case_seed};
  const int32_t count = ovl_part_rows_of(&def, 0, 2, &rows, NULL) == OVL_OK ? 2 : 1;
  const part_request request = {.bake = &def, .count = count, .identity = 7};
  if (part_files_bake(&parts, t, &request, &random)) {
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios && t->failures == 0; i++) {
      for (int kind = 0; kind < FAULT_KINDS; kind++) {
        fail_each(&with, t, &scenarios[i], (fault_kind)kind, false);
        fail_each(&with, t, &scenarios[i], (fault_kind)kind, true);
      }
    }
  }
  part_files_free(&parts);
  free(with.saved.bytes);
}

static void every_fault_is_reported(test_state *t) {
  const model_limits limits = {.max_side = 30, .max_region = 9, .most_profiles = 2};
  for (uint64_t i = 0; test_more(t, i, 30, 600); i++) {
    model_fixture f;
    if (model_fixture_pair(&f, t, i, limits)) {
      fail_all(&f, t);
      model_fixture_free(&f);
    }
  }
}

const test_entry test_every_fault_table[] = {
    {"every_fault_is_reported", every_fault_is_reported},
    {NULL, NULL},
};
