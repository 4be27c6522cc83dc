/* The words of a line: blanks part them, a word with blanks stands in quotes, in which "" is a
 * quote; # begins a comment. */
#ifndef OVERLAND_TOOLS_TEXT_TEXT_WORDS_H
#define OVERLAND_TOOLS_TEXT_TEXT_WORDS_H

#include "tools/text/text_lines.h"

enum { TEXT_MOST_WORDS = TEXT_LINE_BYTES / 2 };

struct text_words {
  char *list[TEXT_MOST_WORDS]; /* text with a 0 at its end each, in the line */
  size_t count;
};

bool text_words_is_blank(char letter);

/* Whether a # at the beginning of a word belongs to it, as that of a colour does; `words` are those
 * before it. NULL: it never does. */
typedef bool (*text_words_sign_fn)(const struct text_words *words, const char *at);

/* Cuts a line into its words, in place. False if a quote is open at its end. */
bool text_words_cut(char *line, text_words_sign_fn is_sign, struct text_words *words);

#endif
