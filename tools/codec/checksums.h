/* The sums that zlib, gzip and PNG end their bytes with. Each goes on from what it was: begin with
 * the constant, add the bytes in order, in any parts. */
#ifndef OVERLAND_TOOLS_CODEC_CHECKSUMS_H
#define OVERLAND_TOOLS_CODEC_CHECKSUMS_H

#include <stddef.h>
#include <stdint.h>

#define ADLER32_BEGIN 1U
#define CRC32_BEGIN 0U

uint32_t adler32_add(uint32_t sum, const uint8_t *bytes, size_t byte_count);
uint32_t crc32_add(uint32_t sum, const uint8_t *bytes, size_t byte_count);

#endif
