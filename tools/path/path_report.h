/* Reports of `overland path`, as text or JSON. */
#ifndef OVERLAND_TOOLS_PATH_PATH_REPORT_H
#define OVERLAND_TOOLS_PATH_PATH_REPORT_H

#include "overland.h"
#include "tools/path/path_answer.h"
#include "tools/path/path_goals.h"
#include "tools/path/path_metres.h"
#include "tools/path/path_picture.h"
#include "tools/path/path_why.h"

struct path_report {
  const ovl_world *world;
  const ovl_query *query;
  const struct path_answer *answer;
  const struct path_goals *goals;   /* empty if there was one goal */
  const struct path_plain *plain;   /* what the plain A* took, if a picture was drawn */
  const struct path_why *why;       /* what would have to be opened; made: false if not asked */
  const struct path_metres *metres; /* of its cells; a side of 0: not asked */
};

/* "grid", "any", "none"; NULL ends them. */
extern const char *const path_report_smoothings[];

/* One object, whatever the answer. */
void path_report_json(const struct path_report *report);

/* For readers; nothing of a path that there is not. */
void path_report_text(const struct path_report *report);

#endif
