/* The words of a line: see text_words.h. */
#include "tools/text/text_words.h"

bool text_words_is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

/* Takes one word, without its quotes, in place; *at is then behind it. False if a quote
 * does not end. A comment may follow a word at once. */
static bool take_word(char **at) {
  char *from = *at;
  char *to = *at;
  bool quoted = false;
  bool first = true; /* the # of a colour is no comment */
  for (; *from != '\0' && (quoted || !text_words_is_blank(*from)); from++) {
    if (*from == '#' && !quoted && !first && from[-1] != '-') { /* #000-#404040 is one word */
      *from = '\0';
      break;
    }
    first = false;
    if (quoted && from[0] == '"' && from[1] == '"') { /* two of them in quotes are one */
      *to++ = *from++;
    } else if (*from == '"') {
      quoted = !quoted;
    } else {
      *to++ = *from;
    }
  }
  *at = *from != '\0' ? from + 1 : from;
  *to = '\0';
  return !quoted;
}

bool text_words_cut(char *line, text_words_sign_fn is_sign, struct text_words *words) {
  words->count = 0;
  for (char *at = line; words->count < TEXT_MOST_WORDS;) {
    while (text_words_is_blank(*at)) {
      at++;
    }
    if (*at == '\0' || (*at == '#' && (is_sign == NULL || !is_sign(words, at)))) {
      break;
    }
    char *word = at;
    if (!take_word(&at)) {
      return false;
    }
    words->list[words->count++] = word;
  }
  return true;
}
