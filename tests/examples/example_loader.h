/* A part of example_streaming: a thread that fetches pieces of a world file, and the reader that
 * answers from those in memory. The lock guards all of it; the file is the thread's alone. */
#ifndef OVERLAND_TESTS_EXAMPLES_EXAMPLE_LOADER_H
#define OVERLAND_TESTS_EXAMPLES_EXAMPLE_LOADER_H

#include "tests/examples/example.h"
#include <overland_stream.h>
#include <pthread.h>

enum {
  PIECE_BYTES = 16 << 10,
  MOST_PIECES = 256 /* in memory */
};

typedef struct piece {
  uint8_t *bytes;    /* NULL: not in memory */
  uint64_t asked_at; /* the piece that was asked for last is fetched first, and dropped last */
  bool is_wanted;
} piece;

typedef struct loader {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed; /* something is wanted, or has come */
  FILE *file;
  uint64_t file_bytes, clock;
  piece *pieces;
  size_t count, held;
  bool waits; /* the reader waits for the thread: while the world is opened */
  bool ends;
} loader;

/* Asks for the pieces of a range; whether all are there. */
static inline bool ask(loader *l, ovl_byte_range range) {
  bool has_all = true;
  for (uint64_t i = range.offset / PIECE_BYTES; i * PIECE_BYTES < range.offset + range.byte_count;
       i++) {
    piece *p = &l->pieces[i];
    p->asked_at = ++l->clock;
    p->is_wanted = p->bytes == NULL;
    has_all = has_all && !p->is_wanted;
  }
  if (!has_all) {
    pthread_cond_broadcast(&l->changed);
  }
  return has_all;
}

/* The reader. Planners call it on their threads. */
static inline bool read_world(void *user, uint64_t offset, void *bytes, size_t count) {
  loader *l = user;
  pthread_mutex_lock(&l->lock);
  bool has_all = ask(l, (ovl_byte_range){offset, count});
  while (!has_all && l->waits) {
    pthread_cond_wait(&l->changed, &l->lock);
    has_all = ask(l, (ovl_byte_range){offset, count});
  }
  for (size_t done = 0; has_all && done < count;) {
    const size_t in_piece = (size_t)((offset + done) % PIECE_BYTES);
    const size_t rest = PIECE_BYTES - in_piece;
    const size_t here = count - done < rest ? count - done : rest;
    memcpy((uint8_t *)bytes + done, l->pieces[(offset + done) / PIECE_BYTES].bytes + in_piece,
           here);
    done += here;
  }
  pthread_mutex_unlock(&l->lock);
  return has_all;
}

/* The piece that is wanted and was asked for last; or that is in memory and was not asked for the
 * longest. NULL: there is none. */
static inline piece *choose(const loader *l, bool wanted) {
  piece *best = NULL;
  for (piece *p = l->pieces; p < l->pieces + l->count; p++) {
    if ((wanted ? p->is_wanted : p->bytes != NULL) &&
        (best == NULL || (p->asked_at > best->asked_at) == wanted)) {
      best = p;
    }
  }
  return best;
}

/* The thread: reads one wanted piece after the other, without the lock. */
static inline void *load(void *user) {
  loader *l = user;
  pthread_mutex_lock(&l->lock);
  while (!l->ends) {
    piece *next = choose(l, true);
    if (next == NULL) {
      pthread_cond_wait(&l->changed, &l->lock);
      continue;
    }
    pthread_mutex_unlock(&l->lock);
    const uint64_t at = (uint64_t)(next - l->pieces) * PIECE_BYTES;
    const uint64_t rest = l->file_bytes - at;
    const size_t bytes = rest < PIECE_BYTES ? (size_t)rest : PIECE_BYTES;
    uint8_t *read = malloc(PIECE_BYTES);
    needs(read != NULL && fseek(l->file, (long)at, SEEK_SET) == 0 &&
              fread(read, 1, bytes, l->file) == bytes,
          "the disk: bytes that can not be read");
    pthread_mutex_lock(&l->lock);
    if (l->held == MOST_PIECES) {
      piece *oldest = choose(l, false);
      free(oldest->bytes);
      oldest->bytes = NULL;
      l->held--;
    }
    next->bytes = read;
    next->is_wanted = false;
    l->held++;
    pthread_cond_broadcast(&l->changed);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

static inline void start_loader(loader *l, const char *path) {
  l->file = fopen(path, "rb");
  needs(l->file != NULL && fseek(l->file, 0, SEEK_END) == 0, path);
  l->file_bytes = (uint64_t)ftell(l->file);
  l->count = (size_t)((l->file_bytes + PIECE_BYTES - 1) / PIECE_BYTES);
  l->pieces = calloc(l->count + 1, sizeof *l->pieces);
  l->waits = true;
  needs(l->pieces != NULL && pthread_mutex_init(&l->lock, NULL) == 0 &&
            pthread_cond_init(&l->changed, NULL) == 0 &&
            pthread_create(&l->thread, NULL, load, l) == 0,
        "the loader");
}

/* From now on the reader does not wait; and the thread ends. */
static inline void set_loader(loader *l, bool ends) {
  pthread_mutex_lock(&l->lock);
  l->waits = false;
  l->ends = ends;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->lock);
}

#endif
