/* Reader of compressed bytes: deflate (RFC 1951), bare or within zlib (RFC 1950) or gzip (1952). */
#ifndef OVERLAND_TOOLS_CODEC_INFLATE_H
#define OVERLAND_TOOLS_CODEC_INFLATE_H

#include <stddef.h>
#include <stdint.h>

/* Formats of a compressed stream. */
typedef enum inflate_format { INFLATE_RAW, INFLATE_ZLIB, INFLATE_GZIP } inflate_format;

/* inflate_bytes returns this address when memory runs out: no fault of the bytes. */
extern const char inflate_no_memory[];

/* Decompresses all of `bytes`; *out is malloc'ed, the caller frees it. NULL, or what is wrong as
 * static text, and then *out is NULL. It is wrong if more than most_bytes come out, if the stream
 * is cut off, if its sum is not that of what came out, and if anything follows its end. Memory is
 * taken as bytes come out, at most twice as much, never by what a header promises. */
const char *inflate_bytes(const uint8_t *bytes, size_t byte_count, inflate_format format,
                          size_t most_bytes, uint8_t **out, size_t *out_bytes);

#endif
