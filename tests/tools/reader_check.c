/* See reader_check.h. */
#include "tests/tools/reader_check.h"

#include "tools/base/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hear_fail(void *user, const char *line) {
  heard *h = user;
  h->fails++;
  snprintf(h->fail, sizeof h->fail, "%s", line);
}

static void hear_warning(void *user, const char *line) {
  heard *h = user;
  const size_t length = strlen(h->warning);
  h->warnings++;
  snprintf(h->warning + length, sizeof h->warning - length, "%s\n", line);
}

struct reader_talk heard_talk(heard *h) {
  *h = (heard){0};
  return (struct reader_talk){hear_warning, hear_fail, h};
}

const char *own_file(const char *ending) {
  static char path[1000];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/overland_tests.%" PRIu64 ".%s", folder != NULL ? folder : "/tmp",
           platform_process_id(), ending);
  return path;
}
