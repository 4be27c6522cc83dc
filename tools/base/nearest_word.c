/* Misspelt words: see nearest_word.h. The distance is that of Damerau and Levenshtein: letters that
 * are missing, too many, wrong, or swapped with the next one. */
#include "tools/base/nearest_word.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LETTERS = 32 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static size_t find_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t rows[3][MOST_LETTERS + 1]; /* the last three rows of the table */
  for (size_t j = 0; j <= b_length; j++) {
    rows[0][j] = j;
  }
  for (size_t i = 1; i <= a_length; i++) {
    size_t *row = rows[i % 3];
    const size_t *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      row[j] =
          least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = least(row[j], two_above[j - 2] + 1);
      }
    }
  }
  return rows[a_length % 3][b_length];
}

void nearest_word_try(struct nearest_word *nearest, const char *word) {
  const size_t length = strlen(word);
  if (length > MOST_LETTERS || nearest->length > MOST_LETTERS || length == 0 ||
      nearest->length == 0) {
    return;
  }
  /* A third of the letters may be wrong, and a short word may lack its end. */
  const size_t most = nearest->length / 3 + (nearest->length < 3 ? 1 : 0);
  const size_t distance = find_distance(nearest->text, nearest->length, word, length);
  if (distance <= most && (nearest->found == NULL || distance < nearest->distance)) {
    nearest->found = word;
    nearest->distance = distance;
  }
}

const char *nearest_word_ask(const struct nearest_word *nearest, char text[NEAREST_WORD_BYTES]) {
  text[0] = '\0';
  if (nearest->found != NULL) {
    snprintf(text, NEAREST_WORD_BYTES, " (did you mean %.60s?)", nearest->found);
  }
  return text;
}

const char *nearest_word_ask_list(const char *meant, const char *const *words, size_t count,
                                  char text[NEAREST_WORD_BYTES]) {
  struct nearest_word nearest = {meant, strlen(meant), NULL, 0};
  for (size_t i = 0; i < count; i++) {
    nearest_word_try(&nearest, words[i]);
  }
  return nearest_word_ask(&nearest, text);
}
