/* Writes a map that a generator draws a few rows at a time; the map is never held. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_MAP_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_MAP_H

#include "tools/base/progress.h"
#include "tools/generate/generate.h"

/* To `path`, "-" for standard output, with as many threads as there are, if the maker's rows can
 * be made apart. The same bytes with any number. Returns an exit code, after one line on standard
 * error if it is not EXIT_DONE. */
int generate_map(const struct generator *generator, const struct generate_def *def,
                 const char *path, int32_t threads, enum progress_form form);

#endif
