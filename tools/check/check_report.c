/* Reports of a check: see check_report.h. */
#include "tools/check/check_report.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/plain/cell_shear.h"
#include "tools/text/json.h"

#include <inttypes.h>
#include <string.h>

/* Cells of an opening, and islands, that are listed. */
enum { TOLD_CELLS = 10, TOLD_ISLANDS = 10 };

static size_t count_failed(const struct check_verdict *verdicts, size_t count) {
  size_t failed = 0;
  for (size_t i = 0; i < count; i++) {
    failed += verdicts[i].holds ? 0 : 1;
  }
  return failed;
}

/* ---- Statements, as text ------------------------------------------------- */

/* Writes what would open a way; "" if that is not known. Returns `text`. */
static const char *write_opening(const struct check_world *checked,
                                 const struct check_verdict *verdict, char *text, size_t room) {
  const struct path_why *opening = &verdict->opening;
  char cell[CELL_TEXT_BYTES];
  text[0] = '\0';
  if (!opening->made) {
    return text;
  }
  if (opening->result != OVL_OK || opening->count == 0) {
    snprintf(text, room, "%s",
             opening->has_cliffs || opening->has_rule
                 ? "no blocked cell is in the way: cliffs, a step rule or one-way links are"
                 : "no blocked cell is in the way: one-way steps or missing links are");
    return text;
  }
  int length =
      verdict->rule->kind == CHECK_ISLANDS
          ? snprintf(text, room, "open %zu cell%s and the two largest are one:", opening->count,
                     print_plural(opening->count))
          : snprintf(text, room, "open %zu cell%s and the way costs %.3f:", opening->count,
                     print_plural(opening->count), opening->cost);
  for (size_t i = 0; i < opening->count && i < TOLD_CELLS && length > 0; i++) {
    const size_t used = (size_t)length < room ? (size_t)length : room - 1;
    length += snprintf(text + used, room - used, " %s",
                       cell_text_write(cell, opening->obstacles[i].cell, checked->floors));
  }
  if (opening->count > TOLD_CELLS && (size_t)length < room) {
    snprintf(text + length, room - (size_t)length, " ...");
  }
  return text;
}

enum { OPENING_BYTES = 128 + (TOLD_CELLS + 1) * CELL_TEXT_BYTES };

void check_report_text(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count) {
  const size_t failed = count_failed(verdicts, count);
  for (size_t i = 0; i < count; i++) {
    const struct check_verdict *verdict = &verdicts[i];
    char opening[OPENING_BYTES];
    print_out("%-6s%s:%zu: %s\n", verdict->holds ? "ok" : "FAIL", checked->legend,
              verdict->rule->line, verdict->rule->text);
    if (verdict->why[0] != '\0') {
      print_out("      %s\n", verdict->why);
    }
    if (write_opening(checked, verdict, opening, sizeof opening)[0] != '\0') {
      print_out("      %s\n", opening);
    }
  }
  print_out("%zu passed, %zu failed\n", count - failed, failed);
}

/* ---- Statements, as JSON and JUnit --------------------------------------- */

static void put_cell(struct json *json, const char *key, ovl_cell cell, int32_t floors) {
  char text[CELL_TEXT_BYTES];
  json_text(json, key, cell_text_write(text, cell, floors));
}

void check_report_json(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count) {
  struct json json;
  json_begin(&json);
  json_text(&json, "world", checked->file);
  json_text(&json, "legend", checked->legend);
  json_u64(&json, "statements", count);
  json_u64(&json, "failed", count_failed(verdicts, count));
  json_array_begin(&json, "results");
  for (size_t i = 0; i < count; i++) {
    const struct check_verdict *verdict = &verdicts[i];
    json_object_begin(&json, NULL);
    json_u64(&json, "line", verdict->rule->line);
    json_text(&json, "statement", verdict->rule->text);
    json_bool(&json, "holds", verdict->holds);
    if (verdict->why[0] != '\0') {
      json_text(&json, "why", verdict->why);
    }
    if (!verdict->holds && verdict->has_ends) {
      put_cell(&json, "start", verdict->start, checked->floors);
      put_cell(&json, "goal", verdict->goal, checked->floors);
    }
    if (verdict->opening.made && verdict->opening.result == OVL_OK) {
      json_double(&json, "cost_opened", verdict->opening.cost, 6);
      json_array_begin(&json, "to_open");
      for (size_t k = 0; k < verdict->opening.count; k++) {
        put_cell(&json, NULL, verdict->opening.obstacles[k].cell, checked->floors);
      }
      json_array_end(&json);
    }
    json_object_end(&json);
  }
  json_array_end(&json);
  json_end(&json);
}

/* Writes a text where XML has an attribute's value or text. */
static void put_xml(FILE *out, const char *text) {
  for (const char *at = text; *at != '\0';) {
    const struct print_letter letter = print_read_letter(at);
    if (!letter.is_shown) {
      fprintf(out, "\\x%02x", (unsigned)(unsigned char)*at++);
      continue;
    }
    const char *entity = *at == '&'   ? "&amp;"
                         : *at == '<' ? "&lt;"
                         : *at == '>' ? "&gt;"
                         : *at == '"' ? "&quot;"
                                      : NULL;
    fprintf(out, "%.*s", entity != NULL ? 8 : (int)letter.bytes, entity != NULL ? entity : at);
    at += letter.bytes;
  }
}

int check_report_junit(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count, const char *path) {
  struct out_file file;
  const int code = out_file_open(&file, path);
  if (code != EXIT_DONE) {
    return code;
  }
  FILE *out = file.stream;
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"");
  put_xml(out, checked->file);
  fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", count,
          count_failed(verdicts, count));
  for (size_t i = 0; i < count; i++) {
    const struct check_verdict *verdict = &verdicts[i];
    char opening[OPENING_BYTES];
    fprintf(out, "  <testcase classname=\"");
    put_xml(out, checked->legend);
    fprintf(out, "\" file=\"");
    put_xml(out, checked->legend);
    fprintf(out, "\" line=\"%zu\" name=\"line %zu: ", verdict->rule->line, verdict->rule->line);
    put_xml(out, verdict->rule->text);
    fprintf(out, verdict->holds ? "\"/>\n" : "\">\n    <failure message=\"");
    if (!verdict->holds) {
      put_xml(out, verdict->why);
      fprintf(out, "\">");
      put_xml(out, write_opening(checked, verdict, opening, sizeof opening));
      fprintf(out, "</failure>\n  </testcase>\n");
    }
  }
  fprintf(out, "</testsuite>\n");
  return out_file_commit(&file);
}

/* ---- The summary --------------------------------------------------------- */

static const char *const spot_names[CHECK_SPOTS] = {"dead ends", "one cell wide", "two cells wide"};
static const char *const spot_keys[CHECK_SPOTS] = {"dead_ends", "one_wide", "two_wide"};

static void print_islands(const struct check_world *checked, const char *what,
                          const struct check_islands *islands) {
  char cell[CELL_TEXT_BYTES];
  for (size_t i = 0; i < islands->count && i < TOLD_ISLANDS; i++) {
    print_out("%-16s%" PRIu64 " cell%s around %s\n", i == 0 ? what : "", islands->list[i].cells,
              print_plural(islands->list[i].cells),
              cell_text_write(cell, islands->list[i].cell, checked->floors));
  }
  if (islands->count > TOLD_ISLANDS) {
    print_out("%-16sand %zu more\n", "", islands->count - TOLD_ISLANDS);
  }
}

/* Passages two cells wide are not looked for among hexagons. */
static int count_spots(const struct check_world *checked) {
  return cell_kind_of_world(checked->world) == CELL_HEXAGONS ? CHECK_TWO_WIDE : CHECK_SPOTS;
}

void check_report_survey(const struct check_world *checked, int32_t profile,
                         const struct check_survey *survey) {
  ovl_profile_info info = {.open_cells = 0};
  ovl_world_profile(checked->world, profile, &info);
  print_out("%s for %s: %" PRIu64 " open cell%s, %zu island%s\n", checked->file, info.def.name,
            info.open_cells, print_plural(info.open_cells), survey->islands.count,
            print_plural(survey->islands.count));
  print_islands(checked, "islands", &survey->islands);
  print_islands(checked, "one-way traps", &survey->traps);
  print_islands(checked, "left for good", &survey->sources);
  for (int kind = 0; kind < count_spots(checked); kind++) {
    const struct check_spots *spots = &survey->spots[kind];
    print_out("%-16s%" PRIu64 " cell%s", spot_names[kind], spots->cells,
              print_plural(spots->cells));
    for (int32_t i = 0; i < spots->told; i++) {
      char cell[CELL_TEXT_BYTES];
      print_out("%s%s", i == 0 ? ": " : ", ",
                cell_text_write(cell, spots->first[i], checked->floors));
    }
    print_out("%s\n", spots->cells > (uint64_t)spots->told ? ", ..." : "");
  }
}

static void put_islands(struct json *json, const char *key, const struct check_world *checked,
                        const struct check_islands *islands) {
  json_array_begin(json, key);
  for (size_t i = 0; i < islands->count; i++) {
    json_object_begin(json, NULL);
    json_u64(json, "cells", islands->list[i].cells);
    put_cell(json, "cell", islands->list[i].cell, checked->floors);
    json_object_end(json);
  }
  json_array_end(json);
}

void check_report_survey_json(const struct check_world *checked, int32_t profile,
                              const struct check_survey *survey) {
  ovl_profile_info info = {.open_cells = 0};
  ovl_world_profile(checked->world, profile, &info);
  struct json json;
  json_begin(&json);
  json_text(&json, "world", checked->file);
  json_text(&json, "profile", info.def.name);
  json_u64(&json, "open_cells", info.open_cells);
  put_islands(&json, "islands", checked, &survey->islands);
  put_islands(&json, "one_way_traps", checked, &survey->traps);
  put_islands(&json, "left_for_good", checked, &survey->sources);
  for (int kind = 0; kind < count_spots(checked); kind++) {
    const struct check_spots *spots = &survey->spots[kind];
    json_object_begin(&json, spot_keys[kind]);
    json_u64(&json, "cells", spots->cells);
    json_array_begin(&json, "first");
    for (int32_t i = 0; i < spots->told; i++) {
      put_cell(&json, NULL, spots->first[i], checked->floors);
    }
    json_array_end(&json);
    json_object_end(&json);
  }
  json_end(&json);
}
