/* Worlds and planners that no query has used: see bench_touch.h. */
#include "bench/measure/bench_touch.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"

#include <stdlib.h>
#include <string.h>

struct touch_name {
  const char *word, *sentence;
};

static const struct touch_name touch_names[] = {
    [BENCH_TOUCH_REST] = {"rest", "at rest: one planner answers all problems in turn"},
    [BENCH_TOUCH_FIRST] = {"first", "first touch: each problem has a new planner and a file that "
                                    "was opened anew"},
    [BENCH_TOUCH_REPEATED] = {"repeated",
                              "repeated: each problem is solved once before it is timed"},
};

const char *bench_touch_word(enum bench_touch touch) { return touch_names[touch].word; }

const char *bench_touch_sentence(enum bench_touch touch) { return touch_names[touch].sentence; }

bool bench_touch_parse(const char *word, enum bench_touch *touch) {
  *touch = BENCH_TOUCH_REST;
  for (size_t i = 0; word != NULL && i < sizeof touch_names / sizeof touch_names[0]; i++) {
    if (strcmp(word, touch_names[i].word) == 0) {
      *touch = (enum bench_touch)i;
      return true;
    }
  }
  return word == NULL;
}

static void close_world(struct bench_fresh *fresh) {
  ovl_planner_destroy(fresh->planner);
  fresh->planner = NULL;
  if (fresh->is_open) {
    world_file_close(&fresh->file);
    fresh->is_open = false;
  }
}

/* An allocator of memory that this process has not touched: malloc gives again what was freed. */
static void *allocate_untouched(void *user, size_t byte_count) {
  struct bench_fresh *fresh = user;
  void *memory = malloc(byte_count);
  if (memory != NULL) {
    fresh->keeps_pages |= !platform_drop_pages(memory, byte_count);
  }
  return memory;
}

static void release_untouched(void *user, void *memory, size_t byte_count) {
  (void)user;
  (void)byte_count;
  free(memory);
}

static ovl_result make_planner(struct bench_fresh *fresh) {
  ovl_planner_def def = {.world = fresh->file.world};
  def.allocator = (ovl_allocator){allocate_untouched, release_untouched, fresh};
  return ovl_planner_create(&def, &fresh->planner, NULL);
}

/* Opening a file and making a planner for it read some of its pages. */
static void drop_file(struct bench_fresh *fresh) {
  const struct platform_mapping *mapping = &fresh->file.mapping;
  if (fresh->file.is_mapped) {
    fresh->keeps_pages |= !platform_drop_pages((void *)mapping->bytes, mapping->byte_count);
  }
}

ovl_result bench_fresh_begin(struct bench_fresh *fresh) {
  close_world(fresh);
  fresh->exit_code = world_file_open_def(fresh->def, &fresh->file);
  if (fresh->exit_code != EXIT_DONE) {
    return OVL_READ_FAILED;
  }
  fresh->is_open = true;
  const ovl_result result = make_planner(fresh);
  drop_file(fresh);
  return result;
}

void bench_fresh_end(struct bench_fresh *fresh) { close_world(fresh); }
