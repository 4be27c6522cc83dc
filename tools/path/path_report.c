/* Reports of `overland path`, as text or JSON: see path_report.h.
 *
 * Cells are two numbers, or three where there are several floors. */
#include "tools/path/path_report.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/print_text.h"
#include "tools/plain/cell_shear.h"
#include "tools/text/json.h"

#include <inttypes.h>
#include <stdio.h>

#define LISTED_POINTS 48
#define POINTS_PER_LINE 8

const char *const path_report_smoothings[] = {"grid", "any", "none", NULL};

static int32_t floor_count(const struct path_report *report) {
  ovl_world_info info;
  ovl_world_describe(report->world, &info);
  return info.floors;
}

/* The place that the path was to end at, or ends at: of several goals the one that was chosen. */
static ovl_cell goal_reached(const struct path_report *report) {
  const ovl_path *path = &report->answer->path;
  const bool ends = report->answer->has_path && path->count > 0 && !path->partial;
  return ends ? path->points[path->count - 1] : report->query->goal;
}

/* ---- JSON ---- */

static void put_cell(struct json *json, const char *key, ovl_cell cell, int32_t floors) {
  json_array_begin(json, key);
  json_i64(json, NULL, cell.x);
  json_i64(json, NULL, cell.y);
  if (floors > 1)
    json_i64(json, NULL, cell.floor);
  json_array_end(json);
}

static void put_cells(struct json *json, const char *key, const ovl_cell *cells, size_t count,
                      int32_t floors) {
  json_array_begin(json, key);
  for (size_t i = 0; i < count; i++)
    put_cell(json, NULL, cells[i], floors);
  json_array_end(json);
}

static void put_plain(struct json *json, const struct path_plain *plain) {
  if (!plain->made)
    return;
  json_double(json, "astar_us", plain->elapsed_us, 3);
  json_u64(json, "astar_expanded", plain->expanded);
  if (plain->result == OVL_OK)
    json_double(json, "astar_cost", plain->cost_cells, 6);
}

static void put_links(struct json *json, const ovl_path *path) {
  if (path->link_count == 0)
    return;
  json_array_begin(json, "links");
  for (size_t i = 0; i < path->link_count; i++) {
    json_object_begin(json, NULL);
    json_u64(json, "link", path->links[i].link);
    json_u64(json, "point", path->links[i].point);
    json_bool(json, "back", path->links[i].back);
    json_object_end(json);
  }
  json_array_end(json);
}

static void put_why(struct json *json, const struct path_why *why, int32_t floors) {
  if (!why->made)
    return;
  json_object_begin(json, "why");
  json_bool(json, "possible", why->result == OVL_OK);
  json_u64(json, "bytes", why->bytes);
  if (why->result == OVL_OK) {
    json_u64(json, "count", why->count);
    json_double(json, "cost", why->cost, 6);
    json_array_begin(json, "open");
    for (size_t i = 0; i < why->count; i++) {
      json_object_begin(json, NULL);
      put_cell(json, "cell", why->obstacles[i].cell, floors);
      json_i64(json, "terrain", why->obstacles[i].terrain);
      if (path_why_name(why, why->obstacles[i].terrain)[0] != '\0')
        json_text(json, "name", path_why_name(why, why->obstacles[i].terrain));
      json_object_end(json);
    }
    json_array_end(json);
  }
  json_object_end(json);
}

/* What came of it: `reachable` says whether the path ends at a goal. */
static void put_result(struct json *json, const struct path_report *report, int32_t floors) {
  const struct path_answer *answer = report->answer;
  static const char *const words[] = {"ok", "unreachable", "start-blocked", "goal-blocked",
                                      "limited"};
  json_bool(json, "reachable", answer->result == OVL_OK);
  if (answer->result <= OVL_LIMITED)
    json_text(json, "result", words[answer->result]);
  if (answer->result != OVL_OK)
    json_text(json, "reason", ovl_result_text(answer->result));
  if (!answer->has_path)
    return;
  json_double(json, "cost", answer->cost_cells, 6);
  json_double(json, "length_any", (double)answer->length_any / OVL_LENGTH_UNIT, 6);
  json_bool(json, "partial", answer->path.partial);
  json_bool(json, "goal_uncertain", answer->stats.goal_uncertain);
  if (path_answer_goal_kind(report->query) != OVL_GOAL_CELL && !answer->path.partial) {
    put_cell(json, "goal_reached", goal_reached(report), floors);
    if (report->goals->count > 0)
      json_text(json, "goal_name", path_goals_name(report->goals, goal_reached(report)));
  }
}

/* The way in metres: straight steps over plain ground, each of the side of a cell. */
static void put_metres(struct json *json, const struct path_report *report) {
  const struct path_metres *metres = report->metres;
  const ovl_path *path = &report->answer->path;
  if (metres->cell <= 0)
    return;
  json_object_begin(json, "metres");
  json_double(json, "cost", report->answer->cost_cells * metres->cell, 6);
  json_double(json, "length_any",
              (double)report->answer->length_any / OVL_LENGTH_UNIT * metres->cell, 6);
  json_array_begin(json, "points");
  for (size_t i = 0; i < path->count; i++) {
    const struct path_metres_place place = path_metres_of(metres, path->points[i]);
    json_array_begin(json, NULL);
    json_double(json, NULL, place.x, 6);
    json_double(json, NULL, place.y, 6);
    json_array_end(json);
  }
  json_array_end(json);
  json_object_end(json);
}

void path_report_json(const struct path_report *report) {
  const struct path_answer *answer = report->answer;
  const ovl_query *query = report->query;
  const int32_t floors = floor_count(report);
  ovl_profile_info profile;
  struct json json;
  json_begin(&json);
  put_cell(&json, "start", query->start, floors);
  put_cell(&json, "goal", query->goal, floors);
  json_text(&json, "smoothing", path_report_smoothings[query->smoothing]);
  if (ovl_world_profile(report->world, query->profile, &profile))
    json_text(&json, "profile", profile.def.name);
  put_result(&json, report, floors);
  json_double(&json, "first_step_us", answer->first_step_us, 3);
  json_double(&json, "full_path_us", answer->full_path_us, 3);
  json_u64(&json, "windows", answer->stats.windows);
  json_u64(&json, "coarse_expanded", answer->stats.coarse_expanded);
  json_u64(&json, "fine_expanded", answer->stats.fine_expanded);
  json_text(&json, "estimate", ovl_method_text(answer->stats.method));
  put_plain(&json, report->plain);
  put_why(&json, report->why, floors);
  if (answer->has_path) {
    put_metres(&json, report);
    put_links(&json, &answer->path);
    put_cells(&json, "points", answer->path.points, answer->path.count, floors);
    put_cells(&json, "cells", answer->cells, answer->cell_count, floors);
  }
  json_end(&json);
}

/* ---- Text ---- */

static bool is_link(const ovl_path *path, size_t point) {
  for (size_t i = 0; i < path->link_count; i++)
    if (path->links[i].point == point)
      return true;
  return false;
}

static void print_points(const ovl_path *path, int32_t floors) {
  const size_t listed = path->count < LISTED_POINTS ? path->count : LISTED_POINTS;
  char text[CELL_TEXT_BYTES];
  for (size_t i = 0; i < listed; i++) {
    print_own(i % POINTS_PER_LINE == 0 ? "\n  " : "  ");
    print_out("%s%s", is_link(path, i) ? "link to " : "",
              cell_text_write(text, path->points[i], floors));
  }
  if (listed < path->count)
    print_out("\n  and %zu more: --json lists all", path->count - listed);
  print_out("\n");
}

static void print_goal(const struct path_report *report, int32_t floors) {
  const ovl_cell goal = goal_reached(report);
  const char *name = path_goals_name(report->goals, goal);
  char text[CELL_TEXT_BYTES];
  print_out("goal        %s%s%s\n", cell_text_write(text, goal, floors), name[0] != '\0' ? " " : "",
            name);
}

/* An end that --move moved. */
static void print_moved(const char *what, ovl_cell asked, ovl_cell taken, int32_t floors) {
  char from[CELL_TEXT_BYTES], to[CELL_TEXT_BYTES];
  if (asked.x != taken.x || asked.y != taken.y || asked.floor != taken.floor)
    print_out("%-12s%s: %s is blocked\n", what, cell_text_write(to, taken, floors),
              cell_text_write(from, asked, floors));
}

static void print_path(const struct path_report *report, int32_t floors) {
  const struct path_answer *answer = report->answer;
  const ovl_path *path = &answer->path;
  char text[CELL_TEXT_BYTES];
  if (path->partial)
    print_out("partial     ends at %s: %s\n",
              cell_text_write(text, path->points[path->count - 1], floors),
              ovl_result_text(answer->result));
  else if (path_answer_goal_kind(report->query) != OVL_GOAL_CELL)
    print_goal(report, floors);
  if (answer->stats.goal_uncertain)
    print_out("uncertain   another of the goals may be nearer: a limit ended the choice\n");
  print_moved("start", report->query->start, path->points[0], floors);
  if (path_answer_goal_kind(report->query) == OVL_GOAL_CELL && !path->partial)
    print_moved("goal", report->query->goal, path->points[path->count - 1], floors);
  print_out("cost        %.3f: %" PRIu64, answer->cost_cells, path->straight_steps);
  if (cell_kind_of_world(report->world) == CELL_HEXAGONS)
    print_out(" steps");
  else
    print_out(" straight and %" PRIu64 " diagonal steps", path->diagonal_steps);
  if (path->link_count > 0)
    print_out(", %zu link%s", path->link_count, path->link_count == 1 ? "" : "s");
  print_out("\nany angle   %.3f cells long\n", (double)answer->length_any / OVL_LENGTH_UNIT);
  if (report->metres->cell > 0) {
    const struct path_metres_place start = path_metres_of(report->metres, path->points[0]);
    const struct path_metres_place end =
        path_metres_of(report->metres, path->points[path->count - 1]);
    print_out("metres      %.3f long at any angle, from %.3f,%.3f to %.3f,%.3f\n",
              (double)answer->length_any / OVL_LENGTH_UNIT * report->metres->cell, start.x, start.y,
              end.x, end.y);
  }
  print_out("first step  %.1f us\n", answer->first_step_us);
  print_out("whole path  %.1f us\n", answer->full_path_us);
  print_out("searched    %" PRIu64 " waypoint%s, %" PRIu64 " cell%s in %" PRIu64
            " window%s (planned by %s)\n",
            answer->stats.coarse_expanded, print_plural(answer->stats.coarse_expanded),
            answer->stats.fine_expanded, print_plural(answer->stats.fine_expanded),
            answer->stats.windows, print_plural(answer->stats.windows),
            ovl_method_text(answer->stats.method));
  print_out("points      %zu", path->count);
  print_points(path, floors);
}

static void print_why(const struct path_why *why, int32_t floors) {
  char text[CELL_TEXT_BYTES];
  if (why->result != OVL_OK) {
    print_out(
        "why         not even with every cell open: %sno link that the profile may take leads "
        "there\n",
        why->has_cliffs && why->has_rule ? "cliffs or the step rule are in the way, and "
        : why->has_cliffs                ? "cliffs that it can't climb or drop are in the way, and "
        : why->has_rule                  ? "the step rule closes the way, and "
                                         : "");
    return;
  }
  if (why->count == 0) {
    print_out("why         nothing stands in the way\n");
    return;
  }
  print_out("why         %zu cell%s to open, then the way costs %.3f:\n", why->count,
            why->count == 1 ? "" : "s", why->cost);
  for (size_t i = 0; i < why->count && i < LISTED_POINTS; i++) {
    const uint8_t terrain = why->obstacles[i].terrain;
    const char *name = path_why_name(why, terrain);
    cell_text_write(text, why->obstacles[i].cell, floors);
    if (name[0] != '\0')
      print_out("  %s is %s\n", text, name);
    else if (terrain > 0x20 && terrain < 0x7f)
      print_out("  %s is '%c'\n", text, terrain);
    else
      print_out("  %s is terrain %d\n", text, terrain);
  }
}

void path_report_text(const struct path_report *report) {
  const int32_t floors = floor_count(report);
  if (report->answer->has_path)
    print_path(report, floors);
  if (report->why->made)
    print_why(report->why, floors);
}
