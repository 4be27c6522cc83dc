/* How costs grow with the size of a world, as a picture: first step, whole path, bake and merge,
 * memory of the bake, the length of the file and opening it, each against the number of cells. */
#ifndef OVERLAND_BENCH_PLOT_SCALE_PICTURE_H
#define OVERLAND_BENCH_PLOT_SCALE_PICTURE_H

/* Draws a table as bench/scale.sh writes it, with the columns cells, first_step_us,
 * first_step_p99_us, cold_first_step_us, full_path_us, full_path_p99_us, bake_s, merge_s,
 * memory_bytes, world_bytes and open_us; title NULL: none. Returns an exit code, after one line on
 * standard error if it is not EXIT_DONE. */
int scale_picture_write(const char *table, const char *title, const char *path);

#endif
