/* The tree of a Tiled file in XML: see tiled_tree.h.
 *
 * Elements, attributes and text become nodes as they come; text of blanks alone,
 * which only sets the file out, is left. */
#include "tools/tiled/tree/tiled_tree_xml.h"

#include "tools/text/xml_reader.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <string.h>

/* More attributes than this on one element are no map: looking for one among them
 * goes through all. */
enum { MOST_ATTRIBUTES = 64 };

struct xml_maker {
  const struct tiled_file *file;
  struct xml_reader reader;
  struct tiled_node *open[XML_MOST_DEPTH + 1]; /* [0] holds the root */
  int depth;
  int attribute_count; /* of the innermost element */
};

static int add_element(struct xml_maker *maker) {
  const char *name = tiled_arena_copy(maker->file->arena, maker->reader.name);
  struct tiled_node *node =
      name != NULL ? tiled_node_make(maker->file, name, maker->reader.event_line) : NULL;
  if (node == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  tiled_node_append(maker->open[maker->depth], node);
  maker->open[++maker->depth] = node;
  maker->attribute_count = 0;
  return EXIT_DONE;
}

static int add_text(struct xml_maker *maker, const char *name) {
  char *text = tiled_arena_take(maker->file->arena, maker->reader.value.length + 1, 1);
  struct tiled_node *node =
      text != NULL ? tiled_node_make(maker->file, name, maker->reader.event_line) : NULL;
  if (node == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  xml_reader_decode(&maker->reader, text);
  node->text = text;
  tiled_node_append(maker->open[maker->depth], node);
  return EXIT_DONE;
}

static int add_attribute(struct xml_maker *maker) {
  const struct tiled_node *element = maker->open[maker->depth];
  const char *name = tiled_arena_copy(maker->file->arena, maker->reader.name);
  if (name == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  if (++maker->attribute_count > MOST_ATTRIBUTES) {
    return reader_fail(&maker->file->reader, "line %zu: <%.40s> has more than %d attributes",
                       maker->reader.event_line, element->name, MOST_ATTRIBUTES);
  }
  if (tiled_find(element, name) != NULL) {
    return reader_fail(&maker->file->reader, "line %zu: <%.40s> has '%.40s' twice",
                       maker->reader.event_line, element->name, name);
  }
  return add_text(maker, name);
}

static bool is_blank(struct text_span text) {
  size_t i = 0;
  while (i < text.length && (text.bytes[i] == ' ' || text.bytes[i] == '\n' ||
                             text.bytes[i] == '\r' || text.bytes[i] == '\t')) {
    i++;
  }
  return i == text.length;
}

int tiled_tree_read_xml(const struct tiled_file *file, const char *bytes, size_t byte_count,
                        struct tiled_node **root) {
  struct tiled_node above = {0};
  struct xml_maker maker = {.file = file, .open = {&above}};
  xml_reader_open(&maker.reader, bytes, byte_count);
  for (;;) {
    int code = EXIT_DONE;
    switch (xml_reader_next(&maker.reader)) {
    case XML_FAILED:
      return reader_fail(&file->reader, "line %zu: %s", maker.reader.event_line,
                         maker.reader.wrong);
    case XML_END:
      *root = above.first;
      return EXIT_DONE;
    case XML_OPEN:
      code = add_element(&maker);
      break;
    case XML_ATTRIBUTE:
      code = add_attribute(&maker);
      break;
    case XML_TEXT:
      code = is_blank(maker.reader.value) ? EXIT_DONE : add_text(&maker, "");
      break;
    case XML_CLOSE:
      maker.depth--;
      break;
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
}
