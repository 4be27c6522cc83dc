/* Hears the messages of readers of files, and names the files that a test writes. */
#ifndef OVERLAND_TESTS_TOOLS_READER_CHECK_H
#define OVERLAND_TESTS_TOOLS_READER_CHECK_H

#include "tools/text/reader_talk.h"

typedef struct heard {
  int fails, warnings;
  char fail[1100];    /* the last one */
  char warning[8000]; /* all of them, a line each */
} heard;

/* Nothing is heard yet; what is said will be. */
struct reader_talk heard_talk(heard *h);

/* The name of a file of this process alone, in the folder for temporary files. */
const char *own_file(const char *ending);

#endif
