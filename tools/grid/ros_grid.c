/* Occupancy grids of ROS: see sign_grid.h. The meaning of the settings is that of map_server of
 * Navigation 2 (docs.nav2.org, Map Server): a pixel is occupied by 1 minus its brightness, or by
 * its brightness with `negate`. */
#include "tools/grid/ros_grid.h"

#include "tools/base/platform.h"
#include "tools/codec/image_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum mode { TRINARY, SCALE, RAW };
enum { FREE = 0, OCCUPIED = 100, UNKNOWN = -1 };

struct ros_settings {
  char image[512];
  enum mode mode;
  bool negate;
  double occupied, free, resolution, origin[3];
  int listed; /* numbers of the origin that stood in lines of their own; -1: none should */
};

static bool write_occupancy(int32_t value, char text[GRID_SIGN_BYTES]) {
  if (value == FREE || value == OCCUPIED || value == UNKNOWN) {
    snprintf(text, GRID_SIGN_BYTES, "%s",
             value == FREE       ? "free"
             : value == OCCUPIED ? "occupied"
                                 : "unknown");
  } else {
    snprintf(text, GRID_SIGN_BYTES, "partly_%" PRId32, value);
  }
  return true;
}

/* ---- The settings -------------------------------------------------------- */

static int fail_value(const struct reader_file *file, size_t line, const char *key,
                      const char *value, const char *right) {
  return reader_fail(file, "line %zu: %s is '%.80s'; it should be %s", line, key, value, right);
}

static bool parse(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  end += strspn(end, " \t");
  return end != text && *end == '\0' && isfinite(*number);
}

static int take_mode(const struct reader_file *file, size_t line, const char *value,
                     enum mode *mode) {
  static const char *const modes[] = {"trinary", "scale", "raw"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(value, modes[i]) == 0) {
      *mode = (enum mode)i;
      return EXIT_DONE;
    }
  }
  return fail_value(file, line, "mode", value, "trinary, scale or raw");
}

static int take_origin(const struct reader_file *file, size_t line, const char *value,
                       double origin[3]) {
  char *end = NULL;
  const char *at = value + strspn(value, "[ \t");
  for (int i = 0; i < 3; i++) {
    origin[i] = strtod(at, &end);
    if (i < 2 && (end == at || !isfinite(origin[i]))) {
      return fail_value(file, line, "origin", value, "[x, y, yaw]");
    }
    at = end + strspn(end, ", \t");
  }
  return EXIT_DONE;
}

/* A key with its value, without the blanks, quotes and comment around it. */
static int take_setting(const struct reader_file *file, size_t line, const char *key,
                        const char *value, struct ros_settings *settings) {
  const struct {
    const char *key;
    double *number;
  } numbers[] = {{"resolution", &settings->resolution},
                 {"occupied_thresh", &settings->occupied},
                 {"free_thresh", &settings->free}};
  if (strcmp(key, "image") == 0) {
    snprintf(settings->image, sizeof settings->image, "%s", value);
  } else if (strcmp(key, "mode") == 0) {
    return take_mode(file, line, value, &settings->mode);
  } else if (strcmp(key, "origin") == 0) {
    settings->listed = value[0] == '\0' ? 0 : -1;
    return value[0] == '\0' ? EXIT_DONE : take_origin(file, line, value, settings->origin);
  } else if (strcmp(key, "negate") == 0) {
    settings->negate = strcmp(value, "1") == 0 || strcmp(value, "true") == 0;
    return settings->negate || strcmp(value, "0") == 0 || strcmp(value, "false") == 0
               ? EXIT_DONE
               : fail_value(file, line, key, value, "0 or 1");
  }
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (strcmp(key, numbers[i].key) == 0 &&
        (!parse(value, numbers[i].number) || *numbers[i].number < 0)) {
      return fail_value(file, line, key, value, "a number above 0");
    }
  }
  return EXIT_DONE;
}

/* Copies what stands between two places, without blanks and quotes around it. */
static void copy_trimmed(const char *from, const char *to, char out[512]) {
  size_t length = 0;
  while (from < to && strchr(" \t\r\"'", *from) != NULL) {
    from++;
  }
  while (to > from && strchr(" \t\r\"'", to[-1]) != NULL) {
    to--;
  }
  length = (size_t)(to - from) < 511 ? (size_t)(to - from) : 511;
  memcpy(out, from, length);
  out[length] = '\0';
}

static int read_settings(const struct reader_file *file, const char *bytes, size_t byte_count,
                         struct ros_settings *settings) {
  const char *end = bytes + byte_count;
  size_t line = 1;
  for (const char *at = bytes; at < end; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    const char *next = stop != NULL ? stop + 1 : end;
    stop = stop != NULL ? stop : end;
    const char *comment = at;
    while (comment < stop && !(*comment == '#' && (comment == at || strchr(" \t", comment[-1])))) {
      comment++;
    }
    stop = comment;
    const char *colon = memchr(at, ':', (size_t)(stop - at));
    if (colon != NULL) {
      char key[512], value[512];
      copy_trimmed(at, colon, key);
      copy_trimmed(colon + 1, stop, value);
      const int code = take_setting(file, line, key, value, settings);
      if (code != EXIT_DONE) {
        return code;
      }
    }
    char item[512];
    copy_trimmed(at, stop, item);
    if (colon == NULL && settings->listed >= 0 && settings->listed < 3 && item[0] == '-') {
      double *number = &settings->origin[settings->listed++];
      if (!parse(item + 1, number)) {
        return fail_value(file, line, "a number of the origin", item + 1, "as -12.5");
      }
    }
    at = next;
  }
  if (settings->image[0] == '\0') {
    return reader_fail(file, "it names no image; it should, as in image: map.pgm");
  }
  if (!(settings->occupied > settings->free)) {
    return reader_fail(file, "its occupied_thresh %g should be above its free_thresh %g",
                       settings->occupied, settings->free);
  }
  return EXIT_DONE;
}

/* ---- The picture --------------------------------------------------------- */

/* 0 to 1. */
static double brightness(const struct image *image, size_t pixel) {
  if (image_is_grey(image)) {
    return (double)image->samples[pixel] / image->max_sample;
  }
  const uint32_t color = image->colors[pixel];
  return ((color >> 16 & 255) + (color >> 8 & 255) + (color & 255)) / 765.0;
}

static int32_t occupancy(const struct ros_settings *settings, double bright) {
  const double occupied = settings->negate ? bright : 1 - bright;
  if (settings->mode == RAW) {
    const double value = floor(bright * 255 + 0.5);
    return value <= OCCUPIED ? (int32_t)value : UNKNOWN;
  }
  if (occupied > settings->occupied) {
    return OCCUPIED;
  }
  if (occupied < settings->free) {
    return FREE;
  }
  const double share = (occupied - settings->free) / (settings->occupied - settings->free);
  return settings->mode == SCALE ? (int32_t)floor(share * 98 + 1 + 0.5) : UNKNOWN;
}

/* The picture lies in the folder of the file or below it. A path of another machine, as of the one
 * that saved the map, stands for a picture of that name beside the file. */
static int make_path(const struct reader_file *file, const char *image, char path[1024]) {
  const size_t folder = (size_t)(platform_file_name(file->path) - file->path);
  const bool is_outside = strstr(image, "..") != NULL || platform_is_separator(image[0]) ||
                          image[0] == '~' || strchr(image, ':') != NULL;
  const char *name = image;
  for (const char *at = image; is_outside && *at != '\0'; at++) {
    name = platform_is_separator(*at) || *at == '/' || *at == '\\' ? at + 1 : name;
  }
  const int length = snprintf(path, 1024, "%.*s%s", (int)folder, file->path, name);
  if (length <= 0 || length >= 1024) {
    return reader_fail(file, "the name of the image is too long");
  }
  return !is_outside || platform_file_kind(path) == PLATFORM_FILE_REGULAR
             ? EXIT_DONE
             : reader_fail(file,
                           "the image '%.200s' lies outside of the folder of this file, and "
                           "%.200s is not there; copy it there",
                           image, path);
}

int ros_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                  struct sign_grid *grid) {
  struct ros_settings settings = {
      .occupied = 0.65, .free = 0.196, .listed = -1}; /* as where they are missing */
  char path[1024];
  const struct reader_talk talk = reader_talk_within(file);
  struct image image = {0};
  int code = read_settings(file, bytes, byte_count, &settings);
  if (code == EXIT_DONE) {
    code = make_path(file, settings.image, path);
  }
  if (code == EXIT_DONE) {
    code = image_file_read(path, &talk, &image);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  const size_t cells = (size_t)image.width * (size_t)image.height;
  int32_t *values = malloc(cells * sizeof *values);
  if (values == NULL) {
    image_free(&image);
    return reader_fail_memory(file);
  }
  for (size_t i = 0; i < cells; i++) {
    const bool is_open = settings.mode == SCALE && image_is_clear(&image, i);
    values[i] = is_open ? UNKNOWN : occupancy(&settings, brightness(&image, i));
  }
  grid->width = image.width;
  grid->height = image.height;
  grid->metres = (struct grid_metres){settings.resolution, settings.origin[0], settings.origin[1],
                                      settings.origin[2]};
  grid->has_metres = true;
  code = sign_grid_make(file, values, write_occupancy, grid);
  free(values);
  image_free(&image);
  return code;
}
