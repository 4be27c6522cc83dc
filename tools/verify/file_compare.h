/* Compares the bytes of a world file with those that a bake writes, as it writes them: in any
 * order, and none is kept.
 *
 * Invariant: the first difference is told by the name of its section. Those of the header and of
 * the region table follow from others, so they are told where there is no other. */
#ifndef OVERLAND_TOOLS_VERIFY_FILE_COMPARE_H
#define OVERLAND_TOOLS_VERIFY_FILE_COMPARE_H

#include "overland_stream.h"

/* The file of a world, which was opened, so that its frame is right. */
struct compared_file {
  ovl_read_fn read;
  void *user;
  uint64_t byte_count;
};

struct file_section {
  const char *name;
  uint64_t at, end;
};

struct file_compare {
  struct compared_file file;
  struct file_section *sections;
  uint32_t section_count;
  uint8_t *buffer;
  uint64_t position;    /* of the next byte that is written in order */
  ovl_result result;    /* OVL_CORRUPT: a difference was met; OVL_READ_FAILED */
  ovl_fault difference; /* of OVL_CORRUPT: section, place, the byte there and the one of the bake;
                           of OVL_READ_FAILED: the place */
  bool is_final;        /* nothing is to be compared any more */
};

/* Reads where the sections lie. To be ended in any case. OVL_OK, OVL_NO_MEMORY or
 * OVL_READ_FAILED. */
ovl_result file_compare_begin(struct file_compare *compare, const struct compared_file *file);
void file_compare_end(struct file_compare *compare);

/* An ovl_write_at_fn, and an ovl_write_fn of a file in order; `user` is the struct file_compare.
 * False: `result` is final. */
bool file_compare_take_at(void *user, uint64_t offset, const void *bytes, size_t byte_count);
bool file_compare_take(void *user, const void *bytes, size_t byte_count);

#endif
