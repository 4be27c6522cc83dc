/* The part of the C library that the command's readers of maps use, for the Explorer's module,
 * which has none: the headers in this folder stand for the standard ones. What needs exact numbers
 * in decimal, and the functions of angles, is asked of the page. */
#ifndef OVERLAND_EXPLORER_C_LIBRARY_H
#define OVERLAND_EXPLORER_C_LIBRARY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* <string.h> */
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *bytes, int byte, size_t count);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int letter);
char *strrchr(const char *text, int letter);
char *strstr(const char *text, const char *part);
char *strpbrk(const char *text, const char *letters);
size_t strspn(const char *text, const char *letters);
size_t strcspn(const char *text, const char *letters);
char *strerror(int number);

/* <stdlib.h> */
void *malloc(size_t bytes);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t bytes);
void free(void *block);
int abs(int number);
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *));
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);

/* <math.h> */
double floor(double number);
double ceil(double number);
double round(double number);
double fabs(double number);
double fmin(double a, double b);
double fmax(double a, double b);
double pow(double base, double exponent);
double sin(double angle);
double cos(double angle);
#define isfinite(number) __builtin_isfinite(number)
#define isnan(number) __builtin_isnan(number)
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

/* <stdio.h>: what is written to standard error the page shows; files that were dropped are read,
 * one at a time. */
typedef struct c_stream FILE;
extern FILE *stdin, *stdout, *stderr;
int fprintf(FILE *stream, const char *format, ...);
int snprintf(char *out, size_t room, const char *format, ...);
int vsnprintf(char *out, size_t room, const char *format, va_list arguments);
int fputs(const char *text, FILE *stream);
int fflush(FILE *stream);
FILE *fopen(const char *path, const char *mode);
size_t fread(void *bytes, size_t size, size_t count, FILE *stream);
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream);
int ferror(FILE *stream);
int fclose(FILE *stream);

/* <errno.h> */
extern int errno;
#define ENOENT 2
#define EIO 5

/* <inttypes.h> */
#define PRId32 "d"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRId64 "lld"
#define PRIu64 "llu"
#define PRIx64 "llx"

/* <assert.h> */
#define assert(condition) ((void)(0 && (condition)))

#endif
