/* Reads decisions from the bytes of a fuzzer. Behind the last byte all are 0, so that every input
 * is complete. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_INPUT_H
#define OVERLAND_TESTS_FUZZ_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_input {
  const uint8_t *bytes;
  size_t count;
  size_t at; /* the next byte */
} fuzz_input;

static inline uint32_t fuzz_u8(fuzz_input *input) {
  return input->at < input->count ? input->bytes[input->at++] : 0;
}

static inline uint32_t fuzz_u16(fuzz_input *input) {
  const uint32_t low = fuzz_u8(input);
  return low | fuzz_u8(input) << 8;
}

static inline uint32_t fuzz_u32(fuzz_input *input) {
  const uint32_t low = fuzz_u16(input);
  return low | fuzz_u16(input) << 16;
}

/* From low to high, both included; a span of more than 256 takes two bytes. */
static inline int32_t fuzz_between(fuzz_input *input, int32_t low, int32_t high) {
  const uint32_t span = (uint32_t)(high - low) + 1;
  return low + (int32_t)((span <= 256 ? fuzz_u8(input) : fuzz_u16(input)) % span);
}

static inline bool fuzz_bool(fuzz_input *input) { return (fuzz_u8(input) & 1u) != 0; }

static inline bool fuzz_ends(const fuzz_input *input) { return input->at >= input->count; }

#endif
