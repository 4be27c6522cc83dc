/* Runs the tests: overland_tests [--long] [--seed N] [--slice I N] [--files LIST] [NAME-PREFIX]
 *
 * --slice takes every N-th test from the I-th on; --files those of some files, as `edits,sight` for
 * test_edits.c and test_sight.c.
 * Prints `ok NAME` or `FAIL NAME` for each, and `N passed, N failed` at the end.
 * The seed is fixed unless given, so that each run of one build is the same. */
#include "tests/support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_SEED = 20240917 };

typedef struct run_sums {
  uint32_t passed, failed;
} run_sums;

/* Which tests are run: those of some files (NULL: of all) whose name begins so, and of them every
 * `every`th from the `first` on. */
typedef struct selection {
  const char *files, *prefix;
  uint32_t first, every;
  uint32_t met;
} selection;

/* Returns whether a list of files, with commas between them, names a file. */
static bool names_file(const char *files, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = files; at != NULL; at = strchr(at, ',')) {
    at += at != files;
    if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
      return true;
    }
  }
  return files == NULL;
}

static bool selects(selection *chosen, const char *name) {
  return strncmp(name, chosen->prefix, strlen(chosen->prefix)) == 0 &&
         chosen->met++ % chosen->every == chosen->first % chosen->every;
}

static void run_table(const test_entry *table, const test_state *settings, selection *chosen,
                      run_sums *sums) {
  for (const test_entry *entry = table; entry->name != NULL; entry++) {
    if (!selects(chosen, entry->name)) {
      continue;
    }
    test_state state = *settings;
    state.name = entry->name;
    entry->run(&state);
    printf("%s %s\n", state.failures == 0 ? "ok" : "FAIL", entry->name);
    fflush(stdout);
    if (state.failures == 0) {
      sums->passed++;
    } else {
      sums->failed++;
    }
  }
}

/* False: it is no command line of the tests', and that was said. */
static bool read_options(int argc, char **argv, test_state *settings, selection *chosen) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--long") == 0) {
      settings->is_long = true;
    } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      settings->seed = strtoull(argv[++i], NULL, 0);
    } else if (strcmp(argv[i], "--files") == 0 && i + 1 < argc) {
      chosen->files = argv[++i];
    } else if (strcmp(argv[i], "--slice") == 0 && i + 2 < argc) {
      chosen->first = (uint32_t)strtoul(argv[++i], NULL, 0);
      chosen->every = (uint32_t)strtoul(argv[++i], NULL, 0);
      chosen->every = chosen->every != 0 ? chosen->every : 1;
    } else if (argv[i][0] != '-') {
      chosen->prefix = argv[i];
    } else {
      fprintf(stderr, "usage: overland_tests [--long] [--seed N] [--slice I N] [--files LIST] "
                      "[NAME-PREFIX]\n");
      return false;
    }
  }
  settings->case_seed = settings->seed;
  return true;
}

int main(int argc, char **argv) {
#define TEST_TABLE(name) {#name, test_##name##_table},
  static const struct {
    const char *name;
    const test_entry *tests;
  } files[] = {TEST_FILES(TEST_TABLE)};
#undef TEST_TABLE
  test_state settings = {.name = "", .seed = DEFAULT_SEED};
  selection chosen = {NULL, "", 0, 1, 0};
  run_sums sums = {0, 0};
  if (!read_options(argc, argv, &settings, &chosen)) {
    return 2;
  }
  for (size_t i = 0; i < TEST_TABLES; i++) {
    if (names_file(chosen.files, files[i].name)) {
      run_table(files[i].tests, &settings, &chosen, &sums);
    }
  }
  printf("%" PRIu32 " passed, %" PRIu32 " failed\n", sums.passed, sums.failed);
  return sums.failed == 0 && sums.passed > 0 ? 0 : 1;
}
