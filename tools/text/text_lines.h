/* Reads a text file line by line. */
#ifndef OVERLAND_TOOLS_TEXT_TEXT_LINES_H
#define OVERLAND_TOOLS_TEXT_TEXT_LINES_H

#include "tools/base/platform.h"

#include <stdbool.h>
#include <stddef.h>

#define TEXT_LINE_BYTES 16384

struct text_lines {
  const char *path;
  struct platform_mapping mapping;
  const char *at, *end;       /* what is not read yet */
  char end_letter;            /* that parts lines: LF, or ; of an argument */
  size_t number;              /* of the line in `text`, from 1; 0 before the first */
  char text[TEXT_LINE_BYTES]; /* the line without its LF; the caller may cut it up */
};

/* Returns an exit code, after one line on standard error if it is not EXIT_DONE.
 * Only what was opened is closed. */
int text_lines_open(struct text_lines *lines, const char *path);

/* Lines of a text in memory, parted by `end_letter`: LF, or ; of an argument. It must outlive them;
 * `name` is what messages call it. */
void text_lines_use(struct text_lines *lines, const char *name, const char *text, char end_letter);
void text_lines_close(struct text_lines *lines);

/* Takes the next line; *more is false at the end. An exit code: a line may be
 * too long. */
int text_lines_next(struct text_lines *lines, bool *more);

/* How many lines are left at most. */
size_t text_lines_left(const struct text_lines *lines);

#endif
