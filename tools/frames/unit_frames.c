/* The map is drawn once, and its pixels are copied for each frame. */
#include "tools/frames/unit_frames.h"

#include "tools/base/fail.h"
#include "tools/codec/png.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 128, NAME_BYTES = 4096 };

static const struct canvas_color side_colors[] = {
    {0x1f, 0x5f, 0xd0, 0xff}, {0xd0, 0x2f, 0x2f, 0xff}, {0x1a, 0x8a, 0x3a, 0xff},
    {0xe0, 0x8a, 0x00, 0xff}, {0x80, 0x40, 0xb0, 0xff}, {0x30, 0x30, 0x30, 0xff}};

/* Draws the unit of a line, which is smaller than the rest of its cell. False: it is none. */
static bool draw_unit(const struct map_view *view, const char *line) {
  const int sides = (int)(sizeof side_colors / sizeof side_colors[0]);
  int64_t numbers[4];
  for (int i = 0; i < 4; i++) {
    char *end;
    errno = 0;
    numbers[i] = strtoll(line, &end, 10);
    if (end == line || errno != 0 || (i >= 2 && numbers[i] < 0))
      return false;
    line = end;
  }
  if (line[strspn(line, " \r\n")] != '\0')
    return false;
  const double unit = OVL_POINT_UNIT;
  const struct canvas_point centre =
      map_view_place(view, (double)numbers[0] / unit, (double)numbers[1] / unit);
  const struct canvas_color *color = &side_colors[numbers[3] % sides];
  canvas_disc(view->canvas, centre, (double)numbers[2] / unit * view->scale, *color);
  return true;
}

static int write_frame(const struct canvas *canvas, const char *out, uint32_t number) {
  char name[NAME_BYTES];
  const size_t length = strlen(out);
  const bool has_ending = length > 4 && strcmp(out + length - 4, ".png") == 0;
  const int stem = (int)(has_ending ? length - 4 : length);
  if (snprintf(name, sizeof name, "%.*s-%04" PRIu32 ".png", stem, out, number) >= NAME_BYTES)
    return command_fail(EXIT_USAGE, "%s: the name is too long", out);
  return png_write(name, canvas->width, canvas->height, canvas->pixels);
}

/* Draws and writes the frames of a file; `bytes` of pixels are the map's. */
static int write_frames(const struct map_view *view, FILE *file, const char *path, const char *out,
                        const uint8_t *map, size_t bytes) {
  char line[LINE_BYTES];
  uint32_t frames = 0;
  size_t number = 0;
  bool has_units = false;
  int code = EXIT_DONE;
  for (bool more = true; more && code == EXIT_DONE;) {
    more = fgets(line, sizeof line, file) != NULL;
    number++;
    const bool is_empty = !more || line[strspn(line, " \r\n")] == '\0';
    if (!is_empty && !draw_unit(view, line))
      return command_fail(EXIT_INPUT, "%s:%zu: not X Y RADIUS SIDE of a unit", path, number);
    has_units = has_units || !is_empty;
    if (is_empty && has_units) {
      code = write_frame(view->canvas, out, frames++);
      memcpy(view->canvas->pixels, map, bytes);
      has_units = false;
    }
  }
  if (code == EXIT_DONE && ferror(file) != 0)
    return command_fail(EXIT_SYSTEM, "%s: %s", path, strerror(errno));
  if (code == EXIT_DONE && frames == 0)
    return command_fail(EXIT_INPUT, "%s: there is no unit", path);
  return code;
}

int unit_frames_write(const struct map_view *view, const char *path, const char *out) {
  const size_t bytes = 3 * (size_t)view->canvas->width * (size_t)view->canvas->height;
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    return command_fail(EXIT_INPUT, "%s: %s", path, strerror(errno));
  uint8_t *map = malloc(bytes);
  int code;
  if (map == NULL) {
    code = command_fail_memory("the pictures");
  } else {
    memcpy(map, view->canvas->pixels, bytes);
    canvas_set_clip(view->canvas, view->rect);
    code = write_frames(view, file, path, out, map, bytes);
    canvas_clear_clip(view->canvas);
  }
  free(map);
  fclose(file);
  return code;
}
