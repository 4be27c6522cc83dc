/* How commands end: exit codes, one line on standard error for each failure, and the texts of
 * options that several commands share. */
#ifndef OVERLAND_TOOLS_BASE_FAIL_H
#define OVERLAND_TOOLS_BASE_FAIL_H

#include "overland.h"
#include "tools/base/print_text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum {
  EXIT_DONE = 0,
  EXIT_NO = 1,    /* the answer is no: no path, a blocked end, a difference */
  EXIT_USAGE = 2, /* wrong options or arguments */
  EXIT_INPUT = 3, /* bad input */
  EXIT_SYSTEM = 4 /* the system said no: memory, disk; or the library is wrong */
};

/* Prints "overland: " and the text as one line on standard error; returns
 * exit_code. */
COMMAND_FORMAT(2, 3) int command_fail(int exit_code, const char *format, ...);

/* Prints the text as one line about a line of a file that is bad input. Returns EXIT_INPUT. */
int command_fail_line(const char *path, size_t line, const char *format, va_list arguments);

/* One line for a result of the library that is not OVL_OK; `what` names what
 * was worked on, usually a file; `fault` may be NULL. Returns the exit code that
 * fits the result. */
int command_fail_result(const char *what, ovl_result result, const ovl_fault *fault);

/* "WHAT is FOUND; the limit is EXPECTED": why an argument was refused. Arguments may be negative:
 * both numbers are those of signed ones. */
#define COMMAND_LIMIT_BYTES 256
const char *command_limit_text(const ovl_fault *fault, char text[COMMAND_LIMIT_BYTES]);

/* One line for memory that the system did not give; `what` says for what. */
int command_fail_memory(const char *what);

/* The answer is no: *why becomes a text that says why, for the command to print and to free.
 * Returns EXIT_NO; EXIT_SYSTEM, after one line, without memory. */
COMMAND_FORMAT(2, 3) int command_answer_no(char **why, const char *format, ...);

/* One line on standard error about a command that goes on. */
COMMAND_FORMAT(1, 2) void command_note(const char *format, ...);

/* "strict", "one", "free" and "none"; NULL ends them, and is the text of any other value. */
extern const char *const command_corners[];
const char *command_corners_text(ovl_corners corners);

/* The rule of such a text; false if it is none of these. */
#define COMMAND_CORNERS_WORDS "strict, one, free or none"
bool command_parse_corners(const char *text, ovl_corners *corners);

#endif
