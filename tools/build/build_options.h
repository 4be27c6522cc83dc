/* Options of `overland build`. */
#ifndef OVERLAND_TOOLS_BUILD_BUILD_OPTIONS_H
#define OVERLAND_TOOLS_BUILD_BUILD_OPTIONS_H

#include "overland.h"
#include "tools/base/options.h"

/* The memory that a build in parts takes unless it is told another size. */
#define BUILD_MEMORY_BYTES (UINT64_C(2) << 30)

/* The paths of a build. */
struct build_files {
  const char *map, *world;
  const char *legend; /* NULL: none */
  const char *from;   /* an older world; NULL: none */
};

/* The settings of the bake. */
struct build_settings {
  int32_t region_cells, spacing_cells, label_bytes;
  bool has_labels, has_overlays, takes_nearest;
  struct option_size raw; /* see struct map_files */
  ovl_cell origin;
  bool has_origin;
  ovl_corners corners;
  ovl_overlays overlays;
};

/* How long each step took. */
struct build_times {
  double read_ms, build_ms, write_ms;
};

struct build {
  int32_t threads;
  uint64_t memory_bytes;
  bool memory_given;
  bool resume;
  struct option_part part;
  bool part_given;    /* one part is made, and nothing merged */
  bool in_parts;      /* parts are made and merged */
  bool allow_blocked; /* a world in which nobody can stand is meant */
  bool json;
  enum progress_form progress;
  struct build_files files;
  struct build_settings settings;
  struct build_times times;
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool build_options_parse(int argc, char **argv, struct build *build, int *exit_code);

#endif
