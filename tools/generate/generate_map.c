/* Writes a map that a generator draws: see generate_map.h.
 *
 * Rows are made in batches and written in order. Where rows are independent each thread has a
 * generator of its own, and a batch has some rows for each. */
#include "tools/generate/generate_map.h"

#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_THREADS = 64, ROWS_A_THREAD = 4, BATCH_BYTES = 1 << 20 };

struct batch {
  const struct generator *generator;
  void *states[MOST_THREADS]; /* a maker for each thread */
  int32_t threads;
  int32_t width;
  size_t row_bytes; /* of letters: with the end of the line */
  int32_t first;    /* row that the batch begins with */
  uint8_t *rows;    /* as they are written */
};

static void make_row(void *context, int32_t index, int32_t worker) {
  struct batch *batch = context;
  uint8_t *row = batch->rows + (size_t)index * batch->row_bytes;
  batch->generator->row(batch->states[worker], batch->first + index, row);
  if (!batch->generator->grey) {
    row[batch->width] = '\n';
  }
}

static void make_rows(struct batch *batch, int32_t count, const ovl_jobs *jobs) {
  if (jobs != NULL) {
    jobs->run(jobs->user, count, make_row, batch);
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    make_row(batch, i, 0);
  }
}

static int write_header(const struct batch *batch, const struct generate_def *def,
                        struct out_file *file) {
  char text[96];
  const int length =
      batch->generator->grey
          ? snprintf(text, sizeof text, "P5\n%" PRId32 " %" PRId32 "\n255\n", def->width,
                     def->height)
          : snprintf(text, sizeof text, "type %s%s\nheight %" PRId32 "\nwidth %" PRId32 "\nmap\n",
                     def->layout != NULL ? "hexagons " : "octile",
                     def->layout != NULL ? def->layout : "", def->height, def->width);
  return out_file_write(file, text, (size_t)length);
}

static int write_rows(struct batch *batch, const struct generate_def *def, const ovl_jobs *jobs,
                      struct out_file *file, struct progress *progress) {
  batch->row_bytes = (size_t)def->width + (batch->generator->grey ? 0 : 1);
  const int32_t fitting = (int32_t)(BATCH_BYTES / batch->row_bytes);
  const int32_t least = ROWS_A_THREAD * batch->threads;
  const int32_t most = fitting > least ? fitting : least;
  batch->rows = malloc((size_t)most * batch->row_bytes);
  if (batch->rows == NULL) {
    return command_fail_memory("some rows of the map");
  }
  int code = write_header(batch, def, file);
  while (batch->first < def->height && code == EXIT_DONE) {
    const int32_t left = def->height - batch->first;
    const int32_t count = left < most ? left : most;
    make_rows(batch, count, jobs);
    code = out_file_write(file, batch->rows, (size_t)count * batch->row_bytes);
    batch->first += count;
    progress_show(progress, (uint64_t)batch->first, (uint64_t)def->height);
  }
  free(batch->rows);
  return code;
}

static int make(struct batch *batch, const struct generate_def *def, const ovl_jobs *jobs,
                struct out_file *file, enum progress_form form) {
  struct progress progress;
  bool good = true;
  for (int32_t i = 0; i < batch->threads; i++) {
    batch->states[i] = batch->generator->begin(def);
    good = good && batch->states[i] != NULL;
  }
  progress_begin(&progress, "Generating", form);
  progress.cells = (uint64_t)def->width * (uint64_t)def->height;
  const int code =
      good ? write_rows(batch, def, jobs, file, &progress) : command_fail_memory("the map's rows");
  progress_end(&progress);
  for (int32_t i = 0; i < batch->threads; i++) {
    if (batch->states[i] != NULL) {
      batch->generator->end(batch->states[i]);
    }
  }
  return code;
}

int generate_map(const struct generator *generator, const struct generate_def *def,
                 const char *path, int32_t threads, enum progress_form form) {
  struct out_file file;
  struct batch batch = {
      .generator = generator, .width = def->width, .threads = generator->rows_apart ? threads : 1};
  int code = out_file_open(&file, path);
  if (code != EXIT_DONE) {
    return code;
  }
  struct platform_pool *pool;
  code = options_start_threads(batch.threads, &pool);
  if (code == EXIT_DONE) {
    code = make(&batch, def, platform_pool_jobs(pool), &file, form);
  }
  platform_pool_destroy(pool);
  if (code != EXIT_DONE) {
    out_file_discard(&file);
    return code;
  }
  return out_file_commit(&file);
}
