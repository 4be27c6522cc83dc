/* Times of the Explorer's module, compiled for this machine: explorer_times WORLD X,Y,X,Y...
 * Prints a line for each query: microseconds of a first step and of a whole path, the least of
 * five means over 3 ms. tests/explorer/times.js does the same with the module in WebAssembly.
 */
#include "tools/base/platform.h"
#include "tools/explorer/module/module_file.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_world.h"

#include <inttypes.h>
#include <stdio.h>

#define MEASURED_US 3000
#define MEASUREMENTS 5

/* Reads a file into memory of the module; 0: it can't be read. */
static int open_world(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    return OVL_READ_FAILED;
  }
  const long length = ftell(file);
  uint8_t *bytes = length > 0 ? module_allocate((uint32_t)length) : NULL;
  rewind(file);
  const bool is_read = bytes != NULL && fread(bytes, 1, (size_t)length, file) == (size_t)length;
  fclose(file);
  return is_read ? module_open(bytes, (uint32_t)length, 0, 0, OVL_MAX_SIDE_CELLS) : OVL_READ_FAILED;
}

/* Microseconds of a call; 0: it failed. */
static double measure_once(int32_t (*call)(int32_t times)) {
  for (int32_t times = 1;; times *= 4) {
    const double begin = platform_now_us();
    if (call(times) != OVL_OK) {
      return 0;
    }
    const double spent = platform_now_us() - begin;
    if (spent >= MEASURED_US) {
      return spent / times;
    }
  }
}

static double measure(int32_t (*call)(int32_t times)) {
  double least = measure_once(call);
  for (int i = 1; i < MEASUREMENTS; i++) {
    const double found = measure_once(call);
    least = found < least ? found : least;
  }
  return least;
}

int main(int argc, char **argv) {
  if (argc < 3 || open_world(argv[1]) != OVL_OK) {
    fprintf(stderr, "usage: explorer_times WORLD X,Y,X,Y...\n");
    return 2;
  }
  module_query_ways(OVL_SMOOTH_GRID, 0);
  for (int i = 2; i < argc; i++) {
    int32_t ends[4] = {0};
    if (sscanf(argv[i], "%" SCNd32 ",%" SCNd32 ",%" SCNd32 ",%" SCNd32, &ends[0], &ends[1],
               &ends[2], &ends[3]) != 4) {
      return 2;
    }
    module_query_ends(ends[0], ends[1], ends[2], ends[3]);
    printf("%.3f %.3f\n", measure(module_first_step), measure(module_find_often));
  }
  return 0;
}
