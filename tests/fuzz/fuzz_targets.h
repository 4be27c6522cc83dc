/* The fuzz targets: each takes the bytes of one input, and ends the program where a promise is
 * broken. run.sh builds them with libFuzzer; fuzz_replay.c runs the inputs of the corpora again. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_TARGETS_H
#define OVERLAND_TESTS_FUZZ_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

/* Name of the target, and what its inputs are. */
#define FUZZ_TARGETS(X)                                                                            \
  X(api)          /* choices: a map, then calls, edits, rebases, patches and files of its world */ \
  X(world)        /* choices: a baked world, bytes to change, a way to open it, calls */           \
  X(patch)        /* choices: a version, bytes of its patch to change */                           \
  X(snapshot)     /* choices: a base world, units, bytes of their snapshot to change */            \
  X(parts)        /* choices: a map in parts, bytes to change, a merge */                          \
  X(picture)      /* a picture file: PNG, PGM or PPM */                                            \
  X(inflate)      /* a format, then compressed bytes */                                            \
  X(tiled)        /* a Tiled map, XML or JSON */                                                   \
  X(map)          /* a map file of letters */                                                      \
  X(ldtk)         /* a project of LDtk */                                                          \
  X(grid)         /* a text level, CSV, an ESRI ASCII grid, a .yaml of ROS */                      \
  X(tiled_world)  /* a world of Tiled */                                                           \
  X(legend)       /* a legend */                                                                   \
  X(layer_legend) /* a legend of a map of layers */                                                \
  X(edit_list)    /* a file of edits */                                                            \
  X(scenario)     /* a scenario file */

#define FUZZ_DECLARE(name) void fuzz_##name(const uint8_t *bytes, size_t count);
FUZZ_TARGETS(FUZZ_DECLARE)
#undef FUZZ_DECLARE

typedef void (*fuzz_target_fn)(const uint8_t *bytes, size_t count);

/* The target of a name; NULL, after a line that lists all, if there is none. */
fuzz_target_fn fuzz_find_target(const char *name);

#endif
