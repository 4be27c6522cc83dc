/* Heights and extra costs by rows: see grey_layers.h. */
#include "tools/game_map/grey_layers.h"

#include "tools/base/fail.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_HEIGHT = 65535 };

void grey_layer_close(struct grey_layer *layer) {
  if (layer->is_open) {
    grey_rows_close(&layer->rows);
  }
  layer->is_open = false;
}

void grey_layers_close(struct grey_layers *layers) {
  grey_layer_close(&layers->heights);
  for (int32_t i = 0; i < OVL_MAX_PROFILES; i++) {
    grey_layer_close(&layers->extra[i]);
  }
}

int grey_layer_read_heights(const struct grey_layer *layer, int32_t first, int32_t count,
                            uint16_t *heights) {
  const size_t cells = (size_t)layer->rows.width * (size_t)count;
  const int code = grey_rows_read(&layer->rows, first, count, heights);
  const bool is_scaled = layer->scale < 1 || layer->scale > 1;
  for (size_t i = 0; code == EXIT_DONE && is_scaled && i < cells; i++) {
    const double height = floor(heights[i] * layer->scale + 0.5);
    if (height > MOST_HEIGHT) {
      return command_fail(EXIT_INPUT, "%s:%zu: a height times scale is %.0f; the most is %d",
                          layer->source.file, layer->source.line, height, MOST_HEIGHT);
    }
    heights[i] = (uint16_t)height;
  }
  return code;
}

/* Weight and extra cost are a byte together. */
static int take_extra_row(const struct grey_layer *layer, const ovl_profile_def *profile,
                          const uint8_t *terrain, const uint16_t *samples, int32_t y,
                          uint8_t *extra) {
  for (int32_t x = 0; x < layer->rows.width; x++) {
    const uint32_t weight = profile->weights[terrain[x]];
    const uint32_t more = samples[x] * (uint32_t)layer->scale;
    if (weight != 0 && weight + more > UINT8_MAX) {
      return command_fail(EXIT_INPUT,
                          "%s:%zu: the extra cost at %" PRId32 ",%" PRId32 " is %" PRIu32
                          " eighths, which is too much over a weight of %" PRIu32
                          " eighths; the two%s may sum to 255",
                          layer->source.file, layer->source.line, x, y, more, weight,
                          layer->scale > 1 ? ", times the scale of the legend," : "");
    }
    extra[x] = (uint8_t)(weight != 0 ? more : 0);
  }
  return EXIT_DONE;
}

int grey_layer_read_extra(const struct grey_layer *layer, const ovl_profile_def *profile,
                          const uint8_t *terrain, int32_t first, int32_t count, uint8_t *extra) {
  const size_t width = (size_t)layer->rows.width;
  uint16_t *samples = malloc(width * sizeof *samples);
  if (samples == NULL) {
    return command_fail_memory("the extra costs");
  }
  int code = EXIT_DONE;
  for (int32_t i = 0; i < count && code == EXIT_DONE; i++) {
    const size_t at = (size_t)i * width;
    code = grey_rows_read(&layer->rows, first + i, 1, samples);
    code = code == EXIT_DONE
               ? take_extra_row(layer, profile, terrain + at, samples, first + i, extra + at)
               : code;
  }
  free(samples);
  return code;
}
