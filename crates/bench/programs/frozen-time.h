/* The time does not pass: expat salts its hash tables with it, so that the same document would take other paths in the
 * next second, and campaigns could not be compared. */
#include <time.h>
#define time(result) ((time_t)1000000000)
