/* A hash of many bytes, which is the same on every machine: it tells maps apart. */
#ifndef OVERLAND_TOOLS_MAP_FAST_HASH_H
#define OVERLAND_TOOLS_MAP_FAST_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of `hash`, any number to begin with, and of bytes. */
uint64_t fast_hash_bytes(uint64_t hash, const uint8_t *bytes, size_t byte_count);
uint64_t fast_hash_number(uint64_t hash, uint64_t number);

#endif
