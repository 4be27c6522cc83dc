/* Reports of a check: text, JSON, and JUnit's XML for build machines. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_REPORT_H
#define OVERLAND_TOOLS_CHECK_CHECK_REPORT_H

#include "tools/check/check_survey.h"

/* A line a statement, and what would make those hold that do not. */
void check_report_text(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count);
void check_report_json(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count);

/* JUnit's XML, a test case a statement, into a file. Returns an exit code, after one line on
 * standard error if it is not EXIT_DONE. */
int check_report_junit(const struct check_world *checked, const struct check_verdict *verdicts,
                       size_t count, const char *path);

/* The summary of a world without a legend. */
void check_report_survey(const struct check_world *checked, int32_t profile,
                         const struct check_survey *survey);
void check_report_survey_json(const struct check_world *checked, int32_t profile,
                              const struct check_survey *survey);

#endif
