/* Kinds of files: see file_kind.h. */
#include "tools/base/file_kind.h"

#include "tools/base/platform_files.h"
#include "tools/base/print_text.h"

#include <stdio.h>
#include <string.h>

/* How something that is read can be made of a kind. */
enum way {
  NONE,
  PICTURE,
  PHOTO,
  PAGES,
  DRAWING,
  SPRITE,
  TEXTURE,
  RASTER,
  SHAPES,
  TABLE,
  DATABASE,
  ARRAY,
  ARCHIVE,
  LAYERS,
  GZIP,
  XZ,
  BZIP2,
  ZSTD,
  UTF_16,
  ENGINE,
  EXPORT,
  VOXELS,
  MESH
};

/* In which @ stands for the file. */
static const char *const ways[] = {
    [PICTURE] = "`magick @ out.png` makes a picture of it that is read",
    [PHOTO] = "`magick @ +dither -colors 16 out.png` makes a picture of few colours of it",
    [PAGES] = "`magick @[0] out.png` makes a picture of its first layer or page",
    [DRAWING] = "`rsvg-convert -w WIDTH @ -o out.png` makes a picture of so many cells of it",
    [SPRITE] = "`aseprite -b @ --save-as out.png` makes a picture of it that is read",
    [TEXTURE] = "`ktx extract @ out.png` makes a picture of it that is read",
    [RASTER] = ("`gdal_translate -of AAIGrid @ out.asc` makes a grid of its numbers, `magick @ "
                "out.png` a picture"),
    [SHAPES] = ("`gdal_rasterize -burn 1 -ts WIDTH HEIGHT @ out.tif`, then `gdal_translate -of "
                "AAIGrid out.tif out.asc`, make a grid of it"),
    [TABLE] = "`soffice --headless --convert-to csv @` makes a CSV of it",
    [DATABASE] = ("`gdal_translate -of AAIGrid @ out.asc` makes a grid of a GeoPackage, `sqlite3 "
                  "-csv @ 'SELECT ...' > out.csv` of a table"),
    [ARRAY] =
        ("`python3 -c 'import numpy, sys; numpy.savetxt(\"out.csv\", numpy.load(sys.argv[1]), "
         "\"%d\", \",\")' @` makes a CSV of it"),
    [ARCHIVE] = "unpack it first: `unzip @`",
    [LAYERS] = "`unzip -p @ mergedimage.png > out.png` takes its picture out",
    [GZIP] = "unpack it first: `gunzip -k @`; Minecraft's schematics inside are not read",
    [XZ] = "unpack it first: `unxz -k @`",
    [BZIP2] = "unpack it first: `bunzip2 -k @`",
    [ZSTD] = "unpack it first: `unzstd @`",
    [UTF_16] = "save it as UTF-8: `iconv -f UTF-16 -t UTF-8 @ > out`",
    [ENGINE] = "let a script of the editor write its cells as CSV, a number a cell",
    [EXPORT] = "export it from Tiled as .tmj",
    [VOXELS] = "let a script write one layer of it as CSV, a number a cell, or as PNG",
    [MESH] = "draw it from above as a PNG, a pixel a cell, or its heights as a grey one",
};

struct kind {
  const char *name;
  const char *begin; /* the bytes that a file of this kind has at a place */
  size_t length, at;
  const char *inside; /* a text that stands somewhere behind them; NULL: any */
  bool is_text;       /* a text may begin so */
  enum way way;
};

static const char part[] = "OVERPART";

/* The first that fits. */
static const struct kind kinds[] = {
    {"a world file", "OVERLAND", 8, 0, NULL, false, NONE},
    {"a part of a world", part, 8, 0, NULL, false, NONE},
    {"a patch of a world", "OVLPATCH", 8, 0, NULL, false, NONE},
    {"a map", "type octile", 11, 0, NULL, true, NONE},
    {"a scenario", "version 1", 9, 0, NULL, true, NONE},
    {"a PNG picture", "\x89PNG", 4, 0, NULL, false, NONE},
    {"a JPEG picture", "\xff\xd8\xff", 3, 0, NULL, false, PHOTO},
    {"a GIF picture", "GIF8", 4, 0, NULL, false, PAGES},
    {"a WebP picture", "WEBP", 4, 8, NULL, false, PICTURE},
    {"a RIFF file", "RIFF", 4, 0, NULL, false, NONE},
    {"a TIFF picture or GeoTIFF", "II*\0", 4, 0, NULL, false, RASTER},
    {"a TIFF picture or GeoTIFF", "MM\0*", 4, 0, NULL, false, RASTER},
    {"a TIFF picture or GeoTIFF", "II+\0", 4, 0, NULL, false, RASTER},
    {"a Photoshop picture", "8BPS", 4, 0, NULL, false, PAGES},
    {"a GIMP picture", "gimp xcf", 8, 0, NULL, false, PAGES},
    {"an Aseprite picture", "\xe0\xa5", 2, 4, NULL, true, SPRITE},
    {"an AVIF or HEIF picture", "ftyp", 4, 4, NULL, true, PICTURE},
    {"a JPEG 2000 picture", "\0\0\0\x0cjP  ", 8, 0, NULL, false, PICTURE},
    {"a JPEG XL picture", "\0\0\0\x0cJXL ", 8, 0, NULL, false, PICTURE},
    {"an OpenEXR picture", "\x76\x2f\x31\x01", 4, 0, NULL, false, PICTURE},
    {"a QOI picture", "qoif", 4, 0, NULL, false, PICTURE},
    {"an icon", "\0\0\1\0", 4, 0, NULL, false, PAGES},
    {"a DDS texture", "DDS ", 4, 0, NULL, false, PAGES},
    {"a KTX texture", "\xabKTX ", 5, 0, NULL, false, TEXTURE},
    {"a PAM picture", "P7\n", 3, 0, NULL, true, PICTURE},
    {"a PFM picture", "Pf\n", 3, 0, NULL, true, PICTURE},
    {"a BMP picture", "BM", 2, 0, NULL, false, NONE},
    {"a PBM picture", "P1", 2, 0, NULL, false, NONE},
    {"a PGM picture", "P2", 2, 0, NULL, false, NONE},
    {"a PPM picture", "P3", 2, 0, NULL, false, NONE},
    {"a PBM picture", "P4", 2, 0, NULL, false, NONE},
    {"a PGM picture", "P5", 2, 0, NULL, false, NONE},
    {"a PPM picture", "P6", 2, 0, NULL, false, NONE},
    {"a PDF document", "%PDF", 4, 0, NULL, false, PAGES},
    {"an Excel table", "PK\x03\x04", 4, 0, "[Content_Types].xml", false, TABLE},
    {"a table of OpenDocument", "PK\x03\x04", 4, 0, "opendocument.spreadsheet", false, TABLE},
    {"a Krita picture", "PK\x03\x04", 4, 0, "application/x-krita", false, LAYERS},
    {"an OpenRaster picture", "PK\x03\x04", 4, 0, "image/openraster", false, LAYERS},
    {"a ZIP archive", "PK\x03\x04", 4, 0, NULL, false, ARCHIVE},
    {"an Excel table", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, 0, NULL, false, TABLE},
    {"compressed with gzip", "\x1f\x8b", 2, 0, NULL, false, GZIP},
    {"compressed with xz", "\3757zXZ", 5, 0, NULL, false, XZ},
    {"compressed with bzip2", "BZh", 3, 0, NULL, true, BZIP2},
    {"compressed with zstd", "\x28\xb5\x2f\xfd", 4, 0, NULL, false, ZSTD},
    {"a SQLite database", "SQLite format 3", 15, 0, NULL, false, DATABASE},
    {"an array of NumPy", "\x93NUMPY", 6, 0, NULL, false, ARRAY},
    {"a NetCDF grid", "CDF", 3, 0, NULL, true, RASTER},
    {"an HDF5 file", "\x89HDF", 4, 0, NULL, false, RASTER},
    {"a shapefile", "\0\0\x27\x0a", 4, 0, NULL, false, SHAPES},
    {"an AutoCAD drawing", "AC10", 4, 0, NULL, true, SHAPES},
    {"a DXF drawing", "AutoCAD Binary DXF", 18, 0, NULL, false, SHAPES},
    {"a DXF drawing", "0\nSECTION", 9, 0, NULL, true, SHAPES},
    {"a DXF drawing", "  0\nSECTION", 11, 0, NULL, true, SHAPES},
    {"a DXF drawing", "  0\r\nSECTION", 12, 0, NULL, true, SHAPES},
    {"a voxel model of MagicaVoxel", "VOX ", 4, 0, NULL, false, VOXELS},
    {"a voxel model of Minecraft (NBT)", "\n\0", 2, 0, NULL, false, VOXELS},
    {"a glTF scene", "glTF", 4, 0, NULL, false, MESH},
    {"a glTF scene", "{", 1, 0, "glTF", true, MESH},
    {"an FBX scene", "Kaydara FBX", 11, 0, NULL, false, MESH},
    {"a Blender scene", "BLENDER", 7, 0, NULL, false, MESH},
    {"a PLY mesh", "ply\n", 4, 0, NULL, true, MESH},
    {"an OBJ mesh", "mtllib ", 7, 0, NULL, true, MESH},
    {"an OBJ mesh", "v ", 2, 0, NULL, true, MESH},
    {"an OBJ mesh", "# ", 2, 0, "\nv ", true, MESH},
    {"an OBJ mesh", "o ", 2, 0, "\nv ", true, MESH},
    {"an STL mesh", "solid ", 6, 0, "facet", true, MESH},
    {"a scene of Godot", "[gd_scene", 9, 0, NULL, true, ENGINE},
    {"a resource of Godot", "[gd_resource", 12, 0, NULL, true, ENGINE},
    {"a resource of Godot", "RSRC", 4, 0, NULL, false, ENGINE},
    {"a scene or asset of Unity", "%YAML", 5, 0, "unity3d", true, ENGINE},
    {"a bundle of Unity", "UnityFS", 7, 0, NULL, false, ENGINE},
    {"an asset of Unreal", "\xc1\x83\x2a\x9e", 4, 0, NULL, false, ENGINE},
    {"a table of Lua, as Tiled exports it", "return {", 8, 0, "tiledversion", true, EXPORT},
    {"a program", "\177ELF", 4, 0, NULL, false, NONE},
    {"an SVG drawing", "<", 1, 0, "<svg", true, DRAWING},
    {"a web page", "<", 1, 0, "<html", true, NONE},
    {"a drawing of shapes (GeoJSON)", "{", 1, 0, "\"FeatureCollection\"", true, SHAPES},
    {"XML", "<?xml", 5, 0, NULL, true, NONE},
    {"XML", "<", 1, 0, NULL, true, NONE},
    {"JSON", "{", 1, 0, NULL, true, NONE},
    {"a text in UTF-16", "\xff\xfe", 2, 0, NULL, false, UTF_16},
    {"a text in UTF-16", "\xfe\xff", 2, 0, NULL, false, UTF_16},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* A list of JSON, or a text of settings, whose sections have names in brackets. */
static const struct kind list_kind = {"JSON", "[", 1, 0, NULL, true, NONE};
static const struct kind settings_kind = {"a text of settings", "[", 1, 0, NULL, true, NONE};
static const struct kind utf_16_kind = {"a text in UTF-16", "", 0, 0, NULL, false, UTF_16};
static const struct kind region_kind = {"a region of Minecraft", "", 0, 0, NULL, false, VOXELS};

static bool holds(const uint8_t *bytes, size_t count, const char *text) {
  const size_t length = strlen(text);
  for (size_t i = 0; i + length <= count && i < FILE_KIND_BYTES; i++) {
    if (memcmp(bytes + i, text, length) == 0) {
      return true;
    }
  }
  return false;
}

/* Letters of two bytes each, the upper or the lower of which is 0. */
static bool is_utf_16(const uint8_t *bytes, size_t count) {
  const size_t upper = count >= 4 && bytes[0] == 0 ? 0 : 1;
  for (size_t i = 0; i < 4; i++) {
    const bool is_upper = i % 2 == upper;
    if (count < 4 || (is_upper ? bytes[i] != 0 : bytes[i] < 9 || bytes[i] > 126)) {
      return false;
    }
  }
  return true;
}

/* The table at the beginning of a region of Minecraft: of each chunk its first sector of 4096
 * bytes, in three bytes, and how many it has. */
static bool is_region(const uint8_t *bytes, size_t count) {
  enum { LEAST_BYTES = 128 };
  const size_t end = count < FILE_KIND_BYTES ? count : FILE_KIND_BYTES;
  bool has_chunk = false;
  for (size_t i = 0; i + 4 <= end; i += 4) {
    const uint32_t first = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
    const bool is_chunk = first >= 2 && first < 65536 && bytes[i + 3] >= 1 && bytes[i + 3] <= 32;
    if (!is_chunk && (first != 0 || bytes[i + 3] != 0)) {
      return false;
    }
    has_chunk = has_chunk || is_chunk;
  }
  return has_chunk && end >= LEAST_BYTES;
}

static const struct kind *find_kind(const uint8_t *bytes, size_t byte_count) {
  for (int i = 0; i < KIND_COUNT; i++) {
    const struct kind *kind = &kinds[i];
    if (byte_count >= kind->at + kind->length &&
        memcmp(bytes + kind->at, kind->begin, kind->length) == 0 &&
        (kind->inside == NULL || holds(bytes, byte_count, kind->inside))) {
      return kind;
    }
  }
  if (byte_count > 1 && bytes[0] == '[') {
    const bool is_name =
        (bytes[1] >= 'a' && bytes[1] <= 'z') || (bytes[1] >= 'A' && bytes[1] <= 'Z');
    return is_name ? &settings_kind : &list_kind;
  }
  return is_utf_16(bytes, byte_count)   ? &utf_16_kind
         : is_region(bytes, byte_count) ? &region_kind
                                        : NULL;
}

const char *file_kind_read(const char *path, uint8_t *bytes, size_t room, size_t *count) {
  struct platform_reader reader;
  const char *why = platform_reader_open(&reader, path);
  if (why != NULL) {
    return why;
  }
  *count = reader.byte_count < room ? (size_t)reader.byte_count : room;
  const bool is_read = platform_reader_read(&reader, 0, bytes, *count);
  platform_reader_close(&reader);
  return is_read ? NULL : "it can't be read";
}

const char *file_kind_name(const uint8_t *bytes, size_t byte_count) {
  const struct kind *kind = find_kind(bytes, byte_count);
  return kind != NULL ? kind->name : NULL;
}

bool file_kind_advise(const uint8_t *bytes, size_t byte_count, const char *path,
                      char text[FILE_KIND_ADVICE_BYTES]) {
  const struct kind *kind = find_kind(bytes, byte_count);
  size_t length = 0;
  char word[224];
  text[0] = '\0';
  if (kind == NULL || kind->way == NONE) {
    return false;
  }
  print_shell_word(path, word, sizeof word);
  for (const char *at = ways[kind->way]; *at != '\0' && length < FILE_KIND_ADVICE_BYTES; at++) {
    const bool is_file = *at == '@';
    length += (size_t)snprintf(text + length, FILE_KIND_ADVICE_BYTES - length, "%.*s",
                               is_file ? (int)sizeof word : 1, is_file ? word : at);
  }
  return true;
}

bool file_kind_is_part(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= sizeof part - 1 && memcmp(bytes, part, sizeof part - 1) == 0;
}

bool file_kind_is_text(const uint8_t *bytes, size_t byte_count) {
  const size_t seen = byte_count < FILE_KIND_BYTES ? byte_count : FILE_KIND_BYTES;
  const struct kind *kind = find_kind(bytes, byte_count);
  if (kind != NULL && !kind->is_text) {
    return false;
  }
  return seen == 0 || memchr(bytes, 0, seen) == NULL;
}

bool file_kind_has_ending(const char *path, const char *ending) {
  const size_t length = strlen(path), count = strlen(ending);
  bool fits = length > count;
  for (size_t i = 0; i < count && fits; i++) {
    const char letter = path[length - count + i];
    fits = (letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter) == ending[i];
  }
  return fits;
}
