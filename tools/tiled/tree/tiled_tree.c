/* A Tiled file as a tree: see tiled_tree.h. */
#include "tools/tiled/tree/tiled_tree.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tiled_node *tiled_node_make(const struct tiled_file *file, const char *name, size_t line) {
  struct tiled_node *node = tiled_arena_take(file->arena, 1, sizeof *node);
  if (node != NULL) {
    node->name = name;
    node->line = line;
  }
  return node;
}

void tiled_node_append(struct tiled_node *parent, struct tiled_node *node) {
  node->next = NULL;
  if (parent->last == NULL) {
    parent->first = node;
  } else {
    parent->last->next = node;
  }
  parent->last = node;
}

/* ---- Asking -------------------------------------------------------------- */

const struct tiled_node *tiled_find(const struct tiled_node *node, const char *name) {
  const struct tiled_node *found = node->first;
  while (found != NULL && strcmp(found->name, name) != 0) {
    found = found->next;
  }
  return found;
}

bool tiled_is_element(const struct tiled_node *node, const char *name) {
  return node->text == NULL && strcmp(node->name, name) == 0;
}

size_t tiled_count(const struct tiled_node *parent, const char *name) {
  size_t count = 0;
  for (const struct tiled_node *node = parent->first; node != NULL; node = node->next) {
    count += tiled_is_element(node, name) ? 1 : 0;
  }
  return count;
}

const char *tiled_attribute(const struct tiled_node *node, const char *name) {
  const struct tiled_node *found = node->first;
  while (found != NULL && (found->text == NULL || strcmp(found->name, name) != 0)) {
    found = found->next;
  }
  return found != NULL ? found->text : NULL;
}

const char *tiled_class(const struct tiled_node *node) {
  const char *name = tiled_attribute(node, "class");
  if (name == NULL) {
    name = tiled_attribute(node, "type");
  }
  return name != NULL ? name : "";
}

const char *tiled_text(const struct tiled_file *file, const struct tiled_node *node, size_t *line) {
  size_t length = 0;
  size_t pieces = 0;
  const char *only = "";
  *line = node->line;
  for (const struct tiled_node *piece = node->first; piece != NULL; piece = piece->next) {
    if (piece->text != NULL && piece->name[0] == '\0') {
      *line = pieces == 0 ? piece->line : *line;
      only = piece->text;
      length += strlen(only);
      pieces++;
    }
  }
  if (pieces <= 1) {
    return only;
  }
  char *text = tiled_arena_take(file->arena, length + 1, 1);
  if (text == NULL) {
    return NULL;
  }
  size_t at = 0;
  for (const struct tiled_node *piece = node->first; piece != NULL; piece = piece->next) {
    if (piece->text != NULL && piece->name[0] == '\0') {
      const size_t piece_length = strlen(piece->text);
      memcpy(text + at, piece->text, piece_length);
      at += piece_length;
    }
  }
  return text;
}

/* ---- Values -------------------------------------------------------------- */

bool tiled_parse_whole(const char *text, int64_t *value) {
  const bool minus = text[0] == '-';
  const char *digit = text + (minus ? 1 : 0);
  int64_t sum = 0;
  if (*digit == '\0') {
    return false;
  }
  for (; *digit != '\0'; digit++) {
    if (*digit < '0' || *digit > '9' || sum > INT64_C(100000000000000)) {
      return false;
    }
    sum = sum * 10 + (*digit - '0');
  }
  *value = minus ? -sum : sum;
  return true;
}

bool tiled_parse_real(const char *text, double *value) {
  /* strtod reads more than the formats allow: inf, nan, 0x10, blanks. */
  if (text[0] == '\0' || strspn(text, "0123456789+-.eE") != strlen(text)) {
    return false;
  }
  char *end;
  *value = strtod(text, &end);
  return *end == '\0' && *value >= -DBL_MAX && *value <= DBL_MAX;
}

bool tiled_parse_truth(const char *text, bool *value) {
  static const char *const words[][2] = {
      {"true", "false"}, {"1", "0"}, {"True", "False"}, {"yes", "no"}};
  bool found = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0] && !found; i++) {
    *value = strcmp(text, words[i][0]) == 0;
    found = *value || strcmp(text, words[i][1]) == 0;
  }
  return found;
}

int tiled_whole(const struct tiled_file *file, const struct tiled_node *node, const char *name,
                int32_t least, int32_t most, int32_t *value) {
  const char *text = tiled_attribute(node, name);
  if (text == NULL) {
    return EXIT_DONE;
  }
  int64_t whole;
  if (!tiled_parse_whole(text, &whole) || whole < least || whole > most) {
    return reader_fail(&file->reader,
                       "line %zu: '%s' of <%s> is '%.40s'; it should be a whole number from "
                       "%" PRId32 " to %" PRId32,
                       node->line, name, node->name, text, least, most);
  }
  *value = (int32_t)whole;
  return EXIT_DONE;
}

int tiled_wholes(const struct tiled_file *file, const struct tiled_node *node,
                 const struct tiled_number *numbers, size_t count) {
  int code = EXIT_DONE;
  for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
    code = tiled_whole(file, node, numbers[i].name, numbers[i].least, numbers[i].most,
                       numbers[i].value);
  }
  return code;
}

int tiled_real(const struct tiled_file *file, const struct tiled_node *node, const char *name,
               double *value) {
  const char *text = tiled_attribute(node, name);
  if (text != NULL && !tiled_parse_real(text, value)) {
    return reader_fail(&file->reader, "line %zu: '%s' of <%s> is '%.40s'; it should be a number",
                       node->line, name, node->name, text);
  }
  return EXIT_DONE;
}

int tiled_truth(const struct tiled_file *file, const struct tiled_node *node, const char *name,
                bool *value) {
  const char *text = tiled_attribute(node, name);
  if (text != NULL && !tiled_parse_truth(text, value)) {
    return reader_fail(&file->reader,
                       "line %zu: '%s' of <%s> is '%.40s'; it should be true or false", node->line,
                       name, node->name, text);
  }
  return EXIT_DONE;
}
