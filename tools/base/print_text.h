/* What commands print for people. Texts of files and of the command line may hold anything, so all
 * output goes through these functions: control characters, characters that reorder a line and bytes
 * that are no UTF-8 are printed as \xNN, a byte each. Line breaks of the format are printed; where
 * an argument has one as well, all but the last break of the format are escaped too. */
#ifndef OVERLAND_TOOLS_BASE_PRINT_TEXT_H
#define OVERLAND_TOOLS_BASE_PRINT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* of mingw: the name of its formats */

/* Lets the compiler check arguments against their format. */
#if defined(__MINGW_PRINTF_FORMAT)
#define COMMAND_FORMAT(text, first) __attribute__((format(__MINGW_PRINTF_FORMAT, text, first)))
#elif defined(__GNUC__)
#define COMMAND_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define COMMAND_FORMAT(text, first)
#endif

/* On standard output. */
COMMAND_FORMAT(1, 2) void print_out(const char *format, ...);

/* On standard error; what standard output has before is flushed. */
COMMAND_FORMAT(1, 2) void print_error(const char *format, ...);
void print_error_list(const char *format, va_list arguments);

/* A text of the program's own, on standard output, as it is. */
void print_own(const char *text);

/* Stores a text as it would be printed, cut short where there is no more room. Returns `out`. */
char *print_escaped(const char *text, char *out, size_t room);

/* Stores a path as a word for a shell: in quotes if it has a character that a shell takes apart;
 * cut short where there is no more room. Returns `out`. */
char *print_shell_word(const char *path, char *out, size_t room);

/* "`overland legend PATH --size WxH`", the size if its width is not 0. Returns `out`. */
#define PRINT_DRAFT_BYTES 1280
char *print_draft_call(const char *path, int32_t width, int32_t height,
                       char out[PRINT_DRAFT_BYTES]);

/* The ending of a noun of that many things: "" or "s". */
const char *print_plural(uint64_t count);

/* A letter of a text in UTF-8. */
struct print_letter {
  uint32_t code; /* U+FFFD: the byte begins no letter */
  size_t bytes;  /* 1 to 4 */
  bool is_shown; /* it is no control character, reorders nothing, and is well formed */
};

/* The letter that a text which is not empty begins with. */
struct print_letter print_read_letter(const char *text);

#endif
