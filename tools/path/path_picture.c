/* The picture of one query: see path_picture.h.
 *
 * Invariant: times and counts come from calls that collect nothing; what is drawn comes from second
 * calls. */
#include "tools/path/path_picture.h"
#include "tools/plain/heap_allocator.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/path/path_floors.h"
#include "tools/path/path_panels.h"
#include "tools/plain/plain_search.h"

/* ---- Searches ---- */

static ovl_result ask_plain(struct plain_search *search, const ovl_query *query,
                            struct path_plain *plain) {
  for (;;) {
    double begin_us = platform_now_us();
    ovl_result result =
        plain_search_find(search, query->start, query->goal, &plain->path, &plain->expanded);
    plain->elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      return result;
    if (!path_answer_grow(&plain->path))
      return OVL_NO_MEMORY;
  }
}

static void run_plain(struct path_plain *plain, const ovl_world *world, const ovl_query *query,
                      size_t cells) {
  struct plain_search *search = NULL;
  /* The set stays empty, and harmless, if the search can't be made. */
  plain->made = plain_search_create(world, query->profile, &heap_allocator, &search) == OVL_OK &&
                cell_set_create(&plain->set, world, query->start.floor) &&
                path_answer_make_room(&plain->path, cells + 4096);
  if (plain->made) {
    plain->result = ask_plain(search, query, plain);
    plain_search_show(search, cell_set_take, &plain->set);
    double elapsed_us = plain->elapsed_us;
    if (plain->result == OVL_OK || path_answer_is_no(plain->result))
      plain->result = ask_plain(search, query, plain);
    plain->elapsed_us = elapsed_us;
    plain->made = plain->result == OVL_OK || path_answer_is_no(plain->result);
    if (plain->result == OVL_OK)
      plain->cost_cells = path_answer_cost_cells(world, &plain->path);
  }
  plain_search_destroy(search);
}

/* ---- The picture ---- */

int path_picture_write(const struct path_picture_def *def, struct path_plain *plain) {
  struct path_drawing drawing = {.def = def};
  run_plain(&drawing.plain, def->world, def->query, def->answer->cell_count);
  int code = query_trace_run(&drawing.trace, def->planner, def->world, def->query);
  if (code == EXIT_DONE && path_floors_are_many(def)) {
    code = path_floors_write(&drawing);
  } else if (code == EXIT_DONE) {
    code = path_panels_write(&drawing);
  }
  query_trace_free(&drawing.trace);
  cell_set_free(&drawing.plain.set);
  path_answer_free_path(&drawing.plain.path);
  *plain = drawing.plain;
  return code;
}
