/* `overland diff`: what changed between two worlds of the same map. */
#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/diff/diff_picture.h"
#include "tools/diff/island_changes.h"
#include "tools/diff/pair_costs.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 10, USUAL_PAIRS = 200 };

struct diff {
  struct world_file_def defs[2];
  const char *profile, *scenarios, *picture;
  int32_t pairs, width, floor;
  uint64_t seed;
  bool json, has_pairs;
};

/* The differences that were found. */
struct found {
  struct diff_worlds worlds;
  struct island_changes changes;
  struct pair_costs pairs;
  int32_t floors;
};

/* ---- Pieces, the largest first ------------------------------------------- */

static int compare_cells(const void *a, const void *b) {
  const struct island_piece *left = *(struct island_piece *const *)a;
  const struct island_piece *right = *(struct island_piece *const *)b;
  return left->cells != right->cells       ? (left->cells > right->cells ? -1 : 1)
         : left->first.y != right->first.y ? (left->first.y < right->first.y ? -1 : 1)
                                           : (left->first.x < right->first.x ? -1 : 1);
}

/* Lists pieces that were cut off, or joined. *count: how many there are, of which MOST_TOLD are
 * listed. */
static void list_pieces(const struct island_changes *changes, bool joined,
                        const struct island_piece *told[MOST_TOLD], size_t *count) {
  struct island_piece **list = malloc((changes->count + 1) * sizeof(struct island_piece *));
  *count = 0;
  for (size_t i = 0; i < changes->capacity && list != NULL; i++) {
    struct island_piece *piece = &changes->pieces[i];
    if (joined ? piece->is_joined && !piece->is_cut_off : piece->is_cut_off) {
      list[(*count)++] = piece;
    }
  }
  if (*count > 0) {
    qsort(list, *count, sizeof(struct island_piece *), compare_cells);
  }
  for (size_t i = 0; i < *count && i < MOST_TOLD; i++) {
    told[i] = list[i];
  }
  free(list);
}

/* ---- Text ---------------------------------------------------------------- */

static void print_pieces(const struct found *found, bool joined) {
  const struct island_piece *told[MOST_TOLD];
  size_t count;
  list_pieces(&found->changes, joined, told, &count);
  for (size_t i = 0; i < count && i < MOST_TOLD; i++) {
    char cell[CELL_TEXT_BYTES];
    print_out("  %s: %" PRIu64 " cell%s around %s\n", joined ? "joined" : "cut off", told[i]->cells,
              print_plural(told[i]->cells), cell_text_write(cell, told[i]->first, found->floors));
  }
  if (count > MOST_TOLD) {
    print_out("  and %zu more\n", count - MOST_TOLD);
  }
}

static void print_pair(const struct found *found, const char *what, size_t number) {
  const struct pair_cost *pair = &found->pairs.list[number];
  char start[CELL_TEXT_BYTES], goal[CELL_TEXT_BYTES];
  print_out("  %s: %s to %s, %.1f steps before, %.1f after (%+.1f %%)\n", what,
            cell_text_write(start, pair->start, found->floors),
            cell_text_write(goal, pair->goal, found->floors), pair->cost[0], pair->cost[1],
            (pair->cost[1] / pair->cost[0] - 1) * 100);
}

static void print_regions(const struct found *found) {
  const struct pair_costs *pairs = &found->pairs;
  for (size_t i = 0; i < pairs->region_count && i < MOST_TOLD; i++) {
    const struct region_change *region = &pairs->regions[i];
    char cell[CELL_TEXT_BYTES];
    const size_t walked = region->longer + region->shorter;
    print_out(
        "  from the region at %s: %zu longer, %zu shorter, %+.1f %% on average; %zu lost, %zu "
        "found\n",
        cell_text_write(cell, (ovl_cell){region->x, region->y, region->floor}, found->floors),
        region->longer, region->shorter, walked > 0 ? region->change / (double)walked * 100 : 0,
        region->lost, region->found);
  }
}

static void report_text(const struct found *found) {
  const uint64_t *cells = found->changes.cells;
  const struct pair_costs *pairs = &found->pairs;
  print_out("%s -> %s: %" PRIu64 " cell%s closed, %" PRIu64 " opened, %" PRIu64 " cut off, %" PRIu64
            " joined\n",
            found->worlds.path[0], found->worlds.path[1], cells[CELL_CLOSED],
            print_plural(cells[CELL_CLOSED]), cells[CELL_OPENED], cells[CELL_CUT_OFF],
            cells[CELL_JOINED]);
  print_pieces(found, false);
  print_pieces(found, true);
  if (pairs->count > 0) {
    print_out("%zu pair%s: %zu longer, %zu shorter, %zu the same, %zu lost, %zu found",
              pairs->count, print_plural(pairs->count), pairs->longer, pairs->shorter, pairs->same,
              pairs->lost, pairs->found);
    const size_t both = pairs->longer + pairs->shorter + pairs->same;
    print_out("; %+.2f %% on average\n", both > 0 ? pairs->sum / (double)both * 100 : 0);
    if (pairs->longer > 0) {
      print_pair(found, "the most longer", pairs->worst_pair);
    }
    if (pairs->shorter > 0) {
      print_pair(found, "the most shorter", pairs->best_pair);
    }
    print_regions(found);
  }
}

/* ---- JSON ---------------------------------------------------------------- */

static void json_cell(struct json *json, const char *key, ovl_cell cell) {
  char text[CELL_TEXT_BYTES];
  json_text(json, key, cell_text_write(text, cell, 1));
}

static void json_pieces(struct json *json, const char *key, const struct found *found,
                        bool joined) {
  const struct island_piece *told[MOST_TOLD];
  size_t count;
  list_pieces(&found->changes, joined, told, &count);
  json_array_begin(json, key);
  for (size_t i = 0; i < count && i < MOST_TOLD; i++) {
    json_object_begin(json, NULL);
    json_u64(json, "cells", told[i]->cells);
    json_cell(json, "first", told[i]->first);
    json_object_end(json);
  }
  json_array_end(json);
}

static void report_json(const struct found *found) {
  static const char *const names[CELL_CHANGES] = {"open_cells", "closed_cells", "opened_cells",
                                                  "cut_off_cells", "joined_cells"};
  const struct pair_costs *pairs = &found->pairs;
  struct json json;
  json_begin(&json);
  json_text(&json, "before", found->worlds.path[0]);
  json_text(&json, "after", found->worlds.path[1]);
  for (int i = 0; i < CELL_CHANGES; i++) {
    json_u64(&json, names[i], found->changes.cells[i]);
  }
  json_pieces(&json, "cut_off", found, false);
  json_pieces(&json, "joined", found, true);
  json_object_begin(&json, "pairs");
  json_u64(&json, "count", pairs->count);
  json_u64(&json, "longer", pairs->longer);
  json_u64(&json, "shorter", pairs->shorter);
  json_u64(&json, "same", pairs->same);
  json_u64(&json, "lost", pairs->lost);
  json_u64(&json, "found", pairs->found);
  const size_t both = pairs->longer + pairs->shorter + pairs->same;
  json_double(&json, "mean_change", both > 0 ? pairs->sum / (double)both : 0, 6);
  json_double(&json, "greatest_increase", pairs->worst, 6);
  json_double(&json, "greatest_decrease", pairs->best, 6);
  json_object_end(&json);
  json_array_begin(&json, "regions");
  for (size_t i = 0; i < pairs->region_count; i++) {
    const struct region_change *region = &pairs->regions[i];
    json_object_begin(&json, NULL);
    json_cell(&json, "region", (ovl_cell){region->x, region->y, region->floor});
    json_u64(&json, "longer", region->longer);
    json_u64(&json, "shorter", region->shorter);
    json_u64(&json, "lost", region->lost);
    json_u64(&json, "found", region->found);
    json_double(&json, "change", region->change, 6);
    json_object_end(&json);
  }
  json_array_end(&json);
  json_end(&json);
}

/* ---- The command --------------------------------------------------------- */

/* Two worlds can be compared if their floors have the same cells. */
static int check_sizes(const struct diff_worlds *worlds, int32_t *floors) {
  ovl_floor_info before, after;
  for (*floors = 0;; (*floors)++) {
    const bool has_before = ovl_world_floor(worlds->world[0], *floors, &before);
    const bool has_after = ovl_world_floor(worlds->world[1], *floors, &after);
    if (!has_before && !has_after) {
      return EXIT_DONE;
    }
    if (has_before != has_after) {
      return command_fail(EXIT_INPUT, "%s has %s floors than %s; they can't be compared",
                          worlds->path[1], has_after ? "more" : "fewer", worlds->path[0]);
    }
    if (before.width != after.width || before.height != after.height) {
      return command_fail(EXIT_INPUT,
                          "floor %" PRId32 " has %" PRId32 " x %" PRId32 " cells in %s and %" PRId32
                          " x %" PRId32 " in %s; they can't be compared",
                          *floors, before.width, before.height, worlds->path[0], after.width,
                          after.height, worlds->path[1]);
    }
    if (before.corner.x != after.corner.x || before.corner.y != after.corner.y) {
      return command_fail(EXIT_INPUT,
                          "%s begins at cell %" PRId32 ",%" PRId32 " and %s at %" PRId32 ",%" PRId32
                          "; they can't be compared",
                          worlds->path[0], before.corner.x, before.corner.y, worlds->path[1],
                          after.corner.x, after.corner.y);
    }
  }
}

static int compare(const struct diff *diff, struct found *found) {
  struct diff_worlds *worlds = &found->worlds;
  int code = check_sizes(worlds, &found->floors);
  for (int i = 0; i < 2 && code == EXIT_DONE; i++) {
    code = world_report_find_profile(worlds->world[i], worlds->path[i], diff->profile,
                                     &worlds->profile[i]);
  }
  if (code == EXIT_DONE) {
    code = island_changes_find(worlds, &found->changes);
  }
  if (code == EXIT_DONE) {
    code = pair_costs_find(worlds, diff->scenarios, (size_t)diff->pairs, diff->seed, &found->pairs);
  }
  if (code == EXIT_DONE && diff->picture != NULL) {
    code = diff_picture_write(worlds, &found->changes, diff->floor, diff->width, diff->picture);
  }
  if (code == EXIT_DONE) {
    (diff->json ? report_json : report_text)(found);
    code = found->changes.cells[CELL_CUT_OFF] > 0 || found->pairs.lost > 0 ? EXIT_NO : EXIT_DONE;
  }
  pair_costs_free(&found->pairs);
  island_changes_free(&found->changes);
  return code;
}

static int open_and_compare(const struct diff *diff) {
  struct world_file files[2];
  struct found found = {.floors = 0};
  int code = world_file_open_def(&diff->defs[0], &files[0]);
  if (code != EXIT_DONE) {
    return code;
  }
  code = world_file_open_def(&diff->defs[1], &files[1]);
  if (code == EXIT_DONE) {
    for (int i = 0; i < 2; i++) {
      found.worlds.world[i] = files[i].world;
      found.worlds.path[i] = diff->defs[i].path;
    }
    code = compare(diff, &found);
    world_file_close(&files[1]);
  }
  world_file_close(&files[0]);
  return code;
}

static void list_options(struct diff *diff, struct option_table *table) {
  const struct option_def rows[] = {
      option_required(option_text("OLD", &diff->defs[0].path, NULL, "the world before")),
      option_required(
          option_text("NEW", &diff->defs[1].path, NULL, "the world after, of as many cells")),
      option_profile(&diff->profile, "the profile that is compared (the first)"),
      option_given(
          option_range(
              option_i32("--pairs", &diff->pairs, "N",
                         "pairs of cells whose paths are compared, drawn among open cells (200)"),
              0, 1000000),
          &diff->has_pairs),
      option_u64("--seed", &diff->seed, "N", "another seed draws other pairs (1)"),
      option_text("--scen", &diff->scenarios, "FILE.scen",
                  "take the pairs of a scenario file instead"),
      option_text("--png", &diff->picture, "FILE.png",
                  "draw both: what closed, opened, was cut off and joined"),
      option_range(option_i32("--width", &diff->width, "N", "pixels of the picture (1280)"), 64,
                   8192),
      option_range(option_i32("--floor", &diff->floor, "N", "the floor of the picture (0)"), 0,
                   OVL_MAX_FLOORS - 1),
      option_json(&diff->json),
      world_file_safe(&diff->defs[0].safe),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

int command_diff(int argc, char **argv) {
  struct diff diff = {.pairs = USUAL_PAIRS, .width = 1280, .seed = 1};
  struct option_table table = {.count = 0};
  list_options(&diff, &table);
  const struct options options = {
      .command = "diff",
      .usage = "OLD.world NEW.world [--png FILE.png] [options]",
      .summary =
          "Says what changed between two worlds of a map: which cells closed and opened,\n"
          "what was cut off or joined, and which paths became longer or shorter (by more\n"
          "than 0.5 %, as paths are that much off the best at most times). The exit code is\n"
          "1 if something was cut off, or a path is lost.",
      .example = "overland diff old.world new.world --png changes.png",
      .defs = table.defs,
      .def_count = table.count};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if (diff.scenarios != NULL && diff.has_pairs) {
    return options_fail(&options, "--scen brings the pairs; leave out --pairs");
  }
  diff.defs[1].safe = diff.defs[0].safe;
  const char *const inputs[] = {diff.defs[0].path, diff.defs[1].path};
  code = out_file_check_picture(diff.picture, inputs, 2);
  return code == EXIT_DONE ? open_and_compare(&diff) : code;
}
