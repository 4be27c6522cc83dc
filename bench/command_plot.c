/* `overland plot`: draws what `overland bench --csv` measured. */
#include "bench/plot/plot_picture.h"
#include "bench/plot/plot_points.h"
#include "bench/plot/scale_picture.h"
#include "bench/plot/work_picture.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/commands.h"

#include <stdio.h>
#include <string.h>

struct plot_options {
  struct option_texts tables;
  const char *picture, *title;
  bool scale, work;
};

/* "out/lake.csv" is the table of "lake". */
static void name_of_table(const char *path, char *name, size_t capacity) {
  const char *begin = path;
  for (const char *at = path; *at != '\0'; at++) {
    begin = platform_is_separator(*at) ? at + 1 : begin;
  }
  size_t length = strlen(begin);
  static const char ending[] = ".csv";
  if (length >= sizeof ending && strcmp(begin + length - (sizeof ending - 1), ending) == 0) {
    length -= sizeof ending - 1;
  }
  snprintf(name, capacity, "%.*s", (int)length, begin);
}

/* The title where none was given: the first table's name, and how many more. */
static void make_title(const struct plot_options *options, size_t problem_count, char *title,
                       size_t capacity) {
  char name[48];
  char more[32] = "";
  name_of_table(options->tables.list[0], name, sizeof name);
  if (options->tables.count > 1) {
    snprintf(more, sizeof more, " and %zu more", options->tables.count - 1);
  }
  snprintf(title, capacity, "%s%s, %zu problem%s", name, more, problem_count,
           problem_count == 1 ? "" : "s");
}

static int draw_tables(const struct plot_options *options, struct plot_points *points) {
  for (size_t i = 0; i < options->tables.count; i++) {
    const int code = plot_points_read(options->tables.list[i], points);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  char title[160];
  make_title(options, points->count, title, sizeof title);
  const struct plot_picture_def picture = {
      .points = points,
      .title = options->title != NULL ? options->title : title,
      .path = options->picture,
  };
  return plot_picture_write(&picture);
}

static int draw_work_of(const struct options *options, const struct plot_options *values) {
  char names[WORK_MOST_TABLES][16];
  const char *texts[WORK_MOST_TABLES];
  if (values->tables.count > WORK_MOST_TABLES) {
    return options_fail(options, "--work draws up to 6 tables");
  }
  for (size_t i = 0; i < values->tables.count; i++) {
    name_of_table(values->tables.list[i], names[i], sizeof names[i]);
    texts[i] = names[i];
  }
  const struct work_picture_def def = {.tables = values->tables.list,
                                       .names = texts,
                                       .count = values->tables.count,
                                       .title = values->title,
                                       .path = values->picture};
  return work_picture_write(&def);
}

int command_plot(int argc, char **argv) {
  struct plot_options values = {0};
  const struct option_def defs[] = {
      {.name = "FILE.csv",
       .kind = OPTION_TEXTS,
       .target = &values.tables,
       .required = true,
       .help = "tables of overland bench --csv, one or more"},
      option_required(option_text("-o", &values.picture, "FILE", "the PNG picture to write")),
      option_text("--title", &values.title, "TEXT",
                  "what stands above it (the names of the tables)"),
      option_flag("--scale", &values.scale,
                  "the one table is that of bench/scale.sh: costs against size"),
      option_flag("--work", &values.work,
                  "what whole paths expand against their length, a colour a table"),
  };
  const struct options options = {
      .command = "plot",
      .usage = "FILE.csv [FILE.csv ...] -o FILE.png [--title TEXT]\nSCALE.csv --scale -o FILE.png\n"
               "FILE.csv [FILE.csv ...] --work -o FILE.png",
      .summary = "Draws the time of each query against the length of its optimal path: the first\n"
                 "step and the whole path of Overland, and the plain A*, on logarithmic axes.\n"
                 "Problems of length 0 or of unknown length are left out.",
      .example = "overland bench land.world land.scen --every 10 --csv land.csv\n"
                 "overland plot land.csv -o plot.png",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  code = out_file_check_picture(values.picture, (const char *const *)values.tables.list,
                                values.tables.count);
  if (code != EXIT_DONE) {
    return code;
  }
  if (values.scale && values.work) {
    return options_fail(&options, "--scale and --work exclude each other");
  }
  if (values.work) {
    return draw_work_of(&options, &values);
  }
  if (values.scale) {
    return values.tables.count == 1
               ? scale_picture_write(values.tables.list[0], values.title, values.picture)
               : options_fail(&options, "--scale draws one table");
  }
  struct plot_points points = {0};
  code = draw_tables(&values, &points);
  plot_points_free(&points);
  return code;
}
