/* Layers of cells: see ldtk_cells.h. */
#include "tools/ldtk/ldtk_cells.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Levels and tiles that lie over each other fill cells several times: a file in which they fill
 * more than this is refused, as it would take minutes. */
#define MOST_FILLED (UINT64_C(1) << 31)

/* Fills a square of cells, from a pixel of the world on. */
static void fill(const struct ldtk *ldtk, struct tiled_layer *layer, int32_t x, int32_t y,
                 int32_t width, int32_t height, uint32_t gid) {
  const int32_t left = ldtk_cell(x - ldtk->left, ldtk->grid);
  const int32_t top = ldtk_cell(y - ldtk->top, ldtk->grid);
  const int32_t right = ldtk_cell(x - ldtk->left + width + ldtk->grid - 1, ldtk->grid);
  const int32_t bottom = ldtk_cell(y - ldtk->top + height + ldtk->grid - 1, ldtk->grid);
  if (right > left && bottom > top) {
    *ldtk->filled += (uint64_t)((int64_t)right - left) * (uint64_t)((int64_t)bottom - top);
  }
  if (*ldtk->filled > MOST_FILLED) {
    return;
  }
  for (int32_t row = top < 0 ? 0 : top; row < bottom && row < layer->height; row++) {
    for (int32_t column = left < 0 ? 0 : left; column < right && column < layer->width; column++) {
      layer->gids[(size_t)row * (size_t)layer->width + (size_t)column] = gid;
    }
  }
}

static int set_value(const struct ldtk *ldtk, const struct ldtk_instance *instance,
                     const struct ldtk_layer *of, int64_t cell, int64_t value,
                     struct tiled_layer *layer) {
  if (value < 0 || value > of->most) {
    return reader_fail(&ldtk->file->reader,
                       "line %zu: layer '%.60s' has the value %" PRId64
                       "; its values are 0 to %" PRIu32,
                       instance->node->line, of->name, value, of->most);
  }
  if (value != 0) {
    fill(ldtk, layer, instance->x + (int32_t)(cell % instance->columns) * instance->grid,
         instance->y + (int32_t)(cell / instance->columns) * instance->grid, instance->grid,
         instance->grid, of->first_gid + (uint32_t)value);
  }
  return EXIT_DONE;
}

/* `intGridCsv`: a value a cell, row by row. */
static int take_values(const struct ldtk *ldtk, const struct ldtk_instance *instance,
                       const struct ldtk_layer *of, const char *text, struct tiled_layer *layer) {
  const int64_t cells = (int64_t)instance->columns * instance->rows;
  int64_t count = 0;
  for (const char *at = text + strspn(text, ", \t\r\n"); *at != '\0';
       at += strspn(at, ", \t\r\n")) {
    char *end;
    const long long value = strtoll(at, &end, 10);
    if (end == at || count == cells) {
      break;
    }
    const int code = set_value(ldtk, instance, of, count++, value, layer);
    if (code != EXIT_DONE) {
      return code;
    }
    at = end;
  }
  return count == cells
             ? EXIT_DONE
             : reader_fail(&ldtk->file->reader,
                           "line %zu: layer '%.60s' has %" PRId64
                           " whole numbers; it should have %" PRId64 ", %" PRId32 " x %" PRId32,
                           instance->node->line, of->name, count, cells, instance->columns,
                           instance->rows);
}

/* `intGrid`, of versions before 1.0: cells with a value, which counts from 0. */
static int take_old_values(const struct ldtk *ldtk, const struct ldtk_instance *instance,
                           const struct ldtk_layer *of, struct tiled_layer *layer) {
  const int64_t cells = (int64_t)instance->columns * instance->rows;
  const int32_t most = cells <= INT32_MAX ? (int32_t)cells - 1 : INT32_MAX;
  for (const struct tiled_node *item = ldtk_first(instance->node, "intGrid"); item != NULL;
       item = item->next) {
    int32_t cell = 0, value = -1;
    int code = tiled_whole(ldtk->file, item, "coordId", 0, most, &cell);
    if (code == EXIT_DONE) {
      code = tiled_whole(ldtk->file, item, "v", -1, LDTK_MOST_VALUE - 1, &value);
    }
    if (code == EXIT_DONE) {
      code = set_value(ldtk, instance, of, cell, (int64_t)value + 1, layer);
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}

/* Tiles that are drawn: "px": [x, y], the upper left of each. */
static int take_tiles(const struct ldtk *ldtk, const struct ldtk_instance *instance,
                      const struct ldtk_layer *of, struct tiled_layer *layer) {
  for (const struct tiled_node *item = ldtk_first(instance->node, "gridTiles"); item != NULL;
       item = item->next) {
    const struct tiled_node *x = ldtk_first(item, "px");
    int64_t at[2] = {0, 0};
    if (x == NULL || x->next == NULL || x->text == NULL || x->next->text == NULL ||
        !tiled_parse_whole(x->text, &at[0]) || !tiled_parse_whole(x->next->text, &at[1]) ||
        at[0] < -LDTK_MOST_PIXELS || at[0] > LDTK_MOST_PIXELS || at[1] < -LDTK_MOST_PIXELS ||
        at[1] > LDTK_MOST_PIXELS) {
      return reader_fail(&ldtk->file->reader, "line %zu: the px of a tile is no pair of numbers",
                         item->line);
    }
    fill(ldtk, layer, instance->x + (int32_t)at[0], instance->y + (int32_t)at[1], instance->grid,
         instance->grid, of->first_gid + 1);
  }
  return EXIT_DONE;
}

static int take_instance(const struct ldtk *ldtk, const struct ldtk_level *level,
                         const struct tiled_node *node, const struct ldtk_layer *of,
                         struct tiled_layer *layer) {
  struct ldtk_instance instance;
  const struct tiled_node *values = tiled_find(node, "intGridCsv");
  size_t line;
  int code = ldtk_read_instance(ldtk, level, node, &instance);
  if (code != EXIT_DONE || strcmp(of->type, "Tiles") == 0) {
    return code == EXIT_DONE ? take_tiles(ldtk, &instance, of, layer) : code;
  }
  if (values == NULL || values->first == NULL) {
    return instance.columns > 0 && instance.rows > 0 ? take_old_values(ldtk, &instance, of, layer)
                                                     : EXIT_DONE;
  }
  const char *text = tiled_text(ldtk->file, values, &line);
  return text != NULL ? take_values(ldtk, &instance, of, text, layer)
                      : reader_fail_memory(&ldtk->file->reader);
}

/* ---- Layers of cells ----------------------------------------------------- */

static struct tiled_layer *add_layer(const struct ldtk *ldtk, const char *name, int32_t floor) {
  struct tiled_map *map = ldtk->map;
  struct tiled_layer *layer = &map->layers[map->layer_count];
  *layer = (struct tiled_layer){.name = name,
                                .class_name = "",
                                .properties = {.owner = name},
                                .floor = floor,
                                .width = map->floors[floor].width,
                                .height = map->floors[floor].height};
  layer->gids = calloc((size_t)layer->width * (size_t)layer->height, sizeof *layer->gids);
  map->layer_count += layer->gids != NULL ? 1 : 0;
  return layer->gids != NULL ? layer : NULL;
}

bool ldtk_has_cells(const struct ldtk_layer *layer) {
  return strcmp(layer->type, "IntGrid") == 0 || strcmp(layer->type, "Tiles") == 0;
}

int ldtk_fill_layer(const struct ldtk *ldtk, const struct ldtk_layer *of, int32_t floor) {
  struct tiled_layer *layer = add_layer(ldtk, of != NULL ? of->name : "levels", floor);
  if (layer == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  for (size_t i = 0; i < ldtk->level_count; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    if (level->floor != floor) {
      continue;
    }
    if (of == NULL) {
      fill(ldtk, layer, level->x, level->y, level->width, level->height, 1);
      continue;
    }
    for (const struct tiled_node *node = level->layers != NULL ? level->layers->first : NULL;
         node != NULL; node = node->next) {
      if (strcmp(ldtk_text(node, "__identifier"), of->name) != 0) {
        continue;
      }
      const int code = take_instance(ldtk, level, node, of, layer);
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return *ldtk->filled <= MOST_FILLED
             ? EXIT_DONE
             : reader_fail(&ldtk->file->reader,
                           "its levels and tiles lie over each other and fill over %" PRIu64
                           " cells; each cell should be filled a few times at most",
                           MOST_FILLED);
}
