/* Surveys: the facts that parts of a map with heights and links need, from its rows. Wrong
 * definitions and surveys of other maps are refused; a part with a survey holds few rows. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "tests/bake/part_files.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test_allocate.h"

enum { WIDTH = 96, HEIGHT = 1024, LINKS = 40 };

typedef struct survey_map {
  uint8_t terrain[WIDTH * HEIGHT];
  uint16_t heights[WIDTH * HEIGHT];
  uint8_t extra[WIDTH * HEIGHT];
  const uint8_t *extras[1];
  ovl_profile_def profile;
  ovl_link_def links[LINKS];
  ovl_floor_def floor;
} survey_map;

/* Level ground, but for a step in the last row. */
static survey_map *make_map(test_random *random) {
  survey_map *map = test_allocate(1, sizeof *map);
  for (size_t i = 0; i < sizeof map->terrain; i++) {
    map->terrain[i] = !test_random_percent(random, 20);
    map->heights[i] = i < (size_t)WIDTH * (HEIGHT - 1) ? 7 : (uint16_t)(7 + i % 4);
    map->extra[i] = (uint8_t)(i % 5);
  }
  map->extras[0] = map->extra;
  map->profile = (ovl_profile_def){0};
  map->profile.climb_cost = 100;
  map->floor = (ovl_floor_def){.width = WIDTH,
                               .height = HEIGHT,
                               .terrain = map->terrain,
                               .heights = map->heights,
                               .extra = map->extras};
  for (int32_t i = 0; i < LINKS; i++) {
    map->links[i] = (ovl_link_def){
        .from = {i, 20 * i, 0}, .to = {WIDTH - 1 - i, HEIGHT - 1 - 20 * i, 0}, .cost = 2000};
    map->terrain[20 * i * WIDTH + i] = map->terrain[(HEIGHT - 20 * i) * WIDTH - 1 - i] = 1;
  }
  return map;
}

static ovl_bake_def def_of(const survey_map *map) {
  ovl_bake_def bake = {0};
  bake.more.floors = &map->floor;
  bake.more.floor_count = 1;
  bake.more.profiles = &map->profile;
  bake.more.profile_count = 1;
  bake.more.links = map->links;
  bake.more.link_count = LINKS;
  bake.tuning.region_cells = 16;
  bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  return bake;
}

static void refuse_survey(test_state *t, const ovl_bake_def *bake, const char *field) {
  ovl_fault fault = {NULL, 0, 0, 0};
  ovl_survey *survey;
  const ovl_result result = ovl_survey_create(bake, NULL, NULL, &survey, &fault);
  CHECK(t, result == OVL_BAD_ARGUMENT && survey == NULL && strstr(fault.what, field) != NULL,
        "%s: %s (%s)", field, ovl_result_text(result), fault.what);
}

/* A part with this survey is refused. */
static void refuse_with(test_state *t, const ovl_bake_def *bake, const ovl_survey *survey,
                        const char *field) {
  ovl_bake_def def = *bake;
  ovl_fault fault = {NULL, 0, 0, 0};
  part_file file = {.bytes = NULL};
  const part_request request = {.bake = &def, .index = 1, .count = 3};
  def.more.survey = survey;
  const ovl_result result = part_file_bake(&file, &request, &fault);
  CHECK(t, result == OVL_BAD_ARGUMENT && strstr(fault.what, field) != NULL, "%s: %s (%s)", field,
        ovl_result_text(result), fault.what);
  free(file.bytes);
}

static void surveys_refuse(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  survey_map *map = make_map(&random);
  const ovl_bake_def good = def_of(map);
  part_survey_rows rows = {.bake = &good};
  ovl_fault fault;
  ovl_survey *survey;
  const ovl_floor_def two[] = {map->floor, map->floor};
  const ovl_floor_def places = (ovl_floor_def){.width = 9, .height = 1, .graph = true};
  CHECK(t, part_files_survey(&rows, &survey, &fault) == OVL_OK, "survey: %s", fault.what);
  ovl_bake_def bake = good;
  bake.more.floors = two;
  bake.more.floor_count = 2;
  refuse_survey(t, &bake, "floors");
  bake = good;
  bake.more.floors = &places;
  refuse_survey(t, &bake, "floors");
  bake = good;
  map->profile.body_cells = 99;
  refuse_survey(t, &bake, "body_cells");
  map->profile.body_cells = 1;

  map->profile.max_climb = 3;
  refuse_with(t, &good, survey, "survey");
  map->profile.max_climb = 0;
  map->links[3].to.y--;
  refuse_with(t, &good, survey, "survey");
  map->links[3].to.y++;
  bake.more.link_count = 1;
  refuse_with(t, &bake, survey, "survey");
  map->floor.height--;
  refuse_with(t, &good, survey, "survey");
  map->floor.height++;
  map->extra[WIDTH * HEIGHT / 2] = 255; /* a row of the part */
  map->terrain[WIDTH * HEIGHT / 2] = 1;
  refuse_with(t, &good, survey, "weight and extra cost");
  map->extra[WIDTH * HEIGHT / 2] = 0;
  ovl_survey_destroy(survey);

  map->terrain[WIDTH * HEIGHT - 1] = 0; /* the end of link 0, which the part does not hold */
  CHECK(t, part_files_survey(&rows, &survey, &fault) == OVL_OK, "survey: %s", fault.what);
  refuse_with(t, &good, survey, "link to a blocked cell");
  ovl_survey_destroy(survey);
  ovl_survey_destroy(NULL);
  free(map);
}

static bool stop_at(void *user, uint64_t done, uint64_t total) {
  const uint64_t *last = user;
  return done < *last && done <= total;
}

/* Each read that fails, and each allocation, ends a survey; so does its progress. */
static void surveys_fail(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  survey_map *map = make_map(&random);
  ovl_bake_def bake = def_of(map);
  part_survey_rows rows = {.bake = &bake};
  ovl_fault fault;
  ovl_survey *survey;
  ovl_result result = OVL_READ_FAILED;
  for (rows.fail_call = 1; result != OVL_OK && t->failures == 0; rows.fail_call++) {
    result = part_files_survey(&rows, &survey, &fault);
    CHECK(t, result == (rows.calls >= rows.fail_call ? OVL_READ_FAILED : OVL_OK),
          "read %" PRIu64 " fails: %s", rows.fail_call, ovl_result_text(result));
    ovl_survey_destroy(survey);
  }
  CHECK(t, rows.fail_call == HEIGHT / 16 + 2, "%" PRIu64 " reads", rows.fail_call);
  rows.fail_call = 0;
  result = OVL_NO_MEMORY;
  for (uint64_t call = 1; result != OVL_OK && t->failures == 0; call++) {
    counting_allocator counter = {.fail_at = call};
    bake.allocator = counting_allocator_hooks(&counter);
    result = part_files_survey(&rows, &survey, &fault);
    CHECK(t, result == OVL_OK || result == OVL_NO_MEMORY, "allocation %" PRIu64 ": %s", call,
          ovl_result_text(result));
    ovl_survey_destroy(survey);
    CHECK(t, counter.live == 0 && counter.wrong_releases == 0,
          "allocation %" PRIu64 ": memory is lost", call);
  }
  uint64_t last = 100;
  bake = def_of(map);
  bake.progress = stop_at;
  bake.progress_user = &last;
  result = part_files_survey(&rows, &survey, &fault);
  CHECK(t, result == OVL_STOPPED && survey == NULL, "stopped: %s", ovl_result_text(result));
  free(map);
}

/* The memory that the survey and a part of a map of so many rows take. */
static uint64_t part_bytes_of(test_state *t, survey_map *map, int32_t height) {
  counting_allocator counter = {.fail_at = 0};
  map->floor.height = height;
  for (int32_t i = 0; i < LINKS; i++) {
    map->links[i].from.y = (int32_t)((int64_t)i * (height - 1) / LINKS);
    map->links[i].to.y = height - 1 - map->links[i].from.y;
  }
  ovl_bake_def bake = def_of(map);
  bake.more.blocked_links = true;
  bake.allocator = counting_allocator_hooks(&counter);
  part_survey_rows rows = {.bake = &bake};
  ovl_fault fault;
  ovl_survey *survey;
  part_file file = {.bytes = NULL};
  const part_request request = {.bake = &bake, .index = 1, .count = height / 64};
  ovl_result result = part_files_survey(&rows, &survey, &fault);
  bake.more.survey = survey;
  result = result == OVL_OK ? part_file_bake(&file, &request, &fault) : result;
  CHECK(t, result == OVL_OK, "%d rows: %s (%s)", height, ovl_result_text(result), fault.what);
  ovl_part_rows of_part;
  ovl_part_rows_of(&bake, 1, height / 64, &of_part, NULL);
  CHECK(t, of_part.row_count < 64 + 3 * 16 + 32, "%d rows: a part needs %d", height,
        of_part.row_count);
  ovl_survey_destroy(survey);
  free(file.bytes);
  return counter.most_bytes;
}

/* Parts with the same number of rows take the same memory, however tall the map is: a byte for each
 * 32 cells more, for its regions. */
static void surveys_hold_few_rows(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  survey_map *map = make_map(&random);
  const uint64_t low = part_bytes_of(t, map, HEIGHT / 4);
  const uint64_t tall = part_bytes_of(t, map, HEIGHT);
  CHECK(t, tall < low + WIDTH * (HEIGHT - HEIGHT / 4) / 32, "%" PRIu64 " and %" PRIu64 " bytes",
        low, tall);
  free(map);
}

const test_entry test_survey_table[] = {{"surveys_refuse", surveys_refuse},
                                        {"surveys_fail", surveys_fail},
                                        {"surveys_hold_few_rows", surveys_hold_few_rows},
                                        {NULL, NULL}};
