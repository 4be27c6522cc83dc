/* The data of a tile layer: see tiled_data.h.
 *
 * Each way counts what it finds; only if that is what the layer's size asks for
 * are the gids handed over. */
#include "tools/tiled/tiled_data.h"

#include "tools/codec/inflate.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The highest bits of a gid say how its tile is turned. */
#define TURN_BITS UINT32_C(0xF0000000)

int tiled_data_encoding(const struct tiled_file *file, const struct tiled_node *data,
                        enum tiled_encoding *encoding) {
  const char *encoded = tiled_attribute(data, "encoding");
  const char *compressed = tiled_attribute(data, "compression");
  const bool is_plain = compressed == NULL || compressed[0] == '\0';
  if (encoded == NULL && is_plain) {
    *encoding = TILED_ELEMENTS;
  } else if (encoded != NULL && strcmp(encoded, "csv") == 0 && is_plain) {
    *encoding = TILED_CSV;
  } else if (encoded == NULL || strcmp(encoded, "base64") != 0) {
    return reader_fail(&file->reader,
                       "line %zu: the data's encoding is '%.40s' with the compression '%.40s'; it "
                       "should be csv, or base64 with zlib, gzip or none",
                       data->line, encoded != NULL ? encoded : "", is_plain ? "" : compressed);
  } else if (is_plain) {
    *encoding = TILED_BASE64;
  } else if (strcmp(compressed, "zlib") == 0) {
    *encoding = TILED_ZLIB;
  } else if (strcmp(compressed, "gzip") == 0) {
    *encoding = TILED_GZIP;
  } else {
    return reader_fail(&file->reader,
                       "line %zu: the data's compression is '%.40s'; it should be zlib, gzip or "
                       "none (in Tiled: Map > Map Properties > Tile Layer Format)",
                       data->line, compressed);
  }
  return EXIT_DONE;
}

static uint64_t wanted(const struct tiled_data *data) {
  return (uint64_t)data->width * (uint64_t)data->height;
}

static int fail_count(const struct tiled_file *file, const struct tiled_data *data, size_t line,
                      uint64_t count) {
  return reader_fail(&file->reader,
                     "line %zu: layer '%.60s' has %" PRIu64 " tiles, too %s; %" PRId32 " x %" PRId32
                     " are %" PRIu64,
                     line, data->layer_name, count, count < wanted(data) ? "few" : "many",
                     data->width, data->height, wanted(data));
}

/* The gids that were read: as many as there should be are kept. */
struct gid_list {
  uint32_t *gids;
  uint64_t count, room;
  size_t line; /* where they end */
};

/* Room for the gids that there should be, but for no more than `most`. False: no memory. */
static bool make_room(const struct tiled_data *data, uint64_t most, struct gid_list *list) {
  list->room = wanted(data) < most ? wanted(data) : most;
  list->gids = list->room < SIZE_MAX / sizeof(uint32_t)
                   ? malloc(((size_t)list->room + 1) * sizeof(uint32_t))
                   : NULL;
  return list->gids != NULL;
}

static void add_gid(struct gid_list *list, uint32_t gid) {
  if (list->count < list->room) {
    list->gids[list->count] = gid & ~TURN_BITS;
  }
  list->count++;
}

/* ---- A gid an element ---------------------------------------------------- */

static int read_elements(const struct tiled_file *file, const struct tiled_data *data,
                         struct gid_list *list) {
  list->line = data->node->line;
  if (!make_room(data, tiled_count(data->node, "tile"), list)) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_node *node = data->node->first; node != NULL; node = node->next) {
    const char *text = tiled_attribute(node, "gid");
    int64_t gid = 0;
    if (!tiled_is_element(node, "tile")) {
      continue;
    }
    if (text != NULL && (!tiled_parse_whole(text, &gid) || gid < 0 || gid > UINT32_MAX)) {
      return reader_fail(&file->reader,
                         "line %zu: tile %" PRIu64 " of layer '%.60s' is '%.40s'; it should be a "
                         "gid",
                         node->line, list->count, data->layer_name, text);
    }
    add_gid(list, (uint32_t)gid);
  }
  return EXIT_DONE;
}

/* ---- Numbers parted by commas -------------------------------------------- */

/* A place in a text that is read letter by letter. */
struct cursor {
  const char *at;
  size_t line;
};

static void skip_blanks(struct cursor *cursor) {
  while (*cursor->at == ' ' || *cursor->at == '\t' || *cursor->at == '\n' || *cursor->at == '\r') {
    cursor->line += *cursor->at == '\n' ? 1 : 0;
    cursor->at++;
  }
}

/* False: no gid stands here. */
static bool take_gid(struct cursor *cursor, uint32_t *gid) {
  const char *begin = cursor->at;
  uint64_t sum = 0;
  for (; *cursor->at >= '0' && *cursor->at <= '9' && sum <= UINT32_MAX; cursor->at++) {
    sum = sum * 10 + (uint64_t)(*cursor->at - '0');
  }
  *gid = (uint32_t)sum;
  return cursor->at != begin && sum <= UINT32_MAX;
}

/* How much of what is no gid an error shows. */
static size_t shown_length(const char *text) {
  const size_t length = strcspn(text, ",\n\r");
  return length < 40 ? length : 40;
}

static int read_csv(const struct tiled_file *file, const struct tiled_data *data,
                    struct gid_list *list) {
  struct cursor cursor;
  cursor.at = tiled_text(file, data->node, &cursor.line);
  /* A number takes a digit, and a comma but for the last. */
  if (cursor.at == NULL || !make_room(data, strlen(cursor.at) / 2 + 1, list)) {
    return reader_fail_memory(&file->reader);
  }
  skip_blanks(&cursor);
  bool more = *cursor.at != '\0';
  while (more) {
    const char *begin = cursor.at;
    uint32_t gid;
    if (!take_gid(&cursor, &gid)) {
      return reader_fail(
          &file->reader,
          "line %zu: tile %" PRIu64 " of layer '%.60s' is '%.*s'; it should be a gid", cursor.line,
          list->count, data->layer_name, (int)shown_length(begin), begin);
    }
    add_gid(list, gid);
    skip_blanks(&cursor);
    more = *cursor.at == ',';
    if (!more && *cursor.at != '\0') {
      return reader_fail(&file->reader,
                         "line %zu: no comma follows tile %" PRIu64 " of layer '%.60s'",
                         cursor.line, list->count - 1, data->layer_name);
    }
    cursor.at += more ? 1 : 0;
    skip_blanks(&cursor);
  }
  list->line = cursor.line;
  return EXIT_DONE;
}

/* ---- Base64 (RFC 4648), plain or compressed ------------------------------ */

/* 0 to 63, or -1. */
static int sextet(char letter) {
  if (letter >= 'A' && letter <= 'Z') {
    return letter - 'A';
  }
  if (letter >= 'a' && letter <= 'z') {
    return letter - 'a' + 26;
  }
  if (letter >= '0' && letter <= '9') {
    return letter - '0' + 52;
  }
  if (letter == '+') {
    return 62;
  }
  return letter == '/' ? 63 : -1;
}

/* bytes has room for three quarters of the text. */
static int decode_base64(const struct tiled_file *file, const struct tiled_data *data,
                         struct cursor *text, uint8_t *bytes, size_t *byte_count) {
  uint32_t bits = 0;
  size_t letters = 0; /* of the whole text, pads not counted */
  size_t pads = 0;
  *byte_count = 0;
  for (skip_blanks(text); *text->at != '\0'; skip_blanks(text)) {
    const char letter = *text->at++;
    const int value = sextet(letter);
    if (letter == '=') {
      pads++;
    } else if (value < 0 || pads > 0) {
      const bool printable = letter > 0x20 && letter < 0x7F;
      return reader_fail(&file->reader, "line %zu: layer '%.60s': '%c' is no letter of base64 here",
                         text->line, data->layer_name, printable ? letter : '?');
    } else {
      letters++;
      bits = bits << 6 | (uint32_t)value;
      if (letters % 4 == 0) {
        bytes[(*byte_count)++] = (uint8_t)(bits >> 16);
        bytes[(*byte_count)++] = (uint8_t)(bits >> 8);
        bytes[(*byte_count)++] = (uint8_t)bits;
      }
    }
  }
  const size_t rest = letters % 4;
  if ((letters + pads) % 4 != 0 || pads > 2 || rest == 1) {
    return reader_fail(&file->reader, "line %zu: layer '%.60s': the base64 text ends in the middle",
                       text->line, data->layer_name);
  }
  if (rest >= 2) {
    bytes[(*byte_count)++] = (uint8_t)(bits >> (rest == 2 ? 4 : 10));
  }
  if (rest == 3) {
    bytes[(*byte_count)++] = (uint8_t)(bits >> 2);
  }
  return EXIT_DONE;
}

/* Replaces *bytes by what is compressed there. */
static int decompress(const struct tiled_file *file, const struct tiled_data *data, size_t line,
                      uint8_t **bytes, size_t *byte_count) {
  const uint64_t most = wanted(data) * sizeof(uint32_t);
  uint8_t *out = NULL;
  size_t out_bytes = 0;
  const char *wrong =
      inflate_bytes(*bytes, *byte_count, data->encoding == TILED_ZLIB ? INFLATE_ZLIB : INFLATE_GZIP,
                    most < SIZE_MAX ? (size_t)most : SIZE_MAX, &out, &out_bytes);
  if (wrong == inflate_no_memory) {
    return reader_fail_memory(&file->reader);
  }
  if (wrong != NULL) {
    return reader_fail(&file->reader,
                       "line %zu: layer '%.60s': its data can't be decompressed to %" PRIu64
                       " bytes: %s",
                       line, data->layer_name, most, wrong);
  }
  free(*bytes);
  *bytes = out;
  *byte_count = out_bytes;
  return EXIT_DONE;
}

static int take_bytes(const struct tiled_file *file, const struct tiled_data *data,
                      const uint8_t *bytes, size_t byte_count, struct gid_list *list) {
  if (byte_count % 4 != 0) {
    return reader_fail(&file->reader,
                       "line %zu: layer '%.60s' has %zu bytes, which are no whole tiles",
                       list->line, data->layer_name, byte_count);
  }
  if (!make_room(data, byte_count / 4, list)) {
    return reader_fail_memory(&file->reader);
  }
  for (const uint8_t *at = bytes; at < bytes + byte_count; at += 4) {
    add_gid(list, at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
  }
  return EXIT_DONE;
}

static int read_base64(const struct tiled_file *file, const struct tiled_data *data,
                       struct gid_list *list) {
  struct cursor text;
  size_t byte_count = 0;
  text.at = tiled_text(file, data->node, &text.line);
  uint8_t *bytes = text.at != NULL ? malloc(strlen(text.at) / 4 * 3 + 3) : NULL;
  if (bytes == NULL) {
    return reader_fail_memory(&file->reader);
  }
  int code = decode_base64(file, data, &text, bytes, &byte_count);
  list->line = text.line;
  if (code == EXIT_DONE && data->encoding != TILED_BASE64) {
    code = decompress(file, data, text.line, &bytes, &byte_count);
  }
  if (code == EXIT_DONE) {
    code = take_bytes(file, data, bytes, byte_count, list);
  }
  free(bytes);
  return code;
}

int tiled_data_read(const struct tiled_file *file, const struct tiled_data *data, uint32_t **gids) {
  struct gid_list list = {0};
  int code = data->encoding == TILED_ELEMENTS ? read_elements(file, data, &list)
             : data->encoding == TILED_CSV    ? read_csv(file, data, &list)
                                              : read_base64(file, data, &list);
  if (code == EXIT_DONE && list.count != wanted(data)) {
    code = fail_count(file, data, list.line, list.count);
  }
  *gids = code == EXIT_DONE ? list.gids : NULL;
  if (code != EXIT_DONE) {
    free(list.gids);
  }
  return code;
}
