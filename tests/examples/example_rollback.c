/* Example: rollback. Orders of another player come some ticks late. The game does not wait for
 * them: it plays on, keeps a snapshot of the units of each of the last ticks, and when an order
 * comes, goes back to its tick and plays from there again. In the end all is as if every order had
 * come in time; so are the rocks that fall, since a snapshot names its version of the world. */
#include "tests/examples/example.h"
#include <overland_edit.h>
#include <overland_units.h>

#include <inttypes.h>

enum {
  SIDE = 64,
  UNITS = 60,
  TICKS = 200,
  KEPT = 8, /* ticks that can be played again; no order is later */
  ROCK_TICK = 50,
  BUDGET = 5000
};

/* An order, which takes effect in the tick with its number. */
typedef struct order {
  uint32_t known; /* tick in which it comes */
  uint32_t unit;  /* number of the unit */
  ovl_cell goal;
} order;

typedef struct snapshot {
  uint8_t *bytes;
  size_t used;
} snapshot;

typedef struct game {
  ovl_world *versions[2]; /* before and after a rock falls */
  ovl_units *units;
  ovl_unit unit[UNITS];
  snapshot kept[KEPT]; /* of the last ticks, each before its orders */
  order orders[TICKS];
} game;

static const ovl_world *find_version(void *user, uint64_t identity) {
  const game *g = user;
  for (int i = 0; i < 2; i++) {
    ovl_version_info info;
    ovl_world_version(g->versions[i], &info);
    if (info.identity == identity) {
      return g->versions[i];
    }
  }
  return NULL;
}

static game begin(void) {
  static const char *rows[SIDE];
  static char row[SIDE + 1];
  game g = {0};
  memset(row, '.', SIDE);
  for (int y = 0; y < SIDE; y++) {
    rows[y] = row;
  }
  g.versions[0] = bake_rows(rows, SIDE);
  const ovl_edit rock = ovl_edit_rect((ovl_cell){20, 10, 0}, 6, 40, 0);
  works(ovl_world_apply(g.versions[0], &rock, 1, &g.versions[1], NULL), "a rock");
  ovl_units_def def = {.world = g.versions[0]};
  def.capacity = UNITS;
  works(ovl_units_create(&def, &g.units, NULL), "the units");
  uint32_t random = 5;
  for (int32_t i = 0; i < UNITS; i++) {
    const ovl_unit_def unit = {.cell = {1 + 2 * (i / 30), 2 * (i % 30), 0}};
    works(ovl_unit_add(g.units, g.versions[0], &unit, &g.unit[i]), "a unit");
  }
  for (uint32_t tick = 0; tick < TICKS; tick++) { /* one order a tick, up to 7 ticks late */
    random = random * 1664525u + 1013904223u;
    const ovl_cell goal = {(int32_t)(random >> 8 & 63), (int32_t)(random >> 16 & 63), 0};
    const uint32_t known = tick + (random >> 24) % KEPT;
    g.orders[tick] = (order){known < TICKS ? known : TICKS, (random >> 10) % UNITS, goal};
  }
  for (int i = 0; i < KEPT; i++) {
    g.kept[i].bytes = malloc(ovl_units_save_bytes(g.units)); /* enough, whatever happens */
    needs(g.kept[i].bytes != NULL, "memory for snapshots");
  }
  return g;
}

static void end(game *g) {
  for (int i = 0; i < KEPT; i++) {
    free(g->kept[i].bytes);
  }
  ovl_units_destroy(g->units);
  ovl_world_close(g->versions[1]);
  ovl_world_close(g->versions[0]);
}

/* Plays a tick with those of its orders that are known at a time. */
static void play(game *g, uint32_t tick, uint32_t time) {
  snapshot *kept = &g->kept[tick % KEPT];
  works(ovl_units_save(g->units, kept->bytes, ovl_units_save_bytes(g->units), &kept->used),
        "saving");
  const order *o = &g->orders[tick];
  if (o->known <= time) {
    works(ovl_unit_send(g->units, g->unit[o->unit], o->goal), "an order");
  }
  works(ovl_units_tick(g->units, g->versions[tick < ROCK_TICK ? 0 : 1], BUDGET, NULL), "a tick");
}

/* Goes back to the first tick for which an order has just become known, and plays on from there.
 * Returns how many ticks were played again. */
static uint32_t play_again(game *g, uint32_t time) {
  uint32_t tick = time;
  for (uint32_t i = 0; i < time; i++) {
    if (g->orders[i].known == time) {
      tick = i;
      break;
    }
  }
  if (tick == time) {
    return 0;
  }
  const snapshot *kept = &g->kept[tick % KEPT];
  works(ovl_units_restore(g->units, kept->bytes, kept->used, find_version, g), "going back");
  for (uint32_t again = tick; again < time; again++) {
    play(g, again, time);
  }
  return time - tick;
}

int main(void) {
  game late = begin();
  uint32_t again = 0;
  for (uint32_t time = 0; time < TICKS; time++) {
    again += play_again(&late, time);
    play(&late, time, time);
  }
  again += play_again(&late, TICKS);
  const size_t used = late.kept[0].used;
  printf("%d ticks, and %u of them played again; a snapshot has %zu bytes a unit\n", TICKS,
         (unsigned)again, used / UNITS);
  game in_time = begin();
  for (uint32_t tick = 0; tick < TICKS; tick++) {
    in_time.orders[tick].known = 0;
    play(&in_time, tick, tick);
  }
  const uint64_t hash = ovl_units_hash(in_time.units);
  printf("in time %016" PRIx64 ", late %016" PRIx64 "\n", hash, ovl_units_hash(late.units));
  holds(hash == ovl_units_hash(late.units), "late orders end as those in time");
  end(&in_time);
  end(&late);
  return 0;
}
