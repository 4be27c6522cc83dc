/* See step_breaks.h. */
#include "tools/explorer/module/step_breaks.h"

void breaks_restart(step_breaks *breaks) {
  breaks->largest_f = 0;
  for (uint32_t i = 0; i < MOST_BREAKS; i++) {
    breaks->has_last[i] = false;
  }
}

static bool is_within(const step_break *each, const step_event *event, step_place place) {
  if (each->right < each->left) {
    return true;
  }
  for (int i = 0; event->node != LISTS_NONE && i < 2; i++) {
    if (place.x[i] >= each->left && place.x[i] <= each->right && place.y[i] >= each->top &&
        place.y[i] <= each->bottom) {
      return true;
    }
  }
  return false;
}

static double field_of(const search_lists *lists, const step_event *event, double event_number,
                       int32_t field) {
  switch ((break_field)field) {
  case BREAK_G:
    return (double)event->g;
  case BREAK_H:
    return (double)event->h;
  case BREAK_F:
    return (double)event->f;
  case BREAK_OPEN:
    return lists->open_count;
  case BREAK_CLOSED:
    return lists->closed_count;
  default:
    return event_number;
  }
}

static bool compares(const step_breaks *breaks, uint32_t i, double value) {
  const step_break *each = &breaks->list[i];
  switch ((break_compare)each->compare) {
  case BREAK_EQUAL:
    return value == each->value;
  case BREAK_LESS:
    return value < each->value;
  case BREAK_GREATER:
    return value > each->value;
  default:
    return breaks->has_last[i] && value != breaks->last[i];
  }
}

static bool breaks_rule(const step_breaks *breaks, const search_lists *lists,
                        const step_event *event, int32_t rule) {
  if (rule == BREAK_F_FALLS) {
    return event->kind == STEP_EXPAND && event->f < breaks->largest_f;
  }
  /* Only a node that has children can come to be among its own ancestors. */
  return event->kind == STEP_IMPROVE && lists->room.nodes[event->node].was_expanded &&
         lists_has_cycle(lists, event->node);
}

int32_t breaks_check(step_breaks *breaks, const search_lists *lists, const step_event *event,
                     double event_number, step_place place) {
  int32_t first = -1;
  if (event->kind == STEP_SOURCE) {
    breaks->largest_f = 0;
  }
  for (uint32_t i = 0; i < breaks->count; i++) {
    const step_break *each = &breaks->list[i];
    if ((each->kind >= 0 && each->kind != (int32_t)event->kind) || !is_within(each, event, place)) {
      continue;
    }
    const double value = field_of(lists, event, event_number, each->field);
    const bool holds =
        (each->field == BREAK_NO_FIELD || compares(breaks, i, value)) &&
        (each->rule == BREAK_NO_RULE || breaks_rule(breaks, lists, event, each->rule));
    breaks->last[i] = value;
    breaks->has_last[i] = true;
    if (holds && first < 0) {
      first = (int32_t)i;
    }
  }
  if (event->kind == STEP_EXPAND && event->f > breaks->largest_f) {
    breaks->largest_f = event->f;
  }
  return first;
}
