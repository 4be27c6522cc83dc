/* The budget of a build: what it is given, the settings that it leads to, and what is measured. */
#ifndef OVERLAND_TOOLS_BUILD_BUILD_BUDGET_H
#define OVERLAND_TOOLS_BUILD_BUILD_BUDGET_H

#include "overland_bake.h"
#include "tools/text/json.h"

/* What a budget limits. */
enum budget_kind {
  BUDGET_NONE, /* none was given */
  BUDGET_BYTES,
  BUDGET_WORK,
  BUDGET_FIRST_STEP
};

struct build_budget {
  const char *text; /* as it was given, or NULL */
  enum budget_kind kind;
  double amount;             /* bytes a cell, seconds, or microseconds */
  ovl_bake_figures limits;   /* for the map of the build */
  ovl_bake_figures expected; /* of the settings that were chosen */
  ovl_bake_tuning chosen;
};

/* Reads `text`: "1.5B" a cell, "5s" or "500ms" of work, "40us" a first step. False: it is none of
 * these, or not above 0. */
bool build_budget_parse(struct build_budget *budget);

/* Sets the limits for a map of so many cells. */
void build_budget_fit(struct build_budget *budget, double cells);

/* Says on standard error if no settings are expected to stay within the budget. */
void build_budget_note(const struct build_budget *budget);

/* Prints the options that were chosen. */
void build_budget_print_options(const struct build_budget *budget);

/* Prints the options, what was expected and what is measured, first steps among it; does nothing if
 * no budget was given. work_ms: of all threads that baked. */
void build_budget_report_text(const struct build_budget *budget, double work_ms,
                              const ovl_world *world);

/* The same as the member "budget" of an object. */
void build_budget_report_json(struct json *json, const struct build_budget *budget, double work_ms,
                              const ovl_world *world);

#endif
