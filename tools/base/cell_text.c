/* Cells and numbers as text: see cell_text.h. */
#include "tools/base/cell_text.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* Reads a whole number that fits 32 bits; NULL if there is none. */
static const char *read_i32(const char *text, int32_t *number) {
  const bool minus = *text == '-';
  text += minus ? 1 : 0;
  const char *first = text;
  int64_t value = 0;
  for (; *text >= '0' && *text <= '9'; text++) {
    value = value * 10 + (*text - '0');
    if (value > INT32_MAX) {
      return NULL;
    }
  }
  *number = (int32_t)(minus ? -value : value);
  return text != first ? text : NULL;
}

const char *cell_text_read(const char *text, ovl_cell *cell) {
  ovl_cell read = {0, 0, 0};
  text = read_i32(text, &read.x);
  if (text != NULL && *text == ':') {
    read.floor = read.x;
    text = read_i32(text + 1, &read.x);
  }
  if (text == NULL || *text != ',') {
    return NULL;
  }
  text = read_i32(text + 1, &read.y);
  if (text != NULL) {
    *cell = read;
  }
  return text;
}

bool cell_text_parse(const char *text, ovl_cell *cell) {
  ovl_cell read;
  text = cell_text_read(text, &read);
  if (text == NULL || *text != '\0') {
    return false;
  }
  *cell = read;
  return true;
}

bool cell_text_parse_size(const char *text, int32_t *width, int32_t *height) {
  text = read_i32(text, width);
  text = text != NULL && *text == 'x' ? read_i32(text + 1, height) : NULL;
  return text != NULL && *text == '\0';
}

bool cell_text_parse_number(const char *text, double *number) {
  enum { MOST_DIGITS = 15 }; /* a double holds them all */
  double value = 0, unit = 1;
  int digits = 0;
  bool fraction = false;
  for (; *text != '\0'; text++) {
    if (*text == '.' && !fraction && digits > 0 && text[1] != '\0') {
      fraction = true;
    } else if (*text >= '0' && *text <= '9' && digits < MOST_DIGITS) {
      value = value * 10 + (*text - '0');
      unit *= fraction ? 10 : 1;
      digits++;
    } else {
      return false;
    }
  }
  *number = value / unit;
  return digits > 0;
}

const char *cell_text_write(char text[CELL_TEXT_BYTES], ovl_cell cell, int32_t floors) {
  if (cell.floor != 0 || floors > 1) {
    snprintf(text, CELL_TEXT_BYTES, "%" PRId32 ":%" PRId32 ",%" PRId32, cell.floor, cell.x, cell.y);
  } else {
    snprintf(text, CELL_TEXT_BYTES, "%" PRId32 ",%" PRId32, cell.x, cell.y);
  }
  return text;
}
