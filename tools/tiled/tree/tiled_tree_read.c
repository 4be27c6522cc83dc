/* The first letter that is not blank decides between XML and JSON. */
#include "tools/tiled/tree/tiled_tree_read.h"

#include "tools/base/platform.h"
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

int tiled_tree_read_file(const struct tiled_file *file, struct tiled_node **root,
                         const char **why) {
  struct platform_mapping mapping;
  const char *wrong = platform_map_file(file->reader.path, &mapping);
  if (why != NULL) {
    *why = wrong;
  }
  if (wrong != NULL) {
    return why != NULL ? EXIT_DONE : reader_fail(&file->reader, "%s", wrong);
  }
  const int code = tiled_tree_read(file, mapping.bytes, mapping.byte_count, root);
  platform_unmap_file(&mapping);
  return code;
}
