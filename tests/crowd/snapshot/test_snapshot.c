/* Snapshots of units: what is restored goes on as if nothing had happened, in random worlds with
 * orders, links, flows and edits; and bytes that were changed are refused, or are harmless. */
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"

#include "common/hash64.h"
#include "common/le_bytes.h"
#include "crowd/units/unit_internal.h"
#include "tests/crowd/snapshot/snapshot_forged.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/random_map.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERSIONS = 64, MOST_TICKS = 1200, MOST_UNITS = 80 };

/* A game of a seed. */
typedef struct game {
  test_state *t;
  test_random random;
  ovl_units_def def;
  ovl_units *units;
  ovl_world *now;
  ovl_world *versions[MOST_VERSIONS]; /* all of them, for snapshots */
  uint32_t version_count;
  ovl_unit unit[MOST_UNITS];
  uint32_t count;
  int32_t width, height;
  uint64_t budget;
} game;

/* What is compared after a tick. */
typedef struct tick_mark {
  uint64_t hash, moves;
  ovl_units_stats stats;
} tick_mark;

static const ovl_world *find_version(void *user, uint64_t identity) {
  const game *g = user;
  for (uint32_t i = 0; i < g->version_count; i++) {
    ovl_version_info info;
    ovl_world_version(g->versions[i], &info);
    if (info.identity == identity) {
      return g->versions[i];
    }
  }
  return NULL;
}

static ovl_cell some_cell(game *g) {
  ovl_cell cell = {0, 0, 0};
  for (int32_t i = 0; i < 50; i++) {
    cell = (ovl_cell){test_random_between(&g->random, 0, g->width - 1),
                      test_random_between(&g->random, 0, g->height - 1), 0};
    if (ovl_world_weight(g->now, 0, cell) != 0) {
      break;
    }
  }
  return cell;
}

static ovl_units *new_units(const game *g) {
  ovl_units *units = NULL;
  CHECK(g->t, ovl_units_create(&g->def, &units, NULL) == OVL_OK, "create");
  return units;
}

/* That of half of the units is the default. */
static uint16_t some_speed(game *g) {
  return (uint16_t)(test_random_percent(&g->random, 50) ? 0
                                                        : test_random_between(&g->random, 1, 256));
}

static void game_add(game *g) {
  const ovl_unit_def def = {.cell = some_cell(g),
                            .profile = test_random_between(&g->random, 0, 1),
                            .side = (uint8_t)test_random_between(&g->random, 0, 2),
                            .priority = (uint8_t)(test_random_percent(&g->random, 10) ? 3 : 0),
                            .speed = some_speed(g),
                            .hold = (uint8_t)(test_random_percent(&g->random, 10) ? 2 : 0)};
  if (g->count < MOST_UNITS && ovl_unit_add(g->units, g->now, &def, &g->unit[g->count]) == OVL_OK) {
    g->count++;
  }
}

static game game_begin(test_state *t, uint64_t seed, bool flows) {
  test_map map = random_map_make(seed, random_map_usual_limits());
  game g = {.t = t, .random = {seed}, .width = map.width, .height = map.height};
  ovl_bake_def def = random_map_bake_def(&map);
  ovl_profile_def profiles[2] = {{.name = "one"}, {.name = "two", .body_cells = 2}};
  ovl_link_def links[3];
  memcpy(profiles[0].weights, map.weights, sizeof map.weights);
  memcpy(profiles[1].weights, map.weights, sizeof map.weights);
  profiles[0].corners = profiles[1].corners = map.corners;
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  def.more.links = links;
  for (int32_t i = test_random_between(&g.random, 0, 3); i > 0; i--) {
    const ovl_cell a = random_map_cell(&map, &g.random);
    const ovl_cell b = random_map_cell(&map, &g.random);
    const bool open =
        random_map_weight(&map, a.x, a.y) != 0 && random_map_weight(&map, b.x, b.y) != 0;
    if (open && (a.x != b.x || a.y != b.y)) {
      links[def.more.link_count++] =
          (ovl_link_def){.from = a, .to = b, .cost = 2000, .cost_back = 2000};
    }
  }
  ovl_fault fault;
  const ovl_result baked = ovl_world_bake(&def, &g.now, &fault);
  CHECK(t, baked == OVL_OK, "bake: %s, %s", ovl_result_text(baked), fault.what);
  ovl_world_retain(g.now, &g.versions[g.version_count++]);
  g.def = (ovl_units_def){.world = g.now, .capacity = 100};
  g.def.lanes = test_random_between(&g.random, 1, 5);
  g.def.flows = flows ? test_random_between(&g.random, 1, 2) : -1;
  g.def.ground_slows = test_random_percent(&g.random, 50);
  g.budget = (uint64_t)test_random_between(&g.random, 70, 6000);
  g.units = new_units(&g);
  for (int32_t i = test_random_between(&g.random, 1, MOST_UNITS); i > 0; i--) {
    game_add(&g);
  }
  random_map_free(&map);
  return g;
}

static void game_end(game *g) {
  ovl_units_destroy(g->units);
  ovl_world_close(g->now);
  for (uint32_t i = 0; i < g->version_count; i++) {
    ovl_world_close(g->versions[i]);
  }
}

/* Whatever may come between two ticks. */
static void game_order(game *g) {
  const ovl_cell cell = some_cell(g);
  const uint32_t first =
      g->count != 0 ? (uint32_t)test_random_between(&g->random, 0, (int32_t)g->count - 1) : 0;
  const uint32_t most = g->count - first < 20 ? g->count - first : 20;
  switch (test_random_between(&g->random, 0, 15)) {
  case 0:
    ovl_unit_stop(g->units, g->unit[first]);
    break;
  case 1:
  case 2:
    ovl_units_send(g->units, g->now, g->unit + first, most, cell);
    break;
  case 3:
    if (g->count != 0 && ovl_unit_remove(g->units, g->unit[first]) == OVL_OK) {
      g->unit[first] = g->unit[--g->count];
    }
    break;
  case 4:
    game_add(g);
    break;
  case 5: {
    const ovl_edit edit = ovl_edit_rect(cell, test_random_between(&g->random, 1, 3), 1,
                                        (uint8_t)(test_random_percent(&g->random, 60) ? 0 : 1));
    ovl_world *next = NULL;
    if (g->version_count < MOST_VERSIONS &&
        ovl_world_apply(g->now, &edit, 1, &next, NULL) == OVL_OK) {
      ovl_world_close(g->now);
      g->now = next;
      ovl_world_retain(next, &g->versions[g->version_count++]);
    }
    break;
  }
  case 6:
    ovl_unit_set_speed(g->units, g->count != 0 ? g->unit[first] : OVL_NO_UNIT, some_speed(g));
    break;
  case 10:
  case 11: {
    const ovl_order order = {.place = cell,
                             .nearest = true,
                             .formation = (ovl_formation)test_random_between(&g->random, 0, 3),
                             .spacing = test_random_between(&g->random, 0, 2),
                             .facing = test_random_between(&g->random, 0, 8),
                             .keep_pace = test_random_percent(&g->random, 50),
                             .one_way = test_random_percent(&g->random, 50),
                             .together = test_random_percent(&g->random, 50)};
    ovl_units_order(g->units, g->now, g->unit + first, most, &order);
    break;
  }
  case 8:
    ovl_unit_set_hold(g->units, g->count != 0 ? g->unit[first] : OVL_NO_UNIT,
                      (ovl_unit_hold)test_random_between(&g->random, 0, 2));
    break;
  case 9:
    ovl_units_set_enemies(g->units, (uint8_t)test_random_between(&g->random, 0, 2),
                          (uint8_t)test_random_between(&g->random, 0, 2),
                          test_random_percent(&g->random, 60));
    break;
  case 7:
    ovl_units_set_link_room(g->units, (uint32_t)test_random_between(&g->random, 0, 2),
                            (uint32_t)test_random_between(&g->random, 0, 3));
    break;
  default:
    ovl_unit_send(g->units, g->count != 0 ? g->unit[first] : OVL_NO_UNIT, cell);
  }
}

static tick_mark game_tick(game *g, bool orders) {
  size_t count = 0;
  if (orders) {
    game_order(g);
  }
  const ovl_result result = ovl_units_tick(g->units, g->now, g->budget, NULL);
  CHECK(g->t, result == OVL_OK, "tick: %s", ovl_result_text(result));
  const ovl_unit_move *moves = ovl_units_moves(g->units, &count);
  tick_mark mark = {.hash = ovl_units_hash(g->units), .stats = ovl_units_count(g->units)};
  for (size_t i = 0; i < count; i++) {
    mark.moves = ovi_mix64(mark.moves ^ moves[i].unit) + (uint32_t)moves[i].from.x +
                 ovi_mix64((uint32_t)moves[i].to.y);
  }
  return mark;
}

static bool orders_in(uint32_t tick) { return tick < 40 || tick % 8 == 0; }

/* ---- Going on --------------------------------------------------------------------- */

static uint8_t *save(const game *g, size_t *used) {
  const size_t most = ovl_units_save_bytes(g->units);
  uint8_t *bytes = test_allocate(most, 1);
  CHECK(g->t, ovl_units_save(g->units, bytes, most, used) == OVL_OK, "save");
  CHECK(g->t, *used <= most, "%zu bytes, of %zu", *used, most);
  return bytes;
}

/* Saves the units and restores them: in their place, in new ones, after ticks that are undone. */
static void interrupt(game *g, test_random *random) {
  size_t used = 0;
  size_t again = 0;
  const uint64_t hash = ovl_units_hash(g->units);
  const ovl_units_stats stats = ovl_units_count(g->units);
  uint8_t *bytes = save(g, &used);
  const int32_t way = test_random_between(random, 0, 2);
  if (way == 0) {
    ovl_units_destroy(g->units);
    g->def.capacity += 10;
    g->units = new_units(g);
  } else if (way == 1) {
    game other = *g;
    ovl_world_retain(g->now, &other.now);
    other.random = *random;
    for (int32_t i = test_random_between(random, 1, 20); i > 0; i--) {
      game_tick(&other, true);
    }
    for (uint32_t i = g->version_count; i < other.version_count; i++) {
      ovl_world_close(other.versions[i]);
    }
    ovl_world_close(other.now);
  }
  const ovl_result result = ovl_units_restore(g->units, bytes, used, find_version, g);
  const ovl_fault *fault = ovl_units_fault(g->units);
  CHECK(g->t, result == OVL_OK, "restore: %s, %s at %" PRIu64, ovl_result_text(result), fault->what,
        fault->where);
  CHECK(g->t, ovl_units_hash(g->units) == hash, "the hash differs at once");
  const ovl_units_stats now = ovl_units_count(g->units);
  CHECK(g->t, memcmp(&stats, &now, sizeof now) == 0, "the counts differ at once");
  uint8_t *bytes_again = save(g, &again);
  size_t same = 24;
  while (same < used && same < again && bytes[same] == bytes_again[same]) {
    same++;
  }
  CHECK(g->t, again == used && (same == used), "way %d: a snapshot of it differs at %zu of %zu",
        (int)way, same, used);
  free(bytes);
  free(bytes_again);
}

static void play_both(test_state *t, uint64_t seed, bool flows, uint32_t ticks, uint64_t *moves) {
  static tick_mark marks[MOST_TICKS];
  test_random random = {seed ^ 0x1234567};
  game plain = game_begin(t, seed, flows);
  for (uint32_t tick = 0; tick < ticks; tick++) {
    marks[tick] = game_tick(&plain, orders_in(tick));
  }
  *moves += ovl_units_count(plain.units).moves;
  game_end(&plain);
  game g = game_begin(t, seed, flows);
  for (uint32_t tick = 0; tick < ticks && t->failures == 0; tick++) {
    if (test_random_percent(&random, 10)) {
      interrupt(&g, &random);
    }
    const tick_mark mark = game_tick(&g, orders_in(tick));
    CHECK(t, mark.hash == marks[tick].hash, "the hash of tick %" PRIu32, tick);
    CHECK(t, mark.moves == marks[tick].moves, "the moves of tick %" PRIu32, tick);
    CHECK(t, memcmp(&mark.stats, &marks[tick].stats, sizeof mark.stats) == 0,
          "the counts of tick %" PRIu32 ": %" PRIu64 " expansions, not %" PRIu64, tick,
          mark.stats.tick_expansions, marks[tick].stats.tick_expansions);
  }
  game_end(&g);
}

static void snapshot_goes_on(test_state *t) {
  uint64_t moves = 0;
  for (uint64_t i = 0; test_more(t, i, 30, 3000) && t->failures == 0; i++) {
    play_both(t, test_begin_case(t, i), i % 2 == 1, i % 10 == 0 ? MOST_TICKS : 200, &moves);
  }
  CHECK(t, moves > 1000, "%" PRIu64 " moves", moves);
}

/* Units that were sent elsewhere, and whose new flow has no tiles yet, are pushed, which gives them
 * a path back: what that costs must not follow from their paths before, which a snapshot does not
 * hold. */
static void snapshot_of_units_that_wait_for_a_flow_goes_on(test_state *t) {
  enum { LENGTH = 200, GROUP = 8 };
  static uint8_t cells[LENGTH];
  memset(cells, 1, sizeof cells);
  const ovl_bake_def def = {.width = LENGTH, .height = 1, .terrain = cells};
  game g = {.t = t};
  CHECK(t, ovl_world_bake(&def, &g.now, NULL) == OVL_OK, "bake");
  ovl_world_retain(g.now, &g.versions[g.version_count++]);
  g.def = (ovl_units_def){.world = g.now, .capacity = GROUP + 1, .flows = 2};
  g.units = new_units(&g);
  for (int32_t i = 0; i <= GROUP; i++) { /* the last one is behind the others */
    const ovl_unit_def unit = {.cell = {i < GROUP ? 20 + i : 16, 0, 0}};
    ovl_unit_add(g.units, g.now, &unit, &g.unit[i]);
  }
  ovl_units_send(g.units, g.now, g.unit, GROUP, (ovl_cell){190, 0, 0});
  ovl_unit_send(g.units, g.unit[GROUP], (ovl_cell){100, 0, 0});
  for (int32_t tick = 0; tick < 3; tick++) {
    ovl_units_tick(g.units, g.now, 100000, NULL);
  }
  ovl_units_send(g.units, g.now, g.unit, GROUP, (ovl_cell){150, 0, 0});
  size_t used = 0;
  uint8_t *bytes = save(&g, &used);
  game restored = g;
  restored.units = new_units(&g);
  CHECK(t, ovl_units_restore(restored.units, bytes, used, find_version, &restored) == OVL_OK,
        "restore");
  for (int32_t tick = 0; tick < 40; tick++) {
    ovl_units_tick(g.units, g.now, 1, NULL);
    ovl_units_tick(restored.units, g.now, 1, NULL);
    CHECK(t, ovl_units_hash(g.units) == ovl_units_hash(restored.units), "the hash of tick %d",
          (int)tick);
  }
  CHECK(t, ovl_units_count(g.units).pushes != 0, "nobody is pushed");
  ovl_units_destroy(restored.units);
  free(bytes);
  game_end(&g);
}

/* ---- Bytes that were changed -------------------------------------------------------- */

enum { CHECKSUM_AT = 16, HEADER = 24 };

/* Restores bytes in units; whatever they are, the units are as before or can be ticked. */
static void restore_forged(game *g, uint8_t *bytes, size_t used) {
  const uint64_t before = ovl_units_hash(g->units);
  ovi_put_u64(bytes + CHECKSUM_AT, ovi_hash64(1, bytes + HEADER, used - HEADER));
  const ovl_result result = ovl_units_restore(g->units, bytes, used, find_version, g);
  if (result != OVL_OK) {
    CHECK(g->t, ovl_units_fault(g->units)->what[0] != 0, "a fault says nothing");
    CHECK(g->t, ovl_units_hash(g->units) == before, "a snapshot was refused, and changed units");
    return;
  }
  for (int32_t i = 0; i < 5; i++) {
    ovl_units_tick(g->units, g->now, 3000, NULL);
  }
}

static void snapshot_bytes_are_not_believed(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 300) && t->failures == 0; i++) {
    const uint64_t seed = test_begin_case(t, i);
    game g = game_begin(t, seed, i % 2 == 1);
    for (uint32_t tick = 0; tick < 30; tick++) {
      game_tick(&g, true);
    }
    size_t used = 0;
    uint8_t *bytes = save(&g, &used);
    uint8_t *forged = test_allocate(used + 1, 1);
    const uint64_t before = ovl_units_hash(g.units);
    for (size_t at = 0; at < used && t->failures == 0; at++) {
      /* Any byte that is changed is noticed; so is an end that is missing. */
      memcpy(forged, bytes, used);
      forged[at] = (uint8_t)(forged[at] ^ (1u << test_random_between(&g.random, 0, 7)));
      CHECK(t, ovl_units_restore(g.units, forged, used, find_version, &g) != OVL_OK,
            "byte %zu was changed", at);
      CHECK(t, ovl_units_restore(g.units, bytes, at, find_version, &g) != OVL_OK, "%zu bytes", at);
      CHECK(t, ovl_units_hash(g.units) == before, "units were changed");
    }
    for (size_t at = HEADER; at < used && t->failures == 0; at++) {
      memcpy(forged, bytes, used);
      forged[at] = (uint8_t)test_random_between(&g.random, 0, 255);
      if (test_random_percent(&g.random, 50)) {
        forged[at] = (uint8_t)(bytes[at] ^ (1u << test_random_between(&g.random, 0, 7)));
      }
      restore_forged(&g, forged, used);
    }
    CHECK(t, ovl_units_restore(g.units, bytes, used, find_version, &g) == OVL_OK, "restore");
    CHECK(t, ovl_units_hash(g.units) == before, "units are not what they were");
    free(bytes);
    free(forged);
    game_end(&g);
  }
}

/* ---- What is missing ------------------------------------------------------------------ */

static const ovl_world *find_none(void *user, uint64_t identity) {
  *(uint64_t *)user = identity;
  return NULL;
}

static void snapshot_names_what_is_missing(test_state *t) {
  game g = game_begin(t, 3, false);
  uint64_t asked = 0;
  size_t used = 0;
  size_t needed = 0;
  ovl_version_info info;
  ovl_units *smaller = NULL;
  game_tick(&g, true);
  uint8_t *bytes = save(&g, &used);
  ovl_world_version(g.now, &info);
  const ovl_fault *fault = ovl_units_fault(g.units);
  CHECK(t, ovl_units_restore(g.units, bytes, used, find_none, &asked) == OVL_OTHER_WORLD, "none");
  CHECK(t, asked == info.identity && fault->expected == info.identity, "%s", fault->what);
  CHECK(t, ovl_units_save(g.units, bytes, used - 1, &needed) == OVL_MORE_ROOM && needed == used,
        "a buffer that is too small");
  CHECK(t, ovl_units_save(g.units, bytes, used, &needed) == OVL_OK && needed == used,
        "one that is just large enough");
  ovl_units_def def = g.def;
  def.capacity = 1;
  CHECK(t, ovl_units_create(&def, &smaller, NULL) == OVL_OK, "create");
  CHECK(t,
        ovl_units_restore(smaller, bytes, used, find_version, &g) == OVL_CORRUPT &&
            strcmp(ovl_units_fault(smaller)->what, "units") == 0,
        "too many units: %s", ovl_units_fault(smaller)->what);
  ovl_units_destroy(smaller);
  def = g.def;
  def.lanes++;
  CHECK(t, ovl_units_create(&def, &smaller, NULL) == OVL_OK, "create");
  CHECK(t,
        ovl_units_restore(smaller, bytes, used, find_version, &g) == OVL_CORRUPT &&
            strcmp(ovl_units_fault(smaller)->what, "lanes") == 0,
        "other lanes: %s", ovl_units_fault(smaller)->what);
  ovl_units_destroy(smaller);
  free(bytes);
  game_end(&g);
}

/* ---- No field is forgotten --------------------------------------------------------------- */

#define FIELD(name)                                                                                \
  { offsetof(ovi_unit, name), sizeof(((ovi_unit *)NULL)->name) }

/* Every byte of a unit that walks changes the hash, unless it is listed here: it follows from
 * others, or only counts within a tick; or it lies between two fields. */
static void snapshot_holds_every_field(test_state *t) {
  static const struct {
    size_t at, bytes;
  } others[] = {FIELD(queued),
                {offsetof(ovi_unit_pace, on_link) + 1 + offsetof(ovi_unit, pace), 3},
                FIELD(kind.body),
                {offsetof(ovi_unit, flow) + 1, 1},
                {offsetof(ovi_unit, generation) + 2, 2},
                FIELD(patience.decided),
                FIELD(patience.pushed),
                {offsetof(ovi_unit_patience, deciding) + offsetof(ovi_unit, patience), 4},
                FIELD(plan.way_end),
                FIELD(plan.claim_end),
                FIELD(plan.way), /* checked below */
                {offsetof(ovi_unit, order.as) + 1,
                 offsetof(ovi_unit, patience) - offsetof(ovi_unit, order.as) - 1},
                {offsetof(ovi_unit, plan) + offsetof(ovi_unit_plan, routed) + 1, 7}};
  game g = game_begin(t, 12, false);
  for (uint32_t tick = 0; tick < 30; tick++) {
    game_tick(&g, true);
  }
  ovi_unit *unit = NULL;
  for (uint32_t i = 0; i < g.units->high; i++) {
    ovi_unit *one = &g.units->unit[i];
    unit = one->used && one->plan.routed && one->plan.way.count > 8 ? one : unit;
  }
  if (CHECK(t, unit != NULL, "no unit walks")) {
    const uint64_t before = ovl_units_hash(g.units);
    const ovi_unit kept = *unit;
    for (size_t at = 0; at < sizeof *unit; at++) {
      bool listed = false;
      for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        listed = listed || (at >= others[i].at && at < others[i].at + others[i].bytes);
      }
      uint8_t *byte = (uint8_t *)unit + at;
      *byte = (uint8_t)(*byte ^ 1);
      CHECK(t, listed || ovl_units_hash(g.units) != before,
            "byte %zu of ovi_unit is not in crowd/snapshot/unit_walk.c", at);
      *unit = kept;
    }
    const uint32_t last = (unit->plan.way.begin + unit->plan.way.count - 1u) % OVI_WAY_STEPS;
    unit->plan.way.steps[last] ^= 1;
    CHECK(t, ovl_units_hash(g.units) != before, "a step");
    *unit = kept;
  }
  game_end(&g);
}

const test_entry test_snapshot_table[] = {
    {"snapshot_goes_on", snapshot_goes_on},
    {"snapshot_of_units_that_wait_for_a_flow_goes_on",
     snapshot_of_units_that_wait_for_a_flow_goes_on},
    {"snapshot_bytes_are_not_believed", snapshot_bytes_are_not_believed},
    {"snapshot_names_what_is_missing", snapshot_names_what_is_missing},
    {"snapshot_forged_is_refused", snapshot_forged_is_refused},
    {"snapshot_needs_flows_of_one_size", snapshot_needs_flows_of_one_size},
    {"snapshot_goes_on_without_a_flow", snapshot_goes_on_without_a_flow},
    {"snapshot_holds_every_field", snapshot_holds_every_field},
    {NULL, NULL},
};
