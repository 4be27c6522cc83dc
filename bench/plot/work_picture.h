/* Work against the length of a path, as a picture: a dot for each problem of each world. */
#ifndef OVERLAND_BENCH_PLOT_WORK_PICTURE_H
#define OVERLAND_BENCH_PLOT_WORK_PICTURE_H

#include <stddef.h>

enum { WORK_MOST_TABLES = 6 };

/* Tables of overland bench --csv, up to WORK_MOST_TABLES. */
struct work_picture_def {
  char *const *tables;
  const char *const *names; /* of the worlds, for the legend */
  size_t count;
  const char *title;
  const char *path; /* of the PNG file */
};

/* Returns an exit code, after one line on standard error if it is not EXIT_DONE. */
int work_picture_write(const struct work_picture_def *def);

#endif
