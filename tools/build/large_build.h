/* Builds a world in parts: they are baked into a work folder and merged from there. */
#ifndef OVERLAND_TOOLS_BUILD_LARGE_BUILD_H
#define OVERLAND_TOOLS_BUILD_LARGE_BUILD_H

#include "tools/build/build_source.h"

/* Bakes and merges, or bakes the one part that is asked for. Sets the times of `build`. Returns an
 * exit code, after one line on standard error if it is not EXIT_DONE: a part that was finished
 * stays for --resume. */
int large_build(struct build *build, struct build_source *source);

#endif
