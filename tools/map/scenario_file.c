/* Scenario files in the MovingAI format: see scenario_file.h.
 *
 * A line is: bucket, name of the map, its width and height, start x and y, goal
 * x and y, optimal length. Fields are parted by tabs, so that a name may have
 * blanks; older files part them by blanks. */
#include "tools/map/scenario_file.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/plain/step_limit.h"
#include "tools/text/text_words.h"

#include <float.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIELD_COUNT 9
#define NAME_FIELD 1

/* Cuts a line into its fields, in place; returns how many there are, at most
 * one more than a problem has. */
static size_t cut_fields(char *line, char *fields[FIELD_COUNT + 1]) {
  const bool tabs = strchr(line, '\t') != NULL;
  size_t count = 0;
  char *at = line;
  while (count <= FIELD_COUNT) {
    while (text_words_is_blank(*at)) {
      at++;
    }
    if (*at == '\0') {
      break;
    }
    fields[count++] = at;
    while (*at != '\0' && *at != '\t' && *at != '\r' && (tabs || *at != ' ')) {
      at++;
    }
    if (*at != '\0') {
      *at++ = '\0';
    }
  }
  return count;
}

static bool read_i32(const char *text, int32_t *number) {
  char *end;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < INT32_MIN || value > INT32_MAX) {
    return false;
  }
  *number = (int32_t)value;
  return true;
}

static bool read_length(const char *text, double *length) {
  char *end;
  *length = strtod(text, &end);
  return end != text && *end == '\0' && *length >= 0 && *length <= DBL_MAX;
}

static int read_problem(const char *path, size_t number, char *line, struct scenario *scenario) {
  static const char *const names[FIELD_COUNT] = {"bucket",  "map",    "width",  "height", "start x",
                                                 "start y", "goal x", "goal y", "optimum"};
  char *fields[FIELD_COUNT + 1];
  const size_t count = cut_fields(line, fields);
  if (count != FIELD_COUNT) {
    return command_fail(EXIT_INPUT, "%s: line %zu has %s%zu fields; a problem has %d", path, number,
                        count > FIELD_COUNT ? "more than " : "",
                        count > FIELD_COUNT ? (size_t)FIELD_COUNT : count, FIELD_COUNT);
  }
  *scenario = (struct scenario){0};
  int32_t *const numbers[FIELD_COUNT - 1] = {
      &scenario->bucket,  NULL,
      &scenario->width,   &scenario->height,
      &scenario->start.x, &scenario->start.y,
      &scenario->goal.x,  &scenario->goal.y,
  };
  for (int i = 0; i < FIELD_COUNT - 1; i++) {
    if (i != NAME_FIELD && !read_i32(fields[i], numbers[i])) {
      return command_fail(EXIT_INPUT, "%s: line %zu: %s is '%.40s'; it should be a whole number",
                          path, number, names[i], fields[i]);
    }
  }
  if (!read_length(fields[FIELD_COUNT - 1], &scenario->optimum)) {
    return command_fail(EXIT_INPUT, "%s: line %zu: the optimum is '%.40s'; it should be a length",
                        path, number, fields[FIELD_COUNT - 1]);
  }
  return EXIT_DONE;
}

/* ---- Profiles ------------------------------------------------------------ */

/* Extra costs are seen in the cells alone. */
static bool has_extra_costs(const ovl_world *world, int32_t profile) {
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    for (int32_t y = 0; y < floor.height; y++) {
      for (int32_t x = 0; x < floor.width; x++) {
        if (ovl_world_weight(world, profile, floor_cell(&floor, x, y)) > OVL_PLAIN_WEIGHT) {
          return true;
        }
      }
    }
  }
  return false;
}

bool scenario_counts_steps(const ovl_world *world, int32_t profile) {
  ovl_world_info world_info;
  ovl_profile_info info;
  ovl_world_describe(world, &world_info);
  bool counts = ovl_world_profile(world, profile, &info) && world_info.links == 0 &&
                info.def.corners == OVL_CORNERS_STRICT && info.def.climb_cost == 0 &&
                info.def.drop_cost == 0 && !info.uses_step_rule;
  for (int i = 0; i < 256; i++) {
    counts = counts && (info.def.weights[i] == 0 || info.def.weights[i] == OVL_PLAIN_WEIGHT);
  }
  return counts && (info.plain || !has_extra_costs(world, profile));
}

/* Fowler, Noll and Vo's hash: file formats need no better one. */
static uint64_t hash_u32(uint64_t hash, uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) {
    hash = (hash ^ (number >> shift & 0xFF)) * UINT64_C(0x100000001b3);
  }
  return hash;
}

uint64_t scenario_rules(const ovl_profile_def *profile) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int i = 0; i < 256; i++) {
    hash = hash_u32(hash, profile->weights[i]);
  }
  hash = hash_u32(hash, (uint32_t)profile->corners);
  hash = hash_u32(hash, (uint32_t)profile->body_cells);
  hash = hash_u32(hash, (uint32_t)step_limit_number(profile->max_climb));
  hash = hash_u32(hash, (uint32_t)step_limit_number(profile->max_drop));
  hash = hash_u32(hash, profile->climb_cost);
  hash = hash_u32(hash, profile->drop_cost);
  for (int i = 0; i < OVL_WALL_CELLS; i++) { /* files of profiles without such costs stay valid */
    hash = profile->wall_cost[i] != 0 ? hash_u32(hash, 256u * profile->wall_cost[i] + (uint32_t)i)
                                      : hash;
  }
  return hash;
}

/* A line that begins with `#` is no problem; one of them names a profile. */
static void read_comment(char *line, struct scenario_list *scenarios) {
  static const char lead[] = "# profile ";
  const size_t lead_length = sizeof lead - 1;
  if (strncmp(line, lead, lead_length) != 0) {
    return;
  }
  char *name = line + lead_length;
  const size_t length = strcspn(name, " ");
  char *end;
  const uint64_t rules = strtoull(name + length, &end, 16);
  if (length > 0 && length < OVL_NAME_BYTES && end != name + length) {
    memcpy(scenarios->profile, name, length);
    scenarios->profile[length] = '\0';
    scenarios->rules = rules;
  }
}

/* ---- The lines of the file ----------------------------------------------- */

static int read_version(struct text_lines *lines) {
  bool more;
  const int code = text_lines_next(lines, &more);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!more || strncmp(lines->text, "version 1", strlen("version 1")) != 0) {
    return command_fail(EXIT_INPUT, "%s: the first line should be 'version 1'", lines->path);
  }
  return EXIT_DONE;
}

static int read_problems(struct text_lines *lines, struct scenario_list *scenarios) {
  /* A line has a problem at most. */
  scenarios->list = calloc(text_lines_left(lines), sizeof *scenarios->list);
  if (scenarios->list == NULL) {
    return command_fail_memory(lines->path);
  }
  bool more;
  int code = text_lines_next(lines, &more);
  while (code == EXIT_DONE && more) {
    if (lines->text[0] == '#') {
      read_comment(lines->text, scenarios);
    } else if (lines->text[strspn(lines->text, " \t\r")] != '\0') {
      code = read_problem(lines->path, lines->number, lines->text,
                          &scenarios->list[scenarios->count++]);
    }
    if (code == EXIT_DONE) {
      code = text_lines_next(lines, &more);
    }
  }
  return code;
}

int scenario_file_read(const char *path, struct scenario_list *scenarios) {
  struct text_lines lines;
  *scenarios = (struct scenario_list){0};
  int code = text_lines_open(&lines, path);
  if (code != EXIT_DONE) {
    return code;
  }
  code = read_version(&lines);
  if (code == EXIT_DONE) {
    code = read_problems(&lines, scenarios);
  }
  text_lines_close(&lines);
  if (code != EXIT_DONE) {
    scenario_file_free(scenarios);
  }
  return code;
}

void scenario_file_free(struct scenario_list *scenarios) {
  free(scenarios->list);
  *scenarios = (struct scenario_list){0};
}

/* ---- Writing ------------------------------------------------------------- */

int scenario_file_write(const char *path, const char *map_name,
                        const struct scenario_list *scenarios) {
  struct out_file file;
  int code = out_file_open(&file, path);
  if (code == EXIT_DONE) {
    code = out_file_write(&file, "version 1\n", strlen("version 1\n"));
  }
  for (size_t i = 0; i < scenarios->count && code == EXIT_DONE; i++) {
    const struct scenario *scenario = &scenarios->list[i];
    char line[TEXT_LINE_BYTES];
    const int length =
        snprintf(line, sizeof line,
                 "%" PRId32 "\t%s\t%" PRId32 "\t%" PRId32 "\t%" PRId32 "\t%" PRId32 "\t%" PRId32
                 "\t%" PRId32 "\t%.8f\n",
                 scenario->bucket, map_name, scenario->width, scenario->height, scenario->start.x,
                 scenario->start.y, scenario->goal.x, scenario->goal.y, scenario->optimum);
    if (length < 0 || length >= TEXT_LINE_BYTES) {
      out_file_discard(&file);
      return command_fail(EXIT_INPUT, "%s: the map's name is too long for a line", path);
    }
    code = out_file_write(&file, line, (size_t)length);
  }
  if (code == EXIT_DONE && scenarios->profile[0] != '\0') {
    char line[OVL_NAME_BYTES + 48];
    const int length = snprintf(line, sizeof line, "# profile %s %016" PRIx64 "\n",
                                scenarios->profile, scenarios->rules);
    code = out_file_write(&file, line, (size_t)length);
  }
  return code == EXIT_DONE ? out_file_commit(&file) : code;
}
