/* The tree of a Tiled file in JSON: see tiled_tree.h for its shape.
 *
 * An object becomes an element, a member with a plain value an attribute, an array
 * an element with an element for each item. Lists that XML has no element for are
 * passed through: their items go where the list stands. The data of a layer, and
 * what says how it is encoded, go into an element `data` of it. */
#include "tools/tiled/tree/tiled_tree_json.h"

#include "tools/text/json_reader.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <string.h>

/* An open group. */
struct json_frame {
  struct tiled_node *node; /* what its members or items go into */
  struct tiled_node *data; /* of a layer: its element `data`, once it has one */
  const char *item_name;   /* what an item of the array is called; NULL: an object */
  bool is_layer, is_chunk; /* the object is an item of "layers", of "chunks" */
};

struct json_maker {
  const struct tiled_file *file;
  struct json_reader reader;
  const char *numbers; /* of a plain file: the key of arrays of numbers; NULL: a file of Tiled */
  struct json_frame frames[JSON_MOST_DEPTH + 1]; /* [0] is above the root */
  int depth;
};

/* How the items of an array are called, and whether it is passed through. */
static const struct json_list {
  const char *key, *item_name;
  bool is_passed;
} lists[] = {
    {"layers", "layer", true},         {"tilesets", "tileset", true}, {"tiles", "tile", true},
    {"objects", "object", true},       {"chunks", "chunk", true},     {"polygon", "point", false},
    {"properties", "property", false}, {"polyline", "point", false},
};

/* The kinds of layers, and their elements in XML. */
static const struct json_layer_kind {
  const char *type, *name;
} layer_kinds[] = {
    {"tilelayer", "layer"},
    {"objectgroup", "objectgroup"},
    {"imagelayer", "imagelayer"},
    {"group", "group"},
};

static const struct json_list *find_list(const char *key) {
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    if (strcmp(lists[i].key, key) == 0) {
      return &lists[i];
    }
  }
  return NULL;
}

static int add_node(struct json_maker *maker, struct tiled_node *parent, const char *name,
                    const char *text) {
  struct tiled_node *node = tiled_node_make(maker->file, name, maker->reader.event_line);
  if (node == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  node->text = text;
  tiled_node_append(parent, node);
  return EXIT_DONE;
}

/* The text of a key or a string; NULL: no memory. */
static const char *copy_decoded(const struct json_maker *maker, struct text_span span) {
  char *text = tiled_arena_take(maker->file->arena, span.length + 1, 1);
  if (text != NULL && span.length > 0) {
    json_reader_decode(span, text);
  }
  return text;
}

/* The element `data` of a layer, made when it is first asked for. */
static struct tiled_node *data_of(struct json_maker *maker, struct json_frame *frame) {
  if (frame->data == NULL) {
    frame->data = tiled_node_make(maker->file, "data", maker->reader.event_line);
    if (frame->data != NULL) {
      tiled_node_append(frame->node, frame->data);
    }
  }
  return frame->data;
}

/* Whether a member of a layer goes into its element `data`. */
static bool belongs_to_data(const struct json_frame *frame, const char *key) {
  return frame->is_layer && (strcmp(key, "data") == 0 || strcmp(key, "chunks") == 0 ||
                             strcmp(key, "encoding") == 0 || strcmp(key, "compression") == 0);
}

static bool is_data(const struct json_maker *maker, const char *key) {
  const struct json_frame *frame = &maker->frames[maker->depth];
  return maker->numbers == NULL && (frame->is_layer || frame->is_chunk) && strcmp(key, "data") == 0;
}

/* Where a member or an item goes; NULL: no memory. */
static struct tiled_node *place_of(struct json_maker *maker, const char *key) {
  struct json_frame *frame = &maker->frames[maker->depth];
  return belongs_to_data(frame, key) ? data_of(maker, frame) : frame->node;
}

static int add_plain(struct json_maker *maker, const char *key, const char *text) {
  struct tiled_node *place = place_of(maker, key);
  if (place == NULL || text == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  const bool is_text = is_data(maker, key);
  return add_node(maker, place, is_text ? "" : key, text);
}

/* The array of a layer's data: kept as it is written, numbers parted by commas. */
static int add_data_array(struct json_maker *maker, struct tiled_node *place) {
  struct json_reader *reader = &maker->reader;
  const size_t line = reader->line;
  const char *begin = reader->at;
  enum json_event event = json_reader_next(reader);
  while (event == JSON_NUMBER) {
    event = json_reader_next(reader);
  }
  if (event == JSON_FAILED) {
    return reader_fail(&maker->file->reader, "line %zu: %s", reader->event_line, reader->wrong);
  }
  if (event != JSON_CLOSE) {
    return reader_fail(&maker->file->reader, "line %zu: the data of a layer is no list of numbers",
                       reader->event_line);
  }
  const char *text = tiled_arena_copy(maker->file->arena,
                                      (struct text_span){begin, (size_t)(reader->at - begin) - 1});
  if (place == NULL || text == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  reader->event_line = line;
  return add_node(maker, place, "", text);
}

static int open_group(struct json_maker *maker, bool is_array, const char *key) {
  const struct json_frame *above = &maker->frames[maker->depth];
  const struct json_list *list = is_array && maker->numbers == NULL ? find_list(key) : NULL;
  struct tiled_node *place = place_of(maker, key);
  struct json_frame frame = {.item_name = is_array ? "item" : NULL};
  if (list != NULL) {
    frame.item_name = list->item_name;
  }
  if (above->item_name != NULL) {
    frame.is_layer = !is_array && strcmp(above->item_name, "layer") == 0;
    frame.is_chunk = !is_array && strcmp(above->item_name, "chunk") == 0;
    key = above->item_name;
  }
  if (place == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  frame.node = place;
  if (list == NULL || !list->is_passed) {
    if (add_node(maker, place, key, NULL) != EXIT_DONE) {
      return EXIT_SYSTEM;
    }
    frame.node = place->last;
  }
  maker->frames[++maker->depth] = frame;
  return EXIT_DONE;
}

/* An object is whole: what its kind is, and how its data is encoded, is known. */
static int close_group(struct json_maker *maker) {
  const struct json_frame *frame = &maker->frames[maker->depth--];
  const bool is_root = maker->depth == 0;
  if (!is_root && !frame->is_layer) {
    return EXIT_DONE;
  }
  const char *type = tiled_attribute(frame->node, "type");
  if (is_root) {
    frame->node->name = type != NULL ? type : frame->node->name;
    return EXIT_DONE;
  }
  if (frame->data != NULL && tiled_attribute(frame->data, "encoding") == NULL) {
    const int code = add_node(maker, frame->data, "encoding", "csv");
    if (code != EXIT_DONE) {
      return code;
    }
  }
  for (size_t i = 0; type != NULL && i < sizeof layer_kinds / sizeof layer_kinds[0]; i++) {
    if (strcmp(type, layer_kinds[i].type) == 0) {
      frame->node->name = layer_kinds[i].name;
      return EXIT_DONE;
    }
  }
  return reader_fail(&maker->file->reader,
                     "line %zu: the layer's type is '%.40s'; it should be tilelayer, objectgroup, "
                     "imagelayer or group",
                     frame->node->line, type != NULL ? type : "");
}

static int add_array(struct json_maker *maker, const char *key) {
  struct tiled_node *place = maker->frames[maker->depth].node;
  if (is_data(maker, key)) {
    return add_data_array(maker, place_of(maker, "data"));
  }
  if (maker->numbers == NULL || strcmp(key, maker->numbers) != 0) {
    return open_group(maker, true, key);
  }
  const int code = add_node(maker, place, key, NULL);
  return code == EXIT_DONE ? add_data_array(maker, place->last) : code;
}

static int add_event(struct json_maker *maker, enum json_event event) {
  if (event == JSON_CLOSE) {
    return close_group(maker);
  }
  const char *key = copy_decoded(maker, maker->reader.key);
  if (key == NULL) {
    return reader_fail_memory(&maker->file->reader);
  }
  switch (event) {
  case JSON_OBJECT:
    return open_group(maker, false, key);
  case JSON_ARRAY:
    return add_array(maker, key);
  case JSON_STRING:
    return add_plain(maker, key, copy_decoded(maker, maker->reader.value));
  case JSON_NULL:
    return EXIT_DONE; /* as if it were not there */
  default:
    return add_plain(maker, key, tiled_arena_copy(maker->file->arena, maker->reader.value));
  }
}

int tiled_tree_read_json(const struct tiled_file *file, const char *bytes, size_t byte_count,
                         struct tiled_node **root) {
  return tiled_tree_read_plain_json(file, bytes, byte_count, NULL, root);
}

int tiled_tree_read_plain_json(const struct tiled_file *file, const char *bytes, size_t byte_count,
                               const char *numbers, struct tiled_node **root) {
  struct tiled_node above = {0};
  struct json_maker maker = {
      .file = file, .numbers = numbers, .frames = {{.node = &above, .item_name = "map"}}};
  json_reader_open(&maker.reader, bytes, byte_count);
  for (;;) {
    const enum json_event event = json_reader_next(&maker.reader);
    if (event == JSON_FAILED) {
      return reader_fail(&file->reader, "line %zu: %s", maker.reader.event_line,
                         maker.reader.wrong);
    }
    if (event == JSON_END) {
      *root = above.first;
      return EXIT_DONE;
    }
    const int code = add_event(&maker, event);
    if (code != EXIT_DONE) {
      return code;
    }
  }
}
