/* Messages of file readers: every line begins with the file's name. */
#ifndef OVERLAND_TOOLS_TEXT_READER_TALK_H
#define OVERLAND_TOOLS_TEXT_READER_TALK_H

#include "tools/base/fail.h"

/* Who hears it: a line without its end. */
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

/* What is wrong: where, what, and what would be right. Bytes that would spoil a line become '?'.
 * Returns EXIT_INPUT. */
COMMAND_FORMAT(2, 3) int reader_fail(const struct reader_file *file, const char *format, ...);

/* What is passed over, or taken otherwise than it may be meant. */
COMMAND_FORMAT(2, 3) void reader_warn(const struct reader_file *file, const char *format, ...);

/* No memory. Returns EXIT_SYSTEM. */
int reader_fail_memory(const struct reader_file *file);

#endif
