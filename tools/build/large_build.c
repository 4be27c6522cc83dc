/* Builds a world in parts: see large_build.h. */
#include "tools/build/large_build.h"

#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/build/part_baker.h"
#include "tools/build/part_folder.h"
#include "tools/build/part_merger.h"
#include "tools/build/part_plan.h"
#include "tools/build/standing.h"
#include "tools/map/fast_hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the parts are of ----------------------------------------------- */

static uint64_t hash_profile(uint64_t hash, const ovl_profile_def *profile) {
  const uint64_t numbers[] = {(uint64_t)profile->corners,    (uint64_t)profile->body_cells,
                              (uint64_t)profile->max_climb,  (uint64_t)profile->max_drop,
                              (uint64_t)profile->climb_cost, (uint64_t)profile->drop_cost};
  hash = fast_hash_bytes(hash, (const uint8_t *)profile->name, strlen(profile->name) + 1);
  hash = fast_hash_bytes(hash, profile->weights, sizeof profile->weights);
  hash = fast_hash_bytes(hash, profile->wall_cost, sizeof profile->wall_cost);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    hash = fast_hash_number(hash, numbers[i]);
  }
  return hash;
}

/* Of the map's identity and of all that decides about the bytes of a part. */
static uint64_t hash_all(const struct build_source *source, uint64_t identity) {
  const ovl_bake_def *def = &source->def;
  const uint64_t numbers[] = {(uint64_t)def->tuning.region_cells,
                              (uint64_t)def->tuning.spacing_cells,
                              (uint64_t)def->tuning.label_bytes_per_cell,
                              (uint64_t)def->tuning.overlays, (uint64_t)def->more.cost_scale};
  const char *version = ovl_version();
  uint64_t hash = identity;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    hash = fast_hash_number(hash, numbers[i]);
  }
  for (int32_t i = 0; i < source->of.map.profile_count; i++) {
    hash = hash_profile(hash, &source->of.map.profiles[i]);
  }
  return fast_hash_bytes(hash, (const uint8_t *)version, strlen(version));
}

/* ---- All parts ----------------------------------------------------------- */

static void free_paths(char **paths, int32_t count) {
  for (int32_t i = 0; paths != NULL && i < count; i++) {
    free(paths[i]);
  }
  free(paths);
}

static char **list_paths(const struct part_folder *folder) {
  char **paths = calloc((size_t)folder->count, sizeof *paths);
  bool good = paths != NULL;
  for (int32_t i = 0; i < folder->count && good; i++) {
    paths[i] = part_folder_name(folder, i);
    good = paths[i] != NULL;
  }
  if (!good) {
    free_paths(paths, folder->count);
    command_fail_memory("the names of the parts");
    return NULL;
  }
  return paths;
}

/* The build whose world is checked for standing room once it is whole. */
struct standing {
  const struct build *build;
  struct build_source *source;
};

static int accept_world(void *user, const ovl_world *world) {
  const struct standing *standing = user;
  return standing_check(standing->build, standing->source, world);
}

/* The world is written inside the folder, on the same disk, and takes its name when it is there. */
static int merge(struct build *build, const struct part_job *job, struct part_folder *folder) {
  struct out_file file;
  char **paths = list_paths(folder);
  char *temporary = part_folder_world_name(folder);
  const ovl_bake_def *def = &job->source->def;
  const struct part_merge parts = {
      .paths = paths,
      .count = folder->count,
      .threads = job->plan.threads,
      .memory_bytes = job->plan.merge_bytes,
      .cells = job->source->cut ? (uint64_t)def->width * (uint64_t)def->height : 0,
      .progress = build->progress,
      .removes_damaged = true,
      .accept = accept_world,
      .accept_user = &(struct standing){build, job->source}};
  const double begin_us = platform_now_us();
  int code = paths != NULL && temporary != NULL
                 ? out_file_open_at(&file, build->files.world, temporary)
                 : EXIT_SYSTEM;
  if (code == EXIT_DONE) {
    code = part_merger_merge(&parts, &file);
  }
  build->times.write_ms = (platform_now_us() - begin_us) / 1000;
  free(temporary);
  free_paths(paths, folder->count);
  return code;
}

static int bake_and_merge(struct build *build, struct part_job *job, struct part_folder *folder) {
  const int32_t found = build->resume ? part_folder_find_count(folder) : 0;
  const double begin_us = platform_now_us();
  int code = part_plan_make(build, job->source, found, &job->plan);
  if (code == EXIT_DONE) {
    code = part_folder_begin(folder, job->plan.count, build->resume);
  }
  if (code == EXIT_DONE) {
    code = part_baker_bake_all(job, folder);
  }
  build->times.build_ms = (platform_now_us() - begin_us) / 1000;
  return code == EXIT_DONE ? merge(build, job, folder) : code;
}

static int build_all(struct build *build, struct part_job *job) {
  struct part_folder folder;
  if (platform_file_kind(build->files.world) == PLATFORM_FILE_FOLDER) {
    return command_fail(EXIT_SYSTEM, "%s: this is a folder; name a file", build->files.world);
  }
  int code = part_folder_open(&folder, build->files.world, hash_all(job->source, job->identity),
                              job->source->cut && map_rows_is_stream(&job->source->of.rows));
  if (code != EXIT_DONE) {
    return code;
  }
  code = bake_and_merge(build, job, &folder);
  if (code != EXIT_DONE) {
    part_folder_tell_finished(&folder);
  }
  part_folder_end(&folder, code == EXIT_DONE);
  part_folder_close(&folder);
  return code;
}

/* ---- One part, or all ---------------------------------------------------- */

static int build_one(struct build *build, struct part_job *job) {
  const int32_t index = build->part.index - 1;
  const double begin_us = platform_now_us();
  int code = part_plan_make_one(build, job->source, index, build->part.count, &job->plan);
  if (code == EXIT_DONE) {
    code = part_baker_bake_one(job, index, build->files.world);
  }
  build->times.build_ms = (platform_now_us() - begin_us) / 1000;
  return code;
}

int large_build(struct build *build, struct build_source *source) {
  struct part_job job = {.build = build, .source = source};
  int code = build_source_identify(source, &job.identity);
  if (code == EXIT_DONE) {
    code = build->part_given ? build_one(build, &job) : build_all(build, &job);
  }
  return code;
}
