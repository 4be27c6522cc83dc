/* A zlib stream (RFC 1950 and 1951) made from bytes in memory: what PNG pictures are stored as. */
#ifndef OVERLAND_TOOLS_CODEC_DEFLATE_H
#define OVERLAND_TOOLS_CODEC_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes the bytes of the stream in order, 65,536 at a time and at last the rest. Returns false to
 * stop. */
typedef bool (*deflate_sink_fn)(void *user, const uint8_t *bytes, size_t byte_count);

enum deflate_result { DEFLATE_OK = 0, DEFLATE_NO_MEMORY, DEFLATE_SINK_FAILED };

enum deflate_result deflate_zlib(const uint8_t *data, size_t byte_count, deflate_sink_fn sink,
                                 void *user);

#endif
