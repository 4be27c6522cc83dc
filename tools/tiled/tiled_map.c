/* What a Tiled map says of tiles, floors and heights: see tiled_map.h. */
#include "tools/tiled/tiled_map.h"

#include "tools/base/platform.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
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

/* The last gid that was looked up: like tiles lie side by side. */
struct naming {
  uint32_t gid;
  bool has_terrain;
};

static bool has_terrain(const struct tiled_map *map, struct naming *last, uint32_t gid) {
  if (gid != last->gid) {
    const struct tiled_tile *tile = tiled_find_tile(map, gid);
    *last = (struct naming){gid, tile != NULL && tile->terrain != NULL};
  }
  return last->has_terrain;
}

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }

void tiled_floor_gids(const struct tiled_map *map, int32_t floor, uint32_t *gids) {
  const int32_t width = map->floors[floor].width;
  const int32_t height = map->floors[floor].height;
  struct naming above = {0, false};
  struct naming below = {0, false};
  memset(gids, 0, (size_t)width * (size_t)height * sizeof *gids);
  for (size_t i = 0; i < map->layer_count; i++) {
    const struct tiled_layer *layer = &map->layers[i];
    if (layer->floor != floor || layer->is_heights) {
      continue;
    }
    const int32_t columns = least_of(width, layer->width);
    for (int32_t y = 0; y < least_of(height, layer->height); y++) {
      const uint32_t *row = layer->gids + (size_t)y * (size_t)layer->width;
      uint32_t *out = gids + (size_t)y * (size_t)width;
      for (int32_t x = 0; x < columns; x++) {
        if (row[x] != 0 &&
            (has_terrain(map, &above, row[x]) || !has_terrain(map, &below, out[x]))) {
          out[x] = row[x];
        }
      }
    }
  }
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
    for (int32_t y = 0; y < least_of(map->floors[floor].height, layer->height); y++) {
      const uint32_t *row = layer->gids + (size_t)y * (size_t)layer->width;
      for (int32_t x = 0; x < least_of(width, layer->width); x++) {
        if (row[x] != last && row[x] != 0) {
          last = row[x];
          last_height = height_of(map, last);
        }
        if (row[x] != 0) {
          heights[(size_t)y * (size_t)width + (size_t)x] = last_height;
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
