/* The picture of one query: see path_picture.h.
 *
 * Invariant: times and counts come from calls that collect nothing; what is drawn comes from second
 * calls. */
#include "tools/path/path_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/path/path_floors.h"
#include "tools/path/path_panels.h"

#include <stdlib.h>

/* Where labels answered: what an A* over waypoints would have expanded, with the best estimate that
 * the world holds beside them. */
static void run_search(struct path_drawing *drawing) {
  const struct path_picture_def *def = drawing->def;
  static const ovl_method METHODS[] = {OVL_METHOD_LANDMARKS, OVL_METHOD_OCTILE};
  if (def->answer->stats.method != OVL_METHOD_LABELS)
    return;
  for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0] && !drawing->has_searched; i++) {
    ovl_query query = *def->query;
    ovl_query_more more = query.more != NULL ? *query.more : ovl_query_more_default();
    ovl_path path = {0}; /* no room for points: they are not wanted */
    query.more = &more;
    more.method = METHODS[i];
    const ovl_result result = ovl_find_path(def->planner, def->world, &query, &path);
    drawing->has_searched = result == OVL_OK || result == OVL_MORE_ROOM;
    drawing->searched_expanded = ovl_planner_stats(def->planner).coarse_expanded;
  }
}

static void tell_plain(const struct path_plain *search, struct path_picture_plain *plain) {
  *plain = (struct path_picture_plain){.made = search->made,
                                       .found = search->made && search->result == OVL_OK,
                                       .elapsed_us = search->elapsed_us,
                                       .expanded = search->expanded};
  if (plain->found)
    plain->cost_cells = path_answer_cost_cells(&search->path);
}

int path_picture_write(const struct path_picture_def *def, struct path_picture_plain *plain) {
  struct path_drawing drawing = {.def = def};
  path_plain_run(&drawing.plain, def->world, def->query, def->answer->cell_count);
  tell_plain(&drawing.plain, plain);
  int code = query_trace_run(&drawing.trace, def->planner, def->world, def->query);
  if (code == EXIT_DONE && path_floors_are_many(def)) {
    code = path_floors_write(&drawing);
  } else if (code == EXIT_DONE) {
    run_search(&drawing);
    code = path_panels_write(&drawing);
  }
  query_trace_free(&drawing.trace);
  path_plain_free(&drawing.plain);
  return code;
}
