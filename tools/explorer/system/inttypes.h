#include "tools/explorer/system/c_library.h"
