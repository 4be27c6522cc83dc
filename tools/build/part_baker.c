/* Bakes the parts of a large map: see part_baker.h.
 *
 * Invariant: the fields that threads share, from `next` on, are read and changed under the lock
 * only; so are the rows, which are read in the order of the parts, for those of a pipe come only
 * once. */
#include "tools/build/part_baker.h"

#include "overland_bake.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/base/world_file.h"
#include "tools/build/part_rows.h"
#include "tools/map/fast_hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

struct baker;

/* A thread that bakes parts. */
struct worker {
  struct baker *baker;
  struct part_rows rows;  /* those of a part, if it does not need the whole map */
  struct world_file from; /* the older world; threads can't share one that is read bit by bit */
  uint64_t part_regions;  /* of the part that it bakes */
  uint64_t done;          /* of them */
};

struct baker {
  const struct part_job *job;
  struct part_folder *folder; /* NULL: one part */
  const char *path;           /* of that part */
  const ovl_jobs *jobs;       /* that bake it, or NULL */
  struct platform_lock *lock;
  struct worker workers[MOST_THREADS];
  uint64_t identity;     /* of the map */
  int32_t next;          /* part that is begun next */
  int code;              /* of the first failure */
  uint64_t done_regions; /* of finished parts */
  uint64_t all_regions;
  struct progress progress;
};

/* ---- Progress ------------------------------------------------------------ */

static uint64_t count_regions(const struct build_source *source, const ovl_part_rows *rows) {
  const uint64_t side = (uint64_t)source->def.tuning.region_cells;
  const uint64_t width = (uint64_t)source->def.width;
  /* Of several floors any number does, as long as it is the same for each row of regions. */
  return (uint64_t)rows->bands * (source->cut ? (width + side - 1) / side : 1);
}

/* An ovl_progress_fn, from all threads. The bake is stopped where another one failed. */
static bool show_progress(void *user, uint64_t done, uint64_t total) {
  struct worker *worker = user;
  struct baker *baker = worker->baker;
  platform_lock_take(baker->lock);
  worker->done = total > 0 ? worker->part_regions * done / total : 0;
  uint64_t sum = baker->done_regions;
  for (int32_t i = 0; i < baker->job->plan.threads; i++) {
    sum += baker->workers[i].done;
  }
  progress_show(&baker->progress, sum, baker->all_regions);
  const bool go_on = baker->code == EXIT_DONE;
  platform_lock_give(baker->lock);
  return go_on;
}

/* ---- A part -------------------------------------------------------------- */

static const char from_fault[] = "from: ";

/* The older world can't be built on: tells what it differs in. */
static int fail_from(const char *path, const ovl_fault *fault) {
  const char *what = fault->what + strlen(from_fault);
  if (fault->found == fault->expected) {
    return command_fail(EXIT_INPUT, "--from %s: %s are not those of this build", path, what);
  }
  return command_fail(EXIT_INPUT, "--from %s: %s is %" PRId64 "; of this build it is %" PRId64,
                      path, what, (int64_t)fault->found, (int64_t)fault->expected);
}

/* One line for the first that fails; what the others would say is about that, or no news. */
static void note(struct baker *baker, const char *path, const struct out_file *file,
                 ovl_result result, const ovl_fault *fault) {
  platform_lock_take(baker->lock);
  const struct build *build = baker->job->build;
  if (baker->code == EXIT_DONE && file->code != EXIT_DONE) {
    baker->code = out_file_tell(path, file->why);
  } else if (baker->code == EXIT_DONE && result == OVL_BAD_ARGUMENT && build->files.from != NULL &&
             strncmp(fault->what, from_fault, strlen(from_fault)) == 0) {
    baker->code = fail_from(build->files.from, fault);
  } else if (baker->code == EXIT_DONE && result != OVL_OK) {
    baker->code = game_map_fail_bake(&baker->job->source->of.map, baker->job->build->files.map,
                                     result, fault);
  }
  platform_lock_give(baker->lock);
}

static bool open_part(struct baker *baker, const char *path, struct out_file *file) {
  platform_lock_take(baker->lock);
  const bool good = baker->code == EXIT_DONE;
  if (good) {
    baker->code = out_file_open(file, path);
    file->quiet = true;
  }
  const bool opened = good && baker->code == EXIT_DONE;
  platform_lock_give(baker->lock);
  return opened;
}

static ovl_part_def make_def(struct baker *baker, struct worker *worker, int32_t index,
                             struct out_file *file) {
  const struct part_job *job = baker->job;
  ovl_part_def def = {0};
  def.bake = job->source->def;
  if (job->source->cut) {
    part_rows_use(&worker->rows, &def.bake);
  }
  def.bake.jobs = baker->jobs;
  def.bake.progress = show_progress;
  def.bake.progress_user = worker;
  def.index = index;
  def.count = job->plan.count;
  def.map_identity = baker->identity;
  def.from = worker->from.world;
  def.write = out_file_take;
  def.write_user = file;
  return def;
}

static void bake_part(struct baker *baker, struct worker *worker, int32_t index, const char *path) {
  struct out_file file;
  ovl_fault fault = {.what = ""};
  if (!open_part(baker, path, &file)) {
    return;
  }
  const ovl_part_def def = make_def(baker, worker, index, &file);
  const ovl_result result = ovl_part_bake(&def, &fault);
  if (result == OVL_OK) {
    const int code = out_file_commit(&file);
    if (code == EXIT_DONE && baker->folder != NULL) {
      part_folder_note_finished();
    }
  } else if (file.code == EXIT_DONE) {
    out_file_discard(&file);
    file.code = EXIT_DONE; /* it was no fault of the file's */
  }
  note(baker, path, &file, result, &fault);
  platform_lock_take(baker->lock);
  baker->done_regions += worker->part_regions;
  worker->done = 0;
  worker->part_regions = 0;
  platform_lock_give(baker->lock);
}

/* Whether a part needs not even its rows. */
static bool is_finished(const struct baker *baker, int32_t index) {
  const struct part_folder *folder = baker->folder;
  return folder != NULL && !folder->by_rows && folder->finished[index];
}

/* Whether a part is finished, and of the rows that were read. */
static bool has_same_rows(struct baker *baker, const struct worker *worker, int32_t index,
                          const ovl_part_rows *rows) {
  struct part_folder *folder = baker->folder;
  const struct build_source *source = baker->job->source;
  if (folder == NULL || !folder->by_rows) {
    return false;
  }
  const size_t bytes = (size_t)rows->row_count * (size_t)source->def.width;
  const bool finished = folder->finished[index];
  const bool same =
      part_folder_take_rows(folder, index, fast_hash_bytes(0, worker->rows.terrain, bytes));
  baker->done_regions -= finished && !same ? count_regions(source, rows) : 0;
  return same;
}

/* Reads the rows of the next part that is not finished. False: there is none, or something
 * failed. */
static bool take_part(struct baker *baker, struct worker *worker, int32_t *index) {
  struct build_source *source = baker->job->source;
  const int32_t count = baker->job->plan.count;
  ovl_part_rows rows;
  platform_lock_take(baker->lock);
  bool any = false;
  while (!any && baker->code == EXIT_DONE && baker->next < count) {
    *index = baker->next++;
    any = !is_finished(baker, *index) &&
          ovl_part_rows_of(&source->def, *index, count, &rows, NULL) == OVL_OK;
    if (any && source->cut) {
      baker->code = part_rows_read(&worker->rows, &source->of, rows.first_row, rows.row_count);
      any = baker->code == EXIT_DONE && !has_same_rows(baker, worker, *index, &rows);
    }
  }
  worker->part_regions = any ? count_regions(source, &rows) : 0;
  platform_lock_give(baker->lock);
  return any;
}

/* One call for each part that there is; each takes whatever part is next. */
static void bake_next(void *context, int32_t call, int32_t number) {
  struct baker *baker = context;
  struct worker *worker = &baker->workers[number];
  int32_t index;
  (void)call;
  if (!take_part(baker, worker, &index)) {
    return;
  }
  char *path = part_folder_name(baker->folder, index);
  if (path != NULL) {
    bake_part(baker, worker, index, path);
  } else {
    const struct out_file none = {.code = EXIT_DONE};
    note(baker, "", &none, OVL_NO_MEMORY, NULL);
  }
  free(path);
}

/* ---- All ----------------------------------------------------------------- */

/* An older world that is large is read, so that what was looked at goes out of memory again. */
static int open_from(struct baker *baker) {
  const char *path = baker->job->build->files.from;
  const struct world_file_def def = {.path = path, .safe = baker->job->plan.from_is_read};
  int code = EXIT_DONE;
  for (int32_t i = 0; i < baker->job->plan.threads && path != NULL && code == EXIT_DONE; i++) {
    code = world_file_open_def(&def, &baker->workers[i].from);
  }
  return code;
}

static int begin(struct baker *baker) {
  const struct part_job *job = baker->job;
  const struct part_plan *plan = &job->plan;
  bool good = true;
  baker->lock = platform_lock_create();
  for (int32_t i = 0; i < plan->threads; i++) {
    struct worker *worker = &baker->workers[i];
    worker->baker = baker;
    good = good &&
           (!job->source->cut || part_rows_begin(&worker->rows, &job->source->of, plan->most_rows));
  }
  const bool alone = baker->folder == NULL;
  for (int32_t i = alone ? baker->next : 0; i < (alone ? baker->next + 1 : plan->count); i++) {
    ovl_part_rows rows;
    if (ovl_part_rows_of(&job->source->def, i, plan->count, &rows, NULL) == OVL_OK) {
      const uint64_t regions = count_regions(job->source, &rows);
      baker->all_regions += regions;
      baker->done_regions += !alone && baker->folder->finished[i] ? regions : 0;
    }
  }
  progress_begin(&baker->progress, "Baking", job->build->progress);
  baker->progress.kept = baker->done_regions;
  baker->progress.cells =
      job->source->cut ? (uint64_t)job->source->def.width * (uint64_t)job->source->def.height : 0;
  return good && baker->lock != NULL ? open_from(baker) : command_fail_memory("the rows of a part");
}

static int end(struct baker *baker) {
  progress_end(&baker->progress);
  for (int32_t i = 0; i < baker->job->plan.threads; i++) {
    part_rows_end(&baker->workers[i].rows);
    world_file_close(&baker->workers[i].from);
  }
  platform_lock_destroy(baker->lock);
  const int code = baker->code;
  free(baker);
  return code;
}

/* With a pool of threads if there is more than one. */
static int run(struct baker *baker, int32_t threads,
               void (*work)(struct baker *, const ovl_jobs *)) {
  struct platform_pool *pool;
  const int code = options_start_threads(threads, &pool);
  if (code != EXIT_DONE) {
    return code;
  }
  work(baker, platform_pool_jobs(pool));
  platform_pool_destroy(pool);
  return baker->code;
}

static struct baker *create(const struct part_job *job) {
  struct baker *baker = calloc(1, sizeof *baker);
  if (baker == NULL) {
    command_fail_memory("the parts of the map");
    return NULL;
  }
  baker->job = job;
  baker->identity = job->identity;
  return baker;
}

static void bake_each(struct baker *baker, const ovl_jobs *jobs) {
  /* Of parts that may turn out to be of other rows none can be counted out. */
  const int32_t left =
      baker->job->plan.count - (baker->folder->by_rows ? 0 : baker->folder->kept_count);
  if (jobs != NULL) {
    jobs->run(jobs->user, left, bake_next, baker);
    return;
  }
  for (int32_t i = 0; i < left; i++) {
    bake_next(baker, i, 0);
  }
}

int part_baker_bake_all(const struct part_job *job, struct part_folder *folder) {
  struct baker *baker = create(job);
  if (baker == NULL) {
    return EXIT_SYSTEM;
  }
  baker->folder = folder;
  baker->code = begin(baker);
  if (baker->code == EXIT_DONE && job->source->cut && job->plan.kept_rows > 0) {
    baker->code = map_rows_keep(&job->source->of.rows, job->plan.kept_rows);
  }
  if (baker->code == EXIT_DONE) {
    baker->code = run(baker, job->plan.threads, bake_each);
  }
  return end(baker);
}

static void bake_one(struct baker *baker, const ovl_jobs *jobs) {
  struct worker *worker = &baker->workers[0];
  int32_t index;
  baker->jobs = jobs;
  bool any = take_part(baker, worker, &index);
  if (any && baker->job->source->cut && map_rows_is_stream(&baker->job->source->of.rows)) {
    /* Parts that others bake must be told from those of other maps, so all rows are read. */
    baker->code = map_rows_identify_stream(&baker->job->source->of.rows, &baker->identity);
    any = baker->code == EXIT_DONE;
  }
  if (any) {
    bake_part(baker, worker, index, baker->path);
  }
}

int part_baker_bake_one(const struct part_job *job, int32_t index, const char *path) {
  struct baker *baker = create(job);
  if (baker == NULL) {
    return EXIT_SYSTEM;
  }
  baker->path = path;
  baker->next = index;
  baker->code = begin(baker);
  if (baker->code == EXIT_DONE) {
    baker->code = run(baker, job->build->threads, bake_one);
  }
  return end(baker);
}
