/* The module's allocator: blocks of up to 2 KB come from a free list of their size, a power of two;
 * larger ones are whole pages of 4 KB, taken first fit from a list of free runs in the order of
 * their addresses, whose neighbours are joined. The memory of a module can grow but never shrink,
 * so runs are used again before it grows.
 *
 * Invariant: no two free runs touch each other. */
#include "tools/explorer/module/module_memory.h"

enum {
  LEAST_LOG2 = 4,
  MOST_LOG2 = 11,
  PAGE_BYTES = 4096,
  CHUNK_BYTES = 65536 /* pages that small blocks are cut from; also a page of WebAssembly */
};

struct free_block {
  struct free_block *next;
};

struct free_run {
  struct free_run *next;
  size_t bytes;
};

static struct {
  struct free_block *small[MOST_LOG2 + 1];
  struct free_run *runs;
  size_t used, held, limit;
} memory;

/* ---- Pages of the system ---- */

#ifdef __wasm__

static void *grow(size_t bytes) {
  const size_t old = __builtin_wasm_memory_grow(0, bytes / CHUNK_BYTES);
  return old == SIZE_MAX ? NULL : (void *)(uintptr_t)(old * CHUNK_BYTES);
}

#else

#include <stdlib.h>

static void *grow(size_t bytes) { return malloc(bytes); }

#endif

/* ---- Runs of pages ---- */

static char *end_of(const struct free_run *run) { return (char *)run + run->bytes; }

static void release_run(void *memory_, size_t bytes) {
  struct free_run *run = memory_;
  struct free_run **link = &memory.runs;
  struct free_run *before = NULL;
  while (*link != NULL && (uintptr_t)*link < (uintptr_t)run) {
    before = *link;
    link = &before->next;
  }
  run->bytes = bytes;
  run->next = *link;
  *link = run;
  if (run->next != NULL && end_of(run) == (char *)run->next) {
    run->bytes += run->next->bytes;
    run->next = run->next->next;
  }
  if (before != NULL && end_of(before) == (char *)run) {
    before->bytes += run->bytes;
    before->next = run->next;
  }
}

/* Takes the first run that is long enough; the rest of it stays free. */
static void *take_run(size_t bytes) {
  struct free_run **link = &memory.runs;
  while (*link != NULL && (*link)->bytes < bytes) {
    link = &(*link)->next;
  }
  struct free_run *run = *link;
  if (run == NULL) {
    return NULL;
  }
  if (run->bytes > bytes) {
    struct free_run *rest = (struct free_run *)((char *)run + bytes);
    *rest = (struct free_run){run->next, run->bytes - bytes};
    *link = rest;
  } else {
    *link = run->next;
  }
  return run;
}

static void *allocate_run(size_t bytes) {
  void *found = take_run(bytes);
  if (found != NULL) {
    return found;
  }
  const size_t more = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
  const bool is_within = memory.limit == 0 || memory.held + more <= memory.limit;
  void *fresh = is_within ? grow(more) : NULL;
  if (fresh == NULL) {
    return NULL;
  }
  memory.held += more;
  release_run(fresh, more);
  return take_run(bytes);
}

/* ---- Small blocks ---- */

static void *allocate_small(int log2) {
  if (memory.small[log2] == NULL) {
    char *chunk = allocate_run(CHUNK_BYTES);
    if (chunk == NULL) {
      return NULL;
    }
    for (size_t at = CHUNK_BYTES; at > 0; at -= (size_t)1 << log2) {
      struct free_block *block = (struct free_block *)(chunk + at - ((size_t)1 << log2));
      block->next = memory.small[log2];
      memory.small[log2] = block;
    }
  }
  struct free_block *block = memory.small[log2];
  memory.small[log2] = block->next;
  return block;
}

/* The power of two that holds a small block; MOST_LOG2 + 1: it is not small. */
static int log2_of(size_t bytes) {
  int log2 = LEAST_LOG2;
  while (log2 <= MOST_LOG2 && ((size_t)1 << log2) < bytes) {
    log2++;
  }
  return log2;
}

static size_t round_to_pages(size_t bytes) {
  return (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
}

static void *allocate(void *user, size_t bytes) {
  (void)user;
  if (bytes > SIZE_MAX / 2) {
    return NULL;
  }
  const int log2 = log2_of(bytes);
  void *block = log2 <= MOST_LOG2 ? allocate_small(log2) : allocate_run(round_to_pages(bytes));
  if (block != NULL) {
    memory.used += bytes;
  }
  return block;
}

static void release(void *user, void *block, size_t bytes) {
  (void)user;
  if (block == NULL) {
    return;
  }
  memory.used -= bytes;
  const int log2 = log2_of(bytes);
  if (log2 > MOST_LOG2) {
    release_run(block, round_to_pages(bytes));
    return;
  }
  struct free_block *freed = block;
  freed->next = memory.small[log2];
  memory.small[log2] = freed;
}

/* ---- Calls ---- */

const ovl_allocator *module_allocator(void) {
  static const ovl_allocator allocator = {allocate, release, NULL};
  return &allocator;
}

EXPLORER_EXPORT(module_allocate) void *module_allocate(uint32_t bytes) {
  return allocate(NULL, bytes);
}

EXPLORER_EXPORT(module_release) void module_release(void *block, uint32_t bytes) {
  release(NULL, block, bytes);
}

bool module_reserve(void *array, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) {
    return true;
  }
  const size_t more = count + count / 4;
  if (more > SIZE_MAX / 2 / size) {
    return false;
  }
  void *larger = allocate(NULL, more * size);
  if (larger == NULL) {
    return false;
  }
  void *before;
  memcpy(&before, array, sizeof before);
  release(NULL, before, *capacity * size);
  memcpy(array, &larger, sizeof larger);
  *capacity = more;
  return true;
}

/* Sets how many bytes may be allocated at most, with what is free between them; 0: no limit. */
EXPLORER_CALL(module_limit) void module_limit(double bytes) { memory.limit = (size_t)bytes; }

/* Bytes that are allocated now, and bytes of the memory as a whole. */
EXPLORER_CALL(module_bytes_used) double module_bytes_used(void) { return (double)memory.used; }
EXPLORER_CALL(module_bytes_held) double module_bytes_held(void) { return (double)memory.held; }

/* ---- Memory functions, which the compiler also calls by itself ---- */

#ifdef __wasm__

/* With bulk memory operations each of the first three is one instruction. */
void *memcpy(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
void *memmove(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
void *memset(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

int memcmp(const void *a, const void *b, size_t bytes) {
  const uint8_t *const first = a;
  const uint8_t *const second = b;
  for (size_t i = 0; i < bytes; i++) {
    if (first[i] != second[i]) {
      return first[i] < second[i] ? -1 : 1;
    }
  }
  return 0;
}

#endif
