/* A Tiled file as a tree, the same for both formats: that of the XML elements.
 *
 * A JSON file is turned to that shape: what the members "layers", "tilesets",
 * "tiles", "objects" and "chunks" list stands as elements in the object itself,
 * named as in XML; a layer's data and how it is encoded stand in an element
 * `data`. What the formats hold differently (the points of a polyline, whether an
 * object is a point) is left as it is, and asked for both ways.
 *
 * The tree is no deeper than the readers go: XML_MOST_DEPTH, JSON_MOST_DEPTH. */
#ifndef OVERLAND_TOOLS_TILED_TREE_TILED_TREE_H
#define OVERLAND_TOOLS_TILED_TREE_TILED_TREE_H

#include "tools/tiled/tree/tiled_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tiled_node {
  const char *name;                /* of an element, or of an attribute; "" for text between tags */
  const char *text;                /* of an attribute or of text; NULL for an element */
  size_t line;                     /* that it begins in */
  struct tiled_node *first, *last; /* what is in an element, attributes first in XML */
  struct tiled_node *next;         /* beside it in the same element */
};

/* ---- Making a tree ------------------------------------------------------- */

/* A node that stands nowhere yet; NULL: no memory. */
struct tiled_node *tiled_node_make(const struct tiled_file *file, const char *name, size_t line);
void tiled_node_append(struct tiled_node *parent, struct tiled_node *node);

/* ---- Asking a tree ------------------------------------------------------- */

/* The first element of that name, or attribute, in a node; NULL if there is none. */
const struct tiled_node *tiled_find(const struct tiled_node *node, const char *name);

/* Returns whether a node is an element of that name, and how many there are of them in another. */
bool tiled_is_element(const struct tiled_node *node, const char *name);
size_t tiled_count(const struct tiled_node *parent, const char *name);

/* An attribute's text; NULL if there is none. */
const char *tiled_attribute(const struct tiled_node *node, const char *name);

/* The class of a tile or an object; "" if it has none. */
const char *tiled_class(const struct tiled_node *node);

/* All text in an element, put together; *line is where it begins. NULL: no memory. */
const char *tiled_text(const struct tiled_file *file, const struct tiled_node *node, size_t *line);

/* Attributes with a value of a kind. What is not there leaves *value as it is. An
 * exit code: the value may be of another kind, or out of range. */
int tiled_whole(const struct tiled_file *file, const struct tiled_node *node, const char *name,
                int32_t least, int32_t most, int32_t *value);
/* A whole number that an attribute may give, and its range. */
struct tiled_number {
  const char *name;
  int32_t least, most;
  int32_t *value;
};
int tiled_wholes(const struct tiled_file *file, const struct tiled_node *node,
                 const struct tiled_number *numbers, size_t count);
int tiled_real(const struct tiled_file *file, const struct tiled_node *node, const char *name,
               double *value);
int tiled_truth(const struct tiled_file *file, const struct tiled_node *node, const char *name,
                bool *value);

/* What texts mean. False: nothing of that kind. */
bool tiled_parse_whole(const char *text, int64_t *value); /* up to 10^15 either way */
bool tiled_parse_real(const char *text, double *value);   /* finite */
bool tiled_parse_truth(const char *text, bool *value);    /* true, false, 1, 0, True, yes... */

#endif
