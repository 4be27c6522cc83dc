/* Tiled maps written for tests: see map_text.h. */
#include "tests/tools/map_text.h"
#include "tests/support/test_allocate.h"

#include "tools/codec/checksums.h"
#include "tools/codec/deflate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void map_text_add(map_text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(NULL, 0, format, values);
  va_end(values);
  const size_t wanted = text->length + (size_t)length + 1;
  if (wanted > text->room) {
    text->room = wanted * 2;
    text->bytes = realloc(text->bytes, text->room);
    if (text->bytes == NULL) {
      abort();
    }
  }
  va_start(values, format);
  vsnprintf(text->bytes + text->length, text->room - text->length, format, values);
  va_end(values);
  text->length += (size_t)length;
}

void map_text_clear(map_text *text) {
  text->length = 0;
  map_text_add(text, "%s", "");
}

void map_text_free(map_text *text) {
  free(text->bytes);
  *text = (map_text){0};
}

/* ---- The data of a layer ------------------------------------------------- */

typedef struct packed {
  uint8_t *bytes;
  size_t count, room;
} packed;

static bool take(void *user, const uint8_t *bytes, size_t byte_count) {
  packed *out = user;
  if (out->count + byte_count > out->room) {
    return false;
  }
  memcpy(out->bytes + out->count, bytes, byte_count);
  out->count += byte_count;
  return true;
}

static void put_u32(packed *out, uint32_t value) {
  const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                            (uint8_t)(value >> 24)};
  take(out, bytes, 4);
}

/* The stream of a zlib file with gzip's head and tail around it. */
static void make_gzip(packed *out, const packed *plain) {
  static const uint8_t head[10] = {0x1f, 0x8b, 8};
  packed zlib = {test_bytes(out->room), 0, out->room};
  deflate_zlib(plain->bytes, plain->count, take, &zlib);
  take(out, head, sizeof head);
  take(out, zlib.bytes + 2, zlib.count - 6);
  put_u32(out, crc32_add(CRC32_BEGIN, plain->bytes, plain->count));
  put_u32(out, (uint32_t)plain->count);
  free(zlib.bytes);
}

static void add_base64(map_text *text, const packed *bytes) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes->count; i += 3) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++) {
      bits = bits << 8 | (i + k < bytes->count ? bytes->bytes[i + k] : 0U);
    }
    map_text_add(text, "%c%c%c%c", letters[bits >> 18], letters[bits >> 12 & 63],
                 i + 1 < bytes->count ? letters[bits >> 6 & 63] : '=',
                 i + 2 < bytes->count ? letters[bits & 63] : '=');
  }
}

/* The gids of a rectangle, each little-endian, packed as the form asks. */
static void add_packed(map_text *text, const uint32_t *gids, size_t count, map_encoding encoding) {
  packed plain = {test_bytes(count * 4 + 1), 0, count * 4};
  packed out = {test_bytes(count * 8 + 1000), 0, count * 8 + 1000};
  for (size_t i = 0; i < count; i++) {
    put_u32(&plain, gids[i]);
  }
  if (encoding == MAP_ZLIB) {
    deflate_zlib(plain.bytes, plain.count, take, &out);
  } else if (encoding == MAP_GZIP) {
    make_gzip(&out, &plain);
  }
  add_base64(text, encoding == MAP_BASE64 ? &plain : &out);
  free(plain.bytes);
  free(out.bytes);
}

/* `count` gids, without what stands around them. */
static void add_gids(map_text *text, const uint32_t *gids, size_t count, const map_form *form) {
  const bool is_array = form->is_json && form->encoding == MAP_LISTED;
  if (form->encoding >= MAP_BASE64) {
    map_text_add(text, "%s", form->is_json ? "\"" : "\n   ");
    add_packed(text, gids, count, form->encoding);
    map_text_add(text, "%s", form->is_json ? "\"" : "\n  ");
    return;
  }
  map_text_add(text, "%s", is_array ? "[" : "\n");
  for (size_t i = 0; i < count; i++) {
    if (!is_array && form->encoding == MAP_LISTED) {
      map_text_add(text, gids[i] == 0 ? "<tile/>" : "<tile gid=\"%" PRIu32 "\"/>", gids[i]);
    } else {
      map_text_add(text, "%s%" PRIu32, i == 0 ? "" : (i % 7 == 0 ? ",\n" : ","), gids[i]);
    }
  }
  map_text_add(text, "%s", is_array ? "]" : "\n");
}

static void add_chunks(map_text *text, const map_model *model, int layer, const map_form *form) {
  const int32_t side = form->chunk;
  uint32_t *gids = test_allocate((size_t)side * (size_t)side, sizeof *gids);
  for (int32_t y = 0; y < model->height; y += side) {
    for (int32_t x = 0; x < model->width; x += side) {
      for (int32_t i = 0; i < side * side; i++) {
        gids[i] = model->gids[layer][(y + i / side) * model->width + x + i % side];
      }
      map_text_add(text,
                   form->is_json ? "%s{\"x\":%d,\"y\":%d,\"width\":%d,\"height\":%d,\"data\":"
                                 : "%s<chunk x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">",
                   form->is_json && x + y > 0 ? "," : "", (int)(x + form->origin_x),
                   (int)(y + form->origin_y), (int)side, (int)side);
      add_gids(text, gids, (size_t)side * (size_t)side, form);
      map_text_add(text, "%s", form->is_json ? "}" : "</chunk>\n");
    }
  }
  free(gids);
}

/* ---- The map in both formats --------------------------------------------- */

static const char *const layer_names[MAP_LAYERS] = {"ground", "upon it", "first floor"};

static const char *encoding_name(map_encoding encoding) {
  return encoding >= MAP_BASE64 ? "base64" : "csv";
}

static const char *compression_name(map_encoding encoding) {
  if (encoding == MAP_ZLIB) {
    return "zlib";
  }
  return encoding == MAP_GZIP ? "gzip" : "";
}

static void add_layer_xml(map_text *text, const map_model *model, int layer, const map_form *form) {
  map_text_add(text, " <layer id=\"%d\" name=\"%s\" width=\"%d\" height=\"%d\">\n", layer + 1,
               layer_names[layer], (int)model->width, (int)model->height);
  if (layer == 2) {
    map_text_add(text, "  <properties><property name=\"floor\" type=\"int\" value=\"1\"/>"
                       "</properties>\n");
  }
  map_text_add(text, "  <data");
  if (form->encoding != MAP_LISTED) {
    map_text_add(text, " encoding=\"%s\"", encoding_name(form->encoding));
  }
  if (form->encoding >= MAP_ZLIB) {
    map_text_add(text, " compression=\"%s\"", compression_name(form->encoding));
  }
  map_text_add(text, ">");
  if (form->chunk > 0) {
    add_chunks(text, model, layer, form);
  } else {
    add_gids(text, model->gids[layer], (size_t)model->width * (size_t)model->height, form);
  }
  map_text_add(text, "</data>\n </layer>\n");
}

static void write_xml(map_text *text, const map_model *model, const map_form *form) {
  const int left = (int)form->origin_x * MAP_TILE_PIXELS;
  const int top = (int)form->origin_y * MAP_TILE_PIXELS;
  map_text_add(text,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!-- made for a test -->\n"
               "<map version=\"1.10\" orientation=\"orthogonal\" width=\"%d\" height=\"%d\" "
               "tilewidth=\"16\" tileheight=\"16\" infinite=\"%d\">\n"
               " <tileset firstgid=\"1\" name=\"all\" tilecount=\"40\">\n"
               "  <tile id=\"0\" type=\"grass &amp; &quot;m&#111;ss&quot;\"/>\n"
               "  <tile id=\"1\"><properties>\n"
               "   <property name=\"terrain\"><![CDATA[wa]]>ter</property>\n"
               "  </properties></tile>\n"
               " </tileset>\n",
               (int)model->width, (int)model->height, form->chunk > 0 ? 1 : 0);
  for (int layer = 0; layer < MAP_LAYERS; layer++) {
    add_layer_xml(text, model, layer, form);
  }
  map_text_add(text,
               " <objectgroup name=\"places\">\n"
               "  <object id=\"1\" name=\"shop\" type=\"goal\" x=\"%d\" y=\"%d\" width=\"32\" "
               "height=\"16\"/>\n"
               "  <object id=\"2\" class=\"link\" x=\"%d\" y=\"%d\"><properties>\n"
               "   <property name=\"cost\" type=\"float\" value=\"2.5\"/>\n"
               "   <property name=\"oneway\" type=\"bool\" value=\"true\"/>\n"
               "   <property name=\"profiles\" value=\"foot boat\"/>\n"
               "  </properties><polyline points=\"0,0 32.5,24\"/></object>\n"
               "  <object id=\"3\" type=\"link\" x=\"%d\" y=\"%d\"><properties>\n"
               "   <property name=\"to\" type=\"object\" value=\"4\"/>\n"
               "  </properties><point/></object>\n",
               left + 16, top + 16, left, top, left + 56, top + 40);
  map_text_add(text,
               "  <object id=\"4\" x=\"%d\" y=\"%d\"><properties>\n"
               "   <property name=\"floor\" type=\"int\" value=\"1\"/>\n"
               "  </properties><point/></object>\n"
               "  <object id=\"5\" type=\"link\" x=\"%d\" y=\"%d\" width=\"16\" height=\"16\">"
               "<properties>\n"
               "   <property name=\"to\" value=\"1:%d,%d\"/>\n"
               "  </properties></object>\n"
               " </objectgroup>\n</map>\n",
               left + 24, top + 8, left, top + 32, (int)form->origin_x + 3,
               (int)form->origin_y + 2);
}

static void add_layer_json(map_text *text, const map_model *model, int layer,
                           const map_form *form) {
  map_text_add(text,
               "{\"type\":\"tilelayer\",\"id\":%d,\"name\":\"%s\",\"width\":%d,\"height\":%d,",
               layer + 1, layer_names[layer], (int)model->width, (int)model->height);
  if (layer == 2) {
    map_text_add(text, "\"properties\":[{\"name\":\"floor\",\"type\":\"int\",\"value\":1}],");
  }
  if (form->encoding >= MAP_BASE64) {
    map_text_add(text, "\"encoding\":\"base64\",\"compression\":\"%s\",",
                 compression_name(form->encoding));
  }
  if (form->chunk > 0) {
    map_text_add(text, "\"chunks\":[");
    add_chunks(text, model, layer, form);
    map_text_add(text, "]");
  } else {
    map_text_add(text, "\"data\":");
    add_gids(text, model->gids[layer], (size_t)model->width * (size_t)model->height, form);
  }
  map_text_add(text, "},\n");
}

static void write_json(map_text *text, const map_model *model, const map_form *form) {
  const int left = (int)form->origin_x * MAP_TILE_PIXELS;
  const int top = (int)form->origin_y * MAP_TILE_PIXELS;
  map_text_add(text,
               "{ \"type\":\"map\", \"version\":\"1.10\", \"orientation\":\"orthogonal\",\n"
               "  \"width\":%d, \"height\":%d, \"tilewidth\":16, \"tileheight\":16,\n"
               "  \"infinite\":%s, \"layers\":[\n",
               (int)model->width, (int)model->height, form->chunk > 0 ? "true" : "false");
  for (int layer = 0; layer < MAP_LAYERS; layer++) {
    add_layer_json(text, model, layer, form);
  }
  map_text_add(text,
               "{\"type\":\"objectgroup\",\"name\":\"places\",\"objects\":[\n"
               "{\"id\":1,\"name\":\"shop\",\"type\":\"goal\",\"x\":%d,\"y\":%d,\"width\":32,"
               "\"height\":16},\n"
               "{\"id\":2,\"class\":\"link\",\"x\":%d,\"y\":%d,\"properties\":[\n"
               " {\"name\":\"cost\",\"type\":\"float\",\"value\":2.5},\n"
               " {\"name\":\"oneway\",\"type\":\"bool\",\"value\":true},\n"
               " {\"name\":\"profiles\",\"type\":\"string\",\"value\":\"foot boat\"}],\n"
               " \"polyline\":[{\"x\":0,\"y\":0},{\"x\":32.5,\"y\":24}]},\n"
               "{\"id\":3,\"type\":\"link\",\"x\":%d,\"y\":%d,\"point\":true,\"properties\":[\n"
               " {\"name\":\"to\",\"type\":\"object\",\"value\":4}]},\n",
               left + 16, top + 16, left, top, left + 56, top + 40);
  map_text_add(text,
               "{\"id\":4,\"x\":%d,\"y\":%d,\"point\":true,\"properties\":[\n"
               " {\"name\":\"floor\",\"type\":\"int\",\"value\":1}]},\n"
               "{\"id\":5,\"type\":\"link\",\"x\":%d,\"y\":%d,\"width\":16,\"height\":16,"
               "\"properties\":[\n"
               " {\"name\":\"to\",\"type\":\"string\",\"value\":\"1:%d,%d\"}]}]}],\n"
               "  \"tilesets\":[{\"firstgid\":1,\"name\":\"all\",\"tilecount\":40,\"tiles\":[\n"
               "   {\"id\":0,\"type\":\"grass & \\\"m\\u006fss\\\"\"},\n"
               "   {\"id\":1,\"properties\":[{\"name\":\"terrain\",\"type\":\"string\","
               "\"value\":\"water\"}]}]}] }\n",
               left + 24, top + 8, left, top + 32, (int)form->origin_x + 3,
               (int)form->origin_y + 2);
}

void map_text_write(map_text *text, const map_model *model, const map_form *form) {
  map_text_clear(text);
  if (form->is_json) {
    write_json(text, model, form);
  } else {
    write_xml(text, model, form);
  }
}
