/* Reader of PNG pictures: their chunks.
 *
 * Invariant: a chunk is looked into only when its length, its name and its sum are right, and it
 * stands where it may. What is allocated is at most as large as the file. */
#include "tools/codec/png_reader.h"

#include "tools/codec/checksums.h"
#include "tools/codec/image.h"
#include "tools/codec/png_pixels.h"

#include <inttypes.h>
#include <string.h>

#define MAX_CHUNK_BYTES 0x7FFFFFFFU
#define GAMMA_OF_SRGB 45455U /* 1 / 2.2, in hundred thousandths */

struct chunk {
  char name[5];
  size_t place; /* of its first byte in the file */
  const uint8_t *data;
  uint32_t byte_count;
};

struct png {
  const struct reader_file *file;
  const uint8_t *bytes;
  size_t byte_count;
  size_t at; /* where the next chunk begins */
  struct png_parts parts;
  struct image *image;
  bool pixels_ended; /* another chunk came after the pixels' */
};

bool png_is_png(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= 4 && memcmp(bytes, PNG_MAGIC, 4) == 0;
}

static uint32_t get_u32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is_chunk(const struct chunk *chunk, const char *name) {
  return memcmp(chunk->name, name, 4) == 0;
}

static int fail_chunk(const struct png *png, const struct chunk *chunk, const char *what) {
  return reader_fail(png->file, "chunk %s at byte %zu %s", chunk->name, chunk->place, what);
}

/* ---- Finding chunks ------------------------------------------------------ */

static bool is_letter(uint8_t byte) {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* Takes the next chunk. An exit code. */
static int next_chunk(struct png *png, struct chunk *chunk) {
  const uint8_t *begin = png->bytes + png->at;
  const size_t left = png->byte_count - png->at;
  chunk->place = png->at;
  if (left < PNG_CHUNK_FRAME_BYTES) {
    return reader_fail(png->file,
                       "cut off at byte %zu of %zu, where a chunk should begin; the last is IEND",
                       png->at, png->byte_count);
  }
  chunk->byte_count = get_u32(begin);
  memcpy(chunk->name, begin + 4, 4);
  chunk->name[4] = '\0';
  chunk->data = begin + 8;
  for (int i = 4; i < 8; i++) {
    if (!is_letter(begin[i])) {
      return reader_fail(png->file, "byte %zu should be a letter of a chunk's name",
                         png->at + (size_t)i);
    }
  }
  if (chunk->byte_count > MAX_CHUNK_BYTES || chunk->byte_count > left - PNG_CHUNK_FRAME_BYTES) {
    return reader_fail(
        png->file, "chunk %s at byte %zu is cut off: it has %" PRIu32 " bytes, but %zu are left",
        chunk->name, chunk->place, chunk->byte_count, left - PNG_CHUNK_FRAME_BYTES);
  }
  const uint32_t sum = crc32_add(CRC32_BEGIN, begin + 4, (size_t)chunk->byte_count + 4);
  const uint32_t right = get_u32(chunk->data + chunk->byte_count);
  if (sum != right) {
    return reader_fail(png->file,
                       "chunk %s at byte %zu is damaged: the CRC of its bytes is "
                       "%08" PRIx32 ", it says %08" PRIx32,
                       chunk->name, chunk->place, sum, right);
  }
  png->at += PNG_CHUNK_FRAME_BYTES + (size_t)chunk->byte_count;
  return EXIT_DONE;
}

/* ---- Critical chunks ----------------------------------------------------- */

static bool is_kind(uint8_t color_type, uint8_t depth) {
  const bool is_power = depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
  switch (color_type) {
  case PNG_GREY:
    return is_power;
  case PNG_PALETTE:
    return is_power && depth <= 8;
  case PNG_RGB:
  case PNG_GREY_ALPHA:
  case PNG_RGB_ALPHA:
    return is_power && depth >= 8;
  default:
    return false;
  }
}

static int read_header(struct png *png, const struct chunk *chunk) {
  const uint8_t *data = chunk->data;
  if (chunk->byte_count != 13) {
    return fail_chunk(png, chunk, "should have 13 bytes");
  }
  const int code = image_set_sides(png->image, png->file, get_u32(data), get_u32(data + 4),
                                   IMAGE_MOST_COMPRESSED);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!is_kind(data[9], data[8])) {
    return reader_fail(png->file,
                       "chunk %s at byte %zu has colour type %u with %u bits a sample; "
                       "there is no such kind of PNG",
                       chunk->name, chunk->place, data[9], data[8]);
  }
  if (data[10] != 0 || data[11] != 0 || data[12] > 1) {
    return reader_fail(png->file,
                       "chunk %s at byte %zu has compression %u, filter %u, interlace "
                       "%u; they should be 0, 0, and 0 or 1",
                       chunk->name, chunk->place, data[10], data[11], data[12]);
  }
  png->parts.depth = data[8];
  png->parts.color_type = (enum png_color_type)data[9];
  png->parts.is_interlaced = data[12] == 1;
  return EXIT_DONE;
}

static int read_palette(struct png *png, const struct chunk *chunk) {
  struct png_parts *parts = &png->parts;
  if (parts->stream != NULL || parts->palette_count != 0) {
    return fail_chunk(png, chunk, "should be the only one and stand before IDAT");
  }
  if (parts->color_type == PNG_GREY || parts->color_type == PNG_GREY_ALPHA) {
    return fail_chunk(png, chunk, "should not be in a picture of greys");
  }
  const uint32_t most = parts->color_type == PNG_PALETTE ? 1U << parts->depth : PNG_MOST_COLORS;
  if (chunk->byte_count % 3 != 0 || chunk->byte_count == 0 || chunk->byte_count > 3 * most) {
    return reader_fail(png->file,
                       "chunk %s at byte %zu has %" PRIu32
                       " bytes; it should have 3 a colour, 1 to %" PRIu32 " colours",
                       chunk->name, chunk->place, chunk->byte_count, most);
  }
  parts->palette_count = chunk->byte_count / 3;
  for (uint32_t i = 0; i < parts->palette_count; i++) {
    parts->palette[i] = get_u32(chunk->data + (size_t)i * 3) >> 8;
    parts->palette_alpha[i] = 255;
  }
  return EXIT_DONE;
}

/* The pixels are one stream that is cut into chunks anywhere. */
static int read_pixels(struct png *png, const struct chunk *chunk) {
  struct png_parts *parts = &png->parts;
  if (png->pixels_ended) {
    return fail_chunk(png, chunk, "should follow the other IDAT at once");
  }
  if (parts->color_type == PNG_PALETTE && parts->palette_count == 0) {
    return fail_chunk(png, chunk, "should have a palette, PLTE, before it");
  }
  if (parts->stream == NULL) {
    parts->stream = malloc(png->byte_count - chunk->place);
  }
  if (parts->stream == NULL) {
    return reader_fail_memory(png->file);
  }
  memcpy(parts->stream + parts->stream_bytes, chunk->data, chunk->byte_count);
  parts->stream_bytes += chunk->byte_count;
  return EXIT_DONE;
}

/* ---- Other chunks -------------------------------------------------------- */

static int read_transparency(struct png *png, const struct chunk *chunk) {
  struct png_parts *parts = &png->parts;
  if (parts->stream != NULL || (parts->color_type == PNG_PALETTE && parts->palette_count == 0)) {
    return fail_chunk(png, chunk, "should stand before IDAT and after PLTE");
  }
  if (parts->color_type == PNG_GREY_ALPHA || parts->color_type == PNG_RGB_ALPHA) {
    return fail_chunk(png, chunk, "should not be in a picture with alpha");
  }
  if (parts->color_type == PNG_PALETTE) {
    if (chunk->byte_count > parts->palette_count) {
      return fail_chunk(png, chunk, "should not have more bytes than the palette has colours");
    }
    memcpy(parts->palette_alpha, chunk->data, chunk->byte_count);
    return EXIT_DONE;
  }
  const unsigned channels = png_channels(parts);
  if (chunk->byte_count != 2 * channels) {
    return fail_chunk(png, chunk, "should have 2 bytes a sample");
  }
  parts->has_clear_color = true;
  for (unsigned i = 0; i < channels; i++) {
    const unsigned sample = (unsigned)chunk->data[2 * i] << 8 | chunk->data[2 * i + 1];
    parts->clear_color[i] = (uint16_t)sample;
  }
  return EXIT_DONE;
}

/* Whether a chunk says what is taken for granted: the gamma or the primaries of sRGB. */
static bool is_usual(const struct chunk *chunk) {
  static const uint32_t SRGB_POINTS[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  if (is_chunk(chunk, "gAMA")) {
    return chunk->byte_count == 4 && get_u32(chunk->data) == GAMMA_OF_SRGB;
  }
  bool same = is_chunk(chunk, "cHRM") && chunk->byte_count == sizeof SRGB_POINTS;
  for (size_t i = 0; same && i < 8; i++) {
    same = get_u32(chunk->data + 4 * i) == SRGB_POINTS[i];
  }
  return same;
}

static bool is_listed(const struct chunk *chunk, const char *names) {
  for (; *names != '\0'; names += 5) {
    if (is_chunk(chunk, names)) {
      return true;
    }
  }
  return false;
}

static void pass_over(const struct png *png, const struct chunk *chunk) {
  /* They change no pixel: words, dates, sizes on paper, advice; frames are named by acTL. */
  if (is_listed(chunk, "tEXt zTXt iTXt tIME pHYs sRGB bKGD sBIT hIST sPLT fcTL fdAT ")) {
    return;
  }
  if (is_listed(chunk, "gAMA cHRM iCCP cICP mDCV cLLI ")) {
    if (!is_usual(chunk)) {
      reader_warn(png->file,
                  "chunk %s at byte %zu changes how colours look; they are taken as "
                  "they are stored",
                  chunk->name, chunk->place);
    }
  } else if (is_chunk(chunk, "acTL")) {
    reader_warn(png->file,
                "chunk acTL at byte %zu begins an animation; only its still picture is "
                "read",
                chunk->place);
  } else {
    reader_warn(png->file, "chunk %s at byte %zu is not known and not read", chunk->name,
                chunk->place);
  }
}

/* ---- All of them --------------------------------------------------------- */

static int read_chunk(struct png *png, const struct chunk *chunk) {
  const bool is_first = png->parts.depth == 0;
  if (is_first != is_chunk(chunk, "IHDR")) {
    return fail_chunk(png, chunk, is_first ? "should be IHDR, the first" : "should be the first");
  }
  if (is_first) {
    return read_header(png, chunk);
  }
  if (is_chunk(chunk, "IDAT")) {
    return read_pixels(png, chunk);
  }
  png->pixels_ended = png->parts.stream != NULL;
  if (is_chunk(chunk, "PLTE")) {
    return read_palette(png, chunk);
  }
  if (is_chunk(chunk, "tRNS")) {
    return read_transparency(png, chunk);
  }
  if (chunk->name[0] < 'a' && !is_chunk(chunk, "IEND")) {
    return fail_chunk(png, chunk, "is not known, and its name says that it can't be passed over");
  }
  if (!is_chunk(chunk, "IEND")) {
    pass_over(png, chunk);
  }
  return EXIT_DONE;
}

static int read_chunks(struct png *png) {
  struct chunk chunk = {.data = png->bytes};
  if (png->byte_count < PNG_MAGIC_BYTES || memcmp(png->bytes, PNG_MAGIC, PNG_MAGIC_BYTES) != 0) {
    return reader_fail(png->file, "its first 8 bytes are not those of a PNG: it was cut off, or "
                                  "sent as text");
  }
  png->at = PNG_MAGIC_BYTES;
  do {
    int code = next_chunk(png, &chunk);
    code = code == EXIT_DONE ? read_chunk(png, &chunk) : code;
    if (code != EXIT_DONE) {
      return code;
    }
  } while (!is_chunk(&chunk, "IEND"));
  if (png->parts.stream == NULL) {
    return fail_chunk(png, &chunk, "comes before any pixels, IDAT");
  }
  if (png->at != png->byte_count) {
    reader_warn(png->file, "what follows the picture, from byte %zu on, is not read", png->at);
  }
  return EXIT_DONE;
}

int png_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image) {
  struct png png = {.file = file, .bytes = bytes, .byte_count = byte_count, .image = image};
  int code = read_chunks(&png);
  code = code == EXIT_DONE ? png_make_pixels(file, &png.parts, image) : code;
  free(png.parts.stream);
  return code;
}
