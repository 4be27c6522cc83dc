/* Bakes the parts of a large map, several at once, each into a file of its own that has its name
 * only when it is finished and on disk. */
#ifndef OVERLAND_TOOLS_BUILD_PART_BAKER_H
#define OVERLAND_TOOLS_BUILD_PART_BAKER_H

#include "tools/build/build_source.h"
#include "tools/build/part_folder.h"
#include "tools/build/part_plan.h"

/* The settings that all parts share. */
struct part_job {
  const struct build *build;
  struct build_source *source;
  struct part_plan plan;
  uint64_t identity;
};

/* Bakes all parts that are not finished. Returns an exit code, after one line on standard error if
 * it is not EXIT_DONE; parts that were finished until then stay. */
int part_baker_bake_all(const struct part_job *job, struct part_folder *folder);

/* Bakes part `index` alone, into `path`, with as many threads as the build has. */
int part_baker_bake_one(const struct part_job *job, int32_t index, const char *path);

#endif
