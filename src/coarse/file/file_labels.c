/* Labels are made from views of the file, whose primary sections are complete. A file in memory
 * gets their section at its end; one that is streamed has none, for labels need all of a world. */
#include "coarse/file/file_labels.h"

#include "coarse/format/limits.h"
#include "common/compiler.h"
#include "common/le_bytes.h"

enum { HASHED_BYTES = 1024 }; /* while an expansion takes place; a multiple of 16 */

static ovi_section_view *labels_section(ovi_file_writer *writer) {
  return &writer->sections[ovi_section_number(writer->profiles, OVI_SECTION_LABELS,
                                              writer->labels.profile)];
}

static uint8_t *labels_bytes(ovi_file_writer *writer) {
  return writer->sink.buffer->bytes + labels_section(writer)->at;
}

/* Views the layer; again once the file has moved. */
static void view_layer(ovi_file_writer *writer) {
  ovi_file_labels *labels = &writer->labels;
  labels->layer = ovi_file_layer_view(writer, &labels->shared, writer->labels.profile);
  ovi_layer_find_islands(&labels->layer,
                         writer->memory.layers[writer->labels.profile].islands.bytes);
}

static void begin_labels(ovi_file_writer *writer) {
  const ovi_bake *bake = writer->bake;
  ovi_file_labels *labels = &writer->labels;
  uint64_t cells = 0; /* of all floors, by which the size of labels is limited */
  for (int32_t i = 0; i < bake->map.floor_count; i++) {
    const uint8_t *entry = ovi_file_floors(writer) + (uint64_t)i * OVI_FLOOR_BYTES;
    const ovl_floor_def floor = {.width = (int32_t)ovi_get_u32(entry),
                                 .height = (int32_t)ovi_get_u32(entry + 4),
                                 .graph = ovi_get_u32(entry + 12) != 0};
    cells += ovi_floor_cells(&floor);
  }
  const ovi_label_task task = {.allocator = bake->allocator,
                               .jobs = bake->jobs,
                               .cells = cells,
                               .bytes_per_cell = bake->label_bytes_per_cell,
                               .later = bake->without_derived,
                               .progress = writer->progress,
                               .share = ovi_file_label_work(writer)};
  view_layer(writer);
  ovi_labels_begin(&labels->maker, &labels->layer, &task);
}

/* Ends a profile, whose section is in the file: goes on to the next one. */
static void end_labels(ovi_file_writer *writer) {
  ovi_label_maker_release(&writer->labels.maker);
  if (writer->result == OVL_OK && writer->bake->label_bytes_per_cell != 0) {
    writer->result = ovi_progress_add(writer->progress, ovi_file_label_work(writer));
  }
  writer->labels.profile++;
  ovi_stage_go_to(&writer->stages,
                  writer->labels.profile < writer->profiles ? OVI_FILE_LABELS : OVI_FILE_HEADER);
}

ovi_status ovi_file_make_labels(void *work) {
  ovi_file_writer *writer = work;
  const ovi_label_maker *maker = &writer->labels.maker;
  if (!ovi_file_has_labels(writer)) {
    for (; writer->result == OVL_OK && writer->labels.profile < writer->profiles;
         writer->labels.profile++) {
      writer->result =
          ovi_file_put_section(writer, OVI_SECTION_LABELS, writer->labels.profile, NULL, 0);
    }
    ovi_stage_go_to(&writer->stages, OVI_FILE_HEADER);
    return ovi_file_status(writer);
  }
  if (writer->stages.item == 0) {
    begin_labels(writer);
    writer->stages.item = 1;
  }
  if (!ovi_labels_make(&writer->labels.maker, writer->stages.budget)) {
    return OVI_PAUSED;
  }
  writer->result = maker->result;
  if (maker->result == OVL_OK && maker->reason != OVL_LABELS_HELD) {
    uint64_t words[OVI_NO_LABELS_BYTES / 8] = {0}; /* a section without labels */
    uint8_t *bytes = (uint8_t *)words;
    ovi_label_maker_begin_section(&writer->labels.maker, writer->fingerprint, bytes);
    *labels_section(writer) =
        (ovi_section_view){.at = writer->end,
                           .bytes = sizeof words,
                           .checksum = ovi_chunks_end(bytes, OVI_LABELS_TABLE)};
    writer->result = ovi_file_put(writer, bytes, sizeof words);
    end_labels(writer);
  }
  return ovi_file_status(writer);
}

ovi_status ovi_file_make_room(void *work) {
  ovi_file_writer *writer = work;
  ovi_buffer *file = writer->sink.buffer;
  const uint64_t bytes = ovi_label_maker_bytes(&writer->labels.maker);
  OVI_ASSERT(!ovi_file_is_streamed(writer) && file->used == writer->end);
  if (writer->stages.item == 0) {
    ovi_buffer_growth_begin(&writer->growth, file, bytes);
    writer->stages.item = 1;
  }
  if (!ovi_buffer_grow(&writer->growth, writer->stages.budget)) {
    return OVI_PAUSED;
  }
  if (writer->growth.failed) {
    writer->result = OVL_NO_MEMORY;
    return ovi_file_status(writer);
  }
  *labels_section(writer) = (ovi_section_view){.at = writer->end, .bytes = bytes};
  writer->end = file->used;
  view_layer(writer);
  ovi_label_maker_begin_section(&writer->labels.maker, writer->fingerprint, labels_bytes(writer));
  return ovi_file_status(writer);
}

ovi_status ovi_file_write_labels(void *work) {
  ovi_file_writer *writer = work;
  return ovi_label_maker_write(&writer->labels.maker, writer->stages.budget)
             ? ovi_file_status(writer)
             : OVI_PAUSED;
}

ovi_status ovi_file_sum_labels(void *work) {
  ovi_file_writer *writer = work;
  ovi_section_view *section = labels_section(writer);
  uint8_t *bytes = labels_bytes(writer);
  const uint64_t content = ovi_chunked_content(section->bytes);
  ovi_hash *hash = &writer->labels.hash;
  uint64_t *at = &writer->stages.item;
  while (*at < content && *writer->stages.budget != 0) {
    const uint64_t chunk = *at / OVI_CHUNK_BYTES;
    const uint64_t begin = chunk * OVI_CHUNK_BYTES;
    const uint64_t end = begin + ovi_chunk_length(content, chunk);
    const uint64_t from = *at;
    if (from == begin) {
      *hash = ovi_hash_begin(0, end - begin);
    }
    *at = ovi_slice_advance(writer->stages.budget, from, end, HASHED_BYTES);
    ovi_hash_add(hash, bytes + from, (size_t)(*at - from));
    if (*at == end) {
      ovi_put_u64(bytes + content + 8 * chunk, ovi_hash_end(hash));
    }
  }
  if (*at < content) {
    return OVI_PAUSED;
  }
  section->checksum = ovi_chunks_checksum(bytes + content, ovi_chunk_count(content));
  writer->result = ovi_file_pass(writer, section->at, bytes, section->bytes);
  end_labels(writer);
  return ovi_file_status(writer);
}
