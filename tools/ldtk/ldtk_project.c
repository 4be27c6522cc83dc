/* Functions that the parts of the reader share: see ldtk_project.h. */
#include "tools/ldtk/ldtk_project.h"

#include <math.h>

const struct tiled_node *ldtk_first(const struct tiled_node *parent, const char *list) {
  const struct tiled_node *node = parent != NULL ? tiled_find(parent, list) : NULL;
  return node != NULL ? node->first : NULL;
}

size_t ldtk_count(const struct tiled_node *item) {
  size_t count = 0;
  for (; item != NULL; item = item->next) {
    count++;
  }
  return count;
}

const char *ldtk_text(const struct tiled_node *node, const char *name) {
  const char *text = tiled_attribute(node, name);
  return text != NULL ? text : "";
}

int32_t ldtk_cell(int32_t pixels, int32_t grid) { return (int32_t)floor((double)pixels / grid); }

int ldtk_read_instance(const struct ldtk *ldtk, const struct ldtk_level *level,
                       const struct tiled_node *node, struct ldtk_instance *instance) {
  const struct tiled_file *file = ldtk->file;
  int32_t offset_x = 0, offset_y = 0;
  *instance = (struct ldtk_instance){.node = node, .level = level, .grid = ldtk->grid};
  const struct tiled_number numbers[] = {
      {"__gridSize", 1, 4096, &instance->grid},
      {"__cWid", 0, OVL_MAX_SIDE_CELLS, &instance->columns},
      {"__cHei", 0, OVL_MAX_SIDE_CELLS, &instance->rows},
      {"__pxTotalOffsetX", -LDTK_MOST_PIXELS, LDTK_MOST_PIXELS, &offset_x},
      {"__pxTotalOffsetY", -LDTK_MOST_PIXELS, LDTK_MOST_PIXELS, &offset_y}};
  const int code = tiled_wholes(file, node, numbers, sizeof numbers / sizeof numbers[0]);
  instance->x = level->x + offset_x;
  instance->y = level->y + offset_y;
  return code;
}
