/* Tiled maps that are wrong, cut off, damaged, or contain more than is read: each fault is one line
 * with its place, each part that is left out is named. */
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tiled_reader.h"

#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tests/tools/map_text.h"
#include "tests/tools/reader_check.h"
#include "tools/base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_bytes(const char *bytes, size_t byte_count, heard *all, struct tiled_map *map) {
  const struct reader_talk talk = heard_talk(all);
  return tiled_map_read_bytes("folder/a.map", bytes, byte_count, &talk, map);
}

/* ---- What is wrong ------------------------------------------------------- */

/* Three lines before what is wrong: a map of 2 x 2 tiles. */
#define HEAD                                                                                       \
  "<?xml version='1.0'?>\n"                                                                        \
  "<map orientation='orthogonal' width='2' height='2' tilewidth='8' tileheight='8'>\n"             \
  "<tileset firstgid='1' tilecount='9'/>\n"
#define DATA(how, tiles) "<layer name='g'><data " how ">" tiles "</data></layer>"
#define CSV(tiles) DATA("encoding='csv'", tiles)
#define GROUND CSV("1,1,1,1") "\n"
#define OBJECTS HEAD GROUND "<objectgroup>\n"
#define TAIL "</objectgroup></map>"
#define LINK(inside) OBJECTS "<object id='3' type='link'>" inside "</object>" TAIL
#define PROPERTY(name, value)                                                                      \
  "<properties><property name='" name "' value='" value "'/></properties>"
#define ON_FLOOR(floor, tiles)                                                                     \
  "<layer name='g'>" PROPERTY("floor", floor) "<data encoding='csv'>" tiles "</data></layer>"
#define LINE "<polyline points='0,0 8,8'/>"
#define INFINITE                                                                                   \
  "<map orientation='orthogonal' tilewidth='8' tileheight='8' infinite='1'>\n"                     \
  "<layer name='g'><data encoding='csv'>"
#define LAYERS JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"g\",\"data\":"
#define JSON_HEAD                                                                                  \
  "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":8,\"tileheight\":8,\n"

typedef struct fault {
  const char *text;   /* of the map */
  const char *wanted; /* what the line should say */
} fault;

static const fault faults[] = {
    /* No map at all. */
    {"", "neither '<' nor '{'"},
    {"type octile", "neither '<' nor '{'"},
    {"<map", "line 1: the file ends inside of <map>"},
    {"<atlas/>", "line 1: <atlas> stands where <map> should be"},
    {"<tileset/>", "this is a tileset of Tiled; the map that uses it is a .tmx"},
    {"{\"type\":\"tileset\"}", "this is a tileset of Tiled"},
    {"[1]", "neither '<' nor '{'"},
    /* Sizes and kinds. */
    {"<map width='2' height='2'/>", "this is no map of Tiled or LDtk: it has no orientation"},
    {"<map orientation='round' width='2' height='2' tilewidth='8' tileheight='8'/>",
     "orientation is 'round'; what is read is orthogonal, isometric, staggered and hexagonal"},
    {"<map orientation='hexagonal' hexsidelength='9' width='2' height='2' tilewidth='8' "
     "tileheight='8'/>",
     "'hexsidelength' of <map> is '9'"},
    {"<map orientation='staggered' staggeraxis='z' width='2' height='2' tilewidth='8' "
     "tileheight='8'/>",
     "staggeraxis is 'z'; it should be x or y"},
    {"<map orientation='staggered' staggerindex='1' width='2' height='2' tilewidth='8' "
     "tileheight='8'/>",
     "staggerindex is '1'; it should be odd or even"},
    {"<map orientation='staggered' width='2' height='2' tilewidth='8' tileheight='1'/>",
     "a tile has 8 x 1 pixels; those of a staggered or hexagonal map should have 2 a side at "
     "least"},
    {"<map orientation='orthogonal' width='-3' height='2' tilewidth='8' tileheight='8'/>",
     "'width' of <map> is '-3'; it should be a whole number from 1 to 65536"},
    {"<map orientation='orthogonal' width='2147483648' height='2' tilewidth='8' tileheight='8'/>",
     "'width' of <map> is '2147483648'"},
    {"<map orientation='orthogonal' width='2' tilewidth='8' tileheight='8'/>",
     "the map has no 'height'"},
    {"<map orientation='orthogonal' width='2' height='2' tilewidth='0' tileheight='8'/>",
     "'tilewidth' of <map> is '0'"},
    {HEAD "</map>", "the map has no tile layer"},
    {HEAD "<layer name='g'/></map>", "line 4: layer 'g' has no data"},
    {"<map orientation='orthogonal' width='16384' height='16384' tilewidth='8' tileheight='8'>"
     "<layer name='g'><data encoding='csv'>1,1</data></layer></map>",
     "layer 'g' has 2 tiles, too few; 16384 x 16384 are 268435456"},
    {"<map orientation='orthogonal' width='65536' height='65536' tilewidth='8' tileheight='8'>"
     "<layer name='g'><data encoding='csv'>1,1</data></layer></map>",
     "with layer 'g' of 65536 x 65536 the map has 4294967296 tiles; there may be 268435456"},
    /* Data. */
    {HEAD CSV("\n1,1,\n1") "</map>", "line 6: layer 'g' has 3 tiles, too few; 2 x 2 are 4"},
    {HEAD CSV("1,1,1,1,1") "</map>", "line 4: layer 'g' has 5 tiles, too many"},
    {HEAD CSV("1,1,\n1,one") "</map>", "line 5: tile 3 of layer 'g' is 'one'; it should be a gid"},
    {HEAD CSV("1,1,1,4294967296") "</map>", "tile 3 of layer 'g' is '4294967296'"},
    {HEAD CSV("1,1,1 1") "</map>", "no comma follows tile 2 of layer 'g'"},
    {HEAD "<layer name='g'><data><tile gid='1'/><tile/></data></layer></map>",
     "layer 'g' has 2 tiles, too few"},
    {HEAD "<layer name='g'><data><tile/><tile/><tile/>\n<tile gid='-1'/></data></layer></map>",
     "line 5: tile 3 of layer 'g' is '-1'"},
    {HEAD DATA("encoding='base64'", "\nAQAA!AAA") "</map>",
     "line 5: layer 'g': '!' is no letter of base64 here"},
    {HEAD DATA("encoding='base64'", "AQAAA") "</map>",
     "layer 'g': the base64 text ends in the middle"},
    {HEAD DATA("encoding='base64'", "AQAAAAE=") "</map>",
     "layer 'g' has 5 bytes, which are no whole tiles"},
    {HEAD DATA("encoding='base64'", "AQAAAA==") "</map>", "layer 'g' has 1 tiles, too few"},
    {HEAD DATA("encoding='base64' compression='zlib'", "eJxj") "</map>",
     "line 4: layer 'g': its data can't be decompressed to 16 bytes: "},
    {HEAD DATA("encoding='base64' compression='zstd'", "KLUv") "</map>",
     "line 4: the data's compression is 'zstd'; it should be zlib, gzip or none"},
    {HEAD DATA("encoding='hex'", "01") "</map>", "the data's encoding is 'hex'"},
    {LAYERS "[1,1,\n1]}]}", "line 3: layer 'g' has 3 tiles, too few"},
    {LAYERS "[1,1,\n1,1.5]}]}", "line 3: no comma follows tile 3"},
    {LAYERS "[1,1,\n\"1\",1]}]}", "line 3: the data of a layer is no list of numbers"},
    {JSON_HEAD "\"layers\":[{\"type\":\"hexlayer\"}]}", "line 2: the layer's type is 'hexlayer'"},
    /* Chunks. */
    {INFINITE "1</data></layer></map>", "the map is infinite and has no chunk"},
    {INFINITE "<chunk x='0' y='0' width='1' height='1'>1</chunk>\n"
              "<chunk x='1000000' y='0' width='1' height='1'>1</chunk></data></layer></map>",
     "the chunks of the infinite map span 1000001 x 1 tiles"},
    {INFINITE "<chunk x='0' y='0' width='1' height='1'>1</chunk>\n"
              "<chunk x='60000' y='60000' width='1' height='1'>1</chunk></data></layer></map>",
     "span 60001 x 60001 tiles in 1 layers"},
    {INFINITE "<chunk x='0' y='0' width='2' height='1'>\n1</chunk>"
              "</data></layer></map>",
     "line 3: layer 'g' has 1 tiles, too few; 2 x 1 are 2"},
    {INFINITE "<chunk x='0' y='0' width='2'>1</chunk></data></layer></map>",
     "line 2: a chunk has no width or no height"},
    /* Tilesets. */
    {"<map orientation='orthogonal' width='2' height='2' tilewidth='8' tileheight='8'>\n"
     "<tileset name='t'/></map>",
     "line 2: a tileset has no 'firstgid'"},
    {HEAD "<tileset firstgid='3'><tile/></tileset></map>",
     "line 4: a tile of tileset '' has no id"},
    /* Floors. */
    {HEAD ON_FLOOR("64", "1,1,1,1") "</map>",
     "the floor of layer 'g' is '64'; it should be a whole number from 0 to 63"},
    {HEAD ON_FLOOR("2", "1,1,1,1") GROUND "</map>",
     "no tile layer of terrain is on floor 1; there are layers on floor 2"},
    {HEAD ON_FLOOR("1", "0,0,0,0") GROUND "</map>", "floor 1 has no tile"},
    {HEAD "<layer name='h' class='heights'><data encoding='csv'>0,1,0,0</data></layer>" GROUND
          "</map>",
     "line 4: layer 'h' is of heights; its tile 1 at 1,0 has no property 'height'"},
    /* Objects. */
    {OBJECTS "<object id='3' x='1e300'/>" TAIL, "line 6: object 3 is far off any map"},
    {OBJECTS "<object id='3' x='nan'/>" TAIL, "line 6: 'x' of <object> is 'nan'"},
    {OBJECTS "<object id='3' width='-1'/>" TAIL, "object 3 has a width or height below zero"},
    {OBJECTS "<object id='3' type='goal' x='16'/>" TAIL,
     "line 6: object 3: the goal is off the map, at 2,0; floor 0 has 2 x 2 tiles"},
    {OBJECTS "<object id='3' type='goal' x='8' width='9'/>" TAIL,
     "object 3: the goal's last tile is off the map, at 2,0"},
    {OBJECTS "<object id='3' type='goal'><properties><property name='floor' value='1'/>"
             "</properties></object>" TAIL,
     "object 3: the goal is on floor 1; the map has floors 0 to 0"},
    {OBJECTS "<object id='3' type='goal' rotation='45'/>" TAIL,
     "object 3 is a goal that is turned"},
    /* Links. */
    {OBJECTS "<object id='3' type='link'/>" TAIL, "line 6: object 3 is a link that leads nowhere"},
    {OBJECTS "<object id='3' type='link'>\n<properties><property name='to' type='object' "
             "value='9'/></properties></object>" TAIL,
     "line 7: object 3 is a link to object 9, which the map does not have"},
    {LINK(PROPERTY("to", "2;1")),
     "object 3 is a link to '2;1'; it should be an object, 'x,y' or 'floor:x,y'"},
    {LINK(PROPERTY("to", "2,1")), "object 3: its end is off the map, at 2,1"},
    {LINK(PROPERTY("to", "7:1,1")), "object 3: its end is on floor 7; the map has floors 0 to 0"},
    {LINK(PROPERTY("to", "0,0")), "object 3 is a link from a tile to itself"},
    {OBJECTS "<object id='3' type='link' x='-8'><polyline points='0,0 8,8'/></object>" TAIL,
     "object 3: its beginning is off the map, at -1,0"},
    {OBJECTS "<object id='3' type='link'><polyline points='0,0 8'/></object>" TAIL,
     "object 3 has points that are no pairs of numbers 'x,y'"},
    {OBJECTS "<object id='3' type='link'><polyline points='0,0'/></object>" TAIL,
     "object 3 has fewer than two points"},
    {LINK(LINE PROPERTY("cost", "-1")),
     "the cost of object 3 is '-1'; it should be a number that is not below zero"},
    {LINK(LINE PROPERTY("oneway", "maybe")),
     "'oneway' of object 3 is 'maybe'; it should be true or false"},
    /* XML. */
    {"<map><layer></map>", "</map> stands where <layer> should be closed"},
    {"<map><layer></lay></map>", "</lay> stands where <layer> should be closed"},
    {"<map a='1' a='2'/>", "<map> has 'a' twice"},
    {"<map a=1/>", "the value of 'a' has no quotes"},
    {"<map a='1'b='2'/>", "no blank follows the value of 'a'"},
    {"<map\n a='&nbsp;'/>", "line 2: '&nbsp;' is no entity that is known here"},
    {"<map a='&#0;'/>", "is no entity that is known here"},
    {"<map><!-- ", "a comment does not end"},
    {"<map><![CDATA[ ", "a CDATA section does not end"},
    {"<map/><map/>", "<map> follows after the end"},
    {"<?xml version='1.0' encoding='UTF-16'?><map/>",
     "the encoding is 'utf-16'; it should be UTF-8"},
    {"<!DOCTYPE map [<!ENTITY a 'b'>]><map/>", "a DOCTYPE with declarations of its own"},
    /* JSON. */
    {"{\"a\":1,}", "line 1: '}' stands where a member's name should be"},
    {"{\"a\" 1}", "'1' stands where ':' should be"},
    {"{\"a\":\n\"b\nc\"}", "line 2: a string has the byte 10"},
    {"{\"a\":\"\\x\"}", "a string has a backslash that begins nothing"},
    {"{\"a\":01}", "a number is none"},
    {"{\"a\":nul}", "'n' stands where a value should be"},
    {"{\"a\":[1 2]}", "'2' stands where ',' or ']' should be"},
    {"{} {}", "'{' stands where the end of the file should be"},
};

static void check_fault(test_state *t, const char *text, size_t length, const char *wanted) {
  heard all;
  struct tiled_map map;
  const int code = read_bytes(text, length, &all, &map);
  CHECK(t, code == EXIT_INPUT && all.fails == 1, "code %d after %d lines: %.300s", code, all.fails,
        text);
  CHECK(t, strstr(all.fail, wanted) != NULL && strncmp(all.fail, "folder/a.map: ", 14) == 0,
        "it says '%s', not '%s'", all.fail, wanted);
  CHECK(t, map.arena == NULL && map.layer_count == 0, "the map is not empty");
}

static void every_fault(test_state *t) {
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    check_fault(t, faults[i].text, strlen(faults[i].text), faults[i].wanted);
  }
}

/* Nesting beyond any bound is refused where it passes the bound. */
static void deep_nesting(test_state *t) {
  map_text text = {0};
  for (int i = 0; i < 100000; i++) {
    map_text_add(&text, "<group>\n");
  }
  check_fault(t, text.bytes, text.length, "line 65: elements are nested deeper than 64");
  map_text_clear(&text);
  map_text_add(&text, "{\"layers\":");
  for (int i = 0; i < 100000; i++) {
    map_text_add(&text, "[\n");
  }
  check_fault(t, text.bytes, text.length, "line 64: groups are nested deeper than 64");
  map_text_free(&text);
}

/* ---- What is left out ---------------------------------------------------- */

static void check_warned(test_state *t, const char *text, int count, const char *const *wanted) {
  heard all;
  struct tiled_map map;
  const int code = read_bytes(text, strlen(text), &all, &map);
  if (!CHECK(t, code == EXIT_DONE, "%s", all.fail)) {
    return;
  }
  CHECK(t, all.warnings == count, "%d warnings, not %d:\n%s", all.warnings, count, all.warning);
  for (int i = 0; i < count; i++) {
    CHECK(t, strstr(all.warning, wanted[i]) != NULL, "nothing says '%s':\n%s", wanted[i],
          all.warning);
  }
  tiled_map_free(&map);
}

static void left_out(test_state *t) {
  static const char *const of_xml[] = {
      "line 8: layer 'g' is drawn off its place",
      "line 8: layer 'g' has 2 tiles of no tileset, the first is 77 at 1,0",
      "line 12: template 'a.tx' can't be read",
      "line 5: tileset 'folder/none.tsx' can't be read",
      "line 14: a link has no property 'one-way'; its properties are floor, to, cost, oneway",
      "line 15: object 6 has the id of another one; links lead to the first",
  };
  static const char *const of_json[] = {
      "3 tiles of its tilesets stand there twice",
  };
  check_warned(t,
               JSON_HEAD
               "\"nextobjectid\":9,\"editorsettings\":{\"a\":[]},\"backgroundcolor\":\"\","
               "\"tilesets\":[{\"firstgid\":1,\"tilecount\":4,\"image\":\"a.png\",\n"
               "\"tiles\":[{\"id\":1,\"wobble\":[]},{\"id\":1},{\"id\":1},{\"id\":1}]}],\n"
               "\"layers\":[{\"type\":\"imagelayer\"},\n"
               "{\"type\":\"tilelayer\",\"properties\":[{\"name\":\"deep\",\"value\":{}}],"
               "\"data\":[1,1,1,1]}]}",
               1, of_json);
  check_warned(t,
               "<?xml version='1.0'?>\n"
               "<map orientation='orthogonal' width='2' height='2' tilewidth='8' tileheight='8' "
               "renderorder='left-up' backgroundcolor='#fff'>\n"
               "<tileset firstgid='1' tilecount='9'><image source='a.png'/>\n"
               "<tile id='1'><wobble/></tile><tile id='2'>\n<wobble/></tile></tileset>"
               "<tileset firstgid='10' tilecount='2'/><tileset firstgid='100' source='none.tsx'/>\n"
               "<editorsettings><export target='a'/></editorsettings>\n<imagelayer/>\n"
               "<layer name='g' offsetx='3' opacity='0.5'><properties><property name='music'/>"
               "</properties><data encoding='csv'>1,77,\n78,1</data></layer><objectgroup>\n"
               "<object id='3' type='npc'><properties><property name='hp'/></properties></object>\n"
               "<object id='4' type='npc'/>\n<object id='5' template='a.tx'/></objectgroup>\n"
               "<future/><objectgroup>\n"
               "<object id='6' type='link'><polyline points='0,0 8,8'/><properties>"
               "<property name='one-way'/></properties></object>\n<object id='6' type='npc'/>"
               "</objectgroup></map>",
               (int)(sizeof of_xml / sizeof of_xml[0]), of_xml);
}

/* ---- Cut off, and damaged ------------------------------------------------ */

enum { SIDE = 6 };

static void write_sample(map_text *text, int kind) {
  uint32_t gids[SIDE * SIDE];
  for (uint32_t i = 0; i < SIDE * SIDE; i++) {
    gids[i] = 1 + i * i % 4;
  }
  const map_model model = {SIDE, SIDE, {gids, gids, gids}};
  map_form form = {.is_json = kind % 2 == 1, .encoding = (map_encoding)(kind / 4)};
  if (kind / 2 % 2 == 1) {
    form.chunk = 3;
    form.origin_x = -3;
  }
  form.encoding = form.is_json && form.encoding == MAP_CSV ? MAP_LISTED : form.encoding;
  map_text_write(text, &model, &form);
}

/* A map that ends anywhere but at its end is no map; one line says so. The bytes
 * lie in memory of their own, so that a look behind them is found. */
static void cut_off(test_state *t) {
  map_text text = {0};
  for (int kind = 0; kind < 4 * MAP_ENCODING_COUNT && t->failures == 0; kind++) {
    write_sample(&text, kind);
    while (text.length > 0 && text.bytes[text.length - 1] == '\n') {
      text.length--;
    }
    for (size_t length = 0; length < text.length && t->failures == 0; length++) {
      heard all;
      struct tiled_map map;
      char *bytes = malloc(length > 0 ? length : 1);
      if (!CHECK(t, bytes != NULL && text.bytes != NULL, "no memory")) {
        free(bytes);
        break;
      }
      memcpy(bytes, text.bytes, length);
      const int code = read_bytes(bytes, length, &all, &map);
      CHECK(t, code == EXIT_INPUT && all.fails == 1,
            "kind %d cut at %zu: code %d after %d lines: %s", kind, length, code, all.fails,
            all.fail);
      free(bytes);
    }
  }
  map_text_free(&text);
}

/* Turns bits over, or lays one part of the text over another. */
static void damage(map_text *text, test_random *random) {
  const int32_t last = (int32_t)text->length - 1;
  const int32_t times = test_random_between(random, 1, 6);
  for (int32_t i = 0; i < times; i++) {
    const int32_t at = test_random_between(random, 0, last);
    if (test_random_percent(random, 50)) {
      text->bytes[at] = (char)(text->bytes[at] ^ (1 << test_random_between(random, 0, 7)));
    } else {
      const int32_t from = test_random_between(random, 0, last);
      const int32_t most = last + 1 - (from > at ? from : at);
      memmove(text->bytes + at, text->bytes + from,
              (size_t)test_random_between(random, 1, most < 200 ? most : 200));
    }
  }
}

/* Whatever the bytes are, reading ends, and says one line or none. */
static void damaged(test_state *t) {
  map_text text = {0};
  for (uint64_t i = 0; test_more(t, i, 4000, 200000); i++) {
    test_random random = {test_begin_case(t, i)};
    heard all;
    struct tiled_map map;
    write_sample(&text, (int)(i % (4 * MAP_ENCODING_COUNT)));
    damage(&text, &random);
    const int code = read_bytes(text.bytes, text.length, &all, &map);
    CHECK(t, all.fails == (code == EXIT_DONE ? 0 : 1), "code %d after %d lines: %s", code,
          all.fails, all.fail);
    CHECK(t, strchr(all.fail, '\n') == NULL, "it says two lines: %s", all.fail);
    tiled_map_free(&map);
  }
  map_text_free(&text);
}

const test_entry test_tiled_faults_table[] = {
    {"tiled_every_fault", every_fault}, {"tiled_deep_nesting", deep_nesting},
    {"tiled_left_out", left_out},       {"tiled_cut_off", cut_off},
    {"tiled_damaged", damaged},         {NULL, NULL},
};
