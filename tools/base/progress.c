/* Progress of long work: see progress.h.
 *
 * The time left is the time spent times the share that is left over the share that is done. It is
 * printed ten times a second at most, so that it costs the work nothing. */
#include "tools/base/progress.h"

#include "tools/base/platform.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#define BAR_CELLS 32
#define REDRAW_US 100000.0
#define JSON_US 500000.0

/* How far the work is, as it is told. */
struct state {
  uint64_t done, total;
  double share;
  double rate;         /* a second; 0: not known yet */
  double seconds_left; /* below 0: not known yet */
};

void progress_begin(struct progress *progress, const char *title, enum progress_form form) {
  const bool terminal = form != PROGRESS_JSON && platform_is_terminal_stderr();
  *progress = (struct progress){.title = title,
                                .form = form,
                                .shown = form != PROGRESS_TERMINAL || terminal,
                                .terminal = terminal,
                                .begin_us = platform_now_us()};
}

static struct state look(const struct progress *progress, uint64_t done, uint64_t total,
                         double now_us) {
  const double seconds = (now_us - progress->begin_us) * 1e-6;
  struct state state = {.done = done, .total = total, .seconds_left = -1};
  state.share = (double)done / (double)total;
  if (progress->cells > 0) {
    state.total = progress->cells;
    state.done =
        done == total ? progress->cells : (uint64_t)(state.share * (double)progress->cells);
  }
  if (done > progress->kept && seconds > 0) {
    const double made = (double)(done - progress->kept) / (double)total * (double)state.total;
    state.rate = made / seconds;
    state.seconds_left = (1 - state.share) * (double)state.total / state.rate;
  }
  return state;
}

/* ---- JSON ---------------------------------------------------------------- */

static void print_json(struct progress *progress, const struct state *state, double now_us) {
  fprintf(stderr,
          "{\"stage\": \"%c%s\", \"done\": %" PRIu64 ", \"total\": %" PRIu64
          ", \"share\": %.4f, \"rate\": %.0f, \"seconds_left\": ",
          tolower((unsigned char)progress->title[0]), progress->title + 1, state->done,
          state->total, state->share, state->rate);
  if (state->seconds_left < 0) {
    fputs("null}\n", stderr);
  } else {
    fprintf(stderr, "%.1f}\n", state->seconds_left);
  }
  fflush(stderr);
  progress->drawn = true;
  progress->drawn_us = now_us;
}

/* ---- Text ---------------------------------------------------------------- */

static void print_rate(double rate) {
  if (rate >= 1e6) {
    fprintf(stderr, " %.1f M cells/s", rate / 1e6);
  } else {
    fprintf(stderr, " %.0f cells/s", rate);
  }
}

static void print_time_left(double seconds) {
  const unsigned long whole = (unsigned long)(seconds + 0.5);
  if (whole >= 60) {
    fprintf(stderr, " %lu min %02lu s left", whole / 60, whole % 60);
  } else {
    fprintf(stderr, " %lu s left", whole);
  }
}

static void draw(struct progress *progress, const struct state *state, double now_us) {
  const int filled = (int)(state->share * BAR_CELLS);
  char bar[BAR_CELLS + 1];
  for (int i = 0; i < BAR_CELLS; i++) {
    bar[i] = i < filled ? '#' : '-';
  }
  bar[BAR_CELLS] = '\0';
  fprintf(stderr, "%s%s [%s] %3d %%", progress->terminal ? "\r" : "", progress->title, bar,
          (int)(state->share * 100));
  if (progress->cells > 0 && state->rate > 0) {
    print_rate(state->rate);
  }
  if (state->seconds_left >= 0 && state->done < state->total) {
    print_time_left(state->seconds_left);
  }
  /* The blanks cover what is left of a longer line below. */
  fputs(progress->terminal ? "      " : "\n", stderr);
  fflush(stderr);
  progress->drawn = true;
  progress->drawn_us = now_us;
}

/* ---- Both ---------------------------------------------------------------- */

/* On paper a line for each tenth; the last one is drawn once. */
static bool is_due(struct progress *progress, uint64_t done, uint64_t total, double now_us) {
  if (progress->terminal || progress->form == PROGRESS_JSON) {
    const double pause_us = progress->terminal ? REDRAW_US : JSON_US;
    const bool last = done == total && progress->drawn_tenth != UINT64_MAX;
    progress->drawn_tenth = last ? UINT64_MAX : progress->drawn_tenth;
    return !progress->drawn || last || now_us - progress->drawn_us >= pause_us;
  }
  const uint64_t tenth = done / (total / 10 + (total % 10 != 0 ? 1 : 0));
  if (!progress->drawn || tenth != progress->drawn_tenth ||
      (done == total && progress->drawn_tenth != UINT64_MAX)) {
    progress->drawn_tenth = done == total ? UINT64_MAX : tenth;
    return true;
  }
  return false;
}

bool progress_show(void *user, uint64_t done, uint64_t total) {
  struct progress *progress = user;
  if (!progress->shown || total == 0) {
    return true;
  }
  const double now_us = platform_now_us();
  if (is_due(progress, done, total, now_us)) {
    const struct state state = look(progress, done, total, now_us);
    if (progress->form == PROGRESS_JSON) {
      print_json(progress, &state, now_us);
    } else {
      draw(progress, &state, now_us);
    }
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
