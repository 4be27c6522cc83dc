/* The first letter that is not blank decides between XML and JSON. */
#include "tools/tiled/tree/tiled_tree_read.h"

#include "tools/tiled/tree/tiled_tree_json.h"
#include "tools/tiled/tree/tiled_tree_xml.h"

#include <string.h>

int tiled_tree_read(const struct tiled_file *file, const char *bytes, size_t byte_count,
                    struct tiled_node **root) {
  const size_t mark = byte_count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  size_t first = mark;
  while (first < byte_count && strchr(" \t\r\n", bytes[first]) != NULL && bytes[first] != '\0') {
    first++;
  }
  if (first < byte_count && bytes[first] == '<') {
    return tiled_tree_read_xml(file, bytes, byte_count, root);
  }
  if (first < byte_count && bytes[first] == '{') {
    return tiled_tree_read_json(file, bytes, byte_count, root);
  }
  return reader_fail(&file->reader, "this is no file of Tiled: it begins with neither '<' nor '{'");
}
