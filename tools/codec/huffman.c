/* Prefix codes of bounded length.
 *
 * Invariant: the lengths that are made fill the code space exactly (Kraft's sum is one), as every
 * decoder asks.
 *
 * Huffman's own construction, with the symbols sorted first so that two queues serve as the heap:
 * leaves and merged nodes both come in rising weight. Lengths over the limit are cut, and the code
 * space that is then overdrawn is paid back by making short codes longer. Reading goes by the first
 * code of each length (Moffat and Turpin, "On the implementation of minimum redundancy prefix
 * codes", 1997): codes of one length follow one another and lie below all longer ones. */
#include "tools/codec/huffman.h"

#include <stdlib.h>
#include <string.h>

struct leaf {
  uint32_t weight;
  int symbol;
};

static int compare_leaves(const void *a, const void *b) {
  const struct leaf *left = a;
  const struct leaf *right = b;
  if (left->weight != right->weight)
    return left->weight < right->weight ? -1 : 1;
  return left->symbol - right->symbol;
}

/* The used symbols by rising weight; symbols that do not occur fill up to two. */
static int collect_leaves(struct leaf *leaves, const uint32_t *counts, int symbol_count) {
  int used = 0;
  for (int i = 0; i < symbol_count; i++)
    if (counts[i] > 0)
      leaves[used++] = (struct leaf){counts[i], i};
  for (int i = 0; used < 2; i++)
    if (counts[i] == 0)
      leaves[used++] = (struct leaf){1, i};
  qsort(leaves, (size_t)used, sizeof *leaves, compare_leaves);
  return used;
}

/* Counts how many leaves of the tree lie at each depth, depths over max_bits as max_bits. */
static void count_depths(const struct leaf *leaves, int leaf_count, int max_bits,
                         int depth_counts[HUFFMAN_MAX_BITS + 1]) {
  uint64_t weight[2 * HUFFMAN_MAX_SYMBOLS];
  int parent[2 * HUFFMAN_MAX_SYMBOLS];
  int depth[2 * HUFFMAN_MAX_SYMBOLS];
  int node_count = 2 * leaf_count - 1;
  for (int i = 0; i < leaf_count; i++)
    weight[i] = leaves[i].weight;
  int next_leaf = 0;
  int next_inner = leaf_count;
  for (int made = leaf_count; made < node_count; made++) {
    weight[made] = 0;
    for (int child = 0; child < 2; child++) {
      int take_leaf =
          next_leaf < leaf_count && (next_inner >= made || weight[next_leaf] <= weight[next_inner]);
      int node = take_leaf ? next_leaf++ : next_inner++;
      weight[made] += weight[node];
      parent[node] = made;
    }
  }
  memset(depth_counts, 0, sizeof(int) * (HUFFMAN_MAX_BITS + 1));
  depth[node_count - 1] = 0;
  for (int node = node_count - 2; node >= 0; node--) {
    depth[node] = depth[parent[node]] + 1;
    if (node < leaf_count)
      depth_counts[depth[node] < max_bits ? depth[node] : max_bits]++;
  }
}

/* Lengthens codes until they fit the code space again. */
static void repair_depths(int depth_counts[HUFFMAN_MAX_BITS + 1], int max_bits) {
  int32_t space = 0;
  for (int bits = 1; bits <= max_bits; bits++)
    space += (int32_t)depth_counts[bits] << (max_bits - bits);
  while (space > (int32_t)1 << max_bits) {
    int bits = max_bits - 1;
    while (depth_counts[bits] == 0)
      bits--;
    /* One code of that length becomes the parent of two, one of which takes in a longest one. */
    depth_counts[bits]--;
    depth_counts[bits + 1] += 2;
    depth_counts[max_bits]--;
    space--;
  }
}

static uint16_t reverse_bits(uint32_t code, int bits) {
  uint32_t reversed = 0;
  for (int i = 0; i < bits; i++)
    reversed |= ((code >> i) & 1U) << (bits - 1 - i);
  return (uint16_t)reversed;
}

static void assign_codes(struct huffman *huffman, int symbol_count, int max_bits) {
  uint32_t code = 0;
  for (int bits = 1; bits <= max_bits; bits++) {
    for (int i = 0; i < symbol_count; i++)
      if (huffman->bits[i] == bits)
        huffman->code[i] = reverse_bits(code++, bits);
    code <<= 1;
  }
}

void huffman_build(struct huffman *huffman, const uint32_t *counts, int symbol_count,
                   int max_bits) {
  struct leaf leaves[HUFFMAN_MAX_SYMBOLS];
  int depth_counts[HUFFMAN_MAX_BITS + 1];
  int leaf_count = collect_leaves(leaves, counts, symbol_count);
  count_depths(leaves, leaf_count, max_bits, depth_counts);
  repair_depths(depth_counts, max_bits);
  memset(huffman, 0, sizeof *huffman);
  /* The rarest symbols come first and take the longest codes. */
  int next = 0;
  for (int bits = max_bits; bits >= 1; bits--)
    for (int i = 0; i < depth_counts[bits]; i++)
      huffman->bits[leaves[next++].symbol] = (uint8_t)bits;
  assign_codes(huffman, symbol_count, max_bits);
}

/* ---- Reading ---- */

/* Whether the code space is filled as a reader may expect it. */
static bool is_code_usable(const uint16_t counts[HUFFMAN_MAX_BITS + 1]) {
  uint32_t space = 0;
  uint32_t used = 0;
  for (int bits = 1; bits <= HUFFMAN_MAX_BITS; bits++) {
    space += (uint32_t)counts[bits] << (HUFFMAN_MAX_BITS - bits);
    used += counts[bits];
  }
  const uint32_t whole = 1U << HUFFMAN_MAX_BITS;
  return space == whole || used == 0 || (used == 1 && counts[1] == 1);
}

bool huffman_decoder_build(struct huffman_decoder *decoder, const uint8_t *bits, int symbol_count) {
  uint16_t counts[HUFFMAN_MAX_BITS + 1] = {0};
  struct huffman huffman = {0};
  for (int i = 0; i < symbol_count; i++) {
    huffman.bits[i] = bits[i];
    counts[bits[i]]++;
  }
  if (!is_code_usable(counts)) {
    return false;
  }
  assign_codes(&huffman, symbol_count, HUFFMAN_MAX_BITS);
  memset(decoder, 0, sizeof *decoder);
  uint16_t place[HUFFMAN_MAX_BITS + 1] = {0};
  uint32_t code = 0;
  uint16_t symbols = 0;
  for (int length = 1; length <= HUFFMAN_MAX_BITS; length++) {
    place[length] = symbols;
    code = (code << 1) + counts[length];
    symbols = (uint16_t)(symbols + counts[length]);
    decoder->end_code[length] = (uint16_t)code;
    decoder->end_symbol[length] = symbols;
  }
  for (int i = 0; i < symbol_count; i++) {
    const unsigned length = bits[i];
    if (length == 0) {
      continue;
    }
    decoder->symbols[place[length]++] = (uint16_t)i;
    for (uint32_t at = huffman.code[i]; at < 1U << HUFFMAN_FAST_BITS && length <= HUFFMAN_FAST_BITS;
         at += 1U << length) {
      decoder->fast[at] = (uint16_t)((unsigned)i * 16U + length);
    }
  }
  return true;
}

int huffman_decode(const struct huffman_decoder *decoder, uint32_t next, unsigned *bits) {
  const unsigned fast = decoder->fast[next & ((1U << HUFFMAN_FAST_BITS) - 1U)];
  if (fast != 0) {
    *bits = fast & 15U;
    return (int)(fast >> 4);
  }
  const uint32_t code = reverse_bits(next, HUFFMAN_MAX_BITS);
  for (unsigned length = 1; length <= HUFFMAN_MAX_BITS; length++) {
    const uint32_t begin = code >> (HUFFMAN_MAX_BITS - length);
    if (begin < decoder->end_code[length]) {
      *bits = length;
      return decoder->symbols[decoder->end_symbol[length] - (decoder->end_code[length] - begin)];
    }
  }
  return -1;
}
