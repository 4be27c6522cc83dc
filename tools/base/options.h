/* Options and arguments of a command, from one table that also makes its help.
 *
 *     struct option_def defs[] = {
 *         option_required(option_text("FILE.world", &path, NULL, "the world")),
 *         option_flag("--json", &json, "print one object"),
 *         option_text("-o", &out, "FILE", "where the answer goes"),
 *     };
 *     struct options options = {.command = "info", .usage = "FILE.world [--json]", ...};
 *     int exit_code;
 *     if (!options_parse(&options, argc, argv, &exit_code))
 *       return exit_code; */
#ifndef OVERLAND_TOOLS_BASE_OPTIONS_H
#define OVERLAND_TOOLS_BASE_OPTIONS_H

#include "tools/base/platform.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
  OPTION_FLAG,     /* target: bool, set to true; takes no value */
  OPTION_I32,      /* target: int32_t */
  OPTION_U64,      /* target: uint64_t */
  OPTION_COST,     /* target: uint64_t, units; from straight steps over plain ground, "12.5" */
  OPTION_TEXT,     /* target: const char *, points into argv */
  OPTION_CELL,     /* target: ovl_cell, from "X,Y" or "FLOOR:X,Y" */
  OPTION_SIZE,     /* target: struct option_size, from "WxH" */
  OPTION_BYTES,    /* target: uint64_t, from "512M", "2G", "65536B" */
  OPTION_PART,     /* target: struct option_part, from "3/8" */
  OPTION_CHOICE,   /* target: an enum; the place of the value in `choices` */
  OPTION_PROGRESS, /* target: enum progress_form; --progress or --progress=json */
  OPTION_TEXTS /* target: struct option_texts, one argument or more; the table's last argument */
};

struct option_size {
  int32_t width, height; /* cells, 1 to OVL_MAX_SIDE_CELLS */
};

/* Part `index` of `count`, counted from 1 as it is written. */
struct option_part {
  int32_t index, count;
};

/* They are moved to the front of argv, where the list then begins. */
struct option_texts {
  char **list;
  size_t count;
};

struct option_def {
  const char *name; /* "--json", "-o"; without "-": an argument, in the order of the table */
  enum option_kind kind;
  void *target;               /* keeps its value if the option is not given */
  const char *value;          /* what help calls the value: "N"; NULL for flags and arguments */
  const char *help;           /* one line; NULL: not listed */
  uint64_t least, most;       /* range of a number; most 0: no limit */
  const char *const *choices; /* of OPTION_CHOICE, in the order of the enum; NULL ends them */
  const char *right;          /* the same in a message, as "none, grid or any" */
  bool required;
  bool *given; /* NULL, or set to true if it was given */
};

enum { OPTION_MOST = 64 }; /* rows of one table */

/* A table put together theme by theme, in the order of its help. */
struct option_table {
  struct option_def defs[OPTION_MOST];
  size_t count;
};

/* Rows end up behind those that are there. */
void option_table_add(struct option_table *table, const struct option_def *rows, size_t count);

struct options {
  const char *command; /* "build" */
  const char *usage;   /* what follows the command's name; lines after the first are other forms */
  const char *summary; /* what the command does */
  const char *example; /* one or more whole command lines */
  const struct option_def *defs;
  size_t def_count;
};

/* Reads the command line into the targets. False: the command ends here with
 * *exit_code, because help was asked for (and printed), or because of wrong
 * usage (and one line said what). */
bool options_parse(const struct options *options, int argc, char **argv, int *exit_code);

/* Wrong usage that only the command itself can tell: one line that begins with
 * the command's name. Returns EXIT_USAGE. */
int options_fail(const struct options *options, const char *text);

/* Wrong usage by the value of an option: "COMMAND: NAME: 'VALUE' is not RIGHT", where `right` says
 * what would be, as "none, grid or any". Returns EXIT_USAGE. */
int options_fail_value(const struct options *options, const char *name, const char *value,
                       const char *right);

/* ---- Rows of a table ----------------------------------------------------- */

/* An option or argument of a kind; `value` is what help calls its value, NULL for an argument. */
struct option_def option_flag(const char *name, bool *target, const char *help);
struct option_def option_text(const char *name, const char **target, const char *value,
                              const char *help);
struct option_def option_i32(const char *name, int32_t *target, const char *value,
                             const char *help);
struct option_def option_u64(const char *name, uint64_t *target, const char *value,
                             const char *help);

struct option_def option_cost(const char *name, uint64_t *target, const char *value,
                              const char *help);
struct option_def option_cell(const char *name, ovl_cell *target, const char *help);

/* A value that is one of some words; the target is an enum. */
struct option_def option_choice(const char *name, void *target, const char *value,
                                const char *const *choices, const char *right, const char *help);

/* Returns a row with a range of its number; most 0: no limit. */
struct option_def option_range(struct option_def def, uint64_t least, uint64_t most);

/* Returns a row whose option or argument must be given. */
struct option_def option_required(struct option_def def);

/* Returns a row that sets *given to true if the option was given. */
struct option_def option_given(struct option_def def, bool *given);

/* ---- Options that several commands have ---------------------------------- */

struct option_def option_world(const char **target, const char *help);
struct option_def option_profile(const char **target, const char *help);
struct option_def option_json(bool *target);
struct option_def option_corners(ovl_corners *target, const char *help);
struct option_def option_progress(enum progress_form *target);
struct option_def option_threads(int32_t *target, const char *help);

/* Makes a pool of so many threads, which the caller destroys; *pool is NULL for one. EXIT_SYSTEM,
 * after one line on standard error, if the system does not give them. */
int options_start_threads(int32_t threads, struct platform_pool **pool);

#endif
