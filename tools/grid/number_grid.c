/* Grids of numbers: see number_grid.h. Numbers are rounded to whole ones. */
#include "tools/grid/number_grid.h"

#include "overland.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NO_DATA = INT32_MIN, MOST_NUMBER = 1000000000 };

static bool write_number(int32_t value, char text[GRID_SIGN_BYTES]) {
  if (value == NO_DATA) {
    snprintf(text, GRID_SIGN_BYTES, "nodata");
    return true;
  }
  snprintf(text, GRID_SIGN_BYTES, "%" PRId32, value);
  return false;
}

/* What is left to read. */
struct numbers {
  const struct reader_file *file;
  const char *at, *end;
  size_t line;
};

static bool parts_numbers(char letter) {
  return letter == ',' || letter == ';' || letter == ' ' || letter == '\t' || letter == '\r';
}

/* Takes the next word of this line. False at the end of the line, which is passed. */
static bool next_word(struct numbers *numbers, char word[40]) {
  size_t length = 0;
  while (numbers->at < numbers->end && parts_numbers(*numbers->at)) {
    numbers->at++;
  }
  while (numbers->at < numbers->end && *numbers->at != '\n' && !parts_numbers(*numbers->at)) {
    if (length < 39) {
      word[length++] = *numbers->at;
    }
    numbers->at++;
  }
  word[length] = '\0';
  if (length == 0 && numbers->at < numbers->end) {
    numbers->at++;
    numbers->line++;
  }
  return length > 0;
}

static int parse(const struct numbers *numbers, const char *word, double *number) {
  char *end;
  *number = strtod(word, &end);
  if (*end != '\0' || !(fabs(*number) <= MOST_NUMBER)) {
    return reader_fail(numbers->file, "line %zu: '%s' is no number up to %d", numbers->line, word,
                       MOST_NUMBER);
  }
  return EXIT_DONE;
}

static bool words_are_equal(const char *word, const char *small) {
  for (; *word != '\0' && *small != '\0'; word++, small++) {
    if ((*word >= 'A' && *word <= 'Z' ? (char)(*word - 'A' + 'a') : *word) != *small) {
      return false;
    }
  }
  return *word == *small;
}

/* The lines before the rows of an ESRI grid: a name and a number each. */
static int read_head(struct numbers *numbers, struct sign_grid *grid, double *no_data) {
  char word[40], value[40];
  double number, columns = 0, rows = 0;
  for (;;) {
    const struct numbers before = *numbers;
    if (!next_word(numbers, word)) {
      if (numbers->at == numbers->end) {
        break;
      }
      continue;
    }
    if (strchr("+-.0123456789", word[0]) != NULL) {
      *numbers = before;
      break;
    }
    if (!next_word(numbers, value)) {
      return reader_fail(numbers->file, "line %zu: %s has no number", numbers->line - 1, word);
    }
    const int code = parse(numbers, value, &number);
    if (code != EXIT_DONE) {
      return code;
    }
    columns = words_are_equal(word, "ncols") ? number : columns;
    rows = words_are_equal(word, "nrows") ? number : rows;
    *no_data = words_are_equal(word, "nodata_value") ? number : *no_data;
  }
  if (!(columns >= 1 && columns <= OVL_MAX_SIDE_CELLS && rows >= 1 && rows <= OVL_MAX_SIDE_CELLS)) {
    return reader_fail(numbers->file, "ncols is %g and nrows %g; they should be 1 to %d", columns,
                       rows, OVL_MAX_SIDE_CELLS);
  }
  grid->width = (int32_t)columns;
  grid->height = (int32_t)rows;
  return EXIT_DONE;
}

/* The numbers of a row of CSV tell the width; ESRI grids may break rows anywhere. */
static int read_numbers(struct numbers *numbers, bool is_esri, double no_data,
                        struct sign_grid *grid, int32_t **values) {
  const size_t room = (size_t)(numbers->end - numbers->at) / 2 + 1; /* a digit, and what parts it */
  const uint64_t cells = (uint64_t)grid->width * (uint64_t)grid->height; /* of an ESRI grid */
  size_t count = 0;
  int32_t in_row = 0;
  char word[40];
  *values = malloc(room * sizeof **values);
  if (*values == NULL) {
    return reader_fail_memory(numbers->file);
  }
  while (numbers->at < numbers->end || in_row > 0) {
    double number;
    const size_t line = numbers->line;
    if (next_word(numbers, word)) {
      const int code = parse(numbers, word, &number);
      if (code != EXIT_DONE) {
        return code;
      }
      (*values)[count++] = number == no_data ? NO_DATA : (int32_t)floor(number + 0.5);
      in_row++;
      continue;
    }
    if (!is_esri && in_row > 0) {
      grid->width = grid->height == 0 ? in_row : grid->width;
      if (in_row != grid->width) {
        return reader_fail(numbers->file,
                           "line %zu: a row has %" PRId32 " numbers; those before have %" PRId32,
                           line, in_row, grid->width);
      }
      if (++grid->height > OVL_MAX_SIDE_CELLS || in_row > OVL_MAX_SIDE_CELLS) {
        return reader_fail(numbers->file, "line %zu: there may be %d rows and columns", line,
                           OVL_MAX_SIDE_CELLS);
      }
    }
    in_row = 0;
  }
  return !is_esri || count == cells
             ? EXIT_DONE
             : reader_fail(numbers->file, "there are %zu numbers; ncols and nrows say %" PRIu64,
                           count, cells);
}

int number_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                     bool is_esri, struct sign_grid *grid) {
  const size_t mark = byte_count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct numbers numbers = {file, bytes + mark, bytes + byte_count, 1};
  double no_data = NAN;
  int32_t *values = NULL;
  int code = is_esri ? read_head(&numbers, grid, &no_data) : EXIT_DONE;
  if (code == EXIT_DONE) {
    code = read_numbers(&numbers, is_esri, no_data, grid, &values);
  }
  if (code == EXIT_DONE) {
    code = sign_grid_make(file, values, write_number, grid);
  }
  free(values);
  return code;
}
