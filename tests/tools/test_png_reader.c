/* PNG pictures with faulty chunks, or with chunks that contradict the pixels: the first are
 * reported with their place, the second in a warning. */
#include "tests/tools/image_check.h"
#include "tools/codec/checksums.h"

#include <string.h>

enum { PIXELS_BYTES = 20 };

/* Rows of four bytes, each with filter 0; as rows of one, the seventh has filter 7. */
static const uint8_t pixels[PIXELS_BYTES] = {[12] = 7};

/* In one stored block, so that chunks behind it stand at places that are known. */
static void add_pixels(made_file *file) {
  made_file stream = {.count = 0};
  made_file_add(&stream, "\x78\x01\x01\x14\x00\xEB\xFF", 7);
  made_file_add(&stream, pixels, PIXELS_BYTES);
  made_file_add_u32(&stream, adler32_add(ADLER32_BEGIN, pixels, PIXELS_BYTES));
  made_file_add_chunk(file, "IDAT", stream.bytes, stream.count);
}

static void begin_file(made_file *file, const made_picture *picture) {
  file->count = 0;
  made_file_add_head(file, picture);
}

/* ---- What is wrong ------------------------------------------------------- */

typedef struct wrong_header {
  uint32_t width, height;
  uint8_t kind[5];
  const char *what;
} wrong_header;

#define PICTURE "a compressed picture of "
#define PIXELS " pixels; at most 268435456, as 16384 x 16384"
#define AT(chunk, byte) "chunk " chunk " at byte " byte " "
#define KIND " bits a sample; there is no such kind of PNG"
#define WAYS "; they should be 0, 0, and 0 or 1"
#define INFLATED "the pixels in its IDAT chunks can't be decompressed: "

static const wrong_header wrong_headers[] = {
    {1, 0x80000000, {8, 0}, "a picture of 1 x 2147483648; at most 65536 x 65536"},
    {0xFFFFFFFF, 0xFFFFFFFF, {1, 0}, "a picture of 4294967295 x 4294967295; at most 65536 x 65536"},
    {65537, 1, {8, 0}, "a picture of 65537 x 1; at most 65536 x 65536"},
    {16384, 16385, {1, 0}, PICTURE "16384 x 16385, 268451840" PIXELS},
    {65536, 65536, {1, 0}, PICTURE "65536 x 65536, 4294967296" PIXELS},
    {0, 7, {8, 2}, "a picture of 0 x 7; at least 1 x 1"},
    {4, 4, {8, 1}, AT("IHDR", "8") "has colour type 1 with 8" KIND},
    {4, 4, {4, 2}, AT("IHDR", "8") "has colour type 2 with 4" KIND},
    {4, 4, {16, 3}, AT("IHDR", "8") "has colour type 3 with 16" KIND},
    {4, 4, {3, 0}, AT("IHDR", "8") "has colour type 0 with 3" KIND},
    {4, 4, {8, 0, 1}, AT("IHDR", "8") "has compression 1, filter 0, interlace 0" WAYS},
    {4, 4, {8, 0, 0, 0, 2}, AT("IHDR", "8") "has compression 0, filter 0, interlace 2" WAYS},
    {4, 4, {8, 3}, AT("IDAT", "33") "should have a palette, PLTE, before it"},
    {4, 5, {8, 0}, "its IDAT chunks hold 20 bytes of pixels; a picture of 4 x 5 has 25"},
    {4, 3, {8, 0}, INFLATED "more bytes come out of it than should be in it"},
    {1, 10, {8, 0}, "the row of pixel 0,6 has filter 7; they are 0 to 4"},
};

static void png_wrong_headers(test_state *t) {
  made_file file;
  for (size_t i = 0; i < sizeof wrong_headers / sizeof wrong_headers[0]; i++) {
    const wrong_header *wrong = &wrong_headers[i];
    made_file header = {.count = 0};
    test_context(t, "header %zu of the table", i);
    made_file_add_u32(&header, wrong->width);
    made_file_add_u32(&header, wrong->height);
    made_file_add(&header, wrong->kind, sizeof wrong->kind);
    file.count = 0;
    made_file_add(&file, "\x89PNG\r\n\x1A\n", 8);
    made_file_add_chunk(&file, "IHDR", header.bytes, header.count);
    add_pixels(&file);
    made_file_add_end(&file);
    image_check_fails(t, file.bytes, file.count, wrong->what);
  }
}

/* A few bytes that promise the largest picture cost no memory. */
static void png_promises(test_state *t) {
  const made_picture picture = {.width = 16384, .height = 16384, .color_type = 6, .depth = 16};
  made_file file;
  begin_file(&file, &picture);
  made_file_add_chunk(&file, "IDAT", "x\x9C", 2);
  made_file_add_end(&file);
  image_check_fails(t, file.bytes, file.count,
                    "its IDAT chunks have 2 bytes, too few for a picture of 16384 x 16384");
}

/* Up to four chunks between IHDR and IEND, each a name and some zero bytes; "IDAT" holds the
 * pixels. */
typedef struct wrong_chunks {
  uint32_t color_type;
  struct {
    const char *name;
    size_t byte_count;
  } chunks[4];
  const char *what;
} wrong_chunks;

#define COLOURS " bytes; it should have 3 a colour, 1 to 256 colours"
#define UNKNOWN "is not known, and its name says that it can't be passed over"
#define ONE_PALETTE "should be the only one and stand before IDAT"
#define BEFORE "should stand before IDAT and after PLTE"
#define TOO_MANY "should not have more bytes than the palette has colours"

static const wrong_chunks wrong_orders[] = {
    {0, {{NULL, 0}}, AT("IEND", "33") "comes before any pixels, IDAT"},
    {0, {{"IHDR", 13}}, AT("IHDR", "33") "should be the first"},
    {0, {{"ABCd", 4}}, AT("ABCd", "33") UNKNOWN},
    {0, {{"tE2t", 4}}, "byte 39 should be a letter of a chunk's name"},
    {0,
     {{"IDAT", 0}, {"tEXt", 5}, {"IDAT", 0}},
     AT("IDAT", "93") "should follow the other IDAT at once"},
    {0, {{"PLTE", 3}}, AT("PLTE", "33") "should not be in a picture of greys"},
    {3, {{"PLTE", 0}}, AT("PLTE", "33") "has 0" COLOURS},
    {3, {{"PLTE", 4}}, AT("PLTE", "33") "has 4" COLOURS},
    {3, {{"PLTE", 771}}, AT("PLTE", "33") "has 771" COLOURS},
    {3, {{"PLTE", 3}, {"PLTE", 3}}, AT("PLTE", "48") ONE_PALETTE},
    {3, {{"tRNS", 1}, {"PLTE", 3}}, AT("tRNS", "33") BEFORE},
    {3, {{"PLTE", 3}, {"tRNS", 2}}, AT("tRNS", "48") TOO_MANY},
    {3,
     {{"PLTE", 15}, {"IDAT", 0}},
     "pixel 1,2 has colour 7 of the palette; its colours are 0 to 4"},
    {0, {{"tRNS", 1}}, AT("tRNS", "33") "should have 2 bytes a sample"},
    {0, {{"IDAT", 0}, {"tRNS", 2}}, AT("tRNS", "76") BEFORE},
    {4, {{"tRNS", 2}}, AT("tRNS", "33") "should not be in a picture with alpha"},
};

static void png_wrong_chunks(test_state *t) {
  static const uint8_t zeros[1000] = {0};
  made_file file;
  for (size_t i = 0; i < sizeof wrong_orders / sizeof wrong_orders[0]; i++) {
    const wrong_chunks *wrong = &wrong_orders[i];
    /* As a palette's, the byte 7 of the pixels is the second pixel of the third row. */
    const made_picture picture = {
        .width = 4, .height = 4, .color_type = wrong->color_type, .depth = 8};
    test_context(t, "chunks %zu of the table", i);
    begin_file(&file, &picture);
    for (size_t j = 0; j < 4 && wrong->chunks[j].name != NULL; j++) {
      if (strcmp(wrong->chunks[j].name, "IDAT") == 0) {
        add_pixels(&file);
      } else {
        made_file_add_chunk(&file, wrong->chunks[j].name, zeros, wrong->chunks[j].byte_count);
      }
    }
    made_file_add_end(&file);
    image_check_fails(t, file.bytes, file.count, wrong->what);
  }
}

/* ---- What is worth a warning --------------------------------------------- */

/* A picture with one more chunk, before its pixels, is read with that warning. */
static void check_chunk(test_state *t, const made_picture *picture, const char *name,
                        const void *bytes, size_t byte_count, const char *warning) {
  made_file file;
  test_random random = {t->case_seed};
  test_context(t, "chunk %s of %zu bytes, colour type %d", name, byte_count,
               (int)picture->color_type);
  begin_file(&file, picture);
  made_file_add_palette(&file, picture);
  made_file_add_chunk(&file, name, bytes, byte_count);
  made_file_add_pixels(&file, picture, &random);
  made_file_add_end(&file);
  image_check_reads_as(t, &file, picture, warning);
}

/* Of 2 x 2 pixels, all of sample 0 but the last, which is 1. */
static made_picture small_picture(uint32_t color_type, uint32_t channels) {
  made_picture picture = {.width = 2,
                          .height = 2,
                          .color_type = color_type,
                          .depth = 8,
                          .most = 255,
                          .channels = channels,
                          .palette_count = 2,
                          .palette = {1, 2, 3, 4, 5, 6}};
  for (uint32_t i = 0; i < channels; i++) {
    picture.samples[3 * channels + i] = 1;
  }
  return picture;
}

static void png_chunks_passed_over(test_state *t) {
  const made_picture picture = small_picture(0, 1);
  check_chunk(t, &picture, "tEXt", "a", 1, NULL);
  check_chunk(t, &picture, "tIME", "1234567", 7, NULL);
  check_chunk(t, &picture, "gAMA", "\x00\x00\xB1\x8F", 4, NULL);
  check_chunk(t, &picture, "gAMA", "\x00\x01\x86\xA0", 4,
              "picture: chunk gAMA at byte 33 changes how colours look");
  check_chunk(t, &picture, "iCCP", "a", 1, "picture: chunk iCCP at byte 33 changes how colours");
  check_chunk(t, &picture, "acTL", "12345678", 8, "chunk acTL at byte 33 begins an animation");
  check_chunk(t, &picture, "teSt", "a", 1, "chunk teSt at byte 33 is not known and not read");
}

static void png_transparency(test_state *t) {
  const made_picture grey = small_picture(0, 1);
  const made_picture rgb = small_picture(2, 3);
  const made_picture colors = small_picture(3, 1);
  check_chunk(t, &grey, "tRNS", "\0\2", 2, NULL);
  check_chunk(t, &grey, "tRNS", "\0\1", 2, NULL); /* it is not to be seen: no loss */
  check_chunk(t, &rgb, "tRNS", "\0\0\0\0\0\1", 6, NULL);
  check_chunk(t, &rgb, "tRNS", "\0\0\0\0\0\0", 6, NULL);
  check_chunk(t, &colors, "tRNS", "\xFF", 1, NULL);
  check_chunk(t, &colors, "tRNS", "\xFF\x7F", 2, "1 pixel is seen in part, the first at 1,1");
  check_chunk(t, &colors, "tRNS", "\xFF\0", 2, NULL);
  made_picture alpha = small_picture(4, 2);
  check_chunk(t, &alpha, "tEXt", "a", 1, "1 pixel is seen in part, the first at 1,1");
  alpha.samples[5] = 1;
  alpha.samples[1] = alpha.samples[3] = alpha.samples[7] = 255;
  alpha.is_interlaced = true;
  check_chunk(t, &alpha, "tEXt", "a", 1, "1 pixel is seen in part, the first at 0,1");
}

static void png_bytes_after_the_end(test_state *t) {
  const made_picture picture = small_picture(0, 1);
  test_random random = {t->seed};
  made_file file;
  made_file_write_png(&file, &picture, &random);
  made_file_add(&file, "more", 4);
  image_check_reads_as(t, &file, &picture, "what follows the picture, from byte ");
}

const test_entry test_png_reader_table[] = {
    {"png_wrong_headers", png_wrong_headers},
    {"png_promises", png_promises},
    {"png_wrong_chunks", png_wrong_chunks},
    {"png_chunks_passed_over", png_chunks_passed_over},
    {"png_transparency", png_transparency},
    {"png_bytes_after_the_end", png_bytes_after_the_end},
    {NULL, NULL},
};
