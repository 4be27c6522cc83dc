/* XML, an event at a time: see xml_reader.h, and "Extensible Markup Language (XML)
 * 1.0 (Fifth Edition)", W3C, 2008.
 *
 * Invariant: at <= end, and no byte at or behind `end` is read. All that could be
 * wrong with a value is found before its event, so that decoding it can't fail. */
#include "tools/text/xml_reader.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* How much of a name an error shows. */
#define SHOWN(span) (int)((span).length < 40 ? (span).length : 40), (span).bytes

void xml_reader_open(struct xml_reader *reader, const char *bytes, size_t byte_count) {
  memset(reader, 0, sizeof *reader);
  reader->at = bytes;
  reader->end = bytes + byte_count;
  reader->line = 1;
  if (byte_count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
    reader->at += 3;
  }
}

static enum xml_event fail(struct xml_reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reader->wrong, sizeof reader->wrong, format, arguments);
  va_end(arguments);
  reader->event_line = reader->line;
  return XML_FAILED;
}

static size_t left(const struct xml_reader *reader) { return (size_t)(reader->end - reader->at); }

static bool begins(const struct xml_reader *reader, const char *text) {
  const size_t length = strlen(text);
  return left(reader) >= length && memcmp(reader->at, text, length) == 0;
}

/* Goes forward to a place and counts the lines in between. */
static void go_to(struct xml_reader *reader, const char *place) {
  while (reader->at != place) {
    const char *stop = memchr(reader->at, '\n', (size_t)(place - reader->at));
    reader->line += stop != NULL ? 1 : 0;
    reader->at = stop != NULL ? stop + 1 : place;
  }
}

/* Where a text begins in what is left, or NULL. */
static const char *find(const struct xml_reader *reader, const char *text) {
  const size_t length = strlen(text);
  const char *at = reader->at;
  while ((size_t)(reader->end - at) >= length) {
    at = memchr(at, text[0], (size_t)(reader->end - at) - length + 1);
    if (at == NULL || memcmp(at, text, length) == 0) {
      return at;
    }
    at++;
  }
  return NULL;
}

static bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

static void skip_blanks(struct xml_reader *reader) {
  const char *at = reader->at;
  while (at != reader->end && is_blank(*at)) {
    at++;
  }
  go_to(reader, at);
}

/* Takes a name; its length is 0 if none stands here. */
static struct text_span take_name(struct xml_reader *reader) {
  struct text_span name = {reader->at, 0};
  while (reader->at != reader->end) {
    const unsigned char letter = (unsigned char)*reader->at;
    const bool starts = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                        letter == '_' || letter == ':' || letter >= 0x80;
    const bool follows = (letter >= '0' && letter <= '9') || letter == '-' || letter == '.';
    if (!starts && (!follows || name.length == 0)) {
      break;
    }
    name.length++;
    reader->at++;
  }
  return name;
}

/* ---- Entities ------------------------------------------------------------ */

/* What `&...;` stands for, 0 if for nothing; *length is that of the entity. */
static uint32_t entity_value(const char *at, const char *end, size_t *length) {
  static const struct {
    const char *text;
    char letter;
  } named[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&apos;", '\''}, {"&quot;", '"'}};
  for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
    *length = strlen(named[i].text);
    if ((size_t)(end - at) >= *length && memcmp(at, named[i].text, *length) == 0) {
      return (uint32_t)named[i].letter;
    }
  }
  if (end - at < 4 || at[1] != '#') {
    return 0;
  }
  const uint32_t base = at[2] == 'x' ? 16 : 10;
  const char *digit = at + (base == 16 ? 3 : 2);
  uint32_t value = 0;
  for (; digit != end && *digit != ';' && value <= 0x10FFFF; digit++) {
    const char lower = (char)(*digit | 0x20);
    const bool is_digit = *digit >= '0' && *digit <= '9';
    if (!is_digit && (base == 10 || lower < 'a' || lower > 'f')) {
      return 0;
    }
    value = value * base + (uint32_t)(is_digit ? *digit - '0' : lower - 'a' + 10);
  }
  if (digit == end || *digit != ';' || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000) ||
      (value < 0x20 && !is_blank((char)value))) {
    return 0;
  }
  *length = (size_t)(digit - at) + 1;
  return value;
}

size_t xml_reader_decode(const struct xml_reader *reader, char *out) {
  const char *at = reader->value.bytes;
  const char *end = at + reader->value.length;
  size_t count = 0;
  while (at != end) {
    if (*at == '&' && !reader->is_literal) {
      size_t length = 0;
      count += text_write_utf8(entity_value(at, end, &length), out + count);
      at += length;
    } else if (*at == '\r') {
      out[count] = '\n';
      count += end - at > 1 && at[1] == '\n' ? 0 : 1;
      at++;
    } else {
      out[count++] = *at++;
    }
  }
  return count;
}

/* Goes to the end of a value after a look at each of its letters. False: it has
 * one that may not be; `wrong` is set. */
static bool pass_value(struct xml_reader *reader, struct text_span value) {
  const char *end = value.bytes + value.length;
  for (const char *at = value.bytes; at != end; at++) {
    const unsigned char letter = (unsigned char)*at;
    size_t length;
    if (letter < 0x20 && !is_blank(*at)) {
      go_to(reader, at);
      fail(reader, "byte %d is no letter of a text", letter);
      return false;
    }
    if (letter == '&' && !reader->is_literal && entity_value(at, end, &length) == 0) {
      const struct text_span rest = {at, (size_t)(end - at)};
      go_to(reader, at);
      fail(reader, "'%.*s' is no entity that is known here",
           rest.length < 12 ? (int)rest.length : 12, rest.bytes);
      return false;
    }
  }
  go_to(reader, end);
  reader->value = value;
  return true;
}

/* ---- Tags ---------------------------------------------------------------- */

static enum xml_event pop(struct xml_reader *reader) {
  reader->depth--;
  reader->name = reader->open[reader->depth];
  return XML_CLOSE;
}

static enum xml_event next_attribute(struct xml_reader *reader) {
  reader->name = take_name(reader);
  skip_blanks(reader);
  if (reader->name.length == 0 || !begins(reader, "=")) {
    const struct text_span open = reader->open[reader->depth - 1];
    return fail(reader, "the tag <%.*s> has something that is no attribute", SHOWN(open));
  }
  reader->at++;
  skip_blanks(reader);
  if (!begins(reader, "\"") && !begins(reader, "'")) {
    return fail(reader, "the value of '%.*s' has no quotes", SHOWN(reader->name));
  }
  const char quote = *reader->at++;
  const char *stop = memchr(reader->at, quote, left(reader));
  const size_t length = stop != NULL ? (size_t)(stop - reader->at) : left(reader);
  if (stop == NULL || memchr(reader->at, '<', length) != NULL) {
    return fail(reader, "the value of '%.*s' does not end", SHOWN(reader->name));
  }
  reader->is_literal = false;
  if (!pass_value(reader, (struct text_span){reader->at, length})) {
    return XML_FAILED;
  }
  reader->at++;
  if (reader->at != reader->end && !is_blank(*reader->at) && *reader->at != '/' &&
      *reader->at != '>') {
    return fail(reader, "no blank follows the value of '%.*s'", SHOWN(reader->name));
  }
  return XML_ATTRIBUTE;
}

static enum xml_event open_tag(struct xml_reader *reader) {
  reader->at++;
  reader->name = take_name(reader);
  if (reader->name.length == 0) {
    return fail(reader, "'<' begins no tag");
  }
  if (reader->depth == 0 && reader->root_seen) {
    return fail(reader, "<%.*s> follows after the end", SHOWN(reader->name));
  }
  if (reader->depth == XML_MOST_DEPTH) {
    return fail(reader, "elements are nested deeper than %d", XML_MOST_DEPTH);
  }
  reader->root_seen = true;
  reader->open[reader->depth++] = reader->name;
  reader->in_tag = true;
  return XML_OPEN;
}

static enum xml_event close_tag(struct xml_reader *reader) {
  reader->at += 2;
  const struct text_span name = take_name(reader);
  if (reader->depth == 0) {
    return fail(reader, "</%.*s> closes nothing", SHOWN(name));
  }
  const struct text_span open = reader->open[reader->depth - 1];
  if (name.length != open.length || memcmp(name.bytes, open.bytes, name.length) != 0) {
    return fail(reader, "</%.*s> stands where <%.*s> should be closed", SHOWN(name), SHOWN(open));
  }
  skip_blanks(reader);
  if (!begins(reader, ">")) {
    return fail(reader, "</%.*s does not end", SHOWN(name));
  }
  reader->at++;
  return pop(reader);
}

/* ---- What stands between tags -------------------------------------------- */

/* Skips what ends in a text. False: it does not; `wrong` is set. */
static bool skip_past(struct xml_reader *reader, const char *stop, const char *what) {
  const char *place = find(reader, stop);
  if (place == NULL) {
    fail(reader, "%s does not end", what);
    return false;
  }
  go_to(reader, place + strlen(stop));
  return true;
}

/* A declaration may name an encoding. Only UTF-8 and what it contains is read. */
static bool skip_instruction(struct xml_reader *reader) {
  const char *begin = reader->at;
  if (!skip_past(reader, "?>", "a processing instruction")) {
    return false;
  }
  const struct xml_reader inside = {.at = begin, .end = reader->at};
  const char *encoding = begins(&inside, "<?xml ") ? find(&inside, "encoding") : NULL;
  if (encoding == NULL) {
    return true;
  }
  char name[16] = "";
  size_t length = 0;
  const char *at = encoding + strlen("encoding");
  while (at != reader->at && (is_blank(*at) || *at == '=' || *at == '"' || *at == '\'')) {
    at++;
  }
  for (; at != reader->at && *at != '"' && *at != '\'' && length < sizeof name - 1; at++) {
    name[length++] = (char)(*at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at);
  }
  if (strcmp(name, "utf-8") != 0 && strcmp(name, "us-ascii") != 0 && strcmp(name, "ascii") != 0) {
    fail(reader, "the encoding is '%s'; it should be UTF-8", name);
    return false;
  }
  return true;
}

static bool skip_doctype(struct xml_reader *reader) {
  const char *stop = memchr(reader->at, '>', left(reader));
  const size_t length = stop != NULL ? (size_t)(stop - reader->at) : left(reader);
  if (stop == NULL || reader->root_seen || memchr(reader->at, '[', length) != NULL) {
    fail(reader, "a DOCTYPE with declarations of its own, or in a wrong place");
    return false;
  }
  go_to(reader, stop + 1);
  return true;
}

static enum xml_event next_cdata(struct xml_reader *reader) {
  if (reader->depth == 0) {
    return fail(reader, "text stands outside of all elements");
  }
  reader->at += strlen("<![CDATA[");
  const char *stop = find(reader, "]]>");
  if (stop == NULL) {
    return fail(reader, "a CDATA section does not end");
  }
  reader->is_literal = true;
  if (!pass_value(reader, (struct text_span){reader->at, (size_t)(stop - reader->at)})) {
    return XML_FAILED;
  }
  reader->at += strlen("]]>");
  return XML_TEXT;
}

static enum xml_event next_text(struct xml_reader *reader) {
  const char *stop = memchr(reader->at, '<', left(reader));
  const size_t length = stop != NULL ? (size_t)(stop - reader->at) : left(reader);
  reader->is_literal = false;
  return pass_value(reader, (struct text_span){reader->at, length}) ? XML_TEXT : XML_FAILED;
}

/* After the last byte. */
static enum xml_event end_of_bytes(struct xml_reader *reader) {
  if (reader->depth > 0) {
    const struct text_span open = reader->open[reader->depth - 1];
    return fail(reader, "the file ends inside of <%.*s>", SHOWN(open));
  }
  return reader->root_seen ? XML_END : fail(reader, "there is no element");
}

enum xml_event xml_reader_next(struct xml_reader *reader) {
  if (reader->in_tag) {
    skip_blanks(reader);
    reader->event_line = reader->line;
    if (begins(reader, "/>")) {
      reader->at += 2;
      reader->in_tag = false;
      return pop(reader);
    }
    if (reader->at == reader->end) {
      return end_of_bytes(reader);
    }
    if (*reader->at != '>') {
      return next_attribute(reader);
    }
    reader->at++;
    reader->in_tag = false;
  }
  for (;;) {
    bool fine = true;
    if (reader->depth == 0) {
      skip_blanks(reader);
    }
    reader->event_line = reader->line;
    if (reader->at == reader->end) {
      return end_of_bytes(reader);
    }
    if (begins(reader, "<!--")) {
      reader->at += strlen("<!--");
      fine = skip_past(reader, "-->", "a comment");
    } else if (begins(reader, "<?")) {
      fine = skip_instruction(reader);
    } else if (begins(reader, "<!DOCTYPE")) {
      fine = skip_doctype(reader);
    } else if (begins(reader, "<![CDATA[")) {
      return next_cdata(reader);
    } else if (*reader->at != '<' && reader->depth > 0) {
      return next_text(reader);
    } else if (*reader->at != '<') {
      return fail(reader, "text stands outside of all elements");
    } else {
      return begins(reader, "</") ? close_tag(reader) : open_tag(reader);
    }
    if (!fine) {
      return XML_FAILED;
    }
  }
}
