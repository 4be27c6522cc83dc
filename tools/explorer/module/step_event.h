/* An event of a search that is watched. Costs are integers in the search's own unit. */
#ifndef OVERLAND_EXPLORER_STEP_EVENT_H
#define OVERLAND_EXPLORER_STEP_EVENT_H

#include <stdint.h>

/* 0 to 11 are those of ovl_trace_kind. */
typedef enum step_kind {
  STEP_SOURCE = 0, /* a search begins from this node */
  STEP_GENERATE,   /* a node is reached for the first time: it is open */
  STEP_IMPROVE,    /* a node is reached for less, from another parent */
  STEP_EXPAND,     /* a node is taken from the open list */
  STEP_CLOSE,      /* all neighbours of the node that was expanded last have been looked at */
  STEP_GOAL,       /* the goal is settled: `g` is its cost */
  STEP_LABEL,      /* from here on: only of the two tiers: see overland_trace.h */
  STEP_ATTACH,
  STEP_ROUTE,
  STEP_WINDOW,
  STEP_SEGMENT,
  STEP_STRING,
  STEP_FAILED /* the open list is empty: there is no path */
} step_kind;

typedef struct step_event {
  step_kind kind;
  uint32_t node, parent; /* of STEP_FAILED: LISTS_NONE */
  uint64_t g, h, f;
} step_event;

#endif
