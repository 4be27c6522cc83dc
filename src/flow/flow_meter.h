/* The price of work whose results may leave memory: it is paid once.
 *
 * Work counts what it does, and budgets pay for what is done and not paid. Work that was lost is
 * done again: up to what was paid, that is free. So what is charged follows from the
 * calls, and never from what is in memory. */
#ifndef OVERLAND_FLOW_FLOW_METER_H
#define OVERLAND_FLOW_FLOW_METER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ovi_flow_meter {
  uint64_t done;  /* expansions since the work began, or began again */
  uint64_t begun; /* `done` when the field began that is being filled */
  uint64_t paid;
} ovi_flow_meter;

/* Pays as much as the budget has. Returns whether all is paid. */
static inline bool ovi_flow_meter_pay(ovi_flow_meter *meter, uint64_t *budget) {
  const uint64_t owed = meter->done > meter->paid ? meter->done - meter->paid : 0;
  const uint64_t pays = owed < *budget ? owed : *budget;
  meter->paid += pays;
  *budget -= pays;
  return pays == owed;
}

/* The expansions that may be done next: those that are paid already, and those of the budget. */
static inline uint64_t ovi_flow_meter_room(const ovi_flow_meter *meter, uint64_t budget) {
  const uint64_t credit = meter->paid > meter->done ? meter->paid - meter->done : 0;
  return credit < UINT64_MAX - budget ? credit + budget : UINT64_MAX;
}

#endif
