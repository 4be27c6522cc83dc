/* Templates of objects: a file, `.tx` or `.tj`, that says of an object what the map leaves out.
 * Functions return an exit code, after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_TEMPLATES_H
#define OVERLAND_TOOLS_TILED_TILED_TEMPLATES_H

#include "tools/tiled/tree/tiled_tree.h"

struct tiled_template;

/* The templates that were read so far. */
struct tiled_templates {
  const struct tiled_file *file; /* the map */
  struct tiled_template *first;
};

/* Completes an object by its template, if it has one: *node becomes an element with what both say;
 * what the object says counts. A template that can't be read is a warning. */
int tiled_complete_object(struct tiled_templates *templates, const struct tiled_node **node);

#endif
