/* Grids of numbers: see number_grid.h. Numbers are rounded to whole ones. */
#include "tools/grid/number_grid.h"

#include "overland.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBER = 1000000000, MOST_SAMPLE = 65535 };

static bool write_number(int32_t value, char text[GRID_SIGN_BYTES]) {
  if (value == NUMBER_GRID_NO_DATA) {
    snprintf(text, GRID_SIGN_BYTES, "nodata");
    return true;
  }
  snprintf(text, GRID_SIGN_BYTES, "%" PRId32, value);
  return false;
}

/* The text that is left to read. */
struct words {
  const struct reader_file *file;
  const char *at, *end;
  size_t line;
  bool in_line; /* a word of this line was taken */
  bool has_gap; /* nothing stood between two commas */
  bool is_cut;  /* the last word was longer than any number */
};

static bool parts_numbers(char letter) {
  return letter == ',' || letter == ';' || letter == ' ' || letter == '\t' || letter == '\r';
}

/* Takes the next word of this line. False at the end of the line, which is passed. */
static bool next_word(struct words *words, char word[40]) {
  size_t length = 0;
  int commas =
      words->in_line ? 0 : 1; /* a comma behind the last number of a line is none too many */
  words->is_cut = false;
  while (words->at < words->end && parts_numbers(*words->at)) {
    commas += *words->at == ',' || *words->at == ';' ? 1 : 0;
    words->at++;
  }
  while (words->at < words->end && *words->at != '\n' && !parts_numbers(*words->at)) {
    if (length < 39) {
      word[length++] = *words->at;
    } else {
      words->is_cut = true;
    }
    words->at++;
  }
  word[length] = '\0';
  words->in_line = length > 0;
  words->has_gap = words->has_gap || (length > 0 && commas > 1);
  if (length == 0 && words->at < words->end) {
    words->at++;
    words->line++;
  }
  return length > 0;
}

/* A number of any size, or one that is none, as "nan". */
static int parse(const struct words *words, const char *word, double *number) {
  char *end;
  *number = strtod(word, &end);
  return *end == '\0' && !words->is_cut
             ? EXIT_DONE
             : reader_fail(words->file, "line %zu: '%s%s' is no number", words->line, word,
                           words->is_cut ? "..." : "");
}

/* The number of a cell, times the scale; what stands for no data is told from any other first. */
static int take_cell(const struct words *words, const char *word, double scale, double no_data,
                     int32_t *value) {
  double number;
  const int code = parse(words, word, &number);
  if (code != EXIT_DONE) {
    return code;
  }
  if (words->has_gap) {
    return reader_fail(words->file, "line %zu: a number is missing between two commas",
                       words->line);
  }
  if (number == no_data || isnan(number)) {
    *value = NUMBER_GRID_NO_DATA;
    return EXIT_DONE;
  }
  if (!(fabs(number * scale) <= MOST_NUMBER)) {
    return reader_fail(words->file, "line %zu: '%s' is no number up to %d", words->line, word,
                       MOST_NUMBER);
  }
  *value = (int32_t)floor(number * scale + 0.5);
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
static int read_head(struct words *words, struct grid_numbers *grid, double *no_data) {
  char word[40], value[40];
  double number, columns = 0, rows = 0;
  for (;;) {
    const struct words before = *words;
    if (!next_word(words, word)) {
      if (words->at == words->end) {
        break;
      }
      continue;
    }
    if (strchr("+-.0123456789", word[0]) != NULL) {
      *words = before;
      break;
    }
    if (!next_word(words, value)) {
      return reader_fail(words->file, "line %zu: %s has no number", words->line - 1, word);
    }
    const int code = parse(words, value, &number);
    if (code != EXIT_DONE) {
      return code;
    }
    columns = words_are_equal(word, "ncols") ? number : columns;
    rows = words_are_equal(word, "nrows") ? number : rows;
    *no_data = words_are_equal(word, "nodata_value") ? number : *no_data;
  }
  if (!(columns >= 1 && columns <= OVL_MAX_SIDE_CELLS && rows >= 1 && rows <= OVL_MAX_SIDE_CELLS)) {
    return reader_fail(words->file, "ncols is %g and nrows %g; they should be 1 to %d", columns,
                       rows, OVL_MAX_SIDE_CELLS);
  }
  grid->width = (int32_t)columns;
  grid->height = (int32_t)rows;
  return EXIT_DONE;
}

/* The numbers of a row of CSV tell the width; ESRI grids may break rows anywhere. */
static int read_rows(struct words *words, const struct number_grid_form *form, double no_data,
                     struct grid_numbers *grid) {
  const size_t room = (size_t)(words->end - words->at) / 2 + 1; /* a digit, and what parts it */
  const uint64_t cells = (uint64_t)grid->width * (uint64_t)grid->height; /* of an ESRI grid */
  size_t count = 0;
  int32_t in_row = 0;
  char word[40];
  grid->values = malloc(room * sizeof *grid->values);
  if (grid->values == NULL) {
    return reader_fail_memory(words->file);
  }
  while (words->at < words->end || in_row > 0) {
    const size_t line = words->line;
    if (next_word(words, word)) {
      const int code = take_cell(words, word, form->scale, no_data, &grid->values[count++]);
      if (code != EXIT_DONE) {
        return code;
      }
      in_row++;
      continue;
    }
    if (!form->is_esri && in_row > 0) {
      grid->width = grid->height == 0 ? in_row : grid->width;
      if (in_row != grid->width) {
        return reader_fail(words->file,
                           "line %zu: a row has %" PRId32 " numbers; those before have %" PRId32,
                           line, in_row, grid->width);
      }
      if (++grid->height > OVL_MAX_SIDE_CELLS || in_row > OVL_MAX_SIDE_CELLS) {
        return reader_fail(words->file, "line %zu: there may be %d rows and columns", line,
                           OVL_MAX_SIDE_CELLS);
      }
    }
    in_row = 0;
  }
  return !form->is_esri || count == cells
             ? EXIT_DONE
             : reader_fail(words->file, "there are %zu numbers; ncols and nrows say %" PRIu64,
                           count, cells);
}

static int read_raw(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
                    const struct number_grid_form *form, struct grid_numbers *grid) {
  const uint64_t cells = (uint64_t)form->raw.width * (uint64_t)form->raw.height;
  if (byte_count != cells && byte_count != 2 * cells) {
    return reader_fail(file,
                       "the file has %zu bytes; %" PRId32 " x %" PRId32 " cells take %" PRIu64
                       " of 8 bits each, or twice as many of 16",
                       byte_count, form->raw.width, form->raw.height, cells);
  }
  grid->width = form->raw.width;
  grid->height = form->raw.height;
  grid->values = malloc((size_t)cells * sizeof *grid->values);
  if (grid->values == NULL) {
    return reader_fail_memory(file);
  }
  for (size_t i = 0; i < cells; i++) {
    const int32_t number = byte_count == cells ? bytes[i] : bytes[2 * i] | bytes[2 * i + 1] << 8;
    const double scaled = floor(number * form->scale + 0.5);
    grid->values[i] = (int32_t)(scaled < MOST_NUMBER ? scaled : MOST_NUMBER);
  }
  return EXIT_DONE;
}

int number_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                     const struct number_grid_form *form, struct grid_numbers *numbers) {
  const size_t mark = byte_count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct words words = {.file = file, .at = bytes + mark, .end = bytes + byte_count, .line = 1};
  double no_data = NAN;
  *numbers = (struct grid_numbers){0};
  if (form->raw.width != 0) {
    return read_raw(file, (const uint8_t *)bytes, byte_count, form, numbers);
  }
  const int code = form->is_esri ? read_head(&words, numbers, &no_data) : EXIT_DONE;
  return code == EXIT_DONE ? read_rows(&words, form, no_data, numbers) : code;
}

int number_grid_make_signs(const struct reader_file *file, const struct grid_numbers *numbers,
                           struct sign_grid *grid) {
  grid->width = numbers->width;
  grid->height = numbers->height;
  return sign_grid_make(file, numbers->values, write_number, grid);
}

int number_grid_make_samples(const struct reader_file *file, const struct grid_numbers *numbers,
                             struct image *image) {
  const size_t cells = (size_t)numbers->width * (size_t)numbers->height;
  size_t missing = 0;
  int32_t least = 0;
  for (size_t i = 0; i < cells; i++) {
    const bool has_data = numbers->values[i] != NUMBER_GRID_NO_DATA;
    least = has_data && numbers->values[i] < least ? numbers->values[i] : least;
    missing += has_data ? 0 : 1;
  }
  image->width = numbers->width;
  image->height = numbers->height;
  const int code = image_allocate(image, file, MOST_SAMPLE);
  for (size_t i = 0; i < cells && code == EXIT_DONE; i++) {
    const bool has_data = numbers->values[i] != NUMBER_GRID_NO_DATA;
    const int64_t sample = has_data ? (int64_t)numbers->values[i] - least : 0;
    if (sample > MOST_SAMPLE) {
      return reader_fail(file,
                         "the number at %zu,%zu is %" PRId64 " above the least; it may be %d: "
                         "give a smaller scale",
                         i % (size_t)image->width, i / (size_t)image->width, sample, MOST_SAMPLE);
    }
    image->samples[i] = (uint16_t)sample;
  }
  if (least < 0) {
    reader_warn(file, "the least number, %" PRId32 ", counts as 0, and all others from it", least);
  }
  if (missing > 0) {
    reader_warn(file, "%zu cell%s without data; taken as 0", missing,
                missing == 1 ? " is" : "s are");
  }
  return code;
}
