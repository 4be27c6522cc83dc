/* Checks what readers of pictures return and report. Files are called "picture". */
#ifndef OVERLAND_TESTS_TOOLS_IMAGE_CHECK_H
#define OVERLAND_TESTS_TOOLS_IMAGE_CHECK_H

#include "tests/support/test.h"
#include "tests/tools/picture_maker.h"
#include "tests/tools/reader_check.h"
#include "tools/codec/image_file.h"

/* The file is refused with one line: `what` behind its name, or any if that is NULL. */
void image_check_fails(test_state *t, const uint8_t *bytes, size_t byte_count, const char *what);

/* The file is refused with one line, or a picture is read. */
void image_check_no_harm(test_state *t, const uint8_t *bytes, size_t byte_count);

/* The image is the picture. */
void image_check_same(test_state *t, const struct image *image, const made_picture *picture);

/* The file is read as the picture, with one warning that holds the text given, or none if that is
 * NULL. */
void image_check_reads_as(test_state *t, const made_file *file, const made_picture *picture,
                          const char *warning);

#endif
