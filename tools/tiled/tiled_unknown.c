/* Warns of parts of a Tiled map that are not read: see tiled_unknown.h.
 *
 * A table lists, for each element, the attributes and elements that are read, and those that may
 * pass because they concern drawing or the editor. Everything else is named once for each kind,
 * with the line of the first, and its contents are skipped. JSON has some of the names as
 * attributes that XML has as elements. */
#include "tools/tiled/tiled_unknown.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <string.h>

enum { MOST_KINDS = 64 };

static const struct known {
  const char *element, *parent; /* parent: NULL for any */
  const char *names;            /* parted by blanks */
  const char *properties;       /* likewise; NULL: a legend may name any */
} known_elements[] = {
    {"map", NULL,
     "version tiledversion orientation renderorder compressionlevel width height tilewidth "
     "tileheight infinite backgroundcolor nextlayerid nextobjectid class type hexsidelength "
     "staggeraxis staggerindex parallaxoriginx parallaxoriginy xmlns editorsettings properties "
     "propertytypes tileset layer objectgroup imagelayer group",
     NULL},
    {"tileset", NULL,
     "version tiledversion firstgid source name class type tilewidth tileheight spacing margin "
     "tilecount columns objectalignment tilerendersize fillmode backgroundcolor image imagewidth "
     "imageheight transparentcolor tileoffset grid transformations xmlns editorsettings "
     "properties propertytypes tile tiles tileproperties tilepropertytypes terraintypes wangsets",
     NULL},
    {"tile", "tileset",
     "id class type probability x y width height image imagewidth imageheight properties "
     "propertytypes objectgroup animation terrain",
     NULL},
    {"group", NULL,
     "id name class type x y width height offsetx offsety opacity visible locked tintcolor mode "
     "parallaxx parallaxy properties propertytypes layer objectgroup imagelayer group",
     NULL},
    {"layer", NULL,
     "id name class type x y width height offsetx offsety startx starty opacity visible locked "
     "tintcolor mode parallaxx parallaxy properties propertytypes data",
     NULL},
    {"data", NULL, "encoding compression chunk tile", ""},
    {"chunk", NULL, "x y width height tile", ""},
    {"tile", NULL, "gid", ""},
    {"objectgroup", NULL,
     "id name class type color draworder x y width height offsetx offsety opacity visible locked "
     "tintcolor mode parallaxx parallaxy properties propertytypes object",
     NULL},
    {"object", NULL,
     "id name class type template x y width height rotation gid opacity visible locked "
     "properties propertytypes ellipse point polygon polyline text",
     "floor to cost oneway profiles"},
};

/* A kind that was met: what stands in what. */
struct kind {
  const char *element, *name;
  bool is_property;
  size_t line; /* of the first */
  size_t count;
};

struct naming {
  struct kind kinds[MOST_KINDS];
  size_t kind_count;
  size_t other_count; /* beyond those that there is room for */
};

static bool lists(const char *names, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = names; (at = strstr(at, name)) != NULL; at += length) {
    if (length == 0) {
      return true; /* text between tags */
    }
    if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
      return true;
    }
  }
  return false;
}

static const struct known *find_known(const char *element, const char *parent) {
  for (size_t i = 0; i < sizeof known_elements / sizeof known_elements[0]; i++) {
    const struct known *known = &known_elements[i];
    if (strcmp(known->element, element) == 0 &&
        (known->parent == NULL || strcmp(known->parent, parent) == 0)) {
      return known;
    }
  }
  return NULL;
}

static void note(struct naming *naming, struct kind met) {
  for (size_t i = 0; i < naming->kind_count; i++) {
    struct kind *kind = &naming->kinds[i];
    if (kind->is_property == met.is_property && strcmp(kind->element, met.element) == 0 &&
        strcmp(kind->name, met.name) == 0) {
      kind->count++;
      return;
    }
  }
  if (naming->kind_count == MOST_KINDS) {
    naming->other_count++;
    return;
  }
  met.count = 1;
  naming->kinds[naming->kind_count++] = met;
}

static void look_at_properties(struct naming *naming, const struct known *known,
                               const struct tiled_node *group) {
  for (const struct tiled_node *node = group->first; node != NULL; node = node->next) {
    const char *name = node->text != NULL ? node->name : tiled_attribute(node, "name");
    if (name != NULL && known->properties != NULL && !lists(known->properties, name)) {
      note(naming, (struct kind){known->element, name, true, node->line, 0});
    }
  }
}

/* An object without a use is named with its class; nothing in it is. */
static bool is_left_out(const struct tiled_node *node) {
  if (strcmp(node->name, "object") != 0) {
    return false;
  }
  const char *class_name = tiled_class(node);
  return strcmp(class_name, "link") != 0 && strcmp(class_name, "goal") != 0;
}

/* The tree is not deep: see tiled_tree.h. */
static void look_at(struct naming *naming, const struct tiled_node *node,
                    const struct tiled_node *parent) {
  const struct known *known = find_known(node->name, parent != NULL ? parent->name : "");
  if (known == NULL || is_left_out(node)) {
    return;
  }
  for (const struct tiled_node *inner = node->first; inner != NULL; inner = inner->next) {
    if (!lists(known->names, inner->name)) {
      note(naming, (struct kind){node->name, inner->name, false, inner->line, 0});
    } else if (inner->text == NULL && strcmp(inner->name, "properties") == 0) {
      look_at_properties(naming, known, inner);
    } else if (inner->text == NULL && strcmp(inner->name, "tileset") != 0) {
      look_at(naming, inner, node);
    }
  }
}

void tiled_name_unknown(const struct tiled_file *file, const struct tiled_node *root) {
  struct naming naming = {0};
  look_at(&naming, root, NULL);
  for (size_t i = 0; i < naming.kind_count; i++) {
    const struct kind *kind = &naming.kinds[i];
    char times[48] = "";
    if (kind->count > 1) {
      snprintf(times, sizeof times, " (here and %zu times more)", kind->count - 1);
    }
    reader_warn(&file->reader,
                "line %zu: the %s'%.60s' of <%.60s> has no use here and is left out%s", kind->line,
                kind->is_property ? "property " : "", kind->name, kind->element, times);
  }
  if (naming.other_count > 0) {
    reader_warn(&file->reader, "there are %zu more things that have no use here and are left out",
                naming.other_count);
  }
}
