/* Data only. */
#include "sort.h"

const unsigned char weight[256] = {0, 1, 2};
