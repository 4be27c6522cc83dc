/* One JSON object on standard output.
 *
 * Members of the outermost object have a line each, all below them stays on
 * that line. In arrays `key` is NULL, in objects never. Numbers that are not
 * finite become null. */
#ifndef OVERLAND_TOOLS_TEXT_JSON_H
#define OVERLAND_TOOLS_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json {
  int depth;  /* open objects and arrays */
  bool first; /* nothing was written yet at this depth */
};

void json_begin(struct json *json); /* opens the outermost object */
void json_end(struct json *json);   /* closes it */

void json_object_begin(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array_begin(struct json *json, const char *key);
void json_array_end(struct json *json);

void json_text(struct json *json, const char *key, const char *text); /* NULL: null */
void json_u64(struct json *json, const char *key, uint64_t number);
void json_i64(struct json *json, const char *key, int64_t number);
void json_double(struct json *json, const char *key, double number, int decimals); /* NAN: null */
void json_bool(struct json *json, const char *key, bool truth);
void json_null(struct json *json, const char *key);

#endif
