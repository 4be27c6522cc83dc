/* Example: lockstep. Two processes play one battle; what passes between them are orders alone,
 * which take effect some ticks later, and now and then a hash. When hashes differ, both play the
 * battle again from its log of orders: the one whose battle then comes out otherwise was wrong, and
 * goes on with what the log gives. With --stumble one of them makes such a mistake.
 *
 *     example_lockstep [--stumble]
 *
 * The link is a pair of pipes, for POSIX systems. Over a network, send the same messages. */
#include "tests/examples/example.h"
#include <overland_units.h>

#include <inttypes.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  SIDE = 48,
  UNITS = 40, /* of both players; even handles belong to player 0 */
  DELAY = 3,  /* ticks from an order to its effect, which hide the time that a message takes */
  CHECK = 20, /* ticks from one comparison of hashes to the next; more than DELAY */
  TICKS = 150,
  STUMBLE_TICK = 70,
  BUDGET = 20000 /* the same number on both sides: never one that comes from a clock */
};

/* ---- What is sent: each tick, by each player. Give it a byte order if machines may differ. */

typedef struct message {
  uint64_t hash; /* of the sender's battle before this tick */
  uint32_t tick; /* in which the order takes effect */
  uint32_t unit; /* OVL_NO_UNIT: no order */
  int32_t x, y;  /* its goal. Without padding, whose bytes would be anything */
} message;

typedef struct link_ends {
  int in, out;
} link_ends;

static void send_message(const link_ends *l, const message *m) {
  const ssize_t sent = write(l->out, m, sizeof *m); /* less than PIPE_BUF, so all or nothing */
  needs(sent == (ssize_t)sizeof *m, "sending: the other player has left");
}

static message receive_message(const link_ends *l) {
  message m;
  for (size_t got = 0; got < sizeof m;) {
    const ssize_t count = read(l->in, (char *)&m + got, sizeof m - got);
    needs(count > 0, "receiving: the other player has left");
    got += (size_t)count;
  }
  return m;
}

/* ---- The battle: all that both sides must agree on, and the log that makes it again. */

typedef struct battle {
  const ovl_world *world;
  ovl_units *units;
  ovl_unit unit[UNITS];
  uint32_t tick;
} battle;

typedef struct orders {
  message of[TICKS][2]; /* by tick, and by player */
} orders;

static battle begin_battle(const ovl_world *world) {
  battle b = {.world = world};
  ovl_units_def def = {.world = world};
  def.capacity = UNITS;
  works(ovl_units_create(&def, &b.units, NULL), "the units");
  for (int32_t i = 0; i < UNITS; i++) {
    const int32_t x = i % 2 == 0 ? 2 + i / 16 : SIDE - 3 - i / 16;
    const ovl_unit_def unit = {.cell = {x, 8 + 4 * (i / 2 % 8), 0}, .side = (uint8_t)(i % 2)};
    works(ovl_unit_add(b.units, world, &unit, &b.unit[i]), "a unit");
  }
  return b;
}

/* A tick: orders of player 0 first, on both sides, then the units. */
static void play_tick(battle *b, const orders *log) {
  for (int player = 0; player < 2; player++) {
    const message *order = &log->of[b->tick][player];
    if (order->unit != OVL_NO_UNIT) {
      works(ovl_unit_send(b->units, order->unit, (ovl_cell){order->x, order->y, 0}), "an order");
    }
  }
  works(ovl_units_tick(b->units, b->world, BUDGET, NULL), "a tick");
  b->tick++;
}

/* ---- A player. Its own units are moved by a small generator, which stands for mouse and keyboard:
 * what it gives need not be the same on both sides, since it is sent. */

typedef struct player {
  int number;
  link_ends link;
  battle battle;
  orders log;
  uint64_t hashes[TICKS]; /* of this player's battle before each tick */
  uint32_t random;
  bool stumbles;
} player;

static int32_t draw(player *p, int32_t below) {
  p->random = p->random * 1664525u + 1013904223u;
  return (int32_t)((p->random >> 16) % (uint32_t)below);
}

static message give_order(player *p, uint64_t hash) {
  message order = {.hash = hash, .tick = p->battle.tick + DELAY};
  order.unit = p->battle.unit[p->number + 2 * draw(p, UNITS / 2)];
  order.x = draw(p, SIDE);
  order.y = draw(p, SIDE);
  return order;
}

/* Plays the log again from the beginning, and goes on with what comes out. A tick takes about 1 us
 * per unit, so an hour of it is played again in seconds. */
static void replay(player *p) {
  const uint64_t mine = ovl_units_hash(p->battle.units);
  battle again = begin_battle(p->battle.world);
  while (again.tick < p->battle.tick) {
    p->hashes[again.tick] = ovl_units_hash(again.units);
    play_tick(&again, &p->log);
  }
  const uint64_t right = ovl_units_hash(again.units);
  ovl_units_destroy(p->battle.units);
  p->battle = again;
  printf("player %d: played %u ticks again from the log: %s\n", p->number, (unsigned)again.tick,
         right == mine ? "I was right" : "I was wrong, and go on from there");
}

/* Compares the hash that the other player had DELAY ticks ago with one's own of that tick. */
static void compare(player *p, uint32_t tick, uint64_t theirs, int *repairs) {
  if (tick % CHECK != 0) {
    return;
  }
  const bool equal = p->hashes[tick] == theirs;
  printf("player %d: tick %3u: %016" PRIx64 " %s\n", p->number, (unsigned)tick, p->hashes[tick],
         equal ? "on both sides" : "here, but another hash there");
  if (!equal) {
    /* Once is an accident. When it happens again, the two programs are not the same: end the game.
     */
    needs(*repairs == 0, "a second repair: the two programs differ");
    replay(p);
    *repairs += 1;
  }
}

/* Something that no log knows of: in a game an uninitialised variable, a clock, a race, a cheat. */
static void stumble(battle *b) { ovl_unit_stop(b->units, b->unit[0]); }

/* How often the battle had to be repaired. */
static int play(player *p) {
  int repairs = 0;
  while (p->battle.tick < TICKS) {
    const uint32_t tick = p->battle.tick;
    p->hashes[tick] = ovl_units_hash(p->battle.units);
    const message mine = give_order(p, p->hashes[tick]);
    if (mine.tick < TICKS) {
      send_message(&p->link, &mine);
      p->log.of[mine.tick][p->number] = mine;
    }
    /* The other player sent these orders DELAY ticks ago, so they are usually here already. */
    if (tick >= DELAY) {
      const message theirs = receive_message(&p->link);
      needs(theirs.tick == tick, "an order for another tick");
      p->log.of[tick][1 - p->number] = theirs;
      compare(p, tick - DELAY, theirs.hash, &repairs);
    }
    if (p->stumbles && tick == STUMBLE_TICK) {
      stumble(&p->battle);
    }
    play_tick(&p->battle, &p->log);
  }
  return repairs;
}

static int run_player(int number, link_ends ends, const ovl_world *world, bool stumbles) {
  static player p;
  p = (player){.number = number, .link = ends, .stumbles = stumbles};
  p.random = 77u + (uint32_t)number;
  p.battle = begin_battle(world);
  const int repairs = play(&p);
  const ovl_units_stats stats = ovl_units_count(p.battle.units);
  printf("player %d: end: %016" PRIx64 ", %d moves, %d repairs\n", number,
         ovl_units_hash(p.battle.units), (int)stats.moves, repairs);
  ovl_units_destroy(p.battle.units);
  return 0;
}

/* Land with some walls; the same on both sides, as a file of a world would be. Compare
 * ovl_world_info.fingerprint when a game begins. */
static ovl_world *bake_land(void) {
  static char row[SIDE][SIDE + 1];
  const char *rows[SIDE];
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE; x++) {
      row[y][x] = x % 12 == 6 && y % 8 != 3 && y % 8 != 4 ? '#' : '.';
    }
    rows[y] = row[y];
  }
  return bake_rows(rows, SIDE);
}

int main(int argc, char **argv) {
  const bool stumbles = argc == 2 && strcmp(argv[1], "--stumble") == 0;
  needs(argc == 1 || stumbles, "usage: example_lockstep [--stumble]");
  int there[2], back[2];
  needs(pipe(there) == 0 && pipe(back) == 0, "the pipes");
  signal(SIGPIPE, SIG_IGN);         /* a player who has left is an error of write */
  setvbuf(stdout, NULL, _IOLBF, 0); /* whole lines, since two processes print */
  ovl_world *world = bake_land();
  const pid_t child = fork();
  needs(child >= 0, "the second process");
  if (child == 0) { /* ends of the other player are closed, so that its end is noticed */
    close(there[1]);
    close(back[0]);
    const int code = run_player(1, (link_ends){there[0], back[1]}, world, stumbles);
    ovl_world_close(world);
    exit(code);
  }
  close(there[0]);
  close(back[1]);
  const int code = run_player(0, (link_ends){back[0], there[1]}, world, false);
  int other = 1;
  waitpid(child, &other, 0);
  ovl_world_close(world);
  return code == 0 && other == 0 ? 0 : 1;
}
