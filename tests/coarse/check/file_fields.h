/* The fields of every structure of a world file, a part and a patch, as the headers of
 * coarse/format and version/difference.h lay them out: where each lies, and which values a check
 * must refuse. The rows of a structure cover each of its bytes once, so that a field that is added
 * to a format needs a row. */
#ifndef OVERLAND_TESTS_COARSE_CHECK_FILE_FIELDS_H
#define OVERLAND_TESTS_COARSE_CHECK_FILE_FIELDS_H

#include <stdint.h>

typedef enum field_rule {
  FIELD_FIXED,   /* follows from the rest of the file: any other value is refused */
  FIELD_RANGE,   /* refused outside of its range; inside it, other checks may refuse it */
  FIELD_FREE,    /* refused outside of its range, and opened inside it */
  FIELD_REPAIRED /* a checksum or fingerprint, which is made right again after every change */
} field_rule;

/* The most that a field may have where that depends on the world: that of the place. */
#define FIELD_MOST_OF_PLACE 0x506c616365ull

typedef struct file_field {
  const char *name;
  uint32_t at, bytes;
  uint32_t count;       /* equal fields, one behind the other */
  field_rule whole;     /* where the file is checked as a whole */
  field_rule touched;   /* where each piece is checked alone, when it is first touched */
  uint64_t least, most; /* of a range; a fixed field is also put at the limit `most`, if not 0 */
  uint32_t added;       /* to the stored number before it is compared: 1 where -1 stands for none */
} file_field;

typedef enum file_structure_number {
  FIELDS_HEADER,
  FIELDS_SECTION,
  FIELDS_PROFILE,
  FIELDS_FLOOR,
  FIELDS_LINK,
  FIELDS_PLACE,
  FIELDS_TABLE_ENTRY,
  FIELDS_TABLE_SLOT,
  FIELDS_BLOCK,
  FIELDS_BLOCK_LAYER,
  FIELDS_LAYER,
  FIELDS_DIRECTED_LAYER,
  FIELDS_ISLAND,
  FIELDS_OVERLAYS,
  FIELDS_LEVEL,
  FIELDS_PIECE,
  FIELDS_CLUSTER,
  FIELDS_BELOW,
  FIELDS_MIDDLE,
  FIELDS_COST_BEGIN,
  FIELDS_CLUSTER_NUMBER,
  FIELDS_TABLES,
  FIELDS_RUN,
  FIELDS_NODE,
  FIELDS_LABELS,
  FIELDS_LABELS_NUMBER,
  FIELDS_BUNDLE,
  FIELDS_WAY,
  FIELDS_PART_HEAD,
  FIELDS_COMMON,
  FIELDS_BAND,
  FIELDS_BLOCK_LENGTH,
  FIELDS_PATCH,
  FIELDS_PATCH_LINK,
  FIELDS_PATCH_EDIT,
  FIELDS_STRUCTURES
} file_structure_number;

typedef struct file_structure {
  const char *name;
  uint32_t bytes;
  const file_field *fields; /* a row without a name ends them */
} file_structure;

const file_structure *file_structure_of(file_structure_number number);

#endif
