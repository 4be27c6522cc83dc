/* Options and arguments of a command: see options.h.
 *
 * Invariant: a target is written only with a value that was read whole and is in
 * its range. */
#include "tools/base/options.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the parser knows while it walks along the command line. */
struct parse {
  const struct options *options;
  char **argv;
  bool given[OPTION_MOST]; /* for each entry of the table */
  size_t arguments;
};

/* ---- Values -------------------------------------------------------------- */

/* Reads decimal digits; false if there are none or they pass `most`. */
static bool read_digits(const char **text, uint64_t most, uint64_t *number) {
  const char *at = *text;
  uint64_t sum = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    const uint64_t digit = (uint64_t)(*at - '0');
    if (sum > (most - digit) / 10) {
      return false;
    }
    sum = sum * 10 + digit;
  }
  const bool any = at != *text;
  *text = at;
  *number = sum;
  return any;
}

static bool read_i32(const char **text, int32_t *number) {
  const bool minus = **text == '-';
  uint64_t digits;
  *text += minus ? 1 : 0;
  if (!read_digits(text, INT32_MAX, &digits)) {
    return false;
  }
  *number = minus ? -(int32_t)digits : (int32_t)digits;
  return true;
}

static bool in_world(int32_t side) { return side >= 1 && side <= OVL_MAX_SIDE_CELLS; }

#define NAME_BYTES 64

/* What a message calls an option or argument: of cells, which one, as "the start X,Y". */
static const char *name_of(const struct option_def *def, char text[NAME_BYTES]) {
  if (strcmp(def->name, "X,Y") != 0 || def->help == NULL) {
    return def->name;
  }
  snprintf(text, NAME_BYTES, "%.*s %s", (int)strcspn(def->help, ";"), def->help, def->name);
  return text;
}

static int fail_value(const struct options *options, const struct option_def *def, const char *text,
                      const char *right) {
  char name[NAME_BYTES];
  return options_fail_value(options, name_of(def, name), text, right);
}

static int read_number(const struct options *options, const struct option_def *def,
                       const char *text) {
  const uint64_t kind_most = def->kind == OPTION_I32 ? INT32_MAX : UINT64_MAX;
  const uint64_t most = def->most != 0 ? def->most : kind_most;
  const char *end = text;
  uint64_t number;
  if (!read_digits(&end, UINT64_MAX, &number) || *end != '\0') {
    return fail_value(options, def, text, text[0] == '-' ? "0 or above" : "a whole number");
  }
  if (number < def->least || number > most) {
    return command_fail(EXIT_USAGE, "%s: %s: %s is not within %" PRIu64 " to %" PRIu64,
                        options->command, def->name, text, def->least, most);
  }
  if (def->kind == OPTION_I32) {
    *(int32_t *)def->target = (int32_t)number;
  } else {
    *(uint64_t *)def->target = number;
  }
  return EXIT_DONE;
}

static int read_size(const struct options *options, const struct option_def *def,
                     const char *text) {
  struct option_size size;
  if (!cell_text_parse_size(text, &size.width, &size.height)) {
    return fail_value(options, def, text, "a size as 512x256");
  }
  if (!in_world(size.width) || !in_world(size.height)) {
    return command_fail(EXIT_USAGE, "%s: %s: %s: each side is 1 to %d cells", options->command,
                        def->name, text, OVL_MAX_SIDE_CELLS);
  }
  *(struct option_size *)def->target = size;
  return EXIT_DONE;
}

static int read_cost(const struct options *options, const struct option_def *def,
                     const char *text) {
  double steps;
  const double most = def->most != 0 ? (double)def->most : 1e15;
  if (!cell_text_parse_number(text, &steps)) {
    return fail_value(options, def, text, "a cost as 12.5, in straight steps");
  }
  const double units = steps * OVL_STRAIGHT_COST + 0.5;
  if (units < (double)def->least || units > most) {
    return command_fail(EXIT_USAGE, "%s: %s: %s is out of range: it may be %.3f to %.0f",
                        options->command, def->name, text, (double)def->least / OVL_STRAIGHT_COST,
                        most / OVL_STRAIGHT_COST);
  }
  *(uint64_t *)def->target = (uint64_t)units;
  return EXIT_DONE;
}

/* "512M": K, M and G are powers of 1024; "65536B". A number without a unit is most likely meant in
 * another one. */
static bool parse_bytes(const char *text, uint64_t *bytes) {
  static const char units[] = "BKMG";
  uint64_t number;
  if (!read_digits(&text, UINT64_C(1) << 62, &number)) {
    return false;
  }
  const char *unit = *text != '\0' ? strchr(units, *text++) : NULL;
  if (unit == NULL || *text != '\0') {
    return false;
  }
  const int shift = 10 * (int)(unit - units);
  if (number > (UINT64_C(1) << 62) >> shift) {
    return false;
  }
  *bytes = number << shift;
  return true;
}

static int read_bytes(const struct options *options, const struct option_def *def,
                      const char *text) {
  uint64_t bytes;
  if (!parse_bytes(text, &bytes) || bytes == 0) {
    return fail_value(options, def, text, "a size with its unit, B, K, M or G, as 512M or 2G");
  }
  *(uint64_t *)def->target = bytes;
  return EXIT_DONE;
}

static int read_part(const struct options *options, const struct option_def *def,
                     const char *text) {
  struct option_part part;
  const char *at = text;
  if (!read_i32(&at, &part.index) || *at++ != '/' || !read_i32(&at, &part.count) || *at != '\0') {
    return fail_value(options, def, text, "a part as 3/8");
  }
  if (part.count < 1 || part.index < 1 || part.index > part.count) {
    return command_fail(EXIT_USAGE,
                        "%s: %s: there is no part %s; parts of %" PRId32 " are 1/%" PRId32
                        " to %" PRId32 "/%" PRId32,
                        options->command, def->name, text, part.count < 1 ? 1 : part.count,
                        part.count < 1 ? 1 : part.count, part.count < 1 ? 1 : part.count,
                        part.count < 1 ? 1 : part.count);
  }
  *(struct option_part *)def->target = part;
  return EXIT_DONE;
}

static int read_choice(const struct options *options, const struct option_def *def,
                       const char *text) {
  for (int i = 0; def->choices[i] != NULL; i++) {
    if (strcmp(text, def->choices[i]) == 0) {
      *(int *)def->target = i;
      return EXIT_DONE;
    }
  }
  return fail_value(options, def, text, def->right);
}

/* Nothing behind the option is its value but what follows a "=". */
static int read_progress(const struct options *options, const struct option_def *def,
                         const char *text) {
  const bool json = strcmp(text, "json") == 0;
  if (text[0] != '\0' && !json && strcmp(text, "text") != 0) {
    return fail_value(options, def, text, "text or json");
  }
  *(enum progress_form *)def->target = json ? PROGRESS_JSON : PROGRESS_TEXT;
  return EXIT_DONE;
}

static int check_text(const struct options *options, const struct option_def *def,
                      const char *text) {
  if (text[0] == '\0') {
    return command_fail(EXIT_USAGE, "%s: %s is empty", options->command, def->name);
  }
  return EXIT_DONE;
}

static int read_value(const struct options *options, const struct option_def *def,
                      const char *text) {
  int code;
  switch (def->kind) {
  case OPTION_I32:
  case OPTION_U64:
    return read_number(options, def, text);
  case OPTION_COST:
    return read_cost(options, def, text);
  case OPTION_TEXT:
    code = check_text(options, def, text);
    if (code == EXIT_DONE) {
      *(const char **)def->target = text;
    }
    return code;
  case OPTION_CELL:
    return cell_text_parse(text, def->target)
               ? EXIT_DONE
               : fail_value(options, def, text, "a cell as 10,20, or 2:10,20 on floor 2");
  case OPTION_SIZE:
    return read_size(options, def, text);
  case OPTION_BYTES:
    return read_bytes(options, def, text);
  case OPTION_PART:
    return read_part(options, def, text);
  case OPTION_CHOICE:
    return read_choice(options, def, text);
  case OPTION_PROGRESS:
    return read_progress(options, def, text);
  default:
    *(bool *)def->target = true;
    return EXIT_DONE;
  }
}

/* ---- Help ---------------------------------------------------------------- */

static bool is_option(const struct option_def *def) { return def->name[0] == '-'; }

/* `overland NAME ` before each line of the usage. */
static void print_usage(const struct options *options) {
  const char *line = options->usage;
  const char *lead = "usage: ";
  while (*line != '\0') {
    const size_t length = strcspn(line, "\n");
    print_out("%soverland %s %.*s\n", lead, options->command, (int)length, line);
    line += length + (line[length] != '\0' ? 1 : 0);
    lead = "       ";
  }
}

static void print_help(const struct options *options) {
  print_usage(options);
  print_own("\n");
  print_own(options->summary);
  print_own("\n\n");
  for (size_t i = 0; i < options->def_count; i++) {
    const struct option_def *def = &options->defs[i];
    if (def->help != NULL) {
      const char *value = def->value != NULL ? def->value : "";
      const int room = 22 - (int)strlen(def->name) - 1;
      print_out("  %s %-*s ", def->name, room > 0 ? room : 0, value);
      print_own(def->help);
      print_own("\n");
    }
  }
  print_out("  %-22s %s\n\nExample:\n", "--help", "print this");
  const char *line = options->example;
  while (*line != '\0') {
    const size_t length = strcspn(line, "\n");
    print_out("  %.*s\n", (int)length, line);
    line += length + (line[length] != '\0' ? 1 : 0);
  }
}

/* ---- The table ----------------------------------------------------------- */

void option_table_add(struct option_table *table, const struct option_def *rows, size_t count) {
  assert(count <= OPTION_MOST - table->count);
  memcpy(table->defs + table->count, rows, count * sizeof *rows);
  table->count += count;
}

/* ---- The command line ---------------------------------------------------- */

int options_fail(const struct options *options, const char *text) {
  return command_fail(EXIT_USAGE, "%s: %s; see overland %s --help", options->command, text,
                      options->command);
}

int options_fail_value(const struct options *options, const char *name, const char *value,
                       const char *right) {
  return command_fail(EXIT_USAGE, "%s: %s: '%s' is not %s", options->command, name, value, right);
}

/* A number below zero is an argument: cells may be given as -1,0. */
static bool looks_like_option(const char *text) {
  return text[0] == '-' && text[1] != '\0' && !(text[1] >= '0' && text[1] <= '9');
}

/* `--out` is as good as `-o`. */
static bool is_name(const char *name, const char *text, size_t length) {
  static const char out[] = "--out";
  return (strlen(name) == length && memcmp(name, text, length) == 0) ||
         (strcmp(name, "-o") == 0 && length == strlen(out) && memcmp(out, text, length) == 0);
}

/* The entry for "--name" or "--name=value"; def_count if there is none. */
static size_t find_option(const struct options *options, const char *text, const char **value) {
  const size_t length = strcspn(text, "=");
  *value = text[length] == '=' ? text + length + 1 : NULL;
  for (size_t i = 0; i < options->def_count; i++) {
    const char *name = options->defs[i].name;
    if (is_option(&options->defs[i]) && is_name(name, text, length)) {
      return i;
    }
  }
  return options->def_count;
}

static size_t next_argument(struct parse *parse) {
  const struct options *options = parse->options;
  for (; parse->arguments < options->def_count; parse->arguments++) {
    const struct option_def *def = &options->defs[parse->arguments];
    if (!is_option(def)) {
      /* A list takes all that come after its first as well. */
      return def->kind == OPTION_TEXTS ? parse->arguments : parse->arguments++;
    }
  }
  return options->def_count;
}

static int take(struct parse *parse, size_t index, const char *value) {
  const struct option_def *def = &parse->options->defs[index];
  if (parse->given[index] && def->kind != OPTION_FLAG) {
    return command_fail(EXIT_USAGE, "%s: %s is given twice", parse->options->command, def->name);
  }
  parse->given[index] = true;
  return read_value(parse->options, &parse->options->defs[index], value);
}

static int fail_option(const struct options *options, const char *text) {
  struct nearest_word nearest = {text, strcspn(text, "="), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (size_t i = 0; i < options->def_count; i++) {
    if (options->defs[i].name[0] == '-' && strlen(options->defs[i].name) > 2) {
      nearest_word_try(&nearest, options->defs[i].name);
    }
  }
  return command_fail(EXIT_USAGE, "%s: there is no option %s%s; see overland %s --help",
                      options->command, text, nearest_word_ask(&nearest, meant), options->command);
}

/* Whether a word is an option of the table, and so no value of another one. */
static bool is_known_option(const struct options *options, const char *text) {
  const char *value;
  return find_option(options, text, &value) != options->def_count;
}

/* Takes the option at argv[*at], and its value if that is the next word. */
static int take_option(struct parse *parse, int argc, char **argv, int *at) {
  const struct options *options = parse->options;
  const char *text = argv[*at];
  const char *value;
  const size_t index = find_option(options, text, &value);
  if (index == options->def_count) {
    return fail_option(options, text);
  }
  const struct option_def *def = &options->defs[index];
  if (def->kind == OPTION_FLAG) {
    if (value != NULL) {
      return command_fail(EXIT_USAGE, "%s: %s takes no value", options->command, def->name);
    }
    return take(parse, index, "");
  }
  if (def->kind == OPTION_PROGRESS && value == NULL) {
    return take(parse, index, "");
  }
  if (value == NULL) {
    if (*at + 1 >= argc || is_known_option(options, argv[*at + 1])) {
      if (def->help == NULL) { /* an option that went */
        return take(parse, index, "0");
      }
      return command_fail(EXIT_USAGE, "%s: %s needs a value: %s", options->command, def->name,
                          def->value != NULL ? def->value : "VALUE");
    }
    value = argv[++*at];
  }
  return take(parse, index, value);
}

/* What lies in argv before the argument was read already, so its place is free. */
static int take_into_list(struct parse *parse, size_t index, char *text) {
  const struct option_def *def = &parse->options->defs[index];
  struct option_texts *texts = def->target;
  const int code = check_text(parse->options, def, text);
  if (code == EXIT_DONE) {
    parse->given[index] = true;
    texts->list = parse->argv;
    texts->list[texts->count++] = text;
  }
  return code;
}

static int take_argument(struct parse *parse, char *text) {
  const struct options *options = parse->options;
  const size_t index = next_argument(parse);
  if (index == options->def_count) {
    return command_fail(EXIT_USAGE, "%s: '%s' is one argument too many; see overland %s --help",
                        options->command, text, options->command);
  }
  if (options->defs[index].kind == OPTION_TEXTS) {
    return take_into_list(parse, index, text);
  }
  return take(parse, index, text);
}

static int check_required(const struct parse *parse) {
  const struct options *options = parse->options;
  for (size_t i = 0; i < options->def_count; i++) {
    const struct option_def *def = &options->defs[i];
    if (def->required && !parse->given[i]) {
      char name[NAME_BYTES];
      return command_fail(EXIT_USAGE, "%s: %s%s%s is missing; see overland %s --help",
                          options->command, name_of(def, name), def->value != NULL ? " " : "",
                          def->value != NULL ? def->value : "", options->command);
    }
    if (def->given != NULL) {
      *def->given = parse->given[i];
    }
  }
  return EXIT_DONE;
}

bool options_parse(const struct options *options, int argc, char **argv, int *exit_code) {
  struct parse parse = {.options = options, .argv = argv};
  bool only_arguments = false;
  *exit_code = EXIT_DONE;
  for (int i = 0; i < argc; i++) {
    if (!only_arguments && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
      print_help(options);
      return false;
    }
    only_arguments = only_arguments || strcmp(argv[i], "--") == 0;
  }
  only_arguments = false;
  for (int i = 0; i < argc && *exit_code == EXIT_DONE; i++) {
    if (!only_arguments && strcmp(argv[i], "--") == 0) {
      only_arguments = true;
    } else if (!only_arguments && looks_like_option(argv[i])) {
      *exit_code = take_option(&parse, argc, argv, &i);
    } else {
      *exit_code = take_argument(&parse, argv[i]);
    }
  }
  if (*exit_code == EXIT_DONE) {
    *exit_code = check_required(&parse);
  }
  return *exit_code == EXIT_DONE;
}

/* ---- Rows of a table ----------------------------------------------------- */

static struct option_def make(const char *name, enum option_kind kind, void *target,
                              const char *value, const char *help) {
  return (struct option_def){
      .name = name, .kind = kind, .target = target, .value = value, .help = help};
}

struct option_def option_flag(const char *name, bool *target, const char *help) {
  return make(name, OPTION_FLAG, target, NULL, help);
}

struct option_def option_text(const char *name, const char **target, const char *value,
                              const char *help) {
  return make(name, OPTION_TEXT, target, value, help);
}

struct option_def option_i32(const char *name, int32_t *target, const char *value,
                             const char *help) {
  return make(name, OPTION_I32, target, value, help);
}

struct option_def option_u64(const char *name, uint64_t *target, const char *value,
                             const char *help) {
  return make(name, OPTION_U64, target, value, help);
}

struct option_def option_cost(const char *name, uint64_t *target, const char *value,
                              const char *help) {
  return make(name, OPTION_COST, target, value, help);
}

struct option_def option_cell(const char *name, ovl_cell *target, const char *help) {
  return make(name, OPTION_CELL, target, name[0] == '-' ? "X,Y" : NULL, help);
}

struct option_def option_range(struct option_def def, uint64_t least, uint64_t most) {
  def.least = least;
  def.most = most;
  return def;
}

struct option_def option_choice(const char *name, void *target, const char *value,
                                const char *const *choices, const char *right, const char *help) {
  struct option_def def = make(name, OPTION_CHOICE, target, value, help);
  def.choices = choices;
  def.right = right;
  return def;
}

struct option_def option_required(struct option_def def) {
  def.required = true;
  return def;
}

struct option_def option_given(struct option_def def, bool *given) {
  def.given = given;
  return def;
}

/* ---- Options that several commands have ---------------------------------- */

struct option_def option_world(const char **target, const char *help) {
  return option_required(option_text("FILE.world", target, NULL, help));
}

struct option_def option_profile(const char **target, const char *help) {
  return option_text("--profile", target, "NAME", help);
}

struct option_def option_json(bool *target) {
  return option_flag("--json", target, "print the figures as one JSON object");
}

struct option_def option_corners(ovl_corners *target, const char *help) {
  return option_choice("--corners", target, "RULE", command_corners, COMMAND_CORNERS_WORDS, help);
}

struct option_def option_progress(enum progress_form *target) {
  return make("--progress", OPTION_PROGRESS, target, NULL,
              "show progress even where there is no terminal; =json: an object a line");
}

struct option_def option_threads(int32_t *target, const char *help) {
  return option_range(option_i32("--threads", target, "N", help), 1, 64);
}

int options_start_threads(int32_t threads, struct platform_pool **pool) {
  *pool = threads > 1 ? platform_pool_create(threads) : NULL;
  return threads <= 1 || *pool != NULL
             ? EXIT_DONE
             : command_fail(EXIT_SYSTEM, "the system does not give %" PRId32 " threads", threads);
}
