/* How far long work is, on standard error: share, rate, time left. On a terminal one line that is
 * drawn over itself; elsewhere a line for each tenth, and only if asked for. For programs one JSON
 * object a line:
 *
 *     {"stage": "baking", "done": 1048576, "total": 4194304, "share": 0.2500,
 *      "rate": 20971520, "seconds_left": 0.2}
 */
#ifndef OVERLAND_TOOLS_BASE_PROGRESS_H
#define OVERLAND_TOOLS_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum progress_form {
  PROGRESS_TERMINAL = 0, /* if standard error is one */
  PROGRESS_TEXT,         /* in any case */
  PROGRESS_JSON
};

struct progress {
  const char *title;
  enum progress_form form;
  bool shown;     /* there is a terminal, or it was asked for */
  bool terminal;  /* the line can be drawn over */
  bool drawn;     /* something is on the line */
  uint64_t cells; /* of the map: done and total are shown in cells; 0: as they are counted */
  uint64_t kept;  /* done before the clock began: they tell nothing about the rate */
  double begin_us;
  double drawn_us;
  uint64_t drawn_tenth;
};

void progress_begin(struct progress *progress, const char *title, enum progress_form form);

/* An ovl_progress_fn; `user` is the struct progress. Never stops the work. */
bool progress_show(void *user, uint64_t done, uint64_t total);

/* Clears the line, so that what follows begins a new one. */
void progress_end(struct progress *progress);

#endif
