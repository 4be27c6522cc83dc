/* Long work in slices: a budget, passes over many items, and stages that follow one another; and
 * the progress of work that is done in one go.
 *
 * Invariant: the work and its order do not depend on where slices end. A budget is counted in
 * expansions, rounds of a search loop of some 300 ns each; other work is charged by the number of
 * its items that take as long as one expansion. With a budget above zero there is always progress.
 */
#ifndef OVERLAND_COMMON_SLICE_H
#define OVERLAND_COMMON_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"
#include "overland.h"

#define OVI_SLICE_ENDLESS UINT64_MAX

/* Charges for as many of the items from `from` to before `end` as the budget allows, `items` of
 * them for an expansion; returns the end of these items. */
static inline uint64_t ovi_slice_advance(uint64_t *budget, uint64_t from, uint64_t end,
                                         uint32_t items) {
  const uint64_t wanted = (end - from + items - 1) / items;
  if (wanted <= *budget) {
    *budget -= wanted;
    return end;
  }
  const uint64_t reached = from + *budget * items;
  *budget = 0;
  return reached;
}

/* Charges for work that was just done. */
static inline void ovi_slice_pay(uint64_t *budget, uint64_t expansions) {
  *budget -= expansions < *budget ? expansions : *budget;
}

/* The progress of work in one go, which the caller may stop. */
typedef struct ovi_progress {
  ovl_progress_fn report; /* NULL: nobody asks */
  void *user;
  uint64_t done, total; /* where the total is not known before, it grows */
} ovi_progress;

/* Items of a pass that take far less time than a report are reported this many at once. */
enum { OVI_PROGRESS_ITEMS = 1024 };

/* Adds work that is to be done to the total. */
static inline void ovi_progress_expect(ovi_progress *progress, uint64_t work) {
  progress->total += work;
}

/* Counts work that was done, and reports it. OVL_OK, or OVL_STOPPED if the caller stops the rest.
 */
static inline ovl_result ovi_progress_add(ovi_progress *progress, uint64_t work) {
  progress->done += work;
  progress->total = progress->total < progress->done ? progress->done : progress->total;
  return progress->report == NULL ||
                 progress->report(progress->user, progress->done, progress->total)
             ? OVL_OK
             : OVL_STOPPED;
}

/* Ends item `number` of a pass of `count` items: counts it with those before it, if it is time to
 * report. */
static inline ovl_result ovi_progress_add_item(ovi_progress *progress, uint64_t number,
                                               uint64_t count) {
  const uint64_t items = number % OVI_PROGRESS_ITEMS + 1;
  OVI_ASSERT(number < count);
  return items == OVI_PROGRESS_ITEMS || number + 1 == count ? ovi_progress_add(progress, items)
                                                            : OVL_OK;
}

/* The ways in which a piece of internal work ends. Public results are made of it once, at the end
 * of a call. */
typedef enum ovi_status {
  OVI_DONE,     /* it is finished; a search has found what it is for */
  OVI_NONE,     /* it is finished: there is no such thing */
  OVI_PAUSED,   /* its budget is spent, or a trace ends the slice: the same call goes on */
  OVI_FULL,     /* its memory has no room for what comes next */
  OVI_CORRUPT,  /* values of the world, or of a route that the caller gave, contradict each other */
  OVI_INTERNAL, /* the library contradicts itself */
  OVI_FAILED    /* it cannot be finished, for a reason that was noted */
} ovi_status;

/* A stage of work that can be paused. One that was paused is called again, and does what leads to
 * its search again. */
typedef struct ovi_stage {
  const char *name; /* for traces and faults: "plan over the overlays" */
  ovi_status (*run)(void *work);
} ovi_stage;

/* The position of work in a table of stages, each of which has an enumerator. */
typedef struct ovi_stage_run {
  uint32_t at;      /* the stage that is under way */
  uint32_t next;    /* the one that follows it */
  uint64_t item;    /* that the stage is at, if it counts items; 0 when it begins */
  uint64_t *budget; /* of the slice, where the work has none of its own */
} ovi_stage_run;

/* Called by a stage: makes another one follow it; behind the last one, the work is done. */
static inline void ovi_stage_go_to(ovi_stage_run *run, uint32_t stage) { run->next = stage; }

/* Continues work through a table of `count` stages. One that does not end with OVI_DONE ends the
 * run with its status, and is called again next. OVI_DONE: the last one is over; another run begins
 * with the first. `enter` is told the name of each stage that begins or goes on; NULL: nobody is.
 */
static inline ovi_status ovi_stages_do(ovi_stage_run *run, const ovi_stage *table, uint32_t count,
                                       void *work, void (*enter)(void *work, const char *name)) {
  while (run->at < count) {
    const ovi_stage *stage = &table[run->at];
    run->next = run->at + 1;
    if (enter != NULL) {
      enter(work, stage->name);
    }
    const ovi_status status = stage->run(work);
    OVI_ASSERT(run->next <= count);
    if (status != OVI_DONE) {
      return status;
    }
    *run = (ovi_stage_run){.at = run->next, .budget = run->budget};
  }
  *run = (ovi_stage_run){0};
  return OVI_DONE;
}

#endif
