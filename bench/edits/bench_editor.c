/* A world that is edited step by step: see bench_editor.h. */
#include "bench/edits/bench_editor.h"

#include "tools/base/platform.h"

const ovl_world *bench_editor_newest(const struct bench_editor *editor) {
  return editor->own != NULL ? editor->own : editor->ground->world;
}

void bench_editor_replace(struct bench_editor *editor, ovl_world *version) {
  ovl_world_close(editor->own);
  editor->own = version;
}

ovl_result bench_editor_apply(struct bench_editor *editor, const ovl_edit *edits, size_t count,
                              double *us) {
  ovl_world *version = NULL;
  const double begin_us = platform_now_us();
  const ovl_result result =
      ovl_world_apply(bench_editor_newest(editor), edits, count, &version, NULL);
  if (result == OVL_OK) {
    bench_editor_replace(editor, version);
  }
  *us = platform_now_us() - begin_us;
  return result;
}
