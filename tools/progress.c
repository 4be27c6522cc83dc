/* A progress bar on standard error: see progress.h.
 *
 * The time left is the time spent, times what is left over what is done. It is
 * drawn ten times a second at most, so that it costs the work nothing. */
#include "progress.h"

#include "platform.h"

#include <stdio.h>

#define BAR_CELLS 32
#define REDRAW_US 100000.0

void progress_begin(struct progress *progress, const char *title, bool asked) {
  const bool terminal = platform_is_terminal_stderr();
  *progress = (struct progress){.title = title,
                                .shown = asked || terminal,
                                .terminal = terminal,
                                .begin_us = platform_now_us()};
}

static void print_time_left(double seconds) {
  const unsigned long whole = (unsigned long)(seconds + 0.5);
  if (whole >= 60) {
    fprintf(stderr, " %lu min %02lu s left", whole / 60, whole % 60);
  } else {
    fprintf(stderr, " %lu s left", whole);
  }
}

static void draw(struct progress *progress, uint64_t done, uint64_t total, double now_us) {
  const double share = (double)done / (double)total;
  const int filled = (int)(share * BAR_CELLS);
  char bar[BAR_CELLS + 1];
  for (int i = 0; i < BAR_CELLS; i++) {
    bar[i] = i < filled ? '#' : '-';
  }
  bar[BAR_CELLS] = '\0';
  fprintf(stderr, "%s%s [%s] %3d %%", progress->terminal ? "\r" : "", progress->title, bar,
          (int)(share * 100));
  if (done > 0 && done < total) {
    print_time_left((now_us - progress->begin_us) * 1e-6 * (1 - share) / share);
  }
  /* The blanks cover what is left of a longer line below. */
  fputs(progress->terminal ? "      " : "\n", stderr);
  fflush(stderr);
  progress->drawn = true;
  progress->drawn_us = now_us;
}

bool progress_show(void *user, uint64_t done, uint64_t total) {
  struct progress *progress = user;
  if (!progress->shown || total == 0) {
    return true;
  }
  const double now_us = platform_now_us();
  if (progress->terminal) {
    if (!progress->drawn || done == total || now_us - progress->drawn_us >= REDRAW_US) {
      draw(progress, done, total, now_us);
    }
    return true;
  }
  const uint64_t tenth = done / (total / 10 + (total % 10 != 0 ? 1 : 0));
  if (!progress->drawn || tenth != progress->drawn_tenth ||
      (done == total && progress->drawn_tenth != UINT64_MAX)) {
    draw(progress, done, total, now_us);
    progress->drawn_tenth = done == total ? UINT64_MAX : tenth;
  }
  return true;
}

void progress_end(struct progress *progress) {
  if (progress->drawn && progress->terminal) {
    fprintf(stderr, "\r%79s\r", "");
    fflush(stderr);
  }
  progress->shown = false;
}
