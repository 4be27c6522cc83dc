/* The kind of a file by its first bytes, for messages about a file that is not of the kind that was
 * expected. */
#ifndef OVERLAND_TOOLS_BASE_FILE_KIND_H
#define OVERLAND_TOOLS_BASE_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough of a file for the functions below. */
#define FILE_KIND_BYTES 512

/* Reads the first bytes of a file, up to `room` of them. NULL, or why it can't be done. */
const char *file_kind_read(const char *path, uint8_t *bytes, size_t room, size_t *count);

/* "a JPEG picture", "JSON"; NULL: no kind that is known. */
const char *file_kind_name(const uint8_t *bytes, size_t byte_count);

/* Says how something that is read can be made of a file that is of no use as it is, as "`magick
 * a.webp out.png` makes a picture of it". False: of such a kind nothing is known. */
#define FILE_KIND_ADVICE_BYTES 640
bool file_kind_advise(const uint8_t *bytes, size_t byte_count, const char *path,
                      char text[FILE_KIND_ADVICE_BYTES]);

/* Returns true if the bytes begin like a part of a world, a file that build --part writes. */
bool file_kind_is_part(const uint8_t *bytes, size_t byte_count);

/* Whether it is a text as far as the bytes tell: none of them is 0, and it is no known kind of
 * binary file. */
bool file_kind_is_text(const uint8_t *bytes, size_t byte_count);

/* Returns whether a path ends so, in letters of any case; `ending` is in small ones, ".tmx". */
bool file_kind_has_ending(const char *path, const char *ending);

#endif
