/* A progress bar on standard error, with the time left: on a terminal one line
 * that is drawn over itself, elsewhere a line for each tenth, and only if asked
 * for. */
#ifndef OVERLAND_TOOLS_PROGRESS_H
#define OVERLAND_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
  const char *title;
  bool shown;    /* there is a terminal, or it was asked for */
  bool terminal; /* the line can be drawn over */
  bool drawn;    /* something is on the line */
  double begin_us;
  double drawn_us;
  uint64_t drawn_tenth;
};

/* `asked`: --progress was given. */
void progress_begin(struct progress *progress, const char *title, bool asked);

/* An ovl_progress_fn; `user` is the struct progress. Never stops the work. */
bool progress_show(void *user, uint64_t done, uint64_t total);

/* Clears the line, so that what follows begins a new one. */
void progress_end(struct progress *progress);

#endif
