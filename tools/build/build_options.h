/* Options of `overland build`. */
#ifndef OVERLAND_TOOLS_BUILD_BUILD_OPTIONS_H
#define OVERLAND_TOOLS_BUILD_BUILD_OPTIONS_H

#include "overland.h"
#include "tools/base/options.h"

struct build {
  const char *map_path, *world_path;
  const char *legend_path; /* NULL: none */
  const char *from_path;   /* of an older world; NULL: none */
  const char *corners_text, *overlays_text;
  int32_t region_cells, spacing_cells, landmarks, label_bytes, threads;
  ovl_corners corners;
  ovl_overlays overlays;
  uint64_t memory_bytes;
  bool memory_given;
  bool resume;
  struct option_part part;
  bool part_given; /* one part is made, and nothing merged */
  bool json;
  enum progress_form progress;
  double read_ms, build_ms, write_ms;
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool build_options_parse(int argc, char **argv, struct build *build, int *exit_code);

#endif
