/* Reports of `overland build` and `overland merge`, as text or JSON. */
#ifndef OVERLAND_TOOLS_BUILD_BUILD_REPORT_H
#define OVERLAND_TOOLS_BUILD_BUILD_REPORT_H

#include "tools/build/build_options.h"

void build_report(const struct build *build, const ovl_world *world);

/* The same of a world that is in its file alone. Returns an exit code, after one line on standard
 * error if it is not EXIT_DONE. */
int build_report_file(const struct build *build);

/* Of a part. The same. */
int build_report_part(const struct build *build);

#endif
