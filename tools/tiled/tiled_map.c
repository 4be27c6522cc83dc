/* What a Tiled map says of tiles, floors and heights: see tiled_map.h. */
#include "tools/tiled/tiled_map.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <stdlib.h>
#include <string.h>

/* ---- Asking -------------------------------------------------------------- */

const struct tiled_property *tiled_find_property(const struct tiled_properties *properties,
                                                 const char *name) {
  for (; properties != NULL; properties = properties->outer) {
    for (size_t i = 0; i < properties->count; i++) {
      if (strcmp(properties->list[i].name, name) == 0) {
        return &properties->list[i];
      }
    }
  }
  return NULL;
}

bool tiled_is_within(const struct tiled_properties *properties, const char *name) {
  while (properties != NULL &&
         (properties->owner == NULL || strcmp(properties->owner, name) != 0)) {
    properties = properties->outer;
  }
  return properties != NULL;
}

const struct tiled_tileset *tiled_find_tileset(const struct tiled_map *map, uint32_t gid) {
  size_t low = 0;
  size_t high = map->tileset_count;
  while (low < high) { /* the first tileset that begins above it */
    const size_t middle = low + (high - low) / 2;
    if (map->tilesets[middle].first_gid <= gid) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const struct tiled_tileset *tileset = low > 0 ? &map->tilesets[low - 1] : NULL;
  const bool has = tileset != NULL &&
                   (tileset->tile_count == 0 || gid - tileset->first_gid < tileset->tile_count);
  return has ? tileset : NULL;
}

const struct tiled_tile *tiled_find_tile(const struct tiled_map *map, uint32_t gid) {
  size_t low = 0;
  size_t high = map->tile_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (map->tiles[middle].gid < gid) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < map->tile_count && map->tiles[low].gid == gid ? &map->tiles[low] : NULL;
}

const struct tiled_object *tiled_find_object(const struct tiled_map *map, int32_t level,
                                             const char *id) {
  int64_t wanted = 0;
  if (!tiled_parse_whole(id, &wanted) || wanted == 0) {
    return NULL;
  }
  for (size_t i = 0; i < map->object_count; i++) {
    if (map->objects[i].id == wanted && map->objects[i].level == level) {
      return &map->objects[i];
    }
  }
  return NULL;
}

bool tiled_object_is_of(const struct tiled_object *object, const char *name) {
  return tiled_is_within(&object->properties, name) || strcmp(object->class_name, name) == 0 ||
         strcmp(object->name, name) == 0;
}

ovl_cell tiled_object_middle(const struct tiled_map *map, const struct tiled_object *object) {
  const struct tiled_box *box = &object->box;
  const struct tiled_point middle = {box->x + box->width / 2, box->y + box->height / 2};
  return tiled_grid_at(&map->grid, middle, object->corner.floor);
}

static int32_t height_of(const struct tiled_map *map, uint32_t gid) {
  const struct tiled_tile *tile = tiled_find_tile(map, gid);
  const struct tiled_property *height =
      tile != NULL ? tiled_find_property(&tile->properties, "height") : NULL;
  int64_t value = 0;
  return height != NULL && tiled_parse_whole(height->value, &value) ? (int32_t)value : 0;
}

bool tiled_floor_heights(const struct tiled_map *map, int32_t floor, int32_t *heights) {
  const int32_t width = map->floors[floor].width;
  bool found = false;
  for (size_t i = 0; i < map->layer_count; i++) {
    const struct tiled_layer *layer = &map->layers[i];
    if (layer->floor != floor || !layer->is_heights) {
      continue;
    }
    if (!found) {
      memset(heights, 0, (size_t)width * (size_t)map->floors[floor].height * sizeof *heights);
    }
    found = true;
    uint32_t last = 0;
    int32_t last_height = 0;
    const int32_t right = width - layer->x, bottom = map->floors[floor].height - layer->y;
    for (int32_t y = 0; y < layer->height && y < bottom; y++) {
      const uint32_t *row = layer->gids + (size_t)y * (size_t)layer->width;
      int32_t *out = heights + (size_t)(layer->y + y) * (size_t)width + (size_t)layer->x;
      for (int32_t x = 0; x < layer->width && x < right; x++) {
        if (row[x] != last && row[x] != 0) {
          last = row[x];
          last_height = height_of(map, last);
        }
        if (row[x] != 0) {
          out[x] = last_height;
        }
      }
    }
  }
  return found;
}

/* ---- The map ------------------------------------------------------------- */

void tiled_map_free(struct tiled_map *map) {
  for (size_t i = 0; i < map->layer_count; i++) {
    free(map->layers[i].gids);
  }
  tiled_arena_destroy(map->arena);
  *map = (struct tiled_map){0};
}
