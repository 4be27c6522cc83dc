/* Breakpoints of a search that is watched: conditions on its events. */
#ifndef OVERLAND_EXPLORER_STEP_BREAKS_H
#define OVERLAND_EXPLORER_STEP_BREAKS_H

#include "tools/explorer/module/search_lists.h"
#include "tools/explorer/module/step_event.h"

enum { MOST_BREAKS = 32 };

typedef enum break_field { /* the number that is compared */
                           BREAK_NO_FIELD = 0,
                           BREAK_G, /* of the event's node */
                           BREAK_H,
                           BREAK_F,
                           BREAK_OPEN,   /* nodes that are open */
                           BREAK_CLOSED, /* nodes that are closed */
                           BREAK_EVENT   /* number of the event, from 1 */
} break_field;

typedef enum break_compare {
  BREAK_EQUAL = 0,
  BREAK_LESS,
  BREAK_GREATER,
  BREAK_CHANGES /* it differs from that of the last event of this kind and place */
} break_compare;

typedef enum break_rule { /* an invariant that is broken */
                          BREAK_NO_RULE = 0,
                          BREAK_F_FALLS, /* a node is expanded whose f is less than one's before */
                          BREAK_CYCLE    /* the parents of a node lead back to it */
} break_rule;

/* Holds at an event if each of its parts does. */
typedef struct step_break {
  int32_t kind;                     /* step_kind; below 0: any */
  int32_t left, top, right, bottom; /* cells, both ends within; right below left: anywhere */
  int32_t field, compare;           /* break_field, break_compare */
  int32_t rule;                     /* break_rule */
  double value;
} step_break;

/* The figures of the search so far on which conditions depend. */
typedef struct step_breaks {
  step_break list[MOST_BREAKS];
  double last[MOST_BREAKS]; /* the field at the last event of this kind and place */
  bool has_last[MOST_BREAKS];
  uint32_t count;
  uint64_t largest_f; /* of the nodes expanded so far */
} step_breaks;

/* Forgets the search, and keeps the breakpoints. */
void breaks_restart(step_breaks *breaks);

/* Where an event is: x, y of its node's first and of its second cell. */
typedef struct step_place {
  int32_t x[2], y[2];
} step_place;

/* Evaluates all breakpoints at an event, which `lists` already contain. Returns the number of the
 * first that holds; -1: none does. Called once for each event, in order. Time: O(breakpoints); with
 * BREAK_CYCLE also the length of the branch, where a node that was expanded is improved. */
int32_t breaks_check(step_breaks *breaks, const search_lists *lists, const step_event *event,
                     double event_number, step_place place);

#endif
