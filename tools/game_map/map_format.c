/* Tiled maps are recognised by the ending of their path, pictures by their first bytes. */
#include "tools/game_map/map_format.h"

#include "tools/codec/image_file.h"
#include "tools/tiled/tiled_map.h"

enum map_format map_format_of(const char *path, const uint8_t *bytes, size_t count) {
  if (tiled_map_is_path(path)) {
    return MAP_FORMAT_TILED;
  }
  return count != 0 && image_file_is_image(bytes, count) ? MAP_FORMAT_PICTURE : MAP_FORMAT_LETTERS;
}
