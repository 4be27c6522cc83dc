/* The part of GDNative, Godot 3's interface for libraries, that the binding uses: it is declared
 * here, so that no headers of the engine are needed. Its version 1.1, which all releases of Godot 3
 * have from 3.1 on, fixes the order of the engine's functions and the layouts below.
 *
 * A class here is a script class of the engine (NativeScript) that extends Reference. */
#ifndef OVERLAND_GDNATIVE_H
#define OVERLAND_GDNATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a function that the engine looks for by its name. */
#if defined _WIN32
#define GD_ENTRY __declspec(dllexport)
#else
#define GD_ENTRY __attribute__((visibility("default")))
#endif

typedef void gd_object;

/* Values of the engine; only its functions know what is in them. */
typedef struct gd_variant {
  uint64_t words[3];
} gd_variant;

typedef struct gd_array {
  void *data;
} gd_array;

/* A method: `state` is what the class created, never NULL; there are as many arguments as it says.
 */
typedef gd_variant (*gd_call)(void *state, gd_variant **arguments);

typedef struct gd_method {
  const char *name;
  int arguments;
  gd_call call;
} gd_method;

typedef struct gd_class {
  const char *name;
  void *(*create)(void); /* the state of a new object; NULL: no memory */
  void (*destroy)(void *state);
  const gd_method *methods;
  size_t method_count;
} gd_class;

/* Tells the engine of a class, in godot_nativescript_init, which gets `handle`. */
void gd_register(void *handle, const gd_class *of);

/* ---- Arguments ---- */

bool gd_flag(const gd_variant *argument);
int64_t gd_int(const gd_variant *argument);

/* The two numbers of a Vector2. */
void gd_point(const gd_variant *argument, float point[2]);

/* The state of an object of this class; NULL if the argument is something else. */
void *gd_state(const gd_variant *argument, const gd_class *of);

/* Copies of a PoolByteArray and of a PoolIntArray, to be freed; NULL: no memory. */
uint8_t *gd_bytes(const gd_variant *argument, size_t *count);
uint32_t *gd_ints(const gd_variant *argument, size_t *count);

/* ---- What a method returns ---- */

gd_variant gd_nil(void);
gd_variant gd_from_flag(bool flag);
gd_variant gd_from_int(int64_t number);
gd_variant gd_from_text(const char *text);
gd_variant gd_from_point(float x, float y);
gd_variant gd_from_bytes(const uint8_t *bytes, size_t count);

/* A PoolVector2Array of `count` points, which are set one by one. */
gd_array gd_points(size_t count);
void gd_set_point(gd_array *points, size_t at, float x, float y);
gd_variant gd_from_points(gd_array *points);

#endif
