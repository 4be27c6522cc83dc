/* What `overland build` was asked for, and what it says of the world. */
#ifndef OVERLAND_TOOLS_BUILD_REPORT_H
#define OVERLAND_TOOLS_BUILD_REPORT_H

#include "overland.h"

#include <stdbool.h>

struct build {
  const char *map_path, *legend_path, *world_path, *corners_text; /* legend_path: may be NULL */
  const char *overlays_text;
  int32_t region_cells, spacing_cells, landmarks, label_bytes, threads;
  ovl_corners corners;
  ovl_overlays overlays;
  bool json, progress;
  double read_ms, build_ms, write_ms;
};

void build_report(const struct build *build, const ovl_world *world);

#endif
