/* One JSON object on standard output: see json.h. */
#include "tools/text/json.h"

#include "tools/base/print_text.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>

/* What must not stand in a string, or not reach a terminal, is escaped; bytes that are no UTF-8
 * become U+FFFD. */
static void print_text(const char *text) {
  putchar('"');
  while (*text != '\0') {
    const struct print_letter letter = print_read_letter(text);
    if (letter.code == '"' || letter.code == '\\') {
      putchar('\\');
    }
    if (letter.is_shown) {
      fwrite(text, 1, letter.bytes, stdout);
    } else {
      printf("\\u%04" PRIx32, letter.code);
    }
    text += letter.bytes;
  }
  putchar('"');
}

/* What stands before a value: comma, line, key. */
static void lead(struct json *json, const char *key) {
  if (!json->first) {
    fputs(json->depth > 1 ? ", " : ",", stdout);
  }
  if (json->depth == 1) {
    fputs("\n  ", stdout);
  }
  json->first = false;
  if (key != NULL) {
    print_text(key);
    fputs(": ", stdout);
  }
}

static void open_group(struct json *json, const char *key, char bracket) {
  lead(json, key);
  putchar(bracket);
  json->depth++;
  json->first = true;
}

static void close_group(struct json *json, char bracket) {
  putchar(bracket);
  json->depth--;
  json->first = false;
}

void json_begin(struct json *json) {
  *json = (struct json){.depth = 1, .first = true};
  putchar('{');
}

void json_end(struct json *json) {
  fputs("\n}\n", stdout);
  json->depth = 0;
}

void json_object_begin(struct json *json, const char *key) { open_group(json, key, '{'); }

void json_object_end(struct json *json) { close_group(json, '}'); }

void json_array_begin(struct json *json, const char *key) { open_group(json, key, '['); }

void json_array_end(struct json *json) { close_group(json, ']'); }

void json_text(struct json *json, const char *key, const char *text) {
  if (text == NULL) {
    json_null(json, key);
    return;
  }
  lead(json, key);
  print_text(text);
}

void json_u64(struct json *json, const char *key, uint64_t number) {
  lead(json, key);
  printf("%" PRIu64, number);
}

void json_i64(struct json *json, const char *key, int64_t number) {
  lead(json, key);
  printf("%" PRId64, number);
}

void json_double(struct json *json, const char *key, double number, int decimals) {
  if (!(number >= -DBL_MAX && number <= DBL_MAX)) {
    json_null(json, key);
    return;
  }
  lead(json, key);
  printf("%.*f", decimals, number);
}

void json_bool(struct json *json, const char *key, bool truth) {
  lead(json, key);
  fputs(truth ? "true" : "false", stdout);
}

void json_null(struct json *json, const char *key) {
  lead(json, key);
  fputs("null", stdout);
}
