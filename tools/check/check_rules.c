/* Reads the statements to check: see check_rules.h. */
#include "tools/check/check_rules.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/game_map/legend_reader.h"
#include "tools/text/text_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Forms --------------------------------------------------------------- */

struct form {
  const char *word;
  enum check_kind kind;
  bool has_number, has_ends;
  const char *text;
};

static const struct form forms[] = {
    {"must", CHECK_MUST, false, true, "must PLACE -> PLACE [PROFILE]"},
    {"must", CHECK_MUST_NOT, false, true, "must not PLACE -> PLACE [PROFILE]"},
    {"within", CHECK_WITHIN, true, true, "within N PLACE -> PLACE [PROFILE], N in straight steps"},
    {"islands", CHECK_ISLANDS, true, false, "islands N [PROFILE]"},
    {"open", CHECK_OPEN, true, false, "open N% [PROFILE], N up to 100"},
};

/* The form of a statement; NULL: it is none to check. */
static const struct form *find_form(const struct text_words *words) {
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (strcmp(words->list[0], forms[i].word) == 0) {
      const bool is_not = words->count > 1 && strcmp(words->list[1], "not") == 0;
      /* A place may be called "not": then an arrow follows it. */
      const bool is_place = words->count > 2 && strcmp(words->list[2], "->") == 0;
      return forms[i].kind == CHECK_MUST && is_not && !is_place ? &forms[i + 1] : &forms[i];
    }
  }
  return NULL;
}

/* ---- Statements ---------------------------------------------------------- */

/* The number of a statement. False: it is none, or out of range. */
static bool take_number(enum check_kind kind, char *word, double *number) {
  const size_t length = strlen(word);
  if (kind == CHECK_OPEN) {
    if (length < 2 || word[length - 1] != '%') {
      return false;
    }
    word[length - 1] = '\0';
  }
  const bool good = cell_text_parse_number(word, number);
  if (kind == CHECK_OPEN) {
    word[length - 1] = '%';
  }
  return good && !(kind == CHECK_OPEN && *number > 100) &&
         !(kind == CHECK_ISLANDS && *number > floor(*number));
}

/* Keeps the words of a statement: first as a text of one line, then each alone. NULL: no memory. */
static char *keep_words(const struct text_words *words, char *kept[]) {
  size_t bytes = 0;
  for (size_t i = 0; i < words->count; i++) {
    bytes += 2 * (strlen(words->list[i]) + 1);
  }
  char *text = malloc(bytes);
  char *at = text;
  for (size_t i = 0; i < words->count && text != NULL; i++) {
    const size_t length = strlen(words->list[i]);
    memcpy(at, words->list[i], length);
    at[length] = i + 1 < words->count ? ' ' : '\0';
    at += length + 1;
  }
  for (size_t i = 0; i < words->count && text != NULL; i++) {
    const size_t length = strlen(words->list[i]);
    kept[i] = memcpy(at, words->list[i], length + 1);
    at += length + 1;
  }
  return text;
}

static bool add(struct check_rules *rules, const struct check_rule *rule) {
  if (rules->count == rules->capacity) {
    const size_t capacity = rules->capacity == 0 ? 16 : 2 * rules->capacity;
    struct check_rule *list = realloc(rules->list, capacity * sizeof *list);
    if (list == NULL) {
      return false;
    }
    rules->list = list;
    rules->capacity = capacity;
  }
  rules->list[rules->count++] = *rule;
  return true;
}

static int take(struct check_rules *rules, const char *path, size_t line,
                const struct text_words *words) {
  const struct form *form = find_form(words);
  if (form == NULL) {
    return EXIT_DONE;
  }
  enum { MOST_WORDS = 8 };
  char *kept[MOST_WORDS];
  struct check_rule rule = {.kind = form->kind, .line = line};
  size_t at = form->kind == CHECK_MUST_NOT ? 2 : 1;
  const size_t least = at + (form->has_number ? 1 : 0) + (form->has_ends ? 3 : 0);
  bool good = words->count >= least && words->count <= least + 1;
  good = good && (!form->has_number || take_number(form->kind, words->list[at], &rule.number));
  at += form->has_number ? 1 : 0;
  good = good && (!form->has_ends || strcmp(words->list[at + 1], "->") == 0);
  if (!good) {
    return command_fail(EXIT_INPUT, "%s:%zu: that is no statement of this kind; it should be: %s",
                        path, line, form->text);
  }
  rule.text = keep_words(words, kept);
  if (rule.text == NULL || !add(rules, &rule)) {
    free(rule.text);
    return command_fail_memory(path);
  }
  struct check_rule *added = &rules->list[rules->count - 1];
  added->from = form->has_ends ? kept[at] : NULL;
  added->goal = form->has_ends ? kept[at + 2] : NULL;
  added->profile = words->count > least ? kept[least] : NULL;
  return EXIT_DONE;
}

/* Fails where a word is no statement of legends: a misspelt one would be passed over. */
static int check_words(const char *path) {
  struct game_map *map = calloc(1, sizeof *map);
  if (map == NULL) {
    return command_fail_memory(path);
  }
  struct legend legend = {.path = path, .map = map, .pass = LEGEND_CHECKS};
  const int code = legend_read(&legend);
  free(map);
  return code;
}

int check_rules_read(const char *path, struct check_rules *rules) {
  struct text_lines lines;
  bool more;
  *rules = (struct check_rules){0};
  int code = check_words(path);
  if (code == EXIT_DONE) {
    code = text_lines_open(&lines, path);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  while ((code = text_lines_next(&lines, &more)) == EXIT_DONE && more) {
    struct text_words words;
    if (!text_words_cut(lines.text, NULL, &words)) {
      code = command_fail(EXIT_INPUT, "%s:%zu: a quote is open at the end of the line", path,
                          lines.number);
    } else if (words.count > 0) {
      code = take(rules, path, lines.number, &words);
    }
    if (code != EXIT_DONE) {
      break;
    }
  }
  text_lines_close(&lines);
  if (code == EXIT_DONE && rules->count == 0) {
    code = command_fail(EXIT_INPUT,
                        "%s: there is no statement to check; they are: %s; %s; %s; %s; %s", path,
                        forms[0].text, forms[1].text, forms[2].text, forms[3].text, forms[4].text);
  }
  if (code != EXIT_DONE) {
    check_rules_free(rules);
  }
  return code;
}

void check_rules_free(struct check_rules *rules) {
  for (size_t i = 0; i < rules->count; i++) {
    free(rules->list[i].text);
  }
  free(rules->list);
  *rules = (struct check_rules){0};
}
