/* JSON, an event at a time: see json_reader.h.
 *
 * Invariant: at <= end, and no byte at or behind `end` is read. All that could be
 * wrong with a string is found before its event, so that decoding it can't fail. */
#include "tools/text/json_reader.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void json_reader_open(struct json_reader *reader, const char *bytes, size_t byte_count) {
  memset(reader, 0, sizeof *reader);
  reader->at = bytes;
  reader->end = bytes + byte_count;
  reader->line = 1;
  reader->is_first = true;
  if (byte_count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
    reader->at += 3;
  }
}

static enum json_event fail(struct json_reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reader->wrong, sizeof reader->wrong, format, arguments);
  va_end(arguments);
  reader->event_line = reader->line;
  return JSON_FAILED;
}

static void skip_blanks(struct json_reader *reader) {
  while (reader->at != reader->end && (*reader->at == ' ' || *reader->at == '\t' ||
                                       *reader->at == '\n' || *reader->at == '\r')) {
    reader->line += *reader->at == '\n' ? 1 : 0;
    reader->at++;
  }
}

static bool stands_here(const struct json_reader *reader, char letter) {
  return reader->at != reader->end && *reader->at == letter;
}

/* What was found in place of what should be there. */
static enum json_event fail_wanted(struct json_reader *reader, const char *wanted) {
  if (reader->at == reader->end) {
    return fail(reader, "the file ends where %s should be", wanted);
  }
  const unsigned char letter = (unsigned char)*reader->at;
  if (letter <= 0x20 || letter >= 0x7F) {
    return fail(reader, "byte %d stands where %s should be", letter, wanted);
  }
  return fail(reader, "'%c' stands where %s should be", letter, wanted);
}

/* ---- Strings ------------------------------------------------------------- */

/* Four hexadecimal digits, or -1. */
static int32_t hex4(const char *at, const char *end) {
  int32_t value = 0;
  if (end - at < 4) {
    return -1;
  }
  for (int i = 0; i < 4; i++) {
    const char lower = (char)(at[i] | 0x20);
    if (at[i] >= '0' && at[i] <= '9') {
      value = value * 16 + (at[i] - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value * 16 + (lower - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

/* Takes what stands between quotes. False: it is no string; `wrong` is set. */
static bool take_string(struct json_reader *reader, struct text_span *text) {
  const char *begin = reader->at + 1;
  for (const char *at = begin; at != reader->end; at++) {
    if (*at == '"') {
      *text = (struct text_span){begin, (size_t)(at - begin)};
      reader->at = at + 1;
      return true;
    }
    if ((unsigned char)*at < 0x20) {
      fail(reader, "a string has the byte %d, or does not end in its line", *at);
      return false;
    }
    if (*at != '\\') {
      continue;
    }
    at++;
    if (at == reader->end) {
      break;
    }
    if (*at == '\0' || strchr("\"\\/bfnrtu", *at) == NULL ||
        (*at == 'u' && hex4(at + 1, reader->end) <= 0)) {
      fail(reader, "a string has a backslash that begins nothing");
      return false;
    }
  }
  fail(reader, "a string does not end");
  return false;
}

/* The letter of \uXXXX, or of two of them that are one letter's halves; half a
 * letter alone becomes U+FFFD. *at is moved behind it. */
static uint32_t unicode_escape(const char **at, const char *end) {
  const uint32_t first = (uint32_t)hex4(*at, end);
  *at += 4;
  if (first < 0xD800 || first > 0xDFFF) {
    return first;
  }
  if (first > 0xDBFF || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u') {
    return 0xFFFD;
  }
  const int32_t second = hex4(*at + 2, end);
  if (second < 0xDC00 || second > 0xDFFF) {
    return 0xFFFD;
  }
  *at += 6;
  return 0x10000 + ((first - 0xD800) << 10) + ((uint32_t)second - 0xDC00);
}

size_t json_reader_decode(struct text_span text, char *out) {
  static const char escapes[] = "bfnrt";
  static const char meanings[] = "\b\f\n\r\t";
  const char *at = text.bytes;
  const char *end = at + text.length;
  size_t count = 0;
  while (at != end) {
    if (*at != '\\') {
      out[count++] = *at++;
      continue;
    }
    const char letter = at[1];
    at += 2;
    if (letter == 'u') {
      count += text_write_utf8(unicode_escape(&at, end), out + count);
    } else {
      const char *escape = strchr(escapes, letter);
      out[count++] = escape != NULL ? meanings[escape - escapes] : letter;
    }
  }
  return count;
}

/* ---- Numbers and names --------------------------------------------------- */

static size_t digits_at(const char *at, const char *end) {
  size_t count = 0;
  while (at + count != end && at[count] >= '0' && at[count] <= '9') {
    count++;
  }
  return count;
}

static enum json_event take_number(struct json_reader *reader) {
  const char *at = reader->at;
  at += *at == '-' ? 1 : 0;
  const size_t whole = digits_at(at, reader->end);
  if (whole == 0 || (whole > 1 && *at == '0')) {
    return fail(reader, "a number is none: it begins with no digit, or with a zero too many");
  }
  at += whole;
  if (at != reader->end && *at == '.') {
    const size_t fraction = digits_at(at + 1, reader->end);
    if (fraction == 0) {
      return fail(reader, "a number has no digit after its point");
    }
    at += 1 + fraction;
  }
  if (at != reader->end && (*at == 'e' || *at == 'E')) {
    at++;
    at += at != reader->end && (*at == '+' || *at == '-') ? 1 : 0;
    const size_t exponent = digits_at(at, reader->end);
    if (exponent == 0) {
      return fail(reader, "a number has no digit in its exponent");
    }
    at += exponent;
  }
  reader->value = (struct text_span){reader->at, (size_t)(at - reader->at)};
  reader->at = at;
  return JSON_NUMBER;
}

static enum json_event take_word(struct json_reader *reader) {
  static const struct {
    const char *text;
    enum json_event event;
  } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    const size_t length = strlen(words[i].text);
    if ((size_t)(reader->end - reader->at) >= length &&
        memcmp(reader->at, words[i].text, length) == 0) {
      reader->value = (struct text_span){reader->at, length};
      reader->at += length;
      return words[i].event;
    }
  }
  return fail_wanted(reader, "a value");
}

/* ---- Groups -------------------------------------------------------------- */

static enum json_event open_group(struct json_reader *reader, bool is_object) {
  if (reader->depth == JSON_MOST_DEPTH) {
    return fail(reader, "groups are nested deeper than %d", JSON_MOST_DEPTH);
  }
  reader->at++;
  reader->is_object[reader->depth++] = is_object;
  reader->is_first = true;
  return is_object ? JSON_OBJECT : JSON_ARRAY;
}

static enum json_event take_value(struct json_reader *reader) {
  reader->is_first = false;
  reader->event_line = reader->line;
  if (reader->at == reader->end) {
    return fail_wanted(reader, "a value");
  }
  const char letter = *reader->at;
  if (letter == '{' || letter == '[') {
    return open_group(reader, letter == '{');
  }
  if (letter == '"') {
    return take_string(reader, &reader->value) ? JSON_STRING : JSON_FAILED;
  }
  if (letter == '-' || (letter >= '0' && letter <= '9')) {
    return take_number(reader);
  }
  return take_word(reader);
}

/* Takes `"key":`. False: it stands not here; `wrong` is set. */
static bool take_key(struct json_reader *reader) {
  if (!stands_here(reader, '"')) {
    fail_wanted(reader, "a member's name");
    return false;
  }
  if (!take_string(reader, &reader->key)) {
    return false;
  }
  skip_blanks(reader);
  if (!stands_here(reader, ':')) {
    fail_wanted(reader, "':'");
    return false;
  }
  reader->at++;
  skip_blanks(reader);
  return true;
}

enum json_event json_reader_next(struct json_reader *reader) {
  skip_blanks(reader);
  reader->event_line = reader->line;
  reader->key = (struct text_span){NULL, 0};
  reader->value = (struct text_span){NULL, 0};
  if (reader->depth == 0) {
    if (reader->is_first) {
      return take_value(reader);
    }
    return reader->at == reader->end ? JSON_END : fail_wanted(reader, "the end of the file");
  }
  const bool is_object = reader->is_object[reader->depth - 1];
  const char closing = is_object ? '}' : ']';
  if (stands_here(reader, closing)) {
    reader->at++;
    reader->depth--;
    reader->is_first = false;
    return JSON_CLOSE;
  }
  if (!reader->is_first) {
    if (!stands_here(reader, ',')) {
      return fail_wanted(reader, is_object ? "',' or '}'" : "',' or ']'");
    }
    reader->at++;
    skip_blanks(reader);
  }
  if (is_object && !take_key(reader)) {
    return JSON_FAILED;
  }
  return take_value(reader);
}
