/* Templates of objects: see tiled_templates.h. */
#include "tools/tiled/tiled_templates.h"

#include "tools/tiled/tree/tiled_tree_read.h"

#include <string.h>

struct tiled_template {
  const char *source;              /* as the map says */
  const struct tiled_node *object; /* NULL: it can't be read */
  struct tiled_template *next;
};

static int read_template(const struct tiled_templates *templates, const struct tiled_node *node,
                         struct tiled_template *template) {
  const struct tiled_file *file = templates->file;
  const struct tiled_file of = {{tiled_path_beside(file, template->source), file->reader.talk},
                                file->arena};
  struct tiled_node *root = NULL;
  const char *why = NULL;
  if (of.reader.path == NULL) {
    return reader_fail_memory(&file->reader);
  }
  if (!tiled_path_is_of_tiled(of.reader.path)) {
    return reader_fail(&file->reader,
                       "line %zu: '%.200s' is no template by its name, which should end in .tx or "
                       ".tj",
                       node->line, template->source);
  }
  const int code = tiled_tree_read_file(&of, &root, &why);
  if (why != NULL) {
    reader_warn(&file->reader, "line %zu: template '%.200s' can't be read: %s", node->line,
                template->source, why);
    return EXIT_DONE;
  }
  template->object = code == EXIT_DONE ? tiled_find(root, "object") : NULL;
  return code == EXIT_DONE && template->object == NULL
             ? reader_fail(&of.reader, "the template has no object")
             : code;
}

static int find_template(struct tiled_templates *templates, const struct tiled_node *node,
                         const char *source, struct tiled_template **found) {
  for (*found = templates->first; *found != NULL; *found = (*found)->next) {
    if (strcmp((*found)->source, source) == 0) {
      return EXIT_DONE;
    }
  }
  struct tiled_template *template = tiled_arena_take(templates->file->arena, 1, sizeof *template);
  if (template == NULL) {
    return reader_fail_memory(&templates->file->reader);
  }
  *template = (struct tiled_template){source, NULL, templates->first};
  templates->first = template;
  *found = template;
  return read_template(templates, node, template);
}

/* Adds what is in an element to another one; without what is there by name, unless `all`. False: no
 * memory. */
static bool add_contents(const struct tiled_file *file, const struct tiled_node *from, bool all,
                         struct tiled_node *to) {
  for (const struct tiled_node *node = from->first; node != NULL; node = node->next) {
    if (!all && tiled_find(to, node->name) != NULL) {
      continue;
    }
    struct tiled_node *copy = tiled_node_make(file, node->name, node->line);
    if (copy == NULL) {
      return false;
    }
    *copy = *node;
    copy->next = NULL;
    tiled_node_append(to, copy);
  }
  return true;
}

int tiled_complete_object(struct tiled_templates *templates, const struct tiled_node **node) {
  const struct tiled_file *file = templates->file;
  const char *source = tiled_attribute(*node, "template");
  struct tiled_template *template = NULL;
  if (source == NULL) {
    return EXIT_DONE;
  }
  const int code = find_template(templates, *node, source, &template);
  if (code != EXIT_DONE || template->object == NULL) {
    return code;
  }
  const struct tiled_node *own = tiled_find(*node, "properties");
  const struct tiled_node *further = tiled_find(template->object, "properties");
  struct tiled_node *whole = tiled_node_make(file, "object", (*node)->line);
  struct tiled_node *properties = tiled_node_make(file, "properties", (*node)->line);
  bool good = whole != NULL && properties != NULL;
  if (good && own != NULL && further != NULL) { /* the first of a name counts */
    good =
        add_contents(file, own, true, properties) && add_contents(file, further, true, properties);
    tiled_node_append(whole, properties);
  }
  good = good && add_contents(file, *node, false, whole) &&
         add_contents(file, template->object, false, whole);
  *node = whole;
  return good ? EXIT_DONE : reader_fail_memory(&file->reader);
}
