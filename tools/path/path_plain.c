/* The plain A* over all cells: see path_plain.h.
 *
 * Invariant: the time is that of a call that collects nothing; the cells come from a second one. */
#include "tools/path/path_plain.h"

#include "overland_inspect.h"
#include "tools/base/platform.h"
#include "tools/path/path_answer.h"

static ovl_result ask_plain(ovl_baseline *yardstick, const ovl_query *query,
                            struct path_plain *plain) {
  for (;;) {
    double begin_us = platform_now_us();
    ovl_result result = ovl_baseline_find(yardstick, query, &plain->path, &plain->expanded);
    plain->elapsed_us = platform_now_us() - begin_us;
    if (result != OVL_MORE_ROOM)
      return result;
    if (!path_answer_grow(&plain->path))
      return OVL_NO_MEMORY;
  }
}

void path_plain_run(struct path_plain *plain, const ovl_world *world, const ovl_query *asked,
                    size_t cells) {
  ovl_baseline *yardstick = NULL;
  /* The set stays empty, and harmless, if the yardstick can't be made. */
  plain->made = ovl_baseline_create(world, asked->profile, NULL, &yardstick) == OVL_OK &&
                cell_set_create(&plain->set, world, asked->start.floor) &&
                path_answer_make_room(&plain->path, cells + 4096);
  if (plain->made) {
    ovl_query query = *asked;
    ovl_query_more more = query.more != NULL ? *query.more : ovl_query_more_default();
    query.more = &more;
    more.visit = NULL;
    plain->result = ask_plain(yardstick, &query, plain);
    more.visit = cell_set_visit;
    more.visit_user = &plain->set;
    double elapsed_us = plain->elapsed_us;
    if (plain->result == OVL_OK || path_answer_is_no(plain->result))
      plain->result = ask_plain(yardstick, &query, plain);
    plain->elapsed_us = elapsed_us;
    plain->made = plain->result == OVL_OK || path_answer_is_no(plain->result);
  }
  ovl_baseline_destroy(yardstick);
}

void path_plain_free(struct path_plain *plain) {
  cell_set_free(&plain->set);
  path_answer_free_path(&plain->path);
}
