/* Traces as files: see path_trace.h.
 *
 * Invariant: each event is written when it happens, so that a long trace takes no memory. What
 * can't be written is noted by the output file, and the rest is left out. */
#include "tools/path/path_trace.h"

#include "overland_inspect.h"
#include "overland_trace.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/print_text.h"
#include "tools/path/path_answer.h"
#include "tools/plain/cell_shear.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FLOOR_GAP = 2 /* cells between floors that are drawn one below the other */ };

static const char *const kind_names[] = {"source",  "generate", "improve", "expand", "close",
                                         "goal",    "label",    "attach",  "route",  "window",
                                         "segment", "string",   "stage"};

/* The first six have colours in posthoc. */
static const char *const posthoc_types[] = {"source",  "generating", "updating", "expanding",
                                            "closing", "end",        "label",    "attach",
                                            "route",   "window",     "segment",  "string"};

static const char *const tier_names[] = {"fine", "coarse", "overlay"};

struct trace_writer {
  const ovl_world *world;
  struct out_file file;
  bool has_floors;
  enum cell_kind kind;
  int32_t profile;
  uint64_t lightest; /* weight of a cell, in eighths; 0: links may be cheaper than any ground */
  double unit;       /* cost units of a straight step over plain ground */
  uint64_t events;
  uint64_t illegal; /* runs that were */
};

COMMAND_FORMAT(2, 3)
static void put(struct trace_writer *writer, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (writer->file.code == EXIT_DONE && length > 0)
    out_file_write(&writer->file, text, (size_t)length);
}

static bool same_cell(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* Whether an event is of a search: these have a heuristic. */
static bool is_of_search(const ovl_trace_event *event) { return event->kind <= OVL_TRACE_GOAL; }

static bool has_parent(const ovl_trace_event *event) {
  return !same_cell(event->node[0], event->parent[0]) ||
         !same_cell(event->node[1], event->parent[1]);
}

/* ---- Lines ---- */

static void put_cell(struct trace_writer *writer, ovl_cell cell) {
  if (writer->has_floors)
    put(writer, "[%" PRId32 ",%" PRId32 ",%" PRId32 "]", cell.x, cell.y, cell.floor);
  else
    put(writer, "[%" PRId32 ",%" PRId32 "]", cell.x, cell.y);
}

/* A list of one cell or of the two of a waypoint. */
static void put_node(struct trace_writer *writer, const char *key, const ovl_cell *cells) {
  put(writer, ",\"%s\":[", key);
  put_cell(writer, cells[0]);
  if (!same_cell(cells[0], cells[1])) {
    put(writer, ",");
    put_cell(writer, cells[1]);
  }
  put(writer, "]");
}

static void begin_lines(struct trace_writer *writer, const ovl_query *query) {
  put(writer, "{\"trace\":\"overland\",\"version\":1,\"straight_step\":%.0f", writer->unit);
  put(writer, ",\"start\":");
  put_cell(writer, query->start);
  put(writer, ",\"goal\":");
  put_cell(writer, query->goal);
  put(writer, "}\n");
}

/* Returns true if a straight or diagonal run is made of legal steps that cost no more than it says.
 * Lines at other angles are not judged. */
static bool is_legal_run(const struct trace_writer *writer, const ovl_trace_event *run) {
  const ovl_cell to = run->node[0];
  const int32_t dx = to.x - run->parent[0].x, dy = to.y - run->parent[0].y;
  /* By the kind of cells and the signs of y and x; the last leads nowhere. */
  static const int directions[2][3][3] = {{{5, 6, 7}, {4, 0, 0}, {3, 2, 1}},
                                          {{8, 4, 5}, {3, 0, 0}, {2, 1, 8}}};
  const int kind = writer->kind == CELL_HEXAGONS ? 1 : 0;
  const int x = (dx > 0) - (dx < 0), y = (dy > 0) - (dy < 0);
  uint64_t cost = 0;
  if (dx != 0 && dy != 0 && abs(dx) != abs(dy))
    return true;
  for (ovl_cell at = run->parent[0]; !same_cell(at, to); at.x += x, at.y += y) {
    const uint64_t step =
        ovl_world_step(writer->world, writer->profile, at, directions[kind][y + 1][x + 1]);
    if (step == 0)
      return false;
    cost += step;
  }
  return cost <= run->g;
}

/* The octile distance between the ends of a stage over the lightest ground: no path of it costs
 * less. 0 if there is no such bound. */
static uint64_t least_cost(const struct trace_writer *writer, const ovl_trace_event *stage) {
  const ovl_cell from = stage->parent[0], to = stage->node[0];
  const uint64_t dx = (uint64_t)abs(to.x - from.x), dy = (uint64_t)abs(to.y - from.y);
  const uint64_t low = dx < dy ? dx : dy, high = dx < dy ? dy : dx;
  if (from.floor != to.floor)
    return 0;
  if (writer->kind == CELL_HEXAGONS)
    return (uint64_t)ovl_hexagon_distance(from, to) * OVL_STRAIGHT_COST / OVL_PLAIN_WEIGHT *
           writer->lightest;
  return (low * OVL_DIAGONAL_COST + (high - low) * OVL_STRAIGHT_COST) / OVL_PLAIN_WEIGHT *
         writer->lightest;
}

/* Returns the lightest weight of a profile's ground, 0 in a world with links. */
static uint64_t lightest_weight(const ovl_world *world, int32_t profile) {
  ovl_world_info info;
  ovl_profile_info ground;
  uint64_t lightest = 0;
  ovl_world_describe(world, &info);
  if (info.links != 0 || !ovl_world_profile(world, profile, &ground))
    return 0;
  for (int i = 0; i < 256; i++) {
    const uint64_t weight = ground.def.weights[i];
    lightest = weight != 0 && (lightest == 0 || weight < lightest) ? weight : lightest;
  }
  return lightest;
}

static bool take_line(void *user, const ovl_trace_event *event) {
  struct trace_writer *writer = user;
  if (event->kind == OVL_TRACE_STAGE) {
    put(writer,
        "{\"event\":\"stage\",\"name\":\"%s\",\"g\":%" PRIu64 ",\"least\":%" PRIu64
        ",\"count\":%" PRIu64,
        event->stage, event->g, least_cost(writer, event), event->count);
  } else {
    put(writer, "{\"event\":\"%s\",\"tier\":\"%s\",\"search\":%" PRIu32, kind_names[event->kind],
        tier_names[event->tier], event->search);
  }
  put_node(writer, "node", event->node);
  if (has_parent(event))
    put_node(writer, "parent", event->parent);
  if (event->kind != OVL_TRACE_WINDOW && event->kind != OVL_TRACE_STAGE)
    put(writer, ",\"g\":%" PRIu64, event->g);
  if (is_of_search(event))
    put(writer, ",\"h\":%" PRIu64 ",\"f\":%" PRIu64, event->h, event->f);
  if (event->kind == OVL_TRACE_STRING && !is_legal_run(writer, event)) {
    put(writer, ",\"legal\":false");
    writer->illegal++;
  }
  put(writer, "}\n");
  return false;
}

/* The last line: the result, how it was answered, the path, and how many of its runs are illegal.
 */
static void end_lines(struct trace_writer *writer, const ovl_planner *planner, ovl_result result,
                      const ovl_path *path) {
  put(writer, "{\"event\":\"result\",\"result\":\"%s\",\"fault\":\"%s\"", ovl_result_text(result),
      ovl_planner_fault(planner)->what);
  put(writer, ",\"method\":\"%s\",\"g\":%" PRIu64 ",\"points\":%zu,\"illegal\":%" PRIu64 "}\n",
      ovl_method_text(ovl_planner_stats(planner).method), path->count != 0 ? path->cost : 0,
      path->count, writer->illegal);
}

/* ---- posthoc ---- */

/* Boxes of nodes and windows, and lines of attachments, segments and strings. */
static const char posthoc_views[] =
    "{\"version\":\"1.4.0\",\n\"views\":{\"main\":[\n"
    "{\"$\":\"rect\",\"$if\":\"${{ $.window }}\",\"x\":\"${{ $.x }}\",\"y\":\"${{ $.y }}\","
    "\"width\":\"${{ $.width }}\",\"height\":\"${{ $.height }}\","
    "\"fill\":\"${{ theme.accent }}\",\"alpha\":0.1,\"clear\":true},\n"
    "{\"$\":\"rect\",\"$if\":\"${{ $.node }}\",\"x\":\"${{ $.x }}\",\"y\":\"${{ $.y }}\","
    "\"width\":\"${{ $.width }}\",\"height\":\"${{ $.height }}\","
    "\"fill\":\"${{ color[$.type] }}\"},\n"
    "{\"$\":\"path\",\"$if\":\"${{ $.line }}\",\"fill\":\"${{ theme.accent }}\","
    "\"line-width\":0.25,\"points\":["
    "{\"x\":\"${{ $.fromX + 0.5 }}\",\"y\":\"${{ $.fromY + 0.5 }}\"},"
    "{\"x\":\"${{ $.x + 0.5 }}\",\"y\":\"${{ $.y + 0.5 }}\"}]}\n]},\n"
    "\"pivot\":{\"x\":\"${{ $.x + 0.5 }}\",\"y\":\"${{ $.y + 0.5 }}\",\"scale\":1},\n"
    "\"events\":[\n";

/* The row of a cell where floors lie one below the other. */
static int64_t row_of(const struct trace_writer *writer, ovl_cell cell) {
  int64_t row = cell.y;
  for (int32_t i = 0; i < cell.floor; i++) {
    ovl_floor_info info = {0};
    ovl_world_floor(writer->world, i, &info);
    row += info.height + FLOOR_GAP;
  }
  return row;
}

/* The name of a node: unlike in other searches, which reach the same cells at other costs. */
static void put_id(struct trace_writer *writer, const char *key, const ovl_trace_event *event,
                   const ovl_cell *cells) {
  put(writer, ",\"%s\":\"%s%" PRIu32 ":%" PRId32 ".%" PRId32 ".%" PRId32, key,
      is_of_search(event) ? "" : kind_names[event->kind], event->search, cells[0].x, cells[0].y,
      cells[0].floor);
  if (!same_cell(cells[0], cells[1]))
    put(writer, "-%" PRId32 ".%" PRId32 ".%" PRId32, cells[1].x, cells[1].y, cells[1].floor);
  put(writer, "\"");
}

/* The box of a cell, of the two cells of a step, or of a window; of a link its first cell. */
static void put_box(struct trace_writer *writer, const ovl_trace_event *event) {
  const ovl_cell a = event->node[0];
  const ovl_cell b = event->node[1];
  const bool is_near = a.floor == b.floor && abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1;
  const bool is_box = is_near || event->kind == OVL_TRACE_WINDOW;
  const ovl_cell corner = {is_box && b.x < a.x ? b.x : a.x, is_box && b.y < a.y ? b.y : a.y,
                           a.floor};
  put(writer, ",\"x\":%" PRId32 ",\"y\":%" PRId64 ",\"width\":%d,\"height\":%d", corner.x,
      row_of(writer, corner), is_box ? abs(a.x - b.x) + 1 : 1, is_box ? abs(a.y - b.y) + 1 : 1);
}

static void put_event_begin(struct trace_writer *writer, const char *type) {
  put(writer, "%s{\"type\":\"%s\"", writer->events != 0 ? ",\n" : "", type);
  writer->events++;
}

static void begin_posthoc(struct trace_writer *writer, const ovl_query *query) {
  out_file_write(&writer->file, posthoc_views, sizeof posthoc_views - 1);
  put_event_begin(writer, "destination");
  put(writer,
      ",\"id\":\"goal\",\"pId\":null,\"node\":true,\"x\":%" PRId32 ",\"y\":%" PRId64
      ",\"width\":1,\"height\":1}",
      query->goal.x, row_of(writer, query->goal));
}

static bool take_posthoc(void *user, const ovl_trace_event *event) {
  struct trace_writer *writer = user;
  const double cell = writer->unit;
  const bool is_line = event->kind == OVL_TRACE_ATTACH || event->kind == OVL_TRACE_SEGMENT ||
                       event->kind == OVL_TRACE_STRING;
  if (event->kind == OVL_TRACE_STAGE)
    return false; /* it has no place in a picture */
  put_event_begin(writer, posthoc_types[event->kind]);
  put_id(writer, "id", event, event->node);
  if (is_of_search(event) && has_parent(event))
    put_id(writer, "pId", event, event->parent);
  else
    put(writer, ",\"pId\":null");
  put(writer, ",\"tier\":\"%s\",\"search\":%" PRIu32, tier_names[event->tier], event->search);
  if (is_of_search(event))
    put(writer, ",\"node\":true,\"h\":%.3f,\"f\":%.3f", (double)event->h / cell,
        (double)event->f / cell);
  if (event->kind == OVL_TRACE_WINDOW)
    put(writer, ",\"window\":true");
  else
    put(writer, ",\"g\":%.3f", (double)event->g / cell);
  if (is_line)
    put(writer, ",\"line\":true,\"fromX\":%" PRId32 ",\"fromY\":%" PRId64, event->parent[0].x,
        row_of(writer, event->parent[0]));
  put_box(writer, event);
  put(writer, "}");
  return false;
}

/* ---- The file ---- */

int path_trace_write(const struct path_trace_def *def, ovl_planner *planner, const ovl_world *world,
                     const ovl_query *query) {
  const bool is_posthoc = def->format == PATH_TRACE_POSTHOC;
  struct trace_writer writer = {.world = world, .profile = query->profile};
  ovl_world_info info;
  ovl_world_describe(world, &info);
  writer.has_floors = info.floors > 1;
  writer.lightest = lightest_weight(world, query->profile);
  writer.kind = cell_kind_of_world(world);
  writer.unit = world_report_unit(world);
  const int code = out_file_open(&writer.file, def->path);
  if (code != EXIT_DONE)
    return code;
  ovl_query traced = *query;
  ovl_query_more more = *query->more;
  traced.more = &more;
  more.trace = is_posthoc ? take_posthoc : take_line;
  more.trace_user = &writer;
  ovl_path path = {0}; /* without room for points: their number does not matter for the events */
  if (is_posthoc)
    begin_posthoc(&writer, query);
  else
    begin_lines(&writer, query);
  ovl_find_path(planner, world, &traced, &path);
  const ovl_result result = path_answer_ask(planner, world, query, &path, NULL);
  if (is_posthoc)
    put(&writer, "\n]}\n");
  else
    end_lines(&writer, planner, result, &path);
  path_answer_free_path(&path);
  return out_file_commit(&writer.file);
}
