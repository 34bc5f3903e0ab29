/* The example of the CGS publication: the order gets points (b5) only when it also got a discount (b3), so
 * flipping the last branch succeeds or fails by the way it was reached. */
#include <crest.h>

enum level { BASIC, PRIME };

int main(void) {
    int level, total, fast, discount, points;
    CREST_int(level);
    CREST_int(total);
    if (level == PRIME)
        fast = 1; /* b1 */
    else
        fast = 0; /* b2 */
    if (total >= 50)
        discount = total / 10; /* b3 */
    else
        discount = 0; /* b4 */
    if (total >= 100)
        points = (total - discount) / 5; /* b5 */
    else
        points = 0; /* b6 */
    return fast + (discount != 0) + (points != 0);
}
