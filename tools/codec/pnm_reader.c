/* Reader of PBM, PGM and PPM pictures (netpbm's pbm(5), pgm(5) and ppm(5)).
 *
 * Invariant: no memory is taken before the file is known to hold enough bytes for the pixels. */
#include "tools/codec/pnm_reader.h"

#include "tools/codec/image.h"

#include <inttypes.h>
#include <string.h>

#define MAX_SAMPLE 65535U
#define TOO_LARGE 4000000000U /* beyond it the exact value no longer matters */

struct pnm {
  const struct reader_file *file;
  const uint8_t *begin, *at, *end;
  bool is_text;
  bool is_bits;      /* PBM: 1 is black */
  uint32_t channels; /* 1: grey, 3: red, green, blue */
  uint32_t max_sample;
};

bool pnm_is_pnm(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6';
}

/* ---- Text ---------------------------------------------------------------- */

static bool is_blank(uint8_t letter) { return letter == ' ' || (letter >= 9 && letter <= 13); }

/* A comment goes from # to the end of its line, which is left. */
static void skip_comment(struct pnm *pnm) {
  const uint8_t *stop = memchr(pnm->at, '\n', (size_t)(pnm->end - pnm->at));
  pnm->at = stop != NULL ? stop : pnm->end;
}

static void skip_blanks(struct pnm *pnm) {
  while (pnm->at != pnm->end) {
    if (*pnm->at == '#') {
      skip_comment(pnm);
    } else if (is_blank(*pnm->at)) {
      pnm->at++;
    } else {
      return;
    }
  }
}

/* Reads a number; `what` says which. An exit code. */
static int read_number(struct pnm *pnm, const char *what, uint32_t *number) {
  skip_blanks(pnm);
  const uint8_t *first = pnm->at;
  uint32_t value = 0;
  for (; pnm->at != pnm->end && *pnm->at >= '0' && *pnm->at <= '9'; pnm->at++) {
    value = value < TOO_LARGE / 10 ? value * 10 + (*pnm->at - '0') : TOO_LARGE;
  }
  const size_t place = (size_t)(first - pnm->begin);
  if (first == pnm->end) {
    return reader_fail(pnm->file, "cut off at byte %zu, where %s should stand", place, what);
  }
  if (pnm->at == first || (pnm->at != pnm->end && !is_blank(*pnm->at) && *pnm->at != '#')) {
    return reader_fail(pnm->file, "byte %zu should begin a number, %s", place, what);
  }
  *number = value;
  return EXIT_DONE;
}

static int read_header(struct pnm *pnm, struct image *image) {
  const char kind = (char)pnm->begin[1];
  uint32_t width = 0;
  uint32_t height = 0;
  pnm->is_bits = kind == '1' || kind == '4';
  pnm->is_text = kind >= '1' && kind <= '3';
  pnm->channels = kind == '3' || kind == '6' ? 3 : 1;
  pnm->at = pnm->begin + 2;
  if (pnm->at != pnm->end && !is_blank(*pnm->at) && *pnm->at != '#') {
    return reader_fail(pnm->file, "byte 2 should be a blank after P%c", kind);
  }
  int code = read_number(pnm, "the width", &width);
  code = code == EXIT_DONE ? read_number(pnm, "the height", &height) : code;
  code = code == EXIT_DONE ? image_set_sides(image, pnm->file, width, height, 0) : code;
  if (code == EXIT_DONE && !pnm->is_bits) {
    code = read_number(pnm, "the largest sample", &pnm->max_sample);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (pnm->max_sample < 1 || pnm->max_sample > MAX_SAMPLE) {
    return reader_fail(pnm->file, "its largest sample is %" PRIu32 "; it should be 1 to %u",
                       pnm->max_sample, MAX_SAMPLE);
  }
  /* One blank ends the header; of a binary picture the next byte is a sample. */
  if (pnm->at != pnm->end && *pnm->at == '#') {
    skip_comment(pnm);
  }
  pnm->at += pnm->at != pnm->end ? 1 : 0;
  return EXIT_DONE;
}

/* ---- Pixels -------------------------------------------------------------- */

/* A sample of text is a digit at least, and a blank parts it from the next. */
static int check_length(const struct pnm *pnm, const struct image *image) {
  const uint64_t samples =
      (uint64_t)image->width * (uint64_t)image->height * (uint64_t)pnm->channels;
  const uint64_t row_bytes = ((uint64_t)image->width + 7) / 8;
  const uint64_t needed = pnm->is_bits && pnm->is_text ? samples /* nothing need part them */
                          : pnm->is_bits               ? row_bytes * (uint64_t)image->height
                          : pnm->is_text               ? 2 * samples - 1
                          : pnm->max_sample > 255      ? 2 * samples
                                                       : samples;
  const uint64_t left = (uint64_t)(pnm->end - pnm->at);
  if (left < needed) {
    return reader_fail(pnm->file,
                       "cut off: from byte %zu on there are %" PRIu64 " bytes; a picture of "
                       "%" PRId32 " x %" PRId32 " has %" PRIu64 "%s",
                       (size_t)(pnm->at - pnm->begin), left, image->width, image->height, needed,
                       pnm->is_text ? " or more" : "");
  }
  return EXIT_DONE;
}

int pnm_fail_sample(const struct reader_file *file, uint32_t sample, size_t place,
                    uint32_t max_sample) {
  return reader_fail(file, "the sample %" PRIu32 " at byte %zu is above the largest, %" PRIu32,
                     sample, place, max_sample);
}

static int read_sample(struct pnm *pnm, uint32_t *sample) {
  if (pnm->is_text) {
    skip_blanks(pnm);
  }
  const uint8_t *place = pnm->at;
  if (pnm->is_text) {
    const int code = read_number(pnm, "a sample", sample);
    if (code != EXIT_DONE) {
      return code;
    }
  } else if (pnm->max_sample > 255) {
    *sample = (uint32_t)pnm->at[0] << 8 | pnm->at[1];
    pnm->at += 2;
  } else {
    *sample = *pnm->at++;
  }
  if (*sample > pnm->max_sample) {
    return pnm_fail_sample(pnm->file, *sample, (size_t)(place - pnm->begin), pnm->max_sample);
  }
  return EXIT_DONE;
}

/* Bits of a PBM: digits, or packed into bytes, each row for itself. */
static int read_bits(struct pnm *pnm, struct image *image) {
  const size_t width = (size_t)image->width;
  for (size_t i = 0; i < width * (size_t)image->height; i++) {
    if (pnm->is_text) {
      skip_blanks(pnm);
      if (pnm->at == pnm->end || (*pnm->at != '0' && *pnm->at != '1')) {
        return reader_fail(pnm->file, "byte %zu should be 0 or 1", (size_t)(pnm->at - pnm->begin));
      }
      image->samples[i] = *pnm->at++ == '0' ? 1 : 0;
    } else {
      const size_t x = i % width;
      image->samples[i] = (pnm->at[x / 8] >> (7 - x % 8) & 1) == 0 ? 1 : 0;
      pnm->at += x + 1 == width ? (width + 7) / 8 : 0;
    }
  }
  return EXIT_DONE;
}

static int read_pixels(struct pnm *pnm, struct image *image) {
  const size_t pixels = (size_t)image->width * (size_t)image->height;
  for (size_t i = 0; i < pixels; i++) {
    uint32_t color = 0;
    uint32_t sample = 0;
    for (uint32_t channel = 0; channel < pnm->channels; channel++) {
      const int code = read_sample(pnm, &sample);
      if (code != EXIT_DONE) {
        return code;
      }
      color = color << 8 | image_scale_to_byte(sample, pnm->max_sample);
    }
    if (image_is_grey(image)) {
      image->samples[i] = (uint16_t)sample;
    } else {
      image->colors[i] = color;
    }
  }
  return EXIT_DONE;
}

static void warn_of_rest(struct pnm *pnm) {
  skip_blanks(pnm);
  if (pnm->at != pnm->end) {
    reader_warn(pnm->file, "what follows the picture, from byte %zu on, is not read",
                (size_t)(pnm->at - pnm->begin));
  }
}

int pnm_find_greys(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
                   struct pnm_greys *greys) {
  struct pnm pnm = {
      .file = file, .begin = bytes, .at = bytes, .end = bytes + byte_count, .max_sample = 1};
  struct image image = {0};
  *greys = (struct pnm_greys){.sample_bytes = 0};
  if (bytes[1] != '5') {
    return EXIT_DONE;
  }
  int code = read_header(&pnm, &image);
  code = code == EXIT_DONE ? check_length(&pnm, &image) : code;
  if (code == EXIT_DONE) {
    *greys = (struct pnm_greys){image.width, image.height, pnm.max_sample,
                                (size_t)(pnm.at - pnm.begin), pnm.max_sample > 255 ? 2 : 1};
    pnm.at += (size_t)image.width * (size_t)image.height * greys->sample_bytes;
    warn_of_rest(&pnm);
  }
  return code;
}

int pnm_read(const struct reader_file *file, const uint8_t *bytes, size_t byte_count,
             struct image *image) {
  struct pnm pnm = {
      .file = file, .begin = bytes, .at = bytes, .end = bytes + byte_count, .max_sample = 1};
  int code = read_header(&pnm, image);
  code = code == EXIT_DONE ? check_length(&pnm, image) : code;
  if (code == EXIT_DONE) {
    code = image_allocate(image, file, pnm.channels == 1 ? pnm.max_sample : 0);
  }
  if (code == EXIT_DONE) {
    code = pnm.is_bits ? read_bits(&pnm, image) : read_pixels(&pnm, image);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (pnm.channels == 3 && pnm.max_sample > 255) {
    reader_warn(file, "samples up to %" PRIu32 " are rounded to colours of 0 to 255",
                pnm.max_sample);
  }
  warn_of_rest(&pnm);
  return EXIT_DONE;
}
