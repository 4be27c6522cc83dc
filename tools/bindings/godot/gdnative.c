/* The engine's functions by their places in its tables, with their types; and the entry points that
 * it looks for in a library. */
#include "tools/bindings/godot/gdnative.h"

#include <stdlib.h>
#include <string.h>

enum { INTERFACE_MAJOR = 1, TYPE_SCRIPTS = 1, TAGS_MINOR = 1 };

/* Places of functions in version 1.0. */
enum {
  BYTES_NEW = 155,
  BYTES_RESIZE = 164,
  BYTES_READ = 165,
  BYTES_WRITE = 166,
  BYTES_SIZE = 169,
  BYTES_DESTROY = 170,
  INTS_GET = 184,
  INTS_SIZE = 185,
  INTS_DESTROY = 186,
  POINTS_NEW = 219,
  POINTS_RESIZE = 228,
  POINTS_SET = 231,
  POINTS_DESTROY = 234,
  READ_AT = 268,
  READ_END = 270,
  WRITE_AT = 296,
  WRITE_END = 298,
  NEW_NIL = 509,
  NEW_BOOL = 510,
  NEW_INT = 512,
  NEW_STRING = 514,
  NEW_POINT = 515,
  NEW_BYTES = 530,
  NEW_POINTS = 534,
  AS_BOOL = 537,
  AS_INT = 539,
  AS_POINT = 542,
  AS_OBJECT = 554,
  AS_BYTES = 557,
  AS_INTS = 558,
  STRING_OF_UTF8 = 681,
  STRING_DESTROY = 721,
  PRINT_ERROR = 741
};

typedef void (*any_function)(void);

typedef struct gd_table {
  unsigned type, major, minor;
  const struct gd_table *next;
} gd_table;

typedef struct core_table {
  gd_table head;
  unsigned extension_count;
  const gd_table *const *extensions;
  any_function functions[];
} core_table;

/* Functions that the engine calls; it passes the last two back, and frees nothing with NULL. */
typedef struct object_maker {
  void *(*create)(gd_object *object, void *of);
  void *of;
  void (*forget)(void *of);
} object_maker;

typedef struct object_ender {
  void (*destroy)(gd_object *object, void *of, void *state);
  void *of;
  void (*forget)(void *of);
} object_ender;

typedef struct object_method {
  gd_variant (*call)(gd_object *object, void *of, void *state, int count, gd_variant **arguments);
  void *of;
  void (*forget)(void *of);
} object_method;

typedef struct method_attributes {
  int rpc_mode;
} method_attributes;

typedef struct script_table {
  gd_table head;
  void (*register_class)(void *handle, const char *name, const char *base, object_maker maker,
                         object_ender ender);
  any_function register_tool_class;
  void (*register_method)(void *handle, const char *of, const char *name, method_attributes how,
                          object_method method);
  any_function register_property;
  any_function register_signal;
  void *(*state_of)(gd_object *object);
} script_table;

/* The part that follows the table of scripts in version 1.1: a class has a tag of its library, by
 * which its objects are known. */
typedef struct tag_table {
  gd_table head;
  any_function of_documents[5], of_languages[2];
  void (*set_tag)(void *handle, const char *of, const void *tag);
  const void *(*tag_of)(const gd_object *object);
} tag_table;

typedef struct library_options {
  bool in_editor;
  uint64_t hashes[3];
  any_function report_version;
  void (*report_error)(const gd_object *library, const char *text);
  gd_object *library;
  const core_table *core;
  const void *path;
} library_options;

/* The engine's tables, from godot_gdnative_init on. */
static struct {
  const core_table *core;
  const script_table *scripts;
  const tag_table *tags;
} engine;

#define ENGINE(place, type) ((type)engine.core->functions[place])

/* Vectors are passed as bytes, not as numbers. */
typedef struct gd_vector2 {
  uint8_t bytes[2 * sizeof(float)];
} gd_vector2;

/* ---- Arguments ---- */

bool gd_flag(const gd_variant *argument) {
  return ENGINE(AS_BOOL, bool (*)(const gd_variant *))(argument);
}

int64_t gd_int(const gd_variant *argument) {
  return ENGINE(AS_INT, int64_t(*)(const gd_variant *))(argument);
}

void gd_point(const gd_variant *argument, float point[2]) {
  const gd_vector2 vector = ENGINE(AS_POINT, gd_vector2(*)(const gd_variant *))(argument);
  memcpy(point, vector.bytes, sizeof vector.bytes);
}

void *gd_state(const gd_variant *argument, const gd_class *of) {
  gd_object *object = ENGINE(AS_OBJECT, gd_object * (*)(const gd_variant *))(argument);
  return object == NULL || engine.tags->tag_of(object) != of ? NULL
                                                             : engine.scripts->state_of(object);
}

typedef gd_array (*array_of_fn)(const gd_variant *);
typedef int (*size_fn)(const gd_array *);
typedef void (*array_fn)(gd_array *);
typedef void (*resize_fn)(gd_array *, int);
typedef void *(*access_fn)(const gd_array *);
typedef void *(*at_fn)(const void *);
typedef void (*end_fn)(void *);

uint8_t *gd_bytes(const gd_variant *argument, size_t *count) {
  gd_array array = ENGINE(AS_BYTES, array_of_fn)(argument);
  *count = (size_t)ENGINE(BYTES_SIZE, size_fn)(&array);
  uint8_t *bytes = malloc(*count + 1);
  if (bytes != NULL && *count > 0) {
    void *access = ENGINE(BYTES_READ, access_fn)(&array);
    memcpy(bytes, ENGINE(READ_AT, at_fn)(access), *count);
    ENGINE(READ_END, end_fn)(access);
  }
  ENGINE(BYTES_DESTROY, array_fn)(&array);
  return bytes;
}

uint32_t *gd_ints(const gd_variant *argument, size_t *count) {
  gd_array array = ENGINE(AS_INTS, array_of_fn)(argument);
  *count = (size_t)ENGINE(INTS_SIZE, size_fn)(&array);
  uint32_t *numbers = malloc((*count + 1) * sizeof *numbers);
  for (size_t i = 0; numbers != NULL && i < *count; i++) {
    numbers[i] = (uint32_t)ENGINE(INTS_GET, int (*)(const gd_array *, int))(&array, (int)i);
  }
  ENGINE(INTS_DESTROY, array_fn)(&array);
  return numbers;
}

/* ---- What a method returns ---- */

gd_variant gd_nil(void) {
  gd_variant made;
  ENGINE(NEW_NIL, void (*)(gd_variant *))(&made);
  return made;
}

gd_variant gd_from_flag(bool flag) {
  gd_variant made;
  ENGINE(NEW_BOOL, void (*)(gd_variant *, bool))(&made, flag);
  return made;
}

gd_variant gd_from_int(int64_t number) {
  gd_variant made;
  ENGINE(NEW_INT, void (*)(gd_variant *, int64_t))(&made, number);
  return made;
}

typedef void (*of_array_fn)(gd_variant *, const gd_array *);

gd_variant gd_from_text(const char *text) {
  gd_variant made;
  gd_array string = ENGINE(STRING_OF_UTF8, gd_array(*)(const char *))(text); /* a pointer as well */
  ENGINE(NEW_STRING, of_array_fn)(&made, &string);
  ENGINE(STRING_DESTROY, array_fn)(&string);
  return made;
}

gd_variant gd_from_point(float x, float y) {
  const float numbers[2] = {x, y};
  gd_variant made;
  gd_vector2 vector;
  memcpy(vector.bytes, numbers, sizeof vector.bytes);
  ENGINE(NEW_POINT, void (*)(gd_variant *, const gd_vector2 *))(&made, &vector);
  return made;
}

gd_variant gd_from_bytes(const uint8_t *bytes, size_t count) {
  gd_variant made;
  gd_array array;
  ENGINE(BYTES_NEW, array_fn)(&array);
  if (count > 0 && count <= INT32_MAX) {
    ENGINE(BYTES_RESIZE, resize_fn)(&array, (int)count);
    void *access = ENGINE(BYTES_WRITE, access_fn)(&array);
    memcpy(ENGINE(WRITE_AT, at_fn)(access), bytes, count);
    ENGINE(WRITE_END, end_fn)(access);
  }
  ENGINE(NEW_BYTES, of_array_fn)(&made, &array);
  ENGINE(BYTES_DESTROY, array_fn)(&array);
  return made;
}

gd_array gd_points(size_t count) {
  gd_array points;
  ENGINE(POINTS_NEW, array_fn)(&points);
  ENGINE(POINTS_RESIZE, resize_fn)(&points, (int)count);
  return points;
}

void gd_set_point(gd_array *points, size_t at, float x, float y) {
  const float numbers[2] = {x, y};
  gd_vector2 vector;
  memcpy(vector.bytes, numbers, sizeof vector.bytes);
  ENGINE(POINTS_SET, void (*)(gd_array *, int, const gd_vector2 *))(points, (int)at, &vector);
}

gd_variant gd_from_points(gd_array *points) {
  gd_variant made;
  ENGINE(NEW_POINTS, of_array_fn)(&made, points);
  ENGINE(POINTS_DESTROY, array_fn)(points);
  return made;
}

/* ---- Classes ---- */

static void *create_state(gd_object *object, void *of) {
  (void)object;
  return ((const gd_class *)of)->create();
}

static void destroy_state(gd_object *object, void *of, void *state) {
  (void)object;
  if (state != NULL) {
    ((const gd_class *)of)->destroy(state);
  }
}

/* The engine passes on as many arguments as the script gave. */
static gd_variant call_method(gd_object *object, void *of, void *state, int count,
                              gd_variant **arguments) {
  const gd_method *method = of;
  (void)object;
  if (state == NULL || count != method->arguments) {
    ENGINE(PRINT_ERROR, void (*)(const char *, const char *, const char *, int))
    (state == NULL ? "no memory" : "wrong number of arguments", method->name, __FILE__, __LINE__);
    return gd_nil();
  }
  return method->call(state, arguments);
}

void gd_register(void *handle, const gd_class *of) {
  if (engine.scripts == NULL) {
    return; /* another version of the engine, as was told */
  }
  engine.scripts->register_class(handle, of->name, "Reference",
                                 (object_maker){create_state, (void *)of, NULL},
                                 (object_ender){destroy_state, (void *)of, NULL});
  engine.tags->set_tag(handle, of->name, of);
  for (size_t i = 0; i < of->method_count; i++) {
    engine.scripts->register_method(handle, of->name, of->methods[i].name, (method_attributes){0},
                                    (object_method){call_method, (void *)&of->methods[i], NULL});
  }
}

/* The engine calls these by their names. */
GD_ENTRY void godot_gdnative_init(const library_options *options);
GD_ENTRY void godot_gdnative_terminate(const void *options);

void godot_gdnative_init(const library_options *options) {
  const core_table *core = options->core;
  engine.core = core;
  for (unsigned i = 0; i < core->extension_count; i++) {
    const gd_table *table = core->extensions[i];
    if (table->type == TYPE_SCRIPTS && table->major == INTERFACE_MAJOR) {
      engine.scripts = (const script_table *)table;
      engine.tags = (const tag_table *)table->next;
    }
  }
  if (core->head.major != INTERFACE_MAJOR || engine.tags == NULL ||
      engine.tags->head.major != INTERFACE_MAJOR || engine.tags->head.minor < TAGS_MINOR) {
    engine.scripts = NULL;
    options->report_error(options->library, "Overland needs version 1.1 of GDNative: Godot 3.1");
  }
}

void godot_gdnative_terminate(const void *options) {
  (void)options;
  engine.core = NULL;
  engine.scripts = NULL;
  engine.tags = NULL;
}
