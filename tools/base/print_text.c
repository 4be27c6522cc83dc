/* Output of commands: see print_text.h. UTF-8 as RFC 3629 has it: no long forms, no surrogates,
 * nothing above U+10FFFF. */
#include "tools/base/print_text.h"

#include "tools/base/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_BYTES = 1024, REPLACEMENT = 0xFFFD };

/* ---- Letters ------------------------------------------------------------- */

/* Control characters of ASCII and Latin-1, ends of lines and paragraphs, and letters that change
 * the direction of a line. */
static bool is_control(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/* How many bytes a letter has that begins with this one; 0: none does. */
static size_t count_bytes(uint8_t first) {
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4) {
    return 0;
  }
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

struct print_letter print_read_letter(const char *text) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const struct print_letter wrong = {REPLACEMENT, 1, false};
  const uint8_t first = (uint8_t)text[0];
  const size_t bytes = count_bytes(first);
  if (bytes == 0) {
    return wrong;
  }
  uint32_t code = bytes == 1 ? first : first & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; i++) {
    const uint8_t next = (uint8_t)text[i];
    if ((next & 0xC0) != 0x80) { /* the end of the text as well */
      return wrong;
    }
    code = code << 6 | (next & 0x3Fu);
  }
  if (code < least[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
    return wrong;
  }
  return (struct print_letter){code, bytes, !is_control(code)};
}

/* ---- Printing ------------------------------------------------------------ */

static size_t count_breaks(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) {
    count += *text == '\n' ? 1 : 0;
  }
  return count;
}

/* `breaks`: those in the text are the format's. */
static void write_text(FILE *stream, const char *text, bool breaks, bool last_break) {
  while (*text != '\0') {
    const struct print_letter letter = print_read_letter(text);
    const bool kept =
        letter.is_shown || (*text == '\n' && (breaks || (last_break && text[1] == '\0')));
    if (kept) {
      fwrite(text, 1, letter.bytes, stream);
    } else {
      for (size_t i = 0; i < letter.bytes; i++) {
        fprintf(stream, "\\x%02x", (unsigned)(uint8_t)text[i]);
      }
    }
    text += letter.bytes;
  }
}

/* A text that is longer than usual and finds no memory is cut short. */
static void print_list(FILE *stream, const char *format, va_list arguments) {
  char usual[USUAL_BYTES];
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(usual, sizeof usual, format, arguments);
  char *text = length >= USUAL_BYTES ? malloc((size_t)length + 1) : NULL;
  if (text != NULL) {
    vsnprintf(text, (size_t)length + 1, format, again);
  }
  va_end(again);
  if (length >= 0) {
    const char *shown = text != NULL ? text : usual;
    const size_t format_length = strlen(format);
    const bool last_break = format_length > 0 && format[format_length - 1] == '\n';
    write_text(stream, shown, count_breaks(shown) <= count_breaks(format), last_break);
  }
  free(text);
}

void print_out(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_list(stdout, format, arguments);
  va_end(arguments);
}

void print_error_list(const char *format, va_list arguments) {
  fflush(stdout);
  print_list(stderr, format, arguments);
}

void print_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_error_list(format, arguments);
  va_end(arguments);
}

char *print_escaped(const char *text, char *out, size_t room) {
  size_t used = 0;
  out[0] = '\0';
  while (*text != '\0') {
    const struct print_letter letter = print_read_letter(text);
    const size_t needed = letter.is_shown ? letter.bytes : 4 * letter.bytes;
    if (used + needed >= room) {
      break;
    }
    for (size_t i = 0; i < letter.bytes; i++) {
      used += (size_t)snprintf(out + used, room - used, letter.is_shown ? "%c" : "\\x%02x",
                               letter.is_shown ? text[i] : (int)(uint8_t)text[i]);
    }
    text += letter.bytes;
  }
  return out;
}

static bool is_plain_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || (letter & 0x80) != 0 ||
         strchr("_-+=.,:/@%", letter) != NULL || platform_is_separator(letter);
}

char *print_shell_word(const char *path, char *out, size_t room) {
  const char *at = path;
  while (*at != '\0' && is_plain_letter(*at)) {
    at++;
  }
  if (*at == '\0' && at != path) {
    snprintf(out, room, "%s", path);
    return out;
  }
  size_t length = 0;
  out[length++] = '\'';
  for (at = path; *at != '\0' && length + 6 < room; at++) {
    length += (size_t)snprintf(out + length, room - length, *at == '\'' ? "'\\''" : "%c", *at);
  }
  snprintf(out + length, room - length, "'");
  return out;
}

char *print_draft_call(const char *path, int32_t width, int32_t height,
                       char out[PRINT_DRAFT_BYTES]) {
  char word[1200], size[40] = "";
  if (width != 0) {
    snprintf(size, sizeof size, " --size %" PRId32 "x%" PRId32, width, height);
  }
  snprintf(out, PRINT_DRAFT_BYTES, "`overland legend %s%s`",
           print_shell_word(path, word, sizeof word), size);
  return out;
}

void print_own(const char *text) { fputs(text, stdout); }

const char *print_plural(uint64_t count) { return count == 1 ? "" : "s"; }
