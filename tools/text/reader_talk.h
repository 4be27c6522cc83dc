/* Messages of file readers: every line begins with the file's name. */
#ifndef OVERLAND_TOOLS_TEXT_READER_TALK_H
#define OVERLAND_TOOLS_TEXT_READER_TALK_H

#include "tools/base/fail.h"

/* Receives one message, without a line end. */
struct reader_talk {
  void (*warn)(void *user, const char *line); /* NULL: standard error */
  void (*fail)(void *user, const char *line); /* NULL: command_fail() */
  void *user;
};

/* The file that is read. */
struct reader_file {
  const char *path;
  const struct reader_talk *talk; /* NULL: all NULL */
};

/* Reports an error: where, what, and what would be right. Returns EXIT_INPUT. */
COMMAND_FORMAT(2, 3) int reader_fail(const struct reader_file *file, const char *format, ...);

/* Reports something that was ignored, or read differently than it may be meant. */
COMMAND_FORMAT(2, 3) void reader_warn(const struct reader_file *file, const char *format, ...);

/* The talk of a file that this one names: its messages have the name of this one before theirs. */
struct reader_talk reader_talk_within(const struct reader_file *file);

/* No memory. Returns EXIT_SYSTEM. */
int reader_fail_memory(const struct reader_file *file);

#endif
