/* Puts the files of parts together into a world file. */
#ifndef OVERLAND_TOOLS_BUILD_PART_MERGER_H
#define OVERLAND_TOOLS_BUILD_PART_MERGER_H

#include "overland.h"
#include "tools/base/out_file.h"
#include "tools/base/progress.h"

#include <stdint.h>

struct part_merge {
  char *const *paths; /* of the parts, in any order */
  int32_t count;
  int32_t threads;
  uint64_t memory_bytes; /* that may be taken for it; 0: no limit */
  uint64_t cells;        /* of the map, for progress; 0: they are not known */
  enum progress_form progress;
  bool removes_damaged; /* a part that is damaged, so that it is baked anew */
  /* Looks at the world before it is committed; an exit code. NULL: nobody does. */
  int (*accept)(void *user, const ovl_world *world);
  void *accept_user;
};

/* Merges parts into a file that is open for it and is committed, or discarded. Returns an exit
 * code, after one line on standard error, which names the part, if it is not EXIT_DONE. */
int part_merger_merge(const struct part_merge *merge, struct out_file *file);

#endif
