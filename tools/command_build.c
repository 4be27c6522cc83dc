/* `overland build`: a map becomes a world file. */
#include "build_report.h"
#include "command.h"
#include "game_map.h"
#include "options.h"
#include "out_file.h"
#include "platform.h"
#include "progress.h"

#include <inttypes.h>

/* ---- Baking -------------------------------------------------------------- */

static int bake(struct build *build, struct game_map *map, const ovl_jobs *jobs,
                ovl_world **world) {
  struct progress progress;
  ovl_fault fault = {.what = ""};
  ovl_bake_def def = ovl_bake_def_default();
  if (!game_map_fill_def(map, &def)) {
    return command_fail_memory("the links");
  }
  def.region_cells = build->region_cells;
  def.spacing_cells = build->spacing_cells;
  def.landmarks = build->landmarks;
  def.label_bytes_per_cell = build->label_bytes;
  def.overlays = build->overlays;
  def.jobs = jobs;
  def.progress = progress_show;
  def.progress_user = &progress;
  progress_begin(&progress, "Baking", build->progress);
  const double begin_us = platform_now_us();
  const ovl_result result = ovl_world_bake(&def, world, &fault);
  build->build_ms = (platform_now_us() - begin_us) / 1000;
  progress_end(&progress);
  return result == OVL_OK ? EXIT_DONE : game_map_fail_bake(map, build->map_path, result, &fault);
}

static int bake_with_threads(struct build *build, struct game_map *map, ovl_world **world) {
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

/* ---- The command --------------------------------------------------------- */

/* The output is opened before the long work, so that a wrong name is told at
 * once. */
static int build_world(struct build *build) {
  struct game_map map;
  struct out_file file;
  const double begin_us = platform_now_us();
  int code = game_map_read(build->map_path, build->legend_path, build->corners, &map);
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
      build_report(build, world);
    }
    ovl_world_close(world);
  }
  game_map_free(&map);
  return code;
}

int command_build(int argc, char **argv) {
  const ovl_bake_def standard = ovl_bake_def_default();
  struct build build = {.region_cells = standard.region_cells,
                        .spacing_cells = standard.spacing_cells,
                        .corners_text = command_corners_text(standard.corners),
                        .landmarks = standard.landmarks,
                        .label_bytes = standard.label_bytes_per_cell,
                        .overlays_text = "auto",
                        .threads = 1};
  const struct option_def defs[] = {
      {.name = "MAP",
       .kind = OPTION_TEXT,
       .target = &build.map_path,
       .help = "MovingAI's .map, a PNG or PNM picture, or Tiled's .tmx or .tmj",
       .required = true},
      {.name = "-o",
       .kind = OPTION_TEXT,
       .target = &build.world_path,
       .value = "FILE.world",
       .help = "where the world goes",
       .required = true},
      {.name = "--legend",
       .kind = OPTION_TEXT,
       .target = &build.legend_path,
       .value = "FILE",
       .help = "what terrains mean, who moves, links, floors: see below"},
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
       .help = "diagonal steps where a profile names no rule: strict, one (side\n"
               "                         open), free or none (strict)"},
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
      {.name = "--overlays",
       .kind = OPTION_TEXT,
       .target = &build.overlays_text,
       .value = "WHEN",
       .help = "overlay levels instead of landmarks and labels: auto (above 16 million\n"
               "                         cells), never or always (auto)"},
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
      .usage = "MAP -o FILE.world [--legend FILE] [options]",
      .summary =
          "Bakes a map into a world: regions, waypoints and the costs between them.\n"
          "The same map with the same settings gives the same bytes.\n\n"
          "Without a legend the letters . and G are ground, S is swamp, W water, T trees,\n"
          "@ and O out-of-bounds, and one profile crosses ground and swamp at 1, nothing\n"
          "else. A legend is text, a statement a line; # begins a comment:\n\n"
          "  terrain LETTER NAME      what a letter is; #rrggbb for a colour of a picture\n"
          "  profile NAME TERRAIN=WEIGHT ...   who moves, at 0.125 to 31.875 a cell; what is\n"
          "                           not named blocks; the first profile is the default\n"
          "    size=N                 its body is N x N cells, 1 to 16\n"
          "    corners=RULE           diagonal steps: strict, one, free or none\n"
          "    climb=N drop=N         the most height a step may rise and fall\n"
          "    climbcost=C dropcost=C what each unit of it costs\n"
          "  link X,Y -> X,Y cost=C   stairs, ferries (1); <-> both ways; 2:X,Y is floor 2\n"
          "    back=C profiles=A,B    the cost of the way back; who may take it\n"
          "  floor N FILE             one more floor, a .map or picture beside the legend\n"
          "  places N COUNT           a floor of places, joined by nothing but links\n"
          "  heights FILE floor=N scale=F   heights, a grey picture (PGM, PNG)\n"
          "  extra PROFILE FILE floor=N     danger and the like, in eighths, a grey picture\n\n"
          "Tiled maps bring terrains (the class of a tile), floors and links themselves.",
      .example = "overland build land.map -o land.world --threads 4",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if (!command_parse_corners(build.corners_text, &build.corners)) {
    return options_fail(&options, "--corners is strict, one, free or none");
  }
  if (!command_parse_overlays(build.overlays_text, &build.overlays)) {
    return options_fail(&options, "--overlays is auto, never or always");
  }
  code = out_file_check(build.world_path, build.map_path);
  if (code == EXIT_DONE) {
    code = out_file_check(build.world_path, build.legend_path);
  }
  return code == EXIT_DONE ? build_world(&build) : code;
}
