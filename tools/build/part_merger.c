/* Puts the files of parts together: see part_merger.h.
 *
 * Systems allow few files to be open at once, so those used longest ago are closed again. */
#include "tools/build/part_merger.h"

#include "overland_bake.h"
#include "overland_stream.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPEN = 64 };

struct open_part {
  struct platform_reader reader;
  int32_t part;  /* -1: none */
  uint64_t used; /* when it was used last */
};

struct part_files {
  char *const *paths;
  struct open_part open[MOST_OPEN];
  uint64_t reads;
  bool is_empty;   /* the last file has no byte */
  bool is_short;   /* bytes were asked for that a file does not have */
  int code;        /* of a part that can't be opened, which was told then */
  int32_t damaged; /* a part; -1: none was found */
};

/* The part's place among those that are open; it is opened if it is not. NULL: it can't be. */
static struct open_part *find_open(struct part_files *files, int32_t part) {
  struct open_part *oldest = &files->open[0];
  for (int i = 0; i < MOST_OPEN; i++) {
    struct open_part *open = &files->open[i];
    if (open->part == part) {
      return open;
    }
    oldest = open->used < oldest->used ? open : oldest;
  }
  if (oldest->part >= 0) {
    platform_reader_close(&oldest->reader);
    oldest->part = -1;
  }
  const char *why = platform_reader_open(&oldest->reader, files->paths[part]);
  if (why != NULL) {
    files->code = command_fail(EXIT_INPUT, "%s: %s", files->paths[part], why);
    return NULL;
  }
  oldest->part = part;
  return oldest;
}

/* An ovl_read_part_fn. */
static bool read_part(void *user, int32_t part, uint64_t offset, void *bytes, size_t byte_count) {
  struct part_files *files = user;
  struct open_part *open = files->code == EXIT_DONE ? find_open(files, part) : NULL;
  if (open == NULL) {
    return false;
  }
  open->used = ++files->reads;
  const uint64_t all = open->reader.byte_count;
  files->is_empty = all == 0;
  files->is_short = offset > all || byte_count > all - offset;
  return !files->is_short && platform_reader_read(&open->reader, offset, bytes, byte_count);
}

static void close_all(struct part_files *files) {
  for (int i = 0; i < MOST_OPEN; i++) {
    if (files->open[i].part >= 0) {
      platform_reader_close(&files->open[i].reader);
    }
  }
}

/* ---- Memory -------------------------------------------------------------- */

/* What the library takes for a merge, all from the thread that asked for it. */
struct budget {
  uint64_t used, most; /* bytes; most 0: no limit */
  bool passed;         /* more was asked for */
};

static void *allocate(void *user, size_t bytes) {
  struct budget *budget = user;
  if (budget->most != 0 && bytes > budget->most - budget->used) {
    budget->passed = true;
    return NULL;
  }
  void *memory = malloc(bytes);
  budget->used += memory != NULL ? bytes : 0;
  return memory;
}

static void release(void *user, void *memory, size_t bytes) {
  struct budget *budget = user;
  budget->used -= memory != NULL ? bytes : 0;
  free(memory);
}

/* ---- What is wrong ------------------------------------------------------- */

/* A part that is not of those that the first one is of. */
static int fail_other(const struct part_merge *merge, const char *path, const ovl_fault *fault) {
  const char *first = merge->paths[0];
  if (strcmp(fault->what, "magic of a part") == 0) {
    return command_fail(EXIT_INPUT, "%s: this is no part of a world; build --part makes them",
                        path);
  }
  if (strcmp(fault->what, "map of a part") == 0) {
    return command_fail(EXIT_INPUT, "%s: a part of another map than %s", path, first);
  }
  if (strcmp(fault->what, "settings of a part") == 0) {
    return command_fail(EXIT_INPUT, "%s: a part of other settings than %s", path, first);
  }
  if (fault->expected == (uint64_t)merge->count && fault->found < fault->expected) {
    const char *other = merge->paths[fault->found];
    const bool twice = strcmp(fault->what, "a part that is given twice") == 0;
    return command_fail(EXIT_INPUT,
                        twice ? "%s: the same part as %s; it is given twice"
                              : "%s: it has rows that %s has too; these parts are not of one "
                                "division of the map",
                        path, other);
  }
  return command_fail(EXIT_INPUT, "%s: a part of another map: %s are others than in its neighbour",
                      path, fault->what);
}

static int fail_missing(const struct part_merge *merge, const char *path, const ovl_fault *fault) {
  if (fault->found == 0) {
    return command_fail(EXIT_INPUT,
                        "%s: rows %" PRIu64 " to %" PRIu64
                        " of the map are in no part; these parts are not of one division of it",
                        path, fault->where, fault->where + fault->expected - 1);
  }
  return command_fail(EXIT_INPUT,
                      "%s: part %" PRIu64 " of %" PRIu64 " is missing, from row %" PRIu64
                      " of the map on; %" PRId32 " part%s given",
                      path, fault->found, fault->expected, fault->where, merge->count,
                      merge->count == 1 ? " is" : "s are");
}

static int fail(const struct part_merge *merge, struct part_files *files, const char *world,
                ovl_result result, const ovl_fault *fault) {
  const bool is_part = fault->where < (uint64_t)merge->count;
  const char *path = is_part ? merge->paths[fault->where] : world;
  switch (result) {
  case OVL_MISSING_PART:
    return fail_missing(merge, world, fault);
  case OVL_OTHER_PART:
    return fail_other(merge, path, fault);
  case OVL_OTHER_VERSION:
    return command_fail(EXIT_INPUT,
                        "%s: a part of version %" PRIu64 "; this program merges version %" PRIu64
                        ", so bake it again",
                        path, fault->found, fault->expected);
  case OVL_READ_FAILED:
    return files->is_empty
               ? command_fail(EXIT_INPUT,
                              "%s: the file is empty; overland build --part makes parts", path)
           : files->is_short
               ? command_fail(EXIT_INPUT, "%s: a part that is cut short, or no part of a world",
                              path)
               : command_fail(EXIT_INPUT, "%s: it can't be read", path);
  case OVL_WRONG_CHECKSUM:
  case OVL_CORRUPT:
    files->damaged = is_part ? (int32_t)fault->where : -1;
    return command_fail(EXIT_INPUT, "%s: this part is damaged: %s%s", path, fault->what,
                        is_part && merge->removes_damaged ? "; it is removed" : "");
  default:
    return command_fail_result(world, result, fault);
  }
}

/* ---- Merging ------------------------------------------------------------- */

/* Opens what was written, so that it is looked at. A file that is no longer there, and what can't
 * be read, is told by the commit. */
static int accept(const struct part_merge *merge, struct out_file *file) {
  struct platform_mapping mapping;
  ovl_world *world = NULL;
  ovl_open_def def = {0};
  if (merge->accept == NULL || file->temporary_path == NULL || fflush(file->stream) != 0 ||
      platform_map_file(file->temporary_path, &mapping) != NULL) {
    return EXIT_DONE;
  }
  def.bytes = mapping.bytes;
  def.byte_count = mapping.byte_count;
  int code = EXIT_DONE;
  if (ovl_world_open_def(&def, &world, NULL) == OVL_OK) {
    code = merge->accept(merge->accept_user, world);
  }
  ovl_world_close(world);
  platform_unmap_file(&mapping);
  return code;
}

static int run(const struct part_merge *merge, struct part_files *files, struct out_file *file,
               const ovl_jobs *jobs) {
  struct progress progress;
  struct budget budget = {.most = merge->memory_bytes};
  ovl_fault fault = {.what = ""};
  ovl_merge_def def = {0};
  progress_begin(&progress, "Merging", merge->progress);
  progress.cells = merge->cells;
  def.part_count = merge->count;
  def.read = read_part;
  def.read_user = files;
  def.write = out_file_take_at;
  def.write_user = file;
  def.allocator = (ovl_allocator){allocate, release, &budget};
  def.jobs = jobs;
  def.progress = progress_show;
  def.progress_user = &progress;
  const ovl_result result = ovl_parts_merge(&def, &fault);
  progress_end(&progress);
  if (result == OVL_OK) {
    const int accepted = accept(merge, file);
    if (accepted != EXIT_DONE) {
      out_file_discard(file);
    }
    return accepted == EXIT_DONE ? out_file_commit(file) : accepted;
  }
  int code = file->code != EXIT_DONE ? file->code : files->code;
  if (code == EXIT_DONE && result == OVL_NO_MEMORY && budget.passed) {
    code = command_fail(EXIT_SYSTEM,
                        "%s: putting the world together needs more memory than --memory allows; "
                        "its parts are kept: go on with --resume and more",
                        file->path);
  }
  if (code == EXIT_DONE) {
    code = fail(merge, files, file->path, result, &fault);
  }
  out_file_discard(file);
  return code;
}

int part_merger_merge(const struct part_merge *merge, struct out_file *file) {
  struct part_files files = {.paths = merge->paths, .damaged = -1};
  struct platform_pool *pool;
  int code = options_start_threads(merge->threads, &pool);
  if (code != EXIT_DONE) {
    out_file_discard(file);
    return code;
  }
  for (int i = 0; i < MOST_OPEN; i++) {
    files.open[i].part = -1;
  }
  code = run(merge, &files, file, platform_pool_jobs(pool));
  close_all(&files);
  if (files.damaged >= 0 && merge->removes_damaged) {
    remove(merge->paths[files.damaged]);
  }
  platform_pool_destroy(pool);
  return code;
}
