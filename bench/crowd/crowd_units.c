/* Measures the scenes of crowd_scene.h with the units of Overland, each move judged from outside.
 *
 *     crowd_units SCENE...
 *     crowd_units draw FOLDER
 *
 * SCENE: doors, bodies, corner, settle, armies, gate or snapshot. Each figure is a line: what it
 * is, a tab, and its value. `draw` writes FOLDER/march, corner and gate, each a .map of the scene
 * and .units on their way, as `overland render --frames` reads them: of the march all its way. The
 * program fails if two units shared a cell, made a step that the cells do not allow, or crossed
 * each other on diagonals. */
#include "bench/crowd/crowd_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TICKS = 6000, MARCH_FRAMES = 84, MARCH_TICKS = 3 };

static struct crowd_run run;

/* Sends all, until they have arrived. Ticks, or -1. */
static int32_t walk(int32_t sides) {
  crowd_run_begin(&run);
  for (int32_t side = 0; side < sides; side++) {
    crowd_run_send(&run, side);
  }
  return crowd_run_until_arrived(&run, -1, MOST_TICKS);
}

/* Units that pass the scene's line in a tick, while they do; 0 unless all have passed. */
static double rate(void) {
  const struct crowd_counts *counts = &run.counts;
  return counts->passed < run.scene.count
             ? 0
             : counts->passed / (double)(counts->last - counts->first + 1);
}

static double share(uint64_t part, uint64_t all) {
  return all == 0 ? 0 : 100.0 * (double)part / (double)all;
}

static const int32_t widths[4] = {1, 2, 4, 8};

static void doors(void) {
  for (int32_t both = 0; both < 2; both++) {
    uint64_t moves = 0, back = 0;
    printf("doors of 1, 2, 4, 8 cells, %s: units a tick\t", both ? "both ways" : "one way");
    for (int32_t i = 0; i < 4; i++) {
      crowd_scene_doors(&run.scene, widths[i], both != 0, 1, 100);
      walk(1 + both);
      printf("%s%.2f", i > 0 ? "; " : "", rate());
      moves += run.counts.moves;
      back += run.counts.back;
      crowd_run_end(&run);
    }
    printf("\ndoors, %s: steps back within 8 ticks\t%.1f %%\n", both ? "both ways" : "one way",
           share(back, moves));
  }
}

static void bodies(void) {
  printf("bodies of 2, doors of 2, 4, 8 cells: units a tick over width / 4\t");
  for (int32_t i = 1; i < 4; i++) {
    crowd_scene_doors(&run.scene, widths[i], false, 2, 60);
    walk(1);
    printf("%s%.2f", i > 1 ? "; " : "", rate() * 4 / widths[i]);
    crowd_run_end(&run);
  }
  printf("\n");
}

static void corner(void) {
  bool row[CROWD_MOST_CELLS] = {false};
  int32_t rows = 0;
  crowd_scene_corner(&run.scene, 200);
  crowd_run_begin(&run);
  crowd_run_send(&run, 0);
  int32_t ticks = 0;
  while (ticks < MOST_TICKS && crowd_run_count(&run, -1, OVL_UNIT_ARRIVED) < run.scene.count) {
    crowd_run_tick(&run);
    ticks++;
    for (int32_t i = 0; i < run.scene.count; i++) {
      const struct crowd_watched *one = &run.watched[i];
      if (one->passed == run.tick && !row[one->cell.y]) {
        row[one->cell.y] = true;
        rows++;
      }
    }
  }
  printf("200 units round a wall's end: units a tick\t%.1f\n", rate());
  printf("200 units round a wall's end: rows of 140; ticks until all are there\t%d; %d\n",
         (int)rows, (int)ticks);
  crowd_run_end(&run);
}

/* ---- Settling ---- */

enum { NO_ROOM = -2 };

/* Ticks until all have arrived; -1 if they have not after `most`; NO_ROOM where so many bodies do
 * not find room from which there is a way to the place. */
static int32_t settle_once(int32_t count, int32_t body, int32_t rocks, enum crowd_ground where,
                           int32_t most) {
  crowd_scene_settle(&run.scene, count, body, rocks, where, (uint64_t)rocks * 7 + (uint64_t)count);
  if (run.scene.count < count) {
    return NO_ROOM;
  }
  crowd_run_begin(&run);
  crowd_run_send(&run, 0);
  const int32_t ticks = crowd_run_until_arrived(&run, -1, most);
  if (ticks < 0) {
    fprintf(stderr,
            "not settled: %d bodies of %d, %d %% rocks, ground %d: %d arrived in %d ticks\n",
            (int)count, (int)body, (int)rocks, (int)where,
            (int)crowd_run_count(&run, -1, OVL_UNIT_ARRIVED), (int)most);
  }
  crowd_run_end(&run);
  return ticks;
}

/* Groups of each size on each ground, which may take twice the ticks of as many units of one cell,
 * times the side of the body. */
static void settle(void) {
  printf("45 bodies of 1, 2, 3, 4 cells on a field: ticks until all stand\t");
  for (int32_t body = 1; body <= CROWD_MOST_BODY; body++) {
    const int32_t ticks = settle_once(45, body, 0, CROWD_FIELD, MOST_TICKS);
    printf("%s%d", body > 1 ? "; " : "", (int)ticks);
  }
  printf("\n");
  static const int32_t counts[4] = {20, 45, 100, 200}, rocky[4] = {0, 2, 5, 10};
  static const char *const grounds[3] = {"in a field", "in a corner", "at a border"};
  for (int32_t where = 0; where < 3; where++) {
    int32_t settled = 0, groups = 0;
    for (int32_t i = 0; i < 16; i++) {
      const int32_t count = counts[i / 4], rocks = rocky[i % 4];
      const enum crowd_ground ground = (enum crowd_ground)where;
      const int32_t one = settle_once(count, 1, rocks, ground, MOST_TICKS);
      for (int32_t body = 0; body <= CROWD_MOST_BODY; body++) {
        const int32_t side = body == 0 ? CROWD_MOST_BODY : body;
        const int32_t ticks =
            settle_once(count, body, rocks, ground, one < 0 ? MOST_TICKS : 2 * side * one);
        groups += ticks != NO_ROOM;
        settled += ticks > 0;
      }
    }
    printf("groups of 20 to 200 bodies of 1 to 4 and mixed, 0 to 10 %% rocks, %s: settle in twice "
           "the walk\t%d of %d\n",
           grounds[where], (int)settled, (int)groups);
  }
}

/* ---- Two sides ---- */

static void armies(void) {
  crowd_scene_armies(&run.scene, 300);
  const int32_t ticks = walk(2);
  const struct crowd_counts *counts = &run.counts;
  printf("armies of 300 that change places: ticks until all have passed\t%d\n",
         (int)(counts->passed < run.scene.count ? -1 : counts->last));
  printf("armies of 300 that change places: ticks until all are there; steps over the way; steps "
         "back\t%d; %.2f; %.1f %%\n",
         (int)ticks, (double)counts->moves / (run.scene.count * 110.0),
         share(counts->back, counts->moves));
  crowd_run_end(&run);
}

static void begin_gate(void) {
  crowd_scene_gate(&run.scene);
  crowd_run_begin(&run);
  ovl_units_set_enemies(run.units, 0, 1, true);
  for (int32_t i = 20; i < run.scene.count; i++) {
    ovl_unit_set_hold(run.units, run.watched[i].unit, OVL_HOLD_ALL);
  }
  crowd_run_send(&run, 0);
}

static void gate(void) {
  begin_gate();
  for (int32_t i = 0; i < 1000; i++) {
    crowd_run_tick(&run);
  }
  printf("a held gate of 8 cells: of 20 enemies through\t%d\n", (int)run.counts.passed);
  crowd_run_end(&run);
}

/* ---- Snapshots ---- */

static double now_ms(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static const ovl_world *find_world(void *user, uint64_t identity) {
  (void)identity;
  return user;
}

static double least(double a, double b) { return a < b ? a : b; }

/* 600 units on their way, saved, and restored into others. */
static void snapshot(void) {
  enum { TIMES = 20, BYTES = 1 << 22 };
  static uint8_t buffer[BYTES];
  double saving = 1e9, restoring = 1e9, tick = 1e9, first = 1e9;
  size_t used = 0;
  crowd_scene_armies(&run.scene, 300);
  crowd_run_begin(&run);
  crowd_run_send(&run, 0);
  crowd_run_send(&run, 1);
  for (int32_t i = 0; i < 60; i++) {
    crowd_run_tick(&run);
  }
  for (int32_t i = 0; i < TIMES; i++) {
    double from = now_ms();
    ovl_units_save(run.units, buffer, BYTES, &used);
    saving = least(saving, now_ms() - from);
    from = now_ms();
    crowd_run_tick(&run);
    tick = least(tick, now_ms() - from);
    from = now_ms();
    if (ovl_units_restore(run.units, buffer, used, find_world, run.world) != OVL_OK) {
      fprintf(stderr, "crowd: the units are not restored\n");
      exit(1);
    }
    restoring = least(restoring, now_ms() - from);
    from = now_ms();
    ovl_units_tick(run.units, run.world, 20000, NULL);
    first = least(first, now_ms() - from);
  }
  printf("600 units on their way: save, ms; restore, ms; bytes a unit; first tick after it, ms\t"
         "%.2f; %.2f; %.0f; + %.1f\n",
         saving, restoring, (double)used / 600, first - tick);
  crowd_run_end(&run);
}

/* ---- Pictures ---- */

static FILE *file_in(const char *folder, const char *name, const char *ending) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
  FILE *file = fopen(path, "w");
  if (file == NULL) {
    fprintf(stderr, "crowd: %s can not be written\n", path);
    exit(1);
  }
  return file;
}

/* Writes the cells of a scene, and `count` frames of its units: one after `ticks` ticks, and each
 * further one after `step` more. */
static void draw_frames(const char *folder, const char *name, int32_t ticks, int32_t count,
                        int32_t step) {
  FILE *map = file_in(folder, name, "map");
  fprintf(map, "type octile\nheight %d\nwidth %d\nmap\n", (int)run.scene.height,
          (int)run.scene.width);
  for (int32_t y = 0; y < run.scene.height; y++) {
    for (int32_t x = 0; x < run.scene.width; x++) {
      fputc(run.scene.open[y * run.scene.width + x] != 0 ? '.' : '@', map);
    }
    fputc('\n', map);
  }
  FILE *units = file_in(folder, name, "units");
  for (int32_t frame = 0; frame < count; frame++) {
    const int32_t wait = frame == 0 ? ticks : step;
    for (int32_t i = 0; i < wait; i++) {
      crowd_run_tick(&run);
    }
    for (int32_t i = 0; i < run.scene.count; i++) {
      ovl_unit_info info;
      ovl_unit_describe(run.units, run.watched[i].unit, &info);
      fprintf(units, "%d %d %d %d\n", (int)info.x + 128, (int)info.y + 128, 112, (int)info.side);
    }
    fputc('\n', units);
  }
  if (fclose(map) != 0 || fclose(units) != 0) {
    fprintf(stderr, "crowd: %s can not be written\n", name);
    exit(1);
  }
  crowd_run_end(&run);
}

static void draw(const char *folder) {
  crowd_scene_march(&run.scene, 256);
  crowd_run_begin(&run);
  crowd_run_send(&run, 0);
  draw_frames(folder, "march", 0, MARCH_FRAMES, MARCH_TICKS);
  crowd_scene_corner(&run.scene, 200);
  crowd_run_begin(&run);
  crowd_run_send(&run, 0);
  draw_frames(folder, "corner", 100, 1, 0);
  begin_gate();
  draw_frames(folder, "gate", 200, 1, 0);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*measure)(void);
  } scenes[] = {{"doors", doors},   {"bodies", bodies}, {"corner", corner},    {"settle", settle},
                {"armies", armies}, {"gate", gate},     {"snapshot", snapshot}};
  if (argc == 3 && strcmp(argv[1], "draw") == 0) {
    draw(argv[2]);
    return 0;
  }
  for (int i = 1; i < argc; i++) {
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
      if (strcmp(argv[i], scenes[k].name) == 0) {
        scenes[k].measure();
        fflush(stdout);
      }
    }
  }
  return 0;
}
