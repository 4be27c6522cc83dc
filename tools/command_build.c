/* `overland build`: a map becomes a world file, in one go or in parts. */
#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/build/build_options.h"
#include "tools/build/build_report.h"
#include "tools/build/build_source.h"
#include "tools/build/large_build.h"
#include "tools/build/standing.h"
#include "tools/commands.h"

/* ---- Baking -------------------------------------------------------------- */

static int bake(struct build *build, struct build_source *source, const ovl_jobs *jobs,
                ovl_world **world) {
  struct progress progress;
  ovl_fault fault = {.what = ""};
  ovl_bake_def def = source->def;
  def.jobs = jobs;
  def.progress = progress_show;
  def.progress_user = &progress;
  progress_begin(&progress, "Baking", build->progress);
  const double begin_us = platform_now_us();
  const ovl_result result = ovl_world_bake(&def, world, &fault);
  build->times.build_ms = (platform_now_us() - begin_us) / 1000;
  progress_end(&progress);
  return result == OVL_OK ? EXIT_DONE
                          : game_map_fail_bake(&source->of.map, build->files.map, result, &fault);
}

static int bake_with_threads(struct build *build, struct build_source *source, ovl_world **world) {
  struct platform_pool *pool;
  int code = options_start_threads(build->threads, &pool);
  if (code == EXIT_DONE) {
    code = bake(build, source, platform_pool_jobs(pool), world);
  }
  platform_pool_destroy(pool);
  return code;
}

static int save(struct build *build, const ovl_world *world, struct out_file *file) {
  const double begin_us = platform_now_us();
  ovl_fault fault;
  const ovl_result result =
      ovl_world_save(world, &(ovl_save_def){.write = out_file_take, .write_user = file}, &fault);
  if (result != OVL_OK && file->code == EXIT_DONE) {
    out_file_discard(file);
    return command_fail_result(build->files.world, result, &fault);
  }
  const int code = out_file_commit(file);
  build->times.write_ms = (platform_now_us() - begin_us) / 1000;
  return code;
}

/* ---- In one go, or in parts ---------------------------------------------- */

/* The output is opened before the long work, so that a wrong name is told at
 * once. */
static int build_small(struct build *build, struct build_source *source) {
  struct out_file file;
  ovl_world *world = NULL;
  int code = out_file_open(&file, build->files.world);
  if (code != EXIT_DONE) {
    return code;
  }
  code = bake_with_threads(build, source, &world);
  if (code == EXIT_DONE) {
    code = standing_check(build, source, world);
  }
  if (code == EXIT_DONE) {
    code = save(build, world, &file);
  } else {
    out_file_discard(&file);
  }
  if (code == EXIT_DONE) {
    build_report(build, world);
  }
  ovl_world_close(world);
  return code;
}

static int build_large(struct build *build, struct build_source *source) {
  const int code = large_build(build, source);
  if (code != EXIT_DONE) {
    return code;
  }
  return build->part_given ? build_report_part(build) : build_report_file(build);
}

int command_build(int argc, char **argv) {
  struct build build;
  struct build_source source;
  int code;
  if (!build_options_parse(argc, argv, &build, &code)) {
    return code;
  }
  const double begin_us = platform_now_us();
  code = build_source_open(&build, &source);
  if (code != EXIT_DONE) {
    return code;
  }
  build.times.read_ms = (platform_now_us() - begin_us) / 1000;
  build.in_parts = source.in_parts;
  code = source.in_parts ? build_large(&build, &source) : build_small(&build, &source);
  build_source_close(&source);
  return code;
}
