/* The part of a C library that the readers of maps use: see c_library.h. */
#include "tools/explorer/system/c_library.h"

#ifdef __wasm__

#include "tools/base/platform_files.h"
#include "tools/explorer/module/module_memory.h"

#include <limits.h>
#include <stdbool.h>

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(#name)))

/* Shows bytes that standard error is given. */
extern FROM_PAGE(say) void page_say(const void *bytes, uint32_t byte_count);
/* The number that a text in decimal says. */
extern FROM_PAGE(number) double page_number(const char *text, uint32_t letters);
/* Writes a text as vsnprintf does; the list is the address of the arguments. */
extern FROM_PAGE(format) int32_t
    page_format(char *out, uint32_t room, const char *format, const void *arguments);
extern FROM_PAGE(sin) double page_sin(double angle);
extern FROM_PAGE(cos) double page_cos(double angle);
extern FROM_PAGE(pow) double page_pow(double base, double exponent);

int errno;

/* ---- Texts --------------------------------------------------------------- */

void *memchr(const void *bytes, int byte, size_t count) {
  const uint8_t *at = bytes;
  for (size_t i = 0; i < count; i++) {
    if (at[i] == (uint8_t)byte) {
      return (void *)(uintptr_t)(at + i);
    }
  }
  return NULL;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != '\0') {
    length++;
  }
  return length;
}

int strncmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    if (a[i] != b[i] || a[i] == '\0') {
      return (int)(uint8_t)a[i] - (int)(uint8_t)b[i];
    }
  }
  return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

char *strchr(const char *text, int letter) { return memchr(text, letter, strlen(text) + 1); }

char *strrchr(const char *text, int letter) {
  for (size_t i = strlen(text) + 1; i > 0; i--) {
    if (text[i - 1] == (char)letter) {
      return (char *)(uintptr_t)(text + i - 1);
    }
  }
  return NULL;
}

char *strstr(const char *text, const char *part) {
  const size_t length = strlen(part);
  for (; strncmp(text, part, length) != 0; text++) {
    if (*text == '\0') {
      return NULL;
    }
  }
  return (char *)(uintptr_t)text;
}

/* How many letters at the beginning are all among these, or all not. */
static size_t span(const char *text, const char *letters, bool among) {
  size_t length = 0;
  while (text[length] != '\0' && (strchr(letters, text[length]) != NULL) == among) {
    length++;
  }
  return length;
}

size_t strspn(const char *text, const char *letters) { return span(text, letters, true); }
size_t strcspn(const char *text, const char *letters) { return span(text, letters, false); }

char *strpbrk(const char *text, const char *letters) {
  const char *found = text + strcspn(text, letters);
  return *found != '\0' ? (char *)(uintptr_t)found : NULL;
}

char *strerror(int number) {
  (void)number;
  return (char *)(uintptr_t) "it can't be read";
}

/* ---- Memory: each block is preceded by its size -------------------------- */

enum { HEAD_BYTES = 16 };

void *malloc(size_t bytes) {
  char *block = bytes > INT_MAX ? NULL : module_allocate((uint32_t)(bytes + HEAD_BYTES));
  if (block == NULL) {
    return NULL;
  }
  *(size_t *)(void *)block = bytes;
  return block + HEAD_BYTES;
}

static size_t bytes_of(const void *block) {
  return *(const size_t *)(const void *)((const char *)block - HEAD_BYTES);
}

void free(void *block) {
  if (block != NULL) {
    module_release((char *)block - HEAD_BYTES, (uint32_t)(bytes_of(block) + HEAD_BYTES));
  }
}

void *calloc(size_t count, size_t size) {
  void *block = size != 0 && count > INT_MAX / size ? NULL : malloc(count * size);
  return block != NULL ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *block, size_t bytes) {
  void *larger = malloc(bytes);
  if (larger != NULL && block != NULL) {
    memcpy(larger, block, bytes_of(block) < bytes ? bytes_of(block) : bytes);
    free(block);
  }
  return larger;
}

int abs(int number) { return number < 0 ? -number : number; }

/* ---- Order --------------------------------------------------------------- */

/* Merges neighbouring runs, each twice as long as before; what is in order already stays. */
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *const all = list;
  char *const left = malloc(count * size + 1);
  if (left == NULL) {
    __builtin_trap(); /* the page says so */
  }
  for (size_t length = 1; length < count; length *= 2) {
    for (size_t begin = 0; begin + length < count; begin += 2 * length) {
      char *out = all + begin * size;
      char *right = out + length * size;
      const char *end = all + (count - begin < 2 * length ? count : begin + 2 * length) * size;
      if (compare(right - size, right) <= 0) {
        continue;
      }
      memcpy(left, out, length * size);
      const char *at = left;
      while (at != left + length * size) {
        const bool is_right = right != end && compare(right, at) < 0;
        memmove(out, is_right ? right : at, size);
        right += is_right ? size : 0;
        at += is_right ? 0 : size;
        out += size;
      }
    }
  }
  free(left);
}

void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const char *first = list;
  while (count > 0) {
    const char *middle = first + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0) {
      return (void *)(uintptr_t)middle;
    }
    first = order > 0 ? middle + size : first;
    count = order > 0 ? count - count / 2 - 1 : count / 2;
  }
  return NULL;
}

/* ---- Numbers ------------------------------------------------------------- */

static size_t count_digits(const char *text) { return strspn(text, "0123456789"); }
static size_t count_sign(const char *text) { return *text == '-' || *text == '+' ? 1 : 0; }

double strtod(const char *text, char **end) {
  const char *at = text + strspn(text, " \t\n\v\f\r");
  const char *const begin = at;
  at += count_sign(at);
  size_t digits = count_digits(at);
  at += digits;
  if (*at == '.' && (digits > 0 || count_digits(at + 1) > 0)) {
    digits += count_digits(at + 1);
    at += 1 + count_digits(at + 1);
  }
  if (digits > 0 && (*at == 'e' || *at == 'E')) {
    const char *exponent = at + 1 + count_sign(at + 1);
    at = count_digits(exponent) > 0 ? exponent + count_digits(exponent) : at;
  }
  if (end != NULL) {
    *end = (char *)(uintptr_t)(digits > 0 ? at : text);
  }
  return digits > 0 ? page_number(begin, (uint32_t)(at - begin)) : 0;
}

/* In decimal, whatever the base is: nothing here asks for another. */
long long strtoll(const char *text, char **end, int base) {
  (void)base;
  const char *at = text + strspn(text, " \t\n\v\f\r");
  const bool is_negative = *at == '-';
  at += count_sign(at);
  const char *const begin = at;
  long long number = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    const int digit = *at - '0';
    number = number > (LLONG_MAX - digit) / 10 ? LLONG_MAX : number * 10 + digit;
  }
  if (end != NULL) {
    *end = (char *)(uintptr_t)(at != begin ? at : text);
  }
  return is_negative ? -number : number;
}

long strtol(const char *text, char **end, int base) {
  const long long number = strtoll(text, end, base);
  return number > LONG_MAX ? LONG_MAX : number < LONG_MIN ? LONG_MIN : (long)number;
}

double fmin(double a, double b) { return a < b || b != b ? a : b; }
double fmax(double a, double b) { return a > b || b != b ? a : b; }
double round(double number) {
  const double size = fabs(number);
  const double whole = floor(size) + (size - floor(size) >= 0.5);
  return number < 0 ? -whole : whole;
}

double sin(double angle) { return page_sin(angle); }
double cos(double angle) { return page_cos(angle); }
double pow(double base, double exponent) { return page_pow(base, exponent); }

/* ---- Formats ------------------------------------------------------------- */

int vsnprintf(char *out, size_t room, const char *format, va_list arguments) {
  return page_format(out, (uint32_t)room, format, arguments);
}

int snprintf(char *out, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(out, room, format, arguments);
  va_end(arguments);
  return length;
}

/* ---- Streams ------------------------------------------------------------- */

struct c_stream {
  bool is_shown;
  struct platform_reader reader;
  uint64_t at;
};

static struct c_stream silent, shown = {.is_shown = true}, opened; /* one file at a time */
FILE *stdin = &silent, *stdout = &silent, *stderr = &shown;

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
  if (stream->is_shown) {
    page_say(bytes, (uint32_t)(size * count));
  }
  return count;
}

int fputs(const char *text, FILE *stream) { return (int)fwrite(text, 1, strlen(text), stream); }

int fprintf(FILE *stream, const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fputs(line, stream);
  return length;
}

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

FILE *fopen(const char *path, const char *mode) {
  (void)mode;
  opened.at = 0;
  errno = ENOENT;
  return platform_reader_open(&opened.reader, path) == NULL ? &opened : NULL;
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream) {
  const uint64_t left = (stream->reader.byte_count - stream->at) / size;
  const size_t taken = count < left ? count : (size_t)left;
  platform_reader_read(&stream->reader, stream->at, bytes, taken * size);
  stream->at += taken * size;
  return taken;
}

int ferror(FILE *stream) {
  (void)stream;
  return 0;
}

int fclose(FILE *stream) {
  (void)stream;
  return 0;
}

#endif
