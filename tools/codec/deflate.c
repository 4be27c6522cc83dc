/* A zlib stream made from bytes in memory.
 *
 * Invariant: nothing depends on anything but the bytes, so a picture is the same file everywhere.
 *
 * Repeats are found through chains of positions with equal hashes (LZ77), one step of lazy choice,
 * and coded in blocks, each with a prefix code of its own. Pictures here are mostly flat after
 * filtering, so a short chain finds nearly all there is. */
#include "tools/codec/deflate.h"

#include "tools/codec/checksums.h"
#include "tools/codec/deflate_codes.h"
#include "tools/codec/huffman.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW_BYTES 32768U
#define HASH_COUNT 32768U
#define NO_POSITION SIZE_MAX
#define MIN_MATCH 3U
#define MAX_MATCH 258U
#define CHAIN_STEPS 48
#define BLOCK_SYMBOLS 32768U
#define OUT_BYTES 65536U /* given to the sink at once */

/* A literal has distance 0 and its byte in `length`. */
struct symbol {
  uint16_t length;
  uint16_t distance;
};

struct deflater {
  const uint8_t *data;
  size_t byte_count;
  deflate_sink_fn sink;
  void *user;
  bool sink_failed;
  uint64_t bit_buffer;
  unsigned bit_count;
  size_t out_count;
  size_t symbol_count;
  size_t newest[HASH_COUNT];     /* the last position with each hash */
  size_t previous[WINDOW_BYTES]; /* the one before, by position modulo the window */
  struct symbol symbols[BLOCK_SYMBOLS];
  uint8_t out[OUT_BYTES];
};

static int find_base(const uint16_t *bases, int count, unsigned value) {
  int low = 0;
  int high = count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (bases[middle] <= value)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static void flush_out(struct deflater *deflater) {
  if (deflater->out_count > 0 && !deflater->sink_failed &&
      !deflater->sink(deflater->user, deflater->out, deflater->out_count))
    deflater->sink_failed = true;
  deflater->out_count = 0;
}

static void put_byte(struct deflater *deflater, unsigned byte) {
  if (deflater->out_count == OUT_BYTES)
    flush_out(deflater);
  deflater->out[deflater->out_count++] = (uint8_t)byte;
}

static void put_bits(struct deflater *deflater, unsigned value, unsigned bits) {
  deflater->bit_buffer |= (uint64_t)value << deflater->bit_count;
  deflater->bit_count += bits;
  while (deflater->bit_count >= 8) {
    put_byte(deflater, (unsigned)(deflater->bit_buffer & 0xFFU));
    deflater->bit_buffer >>= 8;
    deflater->bit_count -= 8;
  }
}

static void put_code(struct deflater *deflater, const struct huffman *huffman, int symbol) {
  put_bits(deflater, huffman->code[symbol], huffman->bits[symbol]);
}

/* ---- Blocks ---- */

/* The code lengths of both codes, themselves run-length coded: 16 repeats the last length, 17 and
 * 18 stand for zeros. `extra` holds the length of the run. */
struct length_run {
  uint8_t symbol;
  uint8_t extra;
};

static size_t add_runs(struct length_run *runs, const uint8_t *bits, int count) {
  size_t made = 0;
  for (int i = 0; i < count;) {
    int same = 1;
    while (i + same < count && bits[i + same] == bits[i])
      same++;
    int left = same;
    if (bits[i] != 0) {
      runs[made++] = (struct length_run){bits[i], 0};
      left--;
    }
    while (left > 0) {
      int most = bits[i] != 0 ? 6 : 138;
      int take = left < most ? left : most;
      if (take < 3) {
        runs[made++] = (struct length_run){bits[i], 0};
        left--;
      } else if (bits[i] != 0) {
        runs[made++] = (struct length_run){16, (uint8_t)(take - 3)};
        left -= take;
      } else {
        bool is_long = take > 10;
        runs[made++] = (struct length_run){is_long ? 18 : 17, (uint8_t)(take - (is_long ? 11 : 3))};
        left -= take;
      }
    }
    i += same;
  }
  return made;
}

static void put_code_lengths(struct deflater *deflater, const struct huffman *literals,
                             const struct huffman *distances) {
  uint8_t bits[DEFLATE_LITERAL_CODES + DEFLATE_DISTANCE_CODES];
  struct length_run runs[DEFLATE_LITERAL_CODES + DEFLATE_DISTANCE_CODES];
  memcpy(bits, literals->bits, DEFLATE_LITERAL_CODES);
  memcpy(bits + DEFLATE_LITERAL_CODES, distances->bits, DEFLATE_DISTANCE_CODES);
  size_t run_count = add_runs(runs, bits, DEFLATE_LITERAL_CODES + DEFLATE_DISTANCE_CODES);
  uint32_t counts[DEFLATE_BITS_CODES] = {0};
  for (size_t i = 0; i < run_count; i++)
    counts[runs[i].symbol]++;
  struct huffman lengths;
  huffman_build(&lengths, counts, DEFLATE_BITS_CODES, DEFLATE_BITS_MAX);
  put_bits(deflater, DEFLATE_LITERAL_CODES - 257, 5);
  put_bits(deflater, DEFLATE_DISTANCE_CODES - 1, 5);
  put_bits(deflater, DEFLATE_BITS_CODES - 4, 4);
  for (int i = 0; i < DEFLATE_BITS_CODES; i++)
    put_bits(deflater, lengths.bits[deflate_bits_order[i]], 3);
  for (size_t i = 0; i < run_count; i++) {
    put_code(deflater, &lengths, runs[i].symbol);
    if (runs[i].symbol >= 16)
      put_bits(deflater, runs[i].extra, runs[i].symbol == 16 ? 2 : runs[i].symbol == 17 ? 3 : 7);
  }
}

static void put_block(struct deflater *deflater, bool last) {
  uint32_t literal_counts[DEFLATE_LITERAL_CODES] = {0};
  uint32_t distance_counts[DEFLATE_DISTANCE_CODES] = {0};
  literal_counts[DEFLATE_END_OF_BLOCK] = 1;
  for (size_t i = 0; i < deflater->symbol_count; i++) {
    struct symbol s = deflater->symbols[i];
    if (s.distance == 0) {
      literal_counts[s.length]++;
    } else {
      literal_counts[DEFLATE_FIRST_REPEAT +
                     find_base(deflate_length_bases, DEFLATE_REPEAT_CODES, s.length)]++;
      distance_counts[find_base(deflate_distance_bases, DEFLATE_DISTANCE_CODES, s.distance)]++;
    }
  }
  struct huffman literals;
  struct huffman distances;
  huffman_build(&literals, literal_counts, DEFLATE_LITERAL_CODES, HUFFMAN_MAX_BITS);
  huffman_build(&distances, distance_counts, DEFLATE_DISTANCE_CODES, HUFFMAN_MAX_BITS);
  put_bits(deflater, last ? 1 : 0, 1);
  put_bits(deflater, 2, 2);
  put_code_lengths(deflater, &literals, &distances);
  for (size_t i = 0; i < deflater->symbol_count; i++) {
    struct symbol s = deflater->symbols[i];
    if (s.distance == 0) {
      put_code(deflater, &literals, s.length);
      continue;
    }
    int length_code = find_base(deflate_length_bases, DEFLATE_REPEAT_CODES, s.length);
    put_code(deflater, &literals, DEFLATE_FIRST_REPEAT + length_code);
    put_bits(deflater, (unsigned)(s.length - deflate_length_bases[length_code]),
             deflate_length_extra[length_code]);
    int distance_code = find_base(deflate_distance_bases, DEFLATE_DISTANCE_CODES, s.distance);
    put_code(deflater, &distances, distance_code);
    put_bits(deflater, (unsigned)(s.distance - deflate_distance_bases[distance_code]),
             deflate_distance_extra(distance_code));
  }
  put_code(deflater, &literals, DEFLATE_END_OF_BLOCK);
  deflater->symbol_count = 0;
}

static void add_symbol(struct deflater *deflater, unsigned length, size_t distance) {
  if (deflater->symbol_count == BLOCK_SYMBOLS)
    put_block(deflater, false);
  deflater->symbols[deflater->symbol_count++] =
      (struct symbol){(uint16_t)length, (uint16_t)distance};
}

/* ---- Repeats ---- */

static void remember(struct deflater *deflater, size_t position) {
  if (position + MIN_MATCH > deflater->byte_count)
    return;
  const uint8_t *p = deflater->data + position;
  uint32_t word = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
  size_t hash = (word * 2654435761U) >> 17;
  deflater->previous[position % WINDOW_BYTES] = deflater->newest[hash];
  deflater->newest[hash] = position;
}

/* The longest earlier repeat of what begins at `position`, which is already remembered. Returns
 * its length, 0 if there is none worth coding. */
static unsigned find_match(const struct deflater *deflater, size_t position, size_t *distance) {
  size_t room = deflater->byte_count - position;
  unsigned most = room < MAX_MATCH ? (unsigned)room : MAX_MATCH;
  unsigned best = MIN_MATCH - 1;
  if (most < MIN_MATCH)
    return 0;
  const uint8_t *here = deflater->data + position;
  size_t candidate = deflater->previous[position % WINDOW_BYTES];
  for (int step = 0; step < CHAIN_STEPS; step++) {
    if (candidate == NO_POSITION || position - candidate >= WINDOW_BYTES)
      break;
    const uint8_t *there = deflater->data + candidate;
    unsigned length = 0;
    if (there[best] == here[best])
      while (length < most && there[length] == here[length])
        length++;
    if (length > best) {
      best = length;
      *distance = position - candidate;
      if (best == most)
        break;
    }
    candidate = deflater->previous[candidate % WINDOW_BYTES];
  }
  return best >= MIN_MATCH ? best : 0;
}

static void code_all(struct deflater *deflater) {
  size_t distance = 0;
  unsigned length = 0;
  bool known = false; /* `length` is that of the match at `position` */
  for (size_t position = 0; position < deflater->byte_count;) {
    if (!known) {
      remember(deflater, position);
      length = find_match(deflater, position, &distance);
    }
    known = false;
    if (length == 0) {
      add_symbol(deflater, deflater->data[position++], 0);
      continue;
    }
    size_t end = position + length;
    size_t inserted = position + 1;
    if (length < MAX_MATCH && inserted < deflater->byte_count) {
      /* A longer match one byte on is worth a literal now. */
      size_t next_distance = 0;
      remember(deflater, inserted);
      unsigned next_length = find_match(deflater, inserted, &next_distance);
      if (next_length > length) {
        add_symbol(deflater, deflater->data[position], 0);
        position++;
        length = next_length;
        distance = next_distance;
        known = true;
        continue;
      }
      inserted++;
    }
    add_symbol(deflater, length, distance);
    for (; inserted < end; inserted++)
      remember(deflater, inserted);
    position = end;
  }
  put_block(deflater, true);
}

enum deflate_result deflate_zlib(const uint8_t *data, size_t byte_count, deflate_sink_fn sink,
                                 void *user) {
  struct deflater *deflater = calloc(1, sizeof *deflater);
  if (deflater == NULL)
    return DEFLATE_NO_MEMORY;
  deflater->data = data;
  deflater->byte_count = byte_count;
  deflater->sink = sink;
  deflater->user = user;
  for (size_t i = 0; i < HASH_COUNT; i++)
    deflater->newest[i] = NO_POSITION;
  put_byte(deflater, 0x78); /* deflate, window of 32 KB */
  put_byte(deflater, 0x9C); /* makes the two bytes a multiple of 31 */
  code_all(deflater);
  if (deflater->bit_count > 0)
    put_bits(deflater, 0, 8 - deflater->bit_count);
  uint32_t sum = adler32_add(ADLER32_BEGIN, data, byte_count);
  for (int shift = 24; shift >= 0; shift -= 8)
    put_byte(deflater, (sum >> shift) & 0xFFU);
  flush_out(deflater);
  enum deflate_result result = deflater->sink_failed ? DEFLATE_SINK_FAILED : DEFLATE_OK;
  free(deflater);
  return result;
}
