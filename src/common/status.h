/* How a piece of internal work ended. Public results are made of it once, at the end of a call. */
#ifndef OVERLAND_COMMON_STATUS_H
#define OVERLAND_COMMON_STATUS_H

typedef enum ovi_status {
  OVI_DONE,   /* it is finished */
  OVI_PAUSED, /* its budget is spent: the same call goes on */
  OVI_FAILED, /* it cannot be finished */
  OVI_NONE    /* it is finished: there is no such thing */
} ovi_status;

#endif
