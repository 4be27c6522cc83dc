/* `overland build`: a map becomes a world file. */
#include "command.h"
#include "json.h"
#include "map_file.h"
#include "options.h"
#include "out_file.h"
#include "platform.h"
#include "progress.h"

#include <inttypes.h>
#include <string.h>

struct build {
  const char *map_path, *world_path, *corners_text;
  int32_t region_cells, spacing_cells, landmarks, label_bytes, threads;
  ovl_corners corners;
  bool json, progress;
  double read_ms, build_ms, write_ms;
};

static bool parse_corners(const char *text, ovl_corners *corners) {
  for (int i = 0; i < OVL_CORNERS_COUNT; i++) {
    if (strcmp(text, command_corners_text((ovl_corners)i)) == 0) {
      *corners = (ovl_corners)i;
      return true;
    }
  }
  return false;
}

/* ---- Baking -------------------------------------------------------------- */

static int bake(struct build *build, const struct map_file *map, const ovl_jobs *jobs,
                ovl_world **world) {
  struct progress progress;
  ovl_fault fault = {.what = ""};
  ovl_bake_def def = ovl_bake_def_default();
  def.width = map->width;
  def.height = map->height;
  def.terrain = map->terrain;
  map_default_weights(def.weights);
  def.corners = build->corners;
  def.region_cells = build->region_cells;
  def.spacing_cells = build->spacing_cells;
  def.landmarks = build->landmarks;
  def.label_bytes_per_cell = build->label_bytes;
  def.jobs = jobs;
  def.progress = progress_show;
  def.progress_user = &progress;
  progress_begin(&progress, "Baking", build->progress);
  const double begin_us = platform_now_us();
  const ovl_result result = ovl_world_bake(&def, world, &fault);
  build->build_ms = (platform_now_us() - begin_us) / 1000;
  progress_end(&progress);
  return result == OVL_OK ? EXIT_DONE : command_fail_result(build->map_path, result, &fault);
}

static int bake_with_threads(struct build *build, const struct map_file *map, ovl_world **world) {
  if (build->threads == 1) {
    return bake(build, map, NULL, world);
  }
  struct platform_pool *pool = platform_pool_create(build->threads);
  if (pool == NULL) {
    return command_fail(EXIT_SYSTEM, "the system does not give %" PRId32 " threads",
                        build->threads);
  }
  const int code = bake(build, map, platform_pool_jobs(pool), world);
  platform_pool_destroy(pool);
  return code;
}

static int save(struct build *build, const ovl_world *world, struct out_file *file) {
  const double begin_us = platform_now_us();
  const ovl_result result = ovl_world_save(world, out_file_take, file);
  if (result != OVL_OK && file->code == EXIT_DONE) {
    out_file_discard(file);
    return command_fail_result(build->world_path, result, NULL);
  }
  const int code = out_file_commit(file);
  build->write_ms = (platform_now_us() - begin_us) / 1000;
  return code;
}

/* ---- The report ---------------------------------------------------------- */

static void report_json(const struct build *build, const ovl_world_info *info, double cells) {
  struct json json;
  json_begin(&json);
  json_text(&json, "map", build->map_path);
  json_text(&json, "world", build->world_path);
  json_i64(&json, "width", info->width);
  json_i64(&json, "height", info->height);
  json_i64(&json, "region_size", info->region_cells);
  json_i64(&json, "spacing", info->spacing_cells);
  json_text(&json, "corners", command_corners_text(info->corners));
  json_i64(&json, "landmarks", info->landmarks);
  json_text(&json, "labels", ovl_labels_text(info->labels));
  json_text(&json, "estimate", ovl_estimate_text(info->estimate));
  json_i64(&json, "threads", build->threads);
  json_double(&json, "read_ms", build->read_ms, 3);
  json_double(&json, "build_ms", build->build_ms, 3);
  json_double(&json, "write_ms", build->write_ms, 3);
  json_u64(&json, "world_bytes", info->file_bytes);
  json_double(&json, "bytes_per_cell", (double)info->file_bytes / cells, 4);
  json_i64(&json, "regions", (int64_t)info->regions_x * info->regions_y);
  json_u64(&json, "waypoints", info->waypoints);
  json_u64(&json, "edges", info->edges);
  json_u64(&json, "islands", info->islands);
  json_u64(&json, "memory_peak_bytes", platform_peak_memory_bytes());
  json_end(&json);
}

static void report_text(const struct build *build, const ovl_world_info *info, double cells) {
  printf("%s: %" PRId32 " x %" PRId32 " cells, %" PRId64 " regions, %" PRIu64 " waypoints, %" PRIu64
         " islands\n",
         build->world_path, info->width, info->height, (int64_t)info->regions_x * info->regions_y,
         info->waypoints, info->islands);
  printf("baked in %.1f ms (%.1f ns a cell) on %" PRId32 " thread%s; read %.1f ms, written %.1f "
         "ms\n",
         build->build_ms, build->build_ms * 1e6 / cells, build->threads,
         build->threads == 1 ? "" : "s", build->read_ms, build->write_ms);
  printf("%" PRIu64 " bytes, %.3f a cell; memory at its peak %.1f MB\n", info->file_bytes,
         (double)info->file_bytes / cells, (double)platform_peak_memory_bytes() / 1e6);
  printf("%" PRId32 " landmarks an island, exact labels %s\n", info->landmarks,
         ovl_labels_text(info->labels));
}

static void report(const struct build *build, const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  const double cells = (double)info.width * info.height;
  if (build->json) {
    report_json(build, &info, cells);
  } else {
    report_text(build, &info, cells);
  }
}

/* ---- The command --------------------------------------------------------- */

/* The output is opened before the long work, so that a wrong name is told at
 * once. */
static int build_world(struct build *build) {
  struct map_file map;
  struct out_file file;
  const double begin_us = platform_now_us();
  int code = map_file_read(build->map_path, &map);
  if (code != EXIT_DONE) {
    return code;
  }
  build->read_ms = (platform_now_us() - begin_us) / 1000;
  code = out_file_open(&file, build->world_path);
  if (code == EXIT_DONE) {
    ovl_world *world = NULL;
    code = bake_with_threads(build, &map, &world);
    if (code == EXIT_DONE) {
      code = save(build, world, &file);
    } else {
      out_file_discard(&file);
    }
    if (code == EXIT_DONE) {
      report(build, world);
    }
    ovl_world_close(world);
  }
  map_file_free(&map);
  return code;
}

int command_build(int argc, char **argv) {
  const ovl_bake_def standard = ovl_bake_def_default();
  struct build build = {.region_cells = standard.region_cells,
                        .spacing_cells = standard.spacing_cells,
                        .corners_text = command_corners_text(standard.corners),
                        .landmarks = standard.landmarks,
                        .label_bytes = standard.label_bytes_per_cell,
                        .threads = 1};
  const struct option_def defs[] = {
      {.name = "FILE.map",
       .kind = OPTION_TEXT,
       .target = &build.map_path,
       .help = "the map, in the MovingAI format",
       .required = true},
      {.name = "-o",
       .kind = OPTION_TEXT,
       .target = &build.world_path,
       .value = "FILE.world",
       .help = "where the world goes",
       .required = true},
      {.name = "--region-size",
       .kind = OPTION_I32,
       .target = &build.region_cells,
       .value = "N",
       .help = "cells along a region's side, 8 to 128 (32)",
       .least = OVL_MIN_REGION_CELLS,
       .most = OVL_MAX_REGION_CELLS},
      {.name = "--spacing",
       .kind = OPTION_I32,
       .target = &build.spacing_cells,
       .value = "N",
       .help = "cells between waypoints of an entrance at most, 1 to 128 (8)",
       .least = 1,
       .most = 128},
      {.name = "--corners",
       .kind = OPTION_TEXT,
       .target = &build.corners_text,
       .value = "RULE",
       .help = "diagonal steps: strict, one (side open), free or none (strict)"},
      {.name = "--landmarks",
       .kind = OPTION_I32,
       .target = &build.landmarks,
       .value = "N",
       .help = "landmarks on each island, 0 for none (32): 2 bytes a waypoint each",
       .most = OVL_MAX_LANDMARKS},
      {.name = "--labels",
       .kind = OPTION_I32,
       .target = &build.label_bytes,
       .value = "BYTES",
       .help = "bytes a cell that exact labels may take, 0 for none (11); left out beyond",
       .most = 255},
      {.name = "--threads",
       .kind = OPTION_I32,
       .target = &build.threads,
       .value = "N",
       .help = "threads, 1 to 64 (1); the world is the same with any number",
       .least = 1,
       .most = 64},
      {.name = "--json",
       .kind = OPTION_FLAG,
       .target = &build.json,
       .help = "print the figures as one JSON object"},
      {.name = "--progress",
       .kind = OPTION_FLAG,
       .target = &build.progress,
       .help = "show progress even where there is no terminal"},
  };
  const struct options options = {
      .command = "build",
      .usage = "FILE.map -o FILE.world [options]",
      .summary = "Bakes a map into a world: regions, waypoints and the costs between them.\n"
                 "The same map with the same settings gives the same bytes.\n\n"
                 "Cells of the letters . and G (ground) and S (swamp) are walkable, all at\n"
                 "weight 1; W (water), T (trees), @ and O (out of bounds) block.",
      .example = "overland build land.map -o land.world --threads 4",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if (!parse_corners(build.corners_text, &build.corners)) {
    return options_fail(&options, "--corners is strict, one, free or none");
  }
  code = out_file_check(build.world_path, build.map_path);
  return code == EXIT_DONE ? build_world(&build) : code;
}
