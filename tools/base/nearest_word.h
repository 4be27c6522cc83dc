/* Suggests the word that a misspelt one may have been meant to be. */
#ifndef OVERLAND_TOOLS_BASE_NEAREST_WORD_H
#define OVERLAND_TOOLS_BASE_NEAREST_WORD_H

#include <stddef.h>

/* The nearest word so far; NULL: none is near. Begin with {text, length}. */
struct nearest_word {
  const char *text;
  size_t length; /* letters of the text that count */
  const char *found;
  size_t distance;
};

/* Looks at one more word. Of equally near ones the first stays. */
void nearest_word_try(struct nearest_word *nearest, const char *word);

/* " (did you mean X?)", or "" if no word is near. */
#define NEAREST_WORD_BYTES 96
const char *nearest_word_ask(const struct nearest_word *nearest, char text[NEAREST_WORD_BYTES]);

/* Looks for the word of a list that is nearest to `meant`, and returns the question as
 * nearest_word_ask does. */
const char *nearest_word_ask_list(const char *meant, const char *const *words, size_t count,
                                  char text[NEAREST_WORD_BYTES]);

#endif
