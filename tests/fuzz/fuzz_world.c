/* World files with wrong bytes under right checksums, opened in each of the ways, and used. */
#include "coarse/format/world_format.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_stream.h"
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHANGES = 24, CALLS = 24 };

/* Changes one byte behind `first`: a bit of it, or all of it. */
static void change_byte(uint8_t *bytes, size_t first, size_t count, fuzz_input *input) {
  const size_t at = first + fuzz_u32(input) % (count - first);
  const uint32_t how = fuzz_u8(input);
  bytes[at] = (uint8_t)(how < 8 ? bytes[at] ^ 1u << how : fuzz_u8(input));
}

/* Changes bytes of the sections, and repairs their checksums; or bytes of the header, and its
 * checksum; or any bytes, without a repair. */
static void change_file(uint8_t *bytes, size_t count, fuzz_input *input) {
  const uint32_t where = fuzz_u8(input) % 8u;
  const size_t header = ovi_get_u32(bytes + OVI_AT_HEADER_BYTES);
  int32_t changes = fuzz_between(input, 0, MOST_CHANGES);
  for (; changes > 0 && where < 6; changes--) {
    change_byte(bytes, header, count, input);
  }
  for (; changes > 0 && where == 6; changes--) {
    change_byte(bytes, 8, header - 8, input);
  }
  for (; changes > 0; changes--) {
    change_byte(bytes, 0, count, input);
  }
  if (where < 6) {
    file_repair(bytes);
  } else if (where == 6) {
    ovi_put_u64(bytes + header - 8, ovi_hash64(0, bytes, header - 8));
  }
}

static ovl_result open_as_chosen(const world_bytes *file, uint32_t way, paged_reader *reader,
                                 ovl_world **world) {
  ovl_open_def def = {0};
  def.byte_count = file->count;
  def.check_all = (way & 4u) != 0;
  if ((way & 3u) == 0) {
    return ovl_world_open(file->bytes, file->count, world, NULL);
  }
  if ((way & 3u) == 1) {
    def.bytes = file->bytes;
  } else {
    def.read = paged_read;
    def.read_user = reader;
    def.resident_bytes = 1 << 20;
  }
  return ovl_world_open_def(&def, world, NULL);
}

void fuzz_world(const uint8_t *bytes, size_t count) {
  fuzz_input input = {bytes, count, 0};
  const world_bytes *base = fuzz_base_world(fuzz_u8(&input));
  const uint32_t way = fuzz_u8(&input);
  world_bytes file = {malloc(base->count), base->count};
  ovl_world *world = NULL;
  memcpy(file.bytes, base->bytes, base->count);
  change_file(file.bytes, file.count, &input);
  paged_reader reader = paged_reader_of(&file, way);
  const bool is_failing = (way & 3u) == 3;
  reader.failing_percent = is_failing ? 30 : 0;
  ovl_result opened = OVL_READ_FAILED;
  for (int tries = 0; opened == OVL_READ_FAILED && tries < 50; tries++) {
    opened = open_as_chosen(&file, way, &reader, &world);
  }
  if (opened == OVL_OK) {
    const bool is_honest = memcmp(file.bytes, base->bytes, base->count) == 0;
    const fuzz_session session = {world, fuzz_planner(world), is_honest, is_failing};
    if (session.planner != NULL) {
      fuzz_make_calls(&session, &input, CALLS);
    }
    ovl_planner_destroy(session.planner);
  }
  FUZZ_CHECK((opened == OVL_OK) == (world != NULL));
  ovl_world_close(world);
  free(file.bytes);
}
