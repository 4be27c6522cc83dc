/* A map in the MovingAI format, read row by row and only once: from a pipe, standard input, or a
 * file whose rows do not all take the same bytes. The last rows are held as long as they may be
 * asked for again.
 *
 * Lines end in LF, CR LF or CR, the last one in nothing; blanks behind a row, and the mark of a
 * file's end that old editors leave, do no harm. */
#ifndef OVERLAND_TOOLS_MAP_MAP_STREAM_H
#define OVERLAND_TOOLS_MAP_MAP_STREAM_H

#include "tools/base/platform.h"
#include "tools/map/map_lines.h"

#include <stdio.h>

struct map_stream {
  const char *path;                /* in complaints */
  FILE *file;                      /* NULL: it is a file, */
  struct platform_mapping mapping; /* which is mapped */
  struct map_header header;
  struct map_letters letters;
  uint8_t *chunk;    /* what is read at once of any other */
  size_t at, end;    /* of the bytes that are read and not yet taken */
  bool skips_feed;   /* the line before ended in CR: a LF that comes next belongs to it */
  uint8_t *line;     /* the row that is read */
  uint8_t *kept;     /* row y at y % kept_rows */
  int32_t kept_rows; /* 0: none */
  int32_t next_row;  /* that comes next */
  bool ended;        /* nothing comes after the line that was read last */
  uint64_t hash;     /* of all rows before it */
};

/* Opens what comes from `path`; "-" is standard input. All calls return an exit code, after one
 * line on standard error if it is not EXIT_DONE; the stream is then closed already. */
int map_stream_open(struct map_stream *stream, const char *path, const char *letters);
void map_stream_close(struct map_stream *stream);

/* The last `rows` rows shall be kept from now on. Once, before the first is read. */
int map_stream_keep(struct map_stream *stream, int32_t rows);

/* Reads `count` rows from `first` on, which is a row that is kept or is yet to come; rows that are
 * passed over are checked all the same. With the last row the end is checked too. */
int map_stream_read(struct map_stream *stream, int32_t first, int32_t count, uint8_t *out);

/* Passes over all rows that are left. */
int map_stream_finish(struct map_stream *stream);

/* Reads a whole file and tells what is wrong with it. */
int map_stream_judge(const char *path, const char *letters);

/* Reads a whole file into memory. The caller frees *terrain, which is NULL after a failure. */
int map_stream_hold(const char *path, const char *letters, struct map_header *header,
                    uint8_t **terrain);

#endif
