/* Reads maps of one sign a cell: see grid_reader.h. */
#include "tools/grid/grid_reader.h"

#include "tools/base/platform.h"
#include "tools/grid/number_grid.h"
#include "tools/grid/ros_grid.h"
#include "tools/grid/text_level.h"

#include <stdlib.h>
#include <string.h>

/* ---- Recognising --------------------------------------------------------- */

static bool begins_line(const char *text, const char *word) {
  for (const char *at = text; at != NULL; at = strchr(at, '\n')) {
    at += at != text || *at == '\n' ? strspn(at, "\n") : 0;
    if (strncmp(at, word, strlen(word)) == 0) {
      return true;
    }
  }
  return false;
}

/* Numbers and what parts them, at least two of them, in the first line. */
static bool is_numbers(const char *text) {
  const size_t length = strcspn(text, "\r\n");
  size_t numbers = 0;
  for (size_t i = 0; i < length; i++) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (!is_digit && strchr("+-.,; \t", text[i]) == NULL) {
      return false;
    }
    const bool was_digit = i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9';
    numbers += is_digit && !was_digit ? 1 : 0;
  }
  return numbers >= 2 && strpbrk(text, ",; \t") != NULL;
}

/* Codes of terrain as `Gg, Ww^Vm`, parted by commas. */
static bool is_wesnoth(const char *text) {
  const size_t length = strcspn(text, "\r\n");
  size_t commas = 0;
  for (size_t i = 0; i < length; i++) {
    const bool is_letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
    if (!is_letter && strchr("0123456789^_|/\\*,= ", text[i]) == NULL) {
      return false;
    }
    commas += text[i] == ',' ? 1 : 0;
  }
  return strncmp(text, "border_size=", 12) == 0 || strncmp(text, "usage=map", 9) == 0 ||
         (commas >= 2 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z');
}

/* A # and few other letters; no words, which have several small letters in a row that differ. */
static bool is_level(const char *text) {
  bool met[256] = {false};
  int32_t kinds = 0, run = 0;
  for (const char *at = text; *at != '\0'; at++) {
    const bool is_small = *at >= 'a' && *at <= 'z';
    run = is_small && at > text && at[-1] >= 'a' && at[-1] <= 'z' && at[-1] != *at ? run + 1 : 0;
    kinds += met[(uint8_t)*at] || *at == '\n' || *at == '\r' ? 0 : 1;
    met[(uint8_t)*at] = true;
    if (run >= 3) {
      return false;
    }
  }
  return met['#'] && met['\n'] && kinds >= 2 && kinds <= 24;
}

enum grid_format sign_grid_format(const uint8_t *bytes, size_t count) {
  char text[513];
  const size_t mark = count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  const size_t length = count - mark < sizeof text - 1 ? count - mark : sizeof text - 1;
  memcpy(text, bytes + mark, length);
  text[length] = '\0';
  if (length == 0 || strlen(text) != length) {
    return GRID_NONE;
  }
  const char *first = text + strspn(text, "\r\n");
  if ((first[0] == 'n' || first[0] == 'N') && (first[1] == 'c' || first[1] == 'C')) {
    return GRID_ESRI;
  }
  return begins_line(text, "image:")               ? GRID_ROS
         : text_level_separator(text, length) != 0 ? GRID_TEXT
         : is_numbers(first)                       ? GRID_NUMBERS
         : is_wesnoth(first)                       ? GRID_WESNOTH
         : is_level(text)                          ? GRID_TEXT
                                                   : GRID_NONE;
}

/* ---- Reading ------------------------------------------------------------- */

/* Reads the numbers of bytes as signs or, if `image` is not NULL, as samples. */
static int read_numbers(const struct reader_file *file, const struct platform_mapping *mapping,
                        const struct number_grid_form *form, struct sign_grid *grid,
                        struct image *image) {
  struct grid_numbers numbers;
  int code = number_grid_read(file, mapping->bytes, mapping->byte_count, form, &numbers);
  if (code == EXIT_DONE) {
    code = image != NULL ? number_grid_make_samples(file, &numbers, image)
                         : number_grid_make_signs(file, &numbers, grid);
  }
  free(numbers.values);
  return code;
}

/* Maps a file of samples. *form: how it is read. False: it holds none; nothing is then mapped. */
static bool map_samples(const char *path, const struct option_size *raw,
                        struct platform_mapping *mapping, struct number_grid_form *form) {
  const uint64_t cells = (uint64_t)raw->width * (uint64_t)raw->height;
  if (platform_map_file(path, mapping) != NULL) {
    return false;
  }
  const enum grid_format format = sign_grid_format(mapping->bytes, mapping->byte_count);
  const bool is_text = format == GRID_NUMBERS || format == GRID_ESRI;
  const bool is_raw = mapping->byte_count == cells || mapping->byte_count == 2 * cells;
  *form = (struct number_grid_form){.is_esri = format == GRID_ESRI};
  form->raw = is_text ? form->raw : *raw;
  if (!is_text && !is_raw) {
    platform_unmap_file(mapping);
  }
  return is_text || is_raw;
}

bool sign_grid_has_samples(const char *path, const struct option_size *raw) {
  struct platform_mapping mapping;
  struct number_grid_form form;
  const bool has_samples = map_samples(path, raw, &mapping, &form);
  if (has_samples) {
    platform_unmap_file(&mapping);
  }
  return has_samples;
}

int sign_grid_read_samples(const char *path, const struct option_size *raw, double scale,
                           struct image *image) {
  const struct reader_file file = {path, NULL};
  struct platform_mapping mapping;
  struct number_grid_form form;
  *image = (struct image){0};
  if (!map_samples(path, raw, &mapping, &form)) {
    return reader_fail(&file, "there are no numbers in it");
  }
  form.scale = scale;
  const int code = read_numbers(&file, &mapping, &form, NULL, image);
  platform_unmap_file(&mapping);
  if (code != EXIT_DONE) {
    image_free(image);
  }
  return code;
}

int sign_grid_read(const char *path, const struct option_size *raw, struct sign_grid *grid) {
  const struct reader_file file = {path, NULL};
  struct platform_mapping mapping;
  *grid = (struct sign_grid){0};
  const char *why = platform_map_file(path, &mapping);
  if (why != NULL) {
    return reader_fail(&file, "%s", why);
  }
  int code;
  const enum grid_format format =
      raw->width != 0 ? GRID_NUMBERS : sign_grid_format(mapping.bytes, mapping.byte_count);
  const struct number_grid_form form = {format == GRID_ESRI, *raw, 1};
  switch (format) {
  case GRID_TEXT:
    code = text_level_read(&file, mapping.bytes, mapping.byte_count, grid);
    break;
  case GRID_NUMBERS:
  case GRID_ESRI:
    code = read_numbers(&file, &mapping, &form, grid, NULL);
    break;
  case GRID_ROS:
    code = ros_grid_read(&file, mapping.bytes, mapping.byte_count, grid);
    break;
  case GRID_NONE:
    code = reader_fail(&file, "this is no grid: no CSV, text level, ESRI grid or .yaml of ROS");
    break;
  default:
    code = reader_fail(&file,
                       "this is a map of Battle for Wesnoth, whose cells are hexagons; it is not "
                       "read");
    break;
  }
  platform_unmap_file(&mapping);
  if (code != EXIT_DONE) {
    sign_grid_free(grid);
  }
  return code;
}
