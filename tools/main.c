/* The overland program: finds the command and passes it the rest of the line.
 *
 * Invariant: standard output is flushed before the program ends with success; a full disk behind it
 * is an error like any other. */
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"
#include "tools/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *summary;
};

static const struct command commands[] = {
    {"gen", command_gen, "makes a map from a seed, or problems for a map"},
    {"legend", command_legend, "drafts a legend for a map: its terrains, and what blocks"},
    {"build", command_build, "bakes a map into a world"},
    {"merge", command_merge, "puts a world together from parts that were baked apart"},
    {"edit", command_edit, "edits a world: only what is touched is baked anew"},
    {"info", command_info, "says what a world holds and what its bytes are spent on"},
    {"verify", command_verify, "compares a world with a fresh bake, and with its map"},
    {"check", command_check, "says whether a world is as a legend says, or what it is like"},
    {"diff", command_diff, "says what changed between two worlds of a map"},
    {"path", command_path, "finds a path in a world"},
    {"render", command_render, "draws a world"},
    {"bench", command_bench, "measures a world over many problems"},
    {"plot", command_plot, "draws what bench measured"},
    {"simulate", command_simulate, "lets two armies cross a world while rocks fall"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int print_help(void) {
  print_own("usage: overland COMMAND ...\n\n"
            "Paths on grid worlds too large for one search.\n\n");
  for (int i = 0; i < COMMAND_COUNT; i++) {
    print_out("  %-8s %s\n", commands[i].name, commands[i].summary);
  }
  print_own("\n`overland COMMAND --help` says more about a command; `overland --version` says\n"
            "which version this is.\n\n"
            "Example, from nothing to a path and a picture of it:\n"
            "  overland gen continents 1024x1024 --seed 7 -o land.map\n"
            "  overland build land.map -o land.world\n"
            "  overland path land.world 200,200 800,800 --png path.png\n\n"
            "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input, 4 the system\n"
            "said no (memory, disk).\n");
  return EXIT_DONE;
}

static const struct command *find_command(const char *name) {
  for (int i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(name, commands[i].name) == 0) {
      return &commands[i];
    }
  }
  return NULL;
}

static int fail_unknown(const char *name) {
  struct nearest_word nearest = {name, strlen(name), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (int i = 0; i < COMMAND_COUNT; i++) {
    nearest_word_try(&nearest, commands[i].name);
  }
  return command_fail(EXIT_USAGE, "there is no command %s%s; see overland --help", name,
                      nearest_word_ask(&nearest, meant));
}

/* `overland help`, or `overland help COMMAND`. */
static int help(int argc, char **argv) {
  char option[] = "--help";
  char *arguments[] = {option};
  if (argc < 1) {
    return print_help();
  }
  const struct command *command = find_command(argv[0]);
  return command != NULL ? command->run(1, arguments) : fail_unknown(argv[0]);
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    return command_fail(EXIT_USAGE, "a command is missing; see overland --help");
  }
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
    return print_help();
  }
  if (strcmp(name, "help") == 0) {
    return help(argc - 2, argv + 2);
  }
  if (strcmp(name, "--version") == 0 || strcmp(name, "-v") == 0 || strcmp(name, "version") == 0) {
    print_out("overland %s\n", ovl_version());
    return EXIT_DONE;
  }
  const struct command *command = find_command(name);
  return command != NULL ? command->run(argc - 2, argv + 2) : fail_unknown(name);
}

int main(int argc, char **argv) {
  platform_begin();
  platform_interrupts_begin();
  const int code = dispatch(argc, argv);
  errno = 0;
  if (fflush(stdout) != 0 || ferror(stdout)) {
    return command_fail(EXIT_SYSTEM, "standard output can't be written: %s",
                        errno != 0 ? strerror(errno) : "is a disk full?");
  }
  return code;
}
