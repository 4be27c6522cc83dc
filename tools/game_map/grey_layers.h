/* Heights and extra costs of a floor, row by row, from the pictures that a legend names. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GREY_LAYERS_H
#define OVERLAND_TOOLS_GAME_MAP_GREY_LAYERS_H

#include "tools/codec/image_file.h"
#include "tools/game_map/game_map.h"

/* A picture and the statement that names it. */
struct grey_layer {
  bool is_open; /* else there is none */
  struct grey_rows rows;
  double scale; /* of heights; of extra costs that of the legend */
  struct game_source source;
};

struct grey_layers {
  struct grey_layer heights;
  struct grey_layer extra[OVL_MAX_PROFILES];
};

/* Closes the pictures that are open. */
void grey_layer_close(struct grey_layer *layer);
void grey_layers_close(struct grey_layers *layers);

/* Reads `count` rows of heights from `first` on. Returns an exit code, after one line on standard
 * error if it is not EXIT_DONE. */
int grey_layer_read_heights(const struct grey_layer *layer, int32_t first, int32_t count,
                            uint16_t *heights);

/* The same of the extra costs of a profile over terrain of the same rows. */
int grey_layer_read_extra(const struct grey_layer *layer, const ovl_profile_def *profile,
                          const uint8_t *terrain, int32_t first, int32_t count, uint8_t *extra);

#endif
